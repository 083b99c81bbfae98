//! Moving all tiles by what is remembered of their lines.

use super::lines::Ways;
use super::table::{is_whole, Table};
use super::Memory;
use crate::direction::Direction;
use crate::failure::TurnError;
use crate::play::{Heading, Play};
use crate::state::State;
use crate::tile::TileId;
use crate::turn::Mover;

/// What the lines of a move do together.
#[derive(Default)]
struct Sum {
    merges: u32,
    points: f64,
    whole: bool,
    /// A tile that was never seen before.
    discovered: Option<TileId>,
    moved: bool,
}

impl Play<'_> {
    /// Moves the tiles as [`Play::pass_until_rest`] does. `None` if it can't
    /// be done by memory; nothing has happened then.
    pub(crate) fn pass_by_memory(
        &mut self,
        direction: &Direction,
        heading: &Heading,
        mover: Mover,
    ) -> Result<Option<bool>, TurnError> {
        if self.telling || !self.rules.moves_by_lines() {
            return Ok(None);
        }
        let (Some(memory), Some(ways)) = (self.memory.take(), self.rules.ways(mover)) else {
            return Ok(None);
        };
        let moved = self.recall(memory, direction, heading, ways);
        match moved.is_some() {
            true => memory.used.remembered += 1,
            false => memory.used.plain += 1,
        }
        self.memory = Some(memory);
        match moved {
            Some(Sum { discovered: Some(id), moved, .. }) => {
                self.discover_tile(id)?;
                Ok(Some(moved))
            }
            moved => Ok(moved.map(|sum| sum.moved)),
        }
    }

    fn recall(
        &mut self,
        memory: &mut Memory,
        direction: &Direction,
        heading: &Heading,
        ways: &Ways,
    ) -> Option<Sum> {
        if ways.lines.is_empty() || memory.limits.lines < ways.lines.len() || memory.patience.rests() {
            return None;
        }
        memory.keep_to(&self.state.grid);
        // A script may have put tiles there that are still to be discovered, and
        // a filter may have to be asked about tiles again and again.
        let filtered = !self.rules.discovered_filter().is_empty();
        if (filtered || self.rules.has_scripts_in_turns())
            && !self.state.discoveries.have_all_been_seen(&self.state.grid)
        {
            return None;
        }
        self.find_lines(memory, direction, heading, ways)?;
        let sum = self.sum(memory)?;
        for (cells, place) in ways.lines.iter().zip(&memory.found) {
            let entry = memory.lines.entry(*place);
            if entry.moved {
                for (cell, id) in cells.iter().zip(memory.lines.after(entry)) {
                    self.state.grid.set_at(*cell as usize, *id);
                }
            }
        }
        self.state.merges += f64::from(sum.merges);
        self.state.score += sum.points;
        Some(sum)
    }

    /// Finds what the lines of a move become, and learns those that are not
    /// known yet.
    fn find_lines(
        &mut self,
        memory: &mut Memory,
        direction: &Direction,
        heading: &Heading,
        ways: &Ways,
    ) -> Option<()> {
        memory.found.clear();
        let mut class = memory.class(&self.state, ways)?;
        let mut line = 0;
        while let Some(cells) = ways.lines.get(line) {
            let tiles = cells.iter().map(|cell| self.state.grid.ids()[*cell as usize]);
            let hash = Table::hash(class, tiles.clone());
            let known = memory.lines.find(hash, class, tiles.clone());
            memory.patience.note(1, known.is_some_and(|place| memory.lines.entry(place).usable));
            let place = match known {
                Some(place) => place,
                None => {
                    memory.used.learned += 1;
                    let before: Vec<TileId> = tiles.collect();
                    let (outcome, reads) = self.learn(cells, direction, heading);
                    let more =
                        reads.direction && !memory.by_direction || reads.variables && !memory.by_variables;
                    if more {
                        // What was learned so far was not told apart by this.
                        memory.by_direction |= reads.direction;
                        memory.by_variables |= reads.variables;
                        memory.forget_lines();
                        memory.found.clear();
                        class = memory.class(&self.state, ways)?;
                        line = 0;
                        continue;
                    }
                    if memory.lines.is_full() {
                        memory.lines.clear();
                        if line > 0 {
                            memory.found.clear();
                            line = 0;
                            continue;
                        }
                    }
                    memory.lines.insert(hash, class, &before, outcome)
                }
            };
            memory.found.push(place);
            line += 1;
        }
        Some(())
    }

    /// Learns those lines of a move that are not known yet. The game stays as
    /// it is.
    pub(crate) fn learn_lines(&mut self, direction: &Direction, heading: &Heading, ways: &Ways) {
        let Some(memory) = self.memory.take() else { return };
        if !memory.patience.rests() {
            memory.keep_to(&self.state.grid);
            self.find_lines(memory, direction, heading, ways);
        }
        self.memory = Some(memory);
    }

    /// What the lines found do together; `None` if the order of their merges
    /// would show.
    fn sum(&self, memory: &Memory) -> Option<Sum> {
        let mut sum = Sum { whole: true, ..Sum::default() };
        for place in &memory.found {
            let entry = memory.lines.entry(*place);
            if !entry.usable {
                return None;
            }
            sum.moved |= entry.moved;
            if entry.merges == 0 {
                continue;
            }
            sum.merges += entry.merges;
            sum.points += entry.points;
            sum.whole &= entry.whole;
            for id in memory.lines.created(entry) {
                if !self.state.discoveries.has_seen(&self.state.grid, *id) && sum.discovered != Some(*id) {
                    if sum.discovered.is_some() || !self.rules.discovered_filter().is_empty() {
                        return None;
                    }
                    sum.discovered = Some(*id);
                }
            }
        }
        let any_order = sum.merges <= 1 || (sum.whole && is_whole(self.state.score));
        any_order.then_some(sum)
    }
}

impl Memory {
    /// What tells lines of the same tiles apart.
    pub(super) fn class(&mut self, state: &State, ways: &Ways) -> Option<u64> {
        let mut class = u64::from(if self.by_direction { ways.own } else { ways.class });
        if self.by_variables {
            class |=
                u64::from(self.variables.number(&state.game_variables, &state.modifier_variables)?) << 32;
        }
        Some(class)
    }
}
