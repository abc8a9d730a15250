//! Sizes, and what the report says of them.
//!
//! Takes both lists, the summary and the report. What can be counted is counted; what is estimated (tokens) is held
//! against bounds that no estimate leaves. Leaves out: fuel, options that were clamped.
use crate::message::{Message, Role};
use crate::pairs::pairs;
use crate::summary::Summary;
use crate::{Case, Check, Kind, Notes, Place};
use serde_json::Value;

pub(crate) fn check(case: &Case<'_>, summary: Option<&Summary<'_>>, notes: &mut Notes) {
    let bytes = |all: &[Message<'_>]| all.iter().map(|message| message.raw.len()).sum::<usize>();
    let (before, after) = (bytes(&case.original), bytes(&case.compacted));
    notes.looked(Check::Size, 1);
    let changed = case.kind != Kind::Unchanged && before > 0;
    let same = case.original.len() == case.compacted.len()
        && case.original.iter().zip(&case.compacted).all(|(a, b)| a.raw == b.raw);
    if changed && !same && after >= before {
        notes.wrong(Check::Size, Place::List, format!("{after} bytes are not less than {before}"));
    }
    let Some(report) = &case.report else {
        notes.skipped("report, size: there is no report of Cento, so no budget and no numbers to hold against");
        return;
    };
    let mut counted = Counted { report, notes };
    counted.equal("messages_before", case.original.len());
    counted.equal("messages_after", case.compacted.len());
    counted.equal("surrogates_replaced", case.surrogates);
    let outcome = report.get("outcome").and_then(Value::as_str).unwrap_or_default();
    if same == (outcome == "compacted") {
        counted.wrong("outcome", "does not fit: the list changed or it did not");
    }
    let reason = report.get("reason").and_then(Value::as_str).unwrap_or_default();
    counted.reason(reason);
    if outcome == "failed" {
        return;
    }
    let prefix = case.original.iter().zip(&case.compacted).take_while(|(a, b)| a.raw == b.raw).count();
    counted.equal("unchanged_prefix", prefix);
    counted.equal("inherited_orphans", pairs(&case.original).lonely(&case.original));
    tokens(case, &mut counted);
    protected(case, &mut counted);
    if case.kind == Kind::Slim {
        let shortened = (0..case.compacted.len()).filter(|row| changed_at(case, *row)).count();
        counted.equal("shortened", shortened);
    }
    if case.kind == Kind::Prune {
        calls(case, &mut counted);
    }
    sections(summary, report, notes);
}

fn changed_at(case: &Case<'_>, row: usize) -> bool {
    case.was[row].is_some_and(|at| case.original[at].raw != case.compacted[row].raw)
}

struct Counted<'a> {
    report: &'a Value,
    notes: &'a mut Notes,
}

impl Counted<'_> {
    fn number(&self, name: &str) -> Option<usize> {
        self.report.get(name).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok())
    }

    fn wrong(&mut self, name: &'static str, what: impl Into<String>) {
        self.notes.wrong(Check::Report, Place::Report(name), what);
    }

    fn equal(&mut self, name: &'static str, counted: usize) {
        self.notes.looked(Check::Report, 1);
        match self.number(name) {
            Some(stated) if stated == counted => {}
            Some(stated) => self.wrong(name, format!("says {stated}; counted are {counted}")),
            None => self.wrong(name, "is missing"),
        }
    }

    /// Numbers of the sentence are numbers of the report.
    fn reason(&mut self, reason: &str) {
        let fields = [
            "messages_before",
            "messages_after",
            "tokens_before",
            "tokens_after",
            "target",
            "shortened",
            "unchanged_prefix",
        ];
        let known: Vec<usize> = fields.iter().filter_map(|name| self.number(name)).chain([0]).collect();
        let plain = reason.replace(',', "");
        let numbers = plain.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<usize>().ok());
        let told = reason.starts_with("compacted") || reason.contains(" -> ");
        if told && numbers.into_iter().any(|number| !known.contains(&number)) {
            self.wrong("reason", "has a number that the report does not have");
        }
    }
}

/// Letters that one token stands for: no tokenizer is outside of these.
const FEWEST_BYTES: usize = 1;
const MOST_BYTES: usize = 12;

fn tokens(case: &Case<'_>, counted: &mut Counted<'_>) {
    let (before, after) = (counted.number("tokens_before"), counted.number("tokens_after"));
    let smaller = before.zip(after);
    match case.kind {
        Kind::Unchanged if smaller.is_some_and(|(before, after)| before != after) => {
            counted.wrong("tokens_after", "is another number, though nothing changed");
        }
        Kind::Project | Kind::Slim | Kind::Prune if smaller.is_none_or(|(before, after)| after >= before) => {
            counted.wrong("tokens_after", "is not smaller than tokens_before");
        }
        _ => {}
    }
    let (own, budget) = (counted.number("summary_tokens").unwrap_or(0), counted.number("summary_budget").unwrap_or(0));
    match &case.summary {
        Some((_, text)) => {
            if own > budget {
                counted.wrong("summary_tokens", format!("{own} are more than the budget of {budget}"));
            }
            let bounds = text.len() / MOST_BYTES..=text.len() / FEWEST_BYTES;
            if !bounds.contains(&own) {
                counted.wrong("summary_tokens", format!("{own} cannot be the size of {} bytes", text.len()));
            }
            counted.notes.looked(Check::Size, 1);
            if text.len() / MOST_BYTES > budget {
                counted.notes.wrong(Check::Size, Place::List, "the summary cannot be within its budget");
            }
        }
        None if own > 0 => counted.wrong("summary_tokens", "is not 0, though there is no summary"),
        None => {}
    }
    let rows: usize = case.compacted.iter().map(|message| message.text.len()).sum();
    if after.is_some_and(|after| after < rows / (2 * MOST_BYTES)) {
        counted.wrong("tokens_after", "is less than the texts can be");
    }
}

