use super::*;
use alloc::string::String;
use proptest::prelude::*;

/// Rules and other sentences, by language.
const TABLE: &[(&str, &[&str], &[&str])] = &[
    (
        "English",
        &[
            "Never push to main.",
            "Please don't touch the vendor folder.",
            "Do not add new dependencies without asking me.",
            "All public functions must be documented.",
            "You must not edit generated files.",
            "From now on run the linter before every commit.",
            "Always answer in short sentences.",
            "Avoid introducing global state.",
            "Use only the standard library.",
            "Force pushes are not allowed.",
            "We never commit secrets, and always review them.",
            "Keep the public API stable.",
            "Make sure every commit builds.",
            "No new dependencies.",
            "Fix what you like, but never touch `schema.sql`.",
            "I prefer tabs over spaces.",
            "Ask me before you delete anything.",
            "Prefer small functions over long ones.",
        ],
        &[
            "Fix the bug in the parser.",
            "Add a test for the empty list.",
            "Don't worry about the warning.",
            "Do you not see the failing test?",
            "I don't know what this is.",
            "It doesn't work on my machine.",
            "Why do I always get a timeout?",
            "why do i always get a timeout",
            "It must be a caching problem.",
            "The build never finished.",
            "As always, thanks.",
            "Don't push yet.",
            "Can you make sure the count is right?",
            "We don't need that any longer here, thanks.",
            "Never mind.",
            "Keep going.",
            "The label says \"never open this\" in red.",
            "That should never happen.",
            "I must have missed it.",
        ],
    ),
    (
        "German",
        &[
            "Niemals auf main pushen.",
            "Bitte nicht die Migrationen ändern.",
            "Die Schnittstelle darf nicht geändert werden.",
            "Ab jetzt nur noch mit Tests committen.",
            "Immer zuerst die Tests laufen lassen.",
            "Ohne Rückfrage wird nichts gelöscht.",
            "Du musst jede Änderung begründen.",
            "Verwende keine externen Bibliotheken.",
            "Vermeide globale Variablen.",
            "Alle Texte müssen immer übersetzt werden.",
            "Neue Abhängigkeiten sind verboten.",
            "Keine neuen Abhängigkeiten.",
            "Ändere niemals die Datei `schema.sql`.",
            "In Zukunft bitte kürzer antworten.",
        ],
        &[
            "Behebe den Fehler im Parser.",
            "Warum schlägt das immer fehl?",
            "Ich weiß nicht, woran das liegt.",
            "Es muss am Cache liegen.",
            "Keine Ahnung, was da los ist.",
            "Der Test läuft immer noch nicht.",
            "Das habe ich noch nie gesehen.",
            "Kannst du bitte einen Test schreiben?",
            "Wie immer, danke.",
            "Füge einen Test hinzu.",
            "Ich muss noch überlegen.",
            "Keine Sorge, das passt.",
            "Bitte nicht heute committen.",
        ],
    ),
    (
        "French",
        &[
            "Ne touche pas au dossier vendor.",
            "Il ne faut jamais pousser sur main.",
            "Toujours lancer les tests avant de valider.",
            "Désormais, réponds plus court.",
            "Évite les variables globales.",
            "Les fichiers générés ne doivent pas changer.",
        ],
        &[
            "Corrige le bogue.",
            "Ça ne marche pas.",
            "Pourquoi est-ce toujours lent ?",
            "Je ne sais pas.",
            "Ajoute un test.",
            "C'est toujours le même problème.",
        ],
    ),
    (
        "Spanish",
        &[
            "Nunca subas cambios a main.",
            "No toques la carpeta vendor.",
            "Siempre ejecuta las pruebas antes.",
            "A partir de ahora responde en español.",
            "Evita las variables globales.",
            "No borres nada sin preguntar.",
        ],
        &[
            "Arregla el error.",
            "No sé qué pasa.",
            "¿Por qué siempre falla?",
            "Siempre falla en mi equipo.",
            "Agrega una prueba.",
            "No funciona.",
        ],
    ),
    (
        "Portuguese",
        &[
            "Nunca envie para a main.",
            "Não mexa na pasta vendor.",
            "Sempre rode os testes antes.",
            "A partir de agora responda em português.",
            "Evite variáveis globais.",
            "Não apague nada sem perguntar.",
        ],
        &[
            "Corrija o erro.",
            "Não sei o que houve.",
            "Por que sempre falha?",
            "Sempre falha aqui.",
            "Adicione um teste.",
            "Não funciona.",
        ],
    ),
    (
        "Chinese",
        &[
            "不要直接推送到主分支。",
            "必须先运行测试。",
            "禁止修改生成的文件。",
            "从现在起用中文回答。",
            "未经我同意不得删除数据。",
            "始终保持接口稳定。",
        ],
        &["修复这个错误。", "为什么总是失败？", "要不要加一个测试", "不要担心。", "我不知道原因。", "加一个测试。"],
    ),
    (
        "Japanese",
        &[
            "mainに直接プッシュしないでください。",
            "必ずテストを実行してからコミットする。",
            "生成ファイルの変更は禁止です。",
            "今後は日本語で答えて。",
            "絶対にスキーマを変えないで。",
            "許可なくファイルを消してはいけません。",
        ],
        &[
            "このバグを直して。",
            "なぜ常に失敗するのですか？",
            "心配しないで。",
            "テストを追加して。",
            "原因はわからない。",
            "動きません。",
        ],
    ),
    (
        "Korean",
        &[
            "main에 직접 푸시하지 마세요.",
            "반드시 테스트를 먼저 돌려줘.",
            "항상 한국어로 답해줘.",
            "생성된 파일 수정 금지.",
            "앞으로는 짧게 답해줘.",
            "허락 없이 지우지 마.",
        ],
        &["이 버그 고쳐줘.", "왜 항상 실패하나요?", "걱정하지 마.", "테스트 추가해줘.", "원인을 모르겠어.", "안 돼."],
    ),
    (
        "Russian",
        &[
            "Никогда не пушь в main.",
            "Не трогай папку vendor.",
            "Всегда запускай тесты перед коммитом.",
            "Удалять данные запрещено.",
            "Впредь отвечай короче.",
            "Нельзя менять схему.",
        ],
        &["Исправь ошибку.", "Почему всегда падает?", "Я не знаю.", "Это не работает.", "Добавь тест.", "Не волнуйся."],
    ),
    (
        "Italian",
        &[
            "Non modificare mai i file in vendor/.",
            "Sempre eseguire i test prima del commit.",
            "D'ora in poi rispondi in italiano.",
            "Evita le variabili globali.",
            "È vietato cambiare lo schema.",
            "Non cancellare nulla senza chiedermi.",
            "Per favore, non toccare la cartella dist.",
            "I test devono sempre passare.",
        ],
        &[
            "Correggi l'errore nel parser.",
            "Perché fallisce sempre?",
            "Non so cosa sia successo.",
            "Il test fallisce sempre qui.",
            "Aggiungi un test per la lista vuota.",
            "Non ho mai visto questo errore.",
            "Come mai non parte?",
            "Non toccare main per ora.",
            "È sempre lo stesso problema.",
            "Sempre lo stesso errore.",
            "Mai visto prima.",
            "Mai 2024 war das noch nicht so.",
            "Puoi controllare se è sempre vero",
        ],
    ),
    (
        "Arabic",
        &[
            "لا تعدل الملفات في vendor أبداً.",
            "دائماً شغل الاختبارات قبل الالتزام.",
            "يجب ألا تغير المخطط.",
            "ممنوع حذف البيانات.",
            "لا تحذف أي شيء دون إذني.",
            "من الآن فصاعداً أجب باختصار.",
        ],
        &[
            "أصلح الخطأ في المحلل.",
            "لماذا يفشل دائماً؟",
            "لا أعرف السبب.",
            "أضف اختباراً للقائمة الفارغة.",
            "هل يعمل دائما؟",
            "لا تقلق.",
            "الاختبار لا يعمل.",
            "لا تحذف الملف الآن.",
            "الخادم يتعطل دائما عند الطلب.",
            "البناء لا ينتهي أبدا.",
        ],
    ),
    (
        "Hindi",
        &[
            "vendor की फाइलें कभी मत बदलो।",
            "हमेशा कमिट से पहले टेस्ट चलाओ।",
            "अब से हिंदी में जवाब दो।",
            "मुझसे पूछे बिना कुछ मत हटाओ।",
            "स्कीमा बदलना मना है।",
            "सदैव छोटे फंक्शन लिखो।",
        ],
        &[
            "पार्सर की गलती ठीक करो।",
            "यह हमेशा फेल क्यों होता है?",
            "मुझे नहीं पता।",
            "खाली सूची के लिए टेस्ट जोड़ो।",
            "टेस्ट हमेशा फेल होता है।",
            "चिंता मत करो।",
            "अभी कमिट मत करो।",
            "कभी कभी टेस्ट फेल होता है।",
            "सर्वर हमेशा यहाँ रुकता है।",
        ],
    ),
];

