//! The triggers of scripts, and the scripts that run for them (docs/spec/rules.md, "Contexts and scripts").

use calcarray::{Program, Text};

/// The part of a game in which a trigger happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Outside of turns.
    Outside,
    /// In every turn, before the movement.
    Begin,
    /// In the movement of every turn, also if no tile moves or merges in it.
    Movement,
    /// In place of the movement or after it, only in a turn that counts as moved.
    Moved,
    /// After the movement, also in a turn in which nothing moved: with such scripts it is not over
    /// then, and has to be played.
    Always,
}

/// The effect of a playback on the scripts of a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Playback {
    /// The scripts run as they ran in the game: never in a failed move, of which a record has nothing.
    Repeated,
    /// The scripts may run at other times or not at all: they also run in failed moves, by a clock, or
    /// when a game ends, which it does not in a playback.
    Different,
    /// The scripts may run at other times or not at all, and that where tiles spawn: nothing is known
    /// of the spawns then.
    Spawning,
}

macro_rules! triggers {
    ($($trigger:ident = $name:literal, $stage:ident, $playback:ident;)*) => {
        /// Something that happens in a game, at which scripts may run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Trigger {
            $($trigger,)*
        }

        impl Trigger {
            pub(crate) const ALL: &[Trigger] = &[$(Trigger::$trigger,)*];

            /// The name that scripts use for it.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Trigger::$trigger => $name,)*
                }
            }

            pub(crate) const fn stage(self) -> Stage {
                match self {
                    $(Trigger::$trigger => Stage::$stage,)*
                }
            }

            pub(crate) fn playback(self) -> Playback {
                match self {
                    $(Trigger::$trigger => Playback::$playback,)*
                }
            }
        }
    };
}

// A row: the trigger, the name that scripts use for it, its stage, and the effect of a playback.
triggers! {
    StartBeforeModifiers = "StartModeBM", Outside, Repeated;
    StartAfterModifiers = "StartModeAM", Outside, Repeated;
    Restart = "RestartMode", Outside, Spawning;
    EndSetup = "EndModeSetup", Outside, Repeated;
    TileClick = "TileClick", Outside, Repeated;
    Interval = "Interval", Outside, Different;
    BeginTurn = "BeginTurn", Begin, Different;
    StayStill = "StayStill", Moved, Repeated;
    TileMove = "TileMove", Movement, Repeated;
    Merge = "Merge", Movement, Repeated;
    MoveIteration = "MoveIteration", Movement, Different;
    PossibleEnd = "PossibleEnd", Movement, Different;
    EndMovementDirectionMoveless = "EndMovementDirectionMoveless", Always, Different;
    EndMovementMoveless = "EndMovementMoveless", Always, Different;
    EndMovementDirection = "EndMovementDirection", Moved, Repeated;
    EndMovement = "EndMovement", Moved, Repeated;
    ZeroMerge = "ZeroMerge", Moved, Repeated;
    PreSpawn = "PreSpawn", Moved, Repeated;
    PostSpawn = "PostSpawn", Moved, Repeated;
    TileSpawn = "TileSpawn", Moved, Spawning;
    TileSpawnFail = "TileSpawnFail", Moved, Spawning;
    EndTurn = "EndTurn", Moved, Repeated;
    TrueEndTurn = "TrueEndTurn", Always, Different;
    Victory = "Victory", Always, Different;
    GameOver = "GameOver", Always, Different;
    PossibleOver = "PossibleOver", Always, Different;
}

/// Returns the names of all triggers.
pub fn trigger_names() -> impl Iterator<Item = &'static str> {
    Trigger::ALL.iter().map(|trigger| trigger.name())
}

/// A script of a mode.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) program: Program,
    /// The names of the triggers that it runs for.
    pub(crate) triggers: Vec<Text>,
    /// The milliseconds between runs of an `Interval` script.
    pub(crate) period: f64,
    /// The condition after which an `Interval` script has run for the last time.
    pub(crate) stop: Option<Program>,
}

impl Script {
    pub(crate) fn runs_for(&self, trigger: &str) -> bool {
        self.triggers.iter().any(|own| own.is(trigger))
    }

    /// Returns true if no trigger of a turn runs the script. A script for a signal of the mode's
    /// own runs when another script sends it.
    pub(crate) fn runs_outside_of_turns(&self) -> bool {
        let outside = Trigger::ALL.iter().filter(|trigger| trigger.stage() == Stage::Outside);
        self.triggers.iter().all(|name| outside.clone().any(|trigger| name.is(trigger.name())))
    }
}

/// A set of triggers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Triggers(u64);

impl Triggers {
    /// The triggers that some script runs for. A script may also be for a name that
    /// the mode made up.
    pub(crate) fn of(scripts: &[Script]) -> Triggers {
        let runs = |trigger: &Trigger| scripts.iter().any(|script| script.runs_for(trigger.name()));
        Trigger::ALL
            .iter()
            .copied()
            .filter(runs)
            .fold(Triggers(0), |all, own| Triggers(all.0 | 1 << own as u64))
    }

    /// The triggers of a stage.
    pub(crate) const fn of_stage(stage: Stage) -> Triggers {
        let (mut all, mut index) = (0, 0);
        while index < Trigger::ALL.len() {
            if Trigger::ALL[index].stage() as u8 == stage as u8 {
                all |= 1 << Trigger::ALL[index] as u64;
            }
            index += 1;
        }
        Triggers(all)
    }

    /// Returns true if both sets have a trigger in common.
    #[inline]
    pub(crate) fn meet(self, other: Triggers) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(crate) fn has(self, trigger: Trigger) -> bool {
        self.0 >> trigger as u64 & 1 == 1
    }
}
