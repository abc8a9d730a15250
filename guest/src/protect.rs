//! What is protected: the head, the tail, and the newest message of the user.
//!
//! Takes the rows of a conversation and the settings; gives the two bounds before roles are looked at, and the rows
//! that cannot stay wherever they stand.
//! Promises: bounds lie on unit borders, `lead <= head <= tail`; the head ends before an earlier summary; no two rows
//! that become neighbours because a broken unit or an earlier summary between them goes have the same role. Linear.
use crate::settings::Settings;
use alloc::vec::Vec;
use cento_contract::Role;

/// What the cut has to know of a message.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Index of the message; of a summary that is still to be written, the message that it goes before.
    pub index: u32,
    /// Its role.
    pub role: Role,
    /// Its tokens, scaled.
    pub tokens: u64,
    /// It is the first of its unit.
    pub opens: bool,
    /// Whether there is a choice.
    pub fate: Fate,
    /// It is an earlier summary (and goes).
    pub summary: bool,
    /// A person wrote it, as user.
    pub human: bool,
}

/// Whether a row's place decides about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays or goes by its place.
    Open,
    /// It stays: a pending unit, or a role that Cento does not know.
    Stays,
    /// It goes: a broken unit, or an earlier summary.
    Goes,
}

/// The protected parts, as positions in the rows.
#[derive(Clone, Debug)]
pub struct Protected {
    /// First row after the leading system rows.
    pub lead: usize,
    /// First row after the head.
    pub head: usize,
    /// First row of the tail.
    pub tail: usize,
    /// The newest message of the user.
    pub newest: Option<usize>,
    /// For each row: it goes wherever it stands.
    pub gone: Vec<bool>,
    /// For each row, and one past the end: tokens of the rows before it that can stay.
    pub tokens_before: Vec<u64>,
}

impl Protected {
    /// Tokens of the rows from `from` up to `to` that can stay.
    pub fn tokens(&self, from: usize, to: usize) -> u64 {
        let at = |i: usize| self.tokens_before.get(i).copied().unwrap_or_default();
        at(to).saturating_sub(at(from))
    }
}

/// Finds the protected parts.
pub fn protect(rows: &[Row], settings: &Settings) -> Protected {
    let newest = rows.iter().rposition(|r| r.human && r.fate != Fate::Goes);
    let lead =
        rows.iter().position(|r| r.summary || !matches!(r.role, Role::System | Role::Other)).unwrap_or(rows.len());
    let head = head_end(rows, lead, newest, settings);
    let mut gone: Vec<bool> = rows.iter().map(|r| r.fate == Fate::Goes).collect();
    mend(rows, 0..head, newest, &mut gone);
    mend(rows, head..rows.len(), newest, &mut gone);
    let mut sum = 0u64;
    let mut tokens_before = Vec::with_capacity(rows.len() + 1);
    for (row, gone) in rows.iter().zip(&gone) {
        tokens_before.push(sum);
        sum = sum.saturating_add(if *gone { 0 } else { row.tokens });
    }
    tokens_before.push(sum);
    let mut protected = Protected { lead, head, tail: rows.len(), newest, gone, tokens_before };
    protected.tail = tail_start(rows, &protected, settings);
    if let Some(newest) = newest.filter(|&u| head <= u && u < protected.tail) {
        // Close by, the turn stays whole; farther back the message stays alone, behind the summary of what followed.
        let most = settings.tail_token_budget / NEARBY;
        if protected.tokens(newest, protected.tail) <= u64::from(most) {
            protected.tail = newest;
        }
    }
    protected
}

/// The tail reaches back to the newest user message for this part of its budget.
const NEARBY: u32 = 4;

/// The head: so many messages after the system, whole units, before any earlier summary.
fn head_end(rows: &[Row], lead: usize, newest: Option<usize>, settings: &Settings) -> usize {
    let limit = settings.max_output_tokens.map_or(u64::MAX, |most| u64::from(most) / 2);
    let mut left = settings.protect_first_n;
    let mut end = lead;
    while let Some(row) = rows.get(end) {
        let pending = row.fate == Fate::Stays && row.role == Role::Assistant;
        if row.summary || pending || (row.opens && left == 0) {
            break;
        }
        if row.role == Role::User && row.tokens > limit && newest != Some(end) {
            // One message that fills half of the output; the summary quotes it instead.
            return end;
        }
        left -= u32::from(left > 0 && row.fate != Fate::Goes);
        end += 1;
    }
    // One unit of the model before an earlier summary: an earlier pass needed it there for the roles.
    let rest = rows.get(end..).unwrap_or_default();
    let Some(gap) = rest.iter().position(|r| r.summary) else { return end };
    let turns = rest.iter().take(gap).filter(|r| r.opens && r.role == Role::Assistant && r.fate != Fate::Goes);
    let huge = rest.iter().take(gap).any(|r| r.role == Role::User && r.tokens > limit);
    if turns.count() <= 1 && !huge { end + gap } else { end }
}

/// The tail: whole units from the end until both the number of messages and the tokens are reached.
fn tail_start(rows: &[Row], protected: &Protected, settings: &Settings) -> usize {
    let least = settings.protect_last_n as usize;
    let budget = u64::from(settings.tail_token_budget);
    let (mut start, mut messages, mut end) = (rows.len(), 0usize, rows.len());
    for at in (protected.head..rows.len()).rev() {
        if !rows.get(at).is_some_and(|r| r.opens) {
            continue;
        }
        let unit = at..end;
        end = at;
        let stay = protected.gone.get(unit.clone()).unwrap_or_default().iter().filter(|g| !**g).count();
        if stay == 0 {
            continue;
        }
        let pending = rows.get(at).is_some_and(|r| r.fate == Fate::Stays && r.role == Role::Assistant);
        let tokens = protected.tokens(unit.end, rows.len());
        // The unit that crosses the budget is taken, unless it is out of proportion.
        let more = tokens < budget && protected.tokens(at, rows.len()) <= budget.saturating_add(budget / 2);
        if !pending && messages >= least && !more {
            break;
        }
        messages += stay;
        start = at;
    }
    start
}

/// True for two roles that must not be neighbours.
pub fn clash(a: Role, b: Role) -> bool {
    a == b && matches!(a, Role::User | Role::Assistant)
}

/// Drops rows until no two neighbours that were none before have the same role. Of two users' rows the older one goes
/// in the tail and the newer one in the head, for the goal stands there; of two texts of the model the older one.
fn mend(rows: &[Row], part: core::ops::Range<usize>, newest: Option<usize>, gone: &mut [bool]) {
    let goal = part.start == 0;
    let mut kept: Vec<usize> = Vec::new();
    for at in part {
        let Some(row) = rows.get(at) else { break };
        if gone.get(at).copied().unwrap_or(true) {
            continue;
        }
        let mut stays = true;
        while let Some(&last) = kept.last() {
            let clashes = rows.get(last).is_some_and(|r| clash(r.role, row.role));
            if last + 1 == at || !clashes {
                break;
            }
            let newer_goes = row.role == Role::User && newest != Some(at) && (goal || newest == Some(last));
            let loser = if newer_goes { at } else { last };
            if let Some(flag) = gone.get_mut(loser) {
                *flag = true;
            }
            if newer_goes {
                stays = false;
                break;
            }
            kept.pop();
        }
        if stays {
            kept.push(at);
        }
    }
}
