//! A mode, compiled and checked.

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use calcarray::{Error, Program, Text, Value};

use crate::board::direction::{AutoMove, Direction};
use crate::board::grid::Grid;
use crate::board::heading::Mover;
use crate::board::lines::{DirectionLines, Lines};
use crate::board::moves::Move;
use crate::board::tile_table::Tiles;
use crate::board::visit_order::{self, Order};
use crate::error::ModeError;
use crate::game::state::StartValues;
use crate::limits::Limits;
use crate::merge::rule::MergeRule;
use crate::mode::Mode;
use crate::turn::goal::{Condition, Goal, Requirement};
use crate::turn::programs::Programs;
use crate::turn::trigger::{Script, Stage, Trigger, Triggers};

/// A mode that can be played: compiled and checked once, immutable, shared by
/// any number of games and threads.
pub struct Ruleset {
    mode: Mode,
    limits: Limits,
    directions: Vec<Direction>,
    orders: Vec<Order>,
    auto_moves: Vec<AutoMove>,
    auto_orders: Vec<Order>,
    rules: Vec<MergeRule>,
    reads_parity: OnceLock<bool>,
    /// See [`Ruleset::may_be_eligible`].
    pub(crate) eligible: OnceLock<bool>,
    /// The indices of the rules that may apply at the end of a turn.
    end_of_turn_rules: Vec<usize>,
    expanded: Vec<Value>,
    scripts: Vec<Script>,
    /// The triggers that some script runs for.
    triggers: Triggers,
    has_availability: bool,
    has_scripts_in_turns: bool,
    moves_by_lines: bool,
    /// None if tiles simply move in the direction that was pressed.
    movement_parameters: Option<[Program; 3]>,
    /// None if tiles always spawn.
    spawn_conditions: Option<Program>,
    spawn_blocked: Option<Program>,
    direction_blocked: Option<Program>,
    /// None if every game begins with the variables of the mode.
    before_game: Option<Program>,
    goals: (Goal, Goal),
    tile_value: Program,
    discovered_filter: Vec<Value>,
    stat_boxes: Vec<StatBox>,
    starting_grid: Grid,
    start_values: StartValues,
    programs: Mutex<Programs>,
    lines: OnceLock<Lines>,
    lists_primes: OnceLock<bool>,
    mentions_time: OnceLock<bool>,
    merge_rules_place_tiles: OnceLock<bool>,
    hash: OnceLock<u64>,
}

/// The part of a stat box that matters for the game: it can be clicked.
pub(crate) struct StatBox {
    pub(crate) shown: Option<Program>,
    pub(crate) click: Option<Program>,
}

/// Every direction keeps the order in which it visits the cells: how many
/// cells that may be together.
const MOST_ORDERED_CELLS: usize = 1 << 22;

impl Ruleset {
    /// Compiles a mode.
    ///
    /// # Errors
    /// A field that can't be made sense of, or a limit that it exceeds.
    pub fn compile(mode: Mode, limits: impl Into<Limits>) -> Result<Arc<Ruleset>, ModeError> {
        Ruleset::compile_within(mode, limits.into())
    }

