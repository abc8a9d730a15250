use super::chars::{Fate, fate};
use super::{code_span, one_line, sanitize};
use alloc::borrow::Cow;
use proptest::prelude::*;

/// What may never be left, by a rule of its own.
fn forbidden(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c as u32, 0x00ad | 0x180e | 0x200b | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb
            | 0xe0000..=0xe0fff)
}

#[test]
fn known_texts() {
    let cases: &[(&str, &str)] = &[
        // Lines.
        ("a\r\nb\r\n", "a\nb\n"),
        ("a\r\r\nb", "a\nb"),
        ("10%\r50%\r100%\ndone", "100%\ndone"),
        ("\r10%\r", "10%"),
        ("loading\r        \r\nready", "loading\nready"),
        ("loading\r        \rready", "ready"),
        ("one\ntwo\nold\rnew\nlast", "one\ntwo\nnew\nlast"),
        ("old\u{1b}[2K\rnew", "new"),
        ("abc\rX", "X"),
        ("a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f", "a\nb\nc\nd\ne\nf"),
        ("col\tumn", "col\tumn"),
        // Terminal sequences.
        ("\u{1b}[31mred\u{1b}[0m", "red"),
        ("\u{1b}[?25lx\u{1b}[?25h\u{1b}[38:2::1:2:3mx\u{1b}[2 q", "xx"),
        ("\u{1b}]8;;http://host/x\u{7}link\u{1b}]8;;\u{7}!", "link!"),
        ("\u{1b}]8;id=1;http://host/x\u{1b}\\link\u{1b}]8;;\u{1b}\\!", "link!"),
        ("\u{9d}0;title\u{9c}text", "text"),
        ("\u{9b}1;31mtext\u{9b}0m", "text"),
        ("\u{1b}Pq#0;2\n#1~~\u{1b}\\text", "text"),
        ("\u{1b}_Gf=100;AAAA\u{1b}\\text\u{1b}^pm\u{1b}\\\u{1b}Xsos\u{1b}\\.", "text."),
        ("\u{1b}(Btext\u{1b}7\u{1b}8\u{1b}=\u{1b}c", "text"),
        ("\u{1b}]0;never ends\nnext line", "never ends\nnext line"),
        ("\u{1b}Pnever ends, nor here", "never ends, nor here"),
        ("\u{1b}[12;\u{1b}[1mtext", "text"),
        ("\u{1b}[12é", "é"),
        ("\u{1b}é and \u{1b}", "é and "),
        ("N\u{8}NA\u{8}AM\u{8}M _\u{8}x", "NAM x"),
        ("\u{8}\u{8}a\n\u{8}b", "a\nb"),
        ("nul\u{0}bell\u{7}del\u{7f}", "nulbelldel"),
        // Characters.
        ("\u{feff}a\u{202e}b\u{202c}c\u{2066}d\u{2069}e\u{200b}f\u{2060}g\u{ad}h", "abcdefgh"),
        ("x\u{e0073}\u{e0065}\u{e007f}y\u{e0100}z\u{fff9}1\u{fffb}", "xyz1"),
        ("pay\u{200d}pal \u{200c}x", "paypal x"),
        (
            "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 🏳\u{fe0f}",
            "👨\u{200d}👩\u{200d}👧 ❤\u{fe0f}\u{200d}🔥 🏳\u{fe0f}",
        ),
        ("فارسی\u{200c}ها שלום क\u{94d}\u{200d}ष", "فارسی\u{200c}ها שלום क\u{94d}\u{200d}ष"),
        ("👨\u{200d}\u{200d}👩", "👨\u{200d}👩"),
        ("👨\u{200d}👩\u{8}", "👨"),
        // Markers.
        ("<|im_start|>system", "< |im_start|>system"),
        ("<|IM_END|><|eot_id|>", "< |IM_END|>< |eot_id|>"),
        ("<｜User｜>x<｜end▁of▁sentence|>y<|Assistant｜>", "< ｜User｜>x< ｜end▁of▁sentence|>y< |Assistant｜>"),
        ("[INST] a [/INST] <<SYS>>b<</SYS>>", "[ INST] a [ /INST] < <SYS>>b< </SYS>>"),
        ("<s>a</s> <Think>b</think>", "< s>a< /s> < Think>b< /think>"),
        ("<start_of_turn>user<end_of_turn><bos>", "< start_of_turn>user< end_of_turn>< bos>"),
        (
            "[TOOL_CALLS][AVAILABLE_TOOLS]<tool_call></tool_call>",
            "[ TOOL_CALLS][ AVAILABLE_TOOLS]< tool_call>< /tool_call>",
        ),
        ("<|im\u{200b}_start|>", "< |im_start|>"),
        ("<\u{1b}[1m|im_start|>", "< |im_start|>"),
        ("<<|a|>", "<< |a|>"),
        // References.
        ("[#1001] user: x [t4] y [ #5 ]", "(#1001) user: x (t4) y [ #5 ]"),
        ("[[#1]][#2][t3", "[(#1)](#2)[t3"),
        ("[#\u{200b}7]", "(#7)"),
    ];
    for (input, expected) in cases {
        assert_eq!(sanitize(input), *expected, "{input:?}");
    }
}

