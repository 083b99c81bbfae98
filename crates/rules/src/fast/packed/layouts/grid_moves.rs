//! Moves of the interpreter, made through the lines of packed boards.
//!
//! See docs/dev/fast-path.md, "Moves of the interpreter".

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::heading::Mover;
use crate::board::lines::DirectionLines;
use crate::fast::Memory;
use crate::fast::context_key::ContextKey;
use crate::fast::decisions::DecisionTrie;
use crate::fast::lines::decision_source::DecisionSource;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::lines::table::TableSource;
use crate::fast::packed::games::grid_move::{GridMove, GridMoved};
use crate::fast::packed::layout::Orientation;
use crate::fast::packed::layouts::Layouts;
use crate::game::state::State;
use crate::ruleset::Ruleset;

/// Runs code on the layouts that may hold the lines of a move, one after the other, until it
/// returns something else than `None`.
macro_rules! in_first_with_room {
    ($memory:expr, $mv:expr, |$games:ident| $work:expr) => {{
        let (layouts, tiles, mv): (&mut Layouts, _, &GridMove) = (&mut $memory.layouts, &$memory.tiles, &$mv);
        let mut done = None;
        macro_rules! in_layout {
            ($own:ident, $fits:expr) => {
                if let (true, None, Some($games)) = ($fits, &done, &mut layouts.$own) {
                    // A position with another table of tiles may still be on a packed board.
                    done = if Arc::ptr_eq($games.tiles(), tiles) { $work } else { None };
                }
            };
        }
        // The table of `nibble4x4` is indexed by rows alone, so it holds the lines of one key.
        in_layout!(nibble4x4, mv.is_orthogonal && mv.context_key == ContextKey::NONE);
        in_layout!(byte4x4, mv.is_orthogonal);
        in_layout!(byte8x8, mv.is_orthogonal);
        in_layout!(list128, true);
        in_layout!(list256, true);
        done
    }};
}

impl Memory {
    /// Returns the move of a grid along the lines of a direction.
    pub(crate) fn grid_move(
        &mut self,
        (rules, state): (&Ruleset, &State),
        (mover, direction_lines): (Mover, &DirectionLines),
    ) -> Option<GridMove> {
        self.make_layouts(rules);
        let step = direction_lines.heading.step;
        // The automatic moves follow the directions.
        let index = match mover {
            Mover::Player(index) => index,
            Mover::Automatic(index) => rules.directions().len() + index,
        };
        Some(GridMove {
            orientation: Orientation::of(step, u8::try_from(index).ok()?),
            is_orthogonal: Orientation::is_orthogonal(step),
            context_key: self.context_key(state, direction_lines)?,
            may_discover: rules.discovered_filter().is_empty(),
        })
    }

    /// Moves the tiles of a grid, if all lines of the move are known.
    pub(crate) fn move_grid(&mut self, mv: GridMove, state: &mut State) -> GridMoved {
        let moved = in_first_with_room!(self, mv, |games| games.move_grid(mv, state));
        moved.unwrap_or(GridMoved::NoRoom)
    }

    /// Returns true if a move of a grid moves something, as far as all of its lines are known.
    pub(crate) fn grid_moves(&mut self, mv: GridMove, grid: &Grid) -> Option<bool> {
        in_first_with_room!(self, mv, |games| games.grid_moves(mv, grid))?
    }

    /// Copies the lines of a move of a grid from known decisions into the cache of a layout.
    pub(crate) fn record_grid_by_decisions(
        &mut self,
        mv: GridMove,
        of: MoveContext<'_>,
        decisions: &mut DecisionTrie,
        direction_lines: &DirectionLines,
    ) {
        let decisions_vary = decisions.conditions_vary();
        let mut source = DecisionSource {
            decisions,
            of,
            tiles: &self.tiles,
            context_key: mv.context_key,
            by_direction: self.by_direction,
            by_variables: self.by_variables,
            // Ends are no part of a move.
            context_key_of_ends: self.key_of_direction(direction_lines),
            ends_by_variables: self.ends_by_variables,
            variables: &mut self.variables,
            recording: &mut self.recording,
            lines: 0,
        };
        let (grid, source) = (&of.state.grid, &mut source);
        in_first_with_room!(self, mv, |games| games.record_grid(mv, grid, source, decisions_vary));
        self.used.learned += source.lines;
    }

    /// Copies the lines of a move of a grid from the line table into the cache of a layout.
    pub(crate) fn record_grid_by_lines(&mut self, mv: GridMove, (rules, grid): (&Ruleset, &Grid)) {
        let source = &mut TableSource { table: &self.lines, whole_turns: rules.may_be_eligible() };
        in_first_with_room!(self, mv, |games| games.record_grid(mv, grid, source, false));
    }
}
