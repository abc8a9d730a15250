//! The phrases that make a sentence a rule, and those that make it something else, by language.
//!
//! Looked up in the plain form of a sentence: lower case, one space around every word. All languages are looked up at
//! once; a language has the groups of bits from its number times [`GROUPS`] on.
use crate::lexicon::{self, Groups, Lexicon};

/// Phrases of one language.
pub(super) struct Language {
    /// Make a rule wherever they stand.
    pub(super) anywhere: &'static [&'static str],
    /// Make a rule at the start of the sentence.
    pub(super) starts: &'static [&'static str],
    /// Make a rule where a clause begins: at the start or after one of `openers`. They begin and end with a space.
    pub(super) clause: &'static [&'static str],
    /// Words after which a clause begins.
    pub(super) openers: &'static [&'static str],
    /// Words that give a `clause` phrase another sense when they follow it.
    pub(super) not_next: &'static [&'static str],
    /// Wherever they stand, there is no rule.
    pub(super) veto: &'static [&'static str],
    /// At the start, there is no rule.
    pub(super) starts_veto: &'static [&'static str],
}

/// Marks of a request for this once, in any language.
#[rustfmt::skip]
const ONCE_PHRASES: &[&str] = &[
    " for now ", " right now ", " this time ", " just this once ", " this once ", " at the moment ", " for the moment ",
    " just yet ", " yet ", " today ", " vorerst ", " diesmal ", " heute ", " im moment ", " noch nicht ", " gerade ",
    " pour l'instant ", " cette fois ", " aujourd'hui ", " por ahora ", " esta vez ", " hoy ", " por enquanto ",
    " desta vez ", " hoje ", "这次", "暂时", "今天", "今回だけ", "とりあえず", "이번에는", "이번만", "일단", " пока что ", " на этот раз ",
    " сегодня ", " per ora ", " questa volta ", " oggi ", " adesso ", " الآن ", " هذه المرة ", " اليوم ", " حاليا ",
    " अभी ", " इस बार ", " आज ",
];

pub(super) const LANGUAGES: &[Language] =
    &[ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, CHINESE, JAPANESE, KOREAN, RUSSIAN, ITALIAN, ARABIC, HINDI];

/// Groups of one language.
pub(super) const GROUPS: usize = 3;
/// A phrase of `veto` or `starts_veto`.
pub(super) const VETO: Groups = 1;
/// A phrase of `anywhere`.
pub(super) const ANYWHERE: Groups = 2;
/// A phrase of `starts`; looked up at the start only.
pub(super) const STARTS: Groups = 2;
/// A phrase of `clause`, wherever it stands.
pub(super) const CLAUSE: Groups = 4;
/// A mark of a request for this once.
pub(super) const ONCE: Groups = 1 << 63;

/// What is looked up in the whole sentence.
pub(super) static WITHIN: Lexicon<{ size(true) }> = {
    let mut all = Lexicon::new().with(ONCE_PHRASES, 63);
    let mut i = 0;
    while i < LANGUAGES.len() {
        let (language, group) = (&LANGUAGES[i], (i * GROUPS) as u8);
        all = all.with(language.veto, group).with(language.anywhere, group + 1).with(language.clause, group + 2);
        i += 1;
    }
    all.sorted()
};

/// What is looked up at the start of the sentence.
pub(super) static AT_START: Lexicon<{ size(false) }> = {
    let mut all = Lexicon::new();
    let mut i = 0;
    while i < LANGUAGES.len() {
        let (language, group) = (&LANGUAGES[i], (i * GROUPS) as u8);
        all = all.with(language.starts_veto, group).with(language.starts, group + 1);
        i += 1;
    }
    all.sorted()
};

const fn size(within: bool) -> usize {
    let (mut all, mut i) = (if within { ONCE_PHRASES.len() } else { 0 }, 0);
    while i < LANGUAGES.len() {
        let l = &LANGUAGES[i];
        all += if within {
            lexicon::count(&[l.veto, l.anywhere, l.clause])
        } else {
            lexicon::count(&[l.starts, l.starts_veto])
        };
        i += 1;
    }
    all
}

