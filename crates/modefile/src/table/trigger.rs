//! The table of the triggers that can run a script, apart from names of one's own
//! (docs/spec/rules.md, "Contexts and scripts").

/// A moment in which scripts run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trigger {
    /// The name, for the key `on` of a script.
    pub name: &'static str,
    /// The moment.
    pub when: &'static str,
    /// The meaning of `this` and of the variables, if not the cell at the top left and none.
    pub sees: &'static str,
    /// True if its scripts look at a cell; others look at the one at the top left.
    pub(crate) has_a_cell: bool,
    /// The counters of the game at that moment.
    pub(crate) counters: Counters,
    /// A mode that shows it.
    pub example: TriggerExample,
}

/// The counters of a game at a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counters {
    /// The game has just begun: they are 0.
    Zero,
    /// No merge of a turn is yet to be added to `@MergesBefore`: nothing has moved yet, or the turn
    /// was counted.
    Counted,
    /// Merges may be yet to be counted.
    Behind,
}

/// A mode in which a script on a trigger writes down what it sees; tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggerExample {
    /// The keys that are laid over [`SCENE`], as lines of a mode file.
    pub keys: &'static str,
    /// The actions of the player: `left`, `right`, `up` and `down`, `still`; `click` on the tile of
    /// the second row; `second` (one passes); `again` (a new game).
    pub actions: &'static str,
    /// The value of the game variable `seen` afterwards.
    pub seen: &'static str,
}

/// The mode that the examples of triggers extend.
pub const SCENE: &str = r##"{
  "title": "Scene",
  "grid": { "cells": [[[2], [2], "@Empty"], ["@Empty", [8], "@Empty"]] },
  "start_tiles": 0,
  "tiles_per_turn": 0,
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": ["= value * 2"] }],
  "variables": { "seen": [] },
  "tiles": [{ "colour": "#f0c040" }],
}"##;

