//! Which commands of a line are sure to have run.
//!
//! Takes the simple commands; says of each when its effects are sure, by what the shell does at `&&`, `||`, `;` and
//! `|`: a line that ends well ran all of a chain of `&&` at its end. Leaves out: what stands in loops, branches and
//! subshells, which nobody can tell from the text; all of it is unsure.
use super::program::{base, program};
use super::split::{Joint, Simple};
use crate::opened::When;
use alloc::vec::Vec;

/// For each command, when its effects are sure.
pub(super) fn sureness(all: &[Simple<'_>]) -> Vec<When> {
    let last_list = all.iter().rposition(|s| s.joint == Joint::Then).unwrap_or(0);
    let waits_to_the_end = !all.iter().skip(last_list).any(|s| s.background);
    // Behind the last `||`, what is joined by `&&`.
    let last_or = all.iter().rposition(|s| s.joint == Joint::Or).filter(|at| *at > last_list);
    let mut sure = Vec::with_capacity(all.len());
    let (mut nested, mut strict, mut left) = (0_usize, false, false);
    let mut first_of_list = true;
    for (at, simple) in all.iter().enumerate() {
        if simple.joint == Joint::Then {
            first_of_list = true;
        } else if simple.joint != Joint::Pipe {
            first_of_list = false;
        }
        let word = simple.words.first().map_or("", |w| w.value.as_ref());
        if matches!(word, "if" | "for" | "while" | "until" | "case" | "select" | "{" | "function") {
            nested += 1;
        }
        let free = nested == 0 && simple.depth == 0 && !left && word != "!" && !simple.background;
        if matches!(word, "fi" | "done" | "esac" | "}") {
            nested = nested.saturating_sub(1);
        }
        let piped = all.get(at + 1).is_some_and(|next| next.joint == Joint::Pipe);
        let alone = simple.joint == Joint::Then && all.get(at + 1).is_none_or(|next| next.joint == Joint::Then);
        let at_the_end = at >= last_list && waits_to_the_end && last_or.is_none_or(|or| at > or);
        let when = if !free {
            When::Unsure
        } else if !piped && (at_the_end || (strict && alone)) {
            if at_the_end && at + 1 < all.len() && first_of_list && !strict && forces(simple) {
                When::Ran
            } else {
                When::Passed
            }
        } else if first_of_list && !strict && forces(simple) {
            When::Ran
        } else {
            When::Unsure
        };
        sure.push(when);
        let name = simple.words.get(program(simple)).map_or("", |w| base(&w.value));
        left |= matches!(name, "exit" | "return" | "exec") && simple.depth == 0;
        strict |= name == "set" && options(simple).any(|o| o.contains('e'));
    }
    sure
}

/// `rm -f`: it ends well whether the file was there or not.
fn forces(simple: &Simple<'_>) -> bool {
    let name = simple.words.get(program(simple)).map_or("", |w| base(&w.value));
    name == "rm" && options(simple).any(|o| o == "--force" || (!o.starts_with("--") && o.contains('f')))
}

fn options<'s>(simple: &'s Simple<'_>) -> impl Iterator<Item = &'s str> {
    simple.words.iter().skip(1).map(|w| w.value.as_ref()).filter(|w| w.starts_with('-'))
}
