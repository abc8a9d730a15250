//! The summary's text is harmless: no control character, hidden character, chat-template marker or secret in it.
use super::Finding;

pub(super) fn check(text: &str, found: &mut Vec<Finding>) {
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii_graphic() && *c != ' ') {
        match c {
            '\n' => {}
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => found.push(Finding::ControlCharacter { at }),
            // Marks, embeddings, overrides and isolates of direction; line separators; invisible tags.
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}' => {
                found.push(Finding::HiddenCharacter { at });
            }
            _ => {}
        }
    }
    found.extend(markers(text).map(|at| Finding::TemplateMarker { at }));
    found.extend(secrets(text).into_iter().map(|at| Finding::Secret { at }));
}

/// Markers that model families use between turns, besides `<|name|>`.
const MARKERS: [&str; 12] = [
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<</SYS>>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[TOOL_CALLS]",
    "[AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]",
    "<｜User｜>",
    "<｜Assistant｜>",
    "<｜end▁of▁sentence｜>",
];

fn markers(text: &str) -> impl Iterator<Item = usize> + '_ {
    let named = text.match_indices("<|").filter(|(at, _)| {
        let rest = &text.as_bytes()[at + 2..];
        let name = rest.iter().take(40).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        name > 0 && rest[name..].starts_with(b"|>")
    });
    let listed = MARKERS.iter().flat_map(move |marker| text.match_indices(marker));
    named.chain(listed).map(|(at, _)| at)
}

