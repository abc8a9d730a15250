//! Keys are put together from pieces, so that no scanner takes this file for a leak.
use super::{MASK, redact, redact_counted};
use alloc::borrow::Cow;
use proptest::prelude::*;

/// Random letters of fixed tables: `n` of them, digits and both cases.
fn mix(n: usize) -> String {
    "q7Zr2WmK9xTb4LpV8nYc3HsD6fJg5RkQ1tXw".chars().cycle().take(n).collect()
}

fn hex(n: usize) -> String {
    "9f3a7c1be0d45286".chars().cycle().take(n).collect()
}

fn capitals(n: usize) -> String {
    mix(n).to_uppercase()
}

fn lines(n: usize) -> String {
    (0..n).map(|_| mix(64)).collect::<Vec<_>>().join("\n")
}

/// Keys that are known by their shape.
fn shapes() -> Vec<String> {
    let upper =
        |n: usize| mix(3 * n).to_uppercase().chars().filter(char::is_ascii_alphanumeric).take(n).collect::<String>();
    let web = format!("{}{}.{}.{}", "ey", "JhbGciOiJIUzI1NiJ9", mix(40), mix(43));
    vec![
        format!("{}-{}", "sk", mix(48)),
        format!("{}-proj-{}_{}-{}", "sk", mix(20), mix(30), mix(24)),
        format!("{}-ant-api03-{}-{}AA", "sk", mix(40), mix(40)),
        format!("{}-or-v1-{}", "sk", hex(64)),
        format!("{}-{}", "sk", hex(32)),
        format!("{}p_{}", "gh", mix(36)),
        format!("{}o_{}", "gh", mix(36)),
        format!("{}u_{}", "gh", mix(36)),
        format!("{}s_{}", "gh", mix(36)),
        format!("{}r_{}", "gh", mix(36)),
        format!("{}_pat_{}_{}", "github", mix(22), mix(59)),
        format!("{}at-{}", "glp", mix(20)),
        format!("{}_{}", "sk", hex(48)),
        format!("{}e_{}_{}", "r", mix(8), mix(24)),
        format!("{}g_{}", "np", mix(12)),
        format!("{}p_{}", "vc", mix(56)),
        format!("{}.ey{}.{}", "sk", "J1IjoibWlrZSIsImEiOiJjazBh".repeat(2), mix(22)),
        format!("{}IA{}", "AK", upper(16)),
        format!("{}IA{}", "AS", upper(16)),
        format!("{}za{}", "AI", mix(35)),
        format!("{}29.{}", "ya", mix(60)),
        format!("{}b-{}-{}", "xox", "123456789012", mix(24)),
        format!("{}p-{}-{}", "xox", "123456789012", mix(32)),
        format!("{}pp-1-A0{}-{}", "xa", mix(8), mix(40)),
        format!("{}_live_{}", "sk", mix(24)),
        format!("{}_test_{}", "sk", mix(24)),
        format!("{}_live_{}", "rk", mix(24)),
        format!("{}ec_{}", "whs", mix(32)),
        format!("{}ly-{}", "tv", mix(32)),
        format!("{}_{}", "hf", mix(34)),
        format!("{}m_{}", "np", mix(36)),
        format!("{}i-AgEI{}", "pyp", mix(80)),
        format!("{}p_v1_{}", "do", hex(64)),
        format!("{}G.{}.{}", "S", mix(22), mix(43)),
        format!("{}K{}", "S", hex(32)),
        format!("{}k_{}", "gs", mix(52)),
        format!("{}i-{}", "xa", mix(80)),
        format!("{}8_{}", "r", mix(37)),
        format!("{}x-{}", "ppl", mix(48)),
        format!("{}c-{}", "f", hex(32)),
        format!("{}s.{}", "hv", mix(90)),
        format!("{}pi{}", "da", hex(32)),
        format!("{}n_api_{}", "li", mix(40)),
        format!("{}n_{}", "nt", mix(46)),
        format!("{}ret_{}", "sec", mix(43)),
        format!("{}p_{}", "sb", hex(40)),
        format!("{}-SECRET-KEY-1{}", "AGE", upper(58)),
        format!("{}{}.{}.{}", "M", mix(23), mix(6), mix(27)),
        format!("{}:AA{}", "123456789", mix(33)),
        format!("{}d_{}", "fig", mix(40)),
        format!("{}cel_{}", "ver", mix(24)),
        format!("{}r_pat_{}", "dck", mix(27)),
        format!("{}r_oat_{}", "dck", mix(32)),
        format!("{}.atlas{}.{}", mix(14), "v1", mix(67)),
        format!("k{}-{}", "ey", hex(32)),
        format!("{}l-{}", "pu", hex(40)),
        format!("PM{}-{}-{}", "AK", hex(24), hex(34)),
        format!("NR{}-{}", "AK", capitals(27)),
        format!("{}sa_{}_{}", "gl", mix(32), hex(8)),
        format!("{}key-auth-{}-{}", "ts", mix(12), mix(32)),
        format!("{}PX-{}", "GOCS", mix(28)),
        format!("{}eysib-{}-{}", "xk", hex(64), mix(16)),
        format!("ATA{}xFfGF0{}", "TT3", mix(80)),
        format!("{}p_{}", "nf", mix(36)),
        format!("d{}.pt.{}", "p", mix(43)),
        format!("p{}{}.{}", "at", mix(14), hex(64)),
        format!("EZ{}{}", "AK", mix(54)),
        web,
        format!("-----BEGIN {} KEY-----\n{}\n-----END {} KEY-----", "RSA PRIVATE", lines(12), "RSA PRIVATE"),
    ]
}

#[test]
fn shapes_go_in_every_surrounding() {
    for key in shapes() {
        let escaped = key.replace('\n', "\\n");
        for (text, key) in [
            (key.clone(), &key),
            (format!("use {key} now"), &key),
            (format!("first line\n  {key}\nlast line"), &key),
            (format!("{{\"note\": \"{escaped}\", \"n\": 1}}"), &escaped),
            (format!("echo '{key}' | tee x"), &key),
            (format!("text\\n{escaped}\\nmore"), &escaped),
            (format!("X-Custom: {key}"), &key),
            (format!("({key}), größer"), &key),
            (format!("\"as \\u201c{escaped}\\u201d here\""), &escaped),
        ] {
            let (clean, count) = redact_counted(&text);
            assert_eq!(count, 1, "{text} gives {clean}");
            assert_eq!(clean, text.replace(key.as_str(), MASK), "{text}");
            assert_eq!(redact(&clean), clean);
        }
    }
}