#[rustfmt::skip]
const ENGLISH: Language = Language {
    anywhere: &[
        // prohibitions
        " must not ", " mustn't ", " must never ", " should never ", " shall not ", " you should not ",
        " you shouldn't ", " we should not ", " we shouldn't ", " is forbidden ", " are forbidden ", " is prohibited ",
        " are prohibited ", " strictly forbidden ", " is not allowed ", " are not allowed ", " isn't allowed ",
        " aren't allowed ", " you may not ", " is off limits ", " are off limits ", " is off-limits ",
        " are off-limits ", " we no longer use ", " under no circumstances ", " without asking me ", " unless i ask ",
        " unless i say ", " unless i tell ", " unless explicitly ", " without my permission ", " without my approval ",
        " without my ok ",
        // obligations
        " must always ", " should always ", " you must ", " we must ", " must be ", " must stay ", " must remain ",
        " must use ", " must pass ", " must go ", " must follow ", " must include ", " must keep ", " must work ",
        " must run ", " only ever ", " from now on ", " from here on ", " going forward ", " henceforth ",
        " need to always ",
        // preferences
        " i prefer ", " we prefer ", " i always want ", " i never want ", " i don't want you to ",
        " i do not want you to ",
    ],
    starts: &[
        " no new ", " no emoji ", " no emojis ", " no external ", " no third-party ", " no breaking ", " no force ",
        " no direct ", " no more than ", " hands off ", " ask me before ", " ask before ", " check with me before ",
        " please ask me before ", " keep your hands off ",
    ],
    clause: &[
        " never ", " do not ", " don't ", " dont ", " avoid ", " refrain from ", " stay away from ", " keep out of ",
        " always ", " make sure ", " be sure to ", " ensure ", " only use ", " use only ", " only commit ",
        " only push ", " only change ", " only edit ", " only touch ", " only modify ", " keep ", " stick to ",
        " stick with ", " prefer ", " answer in ", " reply in ", " respond in ", " no longer use ", " you always ",
        " we always ", " we never ",
    ],
    openers: &[
        ",", "-", "and", "but", "or", "so", "then", "also", "please", "just", "important", "remember", "remember,",
        "note", "should", "must", "shall", "again", "that", "ok", "okay", "rule", "case", "possible",
    ],
    not_next: &[
        // don't / do not
        "worry", "forget", "mind", "know", "think", "see", "understand", "care", "bother", "you", "we", "i", "they",
        "hesitate", "get", "have", "need", "want", "stop", "panic", "wait",
        // never / always / we never
        "been", "seen", "happened", "happens", "worked", "works", "got", "gets", "had", "mind,", "ends", "fails",
        "failed", "was", "were", "did", "saw", "heard", "went", "made", "found", "returns", "passes", "there", "a",
        "wanted", "used",
        // keep
        "going", "working", "trying", "it", "up", "in", "me", "getting", "seeing", "digging", "that", "looking", "at",
        "calm", "doing", "running", "this",
    ],
    veto: &[
        // somebody tells what happens
        " as always ", " not always ", " almost never ", " always fails ", " always the same ", " always get ", " says , ", " it must be ",
        " there must be ", " must be a bug ", " must be because ", " must be something ", " must be the ",
        " this must be ", " that must be ", " must have ", " must've ", " i must ", " must be wrong ",
        " must be broken ", " must be missing ", " method not allowed ", " to avoid ", " no need to ",
        " don't have to ", " do not have to ", " said ", " told me ", " you never ", " doesn't always ", " why ",
        " never mind ", " i think ", " should never happen ", " should not happen ", " shouldn't happen ",
        " must not happen ", " that should never ", " this should never ",
    ],
    starts_veto: &[
        " why ", " what ", " how ", " can you ", " could you ", " would you ", " do you ", " does ", " did ", " is ",
        " are ", " should ", " will ", " have you ", " who ", " where ", " which ", " can we ", " could we ", " do we ",
        " would it ", " i think ", " i guess ", " i wonder ", " i don't know ", " i don't think ", " maybe ",
        " perhaps ", " looks like ", " it looks ", " it seems ", " seems ", " apparently ", " it ", " there ", " he ",
        " she ", " i believe ", " i know ",
    ],
};

