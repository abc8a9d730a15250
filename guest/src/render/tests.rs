use super::commands::{commands_by_directory, groups};
use super::quotes::state_lines;
use super::words::{split_cut, split_mark, split_pictures};
use super::*;
use crate::ledger::samples::{command, command_in, quote, run, source};
use crate::ledger::{ActiveState, Command, Run};
use cento_contract::RunState::{Exited, NoExitCode, Running, Succeeded, TimedOut};
use cento_contract::Span;

/// The lines of the section as text; commands in the order of print.
fn lines(commands: Vec<Command>, grouped: bool, section: Section) -> String {
    let commands = sort_commands(commands, grouped);
    let fitted = Fitted { ledger: Ledger { commands, ..Ledger::default() }, grouped };
    section_lines(&fitted, section).into_iter().map(|page| page.text).collect()
}

fn commands_run(commands: Vec<Command>, grouped: bool) -> String {
    lines(commands, grouped, Section::Commands)
}

#[test]
fn an_ok_beside_codes_names_its_place() {
    let mixed = |runs| Command { runs, ..command("make", Succeeded, 9) };
    let twice = |row| Run { times: 2, ..run(Succeeded, row) };
    for (runs, want) in [
        (vec![twice(9)], "ok ×2"),
        (vec![run(Exited(1), 3), run(Succeeded, 9)], "exit 1 at [#3], ok at [#9]"),
        (vec![twice(2), run(Exited(1), 3), twice(9)], "ok at [#2] ×2, exit 1 at [#3], ok at [#9] ×2"),
    ] {
        let section = mixed(runs.clone()).section();
        let want = format!("[#9] `make` {want}\n");
        assert_eq!(lines(vec![mixed(runs)], true, section), want);
    }
}

#[test]
fn a_directory_is_named_once_above_its_commands() {
    let all = vec![
        command_in("/b", "pwd", Exited(0), 1),
        command_in("/a", "make", Exited(0), 2),
        command("ls", Exited(0), 3),
        command_in("/b", "make docs", NoExitCode, 4),
        command_in("/a", "cc x.c", Running, 5),
    ];
    let want = "[#3] `ls` exit 0\n\
        in `/a`:\n[#2] `make` exit 0\n[#5] `cc x.c` running in background\n\
        in `/b`:\n[#1] `pwd` exit 0\n[#4] `make docs` no exit code\n";
    assert_eq!(commands_run(all.clone(), false), want);
    let grouped = "exit 0: [#3] `ls`\n\
        in `/a`:\n[#5] `cc x.c` running in background\nexit 0: [#2] `make`\n\
        in `/b`:\nexit 0: [#1] `pwd`\nno exit code: [#4] `make docs`\n";
    assert_eq!(commands_run(all, true), grouped);
}

#[test]
fn each_section_names_the_directory_anew_and_an_unknown_one_ends_it() {
    let mut all = vec![command_in("/a", "make", Exited(2), 1), command_in("/a", "ls", Exited(0), 2)];
    assert_eq!(lines(all.clone(), false, Section::Blocked), "in `/a`:\n[#1] `make` exit 2\n");
    assert_eq!(commands_run(all.clone(), false), "in `/a`:\n[#2] `ls` exit 0\n");
    all.push(command("pwd", Exited(0), 3));
    let pages = commands_by_directory(&all, Section::Commands, false);
    let text: String = pages.into_iter().map(|page| page.text).collect();
    assert_eq!(text, "in `/a`:\n[#2] `ls` exit 0\nin ``:\n[#3] `pwd` exit 0\n");
}

#[test]
fn a_command_that_ended_differently_in_two_directories_has_its_directory_on_the_line() {
    let failed = Command {
        key_lines: vec![quote("error: boom", 1)],
        between: vec![quote("x.rs", 7)],
        meaning: Some(quote("not found", 1)),
        ends_below: Some((TimedOut(None), source(9))),
        continues: true,
        ..command_in("/a", "make", Exited(2), 1)
    };
    let all = vec![failed, command_in("/b", "make", Exited(0), 2), command_in("/b", "ls", Exited(0), 3)];
    let want = "in `/a`:\n[#1] `make` exit 2 (not found); ended below: timed out; runs again below in `/a`\n  \
        | error: boom\n  ~ [#7] x.rs\n\
        in `/b`:\n[#2] `make` exit 0 in `/b`\n[#3] `ls` exit 0\n";
    assert_eq!(commands_run(all.clone(), false), want);
    // It joins no group, or the words on its line would stand for others; `ls` does.
    assert!(commands_run(all, true).contains("[#2] `make` exit 0 in `/b`\n"));
    // Across sections too: one fails here, the other passes there.
    let all = vec![command_in("/a", "make", Exited(2), 1), command_in("/b", "make", Exited(0), 2)];
    assert_eq!(lines(all.clone(), false, Section::Blocked), "in `/a`:\n[#1] `make` exit 2 in `/a`\n");
    assert_eq!(commands_run(all, false), "in `/b`:\n[#2] `make` exit 0 in `/b`\n");
    // Where it is known in one place only, that one is named; where both ended alike, nothing can be mistaken.
    let all = |second| vec![command("make", Exited(0), 1), command_in("/b", "make", Exited(second), 2)];
    assert!(lines(all(1), false, Section::Blocked).contains("[#2] `make` exit 1 in `/b`\n"));
    assert_eq!(commands_run(all(0), false), "[#1] `make` exit 0\nin `/b`:\n[#2] `make` exit 0\n");
}

