//! Hooks by which a faster engine can answer instead of the interpreter.
//!
//! The interpreter plays every turn by itself. An engine that has recorded results
//! of former turns may hand them over at the points of this trait. Every method has
//! the default "not known", so that `()` is a plain game.
//!
//! A hook may only do what the interpreter would do in its place: with or without
//! hooks, a game goes the same way. It is not asked where a turn gives an account of
//! what happens, unless the method says so.

use std::sync::Arc;

use calcarray::Value;

use crate::board::heading::Heading;
use crate::board::moves::Move;
use crate::board::tile_table::TileId;
use crate::error::TurnError;
use crate::game::state::State;
use crate::turn::context::TurnContext;
use crate::turn::goal::Question;
use crate::turn::spawn::plan::SpawnPlan;
use crate::turn::wake_set::Passes;

/// The knowledge about the rules at a tile that may merge.
pub(crate) enum KnownRules {
    /// One of the rules applied, and was carried out.
    Merged,
    /// No rule before the one of this index applies.
    TestFrom(usize),
}

/// A faster engine, as the interpreter sees it.
pub(crate) trait Hooks {
    /// Moves all tiles until they rest (step 5), and gives whether anything moved.
    /// `None`: nothing has happened, and the interpreter is to move them.
    fn move_lines(&self, _: &mut TurnContext<'_>, _: Move<'_>) -> Result<Option<bool>, TurnError> {
        Ok(None)
    }

    /// Merges the tile of a cell with those ahead of it, if it is known which rule
    /// applies and what that makes of them. Asked in every turn.
    fn merge(
        &self,
        _: &mut TurnContext<'_>,
        _index: usize,
        _: &Heading,
        _: &mut Passes<'_>,
    ) -> Result<KnownRules, TurnError> {
        Ok(KnownRules::TestFrom(0))
    }

    /// A merge put these contents into cells. Gives whether it is only recorded: then
    /// nothing else is to come of it. Told in every turn.
    fn merged(&self, _points: f64, _: &mut dyn Iterator<Item = TileId>) -> bool {
        false
    }

    /// Returns the place of the first rule of the end of a turn that may do something to the tile of a
    /// cell. Asked in every turn.
    fn first_end(&self, _: &TurnContext<'_>, _index: usize, _: &Heading) -> usize {
        0
    }

    /// Carries out what a rule of the end of a turn does to the tile of a cell (step
    /// 13), if that is known; it may be nothing. Asked in every turn.
    fn end_tile(
        &self,
        _: &mut TurnContext<'_>,
        _index: usize,
        _: &Heading,
        _rule: usize,
    ) -> Result<bool, TurnError> {
        Ok(false)
    }

    /// Returns the step and the slide of the tile in a cell, in a move with this heading, which
    /// `compute` computes from the movement parameters. Called in every turn.
    fn parameters(
        &self,
        play: &mut TurnContext<'_>,
        _: (&Heading, usize),
        compute: &mut dyn FnMut(&mut TurnContext<'_>) -> Result<Heading, TurnError>,
    ) -> Result<Arc<Heading>, TurnError> {
        compute(play).map(Arc::new)
    }

    /// Returns true if the mode blocks a direction, as `compute` computes it. Called in every turn.
    fn blocked(
        &self,
        play: &mut TurnContext<'_>,
        _direction: usize,
        compute: &mut dyn FnMut(&mut TurnContext<'_>) -> Result<bool, TurnError>,
    ) -> Result<bool, TurnError> {
        compute(play)
    }

    /// Returns the plan from which the next tile is drawn, instead of the spawn list. Called in
    /// every turn.
    fn spawn_plan(&self, _: &State) -> Option<Arc<SpawnPlan>> {
        None
    }

    /// Returns true if a tile wins or loses, whatever else is in the game. Called in every turn.
    fn goal(&self, _: &State, _: Question, _: TileId) -> Option<bool> {
        None
    }

    /// Returns true if no tile on the grid wins, or none loses, whatever else is in the game. Called
    /// in every turn.
    fn has_none_of(&self, _: &State, _: Question) -> bool {
        false
    }

    /// Returns what the filter makes of a tile, whatever else is in the game. Called in every turn.
    fn filtered(&self, _: &State, _: TileId) -> Option<Value> {
        None
    }

    /// A tile wins or loses, or does not, whatever else is in the game.
    fn note_goal(&self, _: &State, _: Question, _: TileId, _belongs: bool) {}

    /// A tile was discovered for the first time and counts as this, whatever else is
    /// in the game.
    fn discovered(&self, _: &mut TurnContext<'_>, _: TileId, _counts_as: &Value) {}
}

/// A game without a faster engine: the interpreter does everything.
impl Hooks for () {}
