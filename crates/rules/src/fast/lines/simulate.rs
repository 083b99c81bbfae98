//! Simulation: a line is moved pass by pass, from known decisions.
//!
//! No expression is evaluated: tiles slide, and merge by the decision trie. The passes are
//! those of [`Accelerator::record_line`](crate::fast::Accelerator::record_line), on the
//! line alone. If a decision is not known, the simulation gives up, and the line has to be
//! recorded.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use std::sync::Arc;

use crate::board::direction::Direction;
use crate::board::tile_table::{Kind, TileId, Tiles};
use crate::fast::decisions::{Branch, Decision, DecisionKind, DecisionTrie};
use crate::fast::lines::record::MOST_PASSES;
use crate::fast::lines::recording::LineRecording;
use crate::game::state::State;
use crate::merge::instance::Open;
use crate::ruleset::Ruleset;
use crate::turn::read_tracker::{Reads, Side};
use crate::turn::trigger::Trigger;

/// The longest line: it has as many cells as a word has bits.
const LONGEST: usize = u64::BITS as usize;

/// A move whose lines are simulated.
#[derive(Clone, Copy)]
pub(crate) struct MoveContext<'m> {
    /// The rules of the game.
    pub(crate) rules: &'m Ruleset,
    /// The state of the game, for its variables.
    pub(crate) state: &'m State,
    /// The direction of the move.
    pub(crate) direction: &'m Direction,
    /// The value of `@DirectionIndex`.
    pub(crate) index: f64,
}

/// Sets of cells of a line, a bit for each cell, the front one lowest.
struct Spots {
    /// The cells with a tile.
    tiles: u64,
    /// The empty cells.
    empty: u64,
    /// The cells that are visited in the next pass.
    awake: u64,
    /// The cells whose tiles do nothing until a cell changes that their test looked at.
    idle: u64,
    /// The cells whose tests looked at more than their own tile and the next one ahead.
    wide: u64,
    /// The cells whose tiles can't start a merge.
    cannot_start: u64,
    /// The cells whose tiles can't take part in a merge.
    cannot_take_part: u64,
    /// The number of passes so far.
    passes: u64,
}

impl Spots {
    fn of(line: &[TileId]) -> Spots {
        let (mut tiles, mut empty) = (0, 0);
        for (place, id) in line.iter().enumerate() {
            tiles |= u64::from(id.is_tile()) << place;
            empty |= u64::from(*id == TileId::EMPTY) << place;
        }
        Spots {
            tiles,
            empty,
            awake: all(line),
            idle: 0,
            wide: 0,
            cannot_start: 0,
            cannot_take_part: 0,
            passes: 0,
        }
    }

    /// Notes that these cells, or the part that their tiles can take in merges, have
    /// changed.
    fn change(&mut self, cells: u64) {
        self.idle &= !(cells | cells << 1 | self.wide);
    }

    /// Slides a tile and all tiles behind it, up to a cell that can't move, one cell ahead.
    /// Returns their cells; `None` if only other lines could have woken one of them.
    fn slide(&mut self, first: u64, line: &mut [TileId]) -> Option<u64> {
        let fixed = all(line) & !(self.tiles | self.empty) & first.wrapping_neg();
        let end = if fixed == 0 { all(line).wrapping_add(1) } else { fixed & fixed.wrapping_neg() };
        let cells = end.wrapping_sub(first);
        let sliding = self.tiles & cells;
        if sliding & !self.awake != 0 {
            return None;
        }
        let places = first.trailing_zeros() as usize..(LONGEST - cells.leading_zeros() as usize);
        line.copy_within(places.clone(), places.start - 1);
        line[places.end - 1] = TileId::EMPTY;
        self.tiles = self.tiles & !cells | sliding >> 1;
        self.empty = self.empty & !(cells | first >> 1) | cells & !(sliding >> 1);
        // The next cell ahead of each tile but the first moves with it, so these tests stay
        // valid.
        let idle = self.idle & !self.wide;
        self.idle = idle & !(cells | end) | (idle & cells & !first) >> 1;
        self.awake = self.awake & !cells | sliding >> 1;
        Some(cells)
    }

    /// Puts an output of a merge into a cell.
    fn set(&mut self, place: usize, id: TileId, open: Open) {
        let own = 1 << place;
        self.change(own);
        self.tiles = self.tiles & !own | u64::from(id.is_tile()) << place;
        self.empty = self.empty & !own | u64::from(id == TileId::EMPTY) << place;
        self.cannot_start &= !own;
        self.cannot_take_part &= !own;
        match open {
            Open::Yes => {}
            Open::AsPartner => self.cannot_start |= own,
            Open::No => {
                self.cannot_start |= own;
                self.cannot_take_part |= own;
            }
        }
    }
}

/// Returns the set of all cells of a line.
fn all(line: &[TileId]) -> u64 {
    u64::MAX >> (LONGEST - line.len())
}

impl DecisionTrie {
    /// Simulates the tiles of a line, the front one first, and returns the parts of the key
    /// that the result depends on. Returns `None` if some decision is not known.
    pub(crate) fn simulate(
        &mut self,
        of: MoveContext<'_>,
        tiles: &Arc<Tiles>,
        line: impl Iterator<Item = TileId>,
        recording: &mut LineRecording,
    ) -> Option<Reads> {
        recording.begin(line);
        let count = recording.after.len();
        let slippery = recording.after.iter().any(|id| id.kind() == Kind::Slippery);
        if !self.know(tiles) || slippery || !(1..=LONGEST).contains(&count) {
            return None;
        }
        if !of.rules.moves_by_lines() || of.rules.has_scripts_for(Trigger::Merge) {
            return None;
        }
        self.put_to_rest(of, recording)?;
        recording.inert = self.end_inert(of, recording)?;
        let (direction, variables) = self.depend_on(of.rules);
        Some(Reads { direction, variables, ..Reads::default() })
    }