#[test]
fn quotes_and_claims_stay_on_their_words_beside_a_directory() {
    let failed = Command {
        key_lines: vec![quote("error: boom", 1)],
        between: vec![quote("x.rs", 7)],
        ..command_in("/a", "make", Exited(2), 1)
    };
    let ledger = Ledger { commands: vec![failed, command_in("/b", "make", Exited(0), 2)], ..Ledger::default() };
    let (settings, _) = crate::settings::clamp(&contract::Options::default());
    let rendered = render(&Fitted { ledger, grouped: false }, &settings);
    let words = |at: Span| &rendered.text[at.start as usize..(at.start + at.len) as usize];
    let quotes: Vec<_> = rendered.quotes.iter().map(|q| (words(q.at), q.message)).collect();
    assert_eq!(quotes, [("make", 1), ("error: boom", 1), ("x.rs", 7), ("make", 2)]);
    let claims: Vec<_> = rendered.claims.iter().map(|c| (words(c.at), c.message, c.state)).collect();
    assert_eq!(claims, [("exit 2", 1, Exited(2)), ("exit 0", 2, Exited(0))]);
}

#[test]
fn plain_commands_share_a_line_and_the_cd_before_them() {
    let twice = Command { runs: vec![Run { times: 2, ..run(Exited(0), 3) }], ..command("cd w && c", Exited(0), 3) };
    let all = vec![
        command("cd w && a", Exited(0), 1),
        command("ls", Exited(0), 2),
        twice,
        command("cd w && long…+12", Exited(0), 4),
        command("cd v && d", Exited(0), 5),
        command("cd w && e", NoExitCode, 6),
    ];
    let want = "exit 0: [#2] `ls`; [#5] `cd v && d`\n\
        after `cd w &&`:\n\
        exit 0: [#1] `a`; [#3] `c` ×2; [#4] `long…`+12\n\
        no exit code: [#6] `e`\n";
    assert_eq!(commands_run(all.clone(), true), want);
    let single = "[#2] `ls` exit 0\n[#5] `cd v && d` exit 0\nafter `cd w &&`:\n[#1] `a` exit 0\n[#3] `c` exit 0 ×2\n";
    assert!(commands_run(all, false).starts_with(single));
}

#[test]
fn a_cd_stays_where_two_commands_would_look_alike_without_it() {
    let others = [command("cd w && b", Exited(0), 8), command("cd w && c", Exited(0), 9)];
    let below = "after `cd w &&`:\nexit 0: [#8] `b`; [#9] `c`\n";
    for (one, two) in [
        ("cd v && a", "cd w && a"),
        ("a", "cd w && a"),
        // What was cut may have been different.
        ("cd v && a…+5", "cd w && a…+7"),
    ] {
        let mut all = vec![command(one, Exited(0), 1), command(two, Exited(0), 2)];
        all.extend(others.clone());
        let code = |text: &str| {
            let (text, cut) = split_cut(text);
            format!("`{text}`{cut}")
        };
        let want = format!("exit 0: [#1] {}; [#2] {}\n{below}", code(one), code(two));
        assert_eq!(commands_run(all, true), want);
    }
    // The other one stands in another section.
    let mut all = vec![command("cd v && a", Exited(2), 1), command("cd w && a", Exited(0), 2)];
    all.extend(others.clone());
    assert_eq!(commands_run(all, true), format!("exit 0: [#2] `cd w && a`\n{below}"));
    // The one begins the other: read alone, its line would stand for both.
    let mut all = vec![command("cd w && a", Exited(0), 1), command("cd w && a | tail", Exited(0), 2)];
    all.extend(others);
    let want = "exit 0: [#1] `cd w && a`\nafter `cd w &&`:\nexit 0: [#2] `a | tail`; [#8] `b`; [#9] `c`\n";
    assert_eq!(commands_run(all, true), want);
}

