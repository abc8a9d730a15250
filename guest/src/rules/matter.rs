//! What a sentence speaks of: its content words.
//!
//! Takes a plain sentence; gives the words that carry its matter, compared loosely: endings may differ. Promises: a
//! bounded number of words, so that comparing two sentences has a bounded price; names with digits are equal or
//! not. Leaves out: sense; `tabs` and `tabulators` are two things.
use alloc::string::String;
use alloc::vec::Vec;

/// Content words that are looked at.
const MOST: usize = 24;

/// Words that carry nothing of the matter.
#[rustfmt::skip]
const EMPTY: &[&str] = &[
    // English
    "the", "and", "for", "you", "that", "this", "with", "from", "now", "not", "don't", "dont", "never", "always",
    "must", "should", "use", "using", "used", "any", "all", "are", "can", "may", "please", "actually", "instead", "stop",
    "longer", "forget", "rule", "about", "again", "have", "into", "make", "sure", "when", "without", "only", "ever",
    "fine", "okay", "back", "keep", "allowed", "feel", "free", "after", "avoid", "it's", "new",
    // German
    "der", "die", "das", "und", "nicht", "nie", "niemals", "immer", "bitte", "doch", "kein", "keine", "keinen", "mehr",
    "den", "dem", "darfst", "dürft", "dürfen", "kannst", "jetzt", "wieder", "nun", "verwende", "verwenden", "benutze",
    "benutzen", "nutze", "nutzen", "sofort", "erlaubt", "sind",
    // French, Spanish, Portuguese
    "les", "des", "une", "pas", "jamais", "toujours", "peux", "pouvez", "maintenant", "désormais", "utilise",
    "utilisez", "utiliser", "n'utilise", "n'utilisez", "nouveau", "plus", "nunca", "siempre", "sempre", "para", "por",
    "que", "los", "las", "puedes", "ahora", "usa", "uses", "usar", "usen", "utilices", "utilizar", "nuevo", "otra",
    "vez", "não", "pode", "agora", "você", "utilize", "novo",
    // Korean, as stems
    "사용", "마세", "말아", "하지", "이제", "앞으", "돼요", "된다", "됩니", "항상", "절대", "반드", "지금", "다시",
    // Russian
    "никогда", "всегда", "нельзя", "теперь", "можно", "можешь", "можете", "используй", "используйте", "использовать",
    "снова", "опять", "больше", "не", "ни", "на", "по", "это", "для", "при", "пожалуйста",
];

/// The content words of a sentence, sorted, each once.
pub(super) struct Matter {
    words: Vec<String>,
    /// One bit for each beginning of a word.
    beginnings: u64,
}

/// Reads the content words of a plain sentence; of scripts without spaces, pairs of neighbouring characters, but for
/// the letters that Japanese grammar is written in.
pub(super) fn read(plain: &str) -> Matter {
    let mut words: Vec<String> = Vec::new();
    for word in plain.split(' ') {
        if words.len() >= MOST {
            break;
        }
        if word.chars().any(is_dense) {
            let mut before: Option<char> = None;
            for c in word.chars().take(MOST) {
                words.extend(before.filter(|_| !is_hiragana(c)).map(|b| String::from_iter([b, c])));
                before = Some(c).filter(|c| !is_hiragana(*c));
            }
            continue;
        }
        // Korean words carry their endings behind a short stem.
        let stem = if word.starts_with(is_hangul) {
            word.char_indices().nth(2).map_or(word, |(end, _)| word.get(..end).unwrap_or(word))
        } else {
            word
        };
        if stem.len() >= 3 && !EMPTY.contains(&stem) {
            words.push(String::from(stem));
        }
    }
    words.sort_unstable();
    words.dedup();
    words.truncate(MOST);
    let beginnings = words.iter().fold(0, |all, word| all | beginning(word));
    Matter { words, beginnings }
}

fn is_dense(c: char) -> bool {
    ('\u{3040}'..='\u{9fff}').contains(&c)
}

fn is_hiragana(c: char) -> bool {
    ('\u{3040}'..='\u{309f}').contains(&c)
}

fn is_hangul(c: char) -> bool {
    ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

fn is_cyrillic(c: char) -> bool {
    ('\u{400}'..='\u{4ff}').contains(&c)
}

/// Words that can be the same begin with the same two characters.
fn beginning(word: &str) -> u64 {
    let hash = word.chars().take(2).fold(0_u32, |hash, c| hash.wrapping_mul(31).wrapping_add(u32::from(c)));
    1 << (hash.wrapping_mul(0x9e37_79b1) >> 26)
}

impl Matter {
    /// Some of the words may be the same.
    pub(super) fn is_near(&self, other: &Matter) -> bool {
        self.beginnings & other.beginnings != 0
    }

    /// How many words of the other stand here too, and how many the shorter of the two has.
    pub(super) fn shared(&self, other: &Matter) -> (usize, usize) {
        let shared = other.words.iter().filter(|w| self.words.iter().any(|s| same(s, w))).count();
        (shared, self.words.len().min(other.words.len()))
    }

    /// Both speak of the same one thing.
    pub(super) fn is_just(&self, other: &Matter) -> bool {
        matches!((self.words.as_slice(), other.words.as_slice()), ([a], [b]) if same(a, b))
    }

    /// Both have the same words, but for those that `but` names.
    pub(super) fn equals_but(&self, other: &Matter, but: impl Fn(&str) -> bool) -> bool {
        let covers = |a: &Matter, b: &Matter| {
            a.words.iter().filter(|w| !but(w)).all(|w| b.words.iter().any(|o| !but(o) && same(w, o)))
        };
        covers(self, other) && covers(other, self)
    }
}

/// Equal, or the same word with another ending.
fn same(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if long == short {
        return true;
    }
    if short.bytes().next() != long.bytes().next() {
        return false;
    }
    if short.len() >= 4 && long.len() - short.len() <= 3 && long.starts_with(short) {
        return true;
    }
    let plain = |word: &str| word.chars().all(char::is_alphabetic);
    let common = short.chars().zip(long.chars()).take_while(|(a, b)| a == b).count();
    let (short_len, long_len) = (short.chars().count(), long.chars().count());
    let endings = if short.starts_with(is_cyrillic) {
        common >= 3 && common * 2 >= long_len
    } else {
        common >= 4 && short_len - common <= 1 && long_len - common <= 1
    };
    endings && plain(short) && plain(long)
}
