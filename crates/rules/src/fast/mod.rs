//! The fast path: results of the interpreter, recorded and looked up again.
//!
//! A rollout is a game without events and record. All rollouts of a ruleset share
//! caches, and every entry of these was recorded from the interpreter: there is no
//! second set of rules, and with or without caches a game goes the same way.
//!
//! - While something is recorded, every read that an expression makes of its host is
//!   noted by a read tracker. A read that can't be part of a cache key makes the
//!   result uncacheable.
//! - `decisions`: a trie keyed by the tiles that a rule's test looked at, in the order
//!   in which it did. It says which rule applies to a tile, and what that makes.
//! - `lines`: what one line of cells becomes in a move, from a table; a miss is
//!   simulated on known decisions, or recorded by running the interpreter on this
//!   line alone and taking everything back.
//! - `collide`: for lines that hardly come twice, what tiles do when they meet.
//! - `packed`: where nothing but slides, merges and spawns can happen, boards are
//!   packed into words, and a turn is a few table look-ups.
//! - A turn that does not fit falls back to the interpreter, which still asks for whole
//!   moves and rules through the hooks of `accelerator`.

mod accelerator;
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
mod packed;
mod position;
mod probe_table;
mod rollout;
mod spawn_plan;
mod strategy;
mod tier;

pub(crate) use crate::fast::accelerator::Accelerator;
pub use crate::fast::batch::{Batch, Restart, Stream};
pub(crate) use crate::fast::decisions::DecisionTrie;
pub use crate::fast::engine::{Afterstate, CellSort, Engine, Feature, Kind, Slide, Spawn, Spawns};
pub use crate::fast::engine_game::EngineGame;
pub(crate) use crate::fast::packed::bytes::{Eight, Four};
pub(crate) use crate::fast::packed::dense::Dense;
pub(crate) use crate::fast::packed::games::NotStarted;
pub(crate) use crate::fast::packed::general::{LongLines, ShortLines};
pub(crate) use crate::fast::packed::hashed::Hashed;
use crate::fast::packed::layouts::Layouts;
pub(crate) use crate::fast::packed::layouts::{AnyPackedGame, LayoutOfGames};
pub use crate::fast::position::Position;
pub use crate::fast::rollout::Rollout;
pub(crate) use crate::fast::strategy::{Attempt, Reason};
pub use crate::fast::strategy::{Strategy, StrategyUse};
pub use crate::fast::tier::Tier;

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::tile_table::Tiles;
use crate::fast::context_key::Variables;
use crate::fast::facts::Facts;
use crate::fast::lines::backoff::Backoff;
use crate::fast::lines::record::LineRecording;
use crate::fast::lines::table::Table;
use crate::game::state::{are_identical, share, Shared, State};
use crate::ruleset::Ruleset;
use crate::turn::spawn::conveyor::SpawnPlan;

/// What a memory may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryLimits {
    /// Lines of tiles; at the next one beyond, all are forgotten. Boards that are
    /// packed know up to four times as many, each in a third of the room, or as
    /// many collisions of tiles that lines are worked out from. 0: nothing is
    /// remembered, and every turn takes the plain way.
    pub lines: usize,
    /// Steps on the way to knowing which rule applies to a tile; at the next
    /// one beyond, all are forgotten. 0: every rule is tested every time.
    pub tests: usize,
}

impl Default for MemoryLimits {
    fn default() -> MemoryLimits {
        MemoryLimits { lines: 1 << 17, tests: 1 << 16 }
    }
}

impl MemoryLimits {
    /// Nothing is remembered.
    pub fn none() -> MemoryLimits {
        MemoryLimits { lines: 0, tests: 0 }
    }
}

/// How often a memory was of use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryUse {
    /// Moves whose lines were all known or could be learned.
    pub remembered: u64,
    /// Moves that took the plain way.
    pub plain: u64,
    /// Lines that had to be learned.
    pub learned: u64,
}

/// What games of one ruleset have in common: what was learned in them.
#[derive(Debug)]
pub(crate) struct Memory {
    limits: MemoryLimits,
    /// The table of the ids in use here.
    tiles: Arc<Tiles>,
    lines: Table,
    facts: Facts,
    plan: Option<(Shared, Option<Arc<SpawnPlan>>)>,
    /// The plan of a list whose weights depend on what was discovered.
    computed_plan: Option<spawn_plan::ComputedPlan>,
    /// Whether results depend on the direction itself.
    by_direction: bool,
    /// Whether results depend on variables, and what becomes of single tiles at the
    /// end of turns.
    by_variables: bool,
    ends_by_variables: bool,
    variables: Variables,
    /// Places in the table of the lines of the present move.
    found: Vec<u32>,
    backoff: Backoff,
    /// For what is recorded or simulated of a line.
    recording: LineRecording,
    /// Games on packed boards.
    layouts: Layouts,
    pub(crate) used: MemoryUse,
}

impl Memory {
    pub(crate) fn new(limits: MemoryLimits, rules: &Ruleset, grid: &Grid) -> Memory {
        Memory {
            lines: Table::new(limits.lines),
            limits,
            tiles: Arc::clone(grid.tiles()),
            facts: Facts::new(rules),
            plan: None,
            computed_plan: None,
            by_direction: false,
            by_variables: false,
            ends_by_variables: false,
            variables: Variables::new(rules),
            found: Vec::new(),
            backoff: Backoff::default(),
            recording: LineRecording::default(),
            layouts: Layouts::default(),
            used: MemoryUse::default(),
        }
    }

    /// Ids mean something in their table only.
    #[inline]
    pub(crate) fn keep_to(&mut self, grid: &Grid) {
        if !Arc::ptr_eq(&self.tiles, grid.tiles()) {
            self.begin_with(grid);
        }
    }

    fn begin_with(&mut self, grid: &Grid) {
        self.tiles = Arc::clone(grid.tiles());
        self.lines.clear();
        self.facts.clear();
        self.plan = None;
        self.computed_plan = None;
        // Packed boards stay with the table that they began with, for the sake of
        // games that are on one.
    }

    /// The spawn list, if it is known what to draw from.
    pub(crate) fn any_spawn_plan(&mut self, state: &State) -> Option<Arc<SpawnPlan>> {
        self.look_at_spawns(state);
        let plan = self.plan.as_ref().and_then(|(_, plan)| plan.clone());
        plan.or_else(|| self.computed_plan.as_mut()?.of(state))
    }

    /// Plans for the spawn list of this game.
    fn look_at_spawns(&mut self, state: &State) {
        let spawns = &state.spawns;
        match &mut self.plan {
            // Every game begins with a list of its own.
            Some((of, _)) if are_identical(of, spawns) => share(of, spawns),
            plan => {
                let known = SpawnPlan::of(spawns, &self.tiles, |_| None);
                *plan = Some((Arc::clone(spawns), known.map(Arc::new)));
            }
        }
    }
}
