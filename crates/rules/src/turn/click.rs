//! Clicks, and scripts that run as time passes: what happens between moves
//! (docs/spec/rules.md, "Contexts and scripts").

use calcarray::{Position, Value};

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::error::{Place, Refusal, TurnError};
use crate::game::Screen;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;

impl TurnContext<'_> {
    pub(crate) fn click_tile(&mut self, cell: Cell) -> Result<(), TurnError> {
        self.trigger_with(Trigger::TileClick, &Heading::default().at(cell), &[])?;
        self.advance_record(|| vec!["@TileClick".into(), cell.row.into(), cell.column.into()]);
        self.refresh()
    }

    pub(crate) fn click_stat_box(&mut self, index: usize) -> Result<(), TurnError> {
        let stat_box = self.rules.stat_boxes().get(index);
        let Some((stat_box, click)) = stat_box.and_then(|own| Some((own, own.click.as_ref()?))) else {
            return Err(Refusal::NotClickable.into());
        };
        let place = || Place::Entry("stat_boxes", index);
        if let Some(shown) = &stat_box.shown {
            let shown = self.evaluate(shown, &Position::default(), place())?;
            if !calcarray::convert::is_truthy(&shown) {
                return Err(Refusal::NotClickable.into());
            }
        }
        self.evaluate(click, &Position::default(), place())?;
        self.advance_record(|| vec!["@StatBoxClick".into(), index.into()]);
        self.refresh()
    }

    /// Begins the record of what the player does next, or has just done.
    pub(crate) fn advance_record(&mut self, entry: impl FnOnce() -> Vec<Value>) {
        self.state.advance_record(self.now, entry);
    }

    /// Runs the interval scripts that are due, in order. One that ends the game
    /// is not the last of its tick: those after it run or stop as they would have.
    /// After the end none runs, but those whose time has come to stop do.
    pub(crate) fn run_interval_scripts(&mut self) -> Result<(), TurnError> {
        let rules = self.rules;
        let runs = match self.state.screen {
            Screen::Play => true,
            Screen::Win if rules.postgame_allowed() => return Ok(()),
            Screen::Win | Screen::GameOver => false,
        };
        let events = self.state.record.random_index;
        for (index, script) in rules.scripts().iter().enumerate() {
            let last = self.state.clock.scripts.get(index).copied().unwrap_or(f64::INFINITY);
            let is_due = script.runs_for(Trigger::Interval.name()) && self.now - last >= script.period;
            if !is_due {
                continue;
            }
            if let Some(stop) = &script.stop
                && self.evaluate(stop, &Position::default(), Place::Entry("scripts", index))?.is_true()
            {
                self.state.clock.scripts[index] = f64::INFINITY;
                continue;
            }
            if !runs {
                continue;
            }
            self.signals.clear();
            self.run_script(index, Trigger::Interval.name(), &Position::default(), &[])?;
            self.nested(Self::follow_signals)?;
        }
        self.state.leave_out_events(events..self.state.record.random_index);
        Ok(())
    }
}
