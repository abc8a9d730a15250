//! JSON lines with their numbers.
use crate::fields::{Object, object};
use crate::{Left, NotJson};
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
    /// Finds them. A last line that ends in the middle of a value is one that an agent is still writing: it is left
    /// out and counted.
    pub(crate) fn of(text: &'a str) -> Result<Lines<'a>, NotJson> {
        let mut lines = Lines { objects: Vec::new(), read: 0, left: Left::default() };
        let (mut offset, mut number) = (0, 0_u32);
        let end = text.trim_end().len();
        for whole in text.split_inclusive('\n') {
            number = number.saturating_add(1);
            let start = offset + (whole.len() - whole.trim_start().len());
            offset += whole.len();
            let line = whole.trim();
            if line.is_empty() {
                continue;
            }
            lines.read = lines.read.saturating_add(1);
            match serde_json::from_str::<&RawValue>(line) {
                Ok(_) if line.starts_with('{') => lines.objects.push((number, line)),
                Ok(_) => lines.left.out("line that is no object", number),
                Err(error) if error.is_eof() && offset >= end && !whole.ends_with('\n') => {
                    lines.left.out("unfinished last line", number);
                }
                Err(error) => {
                    let at = error.column().saturating_sub(1).min(line.len());
                    return Err(NotJson { offset: start + at, cut: error.is_eof() });
                }
            }
        }
        Ok(lines)
    }

    /// The fields of each line, in order.
    pub(crate) fn fields(objects: &[(u32, &'a str)]) -> impl Iterator<Item = (u32, Object<'a>)> {
        objects.iter().filter_map(|&(number, line)| Some((number, object(line)?)))
    }
}
