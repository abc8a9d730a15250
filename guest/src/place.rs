//! Where the summary fits.
//!
//! Takes rows and protected parts and finds the nearest cut at which the summary can be a user's or an assistant's
//! message: neighbours of one role clash, and after the system a user leads.
//! In this order: as it is; the tail further back by whole units, for a bounded price; the head's end further back
//! (the summary quotes what it held); both; the head's end further on, when it holds the newest message of the user.
//! A newest message of the user too far back for the tail stays alone behind the summary, with the assistant unit
//! before it where the roles need one.
//! Promises: rows that stay are in order and never changed; total; linear.
use crate::protect::{Fate, Protected, Row, clash};
use crate::settings::Settings;
use alloc::vec::Vec;
use cento_contract::{Outcome, Role};
use core::ops::Range;

/// A decision over rows.
#[derive(Clone, Debug)]
pub struct Decision {
    /// First row after the head; the summary goes before it.
    pub head: usize,
    /// First row of the tail.
    pub tail: usize,
    /// For each row: it stays.
    pub keep: Vec<bool>,
    /// Role of the summary.
    pub role: Role,
    /// `Compacted`, or why not.
    pub outcome: Outcome,
}

/// Decides where the summary goes, and what goes with it.
pub fn place(rows: &[Row], protected: &Protected, settings: &Settings) -> Decision {
    let ground = Ground::survey(rows, protected, settings);
    let earlier = rows.iter().filter(|r| r.summary).count();
    let Protected { head, tail, .. } = *protected;
    let nothing = |outcome| Decision { head, tail, keep: alloc::vec![true; rows.len()], role: Role::User, outcome };
    let base = Spot { head, tail, alone: ground.newest_inside(head, tail), before_it: None, role: Role::User };
    if earlier < 2 && !ground.drops_new(&base) {
        return nothing(if earlier == 0 { Outcome::NothingBetween } else { Outcome::NothingNew });
    }
    let Some(spot) = ground.search() else { return nothing(Outcome::NoPlace) };
    if earlier == 1 && !ground.drops_new(&spot) {
        return nothing(Outcome::NothingNew);
    }
    let keep = (0..rows.len()).map(|at| ground.stays(&spot, at)).collect();
    Decision { head: spot.head, tail: spot.tail, keep, role: spot.role, outcome: Outcome::Compacted }
}

/// A cut that could be.
#[derive(Clone, Debug)]
struct Spot {
    head: usize,
    tail: usize,
    /// The newest message of the user, when it stays between summary and tail.
    alone: Option<usize>,
    /// The assistant unit that stays before it.
    before_it: Option<Range<usize>>,
    role: Role,
}

/// What stands before a place.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Role of the last row that stays.
    role: Option<Role>,
    /// The conversation has begun: not only the system stands there.
    led: bool,
    /// How many rows can stay.
    rows: usize,
}

/// The rows, and what is asked of them again and again.
struct Ground<'a> {
    rows: &'a [Row],
    parts: &'a Protected,
    /// For each place, the end too: what stands before it if all rows before it stay.
    before: Vec<Before>,
    /// For each place, the end too: the next row that can stay.
    next: Vec<usize>,
    /// For each place, the end too: the next row of an unknown role.
    next_other: Vec<usize>,
    /// For each place, the end too: rows before it that a summary would newly stand for.
    new_before: Vec<usize>,
    /// There is an earlier summary, so there may be nothing new to drop.
    again: bool,
    /// Tokens by which the tail may grow to find its place.
    growth: u64,
}

impl<'a> Ground<'a> {
    fn survey(rows: &'a [Row], parts: &'a Protected, settings: &Settings) -> Self {
        let (mut before, mut new_before) = (Vec::with_capacity(rows.len() + 1), Vec::with_capacity(rows.len() + 1));
        let (mut last, mut new) = (Before::default(), 0);
        before.push(last);
        new_before.push(new);
        for (row, gone) in rows.iter().zip(&parts.gone) {
            if !gone {
                let led = last.led || !matches!(row.role, Role::System | Role::Other);
                last = Before { role: Some(row.role), led, rows: last.rows + 1 };
            }
            new += usize::from(!row.summary && row.role != Role::Other);
            before.push(last);
            new_before.push(new);
        }
        let (mut next, mut next_other) =
            (alloc::vec![rows.len(); rows.len() + 1], alloc::vec![rows.len(); rows.len() + 1]);
        let (mut kept, mut other) = (rows.len(), rows.len());
        for (at, row) in rows.iter().enumerate().rev() {
            if !parts.gone.get(at).copied().unwrap_or(true) {
                kept = at;
            }
            if row.role == Role::Other {
                other = at;
            }
            for (list, value) in [(&mut next, kept), (&mut next_other, other)] {
                if let Some(slot) = list.get_mut(at) {
                    *slot = value;
                }
            }
        }
        let again = rows.iter().any(|r| r.summary);
        let window = if settings.context_length == 0 { u32::MAX } else { settings.context_length };
        let once_more = parts.tokens(parts.tail, rows.len()).min(u64::from(8_000.min(window / 8)));
        let mut growth = once_more.max(u64::from(settings.tail_token_budget / 2));
        if !again {
            // A first pass must not give away what it could gain.
            growth = growth.min(parts.tokens(parts.head, parts.tail) / 2);
        }
        Ground { rows, parts, before, next, next_other, new_before, again, growth }
    }

