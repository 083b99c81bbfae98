//! The passes in which tiles move and merge (spec/rules.md, section 5).

use calcarray::Position;

use crate::cell::Cell;
use crate::direction::{Direction, Strength};
use crate::event::Event;
use crate::failure::{Place, TurnError};
use crate::form::Open;
use crate::grid::Step;
use crate::memo::Purpose;
use crate::merge::{Match, Placed};
use crate::play::{Heading, Play};
use crate::script::trigger;
use crate::tile::Kind;

/// The tiles on the move. Both flags belong to cells, not to tiles.
pub(crate) struct Passes<'m> {
    heading: &'m Heading,
    strength: Strength,
    awake: Vec<bool>,
    open: Vec<Open>,
    pub(crate) done: u64,
    moved: bool,
}

impl<'m> Passes<'m> {
    /// Before the first pass: all tiles are awake and may merge.
    pub(crate) fn new(cells: usize, heading: &'m Heading, strength: Strength) -> Passes<'m> {
        Passes {
            heading,
            strength,
            awake: vec![true; cells],
            open: vec![Open::Yes; cells],
            done: 0,
            moved: false,
        }
    }
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
        let cells = self.state.grid.size();
        let mut passes = Passes::new(cells, heading, direction.strength);
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
        if self.rules.movement_parameters().is_none() && !self.state.grid.ids()[index].is_tile() {
            passes.awake[index] = false;
            return Ok(Visit::Rested);
        }
        let cell = self.state.grid.place(index);
        let parameters = self.parameters(cell, passes)?;
        let own = parameters.as_ref().unwrap_or(passes.heading);
        let slide = own.info.slide.as_number().unwrap_or(f64::INFINITY);
        let resting = own.step.is_still() || passes.done as f64 >= slide;
        if !resting && self.state.grid.id(cell).is_tile() {
            match self.state.grid.next(cell, own.step) {
                Some(next) if self.state.grid.kind(next) == Kind::Empty => {
                    self.slide(cell, next, own, passes)?;
                    return Ok(Visit::Slid(self.state.grid.index(next)));
                }
                _ if self.merge_at(cell, own, passes)? => return Ok(Visit::Merged),
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
        heading.info.slide = slide;
        Ok(Some(heading))
    }

    /// Moves a tile on to the next, empty cell.
    fn slide(
        &mut self,
        from: Cell,
        to: Cell,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<(), TurnError> {
        let grid = &mut self.state.grid;
        let id = grid.id(from);
        grid.set_id(to, id);
        grid.set_id(from, crate::tile::TileId::EMPTY);
        let (from_index, to_index) = (grid.index(from), grid.index(to));
        passes.awake[from_index] = false;
        passes.awake[to_index] = true;
        passes.moved = true;
        self.tell(|state| Event::Slide { pass: passes.done, tile: state.grid.value(id).clone(), from, to });
        if passes.strength.scripts {
            self.trigger(trigger::TILE_MOVE, &own.at(from))?;
        }
        Ok(())
    }

    /// Merges the tile with those ahead of it, if a rule applies.
    fn merge_at(&mut self, cell: Cell, own: &Heading, passes: &mut Passes<'_>) -> Result<bool, TurnError> {
        let multi = self.rules.multi_merge();
        let index = self.state.grid.index(cell);
        if !passes.strength.merges || !(multi || passes.open[index] == Open::Yes) {
            return Ok(false);
        }
        for rule in self.first_rule(cell, own, Purpose::Merge)..self.rules.rules().len() {
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
        let position = own.with_length(found.rear, found.length.into());
        let outputs = self.outputs(found, &position)?;
        let before = self.state.grid.clone();
        let placed = self.place_outputs(found, merging, outputs, own.step);
        for (place, (cell, _)) in placed.cells.iter().enumerate() {
            let flag = found.form.flags.get(place).copied().unwrap_or(Open::AsPartner);
            passes.open[self.state.grid.index(*cell)] = flag;
        }
        self.state.merges += 1.0;
        let score = self.score(found, &before, position)?;
        if let Some(lesson) = &mut self.lesson {
            lesson.points.push(score);
            lesson.created.extend(
                placed.cells.iter().map(|(cell, _)| self.state.grid.id(*cell)).filter(|id| id.is_tile()),
            );
            passes.awake.fill(true);
            passes.moved = true;
            return Ok(());
        }
        let Placed { cells, outputs } = placed;
        self.tell(|_| Event::Merge {
            pass: passes.done,
            rule: found.rule,
            inputs: merging.iter().map(|cell| (*cell, before.content(*cell).clone())).collect(),
            outputs: cells,
            score,
        });
        if self.rules.has_scripts_for(trigger::MERGE) {
            let at = Heading { step: own.step, info: own.info.without_kind() };
            let mut variables = found.variables.borrow().clone();
            variables.push(outputs.into());
            let at = at.with_length(found.rear, found.length.into());
            self.trigger_with(trigger::MERGE, &at, &variables)?;
        }
        self.discover()?;
        passes.awake.fill(true);
        passes.moved = true;
        Ok(())
    }
}
