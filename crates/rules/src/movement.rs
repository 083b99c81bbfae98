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
use crate::script::trigger;
use crate::tile::{Kind, TileId};

/// The tiles on the move. Both flags belong to cells, not to tiles.
pub(crate) struct Passes<'m> {
    heading: &'m Heading,
    strength: Strength,
    awake: Vec<bool>,
    open: Vec<Open>,
    /// How often the grid has changed.
    changes: u64,
    /// For each cell one more than how often it had when no rule was found to
    /// apply there, whatever else may be; 0: that is not so.
    tested: Vec<u64>,
    /// Whether no script runs while tiles move.
    undisturbed: bool,
    pub(crate) done: u64,
    moved: bool,
}

impl<'m> Passes<'m> {
    /// Before the first pass: all tiles are awake and may merge.
    pub(crate) fn new(play: &Play<'_>, heading: &'m Heading, strength: Strength) -> Passes<'m> {
        let cells = play.state.grid.size();
        Passes {
            heading,
            strength,
            awake: vec![true; cells],
            open: vec![Open::Yes; cells],
            changes: 0,
            tested: vec![0; cells],
            undisturbed: play.rules.moves_by_lines(),
            done: 0,
            moved: false,
        }
    }

    /// The grid has changed.
    fn note_change(&mut self) {
        self.moved = true;
        self.changes += 1;
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
        let at = heading.at(Cell::default());
        let mut end_checked = false;
        while (!end_checked || passes.awake.contains(&true)) && (passes.done as f64) < direction.slide {
            self.charge_pass()?;
            for index in order.iter().map(|index| *index as usize) {
                if passes.awake[index] {
                    self.visit(index, &mut passes)?;
                }
            }
            passes.done += 1;
            passes.moved |= self.trigger(trigger::MOVE_ITERATION, &at)?;
            if passes.awake.contains(&true) {
                end_checked = false;
            } else if !end_checked {
                passes.moved |= self.trigger(trigger::POSSIBLE_END, &at)?;
                if self.rules.has_scripts_for(trigger::POSSIBLE_END) {
                    passes.awake.fill(true);
                }
                end_checked = true;
            }
        }
        Ok(passes.moved)
    }

    /// One cell's turn in a pass.
    pub(crate) fn visit(&mut self, index: usize, passes: &mut Passes<'_>) -> Result<Visit, TurnError> {
        if self.rules.movement_parameters().is_some() {
            return self.visit_with_parameters(index, passes);
        }
        if !self.state.grid.ids()[index].is_tile() {
            passes.awake[index] = false;
            return Ok(Visit::Rested);
        }
        let heading = passes.heading;
        self.visit_tile(index, heading, passes)
    }

    /// The same of a cell that moves at a step of its own.
    fn visit_with_parameters(&mut self, index: usize, passes: &mut Passes<'_>) -> Result<Visit, TurnError> {
        let parameters = self.parameters(self.state.grid.place(index), passes)?;
        let own = parameters.as_ref().unwrap_or(passes.heading);
        let slide = own.info.slide.as_number().unwrap_or(f64::INFINITY);
        if passes.done as f64 >= slide || !self.state.grid.ids()[index].is_tile() {
            passes.awake[index] = false;
            return Ok(Visit::Rested);
        }
        self.visit_tile(index, own, passes)
    }

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
        passes.awake[index] = false;
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
        passes.awake[from] = false;
        passes.awake[to] = true;
        passes.note_change();
        self.tell(|state| Event::Slide {
            pass: passes.done,
            tile: state.grid.value(id).clone(),
            from: state.grid.place(from),
            to: state.grid.place(to),
        });
        if passes.strength.scripts && self.rules.has_scripts_for(trigger::TILE_MOVE) {
            self.trigger(trigger::TILE_MOVE, &own.at(self.state.grid.place(from)))?;
        }
        Ok(())
    }

    /// Merges the tile with those ahead of it, if a rule applies.
    fn merge_at(&mut self, index: usize, own: &Heading, passes: &mut Passes<'_>) -> Result<bool, TurnError> {
        let multi = self.rules.multi_merge();
        if !passes.strength.merges || !(multi || passes.open[index] == Open::Yes) {
            return Ok(false);
        }
        if passes.tested[index] > passes.changes {
            return Ok(false);
        }
        let known = self.known_test(index, own, Purpose::Merge);
        if known.first_rule >= self.rules.rules().len() {
            // It is remembered by the tiles and variables alone, so it stays so
            // until a tile moves or a script runs.
            if passes.undisturbed {
                passes.tested[index] = passes.changes + 1;
            }
            return Ok(false);
        }
        if let Some(merge) = known.merge {
            if self.merge_by_memory(merge, index, own, passes)? {
                return Ok(true);
            }
        }
        let cell = self.state.grid.place(index);
        for rule in known.first_rule..self.rules.rules().len() {
            let Some(found) = self.test_rule(rule, cell, own)? else { continue };
            let merging = self.merging_cells(&found, own.step);
            let closed = |cell: &Cell| passes.open[self.state.grid.index(*cell)] == Open::No;
            if found.length > 0 && (multi || !merging.iter().any(closed)) {
                self.merge(&found, &merging, own, passes)?;
                return Ok(true);
            }
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
            passes.open[self.state.grid.index(*cell)] = found.form.flag(place);
        }
        passes.awake.fill(true);
        passes.note_change();
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
        if self.rules.has_scripts_for(trigger::MERGE) {
            let at = Heading { info: own.info.without_kind(), ..own.clone() };
            let mut variables = found.variables.borrow().clone();
            variables.push(outputs.into());
            let at = at.with_length(found.rear, found.length.into());
            self.trigger_with(trigger::MERGE, &at, &variables)?;
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
        self.state.merges += 1.0;
        let told = self.events.len();
        let points = self.score(found, &before, position)?;
        Ok(Merged { placed, before, points, told })
    }

    /// Merges as these tiles did before. Gives whether that is possible.
    fn merge_by_memory(
        &mut self,
        merge: usize,
        rear: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<bool, TurnError> {
        let Some(tests) = self.tests.take() else { return Ok(false) };
        let known = tests.merge(merge);
        let may = self.may_merge_by_memory(known, rear, own, passes);
        if may {
            let mut next = Some(rear);
            for (id, open) in known.cells.iter().rev() {
                let Some(index) = next else { break };
                self.state.grid.set_at(index, *id);
                passes.open[index] = *open;
                next = own.neighbour(&self.state.grid, index);
            }
            self.state.merges += 1.0;
            self.state.score += known.points;
            passes.awake.fill(true);
            passes.note_change();
            if let Some(lesson) = &mut self.lesson {
                lesson.note(known.points, known.cells.iter().map(|(id, _)| *id));
            }
        }
        self.tests = Some(tests);
        if may && self.lesson.is_none() {
            self.discover()?;
        }
        Ok(may)
    }

    fn may_merge_by_memory(
        &self,
        known: &KnownMerge,
        rear: usize,
        own: &Heading,
        passes: &Passes<'_>,
    ) -> bool {
        if self.telling || self.rules.has_scripts_for(trigger::MERGE) {
            return false;
        }
        let mut next = Some(rear);
        self.rules.multi_merge()
            || known.cells.iter().all(|_| {
                let open = next.is_some_and(|index| passes.open[index] != Open::No);
                next = next.and_then(|index| own.neighbour(&self.state.grid, index));
                open
            })
    }
}
