//! What a line of tiles becomes, where the tests of all its tiles are known.
//!
//! Then nothing need be evaluated: tiles slide, and merge with those ahead as
//! they did before. It goes as [`Play::learn`](crate::play::Play::learn) goes,
//! on the line alone; as soon as something is not known, that has to find it
//! out.

use std::sync::Arc;

use super::learn::{Lesson, MOST_PASSES};
use super::packing::{Teacher, Told};
use super::tests::{Answer, Branch, Purpose, Tests};
use super::watch::{Reads, Side};
use crate::direction::Direction;
use crate::form::Open;
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::tile::{Kind, TileId, Tiles};
use crate::trigger::Trigger;

/// As many cells as there are bits in a word.
const LONGEST: usize = u64::BITS as usize;

/// A move whose lines are foreseen.
#[derive(Clone, Copy)]
pub(crate) struct Foreseen<'m> {
    pub(crate) rules: &'m Ruleset,
    /// The game, for its variables.
    pub(crate) state: &'m State,
    pub(crate) direction: &'m Direction,
    /// What `@DirectionIndex` shows.
    pub(crate) index: f64,
}

/// The cells of a line, a bit for each, the front one lowest.
struct Spots {
    /// Whose tiles have to be looked at.
    awake: u64,
    /// Those that do nothing before the line changes.
    idle: u64,
    /// Those that can't start a merge, and those that can't be part of one.
    shut: u64,
    closed: u64,
}

impl Spots {
    fn set(&mut self, place: usize, open: Open) {
        let own = 1 << place;
        self.shut &= !own;
        self.closed &= !own;
        match open {
            Open::Yes => {}
            Open::AsPartner => self.shut |= own,
            Open::No => {
                self.shut |= own;
                self.closed |= own;
            }
        }
    }
}

impl Tests {
    /// What the tiles of a line, the front one first, become in a move, and
    /// what that depends on besides. `None` if not all of it is known.
    pub(crate) fn foresee(
        &mut self,
        of: Foreseen<'_>,
        tiles: &Arc<Tiles>,
        line: impl Iterator<Item = TileId>,
        lesson: &mut Lesson,
    ) -> Option<Reads> {
        lesson.begin(line);
        let count = lesson.after.len();
        let slippery = lesson.after.iter().any(|id| id.kind() == Kind::Slippery);
        if !self.know(tiles) || slippery || !(1..=LONGEST).contains(&count) {
            return None;
        }
        if !of.rules.moves_by_lines() || of.rules.has_scripts_for(Trigger::Merge) {
            return None;
        }
        self.let_rest(of, lesson)?;
        lesson.inert = self.end_inert(of, &lesson.after)?;
        let (direction, variables) = self.depend_on();
        Some(Reads { direction, variables, ..Reads::default() })
    }

    /// Lets the tiles move until they rest, or as far as they may.
    fn let_rest(&mut self, of: Foreseen<'_>, lesson: &mut Lesson) -> Option<()> {
        let count = lesson.after.len();
        let all = u64::MAX >> (LONGEST - count);
        let mut spots = Spots { awake: all, idle: 0, shut: 0, closed: 0 };
        let root = self.root(Some(of.index), of.state, Purpose::Merge)?;
        let first = self.begin(root)?;
        let mut rested = false;
        let mut passes = 0;
        while !rested && (passes as f64) < of.direction.slide {
            if passes > MOST_PASSES {
                return None;
            }
            rested = spots.awake == 0;
            for place in 0..count {
                let own = 1_u64 << place;
                let was_awake = spots.awake & own != 0;
                spots.awake &= !own;
                if spots.idle & own != 0 || !lesson.after[place].is_tile() {
                    continue;
                }
                let ahead = place.checked_sub(1).filter(|ahead| lesson.after[*ahead].kind() == Kind::Empty);
                if let Some(ahead) = ahead {
                    lesson.after.swap(place, ahead);
                    lesson.moved = true;
                    spots.awake |= own >> 1;
                } else if self.merge_in_line(of, first, lesson, place, &mut spots)? {
                    lesson.moved = true;
                    spots.awake = all;
                } else {
                    spots.idle |= own;
                    continue;
                }
                spots.idle = 0;
                // Only the other lines woke it.
                if !was_awake {
                    return None;
                }
            }
            passes += 1;
        }
        Some(())
    }

    /// Merges a tile with those ahead of it, if a rule applies. Gives whether
    /// one does; `None` if that is not known.
    fn merge_in_line(
        &mut self,
        of: Foreseen<'_>,
        first: Branch,
        lesson: &mut Lesson,
        place: usize,
        spots: &mut Spots,
    ) -> Option<bool> {
        let multi = of.rules.multi_merge();
        if !of.direction.strength.merges || !multi && spots.shut >> place & 1 == 1 {
            return Some(false);
        }
        let mut begin = first;
        loop {
            let merge = match self.answer(begin, &lesson.after, place)? {
                Answer::Merge(merge) => self.merge(merge),
                Answer::Rule(rule) => return (rule >= of.rules.rules().len()).then_some(false),
                Answer::Unsure => return None,
            };
            // From the front cell of the merge to its rear one.
            let front = (place + 1).checked_sub(merge.length)?;
            let merging = u64::MAX >> (LONGEST - merge.length) << front;
            if front + merge.cells.len() > lesson.after.len() {
                return None;
            }
            if multi || spots.closed & merging == 0 {
                for (place, (id, open)) in (front..).zip(&*merge.cells) {
                    lesson.after[place] = *id;
                    spots.set(place, *open);
                }
                lesson.note(merge.points, merge.cells.iter().map(|(id, _)| *id));
                return Some(true);
            }
            let behind = Purpose::MergeAfter(merge.rule);
            let root = self.root(Some(of.index), of.state, behind)?;
            begin = self.begin_seldom(root)?;
        }
    }

    /// Whether no rule applies to the tiles of a line at the end of the turn;
    /// `None` if that is not known. Where turns can't be quiet, nobody asks.
    fn end_inert(&mut self, of: Foreseen<'_>, line: &[TileId]) -> Option<bool> {
        if !of.rules.may_be_quiet() {
            return Some(false);
        }
        for rule in of.rules.end_of_turn_rules() {
            let root = self.root(Some(of.index), of.state, Purpose::EndOfTurn(*rule))?;
            let begin = self.begin_seldom(root)?;
            for place in (0..line.len()).filter(|place| line[*place].is_tile()) {
                match self.answer(begin, line, place)? {
                    Answer::Rule(first) if first > *rule => {}
                    _ => return Some(false),
                }
            }
        }
        Some(true)
    }

    /// What is known of a test at a place of a line.
    fn answer(&self, begin: Branch, line: &[TileId], place: usize) -> Option<Answer> {
        let (mut ahead, mut behind) = (Some(place), place);
        self.walk(Some(begin), |side| match side {
            Side::Ahead => {
                let next = ahead.and_then(|place| place.checked_sub(1));
                std::mem::replace(&mut ahead, next).map(|place| line[place])
            }
            Side::Behind => {
                behind += 1;
                line.get(behind).copied()
            }
        })
    }
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
        if reads.direction && !self.by_direction || reads.variables && !self.by_variables {
            return None;
        }
        self.lines += 1;
        let lesson = &*self.lesson;
        let (points, exact) = lesson.sum();
        let merges = lesson.points.len() as u32;
        lesson.inert.then_some(Told { after: &lesson.after, created: &lesson.created, points, merges, exact })
    }
}
