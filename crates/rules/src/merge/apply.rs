//! Merging tiles on the move: which rule applies to a tile and those ahead of it,
//! and what comes of it (docs/spec/rules.md, "Movement passes").

use calcarray::Value;

use crate::board::cell::Cell;
use crate::board::grid::Grid;
use crate::board::heading::Heading;
use crate::error::TurnError;
use crate::game::event::Event;
use crate::merge::instance::Open;
use crate::merge::matching::{Match, Placed};
use crate::turn::context::TurnContext;
use crate::turn::hooks::KnownRules;
use crate::turn::trigger::Trigger;
use crate::turn::wake_set::Passes;

/// The effects of a merge.
pub(crate) struct Merged {
    pub(crate) placed: Placed,
    /// The grid before it.
    pub(crate) before: Grid,
    pub(crate) points: f64,
    /// The number of events before the score was evaluated, which may have effects, too.
    pub(crate) events_before: usize,
}

impl TurnContext<'_> {
    /// Merges the tile with those ahead of it, if a rule applies.
    pub(crate) fn merge_at(
        &mut self,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<bool, TurnError> {
        if self.account.is_some() {
            let (rules, merges) = (0..self.rules.rules().len(), passes.strength.merges);
            let work = |play: &mut Self| play.merge_here(index, own, passes);
            return self.accounted_merge(index, own, false, merges, rules, work);
        }
        self.merge_here(index, own, passes)
    }

    #[inline(always)]
    fn merge_here(
        &mut self,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<bool, TurnError> {
        let is_open = passes.is_open(index) == Open::Yes;
        if !passes.strength.merges || !(is_open || self.rules.multi_merge()) {
            return Ok(false);
        }
        let hooks = self.hooks;
        let first = match hooks.merge(self, index, own, passes)? {
            KnownRules::Merged => return Ok(true),
            KnownRules::TestFrom(first) => first,
        };
        for rule in first..self.rules.rules().len() {
            if self.merge_by_rule(rule, index, own, passes)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Merges the tile with those ahead of it, if this rule applies.
    fn merge_by_rule(
        &mut self,
        rule: usize,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<bool, TurnError> {
        let found = self.test_rule(rule, self.state.grid.place(index), own)?;
        let Some(found) = found else { return Ok(false) };
        let merging = self.merging_cells(&found, own.step);
        let closed = |cell: &Cell| passes.is_open(self.state.grid.index(*cell)) == Open::No;
        let may = found.length > 0 && (self.rules.multi_merge() || !merging.iter().any(closed));
        if may {
            self.merge(&found, &merging, own, passes)?;
        }
        Ok(may)
    }

    fn merge(
        &mut self,
        found: &Match,
        merging: &[Cell],
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<(), TurnError> {
        let changes = self.changes;
        let Merged { placed: Placed { cells, outputs }, before, points, events_before } =
            self.carry_out(found, merging, own)?;
        for (place, (cell, _)) in cells.iter().enumerate() {
            let index = self.state.grid.index(*cell);
            passes.note_merged(index, found.instance.flag(place));
        }
        passes.wake_all();
        if self.hooks.merged(points, &mut cells.iter().map(|(cell, _)| self.state.grid.id(*cell))) {
            return Ok(());
        }
        self.emit_at(events_before, |_| Event::Merge {
            pass: passes.done,
            rule: found.rule,
            inputs: merging.iter().map(|cell| (*cell, before.content(*cell).clone())).collect(),
            outputs: cells,
            score: points,
        });
        if self.rules.has_scripts_for(Trigger::Merge) {
            let mut variables = found.variables.borrow().clone();
            variables.push(outputs.into());
            self.run_merge_scripts((found.rear, found.length), own, &variables)?;
        }
        self.discover_merged(changes, passes)
    }

    /// Runs the scripts for a merge of so many tiles, the rear one in this cell.
    pub(crate) fn run_merge_scripts(
        &mut self,
        (rear, length): (Cell, usize),
        own: &Heading,
        variables: &[Value],
    ) -> Result<(), TurnError> {
        let at = Heading { info: own.info.without_kind(), ..own.clone() };
        let at = at.with_length(rear, length.into());
        self.trigger_with(Trigger::Merge, &at, variables).map(drop)
    }

    /// Ends a merge: its tiles are discovered, and all cells wake if expressions
    /// changed something in it. `changes` is how often they had before the merge.
    pub(crate) fn discover_merged(&mut self, changes: u64, passes: &mut Passes<'_>) -> Result<(), TurnError> {
        self.discover()?;
        if self.changes != changes {
            passes.wake_all();
        }
        Ok(())
    }

    /// Carries out a merge: changes the grid, the score and the number of merges.
    pub(crate) fn carry_out(
        &mut self,
        found: &Match,
        merging: &[Cell],
        own: &Heading,
    ) -> Result<Merged, TurnError> {
        let position = own.with_length(found.rear, found.length.into());
        let outputs = self.outputs(found, &position)?;
        let before = self.state.grid.clone();
        let placed = self.place_outputs(found, merging, outputs, own.step);
        // A rule of the end of a turn, whose length is 0, is no merge.
        if found.length > 0 {
            self.state.merges += 1.0;
        }
        let events_before = self.events.len();
        let points = self.score(found, &before, position)?;
        Ok(Merged { placed, before, points, events_before })
    }

    /// The cell of the front one of so many tiles.
    #[inline]
    pub(crate) fn front(&self, rear: usize, length: usize, own: &Heading) -> Option<usize> {
        (1..length).try_fold(rear, |cell, _| own.neighbour(&self.state.grid, cell))
    }

    /// Returns true if all tiles of a merge may still merge.
    #[inline]
    pub(crate) fn may_merge(&self, rear: usize, length: usize, own: &Heading, passes: &Passes<'_>) -> bool {
        let mut next = Some(rear);
        self.rules.multi_merge()
            || (0..length).all(|_| {
                let open = next.is_some_and(|index| passes.is_open(index) != Open::No);
                next = next.and_then(|index| own.neighbour(&self.state.grid, index));
                open
            })
    }
}