    fn compile_within(mode: Mode, limits: Limits) -> Result<Arc<Ruleset>, ModeError> {
        let compiler = Compiler { limits: &limits };
        let (height, width) = (mode.height, mode.width);
        if height == 0 || width == 0 {
            return Err(ModeError::new(if height == 0 { "height" } else { "width" }, "must not be 0"));
        }
        if height.checked_mul(width).is_none_or(|cells| cells > limits.cells) {
            let reason = format!("a grid may have {} cells at most", limits.cells);
            return Err(ModeError::new("starting_grid", reason));
        }
        let starting_grid = Grid::read(&mode.starting_grid, height, width, &Arc::new(Tiles::new()));
        let starting_grid = starting_grid.ok_or_else(|| {
            ModeError::new("starting_grid", format!("must be {height} rows of {width} cells"))
        })?;

        let evaluation = &limits.evaluation;
        let mut directions = Vec::new();
        for (index, entry) in compiler.list("directions", &mode.directions)?.iter().enumerate() {
            let direction = Direction::compile(entry, evaluation);
            directions.push(direction.map_err(|problem| problem.of("directions", index))?);
        }
        let mut auto_moves = Vec::new();
        for (index, entry) in compiler.list("auto_directions", &mode.auto_directions)?.iter().enumerate() {
            let auto_move = AutoMove::compile(entry, evaluation);
            auto_moves.push(auto_move.map_err(|problem| problem.of("auto_directions", index))?);
        }
        let ordered = (directions.len() + auto_moves.len()).saturating_mul(height * width);
        if ordered > MOST_ORDERED_CELLS {
            return Err(ModeError::new("directions", "there are too many for a grid of this size"));
        }
        let order = |direction: &Direction| visit_order::of_move(direction, height, width);

        compiler.list("merge_rules", &mode.merge_rules)?;
        let expanded = mode.expanded_merge_rules()?;
        let mut rules = Vec::with_capacity(expanded.len());
        for (index, rule) in expanded.iter().enumerate() {
            let rule = MergeRule::new(rule, evaluation);
            rules.push(rule.map_err(|error| ModeError::new("merge_rules", error.to_string()).at(index))?);
        }
        let mut scripts = Vec::new();
        for (index, entry) in compiler.list("scripts", &mode.scripts)?.iter().enumerate() {
            scripts.push(compiler.script(entry).map_err(|error| error.at(index))?);
        }
        let winning = compiler.goal("win_conditions", &mode.win_conditions, &mode.win_requirement)?;
        let losing = compiler.goal("lose_conditions", &mode.lose_conditions, &mode.lose_requirement)?;
        let mut stat_boxes = Vec::new();
        for (index, entry) in compiler.list("stat_boxes", &mode.stat_boxes)?.iter().enumerate() {
            stat_boxes.push(compiler.stat_box(entry).map_err(|error| error.at(index))?);
        }
        let start_values = StartValues {
            game_variables: compiler.list("game_variables", &mode.game_variables)?.to_vec(),
            modifier_variables: compiler.list("modifier_variables", &mode.modifier_variables)?.to_vec(),
            modifier_indices: compiler.list("modifier_indices", &mode.modifier_indices)?.to_vec(),
            spawns: compiler.list("spawns", &mode.spawns)?.to_vec(),
            forced_spawns: compiler.list("forced_spawns", &mode.forced_spawns)?.to_vec(),
            undrawn: None,
        };
        if mode.next_tiles.is_nan() || mode.next_tiles > limits.next_tiles as f64 {
            return Err(ModeError::new("next_tiles", format!("may be {} at most", limits.next_tiles)));
        }
        if mode.tile_entries > limits.tile_entries {
            return Err(ModeError::new("tile_entries", format!("may be {} at most", limits.tile_entries)));
        }
        for (field, amount) in [("start_tiles", mode.start_tiles), ("tiles_per_turn", mode.tiles_per_turn)] {
            if amount.is_nan() {
                return Err(ModeError::new(field, "must be a number"));
            }
        }
        let movement_parameters = compiler.movement_parameters(&mode.movement_parameters)?;
        let triggers = Triggers::of(&scripts);
        const MOVEMENT: Triggers = Triggers::of_stage(Stage::Movement);
        let moves_by_lines = movement_parameters.is_none() && !triggers.meet(MOVEMENT);
        let has_availability = directions.iter().any(|direction| direction.availability.is_some());
        Ok(Arc::new(Ruleset {
            orders: directions.iter().map(order).collect(),
            auto_orders: auto_moves.iter().map(|auto_move| order(&auto_move.direction)).collect(),
            directions,
            auto_moves,
            end_of_turn_rules: (0..rules.len()).filter(|rule| rules[*rule].end_of_turn).collect(),
            rules,
            expanded,
            has_scripts_in_turns: !scripts.iter().all(Script::runs_outside_of_turns),
            scripts,
            triggers,
            has_availability,
            moves_by_lines,
            movement_parameters,
            spawn_conditions: match &mode.spawn_conditions {
                Value::Boolean(true) => None,
                condition => Some(compiler.program("spawn_conditions", condition)?),
            },
            spawn_blocked: compiler.unless_false("spawn_tile_blocked", &mode.spawn_tile_blocked)?,
            direction_blocked: compiler.unless_false("direction_blocked", &mode.direction_blocked)?,
            before_game: match &mode.before_game {
                None => None,
                Some(expression) => Some(compiler.program("before_game", expression)?),
            },
            goals: (winning, losing),
            tile_value: compiler.program("tile_value", &mode.tile_value)?,
            discovered_filter: compiler.list("discovered_filter", &mode.discovered_filter)?.to_vec(),
            stat_boxes,
            starting_grid,
            start_values,
            programs: Mutex::default(),
            lines: OnceLock::new(),
            lists_primes: OnceLock::new(),
            mentions_time: OnceLock::new(),
            merge_rules_place_tiles: OnceLock::new(),
            hash: OnceLock::new(),
            reads_parity: OnceLock::new(),
            eligible: OnceLock::new(),
            mode,
            limits,
        }))
    }

