use super::*;

fn left(text: &str) -> Vec<(String, u32, u32)> {
    let read = read(text).expect("a format");
    read.left_out.into_iter().map(|l| (l.kind, l.count, l.first)).collect()
}

#[test]
fn formats_are_known_by_shape() {
    let format = |text: &str| read(text).map(|read| read.format);
    for (text, wanted) in [
        (
            r#"{"type":"summary"}
{"type":"user","message":{"role":"user","content":"a"}}"#,
            Some(Format::ClaudeCode),
        ),
        (r#"{"type":"session_meta","payload":{}}"#, Some(Format::Codex)),
        (r#"{"id":"a","timestamp":"b","instructions":null}"#, Some(Format::Codex)),
        (r#"{"type":"session","version":3,"id":"a"}"#, Some(Format::Pi)),
        (
            "{\n \"info\": {},\n \"messages\": [{\"info\": {\"role\": \"user\"}, \"parts\": []}]\n}",
            Some(Format::OpenCode),
        ),
        (r#"[{"info":{"role":"user"},"parts":[]}]"#, Some(Format::OpenCode)),
        (r#"{"role":"user","content":"a"}"#, None),
        (r#"{"role":"user","type":"message","content":[{"type":"input_text","text":"a"}]}"#, None),
        (r#"{"messages":[{"role":"user","content":"\"info\""}],"info":{}}"#, None),
        (r#"[{"role":"user","content":"a"}]"#, None),
        ("", None),
        ("{", None),
        ("no JSON", None),
    ] {
        assert_eq!(format(text), wanted, "{text}");
    }
}

#[test]
fn a_torn_line_is_left_out_and_counted_with_its_place() {
    let good = "{\"type\":\"session\",\"id\":\"a\"}\n";
    let torn = format!("{good}7\n{{\"type\":\"mess\n  {{\"a\" 1}}\n{good}{{\"type\":\"mess");
    assert_eq!(
        left(&torn),
        [
            ("line that is no JSON".to_string(), 2, 3),
            ("line that is no object".to_string(), 1, 2),
            ("session".to_string(), 2, 1),
            ("unfinished last line".to_string(), 1, 6)
        ]
    );
}

#[test]
fn kinds_are_short_and_few() {
    let mut text = "{\"type\":\"session\",\"id\":\"a\"}\n".to_string();
    for n in 0..200 {
        text.push_str(&format!("{{\"type\":\"k{n}\\n{}\"}}\n", "x".repeat(90)));
    }
    let left = left(&text);
    assert!(left.len() <= Left::KINDS + 1 && left.iter().map(|l| l.1).sum::<u32>() == 201);
    assert!(left.iter().all(|(kind, ..)| kind.chars().count() <= 40 && !kind.contains('\n')));
}
