//! The special strings of the language: texts such as `"@Next 1 0"` that stand for
//! something of the game. One table, for the checker, the help and `docs/words.md`.

use std::fmt::Write;

/// A word that special strings begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// The parts that may follow it, form by form.
    pub forms: &'static [&'static str],
    /// The number of parts of a text with it, the word itself counted: least and most.
    pub parts: (usize, usize),
    /// The meaning, in a line or two.
    pub help: &'static str,
    /// An expression and its value in [`SCENE`], both in extended JSON; tested.
    pub example: (&'static str, &'static str),
}

/// The game that the examples of words look at, as `polymerge eval --context` takes it:
/// a move to the right, seen from the first tile of the second row.
pub const SCENE: &str = r#"{
  "grid": [
    [[2], "@Empty", [4]],
    [[2], [4], [8]],
    ["@Void", "@Empty", [2]]
  ],
  "v": 1, "h": 0, "vdir": 0, "hdir": 1, "info": [2, "@Infinity", 0, 4],
  "game_vars": [3, [10, 20]], "modifier_vars": [7], "mvar_indices": [21], "vars": [5],
  "score": 60, "moves": 12, "merges": 7, "merge_moves": 6, "merges_before": 5,
  "discovered": [[2], [4], [8]], "winning": [[8]], "losing": [], "next_spawns": [[2], [4]]
}"#;

/// A row of the table: the word, its forms, the number of its parts, help, and an example.
macro_rules! word {
    ($name:literal, $forms:expr, $parts:expr, $help:literal, $example:literal => $value:literal) => {
        Word { name: $name, forms: $forms, parts: $parts, help: $help, example: ($example, $value) }
    };
}

/// The words by group, with a title for people.
static TABLE: &[(&str, &[Word])] = &[
    ("Tiles", TILES),
    ("The grid and the move", GRID),
    ("Variables", VARIABLES),
    ("The game so far", GAME),
    ("Time", TIME),
];

