//! One text, shorter.
//!
//! Takes a text with what is known of it, and a size in tokens; gives the new text and the tokens that it saves. Of a
//! JSON object that mostly is long strings (`{"output": "…", "exit_code": 0}`) only these are shortened, and it stays
//! JSON with all its keys. Of a result that comes again word for word a line stays that says where.
//! Promises: how the call ended reads the same before and after; the new text has a mark that says that something is
//! left out; it saves at least an eighth, or a third of what was shortened before. Leaves out: which lines stay.
use super::again::{again, has_gaps};
use super::marks;
use super::scope::{Asked, Text, state};
use crate::ending::same_code;
use crate::fields::{self, Fields};
use crate::kind::ToolKind;
use crate::ledger::is_failure;
use crate::reduce::{Known, Output, reduce_known};
use crate::result;
use crate::shorten;
use crate::tokens::estimate;
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Message, RunState, json};

/// Shorter strings of an envelope stay, in bytes.
const SHORT: usize = 160;

/// Both ends of a text, with the mark between them, in tokens.
const LEAST_ENDS: u32 = 48;

/// What is known of the parts of a text from a try with another size: of the strings of an object by their place among
/// the long ones, of any other text as the first part.
pub(super) type Parts = BTreeMap<usize, Known>;

/// A shorter form of about so many tokens, and what it saves.
pub(super) fn rewrite(messages: &[Message], text: &Text, most: u32, parts: &mut Parts) -> Option<(String, u32)> {
    let message = messages.get(text.message as usize)?;
    let content = message.content.as_str();
    // Both ends and a mark: another cut would say nothing, and break a prefix that a cache holds.
    if text.marked && text.tokens <= LEAST_ENDS + LEAST_ENDS / 4 {
        return None;
    }
    let holds = |new: &String| {
        let same = text.asked.as_ref().is_none_or(|a| state(&a.tool, a.call.as_ref(), message, new) == a.state);
        // What was no JSON because of one bad character must not become JSON: then its keys would count.
        let same = same && is_object(content) == is_object(new) && same_code(content, new);
        same && !new.trim().is_empty() && new.len() < content.len()
    };
    let again = text.again.and_then(|later| {
        let later = messages.get(later as usize)?;
        let twins = envelope(content, text.tokens, most, &mut |part| Some(twin(part.text, later)));
        twins.unwrap_or_else(|| Some(twin(content, later)))
    });
    let new = again
        .filter(holds)
        .or_else(|| {
            let asked = text.asked.as_ref();
            let mut write = |part: Part<'_>| shorter(part, asked, parts.entry(part.at).or_default());
            match envelope(content, text.tokens, most, &mut write) {
                Some(new) => new.filter(holds),
                None => inside(message, asked, most, parts.entry(0).or_default()).filter(holds),
            }
        })
        .or_else(|| {
            // Both ends say little of what broke.
            let failed = text.asked.as_ref().is_some_and(|a| is_failure(a.state));
            if failed { None } else { ends(content, most).filter(holds) }
        })?;
    let saved = text.tokens.saturating_sub(estimate(&new));
    let enough = if text.marked { text.tokens / 3 } else { text.tokens / 8 };
    (saved > enough).then_some((new, saved))
}

/// A plain text with what the harness put around it (`Exit code 1`) as it stands.
fn inside(message: &Message, asked: Option<&Asked>, most: u32, known: &mut Known) -> Option<String> {
    let content = message.content.as_str();
    // What lies inside of JSON is no text of its own.
    let Some(asked) = asked.filter(|_| !is_json(content)) else {
        return shorter(Part { text: content, most, ..Part::default() }, asked, known);
    };
    let (body, _) = result::open_for(&asked.tool, asked.call.as_ref(), content, result::Beside::of(message));
    let Cow::Borrowed(body) = body else { return None };
    let start = (body.as_ptr() as usize).checked_sub(content.as_ptr() as usize)?;
    let (before, after) = (content.get(..start)?, content.get(start.checked_add(body.len())?..)?);
    let around = estimate(before).saturating_add(estimate(after));
    let most = most.saturating_sub(around);
    let new = shorter(Part { text: body, most, ..Part::default() }, Some(asked), known)?;
    Some(format!("{before}{new}{after}"))
}

/// What is shortened of a text.
#[derive(Clone, Copy, Default)]
struct Part<'a> {
    /// Which one it is; see [`Parts`].
    at: usize,
    text: &'a str,
    /// Its tokens, where they are known.
    tokens: Option<u32>,
    /// Tokens that it may have.
    most: u32,
}

