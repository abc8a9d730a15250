//! Whether a later sentence takes an earlier one back.
//!
//! Takes sentences of the user, each read once; says yes only where the later one turns against something and what it
//! speaks of is the matter of the earlier one: a word of reversal and enough shared words, a permission of what was
//! forbidden, or another language to answer in. Promises: the same rule said again is no reversal of itself; linear
//! in the sentences. Leaves out: reversals that name nothing of what they reverse, and exceptions.
use super::answering::{self, Answering};
use super::matter::{self, Matter};
use super::{sentences, states_rule};
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
    " oublie ", " finalement ", " plus besoin ", " tu peux maintenant ", " olvida ", " ya no ", " ahora puedes ", " esqueça ",
    " não mais ", " agora pode ",
    // Chinese, Japanese, Korean, Russian
    "算了", "改主意", "现在可以", "忘掉", "やっぱり", "忘れて", "취소", "이제는 해도", "이제 해도", "забудь", "теперь можно", "передумал",
    // Italian, Arabic, Hindi
    " lascia perdere ", " ora puoi ", " non vale più ", " انس ", " يمكنك الآن ", " भूल जाओ ", " अब कर सकते ",
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
    " não precisa mais ",
    // Chinese, Japanese, Korean, Russian
    "不再", "不用再", "不必再", "而是", "代わりに", "やめて", "なくていい", "なくてもいい", "대신", "그만", "안 해도", "않아도", " вместо ", " больше не ", " хватит ",
];
/// Words that forbid.
#[rustfmt::skip]
const NEGATIVE: &[&str] = &[
    " never ", " not ", " don't ", " dont ", " mustn't ", " shouldn't ", " no ", " avoid ", " stop ", " forbidden ",
    " without ", " nie ", " niemals ", " nicht ", " kein ", " keine ", " keinen ", " verboten ", " jamais ", " pas ",
    " nunca ", " não ", " evite ", " evita ", " не ", " нельзя ", " никогда ", " запрещено ", "不", "禁止", "别", "勿",
    "ない", "なくて", "しないで", "지 마", "하지마", "지 말", "금지", " proibido ", " prohibido ", " interdit ", " interdits ", " ne ",
    " non ", " mai ", " vietato ", " لا ", " ممنوع ", " मत ", " नहीं ",
];
/// Words that allow.
#[rustfmt::skip]
const PERMITS: &[&str] = &[
    // English
    " you may ", " you can ", " we may ", " we can ", " allowed ", " is fine ", " are fine ", " it's fine ", " is ok ",
    " are ok ", " it's ok ", " is okay ", " are okay ", " feel free ", " permitted ",
    // German
    " du darfst ", " ihr dürft ", " sie dürfen ", " darfst du ", " dürfen ", " du kannst ", " kannst du ", " erlaubt ",
    " ist ok ", " sind ok ", " in ordnung ",
    // French, Spanish, Portuguese
    " tu peux ", " vous pouvez ", " on peut ", " autorisé ", " autorisés ", " autorisée ", " autorisées ", " permis ",
    " puedes ", " pueden ", " podéis ", " se puede ", " se pueden ", " se permite ", " se permiten ", " permitido ",
    " permitidos ", " permitida ", " permitidas ", " pode ", " podes ", " podem ",
    // Chinese, Japanese, Korean, Russian
    "可以", "允许", "てもいい", "でもいい", "ても良い", "てもよい", "ても構", "てもかま", "ていいです", "도 돼", "도 된다", "도 됩니다", "도 됨", "도 좋", "도 괜찮",
    " можно ", " можешь ", " можете ", " разрешено ", " разрешается ", " разрешены ",
];
/// Words that say that it was otherwise before.
#[rustfmt::skip]
const FROM_NOW: &[&str] = &[
    // English
    " now ", " again ", " from now on ", " from here on ", " going forward ", " after all ", " henceforth ",
    // German
    " jetzt ", " wieder ", " nun ", " ab sofort ", " von nun an ", " künftig ", " in zukunft ", " doch ",
    // French, Spanish, Portuguese
    " maintenant ", " désormais ", " dorénavant ", " à nouveau ", " de nouveau ", " ahora ", " de nuevo ", " otra vez ",
    " en adelante ", " agora ", " de novo ", " novamente ", " em diante ",
    // Chinese, Japanese, Korean, Russian
    "现在", "从今", "今后", "以后", "又可以", "了", "今後", "これから", "今から", "もう", "今は", "이제", "앞으로", "지금부터", "다시", " теперь ",
    " снова ", " опять ", " отныне ", " впредь ", " с этого момента ",
];
/// The lists as groups.
const BACK: Groups = 1;
const TURNS: Groups = 2;
const FORBIDS: Groups = 4;
const ALLOWS: Groups = 8;
const ANEW: Groups = 16;
static WORDS: Lexicon<{ lexicon::count(&[TAKEN_BACK, AGAINST, NEGATIVE, PERMITS, FROM_NOW]) }> =
    Lexicon::new().with(TAKEN_BACK, 0).with(AGAINST, 1).with(NEGATIVE, 2).with(PERMITS, 3).with(FROM_NOW, 4).sorted();