    fn search(&self) -> Option<Spot> {
        let (head, tail) = (self.parts.head, self.parts.tail);
        match self.newest_inside(head, tail) {
            None => self.around(tail),
            // Rather a tail that is too long than no summary.
            Some(newest) => self.behind(newest).or_else(|| self.head_on(tail)).or_else(|| self.around(newest)),
        }
    }

    /// The search for a tail that starts at `tail` or before it.
    fn around(&self, tail: usize) -> Option<Spot> {
        let head = self.parts.head;
        let mut nearest: [Option<usize>; 3] = [None; 3];
        for at in self.tails(tail) {
            if self.parts.tokens(at, tail) > self.growth {
                break;
            }
            if let Some(spot) = self.fit(head, at) {
                return Some(spot);
            }
            let class = match self.role(at) {
                Some(Role::User) => 0,
                Some(Role::Assistant) => 1,
                _ => 2,
            };
            if let Some(slot) = nearest.get_mut(class) {
                slot.get_or_insert(at);
            }
        }
        if let Some(spot) = self.heads().find_map(|h| self.fit(h, tail)) {
            return Some(spot);
        }
        nearest.sort_by_key(|t| core::cmp::Reverse(*t));
        self.heads()
            .find_map(|h| nearest.iter().flatten().find_map(|&t| self.fit(h, t)))
            .or_else(|| self.head_on(tail))
            .or_else(|| self.tails(tail).find_map(|t| self.fit(head, t)))
    }

    /// The search for a place before the newest message of the user, which stays alone.
    fn behind(&self, newest: usize) -> Option<Spot> {
        let follows = |at: usize| {
            let next = self.next(at);
            let alone = self.next_other(newest) >= at && next != newest + 1;
            !(alone && self.role(next).is_some_and(|r| clash(Role::User, r)))
        };
        let tail = self.tails(self.parts.tail).take_while(|&t| t > newest).find(|&t| follows(t))?;
        let unit = self.turns_before(newest).next();
        // A unit that is most of what could go is no company for one message.
        let light = |unit: &Range<usize>| {
            self.parts.tokens(unit.start, unit.end) <= self.parts.tokens(self.parts.head, newest) / 2
        };
        let alone = |head: usize| {
            let spot = Spot { head, tail, alone: Some(newest), before_it: None, role: Role::User };
            self.settle(spot, newest)
        };
        let beside = |head: usize, unit: Range<usize>| {
            let start = unit.start;
            let spot = Spot { head, tail, alone: Some(newest), before_it: Some(unit), role: Role::User };
            if start >= head { self.settle(spot, start) } else { None }
        };
        let head = self.parts.head;
        let back = |unit: Option<Range<usize>>| {
            core::iter::once(head)
                .chain(self.heads())
                .find_map(|head| alone(head).or_else(|| beside(head, unit.clone()?)))
        };
        back(unit.clone().filter(light))
            // The head a little further on gives the summary its role.
            .or_else(|| {
                if !self.joins(head) {
                    return None;
                }
                let most = self.parts.tokens(head, newest) / 4;
                let ends = (head + 1..newest).take_while(|&end| self.parts.tokens(head, end) <= most);
                ends.filter(|&end| self.starts_unit(end)).find_map(alone)
            })
            .or_else(|| back(self.turns_before(newest).find(light)))
            .or_else(|| back(unit))
    }

