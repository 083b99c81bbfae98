//! What can run a script, apart from names of one's own (docs/spec/rules.md, "Contexts
//! and scripts"): one table.

/// A moment in which scripts run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// Its name, for the key `on` of a script.
    pub name: &'static str,
    /// When that is.
    pub when: &'static str,
    /// What `@This` and the variables are there, if not the cell at the top left and none.
    pub sees: &'static str,
}

const fn trigger(name: &'static str, when: &'static str, sees: &'static str) -> Trigger {
    Trigger { name, when, sees }
}

const TRIGGERS: [Trigger; 26] = [
    trigger("StartModeBM", "A mode is started, before modifiers change its rules. What scripts make of variables and spawns here holds for all its games.", ""),
    trigger("StartModeAM", "A mode is started, after modifiers have changed it.", ""),
    trigger("RestartMode", "A game begins, also when it is played again, before the first tiles spawn.", ""),
    trigger("EndModeSetup", "The first tiles have spawned.", ""),
    trigger("BeginTurn", "A turn begins, before anything moves.", ""),
    trigger("StayStill", "In a turn without movement: once for each row that has an empty cell.", ""),
    trigger("TileMove", "A tile has moved.", "`@This`: the cell that it left."),
    trigger("Merge", "Tiles have merged.", "`@This`: the cell of the rear tile. Variables: those of the rule, then the list of the new tiles."),
    trigger("MoveIteration", "All tiles have moved by one step.", ""),
    trigger("PossibleEnd", "Nothing moves any more; \"@ScriptSignal_MovementOccurred\" keeps the turn going.", ""),
    trigger("EndMovementDirectionMoveless", "The movement is over, even if nothing has moved; in automatic moves too.", ""),
    trigger("EndMovementMoveless", "The movement is over, even if nothing has moved.", ""),
    trigger("EndMovementDirection", "Something has moved, and the movement is over; in automatic moves too.", ""),
    trigger("EndMovement", "Something has moved, and the movement is over.", ""),
    trigger("ZeroMerge", "A rule of length 0 has changed a tile.", "`@This`: the cell. Variables: those of the rule, then the list of the new tiles."),
    trigger("PreSpawn", "Before tiles spawn.", ""),
    trigger("TileSpawn", "A tile has spawned.", "`@This`: its cell. Variables: the tile; whether it was a forced spawn."),
    trigger("TileSpawnFail", "A tile found no room.", "Variables: the tile; whether it was a forced spawn."),
    trigger("PostSpawn", "After tiles have spawned.", "Variables: the list of them."),
    trigger("EndTurn", "The turn is over, before goals are looked at.", ""),
    trigger("PossibleOver", "No direction is left, once in a game: a script may make room.", ""),
    trigger("TrueEndTurn", "The turn is over, after goals were looked at.", ""),
    trigger("Victory", "The game is won.", ""),
    trigger("GameOver", "The game is lost, or no direction is left.", ""),
    trigger("TileClick", "A tile was clicked.", "`@This`: its cell."),
    trigger("Interval", "Every so many milliseconds (`every`), until something is true (`until`).", ""),
];

/// All triggers, in the order in which they come in a game.
///
/// ```
/// let first = polymerge_modefile::triggers().next().unwrap();
/// assert_eq!(first.name, "StartModeBM");
/// ```
pub fn triggers() -> impl Iterator<Item = &'static Trigger> {
    TRIGGERS.iter()
}
