//! No key stands in words that the compactor wrote.
//!
//! Takes the summary, and new messages of another compactor. Keys are known by the fixed beginning of their issuer, by
//! their frame, by the header or option that carries them, by the name that the original gives them to, or by the words
//! that tell a password in many languages.
//! Leaves out: what has none of these, and texts that stay: they are the conversation's own.
use crate::{Case, Check, Notes, Place};

/// A beginning of keys: how many characters follow at least, and whether they may be dashes and underscores too.
type Beginning = (&'static str, usize, bool);

const BEGINNINGS: [Beginning; 75] = [
    ("sk-", 20, true),
    ("sk_", 40, false),
    ("sk_live_", 16, false),
    ("rk_live_", 16, false),
    ("pk_live_", 16, false),
    ("sk_test_", 16, false),
    ("rk_test_", 16, false),
    ("ghp_", 30, false),
    ("gho_", 30, false),
    ("ghu_", 30, false),
    ("ghs_", 30, false),
    ("ghr_", 30, false),
    ("github_pat_", 22, true),
    ("glpat-", 20, true),
    ("gldt-", 20, true),
    ("glrt-", 20, true),
    ("glptt-", 20, true),
    ("glsa_", 32, true),
    ("xoxa-", 10, true),
    ("xoxb-", 10, true),
    ("xoxc-", 10, true),
    ("xoxd-", 10, true),
    ("xoxe-", 10, true),
    ("xoxp-", 10, true),
    ("xoxr-", 10, true),
    ("xoxs-", 10, true),
    ("xapp-", 16, true),
    ("AKIA", 16, false),
    ("ASIA", 16, false),
    ("AIza", 31, true),
    ("hf_", 24, false),
    ("npm_", 30, false),
    ("pypi-", 40, true),
    ("rubygems_", 40, false),
    ("gsk_", 30, false),
    ("xai-", 30, true),
    ("pplx-", 24, false),
    ("tvly-", 16, true),
    ("r8_", 24, false),
    ("csk-", 30, false),
    ("nvapi-", 40, true),
    ("pcsk_", 40, true),
    ("jina_", 40, true),
    ("lsv2_pt_", 30, true),
    ("lsv2_sk_", 30, true),
    ("lin_api_", 30, false),
    ("ntn_", 30, false),
    ("whsec_", 16, true),
    ("shpat_", 32, false),
    ("shpss_", 32, false),
    ("shpca_", 32, false),
    ("shppa_", 32, false),
    ("sq0atp-", 22, true),
    ("sq0csp-", 40, true),
    ("figd_", 30, true),
    ("dckr_pat_", 20, true),
    ("dckr_oat_", 20, true),
    ("GOCSPX-", 24, true),
    ("dop_v1_", 40, false),
    ("sbp_", 32, false),
    ("sb_secret_", 20, true),
    ("sntrys_", 30, true),
    ("tskey-auth-", 20, true),
    ("pscale_tkn_", 30, true),
    ("pscale_pw_", 30, true),
    ("xkeysib-", 60, true),
    ("CLOJARS_", 50, false),
    ("vcp_", 24, false),
    ("vck_", 24, false),
    ("npg_", 12, false),
    ("ops_", 100, false),
    ("PMAK-", 24, true),
    ("NRAK-", 24, false),
    ("hvs.", 24, true),
    ("eyJ", 40, true),
];

pub(crate) fn check(case: &Case<'_>, notes: &mut Notes) {
    let named = named(case);
    for (row, message) in case.compacted.iter().enumerate().filter(|(row, _)| case.is_new(*row)) {
        let own = case.summary.as_ref().is_some_and(|(of, _)| *of == row);
        notes.looked(Check::Secrets, 1);
        let place = |n: usize| if own { Place::Line(n + 1) } else { Place::Row(row + 1) };
        for (n, line) in message.text.lines().enumerate() {
            if shaped(line) {
                notes.wrong(Check::Secrets, place(n), "a key, by its shape");
            } else if named.iter().any(|value| line.contains(value.as_str())) {
                notes.wrong(Check::Secrets, place(n), "a value that the original gives to a password, token or key");
            } else if is_header(line) || is_cookie(line) || is_login(line) || is_piped(line) || is_tag(line) {
                notes.wrong(Check::Secrets, place(n), "a credential, by its header, option or place");
            } else if !told(line).is_empty() {
                notes.wrong(Check::Secrets, place(n), "a password, told in words");
            }
        }
        for at in private_keys(&message.text) {
            let line = message.text[..at].bytes().filter(|b| *b == b'\n').count();
            notes.wrong(Check::Secrets, place(line), "a private key, by its frame");
        }
    }
}

fn key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Both letters and digits, as no word is; or letters alone, more in a row and of more kinds than a word has.
fn is_mixed(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let mixed = digits >= 2
        && text.bytes().any(|b| b.is_ascii_alphabetic())
        && text.split(['-', '_']).any(|run| run.len() >= 12);
    mixed || text.split(['-', '_']).any(is_long)
}

fn is_long(run: &str) -> bool {
    let kinds: std::collections::BTreeSet<char> = run.chars().map(|c| c.to_ascii_lowercase()).collect();
    let (upper, lower) = (run.bytes().any(|b| b.is_ascii_uppercase()), run.bytes().any(|b| b.is_ascii_lowercase()));
    kinds.len() >= 10 && (run.len() >= 26 || (run.len() >= 20 && upper && lower))
}

/// A line with a key in it.
pub(crate) fn shaped(line: &str) -> bool {
    BEGINNINGS.iter().any(|(beginning, least, dashed)| {
        line.match_indices(beginning).any(|(at, _)| {
            let inside = line[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
            let rest = &line[at + beginning.len()..];
            let of_key = |c: char| if *dashed { key(c) } else { c.is_ascii_alphanumeric() };
            let body = &rest[..rest.find(|c: char| !of_key(c)).unwrap_or(rest.len())];
            // Ids of AWS have a length of their own and are capitals.
            let whole = matches!(*beginning, "AKIA" | "ASIA");
            let known = whole && body.len() == 16 && !body.bytes().any(|b| b.is_ascii_lowercase());
            // Without a further part it is any object in base64; Mapbox lets all see what begins with `pk.`.
            let open = *beginning == "eyJ" && (!rest[body.len()..].starts_with('.') || line[..at].ends_with("pk."));
            !inside && !open && if whole { known } else { body.len() >= *least && is_mixed(body) }
        })
    })
}

/// A header that lets in whoever sends it, its scheme in any spelling: `authorization: bearer ...`.
fn is_header(line: &str) -> bool {
    let small = line.to_ascii_lowercase();
    // Other headers end in the same word; what they hold is not known.
    let own = |before: &str| {
        let before = before.strip_suffix("proxy-").unwrap_or(before);
        !before.ends_with(|c: char| key(c) || c == '.')
    };
    small.match_indices("authorization").filter(|(at, _)| own(&small[..*at])).any(|(at, name)| {
        let quotes = ['"', '\'', '\\'];
        let behind = line[at + name.len()..].trim_start_matches(quotes);
        let mut words = behind.strip_prefix(':').unwrap_or("").split_ascii_whitespace();
        let scheme = words.next().unwrap_or("").trim_start_matches(quotes).to_ascii_lowercase();
        let value = words.next().unwrap_or("");
        let value = &value[..value.find(|c| "\"'`\\,;)}]".contains(c)).unwrap_or(value.len())];
        matches!(&*scheme, "bearer" | "basic") && is_credential(value)
    })
}

/// A cookie given to curl: `-b name=...`, `--cookie name=...`. What is no pair is the name of a file.
fn is_cookie(line: &str) -> bool {
    line.split([';', '|', '&']).any(|command| {
        let words: Vec<&str> = command.split_ascii_whitespace().collect();
        let bare = |word: &str| word.rsplit(|c: char| !c.is_ascii_alphanumeric()).next() == Some("curl");
        let curl = words.iter().position(|word| bare(word)).unwrap_or(words.len());
        words[curl..].windows(2).filter(|two| matches!(two[0], "-b" | "--cookie")).any(|two| {
            let pair = two[1].trim_start_matches(['"', '\'', '\\']).split_once('=');
            let (name, value) = pair.unwrap_or_default();
            let value = &value[..value.find(|c: char| !key(c)).unwrap_or(value.len())];
            !name.is_empty() && name.chars().all(key) && is_credential(value)
        })
    })
}

/// A user and a password given to curl: `-u user:...`, `--user user:...`.
fn is_login(line: &str) -> bool {
    line.split([';', '|', '&']).any(|command| {
        let mut words =
            command.split_ascii_whitespace().skip_while(|word| word.trim_start_matches(['`', '"', '\'']) != "curl");
        let option = words.any(|word| matches!(word, "-u" | "--user"));
        let pair =
            words.next().filter(|_| option).and_then(|pair| pair.trim_start_matches(['"', '\'', '\\']).split_once(':'));
        pair.is_some_and(|(user, value)| !user.is_empty() && user.chars().all(key) && is_typed(head(value)))
    })
}

/// A password that `echo` puts into a command that asks for one: `echo ... | sudo -S`.
fn is_piped(line: &str) -> bool {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    parts.windows(2).any(|two| {
        let asks = two[1].starts_with("sudo -S") || two[1].split(' ').any(|word| word == "--password-stdin");
        let word = two[0].rsplit_once("echo ").map_or("", |(_, word)| word);
        asks && is_typed(word.trim_matches(['"', '\'']))
    })
}

/// `<password>...</password>`
fn is_tag(line: &str) -> bool {
    line.split("<password>").skip(1).any(|rest| {
        let value = rest.split_once("</password>").map_or("", |(value, _)| value);
        !value.to_ascii_lowercase().starts_with("your") && is_typed(value)
    })
}

/// The characters of a key at the start.
fn head(text: &str) -> &str {
    &text[..text.find(|c| !key(c)).unwrap_or(text.len())]
}

/// One run of letters and digits that no placeholder, option or variable is.
fn is_typed(word: &str) -> bool {
    let both = word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().any(|b| b.is_ascii_alphabetic());
    word.len() >= 8 && both && word.chars().all(key) && !word.starts_with('-')
}

/// Long and mixed as no word, path or placeholder is.
fn is_credential(value: &str) -> bool {
    let of_token = value.chars().all(|c| key(c) || ".=+~".contains(c));
    let placeholder = value.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("your"));
    of_token && value.len() >= 16 && !placeholder && is_mixed(value)
}

const BEGIN: &str = "-----BEGIN ";
const END: &str = "-----END ";

/// Frames of private keys with a key in them, whole or cut, on lines of their own or on one line.
fn private_keys(text: &str) -> Vec<usize> {
    let label = |at: usize, sign: &str| {
        let rest = &text[at + sign.len()..];
        let end = rest.find("-----").filter(|end| *end <= 40)?;
        rest[..end].contains("PRIVATE KEY").then_some(at + sign.len() + end + "-----".len())
    };
    let of_base64 = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let random = |run: &str, least: usize| {
        run.len() >= least
            && run.bytes().any(|b| b.is_ascii_digit())
            && run.bytes().any(|b| b.is_ascii_uppercase())
            && run.bytes().any(|b| b.is_ascii_lowercase())
    };
    // What stands between the lines of a key that was put on one line, or printed with numbers.
    let between = |c: char| c.is_whitespace() || "\"'`,|>\\⏎".contains(c);
    let begun = text.match_indices(BEGIN).filter(|(at, _)| {
        let Some(end) = label(*at, BEGIN) else { return false };
        let body = text[end..].trim_start_matches(between);
        let body = if text[..text.len() - body.len()].ends_with('\\') {
            body.trim_start_matches(['n', 'r']).trim_start_matches(between)
        } else {
            body
        };
        random(&body[..body.find(|c| !of_base64(c)).unwrap_or(body.len())], 12)
    });
    let ended = text.match_indices(END).filter(|(at, _)| {
        let before = text[..*at].trim_end_matches(between);
        let before = before.strip_suffix("\\n").unwrap_or(before).trim_end_matches(between);
        let from = before.rfind(|c| !of_base64(c)).map_or(0, |at| at + 1);
        label(*at, END).is_some() && before.is_char_boundary(from) && random(&before[from..], 40)
    });
    begun.chain(ended).map(|(at, _)| at).collect()
}

/// Words for a password, in small letters where ASCII has them.
const WORDS: [&str; 37] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "passwort",
    "kennwort",
    "mot de passe",
    "motdepasse",
    "contraseña",
    "contraseÑa",
    "contrasena",
    "senha",
    "palavra-passe",
    "wachtwoord",
    "hasło",
    "heslo",
    "lösenord",
    "adgangskode",
    "passord",
    "salasana",
    "parola",
    "şifre",
    "пароль",
    "Пароль",
    "ПАРОЛЬ",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "暗証番号",
    "비밀번호",
    "암호",
    "كلمة المرور",
    "كلمة السر",
    "סיסמה",
    "पासवर्ड",
    "mật khẩu",
];

