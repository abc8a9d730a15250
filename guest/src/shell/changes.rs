//! Whether a command changes anything that lasts.
//!
//! Takes a command line; says no only for programs that are known to look ([`looks`]), with arguments that make them do
//! nothing else. What starts another command (`xargs`, `ssh`, `bash -c`, `npx`, `$(...)`) counts as what it starts,
//! statements of a database and code on the command line by their words, and everything unknown as a change: a call
//! that stays costs some words, one that is lost is lost. Promises: total and linear.
use super::code;
use super::looks;
use super::program::{base, program_of, sub_command};
use super::split::{Simple, Word, split};
use super::{MAX_DEPTH, script};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// True when the command changes something that lasts, or may.
pub fn changes(command: &str) -> bool {
    within(command, 0)
}

fn within(command: &str, depth: usize) -> bool {
    depth > MAX_DEPTH || split(command).iter().any(|simple| one(simple, depth))
}

fn one(simple: &Simple<'_>, depth: usize) -> bool {
    simple.writes.iter().any(|(target, _)| !target.value.starts_with("/dev/") && !target.value.starts_with('&'))
        || simple.inner.iter().any(|inner| within(inner, depth + 1))
        || runs(simple, depth)
}

/// What the words of a simple command run changes something.
fn runs(simple: &Simple<'_>, depth: usize) -> bool {
    let mut words = simple.words.as_slice();
    loop {
        let start = program_of(words);
        let (before, rest) = words.split_at_checked(start).unwrap_or((words, &[]));
        // A test that is told to write down what it expects.
        if before.iter().any(|w| w.value.contains("UPDATE") || w.value.contains("BLESS")) {
            return true;
        }
        let Some((first, arguments)) = rest.split_first() else { return false };
        if before.last().is_some_and(|w| w.value == "command") && matches!(first.value.as_ref(), "-v" | "-V") {
            return false;
        }
        let name = base(&first.value);
        match started(name, arguments) {
            Some(at) => {
                words = arguments.get(at..).unwrap_or_default();
                if words.is_empty() {
                    return name != "xargs";
                }
            }
            None => return program(name, arguments, simple.heredoc, depth),
        }
    }
}

