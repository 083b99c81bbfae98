//! What happens to single tiles at the end of a turn: temporary holes count
//! down, rules of length 0 apply (docs/spec/rules.md, "Length-0 rules" and "The
//! turn", steps "End-of-turn cells" and "End-of-turn rules").

use calcarray::{number, Container, Position, Value};

use crate::cell::Cell;
use crate::event::Event;
use crate::failure::TurnError;
use crate::memo::Purpose;
use crate::merge::Match;
use crate::merging::Merged;
use crate::play::{Heading, Play};
use crate::tile::Kind;
use crate::trigger::Trigger;
use crate::turn::Move;

impl Play<'_> {
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
            for rule in candidates {
                let known = self.known_test(*index as usize, heading, Purpose::EndOfTurn(*rule));
                if known.first_rule > *rule {
                    continue;
                }
                if let Some(change) = known.merge {
                    if self.change_by_memory(change, *index as usize)? {
                        continue;
                    }
                }
                match self.test_rule(*rule, cell, heading)? {
                    Some(found) if found.length == 0 => self.apply_end_of_turn_rule(&found, heading)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// `@TemporaryHole n` becomes `@TemporaryHole n-1`, or empty.
    fn count_down(&mut self, cell: Cell) {
        let text =
            self.state.grid.content(cell).as_text().map(|text| text.to_string_lossy()).unwrap_or_default();
        let count = text.strip_prefix("@TemporaryHole").and_then(number::parse).unwrap_or(0.0);
        let content = match count - 1.0 {
            left if left > 0.0 => Value::text(format!("@TemporaryHole {}", number::to_text(left))),
            _ => Value::text("@Empty"),
        };
        self.state.grid.set(cell, &content);
        self.tell(|_| Event::HoleCountdown { cell, content });
    }

    fn apply_end_of_turn_rule(&mut self, found: &Match, heading: &Heading) -> Result<(), TurnError> {
        let Merged { placed, before, points, told } = self.carry_out(found, &[found.rear], heading)?;
        self.tell_at(told, |_| Event::EndOfTurnRule {
            rule: found.rule,
            cell: found.rear,
            tile: before.content(found.rear).clone(),
            outputs: placed.cells,
            score: points,
        });
        let mut variables = found.variables.borrow().clone();
        variables.push(placed.outputs.into());
        let at = Heading { info: heading.info.without_kind(), ..heading.clone() };
        let at = at.with_length(found.rear, Value::Number(0.0));
        let at = Position { container: Container::Board(&before), ..at };
        self.trigger_with(Trigger::ZeroMerge, &at, &variables)?;
        self.discover()
    }

    /// Changes a tile as such a tile was changed before. Gives whether that is
    /// possible.
    fn change_by_memory(&mut self, change: usize, index: usize) -> Result<bool, TurnError> {
        if self.telling || self.rules.has_scripts_for(Trigger::ZeroMerge) {
            return Ok(false);
        }
        let Some(known) = self.tests.as_ref().map(|tests| tests.merge(change)) else { return Ok(false) };
        let (&[(id, _)], None) = (&*known.cells, &known.variables) else { return Ok(false) };
        self.state.score += known.points;
        self.state.grid.set_at(index, id);
        self.discover()?;
        Ok(true)
    }
}
