//! Orders by the form of the sentence, where a list of verbs would never end.
//!
//! Takes a plain sentence; says whether it is an order that forbids for ever or asks for always: a German imperative
//! with `nie`, `niemals`, `immer` or `keine`, a French one between `ne` and `jamais`, an Arabic one with `أبدا`, a Hindi
//! one with `हमेशा`. Leaves out: what is said of
//! somebody or something, whose verb looks otherwise or has a subject.

/// German imperatives without the usual ending.
#[rustfmt::skip]
const SHORT_IMPERATIVES: &[&str] = &[
    "fass", "mach", "lösch", "schreib", "benutz", "verwend", "push", "lass", "gib", "nimm", "lies", "sag", "zeig",
    "frag", "rühr", "such", "stell", "setz", "führ", "leg", "logg", "speicher", "änder", "füg", "bau", "installier",
    "verwechsel", "verschieb", "überschreib", "entfern", "merge", "commit", "deploy", "antwort", "ruf", "öffne", "greif",
];
/// German words with the ending of an imperative that are none.
#[rustfmt::skip]
const NO_IMPERATIVES: &[&str] = &[
    "keine", "meine", "deine", "seine", "ihre", "unsere", "eine", "diese", "jede", "viele", "manche", "einige", "heute",
    "habe", "hatte", "hätte", "wurde", "werde", "würde", "konnte", "könnte", "sollte", "musste", "müsste", "wollte",
    "danke", "bitte", "leute", "tage", "beide", "alle", "ohne", "gerade", "solche", "welche", "beinahe", "wäre",
    "glaube", "denke", "finde", "sehe", "kenne", "hoffe", "ende", "seite", "schade", "leere", "neue", "andere",
];
/// German imperatives that end as a past tense does.
#[rustfmt::skip]
const LIKE_THE_PAST: &[&str] = &[
    "teste", "starte", "beachte", "arbeite", "warte", "antworte", "richte", "achte", "leite", "halte", "committe",
    "berichte", "bearbeite", "verarbeite", "erweitere", "breite", "verwalte", "schalte", "behalte",
];
/// Words that a German order has no room for: its verb has a subject.
const SUBJECTS: &[&str] =
    &["ich", "wir", "er", "man", "es", "noch", "warum", "wenn", "dass", "hat", "ist", "war", "wird"];

/// The sentence is such an order.
pub(super) fn lasting(plain: &str) -> bool {
    german(plain) || french(plain) || arabic(plain) || hindi(plain)
}

/// `لا` before a verb of the second person, and `أبدا` behind it. Of somebody else it is told, not asked.
fn arabic(plain: &str) -> bool {
    let Some((_, rest)) = plain.split_once(" لا ت") else { return false };
    [" أبداً ", " أبدا ", " ابدا "].iter().any(|ever| rest.contains(ever))
}

/// `हमेशा` in a sentence that does not end as one that tells something.
fn hindi(plain: &str) -> bool {
    let lasting = [" हमेशा ", " सदैव "].iter().any(|always| plain.contains(always));
    let end = plain.trim_end().rsplit(' ').next().unwrap_or("");
    lasting && !["है", "हैं", "था", "थी", "थे", "हूँ", "हो", "गया", "गई"].contains(&end)
}

fn german(plain: &str) -> bool {
    let mut words = plain.split_ascii_whitespace().skip_while(|w| matches!(*w, "bitte" | "," | "und" | "also"));
    let Some(verb) = words.next() else { return false };
    let ending = verb.len() >= 4 && verb.ends_with('e') && !NO_IMPERATIVES.contains(&verb);
    let ending = ending && (!verb.ends_with("te") || LIKE_THE_PAST.contains(&verb));
    if !ending && !SHORT_IMPERATIVES.contains(&verb) {
        return false;
    }
    let rest = words.clone();
    // Near the verb, or it belongs to another clause.
    let near = rest.take_while(|w| *w != ",").take(8);
    let lasting = |w: &str| matches!(w, "nie" | "niemals" | "immer" | "stets");
    let first = words.next().unwrap_or("");
    let says =
        matches!(first, "keine" | "keinen" | "kein") && verb != "mach" && verb != "mache" || near.clone().any(lasting);
    says && words.next().is_some() && !near.clone().any(|w| SUBJECTS.contains(&w))
        // `immer wieder`, `immer noch`
        && !plain.contains(" immer wieder ") && !plain.contains(" wie immer ")
}

fn french(plain: &str) -> bool {
    let plain = plain.trim_start();
    let order = plain.strip_prefix("ne ").or_else(|| plain.strip_prefix("n'"));
    let idle = ["marche ", "fonctionne ", "passe ", "démarre ", "t'inquiète ", "vous "];
    order.is_some_and(|rest| {
        !idle.iter().any(|verb| rest.starts_with(verb))
            && rest.split_ascii_whitespace().skip(1).take(4).any(|word| word == "jamais")
    })
}
