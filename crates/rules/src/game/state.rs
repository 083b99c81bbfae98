//! The state of a game.

use std::ops::Range;
use std::sync::Arc;

use calcarray::host::Counter;
use calcarray::{Primes, Value};

use crate::board::grid::Grid;
use crate::board::heading::Mover;
use crate::board::shared_values::{Shared, have_identical, share, share_identical};
use crate::game::Screen;
use crate::game::clock::Clock;
use crate::game::discoveries::Discoveries;
use crate::game::record::Record;
use crate::game::unrecorded::{Press, Unrecorded};

/// The values to which a restart returns.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StartValues {
    pub(crate) game_variables: Vec<Value>,
    pub(crate) modifier_variables: Vec<Value>,
    pub(crate) modifier_indices: Vec<Value>,
    pub(crate) spawns: Vec<Value>,
    pub(crate) forced_spawns: Vec<Value>,
    /// The game variables before anything was drawn into them, if the mode
    /// draws something before every game.
    pub(crate) undrawn: Option<Vec<Value>>,
}

/// Everything about a game that changes while it is played.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) grid: Grid,
    pub(crate) score: f64,
    /// Moves with strength 0 or 1.
    pub(crate) moves: f64,
    /// Moves with strength 1.
    pub(crate) manual_moves: f64,
    pub(crate) merges: f64,
    pub(crate) merge_moves: f64,
    pub(crate) merges_before: f64,
    pub(crate) won: f64,
    /// True for each direction that is not blacked out.
    pub(crate) available: Vec<bool>,
    pub(crate) start: Arc<StartValues>,
    pub(crate) game_variables: Shared,
    pub(crate) modifier_variables: Shared,
    pub(crate) modifier_indices: Shared,
    pub(crate) spawns: Shared,
    pub(crate) forced_spawns: Shared,
    pub(crate) spawn_boxes: Shared,
    pub(crate) conveyor: Vec<Value>,
    pub(crate) discoveries: Discoveries,
    pub(crate) possible_over_checked: bool,
    pub(crate) screen: Screen,
    /// The mover of the last move: `@TileOrder` gives the order in which the cells were visited
    /// then.
    pub(crate) last_mover: Option<Mover>,
    pub(crate) clock: Clock,
    pub(crate) record: Record,
    /// Presses and events that the record leaves out.
    pub(crate) unrecorded: Unrecorded,
    pub(crate) primes: Primes,
}

/// Two games are equal if they go on alike. How far the prime table has been
/// computed does not count, nor the order in which the last move visited the
/// cells, which every move replaces, nor what the record leaves out.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.grid == other.grid
            && self.score.to_bits() == other.score.to_bits()
            && self.counters() == other.counters()
            && self.available == other.available
            && self.start == other.start
            && self.game_variables == other.game_variables
            && self.modifier_variables == other.modifier_variables
            && self.modifier_indices == other.modifier_indices
            && self.spawns == other.spawns
            && self.forced_spawns == other.forced_spawns
            && self.spawn_boxes == other.spawn_boxes
            && self.conveyor == other.conveyor
            && self.discoveries == other.discoveries
            && self.possible_over_checked == other.possible_over_checked
            && self.screen == other.screen
            && self.clock == other.clock
            && self.record == other.record
    }
}

