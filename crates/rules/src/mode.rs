//! A mode: the declaration of a game, as its author wrote it.

use calcarray::{Array, Value};

use crate::error::ModeError;
use crate::merge::lengths;

/// Everything that makes a mode, expression for expression as written.
///
/// This is plain data: nothing is checked or compiled here, so that a save
/// code read into a `Mode` and written again is the same text.
/// [`crate::Ruleset::compile`] checks it and makes it playable. The fields are
/// those of a save code (docs/spec/savecodes.md, "Mode and Game pieces";
/// meaning: docs/spec/rules.md, "Data model"), in that order; the last one is
/// in no save code.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// Columns of the grid.
    pub width: usize,
    /// Rows of the grid.
    pub height: usize,
    /// Rows of cells.
    pub starting_grid: Value,
    /// The directions a player can press.
    pub directions: Value,
    /// Automatic moves.
    pub auto_directions: Value,
    /// `[vertical step, horizontal step, slide]`, evaluated for each cell.
    pub movement_parameters: Value,
    /// Entries per tile.
    pub tile_entries: usize,
    /// The looks of tiles.
    pub tile_types: Value,
    /// Merge rules.
    pub merge_rules: Value,
    /// The spawn list at the start of a game, with weights.
    pub spawns: Value,
    /// The forced spawns.
    pub forced_spawns: Value,
    /// Tiles that win, or conditions for them.
    pub win_conditions: Value,
    /// The number of winning tiles that are needed, or a condition.
    pub win_requirement: Value,
    /// Tiles that lose.
    pub lose_conditions: Value,
    /// The number of losing tiles that lose the game, or a condition.
    pub lose_requirement: Value,
    /// Set if winning beats losing in the same turn.
    pub win_priority: Value,
    /// Set if play may continue after a win.
    pub postgame_allowed: Value,
    /// The boxes above the grid.
    pub stat_boxes: Value,
    /// Colour behind everything.
    pub screen_background: Value,
    /// Colour of the grid.
    pub grid_background: Value,
    /// Colour of empty cells.
    pub cell_background: Value,
    /// Colour behind texts.
    pub text_background: Value,
    /// The rules as the player reads them: a list of `[tag, text]`.
    pub rules_text: Value,
    /// Set if tiles may merge more than once a turn.
    pub multi_merge: Value,
    /// `All` or `Edge`.
    pub spawn_location: Value,
    /// Tiles at the start.
    pub start_tiles: f64,
    /// Tiles per turn.
    pub tiles_per_turn: f64,
    /// The condition for tiles to spawn in a turn.
    pub spawn_conditions: Value,
    /// The number of next tiles that are shown.
    pub next_tiles: f64,
    /// Game variables at the start.
    pub game_variables: Value,
    /// Modifier variables at the start.
    pub modifier_variables: Value,
    /// Scripts with their triggers.
    pub scripts: Value,
    /// Set if the grid is drawn as hexagons.
    pub hexagonal: Value,
    /// Set if tiles hide their text.
    pub hidden_tile_text: Value,
    /// The caching of tile looks in the original; a stored number only.
    pub tile_display_known_level: f64,
    /// The caching of merge results in the original; a stored number only.
    pub merge_result_known_level: f64,
    /// The number of cells behind a tile in the original's cache key of a merge result; a stored
    /// number only.
    pub known_merge_lookback: f64,
    /// The number of cells from the tile on ahead in the original's cache key of a merge result; a
    /// stored number only.
    pub known_merge_max_length: f64,
    /// The expression for the value of a tile: the `tileValue` operator.
    pub tile_value: Value,
    /// The part of a tile that counts as discovered: steps without a first entry.
    pub discovered_filter: Value,
    /// Milliseconds between repaints, or infinity.
    pub display_interval: f64,
    /// The condition under which a tile may not spawn in a cell.
    pub spawn_tile_blocked: Value,
    /// The condition under which a direction can't be pressed.
    pub direction_blocked: Value,
    /// The opacities of parts of the screen.
    pub component_opacities: Value,
    /// The parts that the display may leave out.
    pub display_lag_reductions: Value,
    /// Names beside the modifier variables.
    pub modifier_indices: Value,
    /// The expression that changes the first values of the game variables before every game, such
    /// as one that draws a first goal. Save codes have no place for it; they hold the values that
    /// it left in the variables.
    pub before_game: Option<Value>,
}