/// One output by the reducer of its kind, with a mark.
fn shorter(part: Part<'_>, asked: Option<&Asked>, known: &mut Known) -> Option<String> {
    let Part { text, most, .. } = part;
    let output = match asked {
        Some(asked) => Output { kind: asked.kind, call: &asked.words, state: asked.state, text },
        None => Output { kind: ToolKind::Other, call: "", state: RunState::Exited(0), text },
    };
    let mut new = match has_gaps(text) || (marks::is_marked(text) && !is_json(text)) {
        true => again(text, |text| reduce_known(Output { text, ..output }, most, known))?,
        false => {
            known.tokens = known.tokens.or(part.tokens);
            reduce_known(output, most, known)?
        }
    };
    // A mark alone says nothing: of one long line both ends are more than that.
    if marks::are_all(&new) {
        return ends(text, most);
    }
    if !marks::is_marked(&new) {
        let characters = text.chars().count().saturating_sub(new.chars().count());
        new.push_str(&format!("\n[… {characters} characters left out]"));
    }
    Some(new)
}

/// Beginning and end, with a mark between them.
fn ends(text: &str, most: u32) -> Option<String> {
    let with = |most: u32| shorten::shorten(text, most, estimate).filter(|new| !marks::are_all(new));
    with(most).or_else(|| with(most.max(LEAST_ENDS)))
}

fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{') && Fields::read(text).is_some()
}

/// JSON by its first characters; our own marks begin with a bracket too.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || (text.starts_with('[') && !text.starts_with("[… "))
}

/// The line that stands for a text that comes again.
fn twin(text: &str, later: &Message) -> String {
    let lines = text.lines().count();
    let plural = if lines == 1 { "" } else { "s" };
    let place = match (later.row_id, later.tool_call_id.as_deref()) {
        (Some(row), _) => format!("[#{row}]"),
        (None, Some(id)) if id.len() < 80 => format!("the later result of {id}"),
        _ => String::from("a later result"),
    };
    format!("[… {lines} line{plural} left out, the same as in {place}]")
}

/// The object with its long strings shortened; none where it is no object, or long for another reason. Inside: none
/// where no string became shorter. `tokens` are those of the content.
fn envelope(
    content: &str,
    tokens: u32,
    most: u32,
    write: &mut dyn FnMut(Part<'_>) -> Option<String>,
) -> Option<Option<String>> {
    if !content.trim_start().starts_with('{') {
        return None;
    }
    let is_long = |value: &&str| value.starts_with('"') && value.len() > SHORT;
    let long: Vec<&str> = match Fields::read(content) {
        Some(fields) => fields.iter().map(|(_, value)| value).filter(is_long).collect(),
        // An object with words behind it.
        None => json::entries(content)?.into_iter().map(|(_, value)| value.get()).filter(is_long).collect(),
    };
    let bytes: usize = long.iter().map(|value| value.len()).sum();
    if bytes < content.len() / 2 {
        return None;
    }
    let long: Vec<(&str, u32)> = long.into_iter().map(|value| (value, estimate(value))).collect();
    let rest = tokens.saturating_sub(long.iter().map(|(_, tokens)| tokens).sum());
    let room = u64::from(most.saturating_sub(rest));
    let (mut new, mut done) = (String::with_capacity(content.len() / 2), 0);
    for (at, (value, tokens)) in long.into_iter().enumerate() {
        // A lone surrogate has no text: such a string stays.
        let Some(decoded) = fields::exact(value) else { continue };
        // Escapes cost: the text inside is smaller than the string.
        let inside = estimate(&decoded);
        let share = room * u64::from(inside) / u64::from(tokens.max(1));
        let share = share * value.len() as u64 / bytes.max(1) as u64;
        let most = u32::try_from(share).unwrap_or(u32::MAX);
        let Some(short) = write(Part { at, text: &decoded, tokens: Some(inside), most }) else { continue };
        let Ok(literal) = serde_json::to_string(&short) else { continue };
        if literal.len() >= value.len() {
            continue;
        }
        let start = (value.as_ptr() as usize).saturating_sub(content.as_ptr() as usize);
        new.push_str(content.get(done..start)?);
        new.push_str(&literal);
        done = start + value.len();
    }
    new.push_str(content.get(done..)?);
    Some((done > 0).then_some(new))
}
