//! What the host refuses as an unmasked secret, the engine masks: two lists that share no code, held together here.
//! Keys are put together from pieces, so that no scanner takes this file for a leak.
use cento::verify::{Finding, check};
use cento_contract::{Change, Edit, Message, Outcome, Plan, Reason, Report, Role, Summary};
use cento_guest::redact::{MASK, redact};
use proptest::prelude::*;

/// The host refuses a summary with this text.
fn refused(text: &str) -> bool {
    let messages = [Message::new(Role::User, "x".repeat(400)), Message::new(Role::User, "next")];
    let summary = Summary { text: text.into(), before: 0, role: Role::User, tokens: 1, quotes: vec![], claims: vec![] };
    let report = Report {
        outcome: Outcome::Compacted,
        messages_before: 2,
        messages_after: 2,
        tokens_before: 110,
        tokens_after: 10,
        summary_tokens: 1,
        summary_budget: 3_000,
        head_end: 0,
        tail_start: 1,
        inherited_orphans: 0,
        masked: 0,
        sections: vec![],
        adjustments: vec![],
        unchanged_prefix: 0,
        target: 0,
        last_step: None,
    };
    let edits = vec![Edit { message: 0, change: Change::Drop, reason: Reason::Projected }];
    let plan = Plan { edits, summary: Some(summary), judgements: vec![], report };
    check(&messages, &plan).iter().any(|finding| matches!(finding, Finding::Secret { .. }))
}

/// Letters and digits as a key has them.
fn mix(n: usize) -> String {
    "q7Zr2WmK9xTb4LpV8nYc3HsD6fJg5RkQ1tXw".chars().cycle().take(n).collect()
}

fn hex(n: usize) -> String {
    "9f3a7c1be0d45286".chars().cycle().take(n).collect()
}

fn capitals(n: usize) -> String {
    mix(n).to_uppercase()
}

/// How keys of an issuer begin, in two pieces, and how many characters follow at least.
const ISSUERS: &[(&str, &str, usize)] = &[
    ("s", "k-", 20),
    ("gh", "p_", 30),
    ("gh", "o_", 30),
    ("gh", "u_", 30),
    ("gh", "s_", 30),
    ("gh", "r_", 30),
    ("githu", "b_pat_", 22),
    ("glp", "at-", 20),
    ("gl", "dt-", 20),
    ("gl", "rt-", 20),
    ("glp", "tt-", 20),
    ("gl", "ft-", 20),
    ("gls", "oat-", 20),
    ("glc", "bt-", 20),
    ("gli", "mt-", 20),
    ("glag", "ent-", 20),
    ("glo", "as-", 20),
    ("xo", "xa-", 10),
    ("xo", "xb-", 10),
    ("xo", "xc-", 10),
    ("xo", "xd-", 10),
    ("xo", "xe-", 10),
    ("xo", "xp-", 10),
    ("xo", "xr-", 10),
    ("xo", "xs-", 10),
    ("xa", "pp-", 16),
    ("s", "k_", 40),
    ("sk_l", "ive_", 16),
    ("sk_t", "est_", 16),
    ("rk_l", "ive_", 16),
    ("rk_t", "est_", 16),
    ("pk_l", "ive_", 16),
    ("whs", "ec_", 16),
    ("tv", "ly-", 16),
    ("h", "f_", 24),
    ("api_", "org_", 24),
    ("np", "m_", 30),
    ("py", "pi-", 40),
    ("ruby", "gems_", 40),
    ("dop", "_v1_", 40),
    ("doo", "_v1_", 40),
    ("dor", "_v1_", 40),
    ("gs", "k_", 30),
    ("xa", "i-", 30),
    ("r", "8_", 24),
    ("pp", "lx-", 24),
    ("f", "c-", 24),
    ("cs", "k-", 30),
    ("nva", "pi-", 40),
    ("pc", "sk_", 40),
    ("ji", "na_", 40),
    ("tgp", "_v1_", 30),
    ("rp", "a_", 30),
    ("lsv2", "_pt_", 30),
    ("lsv2", "_sk_", 30),
    ("lin_", "api_", 20),
    ("lin_o", "auth_", 30),
    ("nt", "n_", 30),
    ("sec", "ret_", 36),
    ("sb", "p_", 32),
    ("sb_se", "cret_", 20),
    ("shp", "at_", 32),
    ("shp", "ss_", 32),
    ("shp", "ca_", 32),
    ("shp", "pa_", 32),
    ("sq0", "atp-", 22),
    ("sq0", "csp-", 40),
    ("fi", "gd_", 30),
    ("fi", "go_", 30),
    ("ver", "cel_", 20),
    ("vc", "p_", 24),
    ("vc", "i_", 24),
    ("vc", "a_", 24),
    ("vc", "r_", 24),
    ("vc", "k_", 24),
    ("np", "g_", 12),
    ("op", "s_", 100),
    ("dckr", "_pat_", 20),
    ("dckr", "_oat_", 20),
    ("pu", "l-", 40),
    ("PM", "AK-", 24),
    ("NR", "AK-", 24),
    ("NR", "JS-", 16),
    ("NR", "II-", 30),
    ("gl", "sa_", 32),
    ("gl", "c_", 32),
    ("snt", "rys_", 30),
    ("snt", "ryu_", 40),
    ("ph", "x_", 30),
    ("pscal", "e_tkn_", 30),
    ("pscal", "e_pw_", 30),
    ("pscale", "_oauth_", 30),
    ("tskey", "-auth-", 20),
    ("tskey", "-api-", 20),
    ("tskey-", "client-", 20),
    ("rd", "me_", 60),
    ("duffel", "_test_", 40),
    ("duffel", "_live_", 40),
    ("FLWS", "ECK-", 30),
    ("FLWSEC", "K_TEST-", 12),
    ("CLOJ", "ARS_", 50),
    ("CFP", "AT-", 40),
    ("GOC", "SPX-", 24),
    ("HR", "KU-", 36),
    ("nf", "p_", 36),
    ("pn", "u_", 36),
    ("sg", "p_", 40),
    ("xkey", "sib-", 60),
    ("xsmt", "psib-", 60),
    ("shippo", "_live_", 40),
    ("shippo", "_test_", 40),
    ("sq", "u_", 40),
    ("sq", "p_", 40),
    ("sq", "a_", 40),
    ("bk", "ua_", 40),
    ("BB", "DC-", 40),
    ("fo", "1_", 40),
    ("fm", "2_", 60),
    ("ic", "o-", 32),
];