/// What stands between the word and the password; verbs and dashes have blanks around them.
const SIGNS: [&str; 22] = [
    ":", "：", "=", "＝", " is ", " is: ", " ist ", " lautet ", " est ", " es ", " é ", " è ", " — ", " – ", " -> ",
    "是", "为", "為", "は", "는 ", "은 ", " = ",
];

/// Passwords that a line tells in words: `Passwort: value`, `the password is value`.
fn told(line: &str) -> Vec<&str> {
    let small = line.to_ascii_lowercase();
    let mut found = Vec::new();
    for word in WORDS {
        for (at, _) in small.match_indices(word) {
            let rest = line[at + word.len()..].trim_start_matches(['"', '\'', '`', '*', '\\']);
            let wide = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{202f}');
            let bare = rest.trim_start_matches(wide);
            let sign = SIGNS.iter().find_map(|sign| {
                let from = if sign.starts_with(' ') { rest } else { bare };
                let head = from.get(..sign.len())?;
                head.eq_ignore_ascii_case(sign).then(|| &from[sign.len()..])
            });
            let Some(value) = sign else { continue };
            let value = value.trim_start_matches(|c| wide(c) || "\"'`*\\「“„«".contains(c));
            let ends = |c: char| c.is_whitespace() || c >= '\u{800}' || "\"'`\\,;".contains(c);
            let value = value[..value.find(ends).unwrap_or(value.len())].trim_end_matches(['.', '!', '?', ')', '*']);
            if is_password(value) {
                found.push(value);
            }
        }
    }
    found
}