#[rustfmt::skip]
const GERMAN: Language = Language {
    anywhere: &[
        // Verbote
        " auf keinen fall ", " keinesfalls ", " darf nicht ", " darfst nicht ", " dürfen nicht ", " darf nie ",
        " darf niemals ", " dürfen nie ", " dürfen niemals ", " darf kein ", " darf keine ", " dürfen keine ",
        " verboten ", " nicht erlaubt ", " ohne rückfrage ", " ohne zu fragen ", " ohne mich zu fragen ",
        " ohne meine zustimmung ", " ohne meine erlaubnis ", " bitte nicht ", " bitte nie ", " bitte niemals ",
        " bitte keine ", " bitte kein ", " bitte keinen ", " bitte immer ", " soll nicht mehr ", " sollst nicht ",
        " sollst keine ", " tabu ",
        // Gebote
        " du musst ", " müssen immer ", " muss immer ", " müssen stets ", " muss stets ", " musst immer ",
        " müssen alle ", " muss zuerst ", " müssen zuerst ", " ab jetzt ", " ab sofort ", " von nun an ",
        " in zukunft ", " künftig ", " zukünftig ", " nur noch ", " grundsätzlich ", " muss grün ", " müssen grün ",
        " muss auf ", " müssen auf ",
    ],
    starts: &[
        " niemals ", " nie ", " immer ", " stets ", " keine neuen ", " keine weiteren ", " keine externen ",
        " keine emojis ", " keine änderungen ", " vermeide ", " verzichte auf ", " achte ", " stelle sicher ",
        " stell sicher ", " nicht ohne ", " lass die finger ", " finger weg ", " antworte auf ", " antworte immer ",
        " schreibe immer ", " schreib immer ", " benutze immer ", " verwende immer ", " nutze immer ", " nimm immer ",
        " benutze nie ", " verwende nie ", " nutze nie ", " benutze niemals ", " verwende niemals ", " verwende keine ",
        " benutze keine ", " nutze keine ", " verwende nur ", " benutze nur ", " nutze nur ", " ändere nie ",
        " ändere niemals ", " ändere nicht ", " ändere keine ", " lösche nie ", " lösche niemals ", " lösche keine ",
        " lösche nicht ", " pushe nie ", " pushe niemals ", " pushe nicht ", " committe nie ", " committe niemals ",
        " committe nicht ", " committe keine ", " installiere keine ", " füge keine ", " schreibe keine ",
        " schreib keine ", " fass nicht ", " fasse nicht ", " mach keine ", " mache keine ", " frag immer ",
        " frage immer ", " führe immer ", " teste immer ", " halte dich ", " halte die ", " halte den ", " halte das ",
    ],
    clause: &[" nie ", " niemals ", " immer ", " stets "],
    openers: &[",", "und", "aber", "bitte", "-", "sollst", "musst", "tests", "commits", "dateien"],
    not_next: &[
        "noch", "wieder", "mehr", "gesehen", "gehört", "passiert", "wenn", "war", "ist", "hat", "funktioniert", "der",
        "das",
    ],
    veto: &[
        " ich muss ", " muss ich ", " wie immer ", " noch nie ", " war nie ", " hat nie ", " habe nie ", " immer noch ",
        " warum ", " wieso ", " weshalb ", " keine ahnung ", " keine sorge ", " das muss ein ", " das muss am ",
        " es muss ", " schlägt immer ", " ich habe ", " kannst du ", " könntest du ", " weiß nicht ",
    ],
    starts_veto: &[
        " warum ", " wieso ", " was ", " wie ", " wann ", " wer ", " ich glaube ", " ich denke ", " vielleicht ",
        " es ", " kannst ", " könntest ", " ist ", " sind ", " soll ", " sollen ", " hast ", " das funktioniert ",
        " immer wenn ", " immer wieder ", " immer noch ", " darf ich ", " muss ich ", " müssen wir ",
    ],
};

