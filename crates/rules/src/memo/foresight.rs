//! What packed boards are told of lines that were not known, from what is known
//! of tests.

use std::sync::Arc;

use super::foresee::Foreseen;
use super::learn::{Lesson, MOST_PASSES};
use super::meetings::{Merging, Met, View};
use super::packing::{Teacher, Told};
use super::tests::{Answer, KnownMerge, Purpose, Tests};
use super::watch::Side;
use crate::tile::{Kind, TileId, Tiles};

/// What is known of a test of a tile that sees only so much.
enum Seen {
    /// No rule applies.
    NoRule,
    /// This merge comes of it.
    Merge(usize),
    /// It looks at the next cell ahead or behind.
    Further(Side),
    /// It looks at something else, or something else comes of it.
    Other,
    Unknown,
}

/// Foresees the lines of a move of a packed game.
pub(crate) struct Foresight<'m> {
    pub(crate) tests: &'m mut Tests,
    pub(crate) of: Foreseen<'m>,
    pub(crate) tiles: &'m Arc<Tiles>,
    /// What tells lines of this move apart now; others were told apart by less.
    pub(crate) class: u32,
    pub(crate) by_direction: bool,
    pub(crate) by_variables: bool,
    pub(crate) lesson: &'m mut Lesson,
    /// How many lines were foreseen.
    pub(crate) lines: u64,
}

impl Teacher for Foresight<'_> {
    fn tell(&mut self, line: &[TileId], class: u32) -> Option<Told<'_>> {
        if class != self.class {
            return None;
        }
        let reads = self.tests.foresee(self.of, self.tiles, line.iter().copied(), self.lesson)?;
        if !self.tells_apart(reads.direction, reads.variables) {
            return None;
        }
        self.lines += 1;
        let lesson = &*self.lesson;
        let (points, exact) = lesson.sum();
        let merges = lesson.points.len() as u32;
        lesson.inert.then_some(Told { after: &lesson.after, created: &lesson.created, points, merges, exact })
    }

    fn meet(&mut self, view: &View<'_>, class: u32) -> Met<'_> {
        let mut cells = view.ahead.iter().chain(view.behind).flatten();
        let is_plain = cells.all(|id| matches!(id.kind(), Kind::Tile | Kind::Empty));
        // In packed games tiles merge wherever they move, and no script sees it.
        if !is_plain || self.of.direction.slide < MOST_PASSES as f64 {
            return Met::Unclear;
        }
        let (direction, variables) = self.tests.depend_on();
        if class != self.class || !self.tells_apart(direction, variables) || !self.tests.know(self.tiles) {
            return Met::Unknown;
        }
        match self.test(Purpose::Merge, view) {
            Seen::NoRule => self.end(view),
            Seen::Merge(merge) => self.merge(merge, view),
            Seen::Further(side) => Met::Further(side),
            Seen::Other => Met::Unclear,
            Seen::Unknown => Met::Unknown,
        }
    }
}

impl Foresight<'_> {
    /// Whether lines are told apart by all that something depends on.
    fn tells_apart(&self, direction: bool, variables: bool) -> bool {
        (!direction || self.by_direction) && (!variables || self.by_variables)
    }

    /// What is known of a test of a tile that sees only so much.
    fn test(&mut self, purpose: Purpose, view: &View<'_>) -> Seen {
        let root = self.tests.root(Some(self.of.index), self.of.state, purpose);
        let Some(begin) = root.and_then(|root| self.tests.begin_seldom(root)) else { return Seen::Unknown };
        let (mut ahead, mut behind, mut lacks) = (view.ahead.iter(), view.behind.iter(), None);
        let answer = self.tests.walk(Some(begin), |side| {
            let next = match side {
                Side::Ahead => ahead.next(),
                Side::Behind => behind.next(),
            };
            if next.is_none() {
                lacks = lacks.or(Some(side));
            }
            next.copied().flatten()
        });
        let rules = self.of.rules.rules().len();
        match (lacks, answer) {
            (Some(side), _) if view.is_whole(side) => Seen::Other,
            (Some(side), _) => Seen::Further(side),
            (None, None) => Seen::Unknown,
            (None, Some(Answer::Merge(merge))) => Seen::Merge(merge),
            (None, Some(Answer::Rule(rule))) if rule >= no_rule(purpose, rules) => Seen::NoRule,
            (None, Some(Answer::Rule(_) | Answer::Unsure)) => Seen::Other,
        }
    }

    /// What a tile does at the end of the turn that rests.
    fn end(&mut self, view: &View<'_>) -> Met<'static> {
        for rule in self.of.rules.end_of_turn_rules() {
            match self.test(Purpose::EndOfTurn(*rule), view) {
                Seen::NoRule => {}
                Seen::Merge(_) | Seen::Other => return Met::Unclear,
                Seen::Further(side) => return Met::Further(side),
                Seen::Unknown => return Met::Unknown,
            }
        }
        Met::Rests
    }

    /// A merge of tiles that meet.
    fn merge(&mut self, merge: usize, view: &View<'_>) -> Met<'_> {
        let rules = self.of.rules;
        let ends = !rules.end_of_turn_rules().is_empty();
        let behind = self.test(Purpose::MergeAfter(self.tests.merge(merge).rule), view);
        // A tile that rests for want of tiles that may merge would have to be
        // looked at for the end of the turn, too.
        let is_last = matches!(behind, Seen::NoRule) && !ends;
        let KnownMerge { cells, length, points, .. } = self.tests.merge(merge);
        match cells.len() == *length {
            true => {
                Met::Merges(Merging { cells, multi: rules.multi_merge(), points: *points, is_last, ends })
            }
            false => Met::Unclear,
        }
    }
}

/// From which number on a rule is none that applies, of so many.
fn no_rule(purpose: Purpose, rules: usize) -> usize {
    match purpose {
        Purpose::Merge | Purpose::MergeAfter(_) => rules,
        Purpose::EndOfTurn(rule) => rule + 1,
    }
}
