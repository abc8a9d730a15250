//! The crate's work as text in and text out, for hosts that hold no records: the functions of `wit/verifier.wit`.
//!
//! Each takes the session anew, so that nothing is kept between calls. Errors are sentences that name a place and quote
//! nothing of the conversation.
use crate::{Report, Session, apply, check, sentence};
use cento_contract::{Plan, json};

/// The session as the text that the projector's `compress-json` takes; `options` go over the session's own.
pub fn open(session: &str, options: Option<&str>) -> Result<String, String> {
    let session = read(session, options)?;
    let mut text = String::from("{\"messages\":[");
    for index in 0..session.messages.len() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(session.mended(index));
    }
    text.push_str("\n],\"options\":");
    text.push_str(&json::options_text(&session.options));
    text.push('}');
    Ok(text)
}

/// What `cento compact` prints for this session, if the plan holds.
pub fn finish(session: &str, plan: &str, options: Option<&str>) -> Result<String, String> {
    let (session, plan) = checked(session, plan, options)?;
    let json = apply::output(&apply::messages(&session, Some(&plan)), &Report::of(&session, &plan));
    // Text went in, and what is put between its parts is text.
    String::from_utf8(json).map_err(|_| "the output is not UTF-8".to_string())
}

/// The report alone, if the plan holds.
pub fn report(session: &str, plan: &str, options: Option<&str>) -> Result<String, String> {
    let (session, plan) = checked(session, plan, options)?;
    let mut json = apply::report_json(&Report::of(&session, &plan));
    json.push(b'\n');
    String::from_utf8(json).map_err(|_| "the report is not UTF-8".to_string())
}

fn checked(session: &str, plan: &str, options: Option<&str>) -> Result<(Session, Plan), String> {
    let session = read(session, options)?;
    // The reader's own words may quote what it read.
    let plan: Plan = serde_json::from_str(plan)
        .map_err(|e| format!("plan: line {}, column {}: not a plan of the interface", e.line(), e.column()))?;
    let findings = check(&session.messages, &plan);
    if findings.is_empty() { Ok((session, plan)) } else { Err(format!("plan rejected: {}", sentence(&findings))) }
}

fn read(session: &str, options: Option<&str>) -> Result<Session, String> {
    let mut session = Session::read_text(session.to_string()).map_err(|error| error.to_string())?;
    if let Some(given) = options {
        json::set_options(&mut session.options, given).map_err(|error| error.to_string())?;
    }
    Ok(session)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: &str = r#"{"messages":[{"role":"user","content":"a \ud800 \"b\""},{"role":"assistant","content":"c"}],
        "options":{"protect_last_n":7,"budget_ratio":0.057,"focus_topic":"x"}}"#;

    #[test]
    fn what_is_opened_reads_as_the_same_session() {
        let options = r#"{"protect_last_n": 9, "strategy": "slim"}"#;
        let opened = open(SESSION, Some(options)).unwrap();
        let (given, again) = (read(SESSION, Some(options)).unwrap(), read(&opened, None).unwrap());
        assert_eq!((&given.messages, &given.options), (&again.messages, &again.options));
        assert_eq!(again.options.protect_last_n, 9);
    }

    #[test]
    fn errors_name_the_place_and_quote_nothing() {
        for (session, plan, options, wanted) in [
            ("{", "{}", None, "line 1, column 1: not JSON: the text ends in the middle of a value"),
            (SESSION, "{\"edits\":\n[{\"secret\":1}]}", None, "plan: line 2, column 13: not a plan of the interface"),
            (SESSION, "{}", Some("[]"), "options: expected an object"),
            (SESSION, "{}", Some("{\"budget\":1}"), "options.budget: no option of this name"),
        ] {
            assert_eq!(finish(session, plan, options).unwrap_err(), wanted);
            assert_eq!(report(session, plan, options).unwrap_err(), wanted);
        }
    }
}
