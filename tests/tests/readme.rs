//! The README shows what a real run prints.
//!
//! A block `<!-- run: COMMAND -->` followed by a fenced block is checked: COMMAND runs with `sh` in the root of the
//! checkout, `cento` is the one just built, and what it prints must be what the fenced block says.
//! `BLESS=1` writes what it prints into the README instead.
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn every_block_is_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let file = root.join("README.md");
    let text = std::fs::read_to_string(&file).expect("README.md");
    let fresh = rewritten(&text, |command| run(&root, command));
    let bless = std::env::var_os("BLESS").is_some();
    if bless && fresh != text {
        std::fs::write(&file, fresh).expect("README.md is written");
        return;
    }
    for (number, (shown, printed)) in text.lines().zip(fresh.lines()).enumerate() {
        assert_eq!(shown, printed, "README.md line {} (BLESS=1 rewrites the blocks)", number + 1);
    }
    assert_eq!(text.len(), fresh.len(), "a block of README.md is shorter or longer than what is printed");
    assert!(text.matches("<!-- run: ").count() >= 2, "README.md has lost its blocks");
}

/// The text with every marked block replaced by what its command prints.
fn rewritten(text: &str, run: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out.push_str(line);
        out.push('\n');
        let Some(command) = line.strip_prefix("<!-- run: ").and_then(|l| l.strip_suffix(" -->")) else { continue };
        let fence = lines.next().unwrap_or("");
        assert!(fence.starts_with("```"), "no fenced block after {line}");
        let ticks = fence.trim_end_matches(|c| c != '`');
        out.push_str(&format!("{fence}\n{}\n{ticks}\n", run(command).trim_end()));
        assert!(lines.by_ref().any(|l| l == ticks), "the block after {line} does not end");
    }
    out
}

fn run(root: &Path, command: &str) -> String {
    let program = cento_tests::program::cento();
    let built = program.parent().expect("a folder");
    #[expect(clippy::disallowed_methods, reason = "the shell needs its own path")]
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("PATH", format!("{}:{path}", built.display()))
        .stdin(Stdio::null())
        .output()
        .expect("sh");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_block_that_says_something_else_is_seen() {
    let text = "a\n<!-- run: x -->\n```text\nold\n```\nb\n";
    assert_eq!(rewritten(text, |_| "new\n".to_owned()), "a\n<!-- run: x -->\n```text\nnew\n```\nb\n");
    assert_eq!(rewritten(text, |_| "old".to_owned()), text);
}