#[test]
fn named_values_go_and_all_else_stays() {
    let m = mix(40);
    let cases: Vec<(String, &str)> = vec![
        (format!("MAP_API_KEY={m}"), &m),
        ("export DB_PASSWORD='corn & rye'; ./sync".into(), "corn & rye"),
        ("DB_PASSWORD=corn".into(), "corn"),
        ("DB_PASSWORD=corn&rye!x;1".into(), "corn&rye!x;1"),
        ("Server=db;Password=barley7;Database=main".into(), "barley7"),
        ("password: barley".into(), "barley"),
        ("  passwd:   'bar ley'".into(), "bar ley"),
        ("{\"password\": \"barley\", \"user\": \"ann\"}".into(), "barley"),
        ("{\\\"password\\\": \\\"bar\\\\ley\\\", \\\"user\\\": \\\"ann\\\"}".into(), "bar\\\\ley"),
        (format!("{{\"apiKey\":\"{m}\",\"n\":2}}"), &m),
        (format!("const apiKey = '{m}';"), &m),
        (format!("client_secret = \"{m}\""), &m),
        (format!("const API_KEY: &str = \"{m}\";"), &m),
        ("let password: string = 'barley';".into(), "barley"),
        ("login(user=\"ann\", password=\"barley\")".into(), "barley"),
        ("os.environ[\"API_TOKEN\"] = \"corncob\"".into(), "corncob"),
        ("config['password'] = 'barley'".into(), "barley"),
        ("mytool --password barley --verbose".into(), "barley"),
        (format!("mytool --token {m} run"), &m),
        (format!("mytool --api-key={m} run"), &m),
        ("mytool --password=barley run".into(), "barley"),
        ("sshpass -p barley7 ssh ann@host".into(), "barley7"),
        ("curl -s -u ann:barley7 http://host/".into(), "barley7"),
        (format!("Authorization: Bearer {m}"), &m),
        ("curl -H 'Authorization: Basic dXNlcjpwYXNz' http://host".into(), "dXNlcjpwYXNz"),
        (format!("authorization: token {m}"), &m),
        (format!("{{\"Authorization\": \"Bearer {m}\"}}"), &m),
        (format!("Authorization: {m}"), &m),
        (format!("X-Api-Key: {m}"), &m),
        ("Cookie: sid=abcdef0123; theme=dark".into(), "sid=abcdef0123; theme=dark"),
        ("-H 'Cookie: sid=abcdef0123' -v".into(), "sid=abcdef0123"),
        ("Set-Cookie: sid=abcdef0123; Path=/; HttpOnly".into(), "sid=abcdef0123; Path=/; HttpOnly"),
        (format!("aws_secret_access_key = {}/{}", mix(20), mix(19)), ""),
        (format!("DefaultEndpoints=https;AccountKey={m}==;Suffix=x"), ""),
        (format!("//registry.host/:_authToken={m}"), &m),
        ("SECRET_KEY_BASE=corncob".into(), "corncob"),
        ("ADMIN_PASSWORD_2=corncob".into(), "corncob"),
        ("DB_PASS=corncob".into(), "corncob"),
        ("PASSWORD=123456".into(), "123456"),
        ("git clone https://ann:barley7@git.host/left.git".into(), "barley7"),
        (format!("git clone https://{}@git.host/right.git", mix(20)), ""),
        ("psql postgres://app:bar%40ley@db.host:5432/main".into(), "bar%40ley"),
        ("redis://:barley7@cache.host".into(), "barley7"),
        ("mysql://app:p@ss:w@db.host/main?x=1".into(), "p@ss:w"),
        (format!("curl 'http://api.host/v2?access_token={m}&page=2'"), &m),
        (format!("http://api.host/v2?page=2&key={m}#top"), &m),
        (format!("https://b.host/o?X-Amz-Date=2031&X-Amz-Signature={}&n=1", hex(64)), ""),
        (format!("https://b.host/o?sv=1&sig={}%3D", mix(43)), ""),
        ("https://h.host/x?password=corncob&user=ann".into(), "corncob"),
        ("PASSWORD=$2b$10$abcdefghijk".into(), "$2b$10$abcdefghijk"),
        ("line one\nTOKEN=corncob\nline three".into(), "corncob"),
        ("a\\nTOKEN=corncob\\nb".into(), "corncob"),
        ("passphrase: \"correct horse battery\"".into(), "correct horse battery"),
        ("password=корень7".into(), "корень7"),
        ("mysql -u root -pbarley7 main".into(), "barley7"),
        ("docker exec -it db mysqldump -uroot -pbarley main > x.sql".into(), "barley"),
        ("docker login -u ann -p barley7 registry.host".into(), "barley7"),
        ("cd x && sudo podman login -p barley registry.host".into(), "barley"),
        ("redis-cli -h cache.host -a barley7 ping".into(), "barley7"),
        ("openssl rsa -in k.pem -passin pass:barley -out p.pem".into(), "barley"),
        ("openssl enc -aes-256-cbc -pass pass:'bar ley' -in x".into(), "bar ley"),
        ("htpasswd -b users.txt ann barley".into(), "barley"),
        ("htpasswd -bc users.txt ann barley7 && cat users.txt".into(), "barley7"),
        ("htpasswd -nbB ann barley".into(), "barley"),
        ("CREATE USER ann IDENTIFIED BY 'barley';".into(), "barley"),
        ("mysql -e \"create user ann identified by 'bar ley'\"".into(), "bar ley"),
        ("ALTER ROLE ann WITH PASSWORD 'barley';".into(), "barley"),
        ("machine git.host login ann password barley".into(), "barley"),
        ("machine git.host\n  login ann\n  password barley\n".into(), "barley"),
        ("keytool -list -keystore k.jks -storepass barley".into(), "barley"),
        ("ldapsearch -x -D cn=ann -w barley7 -b dc=host".into(), "barley7"),
        ("zip -P barley7 out.zip a b".into(), "barley7"),
        ("7z a -pbarley out.7z a".into(), "barley"),
        ("mongosh --host db -u ann -p barley7".into(), "barley7"),
        ("sqlcmd -S db -U sa -P Barley7!".into(), "Barley7!"),
        ("smbclient //h/s -U ann%barley7".into(), "barley7"),
    ];
    for (text, secret) in &cases {
        let clean = redact(text);
        if secret.is_empty() {
            assert!(
                clean.contains(MASK) && !clean.contains(&mix(16)) && !clean.contains(&hex(16)),
                "{text} gives {clean}"
            );
        } else {
            assert_eq!(clean, text.replacen(secret, MASK, 1), "{text}");
        }
        assert_eq!(redact(&clean), clean, "twice: {text}");
    }
    let pair = format!("{}IAQ7ZR2WMK9XTB4LPV,{}", "AK", mix(40));
    assert_eq!(redact(&pair), MASK);
}