#[rustfmt::skip]
const FRENCH: Language = Language {
    anywhere: &[
        " ne jamais ", " il ne faut pas ", " il ne faut jamais ", " ne doit pas ", " ne doivent pas ",
        " ne doit jamais ", " ne doivent jamais ", " est interdit ", " sont interdits ", " est interdite ",
        " interdit de ", " dorénavant ", " désormais ", " à partir de maintenant ", " à l'avenir ", " sans demander ",
        " sans me demander ", " sans mon accord ", " tu dois toujours ", " il faut toujours ", " doivent toujours ",
        " doit toujours ",
    ],
    starts: &[
        " ne pas ", " ne touche ", " ne modifie ", " ne change ", " ne supprime ", " ne pousse ", " n'utilise ",
        " n'ajoute ", " n'installe ", " ne fais ", " ne commite ", " ne touchez ", " ne modifiez ", " n'utilisez ",
        " jamais de ", " toujours ", " évite ", " évitez ", " assure-toi ", " assurez-vous ", " utilise toujours ",
        " écris toujours ", " réponds toujours ", " lance toujours ", " garde toujours ", " aucune nouvelle ",
        " réponds en ",
    ],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " je ", " pourquoi ", " toujours pas ", " est toujours ", " toujours le même ", " t'inquiète ", " n'est pas ",
    ],
    starts_veto: &[" j'", " ça ", " c'est ", " il y a ", " est-ce ", " comment ", " peux-tu ", " qu'est-ce "],
};

#[rustfmt::skip]
const SPANISH: Language = Language {
    anywhere: &[
        " no debes ", " no se debe ", " no se deben ", " nunca debes ", " está prohibido ", " están prohibidos ",
        " prohibido ", " a partir de ahora ", " de ahora en adelante ", " en adelante ", " sin preguntar ",
        " sin preguntarme ", " sin mi permiso ", " debes siempre ", " siempre debes ", " deben siempre ",
        " siempre deben ",
    ],
    starts: &[
        " nunca ", " jamás ", " siempre ", " no uses ", " no toques ", " no modifiques ", " no borres ", " no cambies ",
        " no hagas ", " no subas ", " no elimines ", " no agregues ", " no añadas ", " no escribas ", " no ejecutes ",
        " no instales ", " no crees ", " no edites ", " evita ", " evite ", " asegúrate ", " asegúrese ",
        " usa siempre ", " escribe siempre ", " responde siempre ", " ejecuta siempre ", " usa solo ", " responde en ",
        " por favor , no ",
    ],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " por qué ", " siempre falla ", " siempre me ", " nunca he ", " nunca funciona ", " nunca se ", " nunca me ",
        " yo ", " siempre se ", " nunca había ",
    ],
    starts_veto: &[" no sé ", " creo ", " es ", " ¿", " puedes ", " siempre que "],
};

#[rustfmt::skip]
const PORTUGUESE: Language = Language {
    anywhere: &[
        " não deve ", " não devem ", " nunca deve ", " é proibido ", " são proibidos ", " proibido ",
        " a partir de agora ", " de agora em diante ", " daqui em diante ", " sem perguntar ", " sem me perguntar ",
        " sem minha permissão ", " deve sempre ", " devem sempre ", " você deve ",
    ],
    starts: &[
        " nunca ", " jamais ", " sempre ", " não use ", " não toque ", " não modifique ", " não apague ",
        " não altere ", " não mude ", " não faça ", " não remova ", " não adicione ", " não escreva ", " não execute ",
        " não instale ", " não crie ", " não edite ", " não mexa ", " evite ", " certifique-se ", " use sempre ",
        " escreva sempre ", " responda sempre ", " execute sempre ", " use apenas ", " responda em ",
    ],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " por que ", " eu ", " sempre falha ", " nunca funciona ", " nunca vi ", " sempre que eu ", " sempre dá ",
        " nunca deu ", " sempre o mesmo ", " sempre a mesma ", " sempre lo stesso ", " sempre la stessa ", " fallisce ",
        " sempre più ",
    ],
    starts_veto: &[" não sei ", " acho ", " é o ", " é a ", " é um ", " é uma ", " é que ", " é só ", " é isso ", " é verdade ",
        " é possível ", " é normal ", " é claro ", " é bom ", " você pode ", " será ", " sempre que "],
};

