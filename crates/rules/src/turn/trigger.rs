//! The triggers of scripts (docs/spec/rules.md, "Contexts and scripts").

use crate::turn::script::Script;

macro_rules! triggers {
    ($($trigger:ident = $name:literal,)*) => {
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
        }
    };
}

triggers! {
    StartBeforeModifiers = "StartModeBM",
    StartAfterModifiers = "StartModeAM",
    Restart = "RestartMode",
    EndSetup = "EndModeSetup",
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
    TileClick = "TileClick",
    Interval = "Interval",
}

impl Trigger {
    /// Returns true if the trigger may happen in a turn.
    pub(crate) fn is_in_turns(self) -> bool {
        match self {
            Trigger::StartBeforeModifiers
            | Trigger::StartAfterModifiers
            | Trigger::Restart
            | Trigger::EndSetup
            | Trigger::TileClick
            | Trigger::Interval => false,
            Trigger::BeginTurn
            | Trigger::StayStill
            | Trigger::TileMove
            | Trigger::Merge
            | Trigger::MoveIteration
            | Trigger::PossibleEnd
            | Trigger::EndMovementDirectionMoveless
            | Trigger::EndMovementMoveless
            | Trigger::EndMovementDirection
            | Trigger::EndMovement
            | Trigger::ZeroMerge
            | Trigger::PreSpawn
            | Trigger::PostSpawn
            | Trigger::TileSpawn
            | Trigger::TileSpawnFail
            | Trigger::EndTurn
            | Trigger::TrueEndTurn
            | Trigger::Victory
            | Trigger::GameOver
            | Trigger::PossibleOver => true,
        }
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

    #[inline]
    pub(crate) fn has(self, trigger: Trigger) -> bool {
        self.0 >> trigger as u64 & 1 == 1
    }
}
