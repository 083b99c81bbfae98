//! The end of a turn for single tiles: temporary holes count down, rules of length 0 apply
//! (docs/spec/rules.md, "Length-0 rules" and "The turn", steps "End-of-turn cells" and "End-of-turn
//! rules").

use calcarray::{Container, Position, Value, number};

use crate::board::cell::Cell;
use crate::board::grid::Grid;
use crate::board::heading::Heading;
use crate::board::moves::Move;
use crate::board::tile_table::Kind;
use crate::error::TurnError;
use crate::game::event::Event;
use crate::merge::apply::Merged;
use crate::merge::matching::Match;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;

/// Returns the content after `@TemporaryHole n` at the end of a turn.
pub(crate) fn counted_down(hole: &Value) -> Value {
    let text = hole.as_text().map(|text| text.to_string_lossy()).unwrap_or_default();
    let count = text.strip_prefix("@TemporaryHole").and_then(number::parse).unwrap_or(0.0);
    match count - 1.0 {
        left if left > 0.0 => Value::text(format!("@TemporaryHole {}", number::to_text(left))),
        _ => Value::text("@Empty"),
    }
}

impl TurnContext<'_> {
    /// The steps "End-of-turn cells" and "End-of-turn rules", for every cell in
    /// the order of the move.
    pub(crate) fn end_of_turn_rules(&mut self, mv: Move<'_>) -> Result<(), TurnError> {
        let Move { order, heading, .. } = mv;
        let rules = self.rules;
        let candidates = rules.end_of_turn_rules();
        if candidates.is_empty() && !self.state.grid.has(Kind::TemporaryHole) {
            return Ok(());
        }
        for index in order.iter() {
            let cell = self.state.grid.place(*index as usize);
            if self.state.grid.kind(cell) == Kind::TemporaryHole {
                self.count_down(cell);
            }
            if self.state.grid.kind(cell) != Kind::Tile {
                continue;
            }
            let (hooks, index) = (self.hooks, *index as usize);
            let first = hooks.first_end(self, index, heading);
            for rule in candidates.iter().skip(first) {
                if hooks.end_tile(self, index, heading, *rule)? {
                    continue;
                }
                self.accounted_merge(index, heading, true, true, *rule..*rule + 1, |play| {
                    play.end_of_turn_rule(*rule, cell, heading)
                })?;
            }
        }
        Ok(())
    }

    /// Carries a rule of the end of a turn out at a cell, if it applies.
    fn end_of_turn_rule(&mut self, rule: usize, cell: Cell, heading: &Heading) -> Result<bool, TurnError> {
        match self.test_rule(rule, cell, heading)? {
            Some(found) if found.length == 0 => self.apply_end_of_turn_rule(&found, heading).map(|()| true),
            _ => Ok(false),
        }
    }

    /// `@TemporaryHole n` becomes `@TemporaryHole n-1`, or empty.
    fn count_down(&mut self, cell: Cell) {
        let content = counted_down(self.state.grid.content(cell));
        self.state.grid.set(cell, &content);
        self.emit(|_| Event::HoleCountdown { cell, content });
    }

    fn apply_end_of_turn_rule(&mut self, found: &Match, heading: &Heading) -> Result<(), TurnError> {
        let Merged { placed, before, points, events_before } =
            self.carry_out(found, &[found.rear], heading)?;
        self.emit_at(events_before, |_| Event::EndOfTurnRule {
            rule: found.rule,
            cell: found.rear,
            tile: before.content(found.rear).clone(),
            outputs: placed.cells,
            score: points,
        });
        let mut variables = found.variables.borrow().clone();
        variables.push(placed.outputs.into());
        self.run_zero_merge_scripts(found.rear, heading, &before, &variables)?;
        self.discover()
    }

    /// Runs the scripts for a change of a tile at the end of the turn. They see the grid before it.
    pub(crate) fn run_zero_merge_scripts(
        &mut self,
        cell: Cell,
        heading: &Heading,
        before: &Grid,
        variables: &[Value],
    ) -> Result<(), TurnError> {
        if !self.rules.has_scripts_for(Trigger::ZeroMerge) {
            self.signals.clear();
            return Ok(());
        }
        let at = Heading { info: heading.info.without_kind(), ..heading.clone() };
        let at = at.with_length(cell, Value::Number(0.0));
        let at = Position { container: Container::Board(before), ..at };
        self.trigger_with(Trigger::ZeroMerge, &at, variables).map(drop)
    }
}
