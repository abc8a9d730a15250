//! The laws: each takes bytes, draws a session of them and says what of the law does not hold.
use crate::draw::{self, Case};
use crate::{Planner, native};
use cento_contract::{Change, Message, Outcome, Plan, Role, Strategy, Usage, json};
use cento_guest::ledger::{Fitted, Ref, Source};
use cento_guest::{boundaries, budget, earlier, facts, pair, render, settings, tokens, view};
use cento_tests::list::{self, List};
use cento_tests::session;
use cento_verify::Finding;
use std::hash::{DefaultHasher, Hash, Hasher};

/// One law.
pub struct Law {
    /// Its name, that of its target too.
    pub name: &'static str,
    /// Draws a session of the bytes; gives the kind of what came out, or what does not hold.
    pub holds: fn(&[u8], &Planner) -> Result<u64, String>,
}

/// All of them.
pub const LAWS: [Law; 7] = [
    Law { name: "never_traps", holds: never_traps },
    Law { name: "deterministic", holds: deterministic },
    Law { name: "plan_verifies", holds: plan_verifies },
    Law { name: "summary_round_trip", holds: summary_round_trip },
    Law { name: "redaction_before_cut", holds: redaction_before_cut },
    Law { name: "within_budget", holds: within_budget },
    Law { name: "idempotent", holds: idempotent },
];

/// The law of this name.
pub fn named(name: &str) -> &'static Law {
    LAWS.iter().find(|law| law.name == name).expect("a law of this name")
}

/// No input makes it trap, however broken: a panic is the fault.
fn never_traps(bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    let case = draw::any(bytes);
    let messages = draw::broken(&case, bytes);
    let made = plan(&messages, &case.options)?;
    let _ = cento_guest::anchors(&messages, &case.options, 400);
    let number = |n: usize| bytes.get(n).map(|b| i64::from(*b) << (b % 60));
    let usage = Usage { prompt_tokens: number(1), rough_tokens: number(2), passes: Vec::new() };
    let _ = cento_guest::should_compress(&usage, &case.options);
    let _ = cento_guest::compress_json(&draw::damaged(&case.text(), bytes));
    Ok(kind(&made))
}

/// The same plan each time, as records and as JSON, here and in the component.
fn deterministic(bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    let case = draw::any(bytes);
    let messages = case.messages();
    let first = native(&messages, &case.options)?;
    if plan(&messages, &case.options)? != first {
        return Err("another plan the second time".to_owned());
    }
    let as_json = cento_guest::compress_json(&case.text()).map_err(|error| error.to_string())?;
    if serde_json::to_string(&first).map_err(|error| error.to_string())? != as_json {
        return Err("another plan for JSON".to_owned());
    }
    Ok(kind(&first))
}

/// The verifier finds nothing in any plan.
fn plan_verifies(bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    let case = draw::any(bytes);
    let messages = case.messages();
    let made = plan(&messages, &case.options)?;
    let findings = cento_verify::check(&messages, &made);
    if findings.is_empty() {
        return Ok(kind(&made));
    }
    let words = findings.iter().find_map(|finding| match finding {
        Finding::QuoteForged { quote, .. } => {
            let summary = made.summary.as_ref()?;
            let at = summary.quotes.get(*quote)?.at;
            summary.text.get(at.start as usize..(at.start + at.len) as usize)
        }
        _ => None,
    });
    Err(format!("{} {words:?}", cento_verify::sentence(&findings)))
}

/// What was read from a summary is written as the same summary. Blanks do not count.
fn summary_round_trip(bytes: &[u8], _: &Planner) -> Result<u64, String> {
    let case = draw::any(bytes);
    let messages = case.messages();
    let (settings, _) = settings::clamp(&case.options);
    let pairs = pair::pair(&messages);
    let cut = boundaries::cut(&messages, &tokens::measure(&messages, &settings), &pairs, &settings);
    let gathered = facts::gather(&messages, &view::read(&messages, &pairs, &cut), &pairs, &cut, None);
    let (fitted, written) = budget::fit(gathered, &settings);
    let from = Source { at: Ref::Turn(0), message: 0 };
    let read = earlier::read_own(&written.text, from);
    let again = render::render(&Fitted { ledger: read.clone(), grouped: fitted.grouped }, &settings);
    let masked = |text: &str| text.matches("[redacted]").count();
    if masked(&again.text) > masked(&written.text) {
        // A text that was cut may look like a secret since.
        return Ok(0);
    }
    if without_blanks(&again.text) != without_blanks(&written.text) {
        return Err(format!("written {:?}\nand again {:?}", written.text, again.text));
    }
    if earlier::read_own(&again.text, from) != read {
        return Err("read differently the second time".to_owned());
    }
    let mut hasher = DefaultHasher::new();
    for line in written.text.lines().filter(|line| line.starts_with("## ")) {
        line.hash(&mut hasher);
    }
    fitted.grouped.hash(&mut hasher);
    Ok(hasher.finish())
}

fn without_blanks(text: &str) -> String {
    text.split(' ').collect()
}

