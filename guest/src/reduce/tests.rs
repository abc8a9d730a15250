use super::*;
use std::format;

fn output<'a>(call: &'a str, state: RunState, text: &'a str) -> Output<'a> {
    Output { kind: ToolKind::Shell, call, state, text }
}

#[test]
fn a_short_text_stays() {
    assert_eq!(reduce(output("make", RunState::Exited(0), "ok"), 10), None);
}

#[test]
fn the_ends_and_what_broke_stay() {
    let middle =
        |from: usize| (from..from + 200).map(|n| format!("compiling part {n} of the lamp\n")).collect::<String>();
    let text = format!("start\n{}error: no wick in part 7\n{}done\n", middle(0), middle(200));
    let shorter = reduce(output("make", RunState::Exited(2), &text), 60).unwrap();
    for line in ["start", "error: no wick in part 7", "done", "lines left out]"] {
        assert!(shorter.contains(line), "{line}: {shorter}");
    }
    assert!(tokens::estimate(&shorter) < 90, "{shorter}");
    let gone: usize =
        shorter.lines().filter_map(|l| l.strip_prefix("[… ")?.split(' ').next()?.parse::<usize>().ok()).sum();
    let kept = shorter.lines().filter(|l| !l.starts_with("[… ")).count();
    assert_eq!(gone + kept, text.lines().count());
}
