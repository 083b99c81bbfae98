//! Boards after a move as numbers, without a position for each, and positions with boards that a
//! caller chooses.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::TurnError;
use crate::fast::engine::Engine;
use crate::fast::packed::code::KIND;
use crate::fast::position::Position;
use crate::game::Screen;

/// The result of a move before anything spawns; see [`Engine::slide_kinds`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// Flag: something moved.
    pub moved: bool,
    /// The points of the move.
    pub points: f64,
    /// The screen afterwards.
    pub screen: Screen,
}

impl Engine {
    /// Writes the number of the kind of each cell, row by row, into a slice, for the board
    /// after a move and before anything spawns. The slice is unchanged if nothing moves.
    /// Returns `None` if other things in the turn happen by chance. The result equals that
    /// of [`Engine::afterstate`] and [`Engine::read_kinds`], several times faster.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// let position = engine.start(&mut Rng::new(7))?;
    /// let (mut slid, mut after) = ([0; 16], [0; 16]);
    /// for direction in 0..4 {
    ///     let slide = engine.slide_kinds(&position, direction, &mut slid)?;
    ///     let (Some(slide), Some(state)) = (slide, engine.afterstate(&position, direction)?) else { continue };
    ///     engine.read_kinds(state.board(), &mut after)?;
    ///     assert_eq!((slide.moved, slide.points), (state.moved(), state.points()));
    ///     assert!(!slide.moved || slid == after);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::play`].
    #[inline]
    pub fn slide_kinds(
        &mut self,
        position: &Position,
        direction: usize,
        into: &mut [u32],
    ) -> Result<Option<Slide>, TurnError> {
        self.must_own(position)?;
        self.may_press(position, direction)?;
        if let Some(packed) = &position.packed {
            let known = self.kinds.len();
            let (tiles, kinds) = (position.state().grid.tiles(), &mut self.kinds);
            let number = |id| kinds.numbers(tiles, id);
            // The packed board answers without a position; all other cases take the slow
            // path.
            let slid = self.memory.packed_slide_numbers::<KIND>(packed, direction, into, number);
            if let Some((moved, points)) = slid {
                if self.kinds.len() > known {
                    self.value_kinds(position);
                }
                return Ok(Some(Slide { moved, points, screen: Screen::Play }));
            }
        }
        self.slide_kinds_slowly(position, direction, into)
    }

    #[cold]
    fn slide_kinds_slowly(
        &mut self,
        position: &Position,
        direction: usize,
        into: &mut [u32],
    ) -> Result<Option<Slide>, TurnError> {
        let Some(after) = self.afterstate(position, direction)? else { return Ok(None) };
        if after.moved() {
            self.read_kinds(after.board(), into)?;
        }
        let screen = after.board().screen();
        Ok(Some(Slide { moved: after.moved(), points: after.points(), screen }))
    }

    /// Returns a position whose cells hold contents of these kinds, numbers in [`Engine::kinds`], row
    /// by row. Cells outside of the list, and those with a number of no kind, are unchanged. All
    /// directions can be tried again. With this a program can ask the rules about a board: if they
    /// treat two cells alike, or if they merge two tiles.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(3, 1), Limits::default())?;
    /// let mut engine = Engine::new(rules, 0.0);
    /// engine.number_first_kinds();
    /// let position = engine.start(&mut Rng::new(7))?;
    /// // Kind 0 is an empty cell, kind 1 a 2, kind 2 a 4.
    /// let (twos, mut after) = (engine.arranged(&position, &[1, 1, 0])?, [0; 3]);
    /// engine.slide_kinds(&twos, 2, &mut after)?;
    /// assert_eq!(after, [2, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Foreign`](crate::Refusal::Foreign): the position is of another engine.
    pub fn arranged(&mut self, position: &Position, kinds: &[u32]) -> Result<Position, TurnError> {
        self.must_own(position)?;
        let mut state = self.game_of(position).into_parts().1;
        for (index, kind) in kinds.iter().enumerate().take(state.grid.size()) {
            if let Some(kind) = self.kinds().get(*kind as usize) {
                let cell = state.grid.place(index);
                state.grid.set(cell, &kind.content);
            }
        }
        state.available.fill(true);
        let mut position = self.adopt(state);
        self.pack(&mut position);
        Ok(position)
    }
}