/// Secrets are masked before anything is cut: no piece of one stands in a summary, wherever the cut fell.
fn redaction_before_cut(bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    let case = draw::with_secrets(bytes);
    let made = plan(&case.messages(), &case.options)?;
    let text = list::summary_text(&made);
    for secret in &case.session.secrets {
        // Twelve characters of one are a piece that nothing else explains.
        let bare = session::bare(secret).as_bytes();
        for piece in bare.windows(12.min(bare.len())) {
            let piece = std::str::from_utf8(piece).unwrap_or("\0");
            if text.contains(piece) {
                return Err(format!("{piece:?} of a secret in {text:?}"));
            }
        }
    }
    Ok(kind(&made))
}

/// Summary and output are no larger than asked for and never larger than the input; numbers are those of the output.
fn within_budget(bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    let case = draw::any(bytes);
    let made = plan(&case.messages(), &case.options)?;
    let report = &made.report;
    let after = list::apply(&case.session.list, &made);
    let holds = |holds: bool, what: &str| if holds { Ok(()) } else { Err(format!("{what}: {report:?}")) };
    holds(report.messages_after as usize == after.len(), "messages counted")?;
    if let Some(summary) = &made.summary {
        holds(summary.tokens <= report.summary_budget, "summary over budget")?;
        // The loosest count in use: a text within budget stays within this, whoever counts.
        holds(summary.text.len() <= report.summary_budget as usize * 6, "summary too long for its budget")?;
        holds(report.outcome == Outcome::Compacted, "a summary, and nothing compacted")?;
    }
    if report.outcome == Outcome::Compacted {
        // Scaled to the provider's count, little may round to nothing.
        let least = u32::from(case.options.current_tokens.is_none());
        holds(report.tokens_after + least <= report.tokens_before, "not smaller")?;
    } else {
        holds(made.edits.is_empty() && after == case.session.list, "changed, and nothing compacted")?;
        holds(report.tokens_after == report.tokens_before, "of another size, and nothing compacted")?;
    }
    let prefix = report.unchanged_prefix as usize;
    holds(after.get(..prefix) == case.session.list.get(..prefix), "the unchanged prefix is changed")?;
    Ok(kind(&made))
}

/// What came out, compacted again under the same options, comes out the same. Not so a pruning: what has gone may
/// have been what spoke for another call.
fn idempotent(bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    let case = draw::sound(bytes);
    let mut options = case.options.clone();
    if options.strategy == Strategy::Prune {
        options.strategy = Strategy::Project;
    }
    let made = plan(&case.messages(), &options)?;
    let once = list::apply(&case.session.list, &made);
    if options.strategy == Strategy::Slim {
        // Where the target is out of reach, every pass tries anew; `law_11_slim_*` holds that against sound texts.
        if made.report.tokens_after > made.report.target {
            return Ok(kind(&made));
        }
        // A percentage of the input is another number the second time.
        options.target_tokens = Some(i64::from(made.report.target));
    }
    let again = plan(&list::messages(&once), &options)?;
    let twice = list::apply(&once, &again);
    if said(&once) != said(&twice) {
        return Err(format!(
            "{:?}, then {:?}: {:?}",
            made.report.outcome,
            again.report.outcome,
            difference(&once, &twice)
        ));
    }
    Ok(kind(&made))
}

fn said(list: &List) -> Vec<(Role, String)> {
    list::messages(list).into_iter().map(|m: Message| (m.role, m.content)).collect()
}

fn difference(once: &List, twice: &List) -> Option<(String, String)> {
    once.iter().zip(twice).find(|(a, b)| a != b).map(|(a, b)| (a.clone(), b.clone()))
}

/// The kind of a plan: what the search is guided by, coarse enough that kinds repeat.
fn kind(plan: &Plan) -> u64 {
    let mut hasher = DefaultHasher::new();
    (plan.report.outcome as u8, plan.report.last_step.map(|s| s as u8), plan.report.inherited_orphans.min(3))
        .hash(&mut hasher);
    for section in &plan.report.sections {
        (&section.heading, (section.shown + 1).ilog2(), section.omitted > 0).hash(&mut hasher);
    }
    let mut changes = [0_u32; 3];
    for edit in &plan.edits {
        let n = match edit.change {
            Change::Drop => 0,
            Change::Rewrite(_) => 1,
            Change::DropCalls(_) => 2,
        };
        changes[n] += 1;
    }
    changes.map(|n| (n + 1).ilog2() / 2).hash(&mut hasher);
    let omitted = plan.report.sections.iter().any(|section| section.omitted > 0);
    (omitted, plan.report.masked > 0, plan.report.inherited_orphans > 0).hash(&mut hasher);
    hasher.finish()
}

impl Case {
    /// The messages as records.
    pub fn messages(&self) -> Vec<Message> {
        list::messages(&self.session.list)
    }

    /// The session as one JSON text.
    pub fn text(&self) -> String {
        list::session_text(&self.session.list, &self.options_text)
    }
}

/// The options of a JSON text that is drawn to be valid.
pub(crate) fn options(text: &str) -> cento_contract::Options {
    json::options(text).expect("drawn options are valid")
}
