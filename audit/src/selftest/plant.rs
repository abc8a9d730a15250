//! Hands that change a sample in one place.
use super::Sample;
use serde_json::Value;

impl Sample {
    pub(super) fn value(&self, row: usize) -> Value {
        serde_json::from_slice(&self.compacted[row]).unwrap_or_default()
    }

    pub(super) fn role(&self, row: usize) -> String {
        self.value(row)["role"].as_str().unwrap_or_default().to_string()
    }

    /// It is one that came in, byte for byte.
    pub(super) fn is_kept(&self, row: usize) -> bool {
        self.original.contains(&self.compacted[row])
    }

    /// The first row for which this holds.
    pub(super) fn row(&self, fits: impl Fn(&Value, usize) -> bool) -> Option<usize> {
        (0..self.compacted.len()).find(|row| fits(&self.value(*row), *row))
    }

    /// A kept row with words of this role.
    pub(super) fn kept(&self, role: &str) -> Option<usize> {
        self.row(|value, row| {
            value["role"] == role && self.is_kept(row) && value["content"].as_str().is_some_and(|text| text.len() > 20)
        })
    }

    /// Changes a row as a value.
    pub(super) fn edit(&mut self, row: usize, change: impl FnOnce(&mut Value)) -> bool {
        let mut value = self.value(row);
        let before = value.clone();
        change(&mut value);
        self.compacted[row] = value.to_string().into_bytes();
        value != before
    }

    /// Changes one letter of the words of a row, and not a byte else.
    pub(super) fn misspell(&mut self, row: usize) -> bool {
        let text = String::from_utf8_lossy(&self.compacted[row]).into_owned();
        let content = text.find("\"content\"").map_or(0, |at| at + "\"content\"".len() + 4);
        let letter =
            text[content..].find(|c: char| c.is_ascii_lowercase() && c != 'n' && c != 'x').map(|at| at + content);
        let Some(at) = letter else { return false };
        self.compacted[row][at] = b'x';
        true
    }

    pub(super) fn summary_row(&self) -> Option<usize> {
        self.row(|value, row| value["_compressed_summary"] == true && !self.is_kept(row))
    }

    pub(super) fn summary(&self) -> Option<String> {
        Some(self.value(self.summary_row()?)["content"].as_str()?.to_string())
    }

    pub(super) fn set_summary(&mut self, text: &str) -> bool {
        self.summary_row().is_some_and(|row| self.edit(row, |value| value["content"] = text.into()))
    }

    /// Changes the first line of the summary for which there is another; the heading above it is given too.
    pub(super) fn line(&mut self, change: impl Fn(&str, &str) -> Option<String>) -> bool {
        let Some(text) = self.summary() else { return false };
        let (mut heading, mut done, mut out) = ("", false, String::new());
        for line in text.split_inclusive('\n') {
            let bare = line.trim_end_matches('\n');
            if let Some(name) = bare.strip_prefix("## ") {
                heading = name;
            }
            match if done || bare.is_empty() || bare.starts_with("## ") { None } else { change(heading, bare) } {
                Some(new) => {
                    out.push_str(&new);
                    out.push('\n');
                    done = true;
                }
                None => out.push_str(line),
            }
        }
        done && self.set_summary(&out)
    }

    /// Changes a number of the report.
    pub(super) fn number(&mut self, name: &str, change: impl FnOnce(u64) -> u64) -> bool {
        let Some(number) = self.report[name].as_u64() else { return false };
        self.report[name] = change(number).into();
        true
    }

    /// The name of the strategy, as far as the report tells.
    pub(super) fn is(&self, kind: &str) -> bool {
        let compacted = self.report["outcome"] == "compacted";
        match kind {
            "slim" => compacted && self.report.get("shortened").is_some(),
            "prune" => compacted && self.report.get("calls").is_some(),
            "project" => compacted && self.summary_row().is_some(),
            _ => !compacted,
        }
    }

    /// A message that lost text where it stands.
    pub(super) fn shortened(&self, with: &str) -> Option<usize> {
        self.row(|value, row| {
            !self.is_kept(row)
                && value["_compressed_summary"] != true
                && value["content"].as_str().is_some_and(|text| text.contains(with))
        })
    }
}

/// `[#12]` at the start of a line: the number, and what follows.
pub(super) fn numbered(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.strip_prefix("[#")?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

/// The last letter of the last long word is another one.
pub(super) fn misspelt(text: &str) -> Option<String> {
    let word = text.rsplit(|c: char| !c.is_ascii_alphabetic()).find(|word| word.len() >= 5)?;
    let at = text.rfind(word)? + word.len() - 1;
    let letter = if text[at..].starts_with('q') { "z" } else { "q" };
    Some(format!("{}{letter}{}", &text[..at], &text[at + 1..]))
}