/// A shape: what it begins with, the least number of characters that follow, and which.
type Shape = (&'static str, usize, fn(u8) -> bool);

fn word(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

fn dashed(b: u8) -> bool {
    word(b) || b == b'-' || b == b'_'
}

fn capital(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

fn hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

fn small_hex(b: u8) -> bool {
    b.is_ascii_digit() || (b'a'..=b'f').contains(&b)
}

/// Keys that begin with the name of their issuer and a dash or line. Whatever is refused here is masked by our engine;
/// a test holds the two lists together.
const SHAPES: &[Shape] = &[
    ("sk-", 20, dashed),
    ("ghp_", 30, word),
    ("gho_", 30, word),
    ("ghu_", 30, word),
    ("ghs_", 30, dashed),
    ("ghr_", 30, word),
    ("github_pat_", 22, dashed),
    ("glpat-", 20, dashed),
    ("gldt-", 20, dashed),
    ("glrt-", 20, dashed),
    ("glptt-", 20, dashed),
    ("glft-", 20, dashed),
    ("glsoat-", 20, dashed),
    ("glcbt-", 20, dashed),
    ("glimt-", 20, dashed),
    ("glagent-", 20, dashed),
    ("gloas-", 20, dashed),
    ("xoxa-", 10, dashed),
    ("xoxb-", 10, dashed),
    ("xoxc-", 10, dashed),
    ("xoxd-", 10, dashed),
    ("xoxe-", 10, dashed),
    ("xoxp-", 10, dashed),
    ("xoxr-", 10, dashed),
    ("xoxs-", 10, dashed),
    ("xapp-", 16, dashed),
    ("sk_", 40, word),
    ("sk_live_", 16, word),
    ("sk_test_", 16, word),
    ("rk_live_", 16, word),
    ("rk_test_", 16, word),
    ("pk_live_", 16, word),
    ("whsec_", 16, dashed),
    ("tvly-", 16, dashed),
    ("hf_", 24, word),
    ("api_org_", 24, word),
    ("npm_", 30, word),
    ("pypi-", 40, dashed),
    ("rubygems_", 40, word),
    ("dop_v1_", 40, word),
    ("doo_v1_", 40, word),
    ("dor_v1_", 40, word),
    ("gsk_", 30, word),
    ("xai-", 30, dashed),
    ("r8_", 24, word),
    ("pplx-", 24, word),
    ("fc-", 24, word),
    ("csk-", 30, word),
    ("nvapi-", 40, dashed),
    ("pcsk_", 40, dashed),
    ("jina_", 40, dashed),
    ("tgp_v1_", 30, dashed),
    ("rpa_", 30, word),
    ("lsv2_pt_", 30, dashed),
    ("lsv2_sk_", 30, dashed),
    ("lin_api_", 20, word),
    ("lin_oauth_", 30, word),
    ("ntn_", 30, word),
    ("secret_", 36, word),
    ("sbp_", 32, word),
    ("sb_secret_", 20, dashed),
    ("shpat_", 32, word),
    ("shpss_", 32, word),
    ("shpca_", 32, word),
    ("shppa_", 32, word),
    ("sq0atp-", 22, dashed),
    ("sq0csp-", 40, dashed),
    ("figd_", 30, dashed),
    ("figo_", 30, dashed),
    ("vercel_", 20, dashed),
    ("vcp_", 24, word),
    ("vci_", 24, word),
    ("vca_", 24, word),
    ("vcr_", 24, word),
    ("vck_", 24, word),
    ("npg_", 12, word),
    ("ops_", 100, word),
    ("dckr_pat_", 20, dashed),
    ("dckr_oat_", 20, dashed),
    ("pul-", 40, word),
    ("PMAK-", 24, dashed),
    ("NRAK-", 24, word),
    ("NRJS-", 16, word),
    ("NRII-", 30, dashed),
    ("glsa_", 32, dashed),
    ("glc_", 32, word),
    ("sntrys_", 30, dashed),
    ("sntryu_", 40, word),
    ("phx_", 30, word),
    ("pscale_tkn_", 30, dashed),
    ("pscale_pw_", 30, dashed),
    ("pscale_oauth_", 30, dashed),
    ("tskey-auth-", 20, dashed),
    ("tskey-api-", 20, dashed),
    ("tskey-client-", 20, dashed),
    ("rdme_", 60, word),
    ("duffel_test_", 40, dashed),
    ("duffel_live_", 40, dashed),
    ("FLWSECK-", 30, dashed),
    ("FLWSECK_TEST-", 12, dashed),
    ("CLOJARS_", 50, word),
    ("CFPAT-", 40, dashed),
    ("GOCSPX-", 24, dashed),
    ("HRKU-", 36, dashed),
    ("nfp_", 36, word),
    ("pnu_", 36, word),
    ("sgp_", 40, dashed),
    ("xkeysib-", 60, dashed),
    ("xsmtpsib-", 60, dashed),
    ("shippo_live_", 40, word),
    ("shippo_test_", 40, word),
    ("squ_", 40, word),
    ("sqp_", 40, word),
    ("sqa_", 40, word),
    ("bkua_", 40, word),
    ("BBDC-", 40, dashed),
    ("fo1_", 40, dashed),
    ("fm2_", 60, dashed),
    ("ico-", 32, word),
];

/// How a key begins, its whole length, and the bytes after the beginning.
type Whole = (&'static str, usize, fn(u8) -> bool);

/// Keys whose beginning has no such end, and their whole length.
const WHOLE: [Whole; 5] =
    [("AKIA", 20, capital), ("ASIA", 20, capital), ("key-", 36, hex), ("dapi", 36, hex), ("SK", 34, small_hex)];

/// The byte before the last one of some prefix.
static BEFORE_LAST: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < SHAPES.len() {
        let prefix = SHAPES[i].0.as_bytes();
        table[prefix[prefix.len() - 2] as usize] = true;
        i += 1;
    }
    table
};

/// Places that are shaped like a secret. Words without a digit are none: `sk-your-own-key-goes-here`.
pub(super) fn secrets(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = prefixed(bytes);
    for (prefix, length, class) in WHOLE {
        found.extend(text.match_indices(prefix).map(|(at, _)| at).filter(|at| {
            let key = &bytes[at + prefix.len()..];
            let run = key.iter().take_while(|b| class(**b)).count();
            let ends = !key.get(run).is_some_and(|b| word(*b));
            free(bytes, *at) && run + prefix.len() == length && ends && is_random(&key[..run])
        }));
    }
    found.extend(text.match_indices("AIza").map(|(at, _)| at).filter(|at| {
        let run = bytes[at + 4..].iter().take_while(|b| dashed(**b)).count();
        free(bytes, *at) && run >= 35 && is_random(&bytes[at + 4..at + 4 + run])
    }));
    // A secret token of Mapbox; those that all may see begin with `pk.`.
    found.extend(text.match_indices("sk.eyJ").map(|(at, _)| at).filter(|at| {
        let run = bytes[at + 3..].iter().take_while(|b| dashed(**b) || **b == b'.').count();
        free(bytes, *at) && (*at == 0 || bytes[at - 1] != b'.') && run >= 60 && is_random(&bytes[at + 3..at + 3 + run])
    }));
    found.extend(webhooks(text));
    found.extend(headers(text));
    found.extend(cookies(text));
    found.extend(logins(text));
    found.extend(piped(text));
    found.extend(tags(text));
    found.extend(text.match_indices("PRIVATE KEY-----").map(|(at, _)| at).filter(|at| {
        let label = bytes[..*at].iter().rev().take(60).take_while(|b| capital(**b) || **b == b' ').count();
        let framed = bytes[..at - label].ends_with(b"-----") && bytes[at - label..].starts_with(b"BEGIN ");
        framed && has_key_body(&bytes[at + "PRIVATE KEY-----".len()..])
    }));
    let starts = |at: usize| free(bytes, at) && (at == 0 || !b"+.".contains(&bytes[at - 1]));
    found.extend(text.match_indices("eyJ").map(|(at, _)| at).filter(|at| starts(*at) && is_jwt(&bytes[*at..])));
    let scheme = |at: usize| at > 0 && bytes[at - 1].is_ascii_alphanumeric();
    found
        .extend(text.match_indices("://").map(|(at, _)| at).filter(|at| scheme(*at) && has_password(&bytes[at + 3..])));
    found
}

/// No word goes on at this place.
fn free(bytes: &[u8], at: usize) -> bool {
    at == 0 || !dashed(bytes[at - 1])
}

fn prefixed(bytes: &[u8]) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, b)| matches!(b, b'-' | b'_')) {
        let end = at + 1;
        if at == 0 || !BEFORE_LAST[usize::from(bytes[at - 1])] || !bytes.get(end).is_some_and(|b| word(*b)) {
            continue;
        }
        for (prefix, least, class) in SHAPES {
            let shaped = bytes[..end].ends_with(prefix.as_bytes()) && free(bytes, end - prefix.len());
            if shaped {
                let length = bytes[end..].iter().take_while(|b| class(**b)).count();
                if length >= *least && is_random(&bytes[end..end + length]) {
                    found.push(end - prefix.len());
                }
            }
        }
    }
    found
}

