//! The triggers of scripts (docs/spec/rules.md, "Contexts and scripts").

use crate::turn::script::Script;

macro_rules! triggers {
    (outside_of_turns { $($outside:ident = $outside_name:literal,)* } in_turns { $($inside:ident = $inside_name:literal,)* }) => {
        /// Something that happens in a game, at which scripts may run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Trigger {
            $($outside,)*
            $($inside,)*
        }

        impl Trigger {
            pub(crate) const ALL: &[Trigger] = &[$(Trigger::$outside,)* $(Trigger::$inside,)*];

            /// The name that scripts use for it.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Trigger::$outside => $outside_name,)*
                    $(Trigger::$inside => $inside_name,)*
                }
            }

            /// Returns true if the trigger may happen in a turn.
            pub(crate) fn is_in_turns(self) -> bool {
                match self {
                    $(Trigger::$outside => false,)*
                    $(Trigger::$inside => true,)*
                }
            }
        }
    };
}

triggers! {
    outside_of_turns {
        StartBeforeModifiers = "StartModeBM",
        StartAfterModifiers = "StartModeAM",
        Restart = "RestartMode",
        EndSetup = "EndModeSetup",
        TileClick = "TileClick",
        Interval = "Interval",
    }
    in_turns {
        BeginTurn = "BeginTurn",
        StayStill = "StayStill",
        TileMove = "TileMove",
        Merge = "Merge",
        MoveIteration = "MoveIteration",
        PossibleEnd = "PossibleEnd",
        EndMovementDirectionMoveless = "EndMovementDirectionMoveless",
        EndMovementMoveless = "EndMovementMoveless",
        EndMovementDirection = "EndMovementDirection",
        EndMovement = "EndMovement",
        ZeroMerge = "ZeroMerge",
        PreSpawn = "PreSpawn",
        PostSpawn = "PostSpawn",
        TileSpawn = "TileSpawn",
        TileSpawnFail = "TileSpawnFail",
        EndTurn = "EndTurn",
        TrueEndTurn = "TrueEndTurn",
        Victory = "Victory",
        GameOver = "GameOver",
        PossibleOver = "PossibleOver",
    }
}

/// Returns the names of all triggers.
pub fn trigger_names() -> impl Iterator<Item = &'static str> {
    Trigger::ALL.iter().map(|trigger| trigger.name())
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

    #[inline]
    pub(crate) fn has(self, trigger: Trigger) -> bool {
        self.0 >> trigger as u64 & 1 == 1
    }
}
