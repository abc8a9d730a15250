//! Whether a later sentence takes an earlier one back.
//!
//! Takes sentences of the user; says yes only where a word of reversal stands and enough words are shared. Promises:
//! the same rule said again is no reversal of itself. Leaves out: reversals that name nothing of what they reverse.
use super::sentences;
use crate::lexicon::{self, Groups, Lexicon};
use alloc::string::String;
use alloc::vec::Vec;

/// Words that speak of a rule itself: what follows may repeat it word by word.
#[rustfmt::skip]
const TAKEN_BACK: &[&str] = &[
    // English
    " forget ", " scratch that ", " scratch the ", " ignore ", " disregard ", " drop the ", " no longer applies ",
    " no longer apply ", " no longer needed ", " never mind ", " nevermind ", " i changed my mind ", " take that back ",
    " you may now ", " you can now ", " now you can ", " now you may ", " it's ok to ", " it is ok to ",
    " it's fine to ", " feel free to ", " is allowed now ", " are allowed now ", " go back to ", " undo ", " revert ",
    // German
    " doch nicht ", " vergiss ", " ignoriere ", " gilt nicht mehr ", " du darfst jetzt ", " du kannst jetzt ",
    " doch wieder ",
    // French, Spanish, Portuguese
    " oublie ", " finalement ", " tu peux maintenant ", " olvida ", " ya no ", " ahora puedes ", " esqueça ",
    " não mais ", " agora pode ",
    // Chinese, Japanese, Korean, Russian
    "算了", "改主意", "现在可以", "忘掉", "やっぱり", "忘れて", "취소", "이제는 해도", "이제 해도", "забудь", "теперь можно", "передумал",
];
/// Words that turn against something.
#[rustfmt::skip]
const AGAINST: &[&str] = &[
    // English
    " stop ", " actually ", " no longer ", " instead ", " anymore ", " any more ", " don't ", " do not ",
    " not any longer ",
    // German
    " stattdessen ", " nicht mehr ", " hör auf ", " lieber ", " eigentlich ",
    // French, Spanish, Portuguese
    " arrête ", " plutôt ", " ne plus ", " en lugar de ", " en vez de ", " deja de ", " em vez de ", " pare de ",
    // Chinese, Japanese, Korean, Russian
    "不再", "而是", "代わりに", "やめて", "대신", "그만", " вместо ", " больше не ", " хватит ",
];
/// Words that forbid.
#[rustfmt::skip]
const NEGATIVE: &[&str] = &[
    " never ", " not ", " don't ", " dont ", " mustn't ", " shouldn't ", " no ", " avoid ", " stop ", " forbidden ",
    " without ", " nie ", " niemals ", " nicht ", " kein ", " keine ", " keinen ", " verboten ", " jamais ", " pas ",
    " nunca ", " não ", " evite ", " evita ", " не ", " нельзя ", " никогда ", "不", "禁止", "别", "ない", "しないで", "지 마",
    "하지마", "금지",
];
/// The three lists as groups.
const BACK: Groups = 1;
const TURNS: Groups = 2;
const FORBIDS: Groups = 4;
static WORDS: Lexicon<{ lexicon::count(&[TAKEN_BACK, AGAINST, NEGATIVE]) }> =
    Lexicon::new().with(TAKEN_BACK, 0).with(AGAINST, 1).with(NEGATIVE, 2).sorted();

/// Words that carry nothing of the matter.
#[rustfmt::skip]
const EMPTY: &[&str] = &[
    "the", "and", "for", "you", "that", "this", "with", "from", "now", "not", "don't", "never", "always", "must",
    "should", "use", "using", "any", "all", "are", "can", "may", "please", "actually", "instead", "stop", "longer",
    "forget", "rule", "about", "again", "have", "into", "make", "sure", "when", "without", "only", "ever", "fine",
    "okay", "back", "keep", "der", "die", "das", "und", "nicht", "nie", "niemals", "immer", "bitte", "doch", "kein",
    "keine", "mehr", "den", "dem", "les", "des", "une", "pas", "jamais", "toujours", "nunca", "siempre", "sempre",
    "para", "por", "que", "los", "las", "никогда", "всегда", "нельзя",
];

/// The text takes something back.
pub fn reversal(text: &str) -> bool {
    sentences::split(text).iter().map(|s| sentences::plain(s)).any(|plain| WORDS.within(&plain) & (BACK | TURNS) != 0)
}

/// `later` reverses the rule `earlier`: it has a word of reversal, and at least three in five of the content words of
/// the shorter one, and no fewer than two, stand in both.
pub fn supersedes(later: &str, earlier: &str) -> bool {
    if later.len() > 2_000 || earlier.len() > 2_000 {
        return false;
    }
    let (late, early) = (sentences::plain(later), sentences::plain(earlier));
    if late == early {
        return false;
    }
    let words = WORDS.within(&late);
    let back = words & BACK != 0;
    if words & (BACK | TURNS) == 0 {
        return false;
    }
    // Two prohibitions of the same matter agree.
    let forbid_alike = words & FORBIDS == WORDS.within(&early) & FORBIDS;
    if !back && forbid_alike && !late.contains(" instead ") {
        return false;
    }
    let (late, early) = (content(&late), content(&early));
    let shared = early.iter().filter(|w| late.iter().any(|l| same(l, w))).count();
    let shorter = late.len().min(early.len());
    shared >= 2 && shared * 5 >= shorter * 3
}

/// The content words of a plain sentence; of scripts without spaces, pairs of neighbouring characters.
fn content(plain: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in plain.split(' ') {
        if word.chars().any(|c| ('\u{3040}'..='\u{9fff}').contains(&c)) {
            let chars: Vec<char> = word.chars().collect();
            words.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
        } else if word.len() >= 3 && !EMPTY.contains(&word) {
            words.push(String::from(word));
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Equal, or one is the other with a short ending.
fn same(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    long == short || (short.len() >= 4 && long.starts_with(short) && long.len() - short.len() <= 3)
}