/// Where the arguments name another program to be started.
fn started(name: &str, arguments: &[Word<'_>]) -> Option<usize> {
    const OPTIONS: &[&str] =
        &["-p", "--package", "--from", "--with", "--python", "-e", "-u", "-w", "--env", "--user", "--workdir"];
    let after = |from: usize| from + operand(arguments.get(from..).unwrap_or_default(), OPTIONS, 0);
    let sub = sub_command(arguments);
    match name {
        "xargs" => Some(operand(arguments, &["-I", "-n", "-P", "-L", "-d", "-s", "-a", "-E"], 0)),
        "npx" | "bunx" | "pnpx" | "uvx" => Some(after(0)),
        "uv" | "poetry" | "pipenv" | "rye" | "hatch" | "pdm" | "pixi" => {
            sub.filter(|(_, sub)| *sub == "run").map(|(at, _)| after(at + 1))
        }
        "npm" | "pnpm" | "yarn" | "bundle" => sub.filter(|(_, sub)| *sub == "exec").map(|(at, _)| after(at + 1)),
        // The container stands before the program.
        "docker" | "podman" => {
            let (at, sub) = sub?;
            let next = arguments.get(at + 1).map_or("", |w| w.value.as_ref());
            let from = if sub == "compose" && next == "exec" { at + 2 } else { at + 1 };
            (sub == "exec" || from == at + 2)
                .then(|| from + operand(arguments.get(from..).unwrap_or_default(), OPTIONS, 1))
        }
        "kubectl" => sub
            .filter(|(_, sub)| *sub == "exec")
            .and_then(|_| arguments.iter().position(|w| w.value == "--"))
            .map(|at| at + 1),
        _ if python(name) => {
            let first = operand(arguments, &["-X", "-W", "-m"], 0);
            let module = arguments.get(..first).unwrap_or_default().iter().position(|w| w.value == "-m");
            let managed = arguments.get(first).is_some_and(|w| base(&w.value) == "manage.py");
            module.map(|at| at + 1).or(managed.then_some(first))
        }
        _ => None,
    }
}

fn python(name: &str) -> bool {
    name.strip_prefix("python").is_some_and(|v| v.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
}

/// The place behind the options and so many operands; the number of words where there is none.
fn operand(words: &[Word<'_>], values: &[&str], mut skipped: usize) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let word = word.value.as_ref();
        if word.starts_with('-') && word != "-" {
            at += if values.contains(&word) { 2 } else { 1 };
        } else if skipped > 0 {
            skipped -= 1;
            at += 1;
        } else {
            return at;
        }
    }
    words.len()
}

/// True when a program with these arguments changes something, or may.
fn program(name: &str, arguments: &[Word<'_>], heredoc: Option<&str>, depth: usize) -> bool {
    let has = |all: &[&str]| arguments.iter().any(|w| all.contains(&w.value.as_ref()));
    let joined = |from: usize| {
        let mut text = String::new();
        for word in arguments.get(from..).unwrap_or_default() {
            text.push_str(&word.value);
            text.push(' ');
        }
        text
    };
    let version = |w: &str| matches!(w, "--version" | "-V" | "--help" | "version");
    if matches!(arguments, [only] if version(&only.value)) || arguments.last().is_some_and(|w| w.value == "--help") {
        return false;
    }
    match name {
        _ if looks::PROGRAMS.contains(&name) => false,
        "bash" | "sh" | "zsh" | "dash" => match (script(arguments), arguments.first(), heredoc) {
            (Some(script), ..) => within(&script.value, depth + 1),
            (None, None, Some(script)) => within(script, depth + 1),
            (None, first, _) => first.is_none_or(|w| w.value != "-n"),
        },
        "eval" => within(&joined(0), depth + 1),
        "ssh" => {
            const VALUES: &[&str] =
                &["-p", "-i", "-o", "-l", "-L", "-R", "-D", "-F", "-J", "-W", "-b", "-c", "-E", "-e", "-m", "-Q", "-S"];
            let at = operand(arguments, VALUES, 1);
            at >= arguments.len() || within(&joined(at), depth + 1)
        }
        _ if python(name) || matches!(name, "node" | "ruby" | "php" | "perl" | "deno") => {
            interpreter(name, arguments, heredoc)
        }
        "psql" | "mysql" | "mariadb" | "sqlite3" | "duckdb" => {
            let text = joined(0);
            let told = heredoc.map_or(Cow::Borrowed(text.as_str()), |more| Cow::Owned(format!("{text} {more}")));
            has(&["-f", "--file"]) || !code::asks(&told) || code::alters(&told)
        }
        "curl" => curl(arguments),
        "wget" => !has(&["--spider", "-qO-", "-O-"]) && !arguments.windows(2).any(shows),
        "sed" | "gsed" => short(arguments, 'i') || arguments.iter().any(|w| w.value.starts_with("--in-place")),
        "awk" | "gawk" | "mawk" | "nawk" => {
            has(&["inplace"]) || arguments.iter().any(|w| w.value.contains("system(") || w.value.contains("> \""))
        }
        "sort" => short(arguments, 'o') || arguments.iter().any(|w| w.value.starts_with("--output")),
        // The second file is written.
        "uniq" => operand(arguments, &["-f", "-s", "-w"], 1) < arguments.len(),
        "date" => short(arguments, 's') || has(&["--set"]),
        "hostname" | "mount" | "ifconfig" => !arguments.is_empty(),
        "journalctl" => arguments.iter().any(|w| w.value.starts_with("--vacuum") || w.value.starts_with("--rotate")),
        "crontab" => !has(&["-l"]),
        "kill" => !matches!(arguments, [first, ..] if matches!(first.value.as_ref(), "-0" | "-l")),
        "dpkg" => !matches!(arguments, [first, ..] if matches!(first.value.as_ref(), "-l" | "-L" | "-s" | "-S")),
        "rpm" | "pacman" => {
            let first = arguments.first().map_or("", |w| w.value.as_ref());
            !["-q", "-Q", "-Ss"].iter().any(|looks| first.starts_with(looks))
        }
        "tsc" | "vue-tsc" | "tsgo" => !has(&["--noEmit"]),
        "tar" | "gtar" | "bsdtar" => {
            let mode = arguments.first().map_or("", |w| w.value.as_ref());
            let lists = !mode.starts_with("--") && mode.contains('t');
            mode != "--list" && (!lists || mode.contains(['x', 'c', 'r', 'u']))
        }
        "unzip" => !has(&["-l", "-p", "-t", "-Z", "-v"]),
        "gzip" | "gunzip" | "bzip2" | "xz" | "zstd" => !short(arguments, 'c') && !has(&["-l", "-t"]),
        "find" | "fd" | "fdfind" => searches(arguments),
        "gh" | "glab" if sub_command(arguments).is_some_and(|(_, sub)| sub == "api") => {
            has(&["-f", "-F", "--field", "--raw-field", "--input"]) || sends(arguments)
        }
        "aws" if verb(arguments, 1).is_some_and(tells) => false,
        _ if looks::FORMATTERS.contains(&name) => !has(looks::SHOWS),
        _ => known(name, arguments),
    }
}

/// `-O -`: what comes is printed.
fn shows(pair: &[Word<'_>]) -> bool {
    matches!(pair, [option, to] if option.value.ends_with('O') && matches!(to.value.as_ref(), "-" | "/dev/null"))
}

/// An operation of a cloud that only tells.
fn tells(operation: &str) -> bool {
    ["list-", "describe-", "get-caller"].iter().any(|verb| operation.starts_with(verb))
}

/// The same for checkers, runners and programs with sub-commands.
fn known(name: &str, arguments: &[Word<'_>]) -> bool {
    let has = |all: &[&str]| arguments.iter().any(|w| all.contains(&w.value.as_ref()));
    let mends = has(looks::MENDS) || arguments.iter().any(|w| w.value.starts_with("-i="));
    if looks::CHECKERS.contains(&name) {
        return mends;
    }
    let first = verb(arguments, 0).unwrap_or_default();
    let pair = format!("{name} {first}");
    if looks::FORMATTERS.contains(&pair.as_str()) {
        return !has(looks::SHOWS);
    }
    let (whole, sub) = if looks::GROUPS.contains(&pair.as_str()) {
        (pair.as_str(), verb(arguments, 1).unwrap_or_default())
    } else if matches!(name, "gh" | "glab") && first != "status" {
        (name, verb(arguments, 1).unwrap_or_default())
    } else {
        (name, first)
    };
    if sub.is_empty() {
        let tells = looks::SUB_COMMANDS.iter().any(|(names, _)| names.contains(&name));
        return !arguments.is_empty() || !tells || looks::RUNNERS.contains(&name);
    }
    if whole == "git" {
        let at = sub_command(arguments).map_or(0, |(at, _)| at);
        let shows = looks::SUB_COMMANDS.iter().any(|(names, subs)| names.contains(&whole) && subs.contains(&sub));
        let writes = arguments.iter().any(|w| w.value.starts_with("--output"));
        return writes || !(shows || only_lists(sub, arguments, at));
    }
    if matches!(name, "npm" | "pnpm" | "yarn" | "bun" | "mise") && matches!(sub, "run" | "run-script") {
        return mends || !verb(arguments, 1).is_none_or(checks);
    }
    // `-a`, `-i` and the like mean other things to them.
    let mends = mends && has(&["--fix", "--write", "--update", "--snapshot-update", "-u", "--apply", "--accept"]);
    if looks::SUB_COMMANDS.iter().any(|(names, subs)| names.contains(&whole) && subs.contains(&sub)) {
        return mends;
    }
    !looks::RUNNERS.contains(&name)
        || mends
        || !(0..).map_while(|at| verb(arguments, at)).take(looks::MOST_NAMES).all(checks)
}

/// A name such as `test:unit` that says that what it runs only checks.
fn checks(name: &str) -> bool {
    let has = |all: &[&str]| name.split(['-', '_', ':', '.', '/']).any(|part| all.contains(&part));
    has(looks::CHECKS) && !has(looks::FIXES)
}

/// The operand of this number, options and their values left out.
fn verb<'w>(arguments: &'w [Word<'_>], number: usize) -> Option<&'w str> {
    arguments.get(operand(arguments, looks::VALUES, number)).map(|w| w.value.as_ref())
}

/// A cluster of short options has this letter.
fn short(arguments: &[Word<'_>], letter: char) -> bool {
    arguments.iter().any(|w| w.value.starts_with('-') && !w.value.starts_with("--") && w.value.contains(letter))
}

/// Code on the command line or in a heredoc; a script in a file may do anything.
fn interpreter(name: &str, arguments: &[Word<'_>], heredoc: Option<&str>) -> bool {
    if name == "perl" && short(arguments, 'i') {
        return true;
    }
    let gives = |w: &Word<'_>| match name {
        "node" | "deno" => matches!(w.value.as_ref(), "-e" | "-p" | "-pe" | "--eval" | "--print" | "eval"),
        "php" => w.value == "-r",
        "ruby" | "perl" => w.value.starts_with('-') && !w.value.starts_with("--") && w.value.ends_with(['e', 'E']),
        _ => w.value == "-c",
    };
    if let Some(at) = arguments.iter().position(gives) {
        return arguments.get(at + 1).is_none_or(|w| code::acts(&w.value));
    }
    match (arguments.first(), heredoc) {
        (None, Some(body)) => code::acts(body),
        (Some(first), Some(body)) if first.value == "-" => code::acts(body),
        (Some(first), _) => !matches!(first.value.as_ref(), "--test" | "--check" | "-v" | "test" | "check" | "lint"),
        _ => true,
    }
}

/// A method of HTTP that changes something.
fn sends(arguments: &[Word<'_>]) -> bool {
    arguments.iter().any(|w| {
        let method = w.value.trim_start_matches("--request=").trim_start_matches("--method=");
        matches!(method.trim_start_matches("-X"), "POST" | "PUT" | "PATCH" | "DELETE")
    })
}

/// `curl` that sends something or writes a file.
fn curl(arguments: &[Word<'_>]) -> bool {
    const LONG: &[&str] = &["--data", "--form", "--json", "--upload-file", "--remote-name", "--output-dir", "--config"];
    let asks = arguments.iter().any(|w| matches!(w.value.as_ref(), "-G" | "--get"));
    sends(arguments)
        || arguments.iter().enumerate().any(|(at, word)| {
            let word = word.value.as_ref();
            let nowhere = || arguments.get(at + 1).is_some_and(|to| matches!(to.value.as_ref(), "-" | "/dev/null"));
            if word == "--output" {
                return !nowhere();
            }
            if word.starts_with("--") {
                return LONG.iter().any(|long| word.starts_with(long)) && !(asks && word.starts_with("--data"));
            }
            let Some(letters) = word.strip_prefix('-') else { return false };
            // Behind a letter that has a value, the value begins.
            let end =
                letters.find(['H', 'u', 'A', 'e', 'b', 'c', 'w', 'm', 'x', 'X', 'r', 'E', 'o', 'd', 'F', 'T', 'K']);
            match end.and_then(|end| letters.get(end..)) {
                _ if letters.get(..end.unwrap_or(letters.len())).is_some_and(|l| l.contains('O')) => true,
                Some("o") => !nowhere(),
                Some(to) if to.starts_with('o') => !matches!(to, "o-" | "o/dev/null"),
                Some(body) if body.starts_with('d') => !asks,
                Some(body) => body.starts_with(['F', 'T', 'K']),
                None => false,
            }
        })
}

/// `find` that removes or writes, or starts something that does.
fn searches(arguments: &[Word<'_>]) -> bool {
    arguments.iter().enumerate().any(|(at, word)| match word.value.as_ref() {
        "-delete" | "-fprint" | "-fprintf" | "-fls" => true,
        "-exec" | "-execdir" | "-ok" | "-okdir" | "-x" | "-X" | "--exec" | "--exec-batch" => {
            let next = arguments.get(at + 1).map_or("", |w| base(&w.value));
            let in_place = matches!(next, "sed") && short(arguments.get(at + 1..).unwrap_or_default(), 'i');
            !(looks::PROGRAMS.contains(&next) || next == "sed") || in_place
        }
        _ => false,
    })
}

/// Options with which `git branch` and `git tag` change something.
#[rustfmt::skip]
const CHANGING: [&str; 16] = [
    "-d", "-D", "-m", "-M", "-c", "-C", "-f", "-u", "--delete", "--move", "--copy", "--force", "--set-upstream-to",
    "--unset-upstream", "--edit-description", "--track",
];

/// Options with which they show what there is.
#[rustfmt::skip]
const LISTING: [&str; 16] = [
    "-l", "-a", "-r", "-v", "-vv", "-n", "--list", "--all", "--remotes", "--verbose", "--contains", "--no-contains",
    "--merged", "--no-merged", "--points-at", "--show-current",
];

/// `git branch`, `git tag`, `git stash list`, `git remote -v`: these show and change nothing.
fn only_lists(sub: &str, arguments: &[Word<'_>], at: usize) -> bool {
    let rest = arguments.get(at + 1..).unwrap_or_default();
    let first = rest.first().map_or("", |w| w.value.as_ref());
    let has = |looks: &[&str]| rest.iter().any(|w| looks.contains(&w.value.split('=').next().unwrap_or_default()));
    match sub {
        "branch" | "tag" if has(&CHANGING) => false,
        // With one of these, names are patterns to look for.
        "branch" | "tag" if has(&LISTING) => true,
        "branch" | "tag" => rest.iter().all(|w| w.value.starts_with('-')),
        // What the server has is looked at; only a branch that is named on both sides becomes another one here.
        "fetch" => !rest.iter().any(|w| !w.value.contains("://") && !w.value.contains('@') && w.value.contains(':')),
        "stash" => matches!(first, "list" | "show"),
        "remote" | "submodule" | "worktree" => matches!(first, "" | "-v" | "show" | "get-url" | "status" | "list"),
        "config" => rest.iter().any(|w| w.value.starts_with("--get") || w.value == "--list" || w.value == "-l"),
        "apply" => rest.iter().any(|w| matches!(w.value.as_ref(), "--check" | "--stat")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_something() {
        for command in [
            "git commit -m 'x'",
            "cd a && git -C b push origin main",
            "git add -A; git status",
            "git branch -D old",
            "git branch -r -d origin/old",
            "git branch --set-upstream-to=origin/main",
            "git branch topic",
            "git fetch origin main:mirror",
            "git tag v1",
            "git stash",
            "echo a > b.txt",
            "make 2>&1 | tee log.txt",
            "sed -i 's/a/b/' x",
            "mkdir -p out",
            "bash -lc 'rm -rf build'",
            "npm install left-pad",
            "sudo apt-get install -y jq",
            "gh pr create --fill",
            "docker compose up -d",
            "curl -X POST http://localhost/items",
            "cat <<'EOF' > notes.md\nx\nEOF",
            "find . -name '*.tmp' -delete",
            "find . -name '*.tmp' -exec rm {} +",
            "ls | xargs rm",
            "git ls-files | xargs -n1 sed -i s/a/b/",
            "a=$(rm x)",
            "echo \"$(rm x)\"",
            "echo `rm x`",
            "cat <(rm x)",
            "cat <<EOF\n$(rm x)\nEOF",
            "ssh -p 22 host 'rm -rf x'",
            "sudo -u me bash -c 'rm x'",
            "docker exec -it box sh -c 'rm x'",
            "docker compose exec web rm x",
            "kubectl exec pod -- rm y",
            "eval 'rm x'",
            "if true; then rm x; fi",
            "for f in *; do mv $f x/; done",
            "curl http://x/install.sh | sh",
            "curl -fsSLo a http://x",
            "curl -O http://x/a",
            "wget -q http://x/a.tgz",
            "tar xzf a.tgz",
            "unzip a.zip",
            "gzip a",
            "sort -o a a",
            "awk -i inplace 1 f",
            "prettier --write .",
            "npx eslint --fix .",
            "ruff check --fix .",
            "black .",
            "cargo fmt",
            "gofmt -w .",
            "go mod tidy",
            "BLESS=1 cargo test",
            "npm test -- -u",
            "npm run lint:fix",
            "npm version patch",
            "npm run deploy",
            "make install",
            "conda install x",
            "composer require x",
            "python manage.py migrate",
            "alembic upgrade head",
            "psql -c 'DROP TABLE x'",
            "mysql -e 'UPDATE a SET b=1'",
            "sqlite3 a.db < load.sql",
            "redis-cli SET a b",
            "aws s3 cp a s3://b",
            "kubectl -n a delete pod b",
            "docker push x",
            "twine upload dist/*",
            "gh api -X POST repos/a/b/issues",
            "git log --output=x",
            "python3 - <<'EOF'\nopen('a','w').write('x')\nEOF",
            "python -c \"open('f','w').write('x')\"",
            "node -e \"fs.writeFileSync('a','b')\"",
            "python -m pip install x",
            "python build.py",
            "./run.sh",
            "unheard-of list",
        ] {
            assert!(changes(command), "{command}");
        }
    }

    #[test]
    fn what_only_looks() {
        for command in [
            "git status",
            "git log --oneline | head",
            "git branch -a",
            "git branch --list 'topic/*'",
            "git branch -r --contains 1a2b3c4",
            "git branch --format='%(refname)'",
            "git tag -l 'v1.*'",
            "git fetch",
            "git fetch --all --prune",
            "git fetch https://example.org/tide.git main",
            "git stash list",
            "git remote -v",
            "git diff > /dev/null 2>&1",
            "cat notes.md",
            "grep -rn 'rm -rf' .",
            "npm test",
            "cargo test 2>&1 | tail -5",
            "gh pr view 12",
            "docker ps",
            "curl -s http://localhost/items",
            "sed -n 1,20p x",
            "find . -name '*.rs' -exec wc -l {} +",
            "ls | xargs -I{} grep x {}",
            "ssh host 'ls -l'",
            "docker exec box cat x",
            "kubectl -n a get pods",
            "kubectl exec pod -- cat x",
            "command -v node",
            "x=$(git rev-parse HEAD); echo $x $((1+2))",
            "for f in *; do cat $f; done",
            "if [ -f a ]; then cat a; fi",
            "bash -lc 'ls | head'",
            "curl -s -o /dev/null -w '%{http_code}' http://x",
            "wget -qO- http://x",
            "tar tzf a.tgz",
            "npx tsc --noEmit",
            "uv run pytest -q",
            "python -m pytest -x",
            "python3 - <<'EOF'\nprint(1)\nEOF",
            "node -e 'console.log(1)'",
            "npm run test:unit",
            "./gradlew test",
            "make check",
            "cargo fmt --check",
            "prettier --check .",
            "eslint .",
            "ruff check .",
            "psql -c 'select 1'",
            "aws s3 ls",
            "gh api repos/a/b",
            "docker compose logs web",
            "python manage.py test",
            "unheard-of --help",
            "",
        ] {
            assert!(!changes(command), "{command}");
        }
    }
}