    /// Units of the assistant before a row, the nearest first.
    fn turns_before(&self, row: usize) -> impl Iterator<Item = Range<usize>> {
        let mut end = row;
        (self.parts.lead..row).rev().filter_map(move |at| {
            if !self.rows.get(at).is_some_and(|r| r.opens) {
                return None;
            }
            let unit = at..core::mem::replace(&mut end, at);
            (self.starts_unit(at) && self.role(at) == Some(Role::Assistant)).then_some(unit)
        })
    }

    /// What follows the head can stay behind it.
    fn joins(&self, head: usize) -> bool {
        let first = self.next(head);
        let before = self.before.get(head).copied().unwrap_or_default();
        let clashes = before.role.zip(self.role(first)).is_some_and(|(a, b)| clash(a, b));
        let led = before.led || self.role(first) == Some(Role::User);
        led && (!clashes || self.before_index(head) == first.checked_sub(1))
    }

    /// The head's end moved on by whole units.
    fn head_on(&self, tail: usize) -> Option<Spot> {
        let head = self.parts.head;
        if !self.joins(head) {
            return None;
        }
        let first = self.next(head);
        let ends = first.saturating_add(1)..=tail;
        ends.filter(|&h| h == tail || self.rows.get(h).is_some_and(|r| r.opens)).find_map(|h| self.fit(h, tail))
    }

    /// A cut with the newest message of the user in head or tail, if the roles allow it.
    fn fit(&self, head: usize, tail: usize) -> Option<Spot> {
        if self.newest_inside(head, tail).is_some() {
            return None;
        }
        self.settle(Spot { head, tail, alone: None, before_it: None, role: Role::User }, tail)
    }

    /// Gives the summary of a cut its role; `follower` is the first place after the region's loose rows.
    fn settle(&self, spot: Spot, follower: usize) -> Option<Spot> {
        if !self.again && !self.drops_new(&spot) {
            return None;
        }
        let before = self.before.get(spot.head).copied().unwrap_or_default();
        let loose = self.next_other(spot.head) < follower;
        let after = if loose { Some(Role::Other) } else { self.role(self.next(follower)) };
        let clashes = |role| before.role == Some(role) || after == Some(role);
        if !clashes(Role::User) {
            Some(Spot { role: Role::User, ..spot })
        } else if before.led && !clashes(Role::Assistant) {
            Some(Spot { role: Role::Assistant, ..spot })
        } else {
            None
        }
    }

    /// Starts for the tail: `from`, then back unit by unit, not into the head.
    fn tails(&self, from: usize) -> impl Iterator<Item = usize> {
        core::iter::once(from).chain((self.parts.head..from).rev().filter(|&at| self.starts_unit(at)))
    }

    /// Ends for the head, back unit by unit, not into the leading system rows.
    fn heads(&self) -> impl Iterator<Item = usize> {
        (self.parts.lead..self.parts.head).rev().filter(|&at| self.starts_unit(at))
    }

    fn starts_unit(&self, at: usize) -> bool {
        self.rows.get(at).is_some_and(|r| r.opens) && self.next(at) == at
    }

    fn newest_inside(&self, head: usize, tail: usize) -> Option<usize> {
        self.parts.newest.filter(|&u| head <= u && u < tail)
    }

    /// True when the summary would stand for a message that no earlier summary stands for.
    fn drops_new(&self, spot: &Spot) -> bool {
        let count = |i: usize| self.new_before.get(i).copied().unwrap_or_default();
        let alone = usize::from(spot.alone.is_some());
        let open = |i: usize| self.before.get(i).map_or(0, |b| b.rows);
        let unit = spot.before_it.as_ref().map_or(0, |u| open(u.end).saturating_sub(open(u.start)));
        count(spot.tail).saturating_sub(count(spot.head)) > alone + unit
    }

    fn stays(&self, spot: &Spot, at: usize) -> bool {
        let protected = at < spot.head || at >= spot.tail || spot.alone == Some(at);
        let beside = spot.before_it.as_ref().is_some_and(|u| u.contains(&at));
        let fixed = self.rows.get(at).is_some_and(|r| r.fate == Fate::Stays);
        (protected || beside || fixed) && self.next(at) == at
    }

    fn role(&self, at: usize) -> Option<Role> {
        self.rows.get(at).map(|r| r.role)
    }

    fn next(&self, at: usize) -> usize {
        self.next.get(at).copied().unwrap_or(self.rows.len())
    }

    fn next_other(&self, at: usize) -> usize {
        self.next_other.get(at).copied().unwrap_or(self.rows.len())
    }

    /// The last row before a place that can stay.
    fn before_index(&self, place: usize) -> Option<usize> {
        (0..place).rev().find(|&at| self.next(at) == at)
    }
}