impl StartValues {
    fn is_identical(&self, other: &StartValues) -> bool {
        let StartValues {
            game_variables,
            modifier_variables,
            modifier_indices,
            spawns,
            forced_spawns,
            undrawn,
        } = self;
        let is_undrawn_alike = match (undrawn, &other.undrawn) {
            (Some(own), Some(other)) => have_identical(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        have_identical(game_variables, &other.game_variables)
            && have_identical(modifier_variables, &other.modifier_variables)
            && have_identical(modifier_indices, &other.modifier_indices)
            && have_identical(spawns, &other.spawns)
            && have_identical(forced_spawns, &other.forced_spawns)
            && is_undrawn_alike
    }
}

impl State {
    /// Shares with `other` what is identical in both, so that many games that began
    /// alike take less memory.
    pub(crate) fn share_identical(&mut self, other: &State) {
        if self.start.is_identical(&other.start) {
            share(&mut self.start, &other.start);
        }
        self.share_lists(other, share_identical);
        self.discoveries.share_lists(&other.discoveries, share_identical);
    }

    /// Shares the lists that expressions read, in a way of sharing two of them.
    fn share_lists(&mut self, other: &State, share: fn(&mut Shared, &Shared)) {
        share(&mut self.game_variables, &other.game_variables);
        share(&mut self.modifier_variables, &other.modifier_variables);
        share(&mut self.modifier_indices, &other.modifier_indices);
        share(&mut self.spawns, &other.spawns);
        share(&mut self.forced_spawns, &other.forced_spawns);
        share(&mut self.spawn_boxes, &other.spawn_boxes);
    }

    /// Becomes like `other`, in the memory it has already.
    pub(crate) fn copy_from(&mut self, other: &State) {
        self.grid.copy_from(&other.grid);
        self.score = other.score;
        self.moves = other.moves;
        self.manual_moves = other.manual_moves;
        self.merges = other.merges;
        self.merge_moves = other.merge_moves;
        self.merges_before = other.merges_before;
        self.won = other.won;
        self.available.clone_from(&other.available);
        share(&mut self.start, &other.start);
        self.share_lists(other, share);
        if !have_identical(&self.conveyor, &other.conveyor) {
            self.conveyor.clone_from(&other.conveyor);
        }
        self.discoveries.copy_from(&other.discoveries);
        self.possible_over_checked = other.possible_over_checked;
        self.screen = other.screen;
        self.last_mover = other.last_mover;
        self.clock.copy_from(&other.clock);
        self.record.copy_from(&other.record);
        if !(self.unrecorded.is_empty() && other.unrecorded.is_empty()) {
            self.unrecorded.clone_from(&other.unrecorded);
        }
        self.primes.copy_from(&other.primes);
    }

    /// Begins the record of what the player does at a time, or has just done.
    pub(crate) fn advance_record(&mut self, at: f64, entry: impl FnOnce() -> Vec<Value>) {
        self.record.begin(entry, at - self.clock.start);
        if self.record.steps() == 1 {
            // It was too large, and begins anew.
            self.unrecorded = Unrecorded::default();
        }
    }

    /// Notes a press that is no step of the record. If nothing moved, a playback leaves it
    /// out, with the random events since `events`.
    pub(crate) fn press_without_effect(
        &mut self,
        direction: usize,
        moved: bool,
        events: usize,
        elapsed: f64,
    ) {
        match moved {
            true if self.record.kept => {
                let after = self.record.steps();
                self.unrecorded.presses.push(Press { after, direction, elapsed });
            }
            true => {}
            false => self.leave_out_events(events..self.record.random_index),
        }
    }

    /// Notes that no playback asks for these random events.
    pub(crate) fn leave_out_events(&mut self, events: Range<usize>) {
        if self.record.kept && self.record.playback.is_none() {
            self.unrecorded.skip(events.start, events.end);
        }
    }

    /// A counter that expressions can read.
    pub(crate) fn counter(&self, counter: Counter) -> f64 {
        match counter {
            Counter::Score => self.score,
            Counter::Moves => self.moves,
            Counter::Merges => self.merges,
            Counter::MergeMoves => self.merge_moves,
            Counter::MergesBefore => self.merges_before,
        }
    }

    /// 1 if the number of moves is odd, 0 if it is even; `None` if it is no
    /// number of which that can be told.
    pub(crate) fn parity_of_moves(&self) -> Option<u32> {
        const FAR: f64 = (1_u64 << 50) as f64;
        let is_countable = (0.0..FAR).contains(&self.moves) && self.moves.fract() == 0.0;
        is_countable.then_some((self.moves as u64 & 1) as u32)
    }

    fn counters(&self) -> [f64; 6] {
        [self.moves, self.manual_moves, self.merges, self.merge_moves, self.merges_before, self.won]
    }
}
