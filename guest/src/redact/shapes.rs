//! Secrets known by their shape: the fixed prefix of an issuer and enough mixed characters behind it.
//!
//! Takes the text and the place of a separator or capital inside the prefix; gives the whole key.
//! Leaves out: hashes, UUIDs and identifiers, which have no such prefix or are too short or too plain.
use super::{before, part, run, run_back, run_most};
use core::ops::Range;

/// How a prefix goes on.
struct Shape {
    prefix: &'static [u8],
    least: usize,
    /// Letters and digits only; `-` and `_` end the key then.
    plain: bool,
}

const fn shape(prefix: &'static [u8], least: usize, plain: bool) -> Shape {
    Shape { prefix, least, plain }
}

/// Prefixes that end in `-` or `_`; the trigger is that last byte. The host's verifier has a list of its own of the
/// same shapes; a test holds the two together.
const SHAPES: &[Shape] = &[
    shape(b"sk-", 20, false),
    shape(b"ghp_", 30, true),
    shape(b"gho_", 30, true),
    shape(b"ghu_", 30, true),
    shape(b"ghs_", 30, false),
    shape(b"ghr_", 30, true),
    shape(b"github_pat_", 22, false),
    shape(b"glpat-", 20, false),
    shape(b"gldt-", 20, false),
    shape(b"glrt-", 20, false),
    shape(b"glptt-", 20, false),
    shape(b"glft-", 20, false),
    shape(b"glsoat-", 20, false),
    shape(b"glcbt-", 20, false),
    shape(b"glimt-", 20, false),
    shape(b"glagent-", 20, false),
    shape(b"gloas-", 20, false),
    shape(b"xoxa-", 10, false),
    shape(b"xoxb-", 10, false),
    shape(b"xoxc-", 10, false),
    shape(b"xoxd-", 10, false),
    shape(b"xoxe-", 10, false),
    shape(b"xoxp-", 10, false),
    shape(b"xoxr-", 10, false),
    shape(b"xoxs-", 10, false),
    shape(b"xapp-", 16, false),
    shape(b"sk_", 40, true),
    shape(b"sk_live_", 16, true),
    shape(b"sk_test_", 16, true),
    shape(b"rk_live_", 16, true),
    shape(b"rk_test_", 16, true),
    shape(b"pk_live_", 16, true),
    shape(b"whsec_", 16, false),
    shape(b"tvly-", 16, false),
    shape(b"hf_", 24, true),
    shape(b"api_org_", 24, true),
    shape(b"npm_", 30, true),
    shape(b"pypi-", 40, false),
    shape(b"rubygems_", 40, true),
    shape(b"dop_v1_", 40, true),
    shape(b"doo_v1_", 40, true),
    shape(b"dor_v1_", 40, true),
    shape(b"gsk_", 30, true),
    shape(b"xai-", 30, false),
    shape(b"r8_", 24, true),
    shape(b"pplx-", 24, true),
    shape(b"fc-", 24, true),
    shape(b"csk-", 30, true),
    shape(b"nvapi-", 40, false),
    shape(b"pcsk_", 40, false),
    shape(b"jina_", 40, false),
    shape(b"tgp_v1_", 30, false),
    shape(b"rpa_", 30, true),
    shape(b"lsv2_pt_", 30, false),
    shape(b"lsv2_sk_", 30, false),
    shape(b"lin_api_", 20, true),
    shape(b"lin_oauth_", 30, true),
    shape(b"ntn_", 30, true),
    shape(b"secret_", 36, true),
    shape(b"sbp_", 32, true),
    shape(b"sb_secret_", 20, false),
    shape(b"shpat_", 32, true),
    shape(b"shpss_", 32, true),
    shape(b"shpca_", 32, true),
    shape(b"shppa_", 32, true),
    shape(b"sq0atp-", 22, false),
    shape(b"sq0csp-", 40, false),
    shape(b"figd_", 30, false),
    shape(b"figo_", 30, false),
    shape(b"vercel_", 20, false),
    shape(b"vcp_", 24, true),
    shape(b"vci_", 24, true),
    shape(b"vca_", 24, true),
    shape(b"vcr_", 24, true),
    shape(b"vck_", 24, true),
    shape(b"npg_", 12, true),
    shape(b"re_", 33, false),
    shape(b"ops_", 100, true),
    shape(b"dckr_pat_", 20, false),
    shape(b"dckr_oat_", 20, false),
    shape(b"pul-", 40, true),
    shape(b"PMAK-", 24, false),
    shape(b"NRAK-", 24, true),
    shape(b"NRJS-", 16, true),
    shape(b"NRII-", 30, false),
    shape(b"glsa_", 32, false),
    shape(b"glc_", 32, true),
    shape(b"sntrys_", 30, false),
    shape(b"sntryu_", 40, true),
    shape(b"phx_", 30, true),
    shape(b"pscale_tkn_", 30, false),
    shape(b"pscale_pw_", 30, false),
    shape(b"pscale_oauth_", 30, false),
    shape(b"tskey-auth-", 20, false),
    shape(b"tskey-api-", 20, false),
    shape(b"tskey-client-", 20, false),
    shape(b"rdme_", 60, true),
    shape(b"duffel_test_", 40, false),
    shape(b"duffel_live_", 40, false),
    shape(b"FLWSECK-", 30, false),
    shape(b"FLWSECK_TEST-", 12, false),
    shape(b"CLOJARS_", 50, true),
    shape(b"CFPAT-", 40, false),
    shape(b"GOCSPX-", 24, false),
    shape(b"HRKU-", 36, false),
    shape(b"nfp_", 36, true),
    shape(b"pnu_", 36, true),
    shape(b"sgp_", 40, false),
    shape(b"xkeysib-", 60, false),
    shape(b"xsmtpsib-", 60, false),
    shape(b"shippo_live_", 40, true),
    shape(b"shippo_test_", 40, true),
    shape(b"squ_", 40, true),
    shape(b"sqp_", 40, true),
    shape(b"sqa_", 40, true),
    shape(b"bkua_", 40, true),
    shape(b"BBDC-", 40, false),
    shape(b"fo1_", 40, false),
    shape(b"fm2_", 60, false),
    shape(b"ico-", 32, true),
    shape(b"key-", 32, true),
];