    /// The mode, as it was given.
    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Returns the hash of the rules ([`Mode::rules_hash`]), which is worked out once.
    pub fn rules_hash(&self) -> u64 {
        *self.hash.get_or_init(|| self.mode.rules_hash())
    }

    /// The bounds that its games keep.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The directions a player can press.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The automatic moves.
    pub fn auto_moves(&self) -> &[AutoMove] {
        &self.auto_moves
    }

    /// The merge rules as they are played: rules for several lengths are
    /// replaced by one rule for each length (docs/spec/rules.md, "Expansion of
    /// several lengths").
    pub fn merge_rules(&self) -> &[Value] {
        &self.expanded
    }

    /// Returns the program that changes the game variables before every game.
    pub(crate) fn before_game(&self) -> Option<&Program> {
        self.before_game.as_ref()
    }

    /// Returns true if the mode lets a player continue after a win.
    pub fn postgame_allowed(&self) -> bool {
        self.mode.postgame_allowed != Value::Boolean(false)
    }

    /// Returns true if anything happens when a tile is clicked.
    pub fn tiles_can_be_clicked(&self) -> bool {
        self.has_scripts_for(Trigger::TileClick)
    }

    /// The order in which a move of this mover visits the cells; `None` if the ruleset
    /// has no such mover.
    pub(crate) fn order(&self, mover: Mover) -> Option<&Order> {
        match mover {
            Mover::Player(index) => self.orders.get(index),
            Mover::Automatic(index) => self.auto_orders.get(index),
        }
    }