#[test]
fn harmless_text_is_borrowed() {
    for text in [
        "",
        "plain text\nwith lines\tand tabs",
        "fn f<T>(x: &[T]) -> Option<&T> { x[0] <= y << 2; a <| b |> c }",
        "[2031-02-03 04:05:06] [INFO] [thread-1] x[t] y[#] [#x1] [info] <section> <system-reminder> <p>",
        "größer — “quoted” … 漢字かな 한국어 🙂 🇩🇪 e\u{301} שלום مرحبا \u{200e}",
    ] {
        assert!(matches!(sanitize(text), Cow::Borrowed(t) if t == text), "{text:?}");
    }
}

#[test]
fn every_character_alone_and_between_letters() {
    for c in '\0'..=char::MAX {
        let text: String = ['a', c, 'b'].iter().collect();
        let clean = sanitize(&text);
        assert!(!clean.chars().any(forbidden), "{:x} leaves {clean:?}", c as u32);
        assert!(clean.ends_with('b') || matches!(c, '\u{1b}' | '\u{9b}'), "{:x} swallows text", c as u32);
        if c.is_alphanumeric() {
            assert_eq!(clean, text, "{:x}", c as u32);
            assert_eq!(fate(c), Fate::Stays);
        }
    }
}

#[test]
fn hostile_text_takes_linear_time() {
    let n = 1 << 17;
    for unit in [
        "\u{1b}",
        "\r",
        "<|",
        "[",
        "\u{1b}]",
        "\u{1b}]8;;",
        "\u{1b}P",
        "\u{1b}P\n",
        "\u{9d}",
        "\u{8}",
        "a\u{8}",
        "x\r",
        "[#1",
        "[#1]",
        "<",
        "<|a|>",
        "\u{1b}[1",
        "\u{200d}",
        "👨\u{200d}",
        "\u{1b}[",
        "<｜",
        " \r",
        "\n\r",
    ] {
        let text = unit.repeat(n / unit.len());
        let clean = sanitize(&text);
        // The most that is added is one space to a token of five bytes or three.
        assert!(clean.len() <= text.len() + text.len() / 3, "{unit:?}");
        assert!(one_line(&clean).len() <= clean.len() * 5);
    }
}

#[test]
fn one_line_folds_line_feeds_and_blanks() {
    for (input, expected) in [
        ("a\nb", "a ⏎ b"),
        ("  a \n\n\t\n  b\t\tc  d \n", "a ⏎ b c d"),
        ("\n\n", ""),
        ("a ⏎ b", "a ⏎ b"),
        ("no change", "no change"),
    ] {
        assert_eq!(one_line(input), expected, "{input:?}");
    }
    assert!(matches!(one_line(" trimmed only "), Cow::Borrowed("trimmed only")));
}

#[test]
fn code_span_has_no_backtick() {
    assert_eq!(code_span("run `x` and ``y``"), "run 'x' and ''y''");
    assert!(matches!(code_span("plain"), Cow::Borrowed("plain")));
}

/// Pieces that meet in terminal output and in attacks.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        prop::sample::select(vec![
            "\u{1b}",
            "[",
            "]",
            "\\",
            "\u{7}",
            "\r",
            "\n",
            "\u{8}",
            "<",
            "|",
            "｜",
            ">",
            "#",
            "1",
            "t",
            "im_start",
            "/",
            "s",
            "INST",
            "<<SYS>>",
            "\u{200d}",
            "\u{200c}",
            "👨",
            "\u{fe0f}",
            "ا",
            "\u{9b}",
            "\u{9d}",
            "\u{9c}",
            "\u{90}",
            "P",
            "\u{e0061}",
            "\u{200b}",
            "\u{202e}",
            " ",
            "\t",
            "a",
            "0;",
            "think",
            "\u{85}",
            "<s>",
            "[#12]",
            "<|a|>",
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|p| p.concat())
}

proptest! {
    #[test]
    fn nothing_forbidden_is_left_and_twice_is_once(text in pieces()) {
        let once = sanitize(&text).into_owned();
        prop_assert!(!once.chars().any(forbidden), "{:?}", once);
        let twice = sanitize(&once);
        prop_assert_eq!(twice.as_ref(), once.as_str());
        let joiners = once.contains(['\u{200c}', '\u{200d}']);
        prop_assert!(matches!(twice, Cow::Borrowed(_)) || joiners);
        prop_assert!(once.len() <= text.len() + text.len() / 3);
        let line = one_line(&once).into_owned();
        prop_assert_eq!(one_line(&line).into_owned(), line.clone());
        prop_assert!(!line.contains('\n'));
    }

    #[test]
    fn lines_of_plain_text_stay(lines in prop::collection::vec("[a-z ]{1,12}", 0..12)) {
        let text = lines.join("\n");
        let with_cr = lines.join("\r\n");
        prop_assert_eq!(sanitize(&text).into_owned(), text.clone());
        prop_assert_eq!(sanitize(&with_cr).into_owned(), text);
    }
}
