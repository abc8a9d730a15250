//! Every format, odd bytes kept, and errors that name the place.
use super::*;
use cento_contract::Role;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

fn read(text: &str) -> Result<Session, BadInput> {
    Session::read(text.as_bytes().to_vec())
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_format_gives_the_same_messages() {
    let (a, b) = (r#"{"role":"user","content":"a"}"#, r#"{"role":"assistant","content":"b"}"#);
    let object = format!(r#"{{"messages": [{a},{b}], "options": {{"protect_last_n": 7}}}}"#);
    let pretty = format!("{{\n  \"messages\": [\n    {a},\n    {b}\n  ]\n}}\n");
    for text in [object.clone(), pretty, format!("[{a}, {b}]"), format!("{a}\n\n{b}\n"), format!("\u{feff}[{a},{b}]")] {
        for bytes in [text.clone().into_bytes(), gzip(&text)] {
            let session = Session::read(bytes).unwrap();
            let roles: Vec<Role> = session.messages.iter().map(|m| m.role).collect();
            assert_eq!(roles, [Role::User, Role::Assistant], "{text}");
            assert_eq!((session.raw(0), session.raw(1)), (a.as_bytes(), b.as_bytes()));
        }
    }
    assert_eq!(read(&object).unwrap().options.protect_last_n, 7);
    assert_eq!(read(a).unwrap().messages.len(), 1);
    assert_eq!(read("[]").unwrap().messages.len(), 0);
    assert_eq!(read(r#"{"messages":[]}"#).unwrap().messages.len(), 0);
}

#[test]
fn odd_bytes_are_kept() {
    for raw in [
        r#"{"role":"user","content":"\ud800 lone","x":9007199254740993}"#,
        r#"{"z":1,"role":"user","a":2,"content":"key order"}"#,
        r#"{"role":"system","role":"user","content":"first","content":"twice"}"#,
        r#"{ "role" : "user" ,"n":[1.0e3,1E+2,-0.0,0.10] , "content":"\u0041\/" }"#,
        r#"{"role":"user","content":"👩‍👩‍👧 \ud83d\ude00 עברית"}"#,
    ] {
        let session = read(&format!("[{raw},{raw}]")).unwrap();
        assert_eq!(session.raw(1), raw.as_bytes());
        assert_eq!(session.messages[1].role, Role::User);
    }
    let session = read(r#"[{"role":"user","content":"\ud800x\udc00"}]"#).unwrap();
    assert_eq!((session.messages[0].content.as_str(), session.surrogates_replaced), ("\u{fffd}x\u{fffd}", 2));
}

#[test]
fn errors_name_the_place() {
    let deep = format!("[{{\"role\":\"user\",\"x\":{}{}}}]", "[".repeat(200), "]".repeat(200));
    for (text, wanted) in [
        ("", "empty input; expected {\"messages\": [...], \"options\": {...}}, a list of messages, or JSON lines"),
        (" \n", "empty input; expected {\"messages\": [...], \"options\": {...}}, a list of messages, or JSON lines"),
        ("{\"messages\":[\n{\"role\":\"user\",\"content\":NaN}]}", "line 2, column 26: not JSON"),
        ("{\"messages\":[{\"role\":\"us", "line 1, column 24: not JSON: the text ends in the middle of a value"),
        ("[{\"role\":\"user\"}] x", "line 1, column 19: not JSON"),
        ("{\"role\":\"user\"}\n{\"role\":", "line 2, column 8: not JSON: the text ends in the middle of a value"),
        ("[\n  {\"role\":\"user\"},\n  7]", "line 3, column 3: messages[1]: expected an object"),
        ("[{\"content\":\"x\"}]", "line 1, column 2: messages[0].role: expected a string"),
        ("7", "line 1, column 1: top level: expected an object with \"messages\", or a list"),
        ("{\"message\":[]}", "line 1, column 1: messages: expected a list"),
        ("{\"messages\":{}}", "line 1, column 1: messages: expected a list"),
        ("{\"messages\":[],\"options\":{\"budget\":1}}", "line 1, column 36: options.budget: no option of this name"),
        ("{\"messages\":[],\n\"options\":{\"force\":3}}", "line 2, column 20: options.force: expected true or false"),
        ("{\"messages\":[],\"options\":[]}", "line 1, column 26: options: expected an object"),
        (deep.as_str(), "line 1, column 146: nested more than 127 levels deep"),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), wanted, "{text}");
    }
    assert_eq!(Session::read(b"SQLite format 3\0\x10\xff".to_vec()).unwrap_err(), BadInput::Database);
    assert_eq!(Session::read(b"[{\"role\":\"\xff\"}]".to_vec()).unwrap_err(), BadInput::NotUtf8 { offset: 10 });
    assert_eq!(Session::read(vec![0x1f, 0x8b, 8, 0]).unwrap_err(), BadInput::Gzip);
}

#[test]
fn errors_about_options_name_the_value() {
    for (value, expected) in [
        ("1.5", "a whole number of at most 64 bits"),
        ("1e300", "a whole number of at most 64 bits"),
        ("99999999999999999999", "a whole number of at most 64 bits"),
        ("\"128k\"", "a whole number of at most 64 bits"),
        ("[1]", "a whole number of at most 64 bits"),
    ] {
        for name in cento_contract::json::OPTION_NAMES.iter().filter(|name| name.ends_with("_tokens")) {
            let text = format!("{{\"options\": {{\"force\": true,\n  \"{name}\": {value}}}, \"messages\": []}}");
            let column = name.len() + 7;
            let wanted = format!("line 2, column {column}: options.{name}: expected {expected}");
            assert_eq!(read(&text).unwrap_err().to_string(), wanted);
        }
    }
    let long = "n".repeat(100);
    let said = read(&format!("{{\"messages\":[],\"options\":{{\"{long}\":1}}}}")).unwrap_err().to_string();
    assert_eq!(said, format!("line 1, column 130: options.{}: no option of this name", &long[..60]));
}

#[test]
fn brackets_in_strings_are_no_nesting() {
    let text = format!(r#"[{{"role":"user","content":"{}\\\"{}"}}]"#, "[".repeat(500), "{".repeat(500));
    assert!(read(&text).is_ok());
    let shallow = format!("[{{\"role\":\"user\",\"x\":{}{}}}]", "[".repeat(125), "]".repeat(125));
    assert!(read(&shallow).is_ok());
}
