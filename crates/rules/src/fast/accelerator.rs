//! Hooks through which the interpreter asks the caches of an engine in its turns.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use std::cell::Cell;
use std::sync::Arc;

use calcarray::Value;

use crate::board::heading::Heading;
use crate::board::moves::Move;
use crate::board::tile_table::TileId;
use crate::error::TurnError;
use crate::fast::Memory;
use crate::fast::decisions::DecisionTrie;
use crate::fast::lines::recording::LineRecording;
use crate::game::state::State;
use crate::turn::context::TurnContext;
use crate::turn::goal::Question;
use crate::turn::hooks::{Hooks, KnownRules};
use crate::turn::spawn::plan::SpawnPlan;
use crate::turn::wake_set::Passes;

/// Hooks of a turn that answer from the caches of an engine.
///
/// The caches and the decision trie are taken out while they are in use. A hook that is
/// called in the meantime finds none, and the interpreter does the step itself.
#[derive(Default)]
pub(crate) struct Accelerator<'m> {
    /// The line table, the facts and the plans; `None` while in use.
    pub(crate) memory: Cell<Option<&'m mut Memory>>,
    /// The decision trie; `None` while in use, or if no decision is to be cached.
    pub(crate) decisions: Cell<Option<&'m mut DecisionTrie>>,
    /// The line that is being recorded alone, if one is.
    pub(crate) recording: Cell<Option<LineRecording>>,
}

impl<'m> Accelerator<'m> {
    pub(crate) fn new(memory: &'m mut Memory, decisions: &'m mut DecisionTrie) -> Accelerator<'m> {
        let decisions = decisions.is_wanted().then_some(decisions);
        Accelerator {
            memory: Cell::new(Some(memory)),
            decisions: Cell::new(decisions),
            recording: Cell::new(None),
        }
    }

    /// Runs a function on the caches; returns `None` if they are in use.
    pub(crate) fn with_memory<T>(&self, work: impl FnOnce(&mut Memory) -> T) -> Option<T> {
        let memory = self.memory.take()?;
        let result = work(memory);
        self.memory.set(Some(memory));
        Some(result)
    }
}

impl Hooks for Accelerator<'_> {
    fn move_lines(&self, play: &mut TurnContext<'_>, mv: Move<'_>) -> Result<Option<bool>, TurnError> {
        self.pass_by_memory(play, mv)
    }

    fn merge(
        &self,
        play: &mut TurnContext<'_>,
        index: usize,
        own: &Heading,
        passes: &mut Passes<'_>,
    ) -> Result<KnownRules, TurnError> {
        self.merge_by_memory(play, index, own, passes)
    }

    fn merged(&self, points: f64, contents: &mut dyn Iterator<Item = TileId>) -> bool {
        let Some(mut recording) = self.recording.take() else { return false };
        recording.note(points, contents);
        self.recording.set(Some(recording));
        true
    }

    fn first_end(&self, play: &TurnContext<'_>, index: usize, heading: &Heading) -> usize {
        self.first_end_by_memory(play, index, heading)
    }

    fn end_tile(
        &self,
        play: &mut TurnContext<'_>,
        index: usize,
        heading: &Heading,
        rule: usize,
    ) -> Result<bool, TurnError> {
        self.end_by_memory(play, index, heading, rule)
    }

    fn parameters(
        &self,
        play: &mut TurnContext<'_>,
        tile: (&Heading, usize),
        compute: &mut dyn FnMut(&mut TurnContext<'_>) -> Result<Heading, TurnError>,
    ) -> Result<Arc<Heading>, TurnError> {
        self.parameters_by_memory(play, tile, compute)
    }

    fn blocked(
        &self,
        play: &mut TurnContext<'_>,
        direction: usize,
        compute: &mut dyn FnMut(&mut TurnContext<'_>) -> Result<bool, TurnError>,
    ) -> Result<bool, TurnError> {
        self.blocked_by_memory(play, direction, compute)
    }

    fn spawn_plan(&self, state: &State) -> Option<Arc<SpawnPlan>> {
        self.with_memory(|memory| {
            memory.invalidate_if_changed(&state.grid);
            memory.any_spawn_plan(state)
        })?
    }

    fn goal(&self, state: &State, question: Question, id: TileId) -> Option<bool> {
        self.with_memory(|memory| memory.goal(state, question, id))?
    }

    fn has_none_of(&self, state: &State, question: Question) -> bool {
        self.with_memory(|memory| memory.has_none_of(state, question)).unwrap_or_default()
    }

    fn filtered(&self, state: &State, id: TileId) -> Option<Value> {
        self.with_memory(|memory| memory.filtered(state, id))?
    }

    fn note_goal(&self, state: &State, question: Question, id: TileId, belongs: bool) {
        self.with_memory(|memory| memory.note_goal(state, question, id, belongs));
    }

    fn discovered(&self, play: &mut TurnContext<'_>, id: TileId, counts_as: &Value) {
        self.with_memory(|memory| memory.note_filtered(&play.state, id, counts_as));
        if play.rules.changes_single_tiles() {
            // A rule of the end of the turn may have changed the tile when goals are
            // checked.
            self.look_at_goals_of(play, &[id]);
        }
    }
}
