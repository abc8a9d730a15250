//! Every quoted word stands in the row that its reference names, and every reference opens.
//!
//! Takes the summary's facts. Finds lines that the grammar does not know, references to rows that neither the original
//! nor an earlier summary has, and words that the named row does not have. Letters and digits count always, signs where
//! the text was copied as it stood. Leaves out: outcomes (`outcomes`).
use crate::summary::{Fact, From, Quote, Ref, Summary, all_references};
use crate::units::Units;
use crate::words::is_hidden;
use crate::{Case, Check, Notes, Place};

pub(crate) fn check(case: &Case<'_>, units: &Units<'_, '_>, summary: &Summary<'_>, notes: &mut Notes) {
    notes.looked(Check::Grammar, summary.lines);
    for (line, what) in &summary.unknown {
        notes.wrong(Check::Grammar, Place::Line(*line), *what);
    }
    let text = case.summary.as_ref().map_or("", |(_, text)| text.as_str());
    for (n, line) in text.lines().enumerate() {
        let strange = |c: char| (c.is_control() && c != '\t') || (is_hidden(c) && is_order(c));
        if line.contains(strange) {
            notes.wrong(Check::Grammar, Place::Line(n + 1), "a control character, or one that turns or hides text");
        }
        if ["[INST]", "</s>", "<start_of_turn>"].iter().any(|mark| line.contains(mark)) || has_bar_marker(line) {
            notes.wrong(Check::Grammar, Place::Line(n + 1), "a marker of a chat template");
        }
    }
    let facts = || summary.facts().map(|(_, fact)| fact);
    // Those of the grammar, and any other that a reader could take for one.
    let mut named: Vec<(usize, Ref)> = all_references(text);
    named.retain(|(line, _)| *line > 1);
    named.extend(facts().flat_map(|fact| fact.at.iter().chain(&fact.others).map(|at| (fact.line, *at))));
    named.sort_unstable();
    named.dedup();
    for (line, at) in named {
        if units.named(at).is_empty() && !units.is_carried(at) {
            notes.wrong(Check::References, Place::Line(line), format!("{at} names no row of the original"));
        } else {
            notes.looked(Check::References, 1);
        }
    }
    for fact in facts() {
        for quote in &fact.quotes {
            words(units, fact, quote, notes);
        }
        packages(units, fact, notes);
    }
}

/// `<|im_start|>` and its like; a lone `|>` is an operator of several languages.
fn has_bar_marker(line: &str) -> bool {
    let name = |inside: &str| !inside.is_empty() && inside.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    line.split("<|").skip(1).any(|rest| rest.split_once("|>").is_some_and(|(inside, _)| name(inside)))
}

/// Characters that turn the direction of text, or that only machines see.
fn is_order(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
}

fn words(units: &Units<'_, '_>, fact: &Fact<'_>, quote: &Quote<'_>, notes: &mut Notes) {
    if quote.words.is_empty() {
        return;
    }
    // The end of a run in the background is told by a poll: the command stands where it was started.
    let is_start = |at: &Ref| {
        fact.command.as_ref().is_some_and(|command| command.text == quote.words) && units.started(*at, quote.words)
    };
    let (rows, stands) = match &quote.from {
        From::Rows(rows) => (rows.as_slice(), rows.iter().any(|at| units.has(*at, quote.words) || is_start(at))),
        From::Path(rows) => {
            let names = || quote.words.split(['/', '\\']).filter(|name| !name.is_empty());
            (rows.as_slice(), rows.iter().any(|at| names().all(|name| units.has(*at, name))))
        }
        From::Anywhere => (&[][..], units.anywhere(quote.words)),
    };
    // A reference that opens nothing is named already.
    if rows.iter().any(|at| units.named(*at).is_empty() && !units.is_carried(*at)) {
        return;
    }
    match (stands, rows.first()) {
        (true, _) => notes.looked(Check::Quotes, 1),
        (false, Some(at)) => {
            notes.wrong(Check::Quotes, Place::Line(fact.line), format!("words that do not stand in {at}"));
        }
        (false, None) => notes.wrong(Check::Quotes, Place::Line(fact.line), "words that stand nowhere"),
    }
}

/// Counts of packages are counts of lines.
fn packages(units: &Units<'_, '_>, fact: &Fact<'_>, notes: &mut Notes) {
    let (Some((passed, failed)), Some(at)) = (fact.packages, fact.at) else { return };
    if units.is_carried(at) {
        return;
    }
    let texts: Vec<String> = units.named(at).iter().map(|row| decoded(&units.original[*row].text)).collect();
    let count =
        |sign: &str| texts.iter().flat_map(|text| text.lines()).filter(|line| line.trim().starts_with(sign)).count();
    if passed > count("ok") || failed > count("FAIL") {
        notes.wrong(Check::Outcomes, Place::Line(fact.line), format!("counts more packages than {at} has"));
    }
}

/// The text, and the strings in it if it is an object.
fn decoded(text: &str) -> String {
    let keys = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text).unwrap_or_default();
    let strings = keys.values().filter_map(|value| value.as_str());
    strings.chain([text]).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_no_markers() {
        for (line, marker) in [
            ("x <|im_start|>", true),
            ("<|<|eot_id|>", true),
            ("list |> Enum.map(f) |> Enum.sum", false),
            ("f <| g <| x |> h", false),
            ("a <||> b", false),
        ] {
            assert_eq!(has_bar_marker(line), marker, "{line}");
        }
    }
}