impl Default for Mode {
    /// An empty 4×4 grid with nothing in it: four directions, no tiles, no
    /// rules; what an author leaves out.
    fn default() -> Mode {
        let list = || Value::Array(Array::default());
        Mode {
            width: 4,
            height: 4,
            starting_grid: Value::array(vec![Value::array(vec![Value::text("@Empty"); 4]); 4]),
            directions: list(),
            auto_directions: list(),
            movement_parameters: Value::array(vec!["@VDir".into(), "@HDir".into(), "@SlideAmount".into()]),
            tile_entries: 1,
            tile_types: list(),
            merge_rules: list(),
            spawns: list(),
            forced_spawns: list(),
            win_conditions: list(),
            win_requirement: Value::Boolean(false),
            lose_conditions: list(),
            lose_requirement: Value::Boolean(false),
            win_priority: Value::Boolean(true),
            postgame_allowed: Value::Boolean(true),
            stat_boxes: list(),
            screen_background: Value::text("#ffffff"),
            grid_background: Value::text("#888888"),
            cell_background: Value::text("#aaaaaa"),
            text_background: Value::text("#000000"),
            rules_text: list(),
            multi_merge: Value::Boolean(false),
            spawn_location: Value::text("All"),
            start_tiles: 2.0,
            tiles_per_turn: 1.0,
            spawn_conditions: Value::Boolean(true),
            next_tiles: 0.0,
            game_variables: list(),
            modifier_variables: list(),
            scripts: list(),
            hexagonal: Value::Boolean(false),
            hidden_tile_text: Value::Boolean(false),
            tile_display_known_level: 2.0,
            merge_result_known_level: 0.0,
            known_merge_lookback: 0.0,
            known_merge_max_length: 2.0,
            tile_value: Value::array(vec![Value::Number(0.0)]),
            discovered_filter: list(),
            display_interval: f64::INFINITY,
            spawn_tile_blocked: Value::Boolean(false),
            direction_blocked: Value::Boolean(false),
            component_opacities: list(),
            display_lag_reductions: list(),
            modifier_indices: list(),
            before_game: None,
        }
    }
}

impl Mode {
    /// The merge rules with those for several lengths replaced by one for
    /// each length that fits the grid, longer ones first (docs/spec/rules.md,
    /// "Expansion of several lengths"): the rules as they are played.
    ///
    /// # Errors
    /// If the merge rules are no list, or the expansion would be too large.
    ///
    /// ```
    /// use calcarray::json;
    /// use polymerge_rules::Mode;
    ///
    /// // Two or more equal tiles vanish.
    /// let rules = r#"[[2, ["@Next 1 0", "=", "@This 0"], true, [], 0, [], 2, [0, 1], 1, "@Infinity"]]"#;
    /// let mode = Mode { merge_rules: json::read(rules, &Default::default())?, ..Mode::default() };
    /// assert_eq!(mode.expanded_merge_rules()?.len(), 3); // four, three, two in a row of four
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn expanded_merge_rules(&self) -> Result<Vec<Value>, ModeError> {
        let field = "merge_rules";
        let rules = self.merge_rules.as_array().ok_or_else(|| ModeError::new(field, "must be a list"))?;
        lengths::expand(rules.entries(), self.height.max(self.width))
            .map_err(|(index, error)| ModeError::new(field, error.to_string()).at(index))
    }

    /// The game as Gabriele Cirulli's 2048 has it, on a grid of any size: tiles
    /// are powers of 2, held by their exponents; equal ones merge, 2 spawns
    /// nine times as often as 4, the tile 2048 wins.
    pub fn classic(width: usize, height: usize) -> Mode {
        let list = |entries: &[Value]| Value::array(entries.to_vec());
        let number = |number: f64| Value::Number(number);
        let direction = |rows: f64, columns: f64, label: &str| {
            let flags = list(&[number(1.0), true.into(), true.into(), true.into()]);
            let mv = list(&[number(rows), number(columns), number(f64::INFINITY), number(0.0), flags]);
            list(&[mv, label.into()])
        };
        let next = list(&["@This 0".into(), "+".into(), number(1.0)]);
        let rule = list(&[
            number(2.0),
            list(&["@Next 1 0".into(), "=".into(), "@This 0".into()]),
            true.into(),
            list(&[list(std::slice::from_ref(&next))]),
            list(&[number(2.0), "^".into(), next]),
            list(&[false.into(), true.into()]),
        ]);
        Mode {
            width,
            height,
            starting_grid: vec![list(&vec!["@Empty".into(); width]); height].into(),
            directions: list(&[
                direction(-1.0, 0.0, "up"),
                direction(1.0, 0.0, "down"),
                direction(0.0, -1.0, "left"),
                direction(0.0, 1.0, "right"),
            ]),
            merge_rules: list(&[rule]),
            spawns: list(&[
                list(&[list(&[number(1.0)]), number(90.0)]),
                list(&[list(&[number(2.0)]), number(10.0)]),
            ]),
            win_conditions: list(&[list(&[number(11.0)])]),
            win_requirement: number(1.0),
            stat_boxes: list(&[list(&["Score".into(), "@Score".into()])]),
            tile_value: list(&[number(2.0), "^".into(), "@This 0".into()]),
            ..Mode::default()
        }
    }
}