/// Addresses that anybody who knows them can post to.
fn webhooks(text: &str) -> impl Iterator<Item = usize> + '_ {
    let hosts = ["hooks.slack.com/services/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"];
    hosts.into_iter().flat_map(move |host| text.match_indices(host)).filter_map(move |(at, host)| {
        let rest = &text.as_bytes()[at + host.len()..];
        let path = &rest[..rest.iter().take_while(|b| dashed(**b) || **b == b'/').count()];
        let random = path.split(|b| *b == b'/').any(is_random);
        (path.len() >= 20 && path.contains(&b'/') && random).then_some(at)
    })
}

/// `authorization: bearer ...` and `basic ...`, however they are written: the place of the header.
fn headers(text: &str) -> Vec<usize> {
    let small = text.to_ascii_lowercase();
    let found = small.match_indices("authorization").filter(|(at, name)| {
        let before = text[..*at].len() - if small[..*at].ends_with("proxy-") { "proxy-".len() } else { 0 };
        let inside = before > 0 && (dashed(text.as_bytes()[before - 1]) || text.as_bytes()[before - 1] == b'.');
        let rest = small[at + name.len()..].trim_start_matches('\\');
        let Some(rest) = rest.strip_prefix(['"', '\'']).unwrap_or(rest).strip_prefix(':') else { return false };
        let rest = rest.trim_start_matches(' ').trim_start_matches('\\');
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let Some(rest) = ["bearer ", "basic "].iter().find_map(|scheme| rest.strip_prefix(scheme)) else {
            return false;
        };
        let rest = rest.trim_start_matches(' ');
        let ends = |c: char| c.is_ascii_whitespace() || "\"'`\\,;)}]".contains(c);
        let token = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let of_token = token.bytes().all(|b| dashed(b) || b".=+~".contains(&b));
        !inside && of_token && token.len() >= 16 && !token.starts_with("your") && is_random(token.as_bytes())
    });
    found.map(|(at, _)| at).collect()
}

/// A cookie that curl is given on its command line: the place of the option.
fn cookies(text: &str) -> impl Iterator<Item = usize> + '_ {
    let options = ["curl -b ", "--cookie "].into_iter().flat_map(move |option| text.match_indices(option));
    options.filter_map(move |(at, option)| {
        let rest = &text[at + option.len()..];
        let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        let (name, value) = rest.split_once('=')?;
        let named = (1..=64).contains(&name.len()) && name.bytes().all(dashed);
        let value = &value.as_bytes()[..value.bytes().take_while(|b| dashed(*b)).count()];
        let starts = at == 0 || matches!(text.as_bytes()[at - 1], b' ' | b'\n' | b'`');
        (starts && named && value.len() >= 16 && is_random(value)).then_some(at)
    })
}

