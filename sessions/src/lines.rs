//! JSON lines with their numbers.
use crate::Left;
use crate::fields::{Object, object};
use serde_json::value::RawValue;

/// The lines of a file that are JSON objects.
pub(crate) struct Lines<'a> {
    /// Each with its number, from 1.
    pub(crate) objects: Vec<(u32, &'a str)>,
    /// Lines in the file that are not empty.
    pub(crate) read: u32,
    /// Lines that are no objects.
    pub(crate) left: Left,
}

impl<'a> Lines<'a> {
    /// Finds them. A last line without its end is one that an agent is still writing, any other that is no JSON was
    /// torn when an agent died; the agent that goes on later writes behind it. Both are left out and counted.
    pub(crate) fn of(text: &'a str) -> Lines<'a> {
        let mut lines = Lines { objects: Vec::new(), read: 0, left: Left::default() };
        let mut number = 0_u32;
        for whole in text.split_inclusive('\n') {
            number = number.saturating_add(1);
            let line = whole.trim();
            if line.is_empty() {
                continue;
            }
            lines.read = lines.read.saturating_add(1);
            match serde_json::from_str::<&RawValue>(line) {
                Ok(_) if line.starts_with('{') => lines.objects.push((number, line)),
                Ok(_) => lines.left.out("line that is no object", number),
                Err(_) if !whole.ends_with('\n') => lines.left.out("unfinished last line", number),
                Err(_) => lines.left.out("line that is no JSON", number),
            }
        }
        lines
    }

    /// The fields of each line, in order.
    pub(crate) fn fields(objects: &[(u32, &'a str)]) -> impl Iterator<Item = (u32, Object<'a>)> {
        objects.iter().filter_map(|&(number, line)| Some((number, object(line)?)))
    }
}