/// Letters and digits that change places, as in no word, number or name of a method.
fn is_password(value: &str) -> bool {
    const METHODS: [&str; 7] = ["sha", "pbkdf", "aes", "hmac", "argon", "ecdsa", "utf"];
    let small = value.to_ascii_lowercase();
    let plain = value.bytes().all(|b| b.is_ascii_alphanumeric());
    let changes = value.as_bytes().windows(2).filter(|two| two[0].is_ascii_digit() != two[1].is_ascii_digit()).count();
    let inner = value.bytes().skip(1).any(|b| b.is_ascii_uppercase()) && value.bytes().any(|b| b.is_ascii_lowercase());
    let mixed = changes >= 3 || (changes >= 1 && inner);
    plain && value.len() >= 8 && mixed && !METHODS.iter().any(|method| small.starts_with(method))
}

/// Names that values are given to.
const NAMES: [&str; 11] =
    ["api_key", "apikey", "secret", "password", "passwd", "token", "access_key", "dbpass", "rootpw", "_pw", "_pat"];

/// Told once, it is looked for everywhere: nothing else is spelt so.
fn is_rare(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    value.len() >= 10 && digits >= 2 && value.bytes().skip(1).any(|b| b.is_ascii_uppercase())
}

/// Values that the original gives to such a name: `API_KEY=...`, `"password": "..."`.
fn named(case: &Case<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for message in case.original.iter().filter(|message| !message.is_summary) {
        let texts = std::iter::once(&message.text).chain(message.calls.iter().map(|call| &call.arguments));
        for line in texts.flat_map(|text| text.lines()) {
            found.extend(told(line).into_iter().filter(|value| is_rare(value)).map(str::to_string));
            let small = line.to_ascii_lowercase();
            for name in NAMES {
                for (at, _) in small.match_indices(name) {
                    let rest = &line[at + name.len()..];
                    let value = rest.trim_start_matches(['"', '\'', '\\', ' ']);
                    let Some(value) = value.strip_prefix(['=', ':']) else { continue };
                    let value = value.trim_start_matches(['"', '\'', '\\', ' ']);
                    let value = &value[..value.find(|c: char| !key(c)).unwrap_or(value.len())];
                    let behind = rest.trim_start().chars().next();
                    let upper = value.bytes().any(|b| b.is_ascii_uppercase());
                    let lower = value.bytes().any(|b| b.is_ascii_lowercase());
                    let random = is_mixed(value) && value.len() >= 20 && upper && lower && !value.contains(['-', '_']);
                    if random && behind.is_some() {
                        found.push(value.to_string());
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_from_words() {
        let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
        let letters = "QwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUi";
        for beginning in ["sk-", "ghp_", "hf_", "glpat-", "npm_", "gsk_"] {
            for body in [body, letters, &letters.to_lowercase()] {
                assert!(shaped(&format!("export K={beginning}{body}")), "{beginning}{body}");
            }
        }
        assert!(shaped("id AKIAABCDEFGHIJKLMNOP here"));
        for line in [
            "task-sk-learn-is-a-library-for-all",
            "sk-[redacted]",
            "ghp_short1",
            "a risk-free-trial-of-12-months",
            "hf_hub_download_with_many_retries_and_options",
            "lin_api_client2_configuration12_of_the_server",
            "sk-internationalization-of-all-the-texts",
            "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            "AKIAIOSFODNN",
        ] {
            assert!(!shaped(line), "{line}");
        }
    }

    #[test]
    fn credentials_are_found_by_header_and_option() {
        let body = "q7Zr2WmK9xTb4LpV8nYc3HsD6f";
        for line in [
            "> authorization: bearer @",
            "AUTHORIZATION: basic @==",
            "{\"Authorization\": \"Bearer @\"}",
            "\\\"authorization\\\": \\\"bearer @\\\"",
            "[proxy-authorization: basic @]",
        ] {
            assert!(is_header(&line.replace('@', body)), "{line}");
            assert!(!is_header(&line.replace('@', "[redacted]")), "{line}");
            assert!(!is_header(&line.replace('@', "auth is required for 12 users")), "{line}");
        }
        assert!(!is_header(&format!("x-authorization: bearer {body}")));
        for line in
            ["curl -b 'sid=@' http://h/", "`curl -s --cookie \"sid=@; a=1\" http://h/`", "x && /usr/bin/curl -b sid=@"]
        {
            assert!(is_cookie(&line.replace('@', body)), "{line}");
            assert!(!is_cookie(&line.replace("sid=@", "[redacted]")), "{line}");
            assert!(!is_cookie(&line.replace("sid=@", "cookies12.txt")), "{line}");
        }
        assert!(!is_cookie(&format!("curl -v http://h/ && git checkout -b name={body}")));
    }

    #[test]
    fn passwords_are_found_by_their_place() {
        for (line, found) in [
            ("curl -s -u ann:barley7corn http://h/", true),
            ("`curl --user 'ann:barley7corn' http://h/`", true),
            ("curl -u ann:[redacted] http://h/", false),
            ("curl -u ann:$PASS1word http://h/", false),
            ("docker run -u ann:barley7corn; curl -v", false),
            ("echo barley7corn | sudo -S ls", true),
            ("x && echo 'barley7corn' | docker login -u b --password-stdin", true),
            ("echo [redacted] | sudo -S ls", false),
            ("echo $barley7corn | sudo -S ls", false),
            ("echo barley7corn | wc -c", false),
            ("a <password>barley7corn</password>", true),
            ("<password>[redacted]</password>", false),
            ("<password>your-password1</password>", false),
        ] {
            assert_eq!(is_login(line) || is_piped(line) || is_tag(line), found, "{line}");
        }
        assert!(shaped("x sk.eyJ1IjoibWlrZSIsImEiOiJjazBhYTB4bTAwMDAwM2RvMHB6Z3Jxd2UifQ.nZ36QiRTaLfYc5"));
        assert!(!shaped("x pk.eyJ1IjoibWlrZSIsImEiOiJjazBhYTB4bTAwMDAwM2RvMHB6Z3Jxd2UifQ.nZ36QiRTaLfYc5"));
        assert!(!shaped("map eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEuanMiXSwibmFtZXMi12 end"));
    }

    #[test]
    fn private_keys_are_found_whole_cut_and_on_one_line() {
        let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
        let body = "MIIEpAIBAAKCAQEA7xQ2abcDEF";
        let long = "q7Zr2WmK9xTb4LpV8nYc3HsD6fJg5RkQ1tXwq7Zr2WmK9xTb4LpV8nYc3HsD6fJg";
        for text in [
            format!("{begin}\n{body}\n{end}"),
            format!("`{begin} ⏎ {body} ⏎ {end}`"),
            format!("K=\"{begin}\\n{body}\\n{end}\""),
            format!("{begin}{body}{end}"),
            format!("{begin}\n{body}"),
            format!("{long}\nAb3\n{long}\n{end}"),
            format!("{long} ⏎ {end}"),
        ] {
            assert!(!private_keys(&text).is_empty(), "{text}");
        }
        for text in [
            format!("{begin}\n[redacted]\n{end}"),
            format!("{begin} is the first line, {end} the last"),
            format!("{begin}\n...\n{end}"),
            "[redacted]".to_string(),
            format!("-----BEGIN CERTIFICATE-----\n{long}\n-----END CERTIFICATE-----"),
        ] {
            assert!(private_keys(&text).is_empty(), "{text}");
        }
    }

    #[test]
    fn passwords_are_told_in_many_languages() {
        for line in [
            "Passwort: @",
            "Das Kennwort ist @.",
            "mot de passe : @",
            "contraseña: @",
            "la senha é @ agora",
            "wachtwoord=@",
            "密码：@。",
            "密码是@",
            "口令: @",
            "パスワード：@",
            "비밀번호: @",
            "Пароль — @",
            "пароль: @",
            "password is @",
            "PASSWORD is @",
            "**Password:** @",
            "\\\"passwort\\\": \\\"@\\\"",
        ] {
            assert_eq!(told(&line.replace('@', "Pw9zzKKq21")), ["Pw9zzKKq21"], "{line}");
            assert!(told(&line.replace('@', "[redacted]")).is_empty(), "{line}");
        }
        for line in [
            "password is required",
            "password: string",
            "Passwort: bitte eingeben",
            "password is SHA256withRSA",
            "password is base64",
            "password = user1_password2",
            "password: config.password1X2",
            "password_hash: ab12CD34ef56",
            "密码：必须包含8位以上",
            "password=$PASS1word2X",
            "compass is Pw9zzKKq21",
        ] {
            assert!(told(line).is_empty(), "{line}");
        }
    }
}