/// `curl -u user:password`: the place of the program.
fn logins(text: &str) -> impl Iterator<Item = usize> + '_ {
    let options = ["curl -u ", "curl --user "].into_iter().flat_map(move |option| text.match_indices(option));
    options.filter_map(move |(at, option)| {
        let starts = at == 0 || b" \n`\"'(".contains(&text.as_bytes()[at - 1]);
        let rest = &text[at + option.len()..];
        let (user, password) = rest.strip_prefix(['"', '\'']).unwrap_or(rest).split_once(':')?;
        let named = (1..=64).contains(&user.len()) && user.bytes().all(dashed);
        (starts && named && is_password(leading(password))).then_some(at)
    })
}

/// `echo password | sudo -S`: the place of the bar.
fn piped(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.match_indices(" | sudo -S").map(|(at, _)| at).filter(|at| {
        let said = &text[..*at];
        let quote = said.chars().next_back().filter(|c| matches!(c, '"' | '\''));
        let said = quote.map_or(said, |quote| said.strip_suffix(quote).unwrap_or(said));
        let length = said.bytes().rev().take(64).take_while(|b| dashed(*b)).count();
        let (before, word) = said.split_at(said.len() - length);
        let before = quote.map_or(Some(before), |quote| before.strip_suffix(quote));
        let verb = before.and_then(|before| before.strip_suffix("echo "));
        let starts = verb.is_some_and(|verb| !verb.bytes().next_back().is_some_and(dashed));
        starts && is_password(word.as_bytes())
    })
}

/// `<password>value</password>`: the place of the tag.
fn tags(text: &str) -> impl Iterator<Item = usize> + '_ {
    text.match_indices("<password>").filter_map(move |(at, tag)| {
        let rest = &text[at + tag.len()..];
        let value = leading(rest);
        let whole = rest[value.len()..].starts_with("</password>");
        (whole && is_password(value) && !value[..4].eq_ignore_ascii_case(b"your")).then_some(at)
    })
}

/// The letters, digits, dashes and lines at the start.
fn leading(text: &str) -> &[u8] {
    &text.as_bytes()[..text.bytes().take_while(|b| dashed(*b)).count()]
}

/// Eight characters or more, letters and digits, and no option.
fn is_password(word: &[u8]) -> bool {
    word.len() >= 8
        && word[0].is_ascii_alphanumeric()
        && word.iter().any(u8::is_ascii_digit)
        && word.iter().any(u8::is_ascii_alphabetic)
}

/// Letters and digits mixed in one run of twelve or more, as no name of a branch or a placeholder has them.
fn is_random(token: &[u8]) -> bool {
    token
        .split(|b| *b == b'-' || *b == b'_')
        .any(|run| run.len() >= 12 && run.iter().any(u8::is_ascii_digit) && run.iter().any(u8::is_ascii_alphabetic))
}

/// Lines of base64 follow: the words alone, as a guide prints them, are no key.
fn has_key_body(bytes: &[u8]) -> bool {
    let near = &bytes[..bytes.len().min(200)];
    let skip = near.iter().take_while(|b| b.is_ascii_whitespace() || "\"'`,|>\\:⏎".as_bytes().contains(b)).count();
    let escape = usize::from(skip > 0 && near[skip - 1] == b'\\' && matches!(near.get(skip), Some(b'n' | b'r')));
    let body = &near[skip + escape..];
    body.iter().take_while(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b)).count() >= 32
}

/// Three parts of base64url, joined by dots; the first two are JSON objects.
fn is_jwt(bytes: &[u8]) -> bool {
    let part = |bytes: &[u8]| bytes.iter().take_while(|b| dashed(**b)).count();
    let first = part(bytes);
    let Some(second) = bytes.get(first + 1..).filter(|rest| bytes[first] == b'.' && rest.starts_with(b"eyJ")) else {
        return false;
    };
    let length = part(second);
    first >= 10 && length >= 10 && second.get(length) == Some(&b'.')
}

