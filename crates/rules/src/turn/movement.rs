//! The passes in which tiles move and merge (docs/spec/rules.md, "Movement
//! passes").

use calcarray::{Position, json};

use crate::board::cell::Cell;
use crate::board::grid::{Grid, Step};
use crate::board::heading::Heading;
use crate::board::moves::Move;
use crate::board::tile_table::TileId;
use crate::error::{Place, TurnError};
use crate::game::event::Event;
use crate::ruleset::Ruleset;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;
use crate::turn::wake_set::Passes;

/// The result of visiting a tile in a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// The tile stayed where it is, or there is no tile.
    Rested,
    /// The tile slid to this place.
    Slid(usize),
    /// The tile merged with those ahead of it.
    Merged,
}

impl Move<'_> {
    /// Returns true if it is sure that a tile slides, because the cell ahead of it is empty: no
    /// rule is asked then.
    pub(crate) fn slides_surely(&self, rules: &Ruleset, grid: &Grid) -> bool {
        let ids = grid.ids();
        let has_room =
            |index: usize| self.heading.next(grid, index).is_some_and(|next| ids[next] == TileId::EMPTY);
        !self.direction.stays_still()
            && self.direction.slide > 0.0
            && rules.movement_parameters().is_none()
            && !rules.merge_rules_place_tiles()
            && (0..ids.len()).any(|index| ids[index].is_tile() && has_room(index))
    }
}

impl TurnContext<'_> {
    /// Lets the tiles move until they rest or the slide limit is reached.
    /// Gives whether anything moved.
    pub(crate) fn pass_until_rest(&mut self, mv: Move<'_>) -> Result<bool, TurnError> {
        let Move { direction, order, heading, .. } = mv;
        let mut passes = Passes::new(self, heading, direction.strength);
        let mut end_checked = false;
        while (!end_checked || passes.is_any_awake()) && (passes.done as f64) < direction.slide {
            self.charge_pass()?;
            passes.begin();
            self.visit_all(order, &mut passes)?;
            passes.done += 1;
            passes.moved |= self.trigger(Trigger::MoveIteration, heading)?;
            if passes.is_any_awake() {
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

    /// Visits the cells that are awake, in the order of the move.
    fn visit_all(&mut self, order: &[u32], passes: &mut Passes<'_>) -> Result<(), TurnError> {
        let mut from = 0;
        while let Some(place) = passes.next_awake(from) {
            self.visit(order[place] as usize, passes)?;
            from = place + 1;
        }
        Ok(())
    }

    /// Visits one cell in a pass: its tile merges, slides a step, or rests.
    #[inline(always)]
    pub(crate) fn visit(&mut self, index: usize, passes: &mut Passes<'_>) -> Result<Visit, TurnError> {
        if self.rules.movement_parameters().is_some() {
            return self.visit_with_parameters(index, passes);
        }
        if !self.state.grid.ids()[index].is_tile() {
            passes.put_to_rest(index);
            return Ok(Visit::Rested);
        }
        let heading = passes.heading;
        self.visit_tile(index, heading, passes)
    }

    /// Visits one cell where the mode computes a step for each cell (movement
    /// parameters).
    #[inline(never)]
    fn visit_with_parameters(&mut self, index: usize, passes: &mut Passes<'_>) -> Result<Visit, TurnError> {
        let (hooks, cell) = (self.hooks, self.state.grid.place(index));
        let own = hooks
            .parameters(self, (passes.heading, index), &mut |play| play.parameters(cell, passes.heading))?;
        let slide = own.info.slide.as_number().unwrap_or(f64::INFINITY);
        if passes.done as f64 >= slide || !self.state.grid.ids()[index].is_tile() {
            passes.put_to_rest(index);
            return Ok(Visit::Rested);
        }
        self.visit_tile(index, &own, passes)
    }

    #[inline(always)]
    fn visit_tile(
        &mut self,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<Visit, TurnError> {
        if !own.step.is_still() {
            match own.next(&self.state.grid, index) {
                Some(next) if self.state.grid.ids()[next] == TileId::EMPTY => {
                    self.slide(index, next, own, passes)?;
                    return Ok(Visit::Slid(next));
                }
                _ if self.merge_at(index, own, passes)? => return Ok(Visit::Merged),
                _ => {}
            }
        }
        passes.put_to_rest(index);
        Ok(Visit::Rested)
    }

    /// Returns the heading of a cell in a move, with the cell's own step and slide limit, if the mode
    /// computes them.
    fn parameters(&mut self, cell: Cell, of: &Heading) -> Result<Heading, TurnError> {
        let mut heading = of.clone();
        let Some(programs) = self.rules.movement_parameters() else { return Ok(heading) };
        let place = || Place::Field("movement_parameters");
        let position: Position<'_> = of.at(cell);
        let rows = self.evaluate(&programs[0], &position, place())?;
        let columns = self.evaluate(&programs[1], &position, place())?;
        let slide = self.evaluate(&programs[2], &position, place())?;
        let whole = |value: &calcarray::Value| {
            let number = value.as_number().filter(|number| number.fract() == 0.0 && number.abs() < 1e9);
            number.map(|number| number as i64).ok_or_else(|| TurnError::Rule {
                place: place(),
                reason: format!(
                    "the step of the tile in row {}, column {} must be made of whole numbers, not {}",
                    cell.row,
                    cell.column,
                    json::write(value)
                ),
            })
        };
        heading.step = Step::new(whole(&rows)?, whole(&columns)?);
        if heading.step != of.step {
            heading.neighbours = None;
        }
        heading.info.slide = slide;
        Ok(heading)
    }

    /// Moves a tile on to the next, empty cell.
    #[inline(always)]
    fn slide(
        &mut self,
        from: usize,
        to: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<(), TurnError> {
        self.state.grid.slide(from, to);
        passes.note_slide(from, to);
        match passes.slides_are_reported {
            true => self.after_slide((from, to), own, passes),
            false => Ok(()),
        }
    }

    /// Adds the event of a slide and runs its scripts.
    #[inline(never)]
    fn after_slide(
        &mut self,
        (from, to): (usize, usize),
        own: &Heading,
        passes: &Passes<'_>,
    ) -> Result<(), TurnError> {
        self.emit(|state| Event::Slide {
            pass: passes.done,
            tile: state.grid.value(state.grid.ids()[to]).clone(),
            from: state.grid.place(from),
            to: state.grid.place(to),
        });
        if passes.strength.scripts && self.rules.has_scripts_for(Trigger::TileMove) {
            self.trigger_with(Trigger::TileMove, &own.at(self.state.grid.place(from)), &[])?;
        }
        Ok(())
    }
}
