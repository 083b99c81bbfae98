//! The fast path: results of the interpreter, recorded and looked up again.
//!
//! A rollout is a game without events and record. All rollouts of a ruleset share caches,
//! and every entry of these was recorded from the interpreter: there is no second set of
//! rules, and with or without caches a game goes the same way.
//!
//! - Dependency tracking: a read tracker notes every read that an expression makes of its
//!   host while something is recorded. A read that can't be part of a cache key makes the
//!   result uncacheable.
//! - `decisions`: a trie keyed by the tiles that a rule's test looked at, in the order in
//!   which it did. It holds the rule that applies to a tile, and the result of the merge.
//! - `lines`: a table of the results of lines in a move. A miss is simulated on known
//!   decisions, or recorded by the interpreter, which moves this line alone and takes
//!   everything back.
//! - `collide`: results of tiles that meet, for lines that rarely repeat.
//! - `packed`: boards in machine words, for turns in which nothing but slides, merges and
//!   spawns can happen. Such a turn is a few table look-ups.
//! - Other turns fall back to the interpreter, which still asks for whole moves and rules
//!   through the hooks of `accelerator`.
//!
//! See docs/dev/fast-path.md, "Five minutes".

mod accelerator;
mod backoff;
mod batch;
mod choices;
mod collide;
mod context_key;
mod decisions;
mod eligibility;
mod engine;
mod engine_game;
mod facts;
mod line_result;
mod lines;
mod memo;
mod packed;
mod position;
mod probe_table;
mod rollout;
mod spawn_plan;
mod strategy;
mod tier;

use crate::board::heading::Heading;
use crate::board::shared_values::{Shared, are_identical, share};
pub(crate) use crate::fast::accelerator::Accelerator;
pub use crate::fast::batch::{Batch, Restart, Stream};
pub(crate) use crate::fast::decisions::DecisionTrie;
pub use crate::fast::engine::{
    Afterstate, CellSort, CommonKinds, Engine, EngineWork, Feature, Kind, Level, RecordedPress, Slide, Spawn,
    Spawns, directions_in,
};
pub use crate::fast::engine_game::EngineGame;
pub(crate) use crate::fast::packed::byte_grid::{Byte4x4, Byte8x8};
pub(crate) use crate::fast::packed::games::NotStarted;
use crate::fast::packed::layouts::Layouts;
pub(crate) use crate::fast::packed::layouts::{AnyPackedGame, LayoutOfGames};
pub(crate) use crate::fast::packed::line_list::{List128, List256};
pub(crate) use crate::fast::packed::nibble4x4::Nibble4x4;
pub use crate::fast::position::Position;
pub use crate::fast::rollout::Rollout;
pub(crate) use crate::fast::strategy::{Attempt, Reason};
pub use crate::fast::strategy::{Strategy, StrategyUse};
pub use crate::fast::tier::Tier;

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::tile_table::Tiles;
use crate::fast::backoff::{Backoff, Policy};
use crate::fast::context_key::Variables;
use crate::fast::facts::Facts;
use crate::fast::lines::recording::LineRecording;
use crate::fast::lines::table::Table;
use crate::game::state::State;
use crate::ruleset::Ruleset;
use crate::turn::spawn::plan::SpawnPlan;

/// Limits of the caches of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    /// The largest number of lines in the line table. A full table is emptied. Packed
    /// boards keep up to four times as many lines, each in a third of the memory, or as
    /// many collisions. With 0 nothing is cached, and the interpreter plays every turn.
    pub lines: usize,
    /// The largest number of nodes of the decision trie. A full trie is emptied. With 0
    /// every rule is tested every time.
    pub tests: usize,
}

impl Default for MemoryLimits {
    fn default() -> MemoryLimits {
        MemoryLimits { lines: 1 << 17, tests: 1 << 16 }
    }
}

impl MemoryLimits {
    /// Returns limits with which nothing is cached.
    pub fn none() -> MemoryLimits {
        MemoryLimits { lines: 0, tests: 0 }
    }
}

/// Counts of the use of the caches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryUse {
    /// Moves of the interpreter that were made from cached lines.
    pub remembered: u64,
    /// Moves that the interpreter made itself.
    pub plain: u64,
    /// Lines that had to be recorded or simulated.
    pub learned: u64,
}

/// The largest number of lines or nodes that a cache has, whatever its limit: places in it have
/// 30 bits.
pub(crate) const MOST_CACHED: usize = 1 << 28;

