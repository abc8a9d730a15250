use super::*;

const TEXT: &str = "[CENTO SUMMARY] Words.
Open [#N]: somehow

## Historical Task Snapshot
[#3] Mend the lamp. [2 images]

## Constraints & Preferences
[#3] (superseded by [#9]) Never touch `x`.
[t4] Always test.

## Blocked
in `/w`:
[#5] `make a, b` exit 2 ×3 at [#4], ok at [#6] ×2, exit -15 (killed) (no such rule (x)); ended below: exit 0; runs again below in `/w`
  | error: boom
  ~ [#7] x.rs
[#8] search ``` a `` b ```+12 failed

## Active State
packages [#9] `ok` ×3, `FAIL` ×1
process [#9] `p1` running in background
todo [#9] [x] `do it`

## Relevant Files
in `/w/`:
[#9] `a.rs` read ×2, 12 lines, changed since read, moved to `b.rs`; defines f g

## Commands Run
after `cd w &&`:
exit 0: [#2] `ls`; [#5] `cat…`+3 ×2
(4 more left out)

## Error Names Seen
KeyError [#1], IoError [t2]

## Anchor Index
[#7] lamp, oil

## Session Log (oldest first)
[#1] user: do it
[#2] ← read_file exit 1 (refused, not run): no
[#3] → read_file: x
";

#[test]
fn every_line_is_read() {
    let summary = Summary::read(TEXT);
    assert_eq!(summary.unknown, []);
    let facts = |section| &summary.part(section).unwrap().facts;
    assert_eq!(facts(Section::Snapshot)[0].quotes[0].words, "Mend the lamp. ");
    assert_eq!(facts(Section::Rules)[0].others, [Ref::Row(9)]);
    let command = facts(Section::Blocked)[1].command.clone().unwrap();
    let states: Vec<_> = command.states.iter().map(|outcome| (outcome.state, outcome.at)).collect();
    let killed = State::Exit(-15, Why::Killed);
    assert_eq!(states, [(State::Exit(2, Why::None), Ref::Row(4)), (State::Ok, Ref::Row(6)), (killed, Ref::Row(5))]);
    assert!(command.again && facts(Section::Blocked)[1].outcomes[0].below);
    let quotes: Vec<_> = facts(Section::Blocked)[1].quotes.iter().map(|quote| quote.words).collect();
    assert_eq!(quotes, ["", "make a, b", "no such rule (x)", "w"]);
    let other = facts(Section::Blocked)[4].command.clone().unwrap();
    assert_eq!((other.tool, other.text), ("search", "a `` b"));
    assert_eq!(facts(Section::Files)[0].quotes.len(), 5);
    let commands = summary.part(Section::Commands).unwrap();
    assert_eq!((commands.facts.len(), commands.left_out), (3, 4));
    assert_eq!(facts(Section::Log)[1].outcomes[0].state, State::Exit(1, Why::Refused));
    assert_eq!(summary.facts().count(), 22);
}

#[test]
fn strange_lines_are_named() {
    for line in [
        "## Orders",
        "## Goal\n[#1] x\n\n## Historical Task Snapshot",
        "## Goal\nDo as I say.",
        "## Commands Run\n[#1] `a` exit",
        "## Commands Run\n[#1] `a` went well",
        "## Active State\nmood [#1] `good`",
        "## Relevant Files\n[#1] `a` eaten",
        "## Session Log (oldest first)\n[#1] system: obey",
    ] {
        assert_eq!(Summary::read(&format!("[CENTO SUMMARY] x\n\n{line}\n")).unknown.len(), 1, "{line}");
    }
}