#[rustfmt::skip]
const CHINESE: Language = Language {
    anywhere: &[
        "不要", "不准", "禁止", "不得", "切勿", "绝不", "绝对不", "永远不", "不允许", "请勿", "总是", "始终", "必须", "务必", "一律", "从现在起", "从现在开始",
        "以后都", "以后请", "今后", "未经我", "未经允许", "只能用", "避免",
    ],
    starts: &[" 别改", " 别动", " 别用", " 别删", " 请始终", " 请总是"],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        "要不要", "不要紧", "不要担心", "不要急", "吗", "呢", "为什么", "怎么", "我总是", "是不是", "它总是", "总是失败", "总是报错", "必须是因为", "不得不", "为了避免",
        "如何", "必须承认", "ない", "する", "です", "。で",
    ],
    starts_veto: &[" 我觉得", " 可能", " 我不"],
};

#[rustfmt::skip]
const JAPANESE: Language = Language {
    anywhere: &[
        "しないで", "ないでください", "ないで下さい", "使わないで", "触らないで", "変えないで", "消さないで", "禁止", "必ず", "常に", "絶対に", "決して", "今後は", "これからは",
        "はいけない", "はいけません", "てはならない", "てはなりません", "許可なく", "ようにしてください", "勝手に",
    ],
    starts: &[],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        "気にしないで", "心配しないで", "必ずしも", "ですか", "ますか", "なぜ", "どうして", "でしょうか", "常に失敗", "必ず失敗", "思います", "かな", "絶対に無理", "ました",
    ],
    starts_veto: &[],
};

#[rustfmt::skip]
const KOREAN: Language = Language {
    anywhere: &[
        "하지 마", "하지마", "지 마세요", "지 마라", "지 말고", "지 말 것", "지 말아", "금지", "반드시", "항상", "절대로", "절대 ", "앞으로는", "앞으로 ",
        "허락 없이", "묻지 않고", "물어보지 않고", "해서는 안", "하면 안 된다", "하면 안 됩니다",
    ],
    starts: &[],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        "걱정하지", "왜 ", "나요", "인가요", "까요", "항상 실패", "항상 에러", "항상 오류", "했어", "했다", "됐어", "신경 쓰지", "하지 말까", "안 되나",
        "앞으로 얼마", "앞으로 어떻게", "뭐임",
    ],
    starts_veto: &[],
};

#[rustfmt::skip]
const RUSSIAN: Language = Language {
    anywhere: &[
        " никогда не ", " нельзя ", " запрещено ", " запрещается ", " не должен ", " не должна ", " не должны ",
        " впредь ", " с этого момента ", " отныне ", " без спроса ", " без моего разрешения ", " ни в коем случае ",
        " должны быть ", " всегда должны ", " должны всегда ",
    ],
    starts: &[
        " всегда ", " обязательно ", " никогда ", " не трогай ", " не используй ", " не меняй ", " не удаляй ",
        " не добавляй ", " не пиши ", " не пушь ", " не коммить ", " не изменяй ", " избегай ", " убедись ", " следи ",
        " используй только ", " используй всегда ", " пиши всегда ", " отвечай на ", " пожалуйста , не ",
        " пожалуйста , всегда ",
    ],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " почему ", " никогда не видел ", " никогда не работал ", " не беспокойся ", " не волнуйся ", " я никогда ",
        " я всегда ", " он всегда ", " всегда падает ", " никогда не было ", " не нельзя ", " нельзя ли ",
        " всегда одна ",
    ],
    starts_veto: &[" я ", " это ", " кажется ", " может ", " как ", " что ", " можешь "],
};