/// The caches that the games of an engine share, apart from the decision trie.
#[derive(Debug)]
pub(crate) struct Memory {
    /// The limits of the caches.
    limits: MemoryLimits,
    /// The table of tiles that all ids refer to.
    tiles: Arc<Tiles>,
    /// The line table.
    lines: Table,
    /// The known answers about single tiles.
    facts: Facts,
    /// The known movement parameters.
    movement: memo::Memo<Arc<Heading>>,
    /// The known answers to whether the mode blocks a direction.
    blocked: memo::Memo<bool>,
    /// The last spawn list and its plan; no plan if its weights have to be computed.
    plan: Option<(Shared, Option<Arc<SpawnPlan>>)>,
    /// The plan of a spawn list whose weights depend on what was discovered.
    computed_plan: Option<spawn_plan::ComputedPlan>,
    /// Flag: keys contain the number of the direction.
    by_direction: bool,
    /// Flag: keys of lines contain the contents of variables.
    by_variables: bool,
    /// Flag: keys of the end of turns contain the contents of variables.
    ends_by_variables: bool,
    /// The numbers of the contents of variables.
    variables: Variables,
    /// The places in the line table of the lines of the present move.
    found: Vec<u32>,
    /// The pauses of the line table.
    backoff: Backoff,
    /// The pauses of the lines of packed boards in moves of the interpreter.
    backoff_of_packed: Backoff,
    /// The pauses of packing.
    pub(crate) pack_backoff: Backoff,
    /// Memory for the line that is recorded or simulated.
    recording: LineRecording,
    /// Memory for the lines of a move that is simulated.
    simulated: Vec<LineRecording>,
    /// The games on packed boards.
    layouts: Layouts,
    /// The counts of use.
    pub(crate) used: MemoryUse,
}

impl Memory {
    pub(crate) fn new(limits: MemoryLimits, rules: &Ruleset, grid: &Grid) -> Memory {
        let limits = MemoryLimits { lines: limits.lines.min(MOST_CACHED), ..limits };
        Memory {
            lines: Table::new(limits.lines),
            limits,
            tiles: Arc::clone(grid.tiles()),
            facts: Facts::new(rules),
            movement: memo::Memo::default(),
            blocked: memo::Memo::default(),
            plan: None,
            computed_plan: None,
            by_direction: false,
            by_variables: false,
            ends_by_variables: false,
            variables: Variables::new(rules),
            found: Vec::new(),
            backoff: Backoff::new(Policy::LINES),
            backoff_of_packed: Backoff::new(Policy::LINES),
            pack_backoff: Backoff::new(Policy::PACKING),
            recording: LineRecording::default(),
            simulated: Vec::new(),
            layouts: Layouts::default(),
            used: MemoryUse::default(),
        }
    }

    /// Empties the caches of tiles if the grid has another table, in which ids have other
    /// meanings.
    #[inline]
    pub(crate) fn invalidate_if_changed(&mut self, grid: &Grid) {
        if !Arc::ptr_eq(&self.tiles, grid.tiles()) {
            self.clear_for(grid);
        }
    }

    /// Empties the caches of tiles for the table of a grid.
    fn clear_for(&mut self, grid: &Grid) {
        self.tiles = Arc::clone(grid.tiles());
        self.lines.clear();
        self.facts.clear();
        self.movement.clear();
        self.blocked.clear();
        self.plan = None;
        self.computed_plan = None;
        // Packed boards keep the table with which they began, because games may be on one.
    }

    /// Returns the plan of the spawn list, if its weights are known.
    pub(crate) fn any_spawn_plan(&mut self, state: &State) -> Option<Arc<SpawnPlan>> {
        self.look_at_spawns(state);
        let plan = self.plan.as_ref().and_then(|(_, plan)| plan.clone());
        plan.or_else(|| self.computed_plan.as_mut()?.of(state))
    }

    /// Makes the plan for the spawn list of a game, unless it is there.
    fn look_at_spawns(&mut self, state: &State) {
        let spawns = &state.spawns;
        match &mut self.plan {
            // Every game begins with its own copy of the list.
            Some((of, _)) if are_identical(of, spawns) => share(of, spawns),
            plan => {
                let known = SpawnPlan::of(spawns, &self.tiles, |_| None);
                *plan = Some((Arc::clone(spawns), known.map(Arc::new)));
            }
        }
    }
}
