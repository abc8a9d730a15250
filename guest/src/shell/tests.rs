use super::*;
use crate::opened::{Effect, When};
use proptest::prelude::*;
use std::format;
use std::string::String;

fn told(command: &str) -> Vec<String> {
    let to = |e: &Effect| e.to.as_ref().map(|to| format!(" > {to}")).unwrap_or_default();
    effects(command).iter().map(|e| format!("{:?} {}{}", e.op, e.path, to(e))).collect()
}

#[test]
fn effects_are_read_from_the_text() {
    let table: &[(&str, &[&str])] = &[
        ("mv a.txt b.txt", &["Moved a.txt > b.txt"]),
        ("cd w && git mv -k \"a b.txt\" new/", &["Moved a b.txt > new/a b.txt"]),
        ("mv a/x b/y dir", &["Moved a/x > dir/x", "Moved b/y > dir/y"]),
        ("cp -r src dst", &["Copied src > dst"]),
        ("sudo rm -rf build; rm -- -odd", &["Deleted build", "Deleted -odd"]),
        ("rm -rf build/ out src && mkdir -p build out/js srcs", &["Deleted src"]),
        ("git rm old.c && git rm --cached kept.c", &["Deleted old.c"]),
        ("git -C /w restore a.c && git checkout -- b.c && git checkout main", &["Patched a.c", "Patched b.c"]),
        ("echo x > a && echo y >> b", &["Written a", "Patched b"]),
        ("make >log 2>&1", &["Written log"]),
        ("make 2> err.log >/dev/null", &["Written err.log"]),
        ("make &> all.log; make &>/dev/null", &["Written all.log"]),
        ("x | tee out.txt | tee -a more.txt", &["Written out.txt", "Patched more.txt"]),
        ("sed -i 's/a/b/' x y", &["Patched x", "Patched y"]),
        ("sed -i '' 's/a > b/c/' x", &["Patched x"]),
        ("sed -i.bak -e 's/a/b/' -e 's/c/d/' x", &["Patched x"]),
        ("sed -n '1,5p' x", &[]),
        ("perl -pi -e 's/a/b/' x; perl -e 'print' y; perl -i run.pl", &["Patched x"]),
        (
            "cat > gen.sh <<'EOF'\nrm -rf /\necho \"it's\" > no\nEOF\nsh gen.sh > log",
            &["Written gen.sh", "Written log"],
        ),
        ("cat <<EOF >a && rm b\nmv c d\nEOF\nrm e", &["Written a", "Deleted b", "Deleted e"]),
        ("cat <<-END > a\n\tx > y\n\tEND\n", &["Written a"]),
        ("git commit -m \"$(cat <<'EOF'\ndon't > cut\nEOF\n)\" && rm x", &["Deleted x"]),
        ("echo 'a > b' \"c > d\" e\\>f", &[]),
        ("echo a -> b, c => d", &[]),
        ("[[ a > b ]] && rm c", &["Deleted c"]),
        ("if (( count > limit )); then rm a; fi", &["Deleted a"]),
        ("while (( (i - 1) > n30 )); do echo x > b; done", &["Written b"]),
        ("rm $X \"$Y\" *.o `z` {a,b} ~/ok 'a*b'", &["Deleted ~/ok", "Deleted a*b"]),
        ("echo x > \"$OUT\"; echo y > $(mktemp)", &[]),
        ("# rm a\nls # > b\nrm c", &["Deleted c"]),
        ("for f in a b; do rm done.txt; done", &["Deleted done.txt"]),
        ("FOO=1 timeout -k 5 60 rm a", &["Deleted a"]),
        ("bash -lc 'rm a && mv b c'", &["Deleted a", "Moved b > c"]),
        ("curl -sS -o page.html https://e.org", &["Written page.html"]),
        ("curl -o /dev/null https://e.org", &[]),
        ("diff <(sort a) <(sort b) > d", &["Written d"]),
        ("python - <<< 'x > y'", &[]),
        ("echo x >> C:\\tmp\\a.txt", &["Patched C:\\tmp\\a.txt"]),
        ("apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n+x > y\n*** End Patch\nEOF", &["Patched a"]),
        ("ls | grep rm", &[]),
        ("", &[]),
    ];
    for (command, want) in table {
        assert_eq!(told(command), *want, "{command}");
    }
}

#[test]
fn directories_are_told() {
    assert_eq!(bare_cd("cd /w/app"), Some("/w/app"));
    assert_eq!(bare_cd(" cd \"my dir\" ;"), Some("my dir"));
    for not in ["cd", "cd -", "cd $HOME", "cd a && ls", "cdx a", "cd a | b", "pwd", "cd a b"] {
        assert_eq!(bare_cd(not), None, "{not}");
    }
    assert_eq!(leading_cd("cd /w && make all"), Some(("/w", "make all")));
    assert_eq!(leading_cd("cd 'a b'; ls"), Some(("a b", "ls")));
    assert_eq!(leading_cd("cd a ⏎ ls"), Some(("a", "ls")));
    for not in ["cd a", "cd a || exit 1; ls", "ls && cd a", "cd a &&"] {
        assert_eq!(leading_cd(not), None, "{not}");
    }
}

