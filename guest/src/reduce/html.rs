//! The text of an HTML page.
//!
//! Takes HTML; gives lines of text: headings with `#`, points with `-`, cells with bars, links as their words. Scripts, styles
//! and drawings go. Promises: linear, total, no recursion. Leaves out: layout, attributes, entities but for the usual
//! ones.
use alloc::string::String;
use memchr::{memchr, memchr2};

/// Tags with all that is inside them.
const SILENT: [&str; 7] = ["script", "style", "svg", "noscript", "template", "iframe", "head"];
/// Tags that end a line.
const BLOCKS: [&str; 24] = [
    "p",
    "div",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "section",
    "article",
    "header",
    "footer",
    "nav",
    "main",
    "pre",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "dt",
    "dd",
];

/// The lines of a page.
pub(super) fn text(html: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    let mut pre = 0_usize;
    while at < html.len() {
        let rest = html.get(at..).unwrap_or("");
        let Some(next) = memchr(b'<', rest.as_bytes()) else {
            words(&mut out, rest, pre > 0);
            break;
        };
        words(&mut out, rest.get(..next).unwrap_or(""), pre > 0);
        let tag = rest.get(next + 1..).unwrap_or("");
        if let Some(comment) = tag.strip_prefix("!--") {
            let end = memchr::memmem::find(comment.as_bytes(), b"-->").map_or(comment.len(), |end| end + 3);
            at += next + 4 + end;
            continue;
        }
        let Some(end) = memchr(b'>', tag.as_bytes()) else { break };
        let closes = tag.starts_with('/');
        let name = tag.trim_start_matches('/');
        let name = name.get(..name.bytes().take(10).take_while(u8::is_ascii_alphanumeric).count()).unwrap_or("");
        let is = |one: &&str| one.eq_ignore_ascii_case(name);
        at += next + 1 + end + 1;
        if !closes && SILENT.iter().any(&is) {
            at = after_close(html, at, name);
            continue;
        }
        if BLOCKS.iter().any(&is) {
            line(&mut out);
        }
        if is(&"pre") {
            pre = if closes { pre.saturating_sub(1) } else { pre + 1 };
        } else if is(&"li") && !closes {
            out.push_str("- ");
        } else if (is(&"td") || is(&"th")) && closes {
            out.push_str(" | ");
        } else if let Some(level) = name.strip_prefix(['h', 'H']).and_then(|n| n.parse::<usize>().ok())
            && !closes
            && (1..=6).contains(&level)
        {
            out.push_str("######".get(..level).unwrap_or("#"));
            out.push(' ');
        }
    }
    out
}

/// The place after the closing tag; the end where there is none.
fn after_close(html: &str, from: usize, name: &str) -> usize {
    let bytes = html.as_bytes();
    let mut at = from;
    while let Some(found) = memchr::memmem::find(bytes.get(at..).unwrap_or_default(), b"</") {
        let start = at + found + 2;
        let same = bytes.get(start..start + name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()));
        if same {
            return memchr(b'>', bytes.get(start..).unwrap_or_default()).map_or(html.len(), |end| start + end + 1);
        }
        at = start;
    }
    html.len()
}

/// Ends a line that has something.
fn line(out: &mut String) {
    let bare = out.trim_end_matches([' ', '-', '#', '|']);
    // A point or heading without words is none.
    if bare.is_empty() || bare.ends_with('\n') {
        out.truncate(bare.len());
    } else {
        out.truncate(out.trim_end_matches([' ', '|']).len());
        out.push('\n');
    }
}

/// Adds words: white space becomes one blank, entities their characters.
fn words(out: &mut String, text: &str, pre: bool) {
    let mut rest = text;
    while !rest.is_empty() {
        let end =
            if pre { memchr(b'&', rest.as_bytes()) } else { rest.find(|c: char| c == '&' || c.is_ascii_whitespace()) };
        let end = end.unwrap_or(rest.len());
        out.push_str(rest.get(..end).unwrap_or(""));
        rest = rest.get(end..).unwrap_or("");
        if rest.starts_with('&') {
            let name = memchr2(b';', b' ', rest.as_bytes().get(..rest.len().min(10)).unwrap_or_default());
            let entity = name.and_then(|end| rest.get(..=end)).and_then(|name| Some((name.len(), entity(name)?)));
            let (long, sign) = entity.unwrap_or((1, '&'));
            out.push(sign);
            rest = rest.get(long..).unwrap_or("");
        } else if !rest.is_empty() {
            rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
            if !out.is_empty() && !out.ends_with(['\n', ' ']) {
                out.push(' ');
            }
        }
    }
}

fn entity(name: &str) -> Option<char> {
    Some(match name {
        "&amp;" => '&',
        "&lt;" => '<',
        "&gt;" => '>',
        "&quot;" => '"',
        "&apos;" => '\'',
        "&nbsp;" => ' ',
        _ => {
            let number = name.strip_prefix("&#")?.strip_suffix(';')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|c| !c.is_control())?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_page_becomes_lines() {
        let page = "<html><head><title>x</title></head><body><script>var a = '<p>';</script><h2>The  lamp</h2>\n<p>It &lt;is&gt;\n <b>old</b> &#8212; &amp; dark.</p>\
                    <ul><li><a href=\"/x\">one</a></li><li></li><li>two</li></ul><!-- <p>no</p> --><table><tr><td>a</td><td>b</td></tr></table>";
        assert_eq!(text(page), "## The lamp\nIt <is> old — & dark.\n- one\n- two\na | b\n");
    }

    proptest! {
        #[test]
        fn any_page_is_survived(page in "(<|>|/|script|li|h1|&|;|#|x|é| |\n|<!--|-->|pre){0,60}") {
            prop_assert!(text(&page).len() <= 3 * page.len() + 10);
        }
    }
}