/// Number of shapes, as it stands in a chain.
const END: u8 = SHAPES.len() as u8;

/// The shapes by the two bytes before the last one of their prefix: for each pair of their low six bits the first
/// shape, and for each shape the next one with the same pair. Most separators stand behind other pairs.
static FIRST: [[u8; 64]; 64] = CHAINS.0;
static NEXT: [u8; SHAPES.len()] = CHAINS.1;

const CHAINS: ([[u8; 64]; 64], [u8; SHAPES.len()]) = {
    let mut first = [[END; 64]; 64];
    let mut next = [END; SHAPES.len()];
    let mut i = SHAPES.len();
    while i > 0 {
        i -= 1;
        let prefix = SHAPES[i].prefix;
        let (a, b) = (prefix[prefix.len() - 3] & 63, prefix[prefix.len() - 2] & 63);
        next[i] = first[a as usize][b as usize];
        first[a as usize][b as usize] = i as u8;
    }
    (first, next)
};

/// Is this a byte of a key?
pub(super) fn key_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'-' || b == b'_'
}

/// Can a key start at `at`? Not inside a word, unless the letter before belongs to an escape such as `\n` or `\u201c`.
fn starts(bytes: &[u8], at: usize, plain: bool) -> bool {
    match before(bytes, at) {
        None => true,
        Some(b'-' | b'_') => plain,
        Some(b) if b.is_ascii_alphanumeric() => {
            let letter =
                matches!(b, b'n' | b'r' | b't') && at.checked_sub(1).and_then(|i| before(bytes, i)) == Some(b'\\');
            // `\u201c`, as Python writes what is beyond ASCII.
            let code = part(bytes, at.saturating_sub(6)..at);
            letter || code.strip_prefix(b"\\u").is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit))
        }
        Some(_) => true,
    }
}

/// Behind a prefix that is known, this is a key and no name: letters and digits mixed as no word is, or so many letters
/// in a row as no word has.
fn keyed(body: &[u8]) -> bool {
    mixed(body) || body.split(|b| matches!(b, b'-' | b'_' | b'.')).any(lettered_run)
}

/// Letters and digits mixed: both kinds, and both cases or a long run without a break.
fn mixed(body: &[u8]) -> bool {
    let digits = body.iter().any(u8::is_ascii_digit);
    let upper = body.iter().any(u8::is_ascii_uppercase);
    let lower = body.iter().any(u8::is_ascii_lowercase);
    let mut runs = body.split(|b| matches!(b, b'-' | b'_'));
    let long = |run: &[u8]| run.len() >= 16 || (run.len() >= 12 && run.iter().any(u8::is_ascii_digit));
    digits && (upper || lower) && runs.any(|run| long(run) || (upper && lower && run.len() >= 8))
}

