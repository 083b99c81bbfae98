//! Moves that happen by themselves within a move of the player
//! (docs/spec/rules.md, "The turn", steps "Automatic moves before",
//! "Automatic moves between" and "Automatic moves after").

use crate::board::cell::Cell;
use crate::board::direction::Timing;
use crate::board::heading::{Heading, Mover};
use crate::error::{Place, TurnError};
use crate::game::event::{Event, Turn};
use crate::turn::context::{TurnContext, gain};

impl TurnContext<'_> {
    /// Makes the automatic moves of this moment, in order. `moved` becomes
    /// true if any of them moves anything. Gives how many of those that happen
    /// by chance were started.
    #[inline]
    pub(crate) fn automatic_moves(
        &mut self,
        timing: Timing,
        turn: f64,
        heading: &Heading,
        moved: &mut bool,
    ) -> Result<usize, TurnError> {
        match self.rules.auto_moves().is_empty() {
            true => Ok(0),
            false => self.make_automatic_moves(timing, turn, heading, moved),
        }
    }

    fn make_automatic_moves(
        &mut self,
        timing: Timing,
        turn: f64,
        heading: &Heading,
        moved: &mut bool,
    ) -> Result<usize, TurnError> {
        let rules = self.rules;
        let mut chances = 0;
        if turn != 1.0 {
            return Ok(chances);
        }
        for (index, auto_move) in rules.auto_moves().iter().enumerate() {
            if auto_move.timing != timing {
                continue;
            }
            if let Some(condition) = &auto_move.condition {
                let place = Place::Entry("auto_directions", index);
                if !self.evaluate(condition, &heading.at(Cell::default()), place)?.is_true() {
                    continue;
                }
            }
            chances += usize::from(auto_move.direction.probability.is_some());
            let Some(mv) = rules.move_of(Mover::Automatic(index)) else { continue };
            let outer = std::mem::take(&mut self.events);
            let before = self.state.score;
            let own = self.nested(|play| play.turn(mv, None))?;
            let events = std::mem::replace(&mut self.events, outer);
            self.emit(|state| {
                let turn = Turn { moved: own, score: gain(before, state.score), events: events.into() };
                Event::AutoMove { index, turn }
            });
            *moved |= own;
        }
        Ok(chances)
    }
}