/// Keys that both sides know.
fn keys() -> Vec<String> {
    let mut all: Vec<String> = ISSUERS.iter().map(|(a, b, least)| format!("{a}{b}{}", mix((*least).max(12)))).collect();
    all.extend([
        format!("AK{}{}", "IA", capitals(16)),
        format!("AS{}{}", "IA", capitals(16)),
        format!("AI{}{}", "za", mix(35)),
        format!("key{}{}", "-", hex(32)),
        format!("da{}{}", "pi", hex(32)),
        format!("S{}{}", "K", hex(32)),
        format!("https://hooks.slack.com/serv{}/T{}/B{}/{}", "ices", capitals(8), capitals(8), mix(24)),
        format!("https://discord.com/api/web{}/123456789012345678/{}", "hooks", mix(60)),
        format!("ey{}.ey{}.{}", mix(30).replacen('q', "J", 1), mix(40).replacen('q', "J", 1), mix(40)),
        format!("sk.ey{}.{}", mix(60).replacen('q', "J", 1), mix(22)),
        format!(
            "https://host/confirm/ey{}.ey{}.{}",
            mix(30).replacen('q', "J", 1),
            mix(40).replacen('q', "J", 1),
            mix(40)
        ),
        format!("curl -u ann:{} http://h/", "barley7corn"),
        format!("curl --user 'ann:{}' http://h/", "barley7corn"),
        format!("echo {} | sudo -S ls", "barley7corn"),
        format!("<password>{}</password>", "barley7corn"),
        format!("postgres://app:{}@db.host/main", "barley7corn"),
        format!("-----BEGIN RSA {} KEY-----\n{}\n{}\n-----END RSA {} KEY-----", "PRIVATE", mix(64), mix(40), "PRIVATE"),
    ]);
    all
}