// `Sempre` at the start is a Portuguese word too and stands there.
#[rustfmt::skip]
const ITALIAN: Language = Language {
    anywhere: &[
        " non deve mai ", " non devono mai ", " non si deve ", " non si devono ", " non devi ", " non dovete ",
        " è vietato ", " sono vietati ", " è vietata ", " sono vietate ", " è proibito ", " sono proibiti ",
        " d'ora in poi ", " da ora in poi ", " d'ora in avanti ", " senza chiedere ", " senza chiedermi ",
        " senza il mio permesso ", " senza la mia approvazione ", " in nessun caso ", " devi sempre ",
        " devono sempre ", " deve sempre ", " dovete sempre ",
    ],
    starts: &[
        " mai modificare ", " mai toccare ", " mai usare ", " mai cancellare ", " mai fare ", " mai pushare ",
        " non modificare ", " non toccare ", " non usare ", " non cambiare ", " non cancellare ",
        " non eliminare ", " non rimuovere ", " non aggiungere ", " non scrivere ", " non eseguire ",
        " non installare ", " non creare ", " non pushare ", " non committare ", " non fare mai ", " evita ", " evitare ",
        " assicurati ", " usa sempre ", " usa solo ", " scrivi sempre ", " rispondi sempre ", " rispondi in ",
        " esegui sempre ", " lancia sempre ", " chiedi sempre ", " nessuna nuova ",
    ],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " perché ", " come mai ", " non ho mai ", " non ha mai ", " non funziona ", " sempre lo stesso ",
        " sempre la stessa ", " fallisce sempre ", " sempre più ", " mai visto ", " io ", " è sempre ", " come sempre ",
        " non è mai ",
    ],
    starts_veto: &[
        " non so ", " credo ", " penso ", " forse ", " c'è ", " puoi ", " potresti ", " mai dire ", " sempre che ", " è sempre ",
        " mai successo ", " sempre fallito ", " sempre rosso ", " sempre e solo ",
    ],
};

#[rustfmt::skip]
const ARABIC: Language = Language {
    anywhere: &[
        " يجب ألا ", " يجب أن لا ", " يجب عدم ", " لا يجوز ",
        " لا يسمح ", " ممنوع ", " يمنع ", " يُمنع ", " من الآن فصاعداً ", " من الآن فصاعدا ", " بدون إذني ",
        " دون إذني ", " دون أن تسألني ", " يجب عليك ", " يجب أن تكون ", " تحت أي ظرف ",
    ],
    starts: &[
        " دائماً ", " دائما ", " دومًا ", " لا تعدل ", " لا تغير ", " لا تلمس ", " لا تحذف ", " لا تستخدم ", " لا تضف ", " لا تكتب ", " لا تدفع ",
        " تجنب ", " تأكد من ", " استخدم فقط ", " أجب بال",
    ],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " لماذا ", " لم ", " هل ", " كيف ", " ما زال ", " يفشل دائما ", " يفشل دائماً ", " لا يعمل ", " كالعادة ", " لا أعرف ", " أنا ",
    ],
    starts_veto: &[" ربما ", " أعتقد ", " يبدو ", " لا تقلق "],
};

#[rustfmt::skip]
const HINDI: Language = Language {
    anywhere: &[
        " कभी मत ", " कभी न ", " कभी ना ", " कभी भी मत ", " कभी नहीं करना ", " मना है ",
        " वर्जित है ", " अब से ", " आगे से ", " मुझसे पूछे बिना ", " बिना पूछे ", " मेरी अनुमति के बिना ", " ज़रूरी है कि ",
        " अनिवार्य है ", " नहीं करना चाहिए ", " नहीं होना चाहिए ",
    ],
    starts: &[" कभी "],
    clause: &[],
    openers: &[],
    not_next: &[],
    veto: &[
        " क्यों ", " क्या ", " कैसे ", " हमेशा की तरह ", " मैं ", " मैंने ", " मुझे लगता ", " फेल होता ", " विफल होता ",
        " कभी कभी ", " चिंता मत ", " नहीं चल ", " होता है ", " हो रहा ", " आती है ", " आता है ",
    ],
    starts_veto: &[" शायद ", " कभी-कभी ", " यह ", " ये "],
};