    /// The lines along which tiles move.
    pub(crate) fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| {
            let directions = self.directions.iter().zip(&self.orders);
            let auto_moves = self.auto_moves.iter().map(|own| &own.direction).zip(&self.auto_orders);
            let size = (self.mode.height, self.mode.width);
            Lines::new(directions, auto_moves, size)
        })
    }

    /// The lines of a move of this mover; `None` if the ruleset has no such mover.
    pub(crate) fn direction_lines(&self, mover: Mover) -> Option<&DirectionLines> {
        match mover {
            Mover::Player(direction) => self.lines().of_directions.get(direction),
            Mover::Automatic(index) => self.lines().of_auto_moves.get(index),
        }
    }

    /// The move of this mover; `None` if the ruleset has no such mover.
    pub(crate) fn move_of(&self, mover: Mover) -> Option<Move<'_>> {
        let direction = match mover {
            Mover::Player(index) => self.directions.get(index)?,
            Mover::Automatic(index) => &self.auto_moves.get(index)?.direction,
        };
        Some(Move {
            mover,
            direction,
            order: self.order(mover)?,
            heading: &self.direction_lines(mover)?.heading,
        })
    }

    /// Returns true if nothing comes before the movement in a turn of the player: no chance, no
    /// scripts, no automatic moves, no expression that blocks the direction.
    pub(crate) fn begins_with_movement(&self, direction: &Direction) -> bool {
        const BEGIN: Triggers = Triggers::of_stage(Stage::Begin);
        direction.probability.is_none()
            && self.direction_blocked.is_none()
            && self.auto_moves.is_empty()
            && !self.has_availability()
            && !self.triggers.meet(BEGIN)
    }

    /// Returns true if a turn that begins with a movement in which no tile moves or merges is over: no
    /// script runs in the rest of it, and nothing in it is computed, which could draw random numbers.
    pub(crate) fn only_tiles_move(&self) -> bool {
        const ALWAYS: Triggers = Triggers::of_stage(Stage::Always);
        let is_plain =
            |goal: &Goal| goal.tiles.is_empty() && !matches!(goal.requirement, Requirement::Condition(_));
        !self.triggers.meet(ALWAYS)
            && self.discovered_filter().is_empty()
            && is_plain(&self.goals.0)
            && is_plain(&self.goals.1)
    }

    /// Returns true if a merge rule may put tiles on the grid, as conditions can: then the tiles that
    /// are visited later may find no room that was there before.
    pub(crate) fn merge_rules_place_tiles(&self) -> bool {
        *self.merge_rules_place_tiles.get_or_init(|| self.mode.merge_rules.mentions("@replace_tile"))
    }

    /// Returns true if lines decide the moves that tiles make: not each tile at its own step, and
    /// no scripts while tiles move.
    pub(crate) fn moves_by_lines(&self) -> bool {
        self.moves_by_lines
    }

    /// Returns true if the mode mentions `@Primes`, which shows how far the table of primes goes.
    pub(crate) fn lists_primes(&self) -> bool {
        *self.lists_primes.get_or_init(|| {
            let mode = &self.mode;
            let written = [
                &mode.merge_rules,
                &mode.spawns,
                &mode.forced_spawns,
                &mode.win_conditions,
                &mode.win_requirement,
                &mode.lose_conditions,
                &mode.lose_requirement,
                &mode.stat_boxes,
                &mode.scripts,
                &mode.spawn_conditions,
                &mode.spawn_tile_blocked,
                &mode.direction_blocked,
                &mode.directions,
                &mode.auto_directions,
                &mode.tile_value,
                &mode.discovered_filter,
                &mode.game_variables,
                &mode.modifier_variables,
            ];
            written.iter().any(|expression| expression.mentions("@Primes"))
        })
    }

    /// Returns true if the mode mentions a time, in what plays a game or draws it, boxes included.
    ///
    /// An expression that is put together from texts may read a time all the same:
    /// [`EngineWork::has_read_time`](crate::EngineWork::has_read_time) says whether one did.
    pub fn mentions_time(&self) -> bool {
        *self.mentions_time.get_or_init(|| self.looks_for_times())
    }

    fn looks_for_times(&self) -> bool {
        const TIMES: [&str; 6] = [
            "@TimeSinceStartGame",
            "@TimeSinceFirstMove",
            "@TimeSinceMoveStart",
            "@TimeSinceMoveEnd",
            "@TimestampVictory",
            "@TimestampGameOver",
        ];
        let mode = &self.mode;
        let written = [
            &mode.starting_grid,
            &mode.directions,
            &mode.auto_directions,
            &mode.movement_parameters,
            &mode.tile_types,
            &mode.merge_rules,
            &mode.spawns,
            &mode.forced_spawns,
            &mode.win_conditions,
            &mode.win_requirement,
            &mode.lose_conditions,
            &mode.lose_requirement,
            &mode.win_priority,
            &mode.postgame_allowed,
            &mode.stat_boxes,
            &mode.screen_background,
            &mode.grid_background,
            &mode.cell_background,
            &mode.text_background,
            &mode.multi_merge,
            &mode.spawn_location,
            &mode.spawn_conditions,
            &mode.game_variables,
            &mode.modifier_variables,
            &mode.scripts,
            &mode.hexagonal,
            &mode.hidden_tile_text,
            &mode.tile_value,
            &mode.discovered_filter,
            &mode.spawn_tile_blocked,
            &mode.direction_blocked,
            &mode.component_opacities,
            &mode.display_lag_reductions,
        ];
        let mut written = written.into_iter().chain(mode.before_game.iter());
        written.any(|expression| TIMES.iter().any(|time| expression.mentions(time)))
    }

    pub(crate) fn rules(&self) -> &[MergeRule] {
        &self.rules
    }

    /// Returns true if some merge rule reads the number of moves, so that a cache key has to
    /// distinguish odd moves from even ones.
    pub(crate) fn reads_parity(&self) -> bool {
        *self
            .reads_parity
            .get_or_init(|| self.expanded.iter().any(|expression| expression.mentions("@Moves")))
    }

    /// The indices of the rules that may apply at the end of a turn.
    pub(crate) fn end_of_turn_rules(&self) -> &[usize] {
        &self.end_of_turn_rules
    }

    /// Returns true if the rules of the end of a turn change single tiles, each by itself, and have
    /// no other effect.
    pub(crate) fn changes_single_tiles(&self) -> bool {
        let changes = |rule: &usize| self.rules[*rule].changes_one_tile;
        !self.end_of_turn_rules.is_empty() && self.end_of_turn_rules.iter().all(changes)
    }

    /// The rules that may apply at the end of a turn, unless all of them change
    /// single tiles: it does not matter then in which lines they are.
    pub(crate) fn end_of_turn_rules_of_lines(&self) -> &[usize] {
        match self.changes_single_tiles() {
            true => &[],
            false => &self.end_of_turn_rules,
        }
    }

    pub(crate) fn scripts(&self) -> &[Script] {
        &self.scripts
    }

    #[inline]
    pub(crate) fn has_scripts_for(&self, trigger: Trigger) -> bool {
        self.triggers.has(trigger)
    }

    /// Returns true if any script may run in a turn. A script for a signal of the mode's own runs
    /// when another script sends it.
    pub fn has_scripts_in_turns(&self) -> bool {
        self.has_scripts_in_turns
    }

    /// Returns true if a direction has an expression that says if it can be pressed.
    #[inline]
    pub(crate) fn has_availability(&self) -> bool {
        self.has_availability
    }

    pub(crate) fn movement_parameters(&self) -> Option<&[Program; 3]> {
        self.movement_parameters.as_ref()
    }

    pub(crate) fn spawn_conditions(&self) -> Option<&Program> {
        self.spawn_conditions.as_ref()
    }

    pub(crate) fn spawn_blocked(&self) -> Option<&Program> {
        self.spawn_blocked.as_ref()
    }

    pub(crate) fn direction_blocked(&self) -> Option<&Program> {
        self.direction_blocked.as_ref()
    }

    /// Returns the goals: winning and losing.
    pub(crate) fn goals(&self) -> &(Goal, Goal) {
        &self.goals
    }

    pub(crate) fn win_priority(&self) -> bool {
        self.mode.win_priority != Value::Boolean(false)
    }

    pub(crate) fn multi_merge(&self) -> bool {
        self.mode.multi_merge.is_true()
    }

    pub(crate) fn spawns_at_edge(&self) -> bool {
        self.mode.spawn_location.is_word("Edge")
    }

    /// Returns the number of next tiles that are shown.
    pub(crate) fn next_tiles(&self) -> usize {
        self.mode.next_tiles.max(0.0) as usize
    }

    pub(crate) fn tile_value(&self) -> &Program {
        &self.tile_value
    }

    pub(crate) fn discovered_filter(&self) -> &[Value] {
        &self.discovered_filter
    }

    pub(crate) fn stat_boxes(&self) -> &[StatBox] {
        &self.stat_boxes
    }

    pub(crate) fn starting_grid(&self) -> &Grid {
        &self.starting_grid
    }

    pub(crate) fn start_values(&self) -> StartValues {
        self.start_values.clone()
    }

    /// The program of an expression that was computed.
    pub(crate) fn program(&self, expression: &Value) -> Result<Program, Error> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        programs.of(expression, &self.limits.evaluation)
    }
}