#[test]
fn keys_are_refused_when_bare_and_masked_by_the_engine() {
    let mut wrong = Vec::new();
    for key in keys() {
        for text in [key.clone(), format!("use {key} now"), format!("(\"{key}\")"), format!("a: {key}, b")] {
            if !refused(&text) {
                wrong.push(format!("not refused: {text}"));
            }
            let clean = redact(&text);
            if refused(&clean) || !clean.contains(MASK) {
                wrong.push(format!("not masked: {text} gives {clean}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_only_looks_like_a_key_is_left_alone_by_both() {
    let uuid = "3f2b8c1a-9d4e-4f60-8a7b-5c6d7e8f9a0b";
    for text in [
        hex(40),
        format!("sha256:{}", hex(64)),
        format!("id {uuid}"),
        "sk-your-own-key-goes-right-here".into(),
        "sk-12-fix-the-login-page-for-all".into(),
        "src/figd_client/vercel_settings.rs".into(),
        "key-value-store-with-many-words".into(),
        "let lin_api_client = make_lin_api_client();".into(),
        "npm_config_registry_url_is_set".into(),
        "task-1234567890123456789012345".into(),
        "https://discord.com/api/webhooks/ID/TOKEN".into(),
        "https://hooks.slack.com/services/T000/B000/XXXX".into(),
        "http://user:xxx@host".into(),
        "AKIAABCDEFGHIJ1234567".into(),
        "-----BEGIN RSA PRIVATE KEY----- is the first line of such a file".into(),
    ] {
        assert!(!refused(&text), "{text}");
        assert_eq!(redact(&text), text);
    }
}

/// What makes a credential of whatever follows.
const HEADS: [&str; 17] = [
    "authorization: bearer ",
    "AUTHORIZATION: basic ",
    "Proxy-Authorization: ",
    "authorization",
    "\"authorization\": \"",
    "basic ",
    "Bearer ",
    "curl -b ",
    "curl ",
    "-b 'sid=",
    "--cookie ",
    "sid=",
    "curl -u ann:",
    "curl --user '",
    "echo ",
    " | sudo -S",
    "<password>",
];

#[test]
fn credentials_are_refused_and_masked_by_the_engine() {
    for head in
        HEADS.iter().filter(|head| head.starts_with("auth") || head.starts_with("AUTH")).filter(|h| h.contains(": b"))
    {
        for text in
            [format!("{head}{}", mix(40)), format!("> {head}{}\nx", mix(20)), format!("-H '{head}{}=='", mix(22))]
        {
            assert!(refused(&text), "{text}");
            assert!(!refused(&redact(&text)), "{text}");
        }
    }
    for text in ["curl -b 'sid=@' http://h/", "curl --cookie sid=@ http://h/", "x; curl -b \"a=@; b=2\" -v"] {
        let text = text.replace('@', &mix(32));
        assert!(refused(&text), "{text}");
        assert!(!refused(&redact(&text)), "{text}");
    }
    for text in
        ["authorization: bearer token", "use basic authorization: it is simple", "curl -b cookies12345678901234.txt"]
    {
        assert!(!refused(text), "{text}");
        assert_eq!(redact(text), text);
    }
}

/// Pieces that meet around keys.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "-", "_", ".", ":", "/", "//", "://", "@", " ", "\n", "\"", "'", "\\", "\\n", "(", "[", "|", "<", "=", "eyJ",
        "n", "x",
    ];
    let mut pieces: Vec<String> = fixed.iter().map(ToString::to_string).collect();
    pieces.extend(ISSUERS.iter().map(|(a, b, _)| format!("{a}{b}")));
    pieces.extend(keys());
    pieces.extend([mix(12), mix(20), mix(40), hex(12), hex(32), capitals(16), "aaaa".into(), "1".repeat(30)]);
    pieces.extend(HEADS.map(String::from));
    pieces.extend([format!("AK{}", "IA"), format!("-----BEGIN {} KEY-----", "PRIVATE"), "https://ann:".into()]);
    prop_oneof![9 => prop::sample::select(pieces), 1 => "[a-z0-9]{1,16}", 1 => any::<char>().prop_map(String::from)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn whatever_the_host_refuses_is_masked(pieces in prop::collection::vec(piece(), 1..10)) {
        let text = pieces.concat();
        let clean = redact(&text);
        prop_assert!(!refused(&clean), "{text:?} gives {clean:?}");
    }
}
