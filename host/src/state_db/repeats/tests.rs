use super::*;

fn fates(rows: &[Row]) -> Vec<&'static str> {
    let name = |fate: &Fate| match fate {
        Fate::Kept => "kept",
        Fate::Repeated => "repeated",
        Fate::Without(_) => "without",
    };
    find(rows).iter().map(name).collect()
}

#[test]
fn a_generation_that_comes_again_goes_and_texts_said_twice_stay() {
    let turn = |id, time: &str| {
        vec![
            Row::new(id, "user", "Go.", &[], "", time),
            Row::new(id + 1, "assistant", "I look.", &[("a", "{}")], "", time),
            // By now the result is a stub.
            Row::new(id + 2, "tool", if id == 1 { "long" } else { "stub" }, &[], "a", time),
            Row::new(id + 3, "assistant", "Done.", &[], "", time),
        ]
    };
    let rows: Vec<Row> = [turn(1, "1"), turn(9, "2")].into_iter().flatten().collect();
    assert_eq!(fates(&rows), [["kept"; 4], ["repeated"; 4]].concat());
    let yes = |id, time: &str| Row::new(id, "user", "yes", &[], "", time);
    let said = |id, text: &str| Row::new(id, "assistant", text, &[], "", &id.to_string());
    assert_eq!(
        fates(&[yes(1, "1"), said(2, "x"), yes(3, "3"), said(4, "y"), yes(5, "1")]),
        ["kept", "kept", "kept", "kept", "repeated"]
    );
}

#[test]
fn an_id_that_a_provider_gives_twice_is_two_calls() {
    let rows = [
        Row::new(1, "assistant", "", &[("a", "1")], "", "1"),
        Row::new(2, "tool", "x", &[], "a", "2"),
        Row::new(3, "assistant", "", &[("a", "2"), ("a", "1")], "", "3"),
        Row::new(4, "tool", "y", &[], "a", "4"),
        Row::new(5, "tool", "z", &[], "a", "5"),
    ];
    assert_eq!(fates(&rows), ["kept", "kept", "without", "kept", "repeated"]);
}