/// A script that writes down the value of a formula.
macro_rules! script {
    ($on:literal, $seen:literal) => {
        concat!(r#"{ "on": ""#, $on, r#"", "do": "= seen = seen.push("#, $seen, r#")" }"#)
    };
}

/// The text about what scripts see: first their cell, if the row has `this` before it.
macro_rules! sees {
    ($text:literal) => {
        $text
    };
    (this $text:literal) => {
        concat!("`this`: ", $text)
    };
}

macro_rules! has_a_cell {
    () => {
        false
    };
    (this) => {
        true
    };
}

/// A row of the table: trigger, counters, when, what it sees; then the example.
macro_rules! trigger {
    ($name:literal, $counters:ident, $when:literal, $($this:ident)? $sees:literal, [$($keys:literal),*], $writes:literal, $actions:literal => $seen:literal) => {
        Trigger {
            name: $name,
            when: $when,
            sees: sees!($($this)? $sees),
            has_a_cell: has_a_cell!($($this)?),
            counters: Counters::$counters,
            example: TriggerExample {
                keys: concat!($("  ", $keys, ",\n",)* "  \"scripts\": [", script!($name, $writes), "],\n"),
                actions: $actions,
                seen: $seen,
            },
        }
    };
}

const TRIGGERS: &[Trigger] = &[
    trigger!("StartModeBM", Zero, "A mode is started. (In the Compendium before most modifiers; here all of them are applied already.) Variables and spawns that scripts set here stay for all its games.", "Variables: two empty lists (in the Compendium: the settings of the mode, and modifiers); then a list of three: an empty list, the directions, the automatic moves.", [], "given(2)[1].length", "left again" => "[4]"),
    trigger!("StartModeAM", Zero, "A mode is started, after modifiers have changed it.", "Variables: as for `StartModeBM`.", [], "given(2)[1].length", "again" => "[4]"),
    trigger!("RestartMode", Zero, "A game begins (also when it is restarted), before the first tiles spawn.", "", [r#""grid": "2x1""#, r#""start_tiles": 2"#], "cell(0, 0)", "" => r#"["@Empty"]"#),
    trigger!("EndModeSetup", Zero, "The first tiles have spawned.", "", [r#""grid": "2x1""#, r#""start_tiles": 2"#], "cell(0, 0)", "" => "[[1]]"),
    trigger!("BeginTurn", Counted, "A turn begins, before anything moves.", "", [], "grid[0]", "left" => r#"[[[2],[2],"@Empty"]]"#),
    trigger!("StayStill", Counted, "In a turn without movement: once for each row that has an empty cell.", "", [r#""directions": { "set": "orthogonal", "stay_still": true }"#], "direction", "still" => "[5,5]"),
    trigger!("TileMove", Behind, "A tile has moved.", this "the cell that it left.", [], "this.position", "left" => "[[1,1]]"),
    trigger!("Merge", Behind, "Tiles have merged.", this "the cell of the rear tile. Variables: those of the rule, then the list of the new tiles.", [], "given(-1)", "left" => "[[[4]]]"),
    trigger!("MoveIteration", Behind, "All tiles have moved by one step.", "", [], "grid[0]", "right" => r#"[["@Empty",[2],[2]],["@Empty","@Empty",[4]],["@Empty","@Empty",[4]]]"#),
    trigger!("PossibleEnd", Behind, r#"Nothing moves any more; `ScriptSignal('@ScriptSignal_MovementOccurred')` keeps the turn going."#, "", [], "grid[0]", "right" => r#"[["@Empty","@Empty",[4]]]"#),
    trigger!("EndMovementDirectionMoveless", Behind, "The movement is over, even if nothing has moved; in automatic moves too.", "", [r#""auto_directions": [{ "move": [1, 0], "at": "After", "every": 1, "first": 0 }]"#], "direction", "up left" => "[1,-1,3,-1]"),
    trigger!("EndMovementMoveless", Behind, "The movement is over, even if nothing has moved.", "", [r#""auto_directions": [{ "move": [1, 0], "at": "After", "every": 1, "first": 0 }]"#], "direction", "up left" => "[1,3]"),
    trigger!("EndMovementDirection", Behind, "Something has moved, and the movement is over; in automatic moves too.", "", [r#""auto_directions": [{ "move": [1, 0], "at": "After", "every": 1, "first": 0 }]"#], "direction", "up left" => "[-1,3,-1]"),
    trigger!("EndMovement", Behind, "Something has moved, and the movement is over.", "", [r#""auto_directions": [{ "move": [1, 0], "at": "After", "every": 1, "first": 0 }]"#], "direction", "up left" => "[3]"),
    trigger!("ZeroMerge", Behind, "A rule of length 0 has changed a tile.", this "the cell. Variables: those of the rule, then the list of the new tiles.", [r#""merges": ["...", { "length": 0, "match": [{ "value": 8 }], "result": [9], "score": 0 }]"#], "given(-1)", "left" => "[[[9]]]"),
    trigger!("PreSpawn", Counted, "Before tiles spawn.", "", [r#""tiles_per_turn": 1"#, r#""grid": { "cells": [["@Empty", [2]]] }"#], "grid[0]", "left" => r#"[[[2],"@Empty"]]"#),
    trigger!("TileSpawn", Counted, "A tile has spawned.", this "its cell. Variables: the tile; whether it was a forced spawn.", [r#""tiles_per_turn": 1"#], "[given(0), given(1)]", "left" => "[[[1],false]]"),
    trigger!("TileSpawnFail", Counted, "A tile could not spawn: there was no room.", "Variables: the tile; whether it was a forced spawn.", [r#""tiles_per_turn": 2"#, r#""grid": { "cells": [["@Empty", [2]]] }"#], "[given(0), given(1)]", "left" => "[[[1],false]]"),
    trigger!("PostSpawn", Counted, "After tiles have spawned.", "Variables: the list of them.", [r#""tiles_per_turn": 2"#], "given(0)", "left" => "[[[1],[1]]]"),
    trigger!("EndTurn", Counted, "The turn is over, before goals are checked.", "", [r#""win": [[4]]"#], "@DiscWinning", "left" => "[[]]"),
    trigger!("PossibleOver", Counted, "No move is possible; once in a game. A script can make room.", "", [r#""tiles_per_turn": 1"#, r#""grid": { "cells": [["@Empty", [2]]] }"#], "moves", "left up down right left" => "[1]"),
    trigger!("TrueEndTurn", Counted, "The turn is over, after goals were checked.", "", [r#""win": [[4]]"#], "@DiscWinning", "left" => "[[[4]]]"),
    trigger!("Victory", Counted, "The game is won.", "", [r#""win": [[4]]"#], "score", "left" => "[4]"),
    trigger!("GameOver", Counted, "The game is lost, or no move is possible.", "", [r#""lose": [[4]]"#], "score", "left" => "[4]"),
    trigger!("TileClick", Counted, "A tile was clicked.", this "its cell.", [], "this", "click" => "[[8]]"),
    Trigger {
        name: "Interval",
        when: "Again and again, after `every` milliseconds, until the expression `until` is true.",
        sees: "",
        has_a_cell: false,
        counters: Counters::Counted,
        example: TriggerExample {
            keys: concat!(
                r#"  "display_interval": 1000,"#,
                "\n",
                r#"  "scripts": [{ "on": "Interval", "every": 2000, "until": "= @TimeSinceStartGame > 5", "do": "= seen = seen.push(@TimeSinceStartGame)" }],"#,
                "\n",
            ),
            actions: "second second second second second second second second",
            seen: "[2,4]",
        },
    },
];

/// Returns all triggers, in the order in which they come in a game.
///
/// ```
/// let first = polymerge_modefile::triggers().next().unwrap();
/// assert_eq!(first.name, "StartModeBM");
/// ```
pub fn triggers() -> impl Iterator<Item = &'static Trigger> {
    TRIGGERS.iter()
}

impl TriggerExample {
    /// The mode as the text of a file, with this title.
    pub fn mode(&self, title: &str) -> String {
        format!("{{\n  \"extends\": \"scene.jsonc\",\n  \"title\": \"{title}\",\n{}}}\n", self.keys)
    }
}
