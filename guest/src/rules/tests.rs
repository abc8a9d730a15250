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
fn quoted_and_pasted_text_states_no_rule() {
    for text in [
        "Look:\n```\nNever do this.\n```",
        "> Never do this.\nWhat does it mean?",
        "<doc>\nNever do this.\nAlways do that.\n</doc>",
        "Warning: do not use this in production.",
        "2030-01-01T00:00:00 never do this",
        "    at never.do (this.js:1:1)",
    ] {
        assert!(standing(text).is_empty(), "{text}");
    }
}

#[test]
fn sentence_borders() {
    let cases: [(&str, &[&str]); 5] = [
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