const TILES: &[Word] = &[
    word!("@This", &["", "entry", "@VCoord, @HCoord or @Position"], (1, 2), "The tile at the place: in a merge the rear tile, in a goal or a look the tested tile. With the number or name of an entry: this entry. With @VCoord, @HCoord or @Position: its row, its column or both.", r#"["@This 0"]"# => "2"),
    word!("@Next", &["", "FL", "steps", "steps entry", "steps aside entry"], (1, 4), "The tile this many steps ahead. Without a number: the list of the tiles ahead that merge, the farthest first; with FL: of all tiles up to the edge. Beyond the edge it is only plain text.", r#"["@Next 1 0","+","@Next 2 0"]"# => "12"),
    word!("@NextNE", &["", "tiles", "tiles entry"], (1, 3), "The tile this many tiles ahead; empty cells are not counted. A negative number looks behind. Without a number: the list of all tiles ahead, the nearest first.", r#"["@NextNE"]"# => "[[4],[8]]"),
    word!("@NextFull", &["", "tiles", "tiles entry"], (1, 3), "As @NextNE, but holes are not counted either.", r#"["@NextFull 2 0"]"# => "8"),
    word!("@Relative", &["rows columns", "rows columns entry"], (3, 4), "The tile this many rows down and columns to the right, in every direction of the move.", r#"["@Relative -1 2"]"# => "[4]"),
    word!("@TileContainer", &[""], (1, 1), "Where tiles are looked up: the grid, or a single tile that is tested without a grid.", r#"["@TileContainer","arr_length"]"# => "3"),
];

const GRID: &[Word] = &[
    word!("@Grid", &["", "row", "row column", "row column entry"], (1, 9),
        "The grid, a row, a cell or an entry of it, numbered from 0; without the last parts, all of them. For a computed place: [\"@Grid\",\"arr_elem\",row,\"arr_elem\",column].",
        r#"["@Grid 1 2 0"]"# => "8"),
    word!("@GridWidth", &[""], (1, 1), "How many columns the grid has.", r#"["@GridWidth"]"# => "3"),
    word!("@GridHeight", &[""], (1, 1), "How many rows the grid has.", r#"["@GridHeight"]"# => "3"),
    word!("@VCoord", &[""], (1, 1), "The row of the place, from 0 at the top.", r#"["@VCoord"]"# => "1"),
    word!("@HCoord", &[""], (1, 1), "The column of the place, from 0 at the left.", r#"["@HCoord"]"# => "0"),
    word!("@VDir", &[""], (1, 1), "How many rows down a step of the move goes.", r#"["@VDir"]"# => "0"),
    word!("@HDir", &[""], (1, 1), "How many columns to the right a step of the move goes.", r#"["@HDir"]"# => "1"),
    word!("@MLength", &[""], (1, 1), "How many tiles merge.", r#"["@MLength"]"# => "2"),
    word!("@SlideAmount", &[""], (1, 1),
        "How many steps tiles may slide in the move.", r#"["@SlideAmount"]"# => r#""@Infinity""#),
    word!("@MoveType", &[""], (1, 1), "The \"type\" of the direction, a number.", r#"["@MoveType"]"# => "0"),
    word!("@DirectionIndex", &[""], (1, 1),
        "Which direction was pressed, from 1; negative for automatic moves, 0 for none.", r#"["@DirectionIndex"]"# => "4"),
    word!("@TileOrder", &[""], (1, 1),
        "The list of all cells, as [row, column], in the order in which they move.", r#"["@TileOrder"]"# => "[]"),
];

const VARIABLES: &[Word] = &[
    word!("@Var", &["", "number"], (1, 2), "A variable of the line or of its rule, look or script; negative numbers count from the end. Only lists that start with @var_retain can read it. Without a number: the list of all.", r#"["@var_retain","@Var 0"]"# => "5"),
    word!("@GVar", &["", "number"], (1, 2), "A game variable, by its number or name; without one, the list of all.", r#"["@GVar 1","arr_elem",0]"# => "10"),
    word!("@MVar", &["", "number"], (1, 2), "A modifier variable, by its number or name; without one, the list of all.", r#"["@MVar 0"]"# => "7"),
    word!("@MVarIndex", &["", "modifier"], (1, 2), "The number of the modifier variable that belongs to a modifier; -1 if there is none. Without a number: the list of the modifiers.", r#"["@MVarIndex 21"]"# => "0"),
    word!("@Parent", &["", "number"], (1, 2), "The running value of a line around: -1 is this line, -2 the one around it.", r#"[3,"*",[1,"+","@Parent -2"]]"# => "12"),
];

const GAME: &[Word] = &[
    word!("@Score", &[""], (1, 1), "The score.", r#"["@Score"]"# => "60"),
    word!("@Moves", &[""], (1, 1),
        "How many moves were made; automatic moves count if they are their own turns.", r#"["@Moves","%",5,"=",2]"# => "true"),
    word!("@Merges", &[""], (1, 1), "How many merges there were.", r#"["@Merges"]"# => "7"),
    word!("@MergeMoves", &[""], (1, 1), "In how many moves something merged.", r#"["@MergeMoves"]"# => "6"),
    word!("@MergesBefore", &[""], (1, 1),
        "How many merges were made before this move. The merges of the move are added before tiles spawn. Therefore compare both on EndMovement, not on EndTurn.",
        r#"["@Merges","-","@MergesBefore"]"# => "2"),
    word!("@DiscTiles", &["", "place", "place entry"], (1, 9),
        "The tiles that were discovered in this game, each once.", r#"["@DiscTiles","arr_length"]"# => "3"),
    word!("@DiscWinning", &["", "place", "place entry"], (1, 9),
        "The winning tiles that were discovered.", r#"["@DiscWinning 0 0"]"# => "8"),
    word!("@DiscLosing", &["", "place", "place entry"], (1, 9),
        "The losing tiles that were discovered.", r#"["@DiscLosing","arr_length"]"# => "0"),
    word!("@NextSpawns", &["", "place", "place entry"], (1, 9),
        "The tiles that spawn next, where they are shown (\"next_tiles\").", r#"["@NextSpawns 0"]"# => "[2]"),
    word!("@Primes", &[""], (1, 1),
        "The primes that are known so far, as big integers; @primesUpdate finds more.",
        r#"["@Primes","arr_elem",0]"# => r#""@BigInt 2""#),
    word!("@InGameStatus", &[""], (1, 1),
        "2 during a move, 1 between turns, 0 while a code is made, -1 on the screen of a win, -2 at the end.",
        r#"["@InGameStatus"]"# => "1"),
];

const TIME: &[Word] = &[
    word!("@TimeSinceStartGame", &[""], (1, 1),
        "Seconds since the game began. All times are -1 if the event has not happened yet.", r#"["@TimeSinceStartGame"]"# => "-1"),
    word!("@TimeSinceFirstMove", &[""], (1, 1), "Seconds since the first move.", r#"["@TimeSinceFirstMove"]"# => "-1"),
    word!("@TimeSinceMoveStart", &[""], (1, 1),
        "Seconds since the last move began.", r#"["@TimeSinceMoveStart"]"# => "-1"),
    word!("@TimeSinceMoveEnd", &[""], (1, 1), "Seconds since the last move ended.", r#"["@TimeSinceMoveEnd"]"# => "-1"),
    word!("@TimestampVictory", &[""], (1, 1),
        "Seconds from the start of the game to the win.", r#"["@TimestampVictory"]"# => "-1"),
    word!("@TimestampGameOver", &[""], (1, 1),
        "Seconds from the start of the game to its end.", r#"["@TimestampGameOver"]"# => "-1"),
];

/// All words, group by group.
pub fn all() -> impl Iterator<Item = &'static Word> {
    TABLE.iter().flat_map(|(_, words)| words.iter())
}

/// The word of this name.
///
/// ```
/// let word = calcarray::words::find("@Score").unwrap();
/// assert_eq!(word.help, "The score.");
/// ```
pub fn find(name: &str) -> Option<&'static Word> {
    all().find(|word| word.name == name)
}

impl Word {
    /// The texts that it can begin, with what follows by name: `@Next steps entry`.
    pub fn usages(&self) -> impl Iterator<Item = String> + '_ {
        self.forms.iter().map(|form| match form.is_empty() {
            true => self.name.to_owned(),
            false => format!("{} {form}", self.name),
        })
    }
}

/// The table of words as Markdown.
pub fn reference() -> String {
    let mut page = String::from(INTRODUCTION);
    let _ = write!(page, "\n## The game of the examples\n\n```json\n{SCENE}\n```\n");
    for (title, words) in TABLE {
        let _ = write!(page, "\n## {title}\n\n| Word | What it stands for | Example |\n|---|---|---|\n");
        for word in *words {
            let usages: Vec<String> = word.usages().map(|usage| format!("`{usage}`")).collect();
            let (expression, value) = word.example;
            let _ =
                writeln!(page, "| {} | {} | `{expression}` → `{value}` |", usages.join("<br>"), word.help);
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Words of the language

*Generated from the table of words; `APPROVE=1 cargo test -p calcarray` writes it anew.*

A text that begins with `@` stands for something of the game: `\"@Score\"` is the score, `\"@Next 1 0\"` the first entry of
the tile ahead. Single spaces separate the parts of such a text. In mode files, the entries of tiles and game variables may have
their names: `\"@Next 1 value\"`, `\"@GVar turns\"`. Any other text is plain text. A text with too many parts is plain
text, too. `@FromVCoord 0`, `@FromHCoord 2`, `@FromVDir 1` and `@FromHDir 0` at the end of a word set the place and the
direction from which it looks.

[operators.md](operators.md) describes the operators. [keywords.md](keywords.md) describes other words that begin with
`@`, and the types of values. `polymerge eval --explain @Next` shows a row of any of these pages.
";

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::host::{Board, Counter, Host, List, NoGame, Position, Store};
    use crate::ir::special::{Special, Subject};
    use crate::json::{self, ReadLimits};
    use crate::limits::{Limits, Meter};
    use crate::program::{Program, Variables};
    use crate::{Error, Primes, Value};

    /// [`SCENE`] as a host.
    struct Scene {
        no_game: NoGame,
        members: Value,
        modifiers: Vec<Value>,
    }

    impl Scene {
        fn get(&self, key: &str) -> &Value {
            let Value::Object(members) = &self.members else { panic!("the scene is an object") };
            let member = members.members().iter().find(|(known, _)| known.is(key));
            &member.unwrap_or_else(|| panic!("no {key}")).1
        }

        fn list(&self, key: &str) -> &[Value] {
            self.get(key).as_array().unwrap().entries()
        }
    }

    impl Host for Scene {
        fn grid(&self) -> &dyn Board {
            self.get("grid")
        }

        fn counter(&self, counter: Counter) -> f64 {
            let key = match counter {
                Counter::Score => "score",
                Counter::Moves => "moves",
                Counter::Merges => "merges",
                Counter::MergeMoves => "merge_moves",
                Counter::MergesBefore => "merges_before",
            };
            self.get(key).as_number().unwrap()
        }

        fn list(&self, list: List) -> &[Value] {
            self.list(match list {
                List::Discovered => "discovered",
                List::Winning => "winning",
                List::Losing => "losing",
                List::NextSpawns => "next_spawns",
            })
        }

        fn store(&self, store: Store) -> &[Value] {
            match store {
                Store::GameVariables => self.list("game_vars"),
                Store::ModifierVariables => self.list("modifier_vars"),
                _ => &[],
            }
        }

        fn modifier_indices(&self) -> &[Value] {
            &self.modifiers
        }

        fn primes(&mut self) -> &mut Primes {
            self.no_game.primes()
        }
    }

    /// The value of an expression in [`SCENE`].
    pub(crate) fn run_in_scene(expression: &Value) -> Result<Value, Error> {
        let members = json::read(SCENE, &ReadLimits::default()).unwrap();
        let mut scene = Scene { no_game: NoGame::default(), members, modifiers: vec![21.0.into()] };
        let mut info = Position::INFO;
        info.clone_from_slice(scene.list("info"));
        let variables = Variables::new(scene.list("vars").to_vec());
        let position = Position { v: crate::Coordinate::At(1.0), hdir: 1.0, info, ..Position::default() };
        let program = Program::compile(expression, &Limits::default())?;
        program.run_with(&mut scene, &position, &mut Meter::new(Limits::default()), &variables)
    }

    #[test]
    fn examples_are_right() {
        let read = |text: &str| json::read(text, &ReadLimits::default()).unwrap();
        for word in all() {
            let (expression, value) = word.example;
            assert_eq!(run_in_scene(&read(expression)), Ok(read(value)), "{}: {expression}", word.name);
            assert!(expression.contains(word.name), "{}: {expression}", word.name);
        }
    }

    /// The table and the reader of special strings know equal words with equal parts.
    #[test]
    fn words_have_the_parts_that_are_read() {
        for word in all() {
            let (least, most) = word.parts;
            for parts in 1..=5 {
                let text = [word.name].into_iter().chain(["1"].into_iter().cycle().take(parts - 1));
                let text = text.collect::<Vec<_>>().join(" ");
                let special = Special::parse(&text.as_str().into()).unwrap();
                let known = !matches!(special.subject, Subject::Unknown);
                assert_eq!(known, (least..=most).contains(&parts), "{text}");
            }
        }
    }
}
