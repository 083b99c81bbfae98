//! The passes in which tiles move and merge (spec/rules.md, section 5).

use calcarray::Position;

use crate::cell::Cell;
use crate::direction::{Direction, Strength};
use crate::event::Event;
use crate::failure::{Place, TurnError};
use crate::form::Open;
use crate::grid::{Grid, Step};
use crate::memo::{KnownMerge, Purpose};
use crate::merge::{Match, Placed};
use crate::play::{Heading, Play};
use crate::row::{self, Row};
use crate::tile::{Kind, TileId};
use crate::trigger::Trigger;

/// The tiles on the move.
pub(crate) struct Passes<'m> {
    heading: &'m Heading,
    strength: Strength,
    spots: Vec<Spot>,
    /// How many of them are awake.
    awake: usize,
    /// How often the grid has changed.
    changes: u32,
    /// Whether no script runs while tiles move.
    undisturbed: bool,
    pub(crate) done: u64,
    moved: bool,
}

/// What is known of a cell while tiles move. The flags belong to the cell, not
/// to its tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    awake: bool,
    open: Open,
    /// How often the grid had changed when this cell did last.
    changed: u32,
    /// One more than how often the grid had changed when no rule was found to
    /// apply here, whatever else may be; 0: that is not so.
    tested: u32,
    /// The same, as long as the tiles that rules are about are the same.
    ruled_out: u32,
}

impl<'m> Passes<'m> {
    /// Before the first pass: all tiles are awake and may merge.
    pub(crate) fn new(play: &mut Play<'_>, heading: &'m Heading, strength: Strength) -> Passes<'m> {
        let spot = Spot { awake: true, open: Open::Yes, changed: 0, tested: 0, ruled_out: 0 };
        let cells = play.state.grid.size();
        let mut spots = std::mem::take(&mut play.workspace.spots);
        spots.clear();
        spots.resize(cells, spot);
        Passes {
            heading,
            strength,
            spots,
            awake: cells,
            changes: 0,
            undisturbed: play.rules.moves_by_lines(),
            done: 0,
            moved: false,
        }
    }

    /// After the last pass: gives back the memory that was lent.
    pub(crate) fn end(self, play: &mut Play<'_>) {
        play.workspace.spots = self.spots;
    }

    fn wake(&mut self, index: usize) {
        self.awake += usize::from(!self.spots[index].awake);
        self.spots[index].awake = true;
    }

    fn wake_all(&mut self) {
        self.awake = self.spots.len();
        self.spots.iter_mut().for_each(|spot| spot.awake = true);
    }

    #[inline]
    fn let_rest(&mut self, index: usize) {
        let spot = &mut self.spots[index];
        self.awake -= usize::from(std::mem::replace(&mut spot.awake, false));
    }

    /// The grid changes at these cells.
    fn note_change(&mut self, cells: impl IntoIterator<Item = usize>) {
        self.moved = true;
        // So often is more than the limit of passes lets it be.
        self.changes = self.changes.saturating_add(1);
        for cell in cells {
            self.spots[cell].changed = self.changes;
        }
    }

    /// Whether the tiles that rules are about, `most` from this one on, are
    /// those of which it was seen that no rule applies.
    #[inline]
    fn is_ruled_out(&self, index: usize, own: &Heading, grid: &Grid, most: usize) -> bool {
        let Some(changes) = self.spots[index].ruled_out.checked_sub(1) else { return false };
        let mut next = Some(index);
        for _ in 0..=most {
            let Some(index) = next else { break };
            if self.spots[index].changed > changes {
                return false;
            }
            next = own.neighbour(grid, index);
        }
        true
    }
}

/// What a merge did.
pub(crate) struct Merged {
    pub(crate) placed: Placed,
    /// The grid before it.
    pub(crate) before: Grid,
    pub(crate) points: f64,
    /// How many events there were before its score, which may do things, too.
    pub(crate) told: usize,
}

/// What came of a merge that is known from before.
enum ByMemory {
    Merged,
    /// A tile in it may not merge again.
    Closed,
    /// Somebody wants to hear of it.
    Impossible,
}

/// What a tile did in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Nothing, or there is none.
    Rested,
    /// It slid to this place.
    Slid(usize),
    /// It merged with those ahead of it.
    Merged,
}