/// Longest sentence that is held against others, in bytes.
const LONGEST: usize = 2_000;
/// Sentences that take something back and are held against one rule: the newest ones.
const LATER: usize = 256;
/// Of those, the ones that seem to share words with it and are compared word by word.
const CLOSE: usize = 12;

/// The text takes something back.
pub fn reversal(text: &str) -> bool {
    sentences::split(text).iter().map(|s| sentences::plain(s)).any(|plain| WORDS.within(&plain) & (BACK | TURNS) != 0)
}

/// Sentences of the user that may take a rule back, in the order in which they were said.
#[derive(Default)]
pub struct Reversals {
    said: Vec<(usize, Sentence)>,
}

impl Reversals {
    /// Reads a message or a sentence that was said at a place; places ascend.
    pub fn add(&mut self, at: usize, text: &str) {
        for sentence in text.split('⏎').flat_map(sentences::split).filter(|s| s.len() <= LONGEST) {
            let plain = sentences::plain(sentence);
            if may_turn(&plain)
                && let sentence = Sentence::of(sentence, plain)
                && sentence.turns()
            {
                self.said.push((at, sentence));
            }
        }
    }

    /// Place of the first sentence, said after `after`, that takes the rule back.
    pub fn against(&self, rule: &str, after: usize) -> Option<usize> {
        let newest = self.said.get(self.said.len().saturating_sub(LATER)..).unwrap_or_default();
        let later = newest.get(newest.partition_point(|(at, _)| *at <= after)..).unwrap_or_default();
        if later.is_empty() {
            return None;
        }
        let rule = Sentence::read(rule)?;
        let close = later.iter().filter(|(_, sentence)| sentence.is_near(&rule)).take(CLOSE);
        close.clone().find(|(_, sentence)| sentence.supersedes(&rule)).map(|(at, _)| *at)
    }
}

/// A cheap look at a plain sentence, before it is read: most take nothing back.
fn may_turn(plain: &str) -> bool {
    let groups = WORDS.within(plain);
    groups & (BACK | TURNS) != 0 || groups & (ALLOWS | ANEW) == (ALLOWS | ANEW) || answering::may_ask(plain)
}

/// A sentence, read once.
struct Sentence {
    plain: String,
    groups: Groups,
    matter: Matter,
    answering: Option<Answering>,
    /// It is a rule, or says that something is otherwise from now on.
    lasts: bool,
    asks: bool,
}

impl Sentence {
    fn read(text: &str) -> Option<Self> {
        (text.len() <= LONGEST).then(|| Sentence::of(text, sentences::plain(text)))
    }

    fn of(text: &str, plain: String) -> Self {
        let groups = WORDS.within(&plain);
        let answering = answering::read(&plain);
        let lasts = groups & ANEW != 0 || (answering.is_some() && states_rule(text));
        let asks = text.trim_end().ends_with(['?', '？', '؟']);
        Sentence { matter: matter::read(&plain), plain, groups, answering, lasts, asks }
    }

    fn has(&self, groups: Groups) -> bool {
        self.groups & groups != 0
    }

    /// It allows what it was not allowed before.
    fn permits(&self) -> bool {
        self.has(ALLOWS) && self.has(ANEW) && !self.has(FORBIDS) && !self.asks
    }

    /// It may take something back.
    fn turns(&self) -> bool {
        self.has(BACK | TURNS) || self.permits() || (self.answering.is_some() && self.lasts && !self.asks)
    }

    /// A cheap look, before the words are compared.
    fn is_near(&self, rule: &Self) -> bool {
        self.matter.is_near(&rule.matter) || (self.answering.is_some() && rule.answering.is_some())
    }

    /// This sentence reverses the rule: at least three in five of the content words of the shorter one, and no fewer
    /// than two, stand in both. A permission may name the one thing that was forbidden and nothing else.
    fn supersedes(&self, rule: &Self) -> bool {
        if self.plain == rule.plain {
            return false;
        }
        if let (Some(now), Some(before), true) = (&self.answering, &rule.answering, self.lasts && !self.asks)
            && now.replaces(before)
        {
            return true;
        }
        let permits = self.permits() && rule.has(FORBIDS);
        if !(self.has(BACK | TURNS) || permits) {
            return false;
        }
        // Two prohibitions of the same matter agree.
        let alike = self.has(FORBIDS) == rule.has(FORBIDS);
        if alike && !self.has(BACK) && !permits && !self.plain.contains(" instead ") {
            return false;
        }
        let (shared, shorter) = self.matter.shared(&rule.matter);
        (shared >= 2 && shared * 5 >= shorter * 3) || (permits && self.matter.is_just(&rule.matter))
    }
}