#[test]
fn commands_with_more_to_say_join_no_group() {
    let plain = || command("a", Exited(0), 1);
    let with = |change: fn(&mut Command)| {
        let mut command = plain();
        change(&mut command);
        command
    };
    assert!(groups(&plain()) && groups(&with(|c| c.runs[0].state = NoExitCode)));
    for (name, other) in [
        ("tool", with(|c| c.tool = "search".into())),
        ("continues", with(|c| c.continues = true)),
        ("meaning", with(|c| c.meaning = Some(quote("why", 1)))),
        ("ends below", with(|c| c.ends_below = Some((Exited(3), source(2))))),
        ("key line", with(|c| c.key_lines = vec![quote("why", 1)])),
        ("change", with(|c| c.between = vec![quote("x", 1)])),
        ("failure", with(|c| c.runs[0].state = Exited(1))),
        ("running", with(|c| c.runs[0].state = Running)),
        ("two states", with(|c| c.runs.push(run(NoExitCode, 1)))),
        ("told elsewhere", with(|c| c.runs[0].source = source(2))),
        ("like an outcome", with(|c| c.text = "echo exit 1".into())),
        ("like a member", with(|c| c.text = "a; [#2] b".into())),
    ] {
        assert!(!groups(&other), "{name}");
    }
}

#[test]
fn only_a_plain_cd_is_split_off() {
    for (text, want) in [
        ("cd w && a", Some(("w", "a"))),
        ("cd /w/x && a && b", Some(("/w/x", "a && b"))),
        ("cd  w && a", None),
        ("cd 'my dir' && a", None),
        ("cd w; ls && a", None),
        ("cd w && ", None),
        ("cd && a", None),
        ("ls && a", None),
    ] {
        assert_eq!(split_cd(text), want, "{text}");
    }
}

#[test]
fn pictures_are_a_mark_of_ours_and_no_words() {
    for (text, words) in [
        ("See this [image]", "See this "),
        ("[image]", ""),
        ("[12 images]", ""),
        ("a [b] c [2 images]", "a [b] c "),
        ("no picture", "no picture"),
        ("[image] first", "[image] first"),
        ("use arr[0] as image]", "use arr[0] as image]"),
        ("[my image]", "[my image]"),
        ("[ images]", "[ images]"),
        ("[two images]", "[two images]"),
        ("… of 12 images]", "… of 12 images]"),
        ("", ""),
    ] {
        assert_eq!(split_pictures(text), (words, &text[words.len()..]), "{text}");
        let page = quote_line(&quote(text, 1));
        assert_eq!(page.text, format!("[#1] {text}\n"));
        let [only] = page.quotes.as_slice() else { panic!("{page:?}") };
        assert_eq!((only.at.start, only.at.len as usize), (5, words.len()), "{text}");
    }
}

#[test]
fn marks_of_todo_items_are_no_words_of_their_source() {
    for (text, mark) in [
        ("[x] one", "[x] "),
        ("[~] one", "[~] "),
        ("[ ] one", "[ ] "),
        ("[-] one", "[-] "),
        ("[ ] [x] one", "[ ] "),
        ("one", ""),
        ("[main 1a2b3c4] One", ""),
        ("[é] one", ""),
        ("[", ""),
    ] {
        assert_eq!(split_mark(text), (mark, &text[mark.len()..]), "{text}");
    }
    let state = ActiveState { todo: vec![quote("[x] one", 3), quote("[~] two", 3)], ..ActiveState::default() };
    let lines = state_lines(&state);
    let shown: Vec<_> = lines.iter().map(|page| page.text.as_str()).collect();
    assert_eq!(shown, ["todo [#3] [x] `one`\n", "todo [#3] [~] `two`\n"]);
    let quoted: Vec<_> = lines.iter().map(|p| &p.text[p.quotes[0].at.start as usize..][..3]).collect();
    assert_eq!((quoted, lines[0].quotes[0].at.len), (vec!["one", "two"], 3));
}

#[test]
fn a_session_id_brings_in_no_control_character() {
    let options =
        cento_contract::Options { session_id: Some("a\u{1b}[2Jb\u{7}\u{202e}c\nd".into()), ..Default::default() };
    let (settings, _) = crate::settings::clamp(&options);
    let line = recall(&settings).unwrap_or_default();
    assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line:?}");
}
