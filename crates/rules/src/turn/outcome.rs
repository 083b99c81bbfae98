//! Winning, losing and running out of moves (docs/spec/rules.md, "Win check" to
//! "Availability by display").

use std::sync::Arc;

use calcarray::{Container, Coordinate, Position, Program, Value, Variables};

use crate::board::cell::Cell;
use crate::board::direction::Strength;
use crate::board::heading::{Heading, Mover};
use crate::board::shared_values::push;
use crate::error::{Place, TurnError};
use crate::game::Screen;
use crate::game::event::Event;
use crate::turn::context::TurnContext;
use crate::turn::goal::{Goal, Question, Requirement};
use crate::turn::trigger::Trigger;

/// The result of the check of a turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) won: bool,
    pub(crate) lost: bool,
}

impl TurnContext<'_> {
    /// Looks for winning and losing tiles, and judges.
    pub(crate) fn check_goals(&mut self) -> Result<Verdict, TurnError> {
        let rules = self.rules;
        if self.state.grid.pending.to_check_goals {
            let may_win = self.collect(Question::Wins, &rules.goals().0)?;
            let may_lose = self.collect(Question::Loses, &rules.goals().1)?;
            match may_win || may_lose {
                true => self.note_counted()?,
                false => self.state.grid.pending.to_check_goals = false,
            }
        }

        let mut verdict = Verdict::default();
        if self.state.won != -1.0 {
            let found = self.state.discoveries.winning.len() as f64;
            if self.state.won >= 0.0 {
                self.state.won = found;
            }
            verdict.won = self.met(&rules.goals().0, found)?;
        }
        let found = self.state.discoveries.losing.len() as f64;
        verdict.lost = self.state.won == -2.0 || self.met(&rules.goals().1, found)?;
        Ok(verdict)
    }

    /// Adds the tiles on the grid that belong to a goal and are new to its list.
    /// Gives whether any may belong to it.
    fn collect(&mut self, question: Question, goal: &Goal) -> Result<bool, TurnError> {
        if goal.tiles.is_empty() || self.hooks.has_none_of(&self.state, question) {
            return Ok(false);
        }
        let mut list = Arc::clone(self.state.discoveries.list_of(question));
        let mut may_any = false;
        for index in 0..self.state.grid.size() {
            let id = self.state.grid.ids()[index];
            if !id.is_tile() || self.hooks.goal(&self.state, question, id) == Some(false) {
                continue;
            }
            may_any = true;
            if self.state.discoveries.has_counted(&self.state.grid, id) {
                continue;
            }
            let (result, depends) = self.watching(|play| {
                let tile = play.filtered(id)?;
                if play.listed(&list, &tile)? {
                    return Ok::<_, TurnError>(None);
                }
                let belongs = play.belongs(goal, &tile)?;
                Ok(Some((tile, belongs)))
            });
            let Some((tile, belongs)) = result? else { continue };
            if depends.are_none() {
                self.hooks.note_goal(&self.state, question, id, belongs);
            }
            if belongs && self.state.discoveries.has_room_for(&tile) {
                push(&mut list, tile);
            }
        }
        *self.state.discoveries.list_of(question) = list;
        Ok(may_any)
    }

    /// Notes which tiles on the grid are in the lists of their goals by now. Turns
    /// to come don't test these tiles again.
    fn note_counted(&mut self) -> Result<(), TurnError> {
        let goals = [Question::Wins, Question::Loses];
        for index in 0..self.state.grid.size() {
            let id = self.state.grid.ids()[index];
            let is_of = |question: &Question| self.hooks.goal(&self.state, *question, id) == Some(true);
            let is_known = !id.is_tile() || self.state.discoveries.has_counted(&self.state.grid, id);
            if is_known || !goals.iter().any(is_of) {
                continue;
            }
            let mut is_counted = true;
            for question in goals {
                is_counted &= match self.hooks.goal(&self.state, question, id) {
                    Some(false) => true,
                    Some(true) => {
                        let tile = self.filtered(id)?;
                        let list = Arc::clone(self.state.discoveries.list_of(question));
                        self.listed(&list, &tile)?
                    }
                    None => false,
                };
            }
            if is_counted {
                let state = &mut self.state;
                state.discoveries.count(&state.grid, id);
            }
        }
        Ok(())
    }

    pub(crate) fn belongs(&mut self, goal: &Goal, tile: &Value) -> Result<bool, TurnError> {
        let position = Position {
            v: Coordinate::None,
            h: Coordinate::None,
            container: Container::Value(tile),
            ..Position::default()
        };
        for (index, (entry, condition)) in goal.tiles.iter().enumerate() {
            let place = Place::Entry(goal.field, index);
            let belongs = self.listed(std::slice::from_ref(entry), tile)?
                || self.evaluate(condition, &position, place)?.is_true();
            if belongs {
                return Ok(true);
            }
        }
        Ok(false)
    }

    #[inline]
    fn met(&mut self, goal: &Goal, found: f64) -> Result<bool, TurnError> {
        match &goal.requirement {
            Requirement::Count(count) => Ok(found >= *count),
            Requirement::Constant(met) => Ok(*met),
            Requirement::Condition(condition) => {
                let place = Place::Field(goal.field);
                Ok(self.evaluate(&condition.program, &Position::default(), place)?.is_true())
            }
        }
    }

    /// Ends the turn: the game goes on, is won, or is over.
    pub(crate) fn end_turn(
        &mut self,
        verdict: Verdict,
        manual: bool,
        strength: Strength,
        heading: &Heading,
    ) -> Result<(), TurnError> {
        let out = self.out_of_moves()?;
        let own_turn = strength.turn >= 0.0;
        let playback = self.state.record.playback.is_some();
        let wins = verdict.won && (!verdict.lost || self.rules.win_priority());
        if playback {
            if !out && manual && strength.turn == 1.0 && strength.scripts {
                self.trigger(Trigger::TrueEndTurn, heading)?;
            }
        } else if out && own_turn {
            if !self.state.possible_over_checked && self.rules.has_scripts_for(Trigger::PossibleOver) {
                self.trigger(Trigger::PossibleOver, heading)?;
                self.free_directions();
                self.state.possible_over_checked = true;
                if strength.turn == 1.0 && strength.scripts {
                    self.trigger(Trigger::TrueEndTurn, heading)?;
                }
            } else {
                self.lose(heading)?;
            }
        } else if wins && own_turn {
            self.win(heading)?;
        } else if verdict.lost && own_turn {
            self.lose(heading)?;
        } else if manual && strength.turn == 1.0 && strength.scripts {
            self.trigger(Trigger::TrueEndTurn, heading)?;
        }
        Ok(())
    }

    /// The signal `@ScriptSignal_WinCheck`: outside of a move it may end the
    /// game.
    pub(crate) fn check_on_signal(&mut self) -> Result<(), TurnError> {
        let verdict = self.check_goals()?;
        if self.moving || self.state.screen != Screen::Play || self.state.record.playback.is_some() {
            return Ok(());
        }
        let heading = &Heading::default();
        if verdict.won && (!verdict.lost || self.rules.win_priority()) {
            self.win(heading)
        } else if verdict.lost {
            self.lose(heading)
        } else {
            Ok(())
        }
    }

    fn win(&mut self, heading: &Heading) -> Result<(), TurnError> {
        self.trigger(Trigger::TrueEndTurn, heading)?;
        self.trigger(Trigger::Victory, heading)?;
        // Of two ends in one turn, the last one counts.
        self.state.clock.victory = Some(self.now);
        self.state.clock.game_over = (!self.rules.postgame_allowed()).then_some(self.now);
        self.show(Screen::Win);
        Ok(())
    }

    fn lose(&mut self, heading: &Heading) -> Result<(), TurnError> {
        self.trigger(Trigger::TrueEndTurn, heading)?;
        self.trigger(Trigger::GameOver, heading)?;
        self.state.clock.lost(self.now, self.rules.postgame_allowed());
        self.show(Screen::GameOver);
        Ok(())
    }

    /// Changes the screen.
    pub(crate) fn show(&mut self, screen: Screen) {
        self.state.screen = screen;
        self.emit(|_| Event::Screen(screen));
    }

    /// Returns true if no direction can be pressed.
    fn out_of_moves(&mut self) -> Result<bool, TurnError> {
        for direction in 0..self.state.available.len() {
            if self.state.available[direction] && !self.direction_blocked(direction)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if the mode blocks a direction.
    #[inline]
    pub(crate) fn direction_blocked(&mut self, index: usize) -> Result<bool, TurnError> {
        match self.rules.direction_blocked() {
            Some(program) => {
                let hooks = self.hooks;
                hooks.blocked(self, index, &mut |play| play.ask_if_blocked(program, index))
            }
            None => Ok(false),
        }
    }

    fn ask_if_blocked(&mut self, program: &Program, index: usize) -> Result<bool, TurnError> {
        let Some(direction) = self.rules.directions().get(index) else { return Ok(true) };
        let heading = Heading::of(direction, Mover::Player(index));
        let variables = Variables::new(vec![index.into()]);
        let place = Place::Field("direction_blocked");
        let result = self.evaluate_with(program, &heading.at(Cell::default()), &variables, place)?;
        Ok(result.is_true())
    }

    /// Opens all directions again.
    pub(crate) fn free_directions(&mut self) {
        if self.state.available.contains(&false) {
            self.state.available.fill(true);
            self.emit(|_| Event::DirectionsFreed);
        }
    }

    /// Blacks a direction out.
    pub(crate) fn black_out(&mut self, direction: usize) {
        if let Some(available) = self.state.available.get_mut(direction).filter(|available| **available) {
            *available = false;
            self.emit(|_| Event::DirectionBlocked { direction });
        }
    }

    /// Applies the effect of a refresh of the display: directions whose own expression gives
    /// `false` are blacked out (docs/spec/rules.md, "Availability by display").
    #[inline]
    pub(crate) fn refresh(&mut self) -> Result<(), TurnError> {
        match self.rules.has_availability() {
            true => self.look_at_availability(),
            false => Ok(()),
        }
    }

    fn look_at_availability(&mut self) -> Result<(), TurnError> {
        let rules = self.rules;
        for (index, direction) in rules.directions().iter().enumerate() {
            if let Some(program) = &direction.availability {
                let place = Place::Entry("directions", index);
                if self.evaluate(program, &Position::default(), place)? == Value::Boolean(false) {
                    self.black_out(index);
                }
            }
        }
        Ok(())
    }
}