impl Play<'_> {
    /// Lets the tiles move until they rest or the slide limit is reached.
    /// Gives whether anything moved.
    pub(crate) fn pass_until_rest(
        &mut self,
        direction: &Direction,
        heading: &Heading,
    ) -> Result<bool, TurnError> {
        let mut passes = Passes::new(self, heading, direction.strength);
        let order = std::sync::Arc::clone(&self.state.tile_order);
        let mut end_checked = false;
        while (!end_checked || passes.awake > 0) && (passes.done as f64) < direction.slide {
            self.charge_pass()?;
            for index in order.iter().map(|index| *index as usize) {
                if passes.spots[index].awake {
                    self.visit(index, &mut passes)?;
                }
            }
            passes.done += 1;
            passes.moved |= self.trigger(Trigger::MoveIteration, heading)?;
            if passes.awake > 0 {
                end_checked = false;
            } else if !end_checked {
                passes.moved |= self.trigger(Trigger::PossibleEnd, heading)?;
                if self.rules.has_scripts_for(Trigger::PossibleEnd) {
                    passes.wake_all();
                }
                end_checked = true;
            }
        }
        let moved = passes.moved;
        passes.end(self);
        Ok(moved)
    }

    /// One cell's turn in a pass.
    #[inline]
    pub(crate) fn visit(&mut self, index: usize, passes: &mut Passes<'_>) -> Result<Visit, TurnError> {
        if self.rules.movement_parameters().is_some() {
            return self.visit_with_parameters(index, passes);
        }
        if !self.state.grid.ids()[index].is_tile() {
            passes.let_rest(index);
            return Ok(Visit::Rested);
        }
        let heading = passes.heading;
        self.visit_tile(index, heading, passes)
    }

    /// The same of a cell that moves at a step of its own.
    #[inline(never)]
    fn visit_with_parameters(&mut self, index: usize, passes: &mut Passes<'_>) -> Result<Visit, TurnError> {
        let parameters = self.parameters(self.state.grid.place(index), passes)?;
        let own = parameters.as_ref().unwrap_or(passes.heading);
        let slide = own.info.slide.as_number().unwrap_or(f64::INFINITY);
        if passes.done as f64 >= slide || !self.state.grid.ids()[index].is_tile() {
            passes.let_rest(index);
            return Ok(Visit::Rested);
        }
        self.visit_tile(index, own, passes)
    }

    #[inline]
    fn visit_tile(
        &mut self,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<Visit, TurnError> {
        if !own.step.is_still() {
            match own.next(&self.state.grid, index) {
                Some(next) if self.state.grid.ids()[next].kind() == Kind::Empty => {
                    self.slide(index, next, own, passes)?;
                    return Ok(Visit::Slid(next));
                }
                _ if self.merge_at(index, own, passes)? => return Ok(Visit::Merged),
                _ => {}
            }
        }
        passes.let_rest(index);
        Ok(Visit::Rested)
    }

    /// The cell's own step and slide limit, if the mode computes them.
    fn parameters(&mut self, cell: Cell, passes: &Passes<'_>) -> Result<Option<Heading>, TurnError> {
        let Some(programs) = self.rules.movement_parameters() else { return Ok(None) };
        let place = || Place::Field("movement_parameters");
        let position: Position<'_> = passes.heading.at(cell);
        let rows = self.evaluate(&programs[0], &position, place())?;
        let columns = self.evaluate(&programs[1], &position, place())?;
        let slide = self.evaluate(&programs[2], &position, place())?;
        let whole = |value: &calcarray::Value| {
            let number = value.as_number().filter(|number| number.fract() == 0.0 && number.abs() < 1e9);
            number.map(|number| number as i64).ok_or_else(|| TurnError::Rule {
                place: place(),
                reason: "the step of a tile must be made of whole numbers".to_owned(),
            })
        };
        let mut heading = passes.heading.clone();
        heading.step = Step::new(whole(&rows)?, whole(&columns)?);
        heading.ahead = None;
        heading.info.slide = slide;
        Ok(Some(heading))
    }

    /// Moves a tile on to the next, empty cell.
    #[inline]
    fn slide(
        &mut self,
        from: usize,
        to: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<(), TurnError> {
        let grid = &mut self.state.grid;
        let id = grid.ids()[from];
        grid.set_at(to, id);
        grid.set_at(from, TileId::EMPTY);
        passes.let_rest(from);
        passes.wake(to);
        passes.note_change([from, to]);
        self.tell(|state| Event::Slide {
            pass: passes.done,
            tile: state.grid.value(id).clone(),
            from: state.grid.place(from),
            to: state.grid.place(to),
        });
        if passes.strength.scripts && self.rules.has_scripts_for(Trigger::TileMove) {
            self.trigger_with(Trigger::TileMove, &own.at(self.state.grid.place(from)), &[])?;
        }
        Ok(())
    }

    /// Merges the tile with those ahead of it, if a rule applies.
    #[inline]
    fn merge_at(&mut self, index: usize, own: &Heading, passes: &mut Passes<'_>) -> Result<bool, TurnError> {
        let spot = passes.spots[index];
        let may = passes.strength.merges && (spot.open == Open::Yes || self.rules.multi_merge());
        let most = self.rules.longest_row();
        if !may
            || spot.tested > passes.changes
            || passes.undisturbed && passes.is_ruled_out(index, own, &self.state.grid, most)
        {
            return Ok(false);
        }
        self.find_merge(index, own, passes)
    }

    /// The same, where no earlier test tells that none does.
    #[inline(never)]
    fn find_merge(
        &mut self,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<bool, TurnError> {
        let (multi, most) = (self.rules.multi_merge(), self.rules.longest_row());
        let mut known = self.known_test(index, own, Purpose::Merge);
        while let Some(merge) = known.merge {
            match self.merge_by_memory(merge, index, own, passes)? {
                ByMemory::Merged => return Ok(true),
                ByMemory::Closed => {
                    known = self.known_test(index, own, Purpose::MergeAfter(known.first_rule));
                }
                ByMemory::Impossible => break,
            }
        }
        if known.first_rule >= self.rules.rules().len() {
            // It is remembered by the tiles and variables alone, so it stays so
            // until a tile moves or a script runs.
            if self.rules.looks_at_rows_only() {
                passes.spots[index].ruled_out = passes.changes + 1;
            } else if passes.undisturbed {
                passes.spots[index].tested = passes.changes + 1;
            }
            return Ok(false);
        }
        let cell = self.state.grid.place(index);
        // What is remembered of tests makes a look superfluous; and somebody who
        // watches would not know of it.
        let looks = self.tests.is_none() && self.watch.is_none() && most <= row::LONGEST;
        let mut row = Row::new();
        if looks {
            row.look_ahead(&self.state.grid, index, own, most);
        }
        let mut ruled_out = known.first_rule == 0;
        for (rule, merge_rule) in self.rules.rules().iter().enumerate().skip(known.first_rule) {
            if looks && self.rules_out(&row, merge_rule) {
                continue;
            }
            ruled_out = false;
            let Some(found) = self.test_rule(rule, cell, own)? else { continue };
            let merging = self.merging_cells(&found, own.step);
            let closed = |cell: &Cell| passes.spots[self.state.grid.index(*cell)].open == Open::No;
            if found.length > 0 && (multi || !merging.iter().any(closed)) {
                self.merge(&found, &merging, own, passes)?;
                return Ok(true);
            }
        }
        if ruled_out {
            passes.spots[index].ruled_out = passes.changes + 1;
        }
        Ok(false)
    }

    fn merge(
        &mut self,
        found: &Match,
        merging: &[Cell],
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<(), TurnError> {
        let Merged { placed: Placed { cells, outputs }, before, points, told } =
            self.carry_out(found, merging, own)?;
        for (place, (cell, _)) in cells.iter().enumerate() {
            passes.spots[self.state.grid.index(*cell)].open = found.form.flag(place);
        }
        passes.wake_all();
        passes.note_change(cells.iter().map(|(cell, _)| self.state.grid.index(*cell)));
        if let Some(lesson) = &mut self.lesson {
            lesson.note(points, cells.iter().map(|(cell, _)| self.state.grid.id(*cell)));
            return Ok(());
        }
        self.tell_at(told, |_| Event::Merge {
            pass: passes.done,
            rule: found.rule,
            inputs: merging.iter().map(|cell| (*cell, before.content(*cell).clone())).collect(),
            outputs: cells,
            score: points,
        });
        if self.rules.has_scripts_for(Trigger::Merge) {
            let at = Heading { info: own.info.without_kind(), ..own.clone() };
            let mut variables = found.variables.borrow().clone();
            variables.push(outputs.into());
            let at = at.with_length(found.rear, found.length.into());
            self.trigger_with(Trigger::Merge, &at, &variables)?;
        }
        self.discover()
    }

    /// What a merge does to the grid, the score and the number of merges.
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
        let told = self.events.len();
        let points = self.score(found, &before, position)?;
        Ok(Merged { placed, before, points, told })
    }

    /// Merges as these tiles did before.
    fn merge_by_memory(
        &mut self,
        merge: usize,
        rear: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<ByMemory, TurnError> {
        if self.telling || self.rules.has_scripts_for(Trigger::Merge) {
            return Ok(ByMemory::Impossible);
        }
        let Some(tests) = self.tests.take() else { return Ok(ByMemory::Impossible) };
        let known = tests.merge(merge);
        let may = self.may_merge_by_memory(known, rear, own, passes);
        if may {
            let ahead = |index: &usize| own.neighbour(&self.state.grid, *index);
            let mut next = std::iter::successors(Some(rear), ahead).take(known.length).last();
            for (id, open) in &known.cells {
                let Some(index) = next else { break };
                self.state.grid.set_at(index, *id);
                passes.spots[index].open = *open;
                passes.note_change([index]);
                next = own.behind(&self.state.grid, index);
            }
            self.state.merges += 1.0;
            self.state.score += known.points;
            passes.wake_all();
            if let Some(lesson) = &mut self.lesson {
                lesson.note(known.points, known.cells.iter().map(|(id, _)| *id));
            }
        }
        self.tests = Some(tests);
        if !may {
            return Ok(ByMemory::Closed);
        }
        if self.lesson.is_none() {
            self.discover()?;
        }
        Ok(ByMemory::Merged)
    }

    /// Whether all tiles of a merge may still merge.
    fn may_merge_by_memory(
        &self,
        known: &KnownMerge,
        rear: usize,
        own: &Heading,
        passes: &Passes<'_>,
    ) -> bool {
        let mut next = Some(rear);
        self.rules.multi_merge()
            || known.cells[..known.length].iter().all(|_| {
                let open = next.is_some_and(|index| passes.spots[index].open != Open::No);
                next = next.and_then(|index| own.neighbour(&self.state.grid, index));
                open
            })
    }
}
