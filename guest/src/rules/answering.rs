//! The language that the user wants to be answered in.
//!
//! Takes a plain sentence; gives the languages that it asks for, if it asks how to answer, and what else its clause
//! speaks of. Promises: two such sentences replace each other only if they ask for different languages and are about
//! the same answers. Leaves out: the language of files and comments, unless all other words are the same.
use super::matter::{self, Matter};
use crate::lexicon::{self, Groups, Lexicon};
use alloc::format;

/// Names of languages; each row is one language.
#[rustfmt::skip]
const NAMES: [&[&str]; 16] = [
    &[" english ", " englisch ", " anglais ", " inglés ", " inglês ", "英语", "英文", "英語", "영어", " английском ", " по-английски "],
    &[" german ", " deutsch ", " allemand ", " alemán ", " alemão ", "德语", "德文", "ドイツ語", "독일어", " немецком ", " по-немецки "],
    &[" french ", " französisch ", " français ", " francés ", " francês ", "法语", "法文", "フランス語", "프랑스어", " французском ", " по-французски "],
    &[" spanish ", " spanisch ", " espagnol ", " español ", " castellano ", " espanhol ", "西班牙语", "スペイン語", "스페인어", " испанском ", " по-испански "],
    &[" portuguese ", " portugiesisch ", " portugais ", " portugués ", " português ", "葡萄牙语", "ポルトガル語", "포르투갈어", " португальском ", " по-португальски "],
    &[" chinese ", " chinesisch ", " chinois ", " chino ", " chinês ", "中文", "汉语", "中国語", "중국어", " китайском ", " по-китайски "],
    &[" japanese ", " japanisch ", " japonais ", " japonés ", " japonês ", "日语", "日文", "日本語", "일본어", " японском ", " по-японски "],
    &[" korean ", " koreanisch ", " coréen ", " coreano ", "韩语", "韩文", "韓国語", "한국어", "한국말", " корейском ", " по-корейски "],
    &[" russian ", " russisch ", " russe ", " ruso ", " russo ", "俄语", "俄文", "ロシア語", "러시아어", " русском ", " по-русски "],
    &[" italian ", " italienisch ", " italien ", " italiano ", "意大利语", "イタリア語", "이탈리아어", " итальянском "],
    &[" dutch ", " niederländisch ", " néerlandais ", " neerlandés ", " holandês ", "荷兰语", "オランダ語", "네덜란드어"],
    &[" polish ", " polnisch ", " polonais ", " polaco ", " polonês ", "波兰语", "ポーランド語", "폴란드어", " польском "],
    &[" turkish ", " türkisch ", " turc ", " turco ", "土耳其语", "トルコ語", "터키어", " турецком "],
    &[" arabic ", " arabisch ", " arabe ", " árabe ", "阿拉伯语", "アラビア語", "아랍어", " арабском "],
    &[" hindi ", "印地语", "ヒンディー語", "힌디어"],
    &[" ukrainian ", " ukrainisch ", " ukrainien ", " ucraniano ", "乌克兰语", "ウクライナ語", "우크라이나어", " украинском "],
];
/// Words for answering.
#[rustfmt::skip]
const ANSWERS: &[&str] = &[
    " answer ", " answers ", " reply ", " replies ", " respond ", " speak ", " talk ", " communicate ", " antworte ",
    " antworten ", " antwortet ", " sprich ", " sprechen ", " rede ", " réponds ", " répondez ", " répondre ", " parle ",
    " parlez ", " responde ", " responded ", " responder ", " contesta ", " contestar ", " habla ", " responda ",
    " respondas ", " fale ", " fala ", " falar ", "回答", "回复", "答复", "说", "答えて", "答える", "返答", "返信", "話して", "答", "답해", "답변",
    "대답", "말해", " отвечай ", " отвечайте ", " отвечать ", " говори ", " говорите ",
];
const ANSWER: Groups = 1 << 63;

static WORDS: Lexicon<{ size() }> = {
    let mut all = Lexicon::new().with(ANSWERS, 63);
    let mut i = 0;
    while i < NAMES.len() {
        all = all.with(NAMES[i], i as u8);
        i += 1;
    }
    all.sorted()
};

const fn size() -> usize {
    let (mut all, mut i) = (ANSWERS.len(), 0);
    while i < NAMES.len() {
        all += lexicon::count(&[NAMES[i]]);
        i += 1;
    }
    all
}

/// Characters of a clause in a script without spaces that says no more than that.
const DENSE_CLAUSE: usize = 20;

/// Which languages are asked for, and of what.
pub(super) struct Answering {
    languages: Groups,
    matter: Matter,
    /// A script without spaces: what else the clause says cannot be told by words.
    dense: bool,
}

/// Bytes of a sentence that asks how to answer; a longer one speaks of something else.
const LONGEST: usize = 400;

/// A cheap look: the sentence names a language and speaks of answering.
pub(super) fn may_ask(plain: &str) -> bool {
    let groups = if plain.len() <= LONGEST { WORDS.within(plain) } else { 0 };
    groups & ANSWER != 0 && groups != ANSWER
}

/// Reads a plain sentence.
pub(super) fn read(plain: &str) -> Option<Answering> {
    if !may_ask(plain) {
        return None;
    }
    plain.split(" , ").find_map(|clause| {
        let clause = format!(" {} ", clause.trim());
        let groups = WORDS.within(&clause);
        let dense = clause.chars().any(|c| ('\u{3040}'..='\u{9fff}').contains(&c));
        let short = !dense || clause.chars().nth(DENSE_CLAUSE).is_none();
        let asks = groups & ANSWER != 0 && groups != ANSWER && short;
        asks.then(|| Answering { languages: groups & !ANSWER, matter: matter::read(&clause), dense })
    })
}

impl Answering {
    /// True when both are about the same answers, and this one asks for other languages.
    pub(super) fn replaces(&self, before: &Answering) -> bool {
        let of_answering = |word: &str| WORDS.within(&format!(" {word} ")) != 0 || FRAME.contains(&word);
        self.languages & before.languages == 0
            && (self.dense || before.dense || self.matter.equals_but(&before.matter, of_answering))
    }
}

/// Words around a language that narrow nothing.
#[rustfmt::skip]
const FRAME: &[&str] = &[
    "language", "here", "henceforth", "going", "forward", "everything", "mir", "immer", "auf", "künftig", "zukunft",
    "ab", "von", "stets", "dorénavant", "partir", "avenir", "l'avenir", "moi", "adelante", "partir", "favor", "diante",
    "daqui", "plaît", "plait", "te", "vous", "계속", "впредь", "отныне", "этого", "момента", "пожалуйста", "языке",
    "мне", "부탁", "주세",
    // The first two syllables of languages.
    "한국", "영어", "독일", "프랑", "스페", "포르", "중국", "일본", "러시", "이탈",
];