#[test]
fn the_program_that_matters() {
    let table = [
        ("pytest -q", "pytest"),
        ("cd app && CI=1 python3 -m pytest -q", "pytest"),
        ("time sudo -u web make -j4", "make"),
        ("timeout 60 npm run build -- --fast", "npm run build"),
        ("cargo test --lib", "cargo test"),
        ("git commit -m 'x y'", "git commit"),
        ("git -C w status", "git"),
        ("npx vitest run", "vitest"),
        ("uv run ruff check", "ruff"),
        ("echo start; go test ./...", "go test"),
        ("for f in a b; do node x.js; done", "node"),
        ("# note ⏎ gh api repos", "gh api"),
        ("/usr/bin/make", "/usr/bin/make"),
        ("echo hi", "echo"),
        ("", ""),
        ("X=1", ""),
    ];
    for (command, want) in table {
        assert_eq!(head(command), want, "{command}");
    }
}

#[test]
fn hostile_commands_take_linear_time() {
    for part in [
        "$(",
        "\"",
        "`",
        "<<A\n",
        "a>b;",
        "(",
        "\\",
        "'",
        "<<",
        "<<A;",
        "xargs ",
        "\"$(a)\" ",
        "ssh a ",
        "eval ",
        "npm -n x ",
    ] {
        let long = part.repeat(200_000);
        let _ = effects(&long);
        let _ = head(&long);
        let _ = changes(&long);
    }
}

proptest! {
    #[test]
    fn any_command_is_survived(command in "(rm|mv|sed -i|>|<|<<|EOF|\n|\"|'|\\$\\(|\\)|`|\\\\|;|&&|é|⏎| |a|cd|\\{|-){0,30}") {
        let _ = effects(&command);
        let _ = changes(&command);
        let _ = bare_cd(&command);
        let _ = leading_cd(&command);
        prop_assert!(command.contains(head(&command)));
    }

    #[test]
    fn quoted_text_has_no_effect(text in "[a-z >|;&<]{0,30}") {
        let command = format!("echo '{text}'");
        prop_assert!(effects(&command).is_empty());
    }
}

#[test]
fn what_a_line_is_sure_to_have_done() {
    use When::{Passed, Ran, Unsure};
    let table: &[(&str, &[When])] = &[
        ("rm a", &[Passed]),
        ("make && rm a && ls", &[Passed]),
        ("make && rm a | cat", &[Unsure]),
        ("cat x | rm a", &[Passed]),
        ("false && rm a; true", &[Unsure]),
        ("rm a || true", &[Unsure]),
        ("make || rm a", &[Unsure]),
        ("make || true && rm a", &[Passed]),
        ("rm a; ls", &[Unsure]),
        ("ls; rm a", &[Passed]),
        ("rm -f a; make", &[Ran]),
        ("rm -rf a && make", &[Ran]),
        ("rm -rf a || make", &[Ran]),
        ("test -d a && rm -rf a; make", &[Unsure]),
        ("exit 1; rm -f a; ls", &[Unsure]),
        ("(rm a)", &[Unsure]),
        ("rm a &", &[Unsure]),
        ("if true; then rm a; fi", &[Unsure]),
        ("for f in x; do rm a; done; rm b", &[Unsure, Passed]),
        ("make &&\nrm a", &[Passed]),
        ("set -e\nrm a\nmv b c\nmake", &[Passed, Passed]),
        ("set -e\nmake || rm a\nls", &[Unsure]),
        ("bash -c 'rm a && ls' && ls", &[Passed]),
        ("bash -c 'rm a; ls'", &[Unsure]),
        ("bash -c 'rm a' || true", &[Unsure]),
    ];
    for (command, want) in table {
        let got: Vec<When> = effects(command).iter().map(|e| e.when).collect();
        assert_eq!(got, *want, "{command}");
    }
}

#[test]
fn names_below_a_directory_that_the_line_moved_to() {
    let table: &[(&str, &[&str])] = &[
        ("cd sub && mv a b", &["Moved sub/a > sub/b"]),
        ("cd sub/ && rm a; rm b", &["Deleted sub/a", "Deleted sub/b"]),
        ("cd \"my dir\" && echo x > a", &["Written my dir/a"]),
        ("cd /w && rm a", &["Deleted a"]),
        ("cd .. && rm a", &["Deleted a"]),
        ("cd $X && rm a", &["Deleted a"]),
        ("cd sub && rm x/a /t/b ~/c", &["Deleted x/a", "Deleted /t/b", "Deleted ~/c"]),
        ("cd sub && cp a /t/b", &["Copied a > /t/b"]),
        ("cd a && cd b && rm c", &["Deleted c"]),
        ("(cd sub && make) && rm a", &["Deleted a"]),
        ("rm a && cd sub && rm a", &["Deleted a", "Deleted sub/a"]),
    ];
    for (command, want) in table {
        assert_eq!(told(command), *want, "{command}");
    }
}

#[test]
fn a_cd_in_a_line_may_move_the_shell() {
    type Moves = &'static [(Option<&'static str>, bool)];
    let table: &[(&str, Moves)] = &[
        ("cd a && ls", &[(Some("a"), false)]),
        ("make; cd 'b c'; ls && cd d", &[(Some("b c"), false), (Some("d"), true)]),
        ("cd", &[(Some("~"), false)]),
        ("cd $X && ls", &[(None, false)]),
        ("make || cd a", &[(None, false)]),
        ("if test -d a; then cd a; fi; cd b", &[(None, false), (None, false)]),
        ("pushd a; popd", &[(None, false), (None, false)]),
        ("(cd a && make); echo cd b", &[]),
        ("cd a | tee log", &[]),
        ("cd a && make &", &[]),
        ("grep abcd x", &[]),
    ];
    for (command, want) in table {
        let got = moves(command);
        let got: Vec<_> = got.iter().map(|to| (to.target.as_deref(), to.chained)).collect();
        assert_eq!(got, *want, "{command}");
    }
}