#[test]
fn rules_are_found_and_requests_are_not() {
    let mut wrong: Vec<String> = Vec::new();
    for (language, rules, others) in TABLE {
        wrong.extend(
            rules.iter().filter(|s| standing(s) != [**s]).map(|s| alloc::format!("{language}: rule missed: {s}")),
        );
        wrong.extend(
            others.iter().filter(|s| !standing(s).is_empty()).map(|s| alloc::format!("{language}: no rule: {s}")),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn tables_are_large_enough() {
    for (language, rules, others) in TABLE {
        let least = if matches!(*language, "English" | "German") { 12 } else { 6 };
        assert!(rules.len() >= least && others.len() >= least, "{language}");
    }
}

#[test]
fn whole_sentences_without_list_marks() {
    let text = "Add a parser, e.g. for v1.2.3 of src/a.b.rs.\n1. Never use eval. It is slow.\n- **Always** pin versions (see https://a.example/x.y).";
    assert_eq!(standing(text), ["Never use eval.", "**Always** pin versions (see https://a.example/x.y)."]);
}

#[test]
fn what_stands_before_a_rule_does_not_hide_it() {
    for (text, rule) in [
        ("[Image #1] Fix the login. Never push to main.", "Never push to main."),
        ("[Image #1] Never push to main.", "Never push to main."),
        ("[Pasted text #1 +30 lines] Never push to main.", "Never push to main."),
        ("[docs](https://docs.example.org/a) Fix it. Never push to main.", "Never push to main."),
        ("🚨 Never push to main 🚨", "Never push to main 🚨"),
        ("⚠️ Never push to main", "Never push to main"),
    ] {
        assert_eq!(standing(text), [rule], "{text}");
    }
}

#[test]
fn quoted_and_pasted_text_states_no_rule() {
    for text in [
        "Look:\n```\nNever do this.\n```",
        "> Never do this.\nWhat does it mean?",
        "<doc>\nNever do this.\nAlways do that.\n</doc>",
        "Warning: do not use this in production.",
        "2030-01-01T00:00:00 never do this",
        "    at never.do (this.js:1:1)",
        "ValueError: never pass None",
        "java.lang.IllegalStateException: you must not call this twice",
        "[worker] must not be empty",
        "✓ should never lose a row",
        "The linter says: Do not use var.",
        "always the same error!!",
    ] {
        assert!(standing(text).is_empty(), "{text}");
    }
}

#[test]
fn sentence_borders() {
    let cases: [(&str, &[&str]); 7] = [
        ("पहला वाक्य। दूसरा वाक्य।", &["पहला वाक्य।", "दूसरा वाक्य।"]),
        ("هل يعمل؟ لا تغيره أبداً.", &["هل يعمل؟", "لا تغيره أبداً."]),
        ("One two. Three four!", &["One two.", "Three four!"]),
        ("Use z.B. tabs. Then go.", &["Use z.B. tabs.", "Then go."]),
        ("Version 1.2 of a.b is out.", &["Version 1.2 of a.b is out."]),
        ("第一句话。第二句话！", &["第一句话。", "第二句话！"]),
        ("He said \"stop.\" Then left.", &["He said \"stop.\"", "Then left."]),
    ];
    for (text, want) in cases {
        assert_eq!(sentences::split(text), want);
    }
}

#[test]
fn reversals() {
    for text in [
        "Actually, use tabs.",
        "Forget that.",
        "Lass das, doch nicht.",
        "Scratch that, keep it.",
        "We no longer need it.",
    ] {
        assert!(reversal(text), "{text}");
    }
    for text in ["Fix the parser.", "Thanks, that looks good.", "Danke, weiter so."] {
        assert!(!reversal(text), "{text}");
    }
}

fn supersedes(later: &str, earlier: &str) -> bool {
    let mut said = Reversals::default();
    said.add(1, later);
    said.against(earlier, 0).is_some()
}

#[test]
fn a_reversal_needs_the_matter_of_the_rule() {
    for (later, earlier) in [
        ("You can now push to main branch directly.", "Never push to the main branch."),
        ("Forget the rule about never pushing to main.", "Never push to main."),
        ("Stop writing unit tests first.", "Always write unit tests first."),
        ("Commits doch nicht mehr signieren.", "Commits immer signieren."),
    ] {
        assert!(supersedes(later, earlier), "{later} / {earlier}");
    }
    for (later, earlier) in [
        ("Never push to main.", "Never push to main."),
        ("Actually, never push to the main branch.", "Never push to the main branch."),
        ("Actually, add a test for the parser.", "Never push to main."),
        ("Push the branch.", "Never push to main."),
        ("Forget that.", "Never push to main."),
    ] {
        assert!(!supersedes(later, earlier), "{later} / {earlier}");
    }
}

proptest! {
    #[test]
    fn any_text_gives_slices_of_itself(text in "(?s).{0,200}", other in "\\PC{0,80}") {
        for rule in standing(&text) {
            prop_assert!(text.contains(rule) && !rule.contains('\n'));
        }
        let _ = (reversal(&text), supersedes(&text, &other), sentences::plain(&text));
    }

    #[test]
    fn a_rule_among_requests_is_found(before in "[a-z ]{0,40}", after in "[a-z ]{0,40}") {
        let text = alloc::format!("x{before}.\nNever push to main.\ny{after}.");
        prop_assert!(standing(&text).contains(&"Never push to main."));
    }
}

/// More rules and one-off requests, by language.
const MORE: &[(&str, &[&str], &[&str])] = &[
    (
        "English",
        &[
            "Don't ever rewrite the history of a shared branch.",
            "Every new endpoint must be covered by a test.",
            "Please always explain a change before you make it.",
            "Only touch files below `src/lamps`.",
            "From now on write commit messages in the imperative.",
            "Please answer in English from now on.",
            "You should never log a customer's name.",
            "Always quote file paths in your answers.",
        ],
        &[
            "Rename the column and run the tests.",
            "Push this branch, please.",
            "Please fix the two warnings in the log.",
            "Can you always see the log?",
            "Try it again without the cache.",
            "Show me the diff before the merge.",
        ],
    ),
    (
        "German",
        &[
            "Fasse niemals die Dateien in `vendor` an.",
            "Fass nie die Produktionsdatenbank an.",
            "Lege keine Dateien außerhalb von `src` an.",
            "Logge niemals Namen von Kunden.",
            "Schreibe Commit-Texte ab jetzt auf Englisch.",
            "Bitte antworte ab sofort auf Deutsch.",
            "Führe vor jedem Commit immer die Tests aus.",
            "Rühre den Ordner `daten` nie an.",
        ],
        &[
            "Benenne die Spalte um und teste das.",
            "Lege eine Datei für den Test an.",
            "Kannst du das noch einmal prüfen?",
            "Das hat nie funktioniert.",
            "Bitte behebe die zwei Warnungen.",
            "Zeig mir den Unterschied.",
            "Habe nie davon gehört.",
            "Danke, das passt.",
            "Klappte nie richtig bei mir.",
            "Diese Seite lädt immer langsam.",
        ],
    ),
    (
        "French",
        &[
            "Ne modifie jamais les fichiers générés.",
            "Réponds toujours en français.",
            "N'ajoute aucune dépendance sans me demander.",
            "Il est interdit de pousser sur main.",
            "À partir de maintenant, réponds en anglais.",
            "Utilise toujours des espaces.",
            "Ne committe jamais de secrets.",
        ],
        &[
            "Renomme la colonne et lance les tests.",
            "Peux-tu vérifier encore une fois ?",
            "Montre-moi le diff.",
            "Il y a deux avertissements à corriger.",
            "Ajoute une ligne au journal.",
            "Merci, c'est bon.",
        ],
    ),
    (
        "Spanish",
        &[
            "Nunca modifiques los archivos generados.",
            "Responde siempre en español.",
            "No añadas dependencias sin preguntarme.",
            "Está prohibido subir a main.",
            "A partir de ahora responde en inglés.",
            "Usa siempre espacios.",
            "No subas secretos nunca.",
        ],
        &[
            "Cambia el nombre de la columna y ejecuta las pruebas.",
            "¿Puedes revisarlo otra vez?",
            "Muéstrame el diff.",
            "Hay dos avisos que corregir.",
            "Agrega una línea al registro.",
            "Gracias, está bien.",
        ],
    ),
    (
        "Portuguese",
        &[
            "Nunca modifique os arquivos gerados.",
            "Responda sempre em português.",
            "Não adicione dependências sem me perguntar.",
            "É proibido enviar para a main.",
            "A partir de agora responda em inglês.",
            "Use sempre espaços.",
            "Nunca registre nomes de clientes.",
        ],
        &[
            "Renomeie a coluna e rode os testes.",
            "Você pode verificar de novo?",
            "Mostre o diff.",
            "Há dois avisos para corrigir.",
            "Adicione uma linha ao registro.",
            "Obrigado, está bom.",
        ],
    ),
    (
        "Chinese",
        &[
            "不要修改生成的文件。",
            "请始终用中文回答。",
            "未经我同意不要添加依赖。",
            "禁止推送到主分支。",
            "从现在开始用英文回答。",
            "必须使用空格缩进。",
            "绝不记录客户的姓名。",
        ],
        &[
            "重命名这一列并运行测试。",
            "能再检查一次吗？",
            "给我看差异。",
            "有两个警告要修。",
            "在日志里加一行。",
            "谢谢，可以了。",
        ],
    ),
    (
        "Japanese",
        &[
            "生成されたファイルは絶対に変更しないでください。",
            "常に日本語で答えてください。",
            "勝手に依存関係を追加しないで。",
            "mainへのプッシュは禁止です。",
            "今後は英語で答えてください。",
            "必ずスペースを使ってください。",
            "顧客の名前は決してログに出さないこと。",
        ],
        &[
            "列の名前を変えてテストを実行して。",
            "もう一度確認してくれますか？",
            "差分を見せて。",
            "警告を二つ直して。",
            "ログに一行追加して。",
            "ありがとう、大丈夫です。",
        ],
    ),
    (
        "Korean",
        &[
            "생성된 파일은 절대 수정하지 마세요.",
            "항상 한국어로 답해 주세요.",
            "허락 없이 의존성을 추가하지 마세요.",
            "main 푸시는 금지입니다.",
            "앞으로는 영어로 답해 주세요.",
            "반드시 공백을 사용하세요.",
            "고객 이름은 절대로 기록하지 마.",
        ],
        &[
            "열 이름을 바꾸고 테스트를 돌려줘.",
            "한 번 더 확인해 줄래?",
            "차이를 보여줘.",
            "경고 두 개를 고쳐줘.",
            "로그에 한 줄 추가해줘.",
            "고마워, 좋아.",
        ],
    ),
    (
        "Russian",
        &[
            "Никогда не меняй сгенерированные файлы.",
            "Всегда отвечай на русском.",
            "Не добавляй зависимости без моего разрешения.",
            "Запрещено пушить в main.",
            "С этого момента отвечай на английском.",
            "Обязательно используй пробелы.",
            "Ни в коем случае не логируй имена клиентов.",
        ],
        &[
            "Переименуй столбец и запусти тесты.",
            "Можешь проверить ещё раз?",
            "Покажи разницу.",
            "Там два предупреждения, исправь их.",
            "Добавь строку в журнал.",
            "Спасибо, хорошо.",
        ],
    ),
];

#[test]
fn more_rules_are_found_and_requests_are_not() {
    let mut wrong: Vec<String> = Vec::new();
    for (language, rules, others) in MORE {
        assert!(rules.len() >= 6 && others.len() >= 6);
        let missed = rules.iter().filter(|s| standing(s) != [**s]);
        wrong.extend(missed.map(|s| alloc::format!("{language}: rule missed: {s}")));
        let taken = others.iter().filter(|s| !standing(s).is_empty());
        wrong.extend(taken.map(|s| alloc::format!("{language}: no rule: {s}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rules and what takes them back.
const TAKEN_BACK: &[(&str, &str)] = &[
    // a permission of what was forbidden
    ("Never use tabs.", "You may use tabs now."),
    ("Never use tabs for indentation.", "Using tabs for indentation is fine from now on."),
    ("Do not edit the schema file.", "You can edit the schema file again."),
    ("Verwende keine Tabs.", "Du darfst jetzt Tabs verwenden."),
    ("Ändere niemals die Datei `schema.sql` im Ordner Daten.", "Ab jetzt darfst du die Datei im Ordner Daten ändern."),
    ("N'utilise jamais de tabulations.", "Tu peux utiliser des tabulations maintenant."),
    ("Nunca uses tabuladores.", "Ahora puedes usar tabuladores."),
    ("Nunca use tabulações.", "Agora você pode usar tabulações."),
    ("不要使用制表符。", "现在可以使用制表符了。"),
    ("タブは使わないでください。", "これからはタブを使ってもいいです。"),
    ("탭을 사용하지 마세요.", "이제 탭을 사용해도 됩니다."),
    ("Никогда не используй табы.", "Теперь можно использовать табы."),
    // another language to answer in
    ("Always answer in German.", "Please answer in English from now on."),
    ("Bitte antworte immer auf Englisch.", "Antworte ab jetzt auf Deutsch."),
    ("Antworte immer auf Deutsch.", "Please answer in English from now on."),
    ("Réponds toujours en français.", "À partir de maintenant, réponds en anglais."),
    ("Responde siempre en español.", "A partir de ahora responde en inglés."),
    ("Responda sempre em português.", "A partir de agora responda em inglês."),
    ("请始终用中文回答。", "从现在开始用英文回答。"),
    ("常に日本語で答えてください。", "今後は英語で答えてください。"),
    ("항상 한국어로 답해 주세요.", "앞으로는 영어로 답해 주세요."),
    ("Всегда отвечай на русском.", "С этого момента отвечай на английском."),
    // no longer asked for
    ("Always write tests for new code.", "You don't have to write tests for new code anymore."),
    ("Écris toujours des tests unitaires.", "Plus besoin d'écrire des tests unitaires."),
    ("必须编写单元测试。", "不用再编写单元测试了。"),
    ("必ず単体テストを書いてください。", "もう単体テストは書かなくていいです。"),
];

/// Rules and later words that leave them alone.
const LEFT_ALONE: &[(&str, &str)] = &[
    ("Never use tabs.", "You may use spaces now."),
    ("Never use tabs.", "Can you now use tabs?"),
    ("Never use tabs.", "You may not use tabs, again."),
    ("Never use tabs.", "You may use tabs in the makefile now."),
    ("Always use tabs.", "You may use tabs now."),
    ("Always answer in German.", "Please answer in German from now on."),
    ("Always answer in German.", "Can you answer in English from now on?"),
    ("Always answer in German.", "Write the manual in English from now on."),
    ("Always answer in German.", "Answer mails of the customers in English from now on."),
    ("Antworte immer auf Deutsch.", "Das Handbuch bitte ab jetzt auf Englisch schreiben."),
    ("Never push to main.", "You can push the fix branch now."),
    ("不要推送到主分支。", "现在可以运行测试了。"),
    ("Никогда не пушь в main.", "Теперь можно запустить тесты."),
    ("main에 푸시하지 마세요.", "이제 테스트를 돌려도 돼요."),
];

#[test]
fn later_words_take_a_rule_back_or_leave_it_alone() {
    let mut wrong: Vec<String> = Vec::new();
    for (rule, later) in TAKEN_BACK.iter().chain(LEFT_ALONE).copied() {
        if standing(rule) != [rule] {
            wrong.push(alloc::format!("no rule: {rule}"));
        }
        let want = TAKEN_BACK.contains(&(rule, later));
        if supersedes(later, rule) != want {
            wrong.push(alloc::format!("want {want}: {rule} / {later}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn long_rules_are_whole_sentences() {
    let names: Vec<String> = (0..60).map(|n| alloc::format!("the file lamp_{n}.rs")).collect();
    let long = alloc::format!("Never touch {} without asking.", names.join(", "));
    assert!(long.len() > 1_000);
    assert_eq!(standing(&long), [long.as_str()]);
    // A paragraph on one line, longer than any line of a log.
    let words = "The shelf stands in the hall and the lamp hangs above it. ".repeat(100);
    let paragraph = alloc::format!("{words}Never move the lamp. {words}");
    assert_eq!(standing(&paragraph), ["Never move the lamp."]);
    let pasted = alloc::format!("{{\"a\": [{}]}} must not be", "12, 0x3f; ".repeat(200));
    assert!(standing(&pasted).is_empty());
}

#[test]
fn many_reversals_are_read_in_little_time() {
    let mut said = Reversals::default();
    let sentence =
        |n: usize| alloc::format!("Don't use the module alpha beta gamma delta number{n} anymore, instead thing{n}.");
    for n in 0..20_000 {
        said.add(n, &sentence(n));
    }
    let found = (0..20_000).filter(|n| said.against(&sentence(*n), *n).is_some()).count();
    assert!(found > 19_000, "{found}");
}