    /// Returns the symbols at which walks start.
    fn root_in(&mut self, of: MoveContext<'_>, purpose: DecisionKind) -> Option<[u32; 3]> {
        self.root(Some(of.index), of.state, purpose)
    }

    /// Moves the tiles until they rest, or for as many passes as the direction allows.
    fn put_to_rest(&mut self, of: MoveContext<'_>, recording: &mut LineRecording) -> Option<()> {
        let root = self.root_in(of, DecisionKind::Merge)?;
        let first = self.begin(root)?;
        let mut spots = Spots::of(&recording.after);
        let mut rested = false;
        while !rested && (spots.passes as f64) < of.direction.slide {
            if spots.passes > MOST_PASSES {
                return None;
            }
            rested = spots.awake == 0;
            // The cells that are still to be visited in this pass.
            let mut left = all(&recording.after);
            loop {
                let busy = left & spots.tiles & !spots.idle;
                let own = busy & busy.wrapping_neg();
                let was_awake = spots.awake & own != 0;
                let up_to_it = own.wrapping_sub(1);
                spots.awake &= !(left & up_to_it);
                left &= !up_to_it;
                if own == 0 {
                    break;
                }
                if spots.empty << 1 & own != 0 {
                    left &= !spots.slide(own, &mut recording.after)?;
                    recording.moved = true;
                    continue;
                }
                spots.awake &= !own;
                left &= !own;
                let place = own.trailing_zeros() as usize;
                if !self.merge_in_line(of, first, recording, place, &mut spots)? {
                    spots.idle |= own;
                    continue;
                }
                recording.moved = true;
                // Only other lines could have woken the tile.
                if !was_awake {
                    return None;
                }
            }
            spots.passes += 1;
        }
        Some(())
    }

    /// Merges a tile with those ahead of it, if a rule applies. Returns whether one does;
    /// `None` if it is not known.
    fn merge_in_line(
        &mut self,
        of: MoveContext<'_>,
        first: Branch,
        recording: &mut LineRecording,
        place: usize,
        spots: &mut Spots,
    ) -> Option<bool> {
        let own = 1 << place;
        let multi = of.rules.multi_merge();
        let cannot_start = !multi && spots.cannot_start & own != 0;
        // A tile that can't start a merge here may start one after it slides.
        spots.wide = spots.wide & !own | if cannot_start { own } else { 0 };
        if !of.direction.strength.merges || cannot_start {
            return Some(false);
        }
        let mut begin = first;
        loop {
            let (answer, is_of_pair) = self.answer(begin, &recording.after, place)?;
            let merge = match answer {
                Decision::Merge(merge) => self.merge(merge),
                Decision::Rule(rule) if rule >= of.rules.rules().len() => {
                    if !is_of_pair {
                        spots.wide |= own;
                    }
                    return Some(false);
                }
                Decision::Rule(_) | Decision::Unsure => return None,
            };
            // The cells from the front cell of the merge to its rear one.
            let front = (place + 1).checked_sub(merge.length)?;
            let merging = u64::MAX >> (LONGEST - merge.length) << front;
            if front + merge.cells.len() > recording.after.len() {
                return None;
            }
            if multi || spots.cannot_take_part & merging == 0 {
                for (place, (id, open)) in (front..).zip(&*merge.cells) {
                    recording.after[place] = *id;
                    spots.set(place, *id, *open);
                }
                spots.awake = all(&recording.after);
                recording.note(merge.points, merge.cells.iter().map(|(id, _)| *id));
                return Some(true);
            }
            spots.wide |= own;
            let behind = DecisionKind::MergeAfter(merge.rule);
            let root = self.root_in(of, behind)?;
            begin = self.begin_uncached(root)?;
        }
    }

    /// Returns true if no rule applies to the cells of a line at the end of the turn, apart
    /// from those that change single tiles; `None` if it is not known. It is false for
    /// modes that are not eligible.
    fn end_inert(&mut self, of: MoveContext<'_>, recording: &LineRecording) -> Option<bool> {
        let line = &recording.after;
        if !of.rules.may_be_eligible() {
            return Some(false);
        }
        for rule in of.rules.end_of_turn_rules_of_lines() {
            let root = self.root_in(of, DecisionKind::EndOfTurn(*rule))?;
            let begin = self.begin_uncached(root)?;
            for place in (0..line.len()).filter(|place| line[*place].is_tile()) {
                match self.answer(begin, line, place)?.0 {
                    Decision::Rule(first) if first > *rule => {}
                    _ => return Some(false),
                }
            }
        }
        Some(true)
    }

    /// Returns the decision about a place of a line, and whether the test looked at no more
    /// than that tile and the next cell ahead.
    fn answer(&self, begin: Branch, line: &[TileId], place: usize) -> Option<(Decision, bool)> {
        let (mut ahead, mut behind) = (place.wrapping_add(1), place);
        let answer = self.walk(Some(begin), |side| match side {
            Side::Ahead => {
                ahead = ahead.wrapping_sub(1);
                line.get(ahead).copied()
            }
            Side::Behind => {
                behind += 1;
                line.get(behind).copied()
            }
        })?;
        Some((answer, ahead.wrapping_add(1) >= place && behind == place))
    }
}
