//! Scripts: expressions that run when something happens, and the signals they
//! send (docs/spec/rules.md, "Contexts and scripts").

use calcarray::{Position, Value, Variables};

use crate::board::cell::Cell;
use crate::board::heading::Heading;
use crate::error::{Place, TurnError};
use crate::game::event::Event;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;

impl TurnContext<'_> {
    /// Runs the scripts of a trigger, then does what their signals ask for.
    /// Gives whether `@ScriptSignal_MovementOccurred` is among the signals
    /// that are left afterwards.
    #[inline(always)]
    pub(crate) fn trigger(&mut self, trigger: Trigger, heading: &Heading) -> Result<bool, TurnError> {
        // Nearly always there is none, and this is asked twenty times in a turn.
        match self.rules.has_scripts_for(trigger) || !self.signals.is_empty() {
            true => self.trigger_with(trigger, &heading.at(Cell::default()), &[]),
            false => Ok(false),
        }
    }

    /// Runs the scripts of a trigger with variables that they see. Every script
    /// gets a copy of its own.
    pub(crate) fn trigger_with(
        &mut self,
        trigger: Trigger,
        position: &Position<'_>,
        variables: &[Value],
    ) -> Result<bool, TurnError> {
        self.signals.clear();
        match self.rules.has_scripts_for(trigger) {
            true => self.run_scripts(trigger.name(), position, variables),
            false => Ok(false),
        }
    }

    /// Runs the scripts for a name, which a mode may have made up, and does what
    /// their signals ask for.
    fn run_scripts(
        &mut self,
        name: &str,
        position: &Position<'_>,
        variables: &[Value],
    ) -> Result<bool, TurnError> {
        let (rules, mut ran) = (self.rules, false);
        for (index, script) in rules.scripts().iter().enumerate() {
            if script.runs_for(name) {
                self.run_script(index, name, position, variables)?;
                ran = true;
            }
        }
        match ran {
            true => self.nested(Self::follow_signals),
            false => Ok(false),
        }
    }

    /// Runs one script, leaving its signals for the caller.
    pub(crate) fn run_script(
        &mut self,
        index: usize,
        trigger: &str,
        position: &Position<'_>,
        variables: &[Value],
    ) -> Result<(), TurnError> {
        let Some(script) = self.rules.scripts().get(index) else { return Ok(()) };
        let before = (self.changes, self.events.len());
        let account = self.before_script();
        let variables = Variables::new(variables.to_vec());
        let place = || Place::Script(index, trigger.to_owned());
        let result =
            self.metered(place, |play, meter| play.run(&script.program, position, &variables, meter));
        result.map_err(|error| crate::turn::context::failed(place(), error))?;
        self.after_script(account, index, trigger, script.program.source());
        if let Some(time) = self.state.clock.scripts.get_mut(index).filter(|time| time.is_finite()) {
            *time = self.now;
        }
        if before != (self.changes, self.events.len()) {
            self.emit(|_| Event::Script { script: index, trigger: trigger.into() });
        }
        Ok(())
    }

    /// Does what the signals ask for. A custom signal runs the trigger of that
    /// name, which clears the list: signals behind it are lost (a bug of the
    /// reference).
    pub(crate) fn follow_signals(&mut self) -> Result<bool, TurnError> {
        let mut next = 0;
        while let Some(signal) = self.signals.get(next).cloned() {
            next += 1;
            let Some(name) = signal.as_text() else { continue };
            match name.to_string_lossy().as_str() {
                "@ScriptSignal_MovementOccurred" => self.free_directions(),
                "@ScriptSignal_DisplayGrid" => self.refresh()?,
                "@ScriptSignal_DiscoveredTileCheck" => self.discover()?,
                "@ScriptSignal_WinCheck" => self.check_on_signal()?,
                special if special.starts_with('@') => {}
                custom => {
                    self.signals.clear();
                    self.run_scripts(custom, &Position::default(), &[])?;
                }
            }
        }
        Ok(self.signals.iter().any(|signal| signal.is_word("@ScriptSignal_MovementOccurred")))
    }
}
