//! Scripts: expressions that run when something happens, and the signals they
//! send (spec/rules.md, section 8).

use calcarray::{Position, Program, Text, Value, Variables};

use crate::event::Event;
use crate::failure::{Place, TurnError};
use crate::play::Play;

/// A script of a mode.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) program: Program,
    /// What it runs for.
    pub(crate) triggers: Vec<Text>,
    /// For `Interval` scripts: milliseconds between runs.
    pub(crate) period: f64,
    /// For `Interval` scripts: gives `true` when it has run for the last time.
    pub(crate) stop: Option<Program>,
}

impl Script {
    pub(crate) fn runs_for(&self, trigger: &str) -> bool {
        self.triggers.iter().any(|own| own.is(trigger))
    }
}

/// What there are scripts for, each once. Names that no text of Rust could be
/// are no trigger's.
pub(crate) fn triggers(scripts: &[Script]) -> Vec<String> {
    let mut names: Vec<String> =
        scripts.iter().flat_map(|script| &script.triggers).filter_map(|name| name.to_utf8()).collect();
    names.sort();
    names.dedup();
    names
}

/// What scripts run for.
pub(crate) mod trigger {
    pub(crate) const START_BEFORE_MODIFIERS: &str = "StartModeBM";
    pub(crate) const START_AFTER_MODIFIERS: &str = "StartModeAM";
    pub(crate) const RESTART: &str = "RestartMode";
    pub(crate) const END_SETUP: &str = "EndModeSetup";
    pub(crate) const BEGIN_TURN: &str = "BeginTurn";
    pub(crate) const STAY_STILL: &str = "StayStill";
    pub(crate) const TILE_MOVE: &str = "TileMove";
    pub(crate) const MERGE: &str = "Merge";
    pub(crate) const MOVE_ITERATION: &str = "MoveIteration";
    pub(crate) const POSSIBLE_END: &str = "PossibleEnd";
    pub(crate) const END_MOVEMENT_DIRECTION_MOVELESS: &str = "EndMovementDirectionMoveless";
    pub(crate) const END_MOVEMENT_MOVELESS: &str = "EndMovementMoveless";
    pub(crate) const END_MOVEMENT_DIRECTION: &str = "EndMovementDirection";
    pub(crate) const END_MOVEMENT: &str = "EndMovement";
    pub(crate) const ZERO_MERGE: &str = "ZeroMerge";
    pub(crate) const PRE_SPAWN: &str = "PreSpawn";
    pub(crate) const POST_SPAWN: &str = "PostSpawn";
    pub(crate) const TILE_SPAWN: &str = "TileSpawn";
    pub(crate) const TILE_SPAWN_FAIL: &str = "TileSpawnFail";
    pub(crate) const END_TURN: &str = "EndTurn";
    pub(crate) const TRUE_END_TURN: &str = "TrueEndTurn";
    pub(crate) const VICTORY: &str = "Victory";
    pub(crate) const GAME_OVER: &str = "GameOver";
    pub(crate) const POSSIBLE_OVER: &str = "PossibleOver";
    pub(crate) const TILE_CLICK: &str = "TileClick";
    pub(crate) const INTERVAL: &str = "Interval";
}

impl Play<'_> {
    /// Runs the scripts of a trigger, then does what their signals ask for.
    /// Gives whether `@ScriptSignal_MovementOccurred` is among the signals
    /// that are left afterwards.
    pub(crate) fn trigger(&mut self, name: &str, position: &Position<'_>) -> Result<bool, TurnError> {
        self.trigger_with(name, position, &[])
    }

    /// The same, with variables that the scripts may see. Every script gets a
    /// copy of its own.
    pub(crate) fn trigger_with(
        &mut self,
        name: &str,
        position: &Position<'_>,
        variables: &[Value],
    ) -> Result<bool, TurnError> {
        let rules = self.rules;
        if rules.scripts().is_empty() {
            return Ok(false);
        }
        self.signals.clear();
        if !rules.has_scripts_for(name) {
            return Ok(false);
        }
        for (index, script) in rules.scripts().iter().enumerate() {
            if script.runs_for(name) {
                self.run_script(index, name, position, variables)?;
            }
        }
        self.nested(Self::follow_signals)
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
        let variables = Variables::new(variables.to_vec());
        let place = || Place::Script(index, trigger.to_owned());
        let result = self.metered(|play, meter| play.run(&script.program, position, &variables, meter));
        result.map_err(|error| crate::play::failed(place(), error))?;
        if let Some(time) = self.state.clock.scripts.get_mut(index).filter(|time| time.is_finite()) {
            *time = self.now;
        }
        if before != (self.changes, self.events.len()) {
            self.tell(|_| Event::Script { script: index, trigger: trigger.into() });
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
                    self.trigger(custom, &Position::default())?;
                }
            }
        }
        Ok(self.signals.iter().any(|signal| signal.is_word("@ScriptSignal_MovementOccurred")))
    }
}