#[test]
fn what_a_program_a_tag_or_a_place_makes_a_secret_goes() {
    let m = mix(40);
    let mut wrong = Vec::new();
    for (text, secret) in [
        ("authorization: bearer %m", "%m"),
        ("> authorization: bearer w%m", "w%m"),
        ("* [HTTP/2] [1] [authorization: bearer %m]", "%m"),
        ("AUTHORIZATION: BEARER %m", "%m"),
        ("git config http.extraheader 'AUTHORIZATION: basic eC1hY2Nlc3M6cHc5OQ=='", "eC1hY2Nlc3M6cHc5OQ=="),
        ("{\"authorization\": \"bearer %m\"}", "%m"),
        ("headers={'authorization': b'bearer %m'}", "%m"),
        ("curl -b 'sessionid=%m' http://h/", "sessionid=%m"),
        ("curl -bsid=%m http://h/", "sid=%m"),
        ("curl -sSb \"a=%m; b=2\" http://h/", "a=%m; b=2"),
        ("curl --cookie \"JSESSIONID=%m\" http://h/", "JSESSIONID=%m"),
        ("sqlmap --cookie=\"PHPSESSID=%m\" -u http://h/", "PHPSESSID=%m"),
        ("{\"set-cookie\": [\"session=%m; Path=/\"]}", "session=%m; Path=/"),
        ("'Set-Cookie': ['a=%m', 'b=%m'],", "a=%m', 'b=%m"),
        ("curl -uadmin:barley7 http://h/", "barley7"),
        ("curl -sku admin:barley7 http://h/", "barley7"),
        ("curl -sSuadmin:barley7 http://h/", "barley7"),
        ("curl --user 'admin:bar ley' http://h/", "bar ley"),
        ("curl --user admin:barley http://h/", "barley"),
        ("curl --proxy-user bob:barley7 http://h/", "barley7"),
        ("curl --oauth2-bearer %m http://h/", "%m"),
        ("http -a bob:barley7 h.host/x", "barley7"),
        ("smbclient //h/s -Uann%barley7", "barley7"),
        ("aws configure set aws_secret_access_key %m", "%m"),
        ("aws configure set aws_secret_access_key %m --profile p", "%m"),
        ("setx API_KEY %m", "%m"),
        ("setx DB_PASSWORD \"bar ley\" /M", "bar ley"),
        ("set -x API_TOKEN %m", "%m"),
        ("set -gx TOKEN '%m'", "%m"),
        ("set -Ux API_TOKEN %m; make", "%m"),
        ("npm config set my_auth_token %m", "%m"),
        ("gh secret set NAME --body barley7", "barley7"),
        ("gh secret set NAME -b'bar ley' -R a/b", "bar ley"),
        ("gh secret set NAME --body=\"bar ley\"", "bar ley"),
        ("echo barley7 | docker login -u bob --password-stdin", "barley7"),
        ("echo \"bar ley\" | docker login -u bob --password-stdin reg.host", "bar ley"),
        ("cd x && echo -n barley7 | docker login -u bob --password-stdin", "barley7"),
        ("printf '%s' 'barley7' | podman login --password-stdin", "barley7"),
        ("echo barley7 | sudo -S apt install x", "barley7"),
        ("echo 'bar ley' | sudo -S -k ls", "bar ley"),
        ("echo barley7 | sudo -kS ls", "barley7"),
        ("echo 'bob:barley7' | chpasswd", "barley7"),
        ("echo bob:barley7 | sudo chpasswd", "barley7"),
        ("echo barley7 | gh auth login --with-token", "barley7"),
        ("openssl enc -aes-256-cbc -k barley7 -in a", "barley7"),
        ("openssl aes-256-cbc -d -k 'bar ley' -in a", "bar ley"),
        ("<password>barley7</password>", "barley7"),
        ("<server><id>x</id><password>bar-Ley7</password></server>", "bar-Ley7"),
        ("<clientSecret>%m</clientSecret>", "%m"),
        ("<add key=\"ApiSecret\" value=\"%m\"/>", "%m"),
        ("<add value='x' key='ApiSecret' /> <add key='ApiKey' value='%m' />", "%m"),
        ("<input type=\"password\" value=\"barley7\">", "barley7"),
        ("<input type=\"password\" name=\"x\" id=\"y\" value=\"barley7\">", "barley7"),
        ("{\"name\": \"DB_PASSWORD\", \"value\": \"%m\"}", "%m"),
        ("env:\n  - name: DB_PASSWORD\n    value: barley7\n", "barley7"),
        ("| password | barley7 |", "barley7"),
        ("| user | ann |\n| `password` | `barley7` |", "barley7"),
        ("| api_key | %m |", "%m"),
        ("requests.get(u, auth=('bob', 'barley7'))", "barley7"),
        ("auth = (\"bob\", \"bar ley\")", "bar ley"),
        ("requests.get(u, auth=HTTPBasicAuth('bob', 'barley7'))", "barley7"),
        ("PRAGMA key = 'barley7';", "barley7"),
        ("cur.execute(\"pragma key='bar ley'\")", "bar ley"),
        ("PRAGMA rekey = \"barley7\"", "barley7"),
        ("STRIPE_KEY=Zq8sdkjh3s9x ./run", "Zq8sdkjh3s9x"),
        ("PASS=Zq8sdkjh3s9y", "Zq8sdkjh3s9y"),
        ("DB_PW=corn7", "corn7"),
        ("GH_PAT=Zq8sdkjh3s9w", "Zq8sdkjh3s9w"),
        ("PAT: Zq8sdkjh3s9w", "Zq8sdkjh3s9w"),
        ("dbpass=Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("rootpw: Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("{\"otp\": \"482913\", \"n\": 1}", "482913"),
        ("OTP=Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("PIN=4821", "4821"),
        ("{\"pin\": \"4821\"}", "4821"),
        ("mytool --pin 4821 x", "4821"),
        ("sessionid=Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("{\"stripeKey\": \"Zq8sdkjh3s9v\"}", "Zq8sdkjh3s9v"),
        ("maps_key: Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("mytool --stripe-key Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("{\"name\": \"MAPS_KEY\", \"value\": \"Zq8sdkjh3s9v\"}", "Zq8sdkjh3s9v"),
        ("rclone config create x sftp user=bob pass=Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("npm config set //registry.npmjs.org/:_authToken Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("npm config set _auth Zq8sdkjh3s9v==", "Zq8sdkjh3s9v=="),
        ("yarn config set npmAuthToken Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("setx TOKEN Zq8sdkjh3s9v", "Zq8sdkjh3s9v"),
        ("setx PASSWORD \"bar ley\"", "bar ley"),
        ("rabbitmqctl add_user bob barley", "barley"),
        ("sudo rabbitmqctl change_password bob 'bar ley'", "bar ley"),
        ("mc alias set s3 http://minio:9000 minio barley7", "barley7"),
        ("useradd -p $(openssl passwd -1 barley7) bob", "barley7"),
        ("openssl passwd -apr1 barley", "barley"),
        ("lftp -u bob,barley7 ftp.host", "barley7"),
        ("nmcli dev wifi connect Home password barley7", "barley7"),
        ("pscp -pw barley a bob@h:", "barley"),
        ("plink -batch -pw barley7 h ls", "barley7"),
        ("sops --set '[\"db\"][\"password\"] \"barley7\"' s.yaml", "\"barley7\""),
        ("twine upload -u __token__ -p barley7 dist/*", "barley7"),
        ("echo barley7 | wrangler secret put API_KEY", "barley7"),
        ("echo barley7 | npx wrangler secret put API_KEY --env x", "barley7"),
        ("echo 'bar ley' | kinit bob", "bar ley"),
        ("printf barley7 | vercel env add SECRET_X production", "barley7"),
        ("kinit bob <<< barley7", "barley7"),
        ("mysql_config_editor set --password <<< 'bar ley'", "bar ley"),
        ("docker login -u bob --password-stdin <<< \"barley7\"", "barley7"),
        ("sudo chpasswd <<< 'bob:barley7'", "barley7"),
        ("sudo -S ls <<< barley7", "barley7"),
        ("expect -c 'spawn ssh h; expect \"assword:\"; send \"barley7\\r\"; interact'", "barley7"),
        ("<input value=\"barley7\" type=\"password\">", "barley7"),
        ("<add value='%m' key='ApiSecret'/>", "%m"),
        ("&lt;password&gt;barley7&lt;/password&gt;", "barley7"),
        ("&lt;dbPassword&gt;bar-Ley7&lt;/dbPassword&gt;", "bar-Ley7"),
        ("{\\\"b\\\": \\\"{\\\\\\\"password\\\\\\\": \\\\\\\"barley7x\\\\\\\"}\\\"}", "barley7x"),
        ("\\\\\\\"api_key\\\\\\\": \\\\\\\"%m\\\\\\\", \\\\\\\"n\\\\\\\": 1", "%m"),
        ("\\\\\\\"Authorization\\\\\\\": \\\\\\\"Bearer %m\\\\\\\"", "%m"),
    ] {
        let (text, secret) = (text.replace("%m", &m), secret.replace("%m", &m));
        for text in [text.clone(), format!("$ {text}\nerror: failed"), format!("first line\n{text} 2>&1")] {
            let clean = redact(&text);
            if clean != text.replacen(&secret, MASK, 1) {
                wrong.push(format!("{text} gives {clean}"));
            }
            assert_eq!(redact(&clean), clean, "twice: {text}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn webhooks_lose_the_path_that_lets_others_post() {
    for (host, path) in [
        ("https://hooks.slack.com/services/", format!("T{}/B{}/{}", capitals(8), capitals(8), mix(24))),
        ("https://discord.com/api/webhooks/", format!("123456789012345678/{}", mix(68))),
        ("https://ptb.discord.com/api/webhooks/", format!("123456789012345678/{}", mix(68))),
        ("https://x.webhook.office.com/webhookb2/", format!("{}@{}/IncomingWebhook/{}", hex(32), hex(32), hex(32))),
    ] {
        assert_eq!(redact(&format!("curl -d x '{host}{path}' ok")), format!("curl -d x '{host}{MASK}' ok"));
    }
}

/// Letters of both cases without a digit.
fn letters(n: usize) -> String {
    "QwErTyUiOpAsDfGhJkLzXcVbNmabcdefgh".chars().cycle().take(n).collect()
}

#[test]
fn a_known_prefix_needs_no_digit_behind_it() {
    for (prefix, n) in [
        ("hf_", 34),
        ("ghp_", 36),
        ("npm_", 36),
        ("glpat-", 20),
        ("sk-", 48),
        ("sk-proj-", 40),
        ("sk_live_", 24),
        ("xai-", 60),
        ("gsk_", 52),
        ("tvly-", 32),
        ("github_pat_", 60),
        ("GOCSPX-", 28),
        ("shpat_", 32),
        ("whsec_", 32),
        ("ya29.", 60),
        ("AIza", 35),
        ("AKIA", 16),
    ] {
        for body in [letters(n), letters(n).to_lowercase(), letters(n).to_uppercase()] {
            let capitals = body == body.to_uppercase();
            // Ids of AWS are capitals; fewer than 24 letters in one case may be a word.
            let word = n < 24 && (capitals || body == body.to_lowercase());
            if if prefix == "AKIA" { !capitals } else { word } {
                continue;
            }
            let key = format!("{prefix}{body}");
            for text in [key.clone(), format!("HF={key}"), format!("use '{key}' now"), format!("a:{key}\nb")] {
                let clean = redact(&text);
                assert!(clean.contains(MASK) && !clean.contains(&body), "{text} gives {clean}");
                assert_eq!(redact(&clean), clean);
            }
        }
    }
    for stays in [
        "hf_hub_download_with_retries",
        "hf_hub_download_with_retries_and_a_long_name_indeed",
        "npm_config_registry_is_set_to_a_mirror",
        "sk-internationalization-of-the-texts",
        "sk-your-own-key-goes-right-here",
        "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "hf_XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "secret_name_of_the_service_account_in_use",
        "vercel_deployment_configuration",
        "key-management-service-configuration",
        "GOCSPX-your-client-secret-goes-here",
    ] {
        assert_eq!(redact(stays), stays);
    }
}

#[test]
fn private_keys_go_when_they_are_short_cut_or_on_one_line() {
    let frame = |label: &str| (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let body = "MIIEpAIBAAKCAQEA7xQ2abcDEF";
    for label in ["RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "PGP PRIVATE KEY BLOCK"] {
        let (begin, end) = frame(label);
        for (text, expected) in [
            (format!("{begin}\n{body}\n{end}"), MASK.to_string()),
            (format!("a {begin}\n{body}\n{end} b"), format!("a {MASK} b")),
            (format!("K=\"{begin}\\n{body}\\n{end}\\n\""), format!("K=\"{MASK}\\n\"")),
            (format!("K=\"{begin}\\\\n{body}\\\\n{end}\""), format!("K=\"{MASK}\"")),
            (format!("{begin} {body} {end}"), MASK.to_string()),
            (format!("{begin}{body}{end}"), MASK.to_string()),
            (format!("`{begin} ⏎ {body} ⏎ {end}` exit 1"), format!("`{MASK}` exit 1")),
            (format!("{begin}\n{body}"), MASK.to_string()),
            (format!("{begin}\n{body}\nand then words"), format!("{MASK}\nand then words")),
            (format!("{begin} {body} and then words"), format!("{MASK} and then words")),
            (format!("\"{begin}\\n{body}"), format!("\"{MASK}")),
            (format!("{begin}\n{body}…"), format!("{MASK}…")),
            (format!("{begin}\nAb3d\n{end}"), MASK.to_string()),
            (format!("-{begin}\n-{body}\n-{}\n-{end}\n+x", mix(64)), format!("-{MASK}\n+x")),
            (format!("+{begin}\n+{body}\n+{end}\n+x"), format!("+{MASK}\n+x")),
            // The start is missing.
            (format!("{}\n{}\nAb3=\n{end}\nx", mix(64), mix(64)), format!("{MASK}\nx")),
            (format!("x: {}\n{}\n{end}\nx", mix(64), mix(64)), format!("x: {MASK}\nx")),
            (format!("{}\\n{}\\n{end}\\nx", mix(64), mix(64)), format!("{MASK}\\nx")),
            (format!("   7| {}\n   8| {}\n   9| {end}\nx", mix(64), mix(64)), format!("   7| {MASK}\nx")),
        ] {
            let clean = redact(&text);
            assert_eq!(clean, expected, "{text}");
            assert_eq!(redact(&clean), clean);
        }
        for stays in [
            format!("the file has {begin} and {end} in it"),
            format!("{begin} is the first line of such a file"),
            format!("if text.contains(\"{begin}\") {{ return Err(KeyError1) }}"),
            format!("{begin}\n...\n{end}"),
            format!("{begin}\n<key>\n{end}"),
            format!("grep -c '{begin}' id_rsa2"),
            format!("words before\n{end}"),
        ] {
            assert_eq!(redact(&stays), stays);
        }
    }
}

#[test]
fn a_cookie_ends_with_its_last_pair() {
    for (text, expected) in [
        ("Cookie: session=abcdef0123 pytest -q", "Cookie: [redacted] pytest -q"),
        ("Cookie: session=abcdef0123; theme=dark pytest -q x", "Cookie: [redacted] pytest -q x"),
        ("curl -H 'Cookie: a=b1; c=d2' http://h/x", "curl -H 'Cookie: [redacted]' http://h/x"),
        ("curl -H Cookie:a=b1 http://h/x && make", "curl -H Cookie:[redacted] http://h/x && make"),
        ("Cookie: a=b1; rm -r dir", "Cookie: [redacted]; rm -r dir"),
        ("Cookie: a=b1;c=d2;e=f3\nnext", "Cookie: [redacted]\nnext"),
        ("Set-Cookie: sid=abc123; Path=/; HttpOnly; Secure", "Set-Cookie: [redacted]"),
        ("Set-Cookie: sid=abc123; HttpOnly; Path=/ and more", "Set-Cookie: [redacted] and more"),
        (
            "Authorization: AWS4-HMAC-SHA256 Credential=AB12/20310101/x, SignedHeaders=host, Signature=9f3a7c1b -v http://h",
            "Authorization: AWS4-HMAC-SHA256 [redacted] -v http://h",
        ),
    ] {
        let text = text.replace("\\n", "\n");
        assert_eq!(redact(&text), expected.replace("\\n", "\n"), "{text}");
    }
}

#[test]
fn passwords_told_in_words_go() {
    let word = "Pw9zzKKq21";
    for (text, secret) in [
        ("Passwort: @", word),
        ("passwort = @", word),
        ("Das Kennwort: @", word),
        ("KENNWORT=@", word),
        ("Datenbankpasswort: @", word),
        ("mot de passe: @", word),
        ("Mot de passe : @", word),
        ("mot de passe\u{a0}: @", word),
        ("motdepasse=@", word),
        ("contraseña: @", word),
        ("CONTRASEÑA: @", word),
        ("contrasena = @", word),
        ("senha: @", word),
        ("palavra-passe: @", word),
        ("wachtwoord: @", word),
        ("hasło: @", word),
        ("heslo: @", word),
        ("lösenord: @", word),
        ("şifre: @", word),
        ("parola: @", word),
        ("salasana: @", word),
        ("пароль: @", word),
        ("Пароль: @", word),
        ("ПАРОЛЬ = @", word),
        ("密码：@", word),
        ("密码:@", word),
        ("密码： @，请", word),
        ("数据库密码是@。", word),
        ("密码为 @", word),
        ("密碼：@", word),
        ("口令：@", word),
        ("パスワード：@", word),
        ("パスワードは@です", word),
        ("비밀번호: @", word),
        ("비밀번호는 @", word),
        ("كلمة المرور: @", word),
        ("סיסמה: @", word),
        ("पासवर्ड: @", word),
        ("mật khẩu: @", word),
        ("password：@", word),
        ("password is @", word),
        ("PASSWORD is @", word),
        ("The password is @.", word),
        ("the password is: @, ok?", word),
        ("password is now @", word),
        ("Das Passwort ist @", word),
        ("Das Passwort lautet @!", word),
        ("Le mot de passe est @", word),
        ("La contraseña es @", word),
        ("a senha é @", word),
        ("la password è @", word),
        ("пароль — @", word),
        ("password — @", word),
        ("password -> @", word),
        ("password for the admin is @", word),
        ("Passwort für den Server: @", word),
        ("mot de passe de la base : @", word),
        ("password (staging): @", word),
        ("**Passwort:** @", word),
        ("**Password:** @ and", word),
        ("**Password**: @", word),
        ("- `password`: `@`", word),
        ("the passphrase is \"@\"", word),
        ("password is '@' for now", word),
        ("{\"passwort\": \"@\"}", word),
        ("{\\\"senha\\\": \\\"@\\\"}", word),
        ("Passwort: @", "hunter2"),
        ("password is @", "hunter2"),
        ("password is @", "Tr!cky#pass"),
        ("Passwort: @", "QwErTzUiOp"),
        ("senha: @", "123456"),
        ("пароль: @", "корень7"),
        ("API key: @", "77ab12cd98ef54dd10"),
        ("the secret key: @", "77ab12cd98ef54dd10"),
    ] {
        for text in [text.replace('@', secret), format!("error: failed {} ", text.replace('@', secret))] {
            // The masked word may end the text only where it did before.
            if secret == "123456" && text.ends_with(' ') {
                continue;
            }
            let clean = redact(&text);
            assert_eq!(clean, text.replace(secret, MASK), "{text}");
            assert_eq!(redact(&clean), clean);
        }
    }
}

#[test]
fn prose_on_passwords_stays() {
    for text in [
        "password is required",
        "The password is wrong, the user is locked.",
        "password is base64-encoded",
        "password is sha256-hashed",
        "the password is 8-character long",
        "password is 12chars or more",
        "the password is sent to ann1@mail.host",
        "password is stored in /etc/app/secret1.conf",
        "password is $PASS1",
        "password is {{ vault_pw1 }}",
        "password is not None and user2",
        "password is user1_password",
        "if password is None: raise PasswordError1",
        "password is 3.11.4-beta2",
        "password is [redacted]",
        "password is <your password1>",
        "password hashing is bcrypt2x",
        "passwords are hunter2like",
        "password for the user is missing in step2",
        "Passwort: bitte eingeben",
        "Passwort: mindestens 8 Zeichen",
        "Passwort: string",
        "Passwort: ********",
        "Passwort: <leer>",
        "Passwort = hole_passwort()",
        "passwort: config.passwort1",
        "Das Passwort ist falsch.",
        "Das Passwort ist sha256 gehasht",
        "Kennwort: siehe docs/kennwort1.md",
        "mot de passe : obligatoire",
        "Le mot de passe est trop court (8 min)",
        "il passe : test1234abc",
        "contraseña: obligatoria",
        "La contraseña es incorrecta",
        "senha: inválida",
        "a senha é obrigatória",
        "пароль: неверный",
        "пароль — обязательное поле",
        "密码：必须包含8位以上的数字和字母",
        "密码：请输入",
        "密码长度：12345678ab",
        "密码是必填项",
        "パスワード：8文字以上",
        "パスワードは必須です",
        "비밀번호: 필수",
        "비밀번호는 8자 이상",
        "\"passwort\": \"Passwort eingeben\"",
        "\"senha\": \"Senha\"",
        "password: string",
        "token — das Kennwort aus Zeile 12",
        "key: value1234567890",
        "my key: abc1234567890",
        "compass is Pw9zzKKq21",
        "Kennzeichen: AB12CD34",
        "passage is Pw9zzKKq21",
        "version = senha2",
    ] {
        assert!(matches!(redact(text), Cow::Borrowed(_)), "{text} gives {}", redact(text));
    }
}

#[test]
fn a_key_goes_whole_when_its_line_was_wrapped() {
    let key = format!("{}p_{}", "gh", mix(36));
    for at in [14, 20, 30, 34] {
        let (head, tail) = key.split_at(at);
        assert_eq!(redact(&format!("use {head}\n{tail}\nthen stop")), format!("use {MASK}\nthen stop"), "{at}");
        assert_eq!(redact(&format!("use {head}\\\n    {tail}\nthen stop")), format!("use {MASK}\nthen stop"), "{at}");
    }
    for next in ["next line of words", "word", "12345678", "snake_case_2_name"] {
        assert_eq!(redact(&format!("{key}\n{next}")), format!("{MASK}\n{next}"));
    }
}

#[test]
fn private_keys_go_whole() {
    let (begin, end) = ("-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----");
    let body = lines(6);
    let numbered: String = body.lines().enumerate().map(|(i, l)| format!("{:>4}| {l}\n", i + 2)).collect();
    for (text, expected) in [
        (format!("a\n{begin}\n{body}\nAb3=\n{end}\nb"), format!("a\n{MASK}\nb")),
        (format!("a\n{begin}\n{body}\nAb3=\nand then text"), format!("a\n{MASK}\nand then text")),
        (format!("   1| {begin}\n{numbered}   8| {end}\n   9| next"), format!("   1| {MASK}\n   9| next")),
        (format!("\"{begin}\\n{}\\n{end}\\n\"", body.replace('\n', "\\n")), format!("\"{MASK}\\n\"")),
        (format!("{begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n{body}\n{end}"), String::from(MASK)),
        (
            format!("Private-Lines: 6\n{body}\nPrivate-MAC: {}\n", hex(40)),
            format!("Private-Lines: 6\n{MASK}\nPrivate-MAC: {MASK}\n"),
        ),
    ] {
        assert_eq!(redact(&text), expected);
        assert_eq!(redact(&expected), expected);
    }
}

#[test]
fn look_alikes_stay() {
    let uuid = "3f2b8c1a-9d4e-4f60-8a7b-5c6d7e8f9a0b";
    let cases: Vec<String> = vec![
        "MAX_TOKENS=4096".into(),
        "\"total_tokens\": 812, \"prompt_tokens\": 44".into(),
        "tokens: 1200".into(),
        "token: 1200".into(),
        "CREDENTIAL_PATH=/home/ann/creds1.json".into(),
        "KEYBOARD=da".into(),
        "key: value1234567890".into(),
        "PWD=/home/ann/work2".into(),
        "OLDPWD=/home/ann".into(),
        "API_KEY=$API_KEY".into(),
        "API_KEY=${API_KEY:-none}".into(),
        "TOKEN=$(gh auth token)".into(),
        "token: <token>".into(),
        "token=<your token>".into(),
        "API_KEY=xxxxxxxx".into(),
        "PASSWORD=********".into(),
        "password: null".into(),
        "password = None".into(),
        "api_key = os.environ[\"API_KEY1\"]".into(),
        "api_key=os.environ.get(\"API_KEY1\")".into(),
        "const token = process.env.TOKEN2;".into(),
        "password = getpass()".into(),
        "password = input(\"Password1: \")".into(),
        "def login(user: str, password: str) -> bool:".into(),
        "    password: str".into(),
        "token: string;".into(),
        "password?: string".into(),
        "api_key: Option<String>,".into(),
        "token: &'a str,".into(),
        "auth: true".into(),
        "self.password = password".into(),
        "connect(user=user, password=password)".into(),
        "connect(token=token, timeout=3)".into(),
        "the token is invalid".into(),
        "error: unexpected token: identifier2 at 4".into(),
        "next_token: abc123def456".into(),
        "pad_token_id=50256".into(),
        "Authorization: Bearer $TOKEN".into(),
        "Authorization: Bearer ${TOKEN}".into(),
        "headers = {\"Authorization\": f\"Bearer {token}\"}".into(),
        "Authorization: Bearer <token>".into(),
        "Authorization: required".into(),
        "sk_bulk_insert_rows_2_tables_in_1_go".into(),
        "sk-learn-contrib-extra-packages".into(),
        "ghp_short".into(),
        "task-1234567890abcdefghijklmn".into(),
        "npm_config_registry_url_is_set".into(),
        "hf_hub_download_with_many_options".into(),
        "@scope/some-package-name@1.2.3".into(),
        format!("commit {}", hex(40)),
        format!("sha256:{}", hex(64)),
        format!("image@sha256:{}", hex(64)),
        format!("{}  ./file.tar.gz", hex(64)),
        format!("\"integrity\": \"sha512-{}==\"", mix(86)),
        format!("checksum = \"{}\"", hex(64)),
        format!("id: {uuid}"),
        format!("session_id={uuid}"),
        format!("data:image/png;base64,{}", mix(200)),
        format!("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5{} ann@host", mix(44)),
        format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----", lines(8)),
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----", lines(4)),
        "if text.contains(\"-----BEGIN PRIVATE KEY-----\") { return found(text); }".into(),
        "git clone git@git.host:plain/repo.git".into(),
        "ssh://git@git.host:22/plain/repo.git".into(),
        "https://host:8443/path?page=2&sort=name#top".into(),
        "https://cdn.host/npm/some-lib@1.2.3/dist/x.js".into(),
        "https://user:$PASS@host/".into(),
        "?key=name&dir=asc".into(),
        "version: 1.2.3-beta.4+build567".into(),
        "use crate::token::Token1;".into(),
        "tokenizer: gpt2-medium-2048".into(),
        "secretName: my-tls-cert2".into(),
        "PRIVATE_KEY=/home/ann/.ssh/id_ed25519".into(),
        "api_key_file: ./keys/api1.txt".into(),
        "Password: ".into(),
        "password must be at least 8 characters: try again".into(),
        "\"password\": \"Enter your password\"".into(),
        "run it with --token to authenticate".into(),
        "--password PASSWORD   the password to use".into(),
        "12:34:56.789 INFO auth: ok, pass: 12, fail: 3".into(),
        "token_count=123456 tokens_per_second=45.6".into(),
        "git commit --author=ann2 -p".into(),
        "api_key: \"${{ secrets.API_KEY1 }}\"".into(),
        "password={{ vault_password1 }}".into(),
        "MASKED_TOKEN=[redacted]".into(),
        "a == b, x != y, token == other".into(),
        "secrets: inherit".into(),
        "export API_KEY=sk-abc-...".into(),
        "GIT_AUTHOR=ann1234 AUTHOR=bob5678".into(),
        "mysql -u root -p main".into(),
        "mysql -p".into(),
        "mysql -u root -p$PASS main".into(),
        "mkdir -p dir/sub1".into(),
        "docker run -p 80:80 -p 443:443 web1".into(),
        "ssh -p 22 ann@host".into(),
        "docker compose -p proj1 up".into(),
        "redis-cli -h cache.host ping".into(),
        "cp -a dir1 dir2".into(),
        "htpasswd -c users.txt ann".into(),
        "openssl rsa -passin env:PASS1 -in k.pem".into(),
        "openssl rsa -passin pass:$PASS -in k.pem".into(),
        "the user's password 'must have 8 characters'".into(),
        "IDENTIFIED BY '${PASS}'".into(),
        "the machine stands here; the password is told to nobody".into(),
        "python3 -m pytest -p no:cacheprovider tests/test_a1.py".into(),
        "grep -w word1 file && ls -a dir1".into(),
        "unittest -passes all".into(),
        "src/figd_client/vercel_settings_for_2_apps.rs".into(),
        "key-value-store-of-32-characters-or-so".into(),
        "https://hooks.slack.com/services/T000/B000/XXXX".into(),
        "https://discord.com/api/webhooks/ID/TOKEN".into(),
        "fn dckr_pat_of(name: &str)".into(),
        "a.b.patients.csv and patchwork.rs".into(),
        "Basic authorization and bearer tokens are used here".into(),
        "authorization: basic auth is required".into(),
        "authorization: bearer token".into(),
        "authorization: basic".into(),
        "authorization: bearer ${TOKEN1}".into(),
        "authorization: bearer <token1>".into(),
        " -u, --user <user:password>  Server user and password".into(),
        "curl -u, --user <user:password>  Server user and password".into(),
        "with curl -u the form is name:password2".into(),
        "curl -u \"$USER1:$PASS1\" http://h/".into(),
        "curl -u ann http://h:80/x1".into(),
        "curl -b cookies.txt -c cookies.txt http://h/a1".into(),
        "curl -b \"sid=$SID\" http://h/".into(),
        "curl -b \"$COOKIES1\" http://h/".into(),
        "curl --cookie jar1.txt http://h/".into(),
        "curl --cookie-jar a=b1 http://h/".into(),
        "git checkout -b fix=issue12".into(),
        "git checkout -b name=value12".into(),
        "{\"set-cookie\": []}".into(),
        "{\"set-cookie\": [\"<session=1>\"]}".into(),
        "git config user.name ann12".into(),
        "git config --global user.email ann1@mail.host".into(),
        "docker run --user 1000:1000 image1".into(),
        "docker run -u 1000:1000 image1".into(),
        "chown --user ann:staff12".into(),
        "set -x".into(),
        "set -x\nAPI_TOKEN make1".into(),
        "set -ex; run API_TOKEN abc123def456".into(),
        "set -x PATH $PATH /opt/bin1".into(),
        "set -gx API_TOKEN $OTHER1".into(),
        "setx PATH C:\\tools1".into(),
        "setx API_KEY %KEY1%".into(),
        "setx API_KEY <your-key1>".into(),
        "aws configure set region eu-west-1".into(),
        "aws configure set aws_secret_access_key in your profile".into(),
        "aws configure get aws_secret_access_key".into(),
        "the aws_secret_access_key abc123def456 stands here".into(),
        "gh pr create --title 'The secret is out' --body 'See issue 12, fixed now.'".into(),
        "gh issue create -b 'text12 of it'".into(),
        "gh secret set NAME --body \"$BODY1\"".into(),
        "gh secret set NAME < file1.txt".into(),
        "cat pw1.txt | docker login -u bob --password-stdin".into(),
        "echo $PW1 | docker login -u bob --password-stdin".into(),
        "echo \"$PW1\" | sudo -S ls".into(),
        "echo done1 | sort -S 10M".into(),
        "echo y1 | sudo pacman -S pkg1".into(),
        "echo word12 | tee chpasswd".into(),
        "echo word12 | grep --password-stdin1".into(),
        "docker login --password-stdin < pw1.txt".into(),
        "openssl -k".into(),
        "openssl -k is the old option".into(),
        "openssl enc -k".into(),
        "openssl enc -k -in a1".into(),
        "openssl enc -k \"$PW1\" -in a1".into(),
        "openssl version && curl -k https1".into(),
        "<password>your-password</password>".into(),
        "<password>${db.password1}</password>".into(),
        "<password>{{ db_password1 }}</password>".into(),
        "<password></password>".into(),
        "<password>****</password>".into(),
        "<password>string</password>".into(),
        "type <password> and <token> here, 12 of them".into(),
        "a<token>(b: token) and Vec<Secret> and Box<Password1>".into(),
        "<label>Password1</label><token>next</token>".into(),
        "<input type=\"password\" value=\"\">".into(),
        "<input type=\"password\" value={password1}>".into(),
        "<input type=\"password\" value=\"{{ form.password1 }}\">".into(),
        "<input type=\"text\" value=\"barley7\">".into(),
        "<option value=\"barley7x\">password</option>".into(),
        "{ label: 'Password', value: form.password1 }".into(),
        "<add key=\"Theme\" value=\"barley7xyz12\"/>".into(),
        "{\"name\": \"LOG_LEVEL\", \"value\": \"barley7xyz12\"}".into(),
        "- name: DB_PASSWORD\n  valueFrom: secret12".into(),
        "| password | description |".into(),
        "| password | string | required, 8 characters |".into(),
        "| Password | Token1 |\n|---|---|\n| user | 12 |".into(),
        "| password | min. 8 characters |".into(),
        "| password_hash | bcrypt12 |".into(),
        "if a | password | b12 {".into(),
        "| api_key | the key of the service |".into(),
        "| api_key | token_count12 |".into(),
        "auth=(user, password1)".into(),
        "auth=('bob', os.environ['PW1'])".into(),
        "auth = HTTPBasicAuth(user, password1)".into(),
        "PRAGMA journal_mode = 'wal12345';".into(),
        "PRAGMA foreign_key = 'barley7xyz';".into(),
        "PRAGMA key = '${KEY1}';".into(),
        "KEY=src/main.rs".into(),
        "PRIMARY_KEY=id".into(),
        "PRIMARY_KEY=a1b2c3d4e5f6g7".into(),
        "sort_key: createdAt2Desc4Asc6x".into(),
        "CACHE_KEY=v1-deps-9f3a7c1b0e44".into(),
        "cache_key = \"deps-9f3a7c1b0e44\"".into(),
        format!("GPG_KEY={}", hex(40).to_uppercase()),
        format!("STRIPE_KEY={}", hex(40)),
        format!("MAPS_KEY={uuid}"),
        format!("RELEASE_KEY={}", hex(64)),
        "HOT_KEY=ctrl+shift+F12".into(),
        "SHORTCUT_KEY=Ctrl-Alt-F12".into(),
        "translation_key: home.title2.text3".into(),
        "STRIPE_KEY=product2024".into(),
        "STRIPE_KEY=src/stripe2/key3/main4.rs".into(),
        "stripe_key = config.stripe2.key3a4b5".into(),
        "stripe_key=os.environ['STRIPE1']".into(),
        "monkey=Zq8sdkjh3s9x turkey: Zq8sdkjh3s9x".into(),
        "PIN_COUNT=3".into(),
        "PIN=13".into(),
        "pin: 2024 is the year".into(),
        "LED_PIN = 25".into(),
        "spin=Zq8sdkjh3s9x".into(),
        "passes=3".into(),
        "pass=3 fail=0".into(),
        "PASS: test_a1b2c3d4e5".into(),
        "--- PASS: TestA1B2C3D4E5 (0.00s)".into(),
        "compass=Zq8sdkjh3s9x bypass: Zq8sdkjh3s9x".into(),
        "compass: north2".into(),
        "tests pass: 12".into(),
        "pass: step2".into(),
        "cargo test --pass tests/a1.rs".into(),
        "vitest --pass-with-no-tests src/a1b2c3d4e5.ts".into(),
        "OTP=26.2.5".into(),
        "otp: 27".into(),
        "pattern=Zq8sdkjh3s9x".into(),
        "PAT=src/a1b2c3.rs".into(),
        "PAT=*.rs".into(),
        "pat = r\"\\W[^a1b2c3d4e5f6]*\"".into(),
        "session_id=Zq8sdkjh3s9x".into(),
        "sessionId: Zq8sdkjh3s9x".into(),
        "sessionid=12".into(),
        "re_compile_all_patterns_2_times_in_1_go_now".into(),
        "npg_connection_pool".into(),
        "sk_buff_head_init_of_2_queues_with_lock1".into(),
        "sk.eyes.of.the.beholder1".into(),
        "core_Abcdefg1_Abcdefghijklmnopqrstuvw1".into(),
        "https://host/files/eyJhbGciOiJIUzI1NiJ9.tar.gz".into(),
        "echo a1 | grep pass2 | wc -l".into(),
        "echo \"$PW1\" | wrangler secret put API_KEY".into(),
        "cat pw1.txt | wrangler secret put API_KEY".into(),
        "echo abc123 | wrangler deploy".into(),
        "grep foo <<< barley7".into(),
        "cat <<< barley7".into(),
        "kinit bob <<< \"$PW1\"".into(),
        "<<<<<<< HEAD".into(),
        "pscp -p a1 bob@h:".into(),
        "plink -pw \"$PW1\" h ls".into(),
        "rabbitmqctl list_users bob12 x12".into(),
        "the verb add_user ann12 x12".into(),
        "mc ls s3 http://minio:9000 minio barley7".into(),
        "mc alias set s3 http://minio:9000 minio $KEY1".into(),
        "nmcli dev wifi connect Home password".into(),
        "openssl passwd -6 -in file1".into(),
        "the password barley7 is here".into(),
        "twine check -p dist1".into(),
        "lftp -u bob ftp.host1".into(),
        "helm --set image.tag=v1b2 chart1".into(),
        "helm --set '[\"db\"] \"barley7\"' chart1".into(),
        "send \"barley7\"".into(),
        "npm config set //registry.npmjs.org/:_authToken ${NPM1}".into(),
        "npm config set registry https://registry.host1/".into(),
        "<input value=\"barley7\" type=\"text\">".into(),
        "<input value=\"barley7\"> type=\"password\"".into(),
        "&lt;password&gt;your-password&lt;/password&gt;".into(),
        "a &lt;password&gt; b12 &gt; c".into(),
        "\\\\\\\"token_count\\\\\\\": \\\\\\\"12345abcde\\\\\\\"".into(),
    ];
    assert!(cases.len() >= 60);
    let masked: Vec<_> = cases.iter().map(|text| redact(text)).filter(|clean| matches!(clean, Cow::Owned(_))).collect();
    assert!(masked.is_empty(), "{masked:#?}");
}

#[test]
fn hostile_text_takes_linear_time() {
    for unit in [
        "=",
        ":",
        "a",
        "//@",
        "://",
        "a://",
        "-",
        "--a",
        "_",
        ".",
        "K",
        "J",
        "token=",
        "token=(",
        "token: ",
        "token=\"",
        "password='\"",
        "sk-",
        " sk-",
        "ya29.",
        "SG.",
        "AKIA",
        "AIza",
        "eyJ",
        " eyJaaaaaaaaaa.",
        "-----BEGIN PRIVATE KEY-----",
        "Cookie:a= ",
        "Authorization: Digest [",
        "?key=",
        "&token=",
        "--token ",
        " -u curl ",
        "1:AA",
        "token:&",
        "password=\\\"",
        "a.bcdefg.",
        "1 ",
        "Private-Lines: 1 ",
        "token: a|",
        "https://a:",
        "token=a,",
        " -p",
        "mysql -p",
        "htpasswd -b ",
        "by '",
        "identified by 'a",
        "machine login password ",
        " -storepass",
        " pass:",
        "-pass pass:",
        "ghp_aaaaaaaa1A\n",
        "ghp_aaaaaaaa1A\n                ",
        "hooks.slack.com/services/",
        "x.atlasv1.",
        "ATATT3",
        "EZAK",
        "password is ",
        "password is a",
        "Passwort ",
        "Passwort für a ",
        "password for ",
        "Kennwort: \"",
        "密码：",
        "密码是a",
        "ñ",
        "contraseña ",
        "—",
        "-----END PRIVATE KEY-----",
        "aaaaaaaaaaaaaaaaaaaaaaaa -----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----a1 ",
        "-----BEGIN PRIVATE KEY-----\n-",
        "Cookie: a=b; c=d ",
        "Cookie: a=b; HttpOnly; ",
        "Set-Cookie: ['a=b', ",
        "authorization: bearer ",
        "curl -sS -u a:",
        "curl --user ",
        "gh secret set --body ",
        "echo a | sudo -S ",
        "echo | --password-stdin ",
        "|chpasswd",
        "setx A_KEY ",
        "set -x A_TOKEN ",
        "<password>",
        "<password>a",
        "<",
        "value=",
        "key='secret' value=",
        "name: token\nvalue: ",
        "| password ",
        "auth=(",
        "auth=('a', ",
        "pragma key=",
        "|kinit",
        "echo a|kinit ",
        "kinit <<<",
        "<<<a",
        "password ",
        "nmcli password ",
        "rabbitmqctl add_user ",
        "mc alias set a ://",
        "-pw ",
        "value='a' ",
        "<a value='b' type=",
        "&lt;password&gt;",
        "password=\\",
        "password=\\\\\"\\",
        "\\",
        "assword send \"",
        "TOKEN ",
        "setx TOKEN ",
        "a_key=a1b2c3d4e5.",
        "config set //a/:_authToken ",
    ] {
        let text = unit.repeat((1 << 17) / unit.len());
        let clean = redact(&text);
        assert!(clean.len() <= text.len() * 4, "{unit:?}");
    }
}

/// Pieces that meet around secrets.
fn pieces() -> impl Strategy<Value = String> {
    let fixed: Vec<String> = [
        "password",
        "token",
        "API_KEY",
        "DB_PASSWORD",
        "Authorization",
        "Cookie",
        "=",
        ": ",
        ":",
        "\"",
        "'",
        "`",
        " ",
        "\n",
        "\\n",
        "\\\"",
        "://",
        "@",
        "?",
        "&",
        "--",
        "-",
        "$",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "Bearer ",
        "corn7",
        "x",
        ",",
        ";",
        "é",
        MASK,
        "[red",
        "key=",
        "Private-Lines",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "https",
        "curl -u ",
        "sshpass -p ",
        "Passwort",
        "mot de passe",
        "contraseña",
        "密码",
        "：",
        " is ",
        " ist ",
        " — ",
        "是",
        "P@ssw0rd9x",
        "; ",
        "a=b",
        "-----END PRIVATE KEY-----",
        "**",
        "authorization: bearer ",
        "curl -b ",
        "echo ",
        " | sudo -S ",
        "--password-stdin",
        "chpasswd",
        "setx API_KEY ",
        "<password>",
        "</password>",
        "key='ApiSecret' value=",
        " | ",
        "auth=('a', ",
        "PRAGMA key = ",
        "set-cookie: [",
        "kinit <<< ",
        " | kinit",
        "mc alias set a http://h u ",
        "nmcli password ",
        "rabbitmqctl add_user u ",
        "PIN=",
        "maps_key: ",
        "a1b2c3d4e5f6",
        "\\u201c",
        "\\\\\\\"",
        "<x value='",
        "type='password'>",
        "&lt;password&gt;",
        "&lt;/",
    ]
    .iter()
    .map(|s| String::from(*s))
    .chain(shapes())
    .chain([mix(40), hex(20)])
    .collect();
    let piece = prop_oneof![8 => prop::sample::select(fixed), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..16).prop_map(|p| p.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn twice_is_once(text in pieces()) {
        let once = redact(&text).into_owned();
        let twice = redact(&once).into_owned();
        prop_assert_eq!(twice, once, "{:?}", text);
    }
}
