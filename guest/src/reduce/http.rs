//! Answers of the web: curl, wget, HTTPie.
//!
//! Takes the lines; weighs them. Status lines, the headers that say where and what, errors of the connection and the
//! ends of the body stay; handshakes, progress meters, cookies and caching go. Promises: linear.
//! Leaves out: the body, which is text like any other here.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, USUAL, kinds};

static TABLE: Table = Table {
    starts: &[
        ("curl: (", MUST),
        ("< HTTP/", MUST),
        ("HTTP/", MUST),
        ("> GET ", HIGH),
        ("> POST ", HIGH),
        ("> PUT ", HIGH),
        ("> DELETE ", HIGH),
        ("> PATCH ", HIGH),
        ("> HEAD ", HIGH),
        ("> ", NOISE),
        ("* Could not", MUST),
        ("* connect to", FAULT),
        ("* Failed", MUST),
        ("* SSL certificate problem", MUST),
        ("* Connected to", HIGH),
        ("* ", NOISE),
        ("{ [", NOISE),
        ("} [", NOISE),
        ("% Total", NOISE),
        ("Dload", NOISE),
        ("HTTP request sent", HIGH),
        ("Saving to:", HIGH),
        ("Length:", HIGH),
        ("Resolving ", LOW),
        ("Connecting to", LOW),
        ("wget: ", MUST),
        ("ERROR ", MUST),
    ],
    ends: &[("--:--:--", NOISE)],
    has: &[("--:--:--", NOISE), (" saved [", MUST), (" ERROR ", MUST), ("K ....", NOISE)],
};

/// Headers that say where the answer leads and what it is.
const TELLING: [&str; 10] = [
    "location",
    "content-type",
    "content-length",
    "retry-after",
    "www-authenticate",
    "x-request-id",
    "x-ratelimit-remaining",
    "server",
    "allow",
    "etag",
];

/// Weighs the lines.
pub(super) fn http(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut headers = false;
    for (line, slot) in lines.iter().zip(worth) {
        let bare = line.trim_start_matches("< ").trim();
        if bare.starts_with("HTTP/") {
            headers = true;
        } else if bare.is_empty() {
            headers = false;
        }
        *slot = match TABLE.worth(line) {
            Some(known) => known,
            None if (headers || line.starts_with("< ")) && is_header(bare) => header(bare),
            None if is_meter(bare) => NOISE,
            // Words of an answer on its own failure.
            None if says_error(bare) => FAULT,
            None => USUAL,
        };
    }
}

fn is_header(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'))
}

fn header(line: &str) -> u8 {
    let name = line.split(':').next().unwrap_or_default();
    match TELLING.iter().position(|telling| name.eq_ignore_ascii_case(telling)) {
        Some(at) if at < 6 => HIGH,
        Some(_) => LOW,
        None => NOISE,
    }
}

/// A row of the progress meter of curl: eleven numbers, sizes and times.
fn is_meter(line: &str) -> bool {
    line.len() < 120
        && line.starts_with(|c: char| c.is_ascii_digit())
        && line.split_whitespace().count() >= 9
        && line.bytes().all(|b| b.is_ascii_digit() || b" .:kMG-".contains(&b))
}

fn says_error(line: &str) -> bool {
    line.len() < 400 && ["\"error\"", "\"message\"", "\"detail\"", "\"code\""].iter().any(|key| line.contains(key))
}

/// Is it an answer with its headers?
pub(super) fn is_http(output: &Output<'_>) -> bool {
    kinds::peek(output).take(12).any(|line| {
        let bare = line.trim_start_matches("< ");
        bare.starts_with("HTTP/1")
            || bare.starts_with("HTTP/2 ")
            || bare.starts_with("HTTP/3 ")
            || line.starts_with("curl: (")
    })
}