/// Head and tail are where the report says, and stay.
fn protected(case: &Case<'_>, counted: &mut Counted<'_>) {
    let (Some(head), Some(tail)) = (counted.number("head_end"), counted.number("tail_start")) else { return };
    counted.notes.looked(Check::Report, 2);
    if head > tail || tail > case.original.len() {
        counted.wrong("tail_start", "head and tail do not fit the list");
        return;
    }
    if case.kind == Kind::Unchanged {
        return;
    }
    // Earlier summaries go wherever they stand, with what would meet its like without them; so do lonely results, and
    // calls that got no result with the results of their message.
    let pairs = pairs(&case.original);
    let waits = pairs.waits(&case.original);
    let broken = |at: usize| {
        let results = &pairs.results[at];
        let merged = |result: &usize| case.original[*result].is_summary;
        Some(at) != waits && (results.iter().any(Option::is_none) || results.iter().flatten().any(merged))
    };
    let goes = |at: usize| case.is[at].is_none();
    let persons = |at: usize| case.original[at].is_users() && crate::rules::is_persons(&case.original[at].text);
    let beside = |at: usize| {
        let gone = |at: usize| at < case.original.len() && goes(at) && !persons(at);
        [at.checked_sub(1), Some(at + 1)].into_iter().flatten().any(gone)
    };
    let mut said = crate::words::Source::default();
    case.summary.iter().for_each(|(_, text)| said.add(text));
    // Words of a person that would meet others without what stood between are in the summary then.
    let quoted = |at: usize| {
        let text = &case.original[at].text;
        let begin: String = text.chars().take(60).collect();
        said.has(text) || said.has(&begin)
    };
    let allowed = |at: usize| match case.original[at].role {
        Role::User => !persons(at) || (beside(at) && quoted(at)),
        Role::Tool => true,
        _ => broken(at) || (beside(at) && case.original[at].calls.is_empty()),
    };
    if (0..head).any(|at| goes(at) && !allowed(at)) {
        counted.wrong("head_end", "a message before it is gone");
    }
    if (tail..case.original.len()).any(|at| goes(at) && !allowed(at)) {
        counted.wrong("tail_start", "a message behind it is gone");
    }
}

/// What became of the calls of a pruning.
fn calls(case: &Case<'_>, counted: &mut Counted<'_>) {
    let Some(calls) = counted.report.get("calls") else { return };
    let number = |name: &str| calls.get(name).and_then(Value::as_u64).unwrap_or(u64::MAX);
    let of = |all: &[Message<'_>]| all.iter().map(|message| message.calls.len() as u64).sum::<u64>();
    let (before, after) = (of(&case.original), of(&case.compacted));
    let cut = (0..case.compacted.len())
        .filter(|row| changed_at(case, *row) && case.compacted[*row].role == Role::Tool)
        .count() as u64;
    let facts = [
        ("total", number("total") == before),
        ("dropped", number("dropped") == before - after.min(before)),
        ("cut", number("cut") == cut),
        ("judged", number("keep").saturating_add(number("cut")).saturating_add(number("dropped")) == number("judged")),
    ];
    counted.notes.looked(Check::Report, facts.len());
    for (name, holds) in facts {
        if !holds {
            counted.wrong("calls", format!("{name} is not what the lists show"));
        }
    }
}

/// Sections and their lines are what the text has.
fn sections(summary: Option<&Summary<'_>>, report: &Value, notes: &mut Notes) {
    let none = Vec::new();
    let stated = report.get("sections").and_then(Value::as_array).unwrap_or(&none);
    let parts = summary.map_or(&[][..], |summary| &summary.parts);
    if stated.len() != parts.len() {
        notes.wrong(
            Check::Report,
            Place::Report("sections"),
            format!("says {}; the summary has {}", stated.len(), parts.len()),
        );
        return;
    }
    for (section, part) in stated.iter().zip(parts) {
        let number = |name: &str| section.get(name).and_then(Value::as_u64).map(|n| n as usize);
        let shown = part.facts.iter().filter(|fact| !fact.part).count();
        notes.looked(Check::Report, 2);
        if section.get("heading").and_then(Value::as_str) != Some(part.heading) {
            notes.wrong(Check::Report, Place::Report("sections"), "another heading than the summary");
        }
        if number("shown") != Some(shown) || number("omitted") != Some(part.left_out) {
            let what =
                format!("{}: says other counts than the {shown} shown and {} left out", part.heading, part.left_out);
            notes.wrong(Check::Report, Place::Report("sections"), what);
        }
    }
}