/// Letters alone, but more than a word has: twenty in both cases, or twenty-four. `xxxx` stands for a key and is none.
fn lettered_run(run: &[u8]) -> bool {
    if run.len() < 20 {
        return false;
    }
    let seen = run.iter().fold(0_u32, |seen, b| seen | 1 << (b & 31));
    let both = run.iter().any(u8::is_ascii_uppercase) && run.iter().any(u8::is_ascii_lowercase);
    (both || run.len() >= 24) && seen.count_ones() >= 8
}

/// A prefix that ends at the `-` or `_` at `at`, and its key.
pub(super) fn prefixed(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if !bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let (a, b) = (*bytes.get(at.checked_sub(2)?)?, *bytes.get(at - 1)?);
    if (a, b) == (b'E', b'Y') {
        return age(bytes, at);
    }
    let mut chain = FIRST[usize::from(a & 63)][usize::from(b & 63)];
    while let Some(shape) = SHAPES.get(usize::from(chain)) {
        chain = NEXT.get(usize::from(chain)).copied().unwrap_or(END);
        let Some(start) = (at + 1).checked_sub(shape.prefix.len()) else { continue };
        if part(bytes, start..at + 1) != shape.prefix || !starts(bytes, start, shape.plain) {
            continue;
        }
        let end = run(bytes, at + 1, |b| if shape.plain { b.is_ascii_alphanumeric() } else { key_byte(b) });
        let body = part(bytes, at + 1..end);
        let fits = |body: &[u8]| {
            body.len() >= shape.least
                && (keyed(body) || shape.prefix.starts_with(b"xox"))
                // These prefixes are words; what follows is known well.
                && match shape.prefix {
                    b"key-" => body.len() == 32 && body.iter().all(u8::is_ascii_hexdigit),
                    b"re_" => body.len() == 33 && body.iter().position(|b| !b.is_ascii_alphanumeric()) == Some(8),
                    _ => true,
                }
        };
        let wrapped = wrapped(bytes, end);
        if fits(body) {
            return Some(start..wrapped.map_or(end, |rest| rest.end));
        }
        if let Some(rest) = wrapped.filter(|_| body.len() >= 8) {
            let joined = [body, part(bytes, rest.clone())].concat();
            if fits(&joined) {
                return Some(start..rest.end);
            }
        }
    }
    None
}

/// The rest of a key that ends at `at` with its line: the next line, when it is one run of mixed letters and digits.
fn wrapped(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let next = at + part(bytes, at..at + 2).iter().take_while(|b| matches!(b, b'\\' | b'\r')).count();
    if bytes.get(next) != Some(&b'\n') {
        return None;
    }
    let start = run_most(bytes, next + 1, 16, |b| b == b' ' || b == b'\t');
    let end = run_most(bytes, start, 256, key_byte);
    let alone = matches!(bytes.get(end), None | Some(b'\n' | b'\r' | b'"' | b'\''));
    let rest = part(bytes, start..end);
    let random = rest.iter().any(u8::is_ascii_digit)
        && rest.iter().any(u8::is_ascii_alphabetic)
        && !rest.iter().any(|b| matches!(b, b'-' | b'_'));
    (alone && rest.len() >= 6 && random).then_some(start..end)
}

/// `AGE-SECRET-KEY-1…`, found at its last separator.
fn age(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = (at + 1).checked_sub(15)?;
    if part(bytes, start..at + 1) != b"AGE-SECRET-KEY-" {
        return None;
    }
    let end = run(bytes, at + 1, |b| b.is_ascii_uppercase() || b.is_ascii_digit());
    (end - at > 40).then_some(start..end)
}