/// `user:password@` where the password is a word, not a placeholder.
fn has_password(bytes: &[u8]) -> bool {
    let authority =
        &bytes[..bytes.iter().take(300).take_while(|b| b.is_ascii_graphic() && !b"/?#\"'`<>|\\".contains(b)).count()];
    let Some(at) = authority.iter().rposition(|b| *b == b'@') else { return false };
    let Some(colon) = authority[..at].iter().position(|b| *b == b':') else { return false };
    let password = &authority[colon + 1..at];
    let varied = password.iter().any(|b| *b != password[0] && b.is_ascii_alphanumeric());
    let hidden = password.iter().all(|b| b"xX.".contains(b));
    password.len() >= 4 && varied && !hidden && !password.iter().any(|b| b"()[]{}<>$*%".contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_found() {
        let token = format!("ghp_{}", "a1".repeat(18));
        for (text, wanted) in [
            ("plain text — with dash, é, 日本, 👩‍👩‍👧 and עברית", 0),
            ("bell \u{7}", 1),
            ("c1 \u{9b}31m", 1),
            ("tab\there", 1),
            ("rtl \u{202e}", 1),
            ("tag \u{e0041}", 1),
            ("<|im_start|>", 1),
            ("< |im_start|>", 0),
            ("a <| b |> c", 0),
            ("[INST]", 1),
            (token.as_str(), 1),
            ("sk-your-own-key-goes-right-here", 0),
            ("task-1234567890123456789012345", 0),
            ("postgres://app:hunter2@db/x", 1),
            ("postgres://app:[redacted]@db/x", 0),
            ("https://host:8080/a@b", 0),
            ("-----BEGIN RSA PRIVATE KEY-----", 0),
            ("-----BEGIN RSA PRIVATE KEY----- ⏎ MIIEpAIBAAKCAQEA7Zq0bX1wYzKf3nQv8sLmPd5u", 1),
            ("sk-12-fix-the-login-page-for-all", 0),
            ("http://user:xxx@host", 0),
            ("AKIAA1A1A1A1A1A1A1A1", 1),
            ("AKIAA1A1A1A1A1A1A1A1abc", 0),
            ("sk--1aaaaaaaaaaaaaaaaaaaaaaaaaa", 0),
            ("sk-1aaaaaaaaaaaaaaaaaaaaaaaaaa", 1),
            ("שלום\u{200e} 1", 0),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc", 1),
            ("> authorization: bearer abcdefgh1234567890QWERTY", 1),
            ("AUTHORIZATION: basic YWxhZGRpbjpvcGVuc2VzYW1lMTI=", 1),
            ("{\"Proxy-Authorization\": \"Basic YWxhZGRpbjpvcGVuc2VzYW1lMTI=\"}", 1),
            ("authorization: bearer [redacted]", 0),
            ("authorization: bearer your-token-abcdef123456", 0),
            ("authorization: basic auth is required", 0),
            ("x-authorization: bearer abcdefgh1234567890QWERTY", 0),
            ("curl -b 'sid=abcdefgh1234567890QWERTY' http://h/", 1),
            ("curl --cookie sid=abcdefgh1234567890QWERTY http://h/", 1),
            ("curl -b [redacted] http://h/", 0),
            ("curl -b cookies.txt http://h/?a=abcdefgh1234567890QWERTY", 0),
            ("curl --cookie-jar a=abcdefgh1234567890QWERTY http://h/", 0),
            ("sk_0123456789abcdef0123456789abcdef0123456789abcdef", 1),
            ("sk_buff_head_init_of_2_queues_with_lock1", 0),
            ("sk.eyJ1IjoibWlrZSIsImEiOiJjazBhYTB4bTAwMDAwM2RvMHB6Z3Jxd2UifQ.nZ36QiRTaLfYc5apJTvYFi", 1),
            ("https://host/confirm/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc", 1),
            ("npg_idmwUY9r7Nwh", 1),
            ("npg_connection_pool", 0),
            ("curl -u ann:barley7corn http://h/", 1),
            ("`curl --user 'ann:barley7corn' http://h/`", 1),
            ("curl -u ann:[redacted] http://h/", 0),
            ("curl -u ann:$PASS1word http://h/", 0),
            ("curl -u ann http://h/", 0),
            ("docker run -u ann:barley7corn", 0),
            ("echo barley7corn | sudo -S ls", 1),
            ("echo 'barley7corn' | sudo -S ls", 1),
            ("echo [redacted] | sudo -S ls", 0),
            ("echo $barley7corn | sudo -S ls", 0),
            ("<password>barley7corn</password>", 1),
            ("<password>[redacted]</password>", 0),
            ("<password>your-password1</password>", 0),
            ("type <password> and 12 more", 0),
        ] {
            let mut found = Vec::new();
            check(text, &mut found);
            assert_eq!(found.len(), wanted, "{text:?}: {found:?}");
        }
    }
}