impl fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ruleset({}x{})", self.mode.width, self.mode.height)
    }
}

/// Compiles the fields of a mode.
struct Compiler<'l> {
    limits: &'l Limits,
}

impl Compiler<'_> {
    /// The entries of a field that must be a list.
    fn list<'v>(&self, field: &'static str, value: &'v Value) -> Result<&'v [Value], ModeError> {
        let entries = value.as_array().ok_or_else(|| ModeError::new(field, "must be a list"))?;
        if entries.len() > self.limits.entries {
            return Err(ModeError::new(field, format!("may have {} entries at most", self.limits.entries)));
        }
        if entries
            .iter()
            .filter_map(Value::as_array)
            .any(|entry| entry.depth() > self.limits.evaluation.nesting)
        {
            return Err(ModeError::new(field, "nests too deep"));
        }
        Ok(entries.entries())
    }

    fn program(&self, field: &'static str, expression: &Value) -> Result<Program, ModeError> {
        Program::compile(expression, &self.limits.evaluation)
            .map_err(|error| ModeError::new(field, error.to_string()))
    }

    /// Compiles an expression; `None` for plain `false`, which most modes have there.
    fn unless_false(&self, field: &'static str, expression: &Value) -> Result<Option<Program>, ModeError> {
        match expression {
            Value::Boolean(false) => Ok(None),
            _ => self.program(field, expression).map(Some),
        }
    }

    fn movement_parameters(&self, value: &Value) -> Result<Option<[Program; 3]>, ModeError> {
        const FIELD: &str = "movement_parameters";
        let [rows, columns, slide] = self.list(FIELD, value)? else {
            return Err(ModeError::new(FIELD, "must have three entries"));
        };
        if rows.is_word("@VDir") && columns.is_word("@HDir") && slide.is_word("@SlideAmount") {
            return Ok(None);
        }
        Ok(Some([self.program(FIELD, rows)?, self.program(FIELD, columns)?, self.program(FIELD, slide)?]))
    }

    /// Reads `[expression, trigger or triggers, period?, stop?]`.
    fn script(&self, entry: &Value) -> Result<Script, ModeError> {
        let wrong = |reason: &str| ModeError::new("scripts", reason);
        let Some([expression, names, more @ ..]) = entry.as_array().map(|entry| entry.entries()) else {
            return Err(wrong("must be an expression and what it runs for"));
        };
        let triggers: Vec<Text> = match names {
            Value::Text(name) => vec![name.clone()],
            Value::Array(names) => names.iter().filter_map(Value::as_text).cloned().collect(),
            _ => return Err(wrong("must name what it runs for").at(1)),
        };
        let interval = triggers.iter().any(|name| name.is(Trigger::Interval.name()));
        let period = more.first().and_then(Value::as_number).unwrap_or(0.0);
        let stop = match more.get(1) {
            Some(stop) if interval => Some(self.program("scripts", stop)?),
            _ => None,
        };
        Ok(Script { program: self.program("scripts", expression)?, triggers, period, stop })
    }

    fn goal(&self, field: &'static str, tiles: &Value, requirement: &Value) -> Result<Goal, ModeError> {
        let mut compiled = Vec::new();
        for (index, tile) in self.list(field, tiles)?.iter().enumerate() {
            compiled.push((tile.clone(), self.program(field, tile).map_err(|error| error.at(index))?));
        }
        let requirement = match requirement {
            Value::Number(count) => Requirement::Count(*count),
            Value::Boolean(met) => Requirement::Constant(*met),
            condition => Requirement::Condition(Condition::new(self.program(field, condition)?)),
        };
        Ok(Goal { tiles: compiled, requirement, field })
    }

    fn stat_box(&self, entry: &Value) -> Result<StatBox, ModeError> {
        let entries = entry.as_array().ok_or_else(|| ModeError::new("stat_boxes", "must be a list"))?;
        let part = |index: usize| match entries.get(index) {
            None | Some(Value::Undefined) => Ok(None),
            Some(expression) => self.program("stat_boxes", expression).map(Some),
        };
        Ok(StatBox { shown: part(6)?, click: part(7)? })
    }
}