/// Keys with a capital as trigger: AWS ids, Google keys, Twilio keys, JSON web tokens.
pub(super) fn lettered(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at.checked_sub(1)?;
    match (bytes.get(start)?, bytes.get(at)?) {
        (b'A', b'K') if part(bytes, at..at + 3) == b"KIA" => aws(bytes, start),
        (b'S', b'I') if part(bytes, at - 1..at + 2) == b"SIA" && before(bytes, start) == Some(b'A') => {
            aws(bytes, start - 1)
        }
        (b'I', b'z') if bytes.get(at + 1) == Some(&b'a') && before(bytes, start) == Some(b'A') => {
            let start = start - 1;
            if !starts(bytes, start, false) {
                return None;
            }
            let end = run(bytes, start, key_byte);
            (end - start >= 35 && keyed(part(bytes, start..end))).then_some(start..end)
        }
        (b'A', b'K') if part(bytes, at..at + 3) == b"KCp" => fixed(bytes, start, 60..=80),
        (b'A', b'T') if matches!(part(bytes, at..at + 5), b"TATT3" | b"TCTT3") => {
            // Atlassian's tokens end in a checksum behind `=`.
            if !starts(bytes, start, true) {
                return None;
            }
            let end = run(bytes, start, |b| key_byte(b) || b == b'=');
            (end - start >= 60).then_some(start..end)
        }
        (b'E', b'Z') if matches!(part(bytes, at..at + 3), b"ZAK" | b"ZTK") => fixed(bytes, start, 56..=64),
        (b'S', b'K') => {
            let end = run(bytes, at + 1, |b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            let whole = end - at - 1 == 32 && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
            (whole && starts(bytes, start, true)).then_some(start..end)
        }
        (b'y', b'J') if before(bytes, start) == Some(b'e') => web_token(bytes, start - 1),
        _ => None,
    }
}

/// A key of letters and digits only, with its prefix of a length that is known.
fn fixed(bytes: &[u8], start: usize, lengths: core::ops::RangeInclusive<usize>) -> Option<Range<usize>> {
    if !starts(bytes, start, true) {
        return None;
    }
    let end = run_most(bytes, start, lengths.end() + 1, |b| b.is_ascii_alphanumeric());
    (lengths.contains(&(end - start)) && keyed(part(bytes, start..end))).then_some(start..end)
}

/// An AWS access key id, and the secret key right beside it.
fn aws(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    if !starts(bytes, start, true) {
        return None;
    }
    let end = run(bytes, start, |b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if end - start != 20 || bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let next = end + part(bytes, end..end + 8).iter().take_while(|b| b" \t,;:|\"'".contains(b)).count();
    let last = run(bytes, next, |b| b.is_ascii_alphanumeric() || b == b'/' || b == b'+');
    let secret = part(bytes, next..last);
    if next > end && secret.len() == 40 && mixed(secret) && secret.iter().any(u8::is_ascii_uppercase) {
        return Some(start..last);
    }
    Some(start..end)
}

/// Three parts with dots between them, the first one an encoded `{"`.
fn web_token(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    if !starts(bytes, start, false) || before(bytes, start) == Some(b'+') {
        return None;
    }
    let first = run(bytes, start, key_byte);
    // Behind a slash the letters may stand inside a longer run of base64.
    if before(bytes, start) == Some(b'/') && part(bytes, first..first + 4) != b".eyJ" {
        return None;
    }
    let second = run(bytes, first + 1, key_byte);
    if bytes.get(first) != Some(&b'.') || first - start < 10 || second < first + 9 || bytes.get(second) != Some(&b'.') {
        return None;
    }
    Some(start..run(bytes, second + 1, key_byte))
}

/// Prefix of the keys of Databricks.
pub(super) const DATABRICKS: &[u8] = b"dapi";

/// `dapi` and 32 hexadecimal digits, perhaps a number behind a dash.
pub(super) fn databricks(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let digits = at + DATABRICKS.len();
    let end = run(bytes, digits, |b| b.is_ascii_hexdigit());
    if end - digits != 32 || bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) || !starts(bytes, at, true) {
        return None;
    }
    let numbered = bytes.get(end) == Some(&b'-') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
    Some(at..if numbered { run(bytes, end + 1, |b| b.is_ascii_digit()) } else { end })
}

/// Keys with a dot inside: `ya29.`, `SG.`, `hvs.`, Discord's bot tokens.
pub(super) fn dotted(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let next = *bytes.get(at + 1).filter(|b| key_byte(**b))?;
    let prefixes: &[(&[u8], usize)] = match before(bytes, at)? {
        b'9' => &[(b"ya29.", 30)],
        // Mapbox: `pk.` stands before keys that are public.
        b'k' if part(bytes, at + 1..at + 4) == b"eyJ" => &[(b"sk.", 60)],
        b'G' => &[(b"SG.", 40)],
        b's' => &[(b"hvs.", 24)],
        b'b' => &[(b"hvb.", 24)],
        b't' => &[(b"dp.pt.", 40), (b"dp.st.", 40), (b"dp.ct.", 40)],
        b'n' => &[(b"mlsn.", 40)],
        b'1' => &[(b"dt0c01.", 60)],
        _ => &[],
    };
    for &(prefix, least) in prefixes {
        let Some(start) = (at + 1).checked_sub(prefix.len()) else { continue };
        if part(bytes, start..at + 1) == prefix && starts(bytes, start, false) && before(bytes, start) != Some(b'.') {
            let end = run(bytes, at + 1, |b| key_byte(b) || b == b'.');
            let body = part(bytes, at + 1..end);
            return (body.len() >= least && keyed(body)).then_some(start..end);
        }
    }
    let found = match next {
        b's' | b'c' | b'w' => webhook(bytes, at),
        b'a' => terraform(bytes, at),
        _ => None,
    };
    if let Some(found) = found.or_else(|| airtable(bytes, at)) {
        return Some(found);
    }
    if bytes.get(at + 7) == Some(&b'.') {
        let start = run_back(bytes, at, 32, key_byte);
        let escape = match bytes.get(start).filter(|_| before(bytes, start) == Some(b'\\')) {
            Some(b'n' | b'r' | b't') => 1,
            Some(b'u') => 5,
            _ => 0,
        };
        let start = (start + escape).min(at);
        let end = at + 8 + part(bytes, at + 8..at + 80).iter().take_while(|&&b| key_byte(b)).count();
        let middle = part(bytes, at + 1..at + 7).iter().all(|&b| key_byte(b));
        let id = matches!(bytes.get(start), Some(b'M' | b'N' | b'O'));
        if middle && id && (23..=28).contains(&(at - start)) && end - at - 8 >= 27 && mixed(part(bytes, start..end)) {
            return Some(start..end);
        }
    }
    None
}

/// The secret path of a webhook's address, found at the dot in its host.
fn webhook(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    const HOOKS: [(&[u8], &[u8]); 6] = [
        (b"hooks", b".slack.com/services/"),
        (b"hooks", b".slack.com/workflows/"),
        (b"hooks", b".slack.com/triggers/"),
        (b"discord", b".com/api/webhooks/"),
        (b"discordapp", b".com/api/webhooks/"),
        (b"", b".webhook.office.com/webhookb2/"),
    ];
    HOOKS.iter().find_map(|(name, path)| {
        let named = part(bytes, at.saturating_sub(name.len())..at) == *name;
        let start = at + path.len();
        if !named || part(bytes, at..start) != *path {
            return None;
        }
        let end = run(bytes, start, |b| key_byte(b) || matches!(b, b'/' | b'@'));
        let secret = part(bytes, start..end);
        (secret.len() >= 16 && secret.contains(&b'/') && mixed(secret)).then_some(start..end)
    })
}

/// `….atlasv1.…`, a token of Terraform Cloud, found at its first dot.
fn terraform(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    const MARK: &[u8] = b".atlasv1.";
    if part(bytes, at..at + MARK.len()) != MARK {
        return None;
    }
    let start = run_back(bytes, at, 14, |b| b.is_ascii_alphanumeric());
    let end = run(bytes, at + MARK.len(), key_byte);
    (at - start >= 8 && end - at >= MARK.len() + 40).then_some(start..end)
}

/// `pat….…`, a token of Airtable: fourteen characters and 64 hexadecimal digits.
fn airtable(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at.checked_sub(17)?;
    if part(bytes, start..start + 3) != b"pat" || !starts(bytes, start, true) {
        return None;
    }
    let end = run(bytes, at + 1, |b| b.is_ascii_hexdigit());
    let whole = part(bytes, start..at).iter().all(u8::is_ascii_alphanumeric) && end - at - 1 == 64;
    whole.then_some(start..end)
}

/// `123456789:AA…`, found at its colon.
pub(super) fn telegram(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if bytes.get(at + 1..at + 3)? != b"AA" {
        return None;
    }
    let start = run_back(bytes, at, 12, |b| b.is_ascii_digit());
    let end = run(bytes, at + 1, key_byte);
    ((6..=11).contains(&(at - start)) && (33..=40).contains(&(end - at - 1))).then_some(start..end)
}
