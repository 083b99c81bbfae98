//! Observations of the games of a batch for learners: boards as numbers, and masks.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use calcarray::Value;

use crate::error::{Refusal, TurnError};
use crate::fast::batch::Batch;
use crate::fast::engine::{Engine, Feature, Kind};
use crate::fast::position::Position;
use crate::random::Randomness;

impl<R: Randomness> Batch<R> {
    /// Returns the number of cells of a board: rows times columns.
    pub fn cells(&self) -> usize {
        self.engine.rules.starting_grid().size()
    }

    /// Returns the kinds of contents of cells, by their numbers, with their values. Kinds
    /// of the first turns are numbered from the beginning, equally in all batches of a
    /// mode. Further kinds are numbered when they are met ([`Batch::number_kinds`]).
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules, 8, 7, 0.0)?;
    /// let eight = batch.kinds().iter().position(|kind| kind.value == Some(8.0)).unwrap();
    /// assert_eq!(batch.kinds()[eight].text(), "[3]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn kinds(&mut self) -> &[Kind] {
        self.engine.number_first_kinds();
        self.engine.kinds()
    }

    /// Numbers these contents of cells first, from 1 on, in a batch of which nothing was
    /// observed yet. With the kinds of another batch of the mode but the first
    /// ([`Batch::kinds`]), a program can continue with what it learned by those numbers.
    pub fn number_kinds(&mut self, contents: impl IntoIterator<Item = Value>) {
        self.engine.number_kinds(contents);
    }

    /// Writes the number of the kind of each cell into a slice, row by row, one game after
    /// another. A tile has its place in [`Batch::kinds`]; other cells have [`Kind::EMPTY`],
    /// [`Kind::HOLE`] or another negative number ([`CellSort::of`](crate::CellSort::of)).
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut batch = Batch::new(rules, 3, 7, 0.0)?;
    /// let mut boards = [0; 3 * 4];
    /// batch.kinds_into(&mut boards)?;
    /// assert_eq!(boards.iter().filter(|kind| **kind == Kind::EMPTY).count(), 3 * 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::WrongLength`]: the slice is not as long as all games have cells.
    pub fn kinds_into(&mut self, into: &mut [i32]) -> Result<(), TurnError> {
        self.boards_into(into, read_observed)
    }

    /// Writes the last boards of the games that ended with the last step
    /// ([`Batch::ended`]), in their order, as [`Batch::kinds_into`] does. If no other game
    /// has begun in that step, this is the present board.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(1, 2), Limits::default())?;
    /// let mut batch = Batch::new(rules, 50, 7, 0.0)?;
    /// batch.step(&[1; 50])?;
    /// let mut last = vec![0; 2 * batch.ended().len()];
    /// batch.final_kinds_into(&mut last)?;
    /// assert!(last.len() > 0 && last.iter().all(|kind| *kind >= 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::WrongLength`]: the slice is not as long as these games have cells.
    pub fn final_kinds_into(&mut self, into: &mut [i32]) -> Result<(), TurnError> {
        self.final_boards_into(into, read_observed)
    }

    /// Writes a feature of the tile of each cell into a slice, row by row, one game after
    /// another, and `no_tile` for cells without a tile.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut batch = Batch::new(rules, 3, 7, 0.0)?;
    /// let (mut values, mut exponents) = ([0.0; 12], [0.0; 12]);
    /// batch.feature_into(Feature::Value, 0.0, &mut values)?;
    /// // In this mode, an 8 is the tile `[3]`.
    /// batch.feature_into(Feature::Entry(0), 0.0, &mut exponents)?;
    /// for (value, exponent) in values.iter().zip(exponents) {
    ///     assert!(*value == 0.0 && exponent == 0.0 || *value == exponent.exp2());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Batch::kinds_into`].
    pub fn feature_into(
        &mut self,
        feature: Feature,
        no_tile: f64,
        into: &mut [f64],
    ) -> Result<(), TurnError> {
        self.boards_into(into, |engine, position, into| {
            engine.read_feature(position, feature, no_tile, into).map(drop)
        })
    }

    /// Writes the feature for the last boards of the games that ended with the last step
    /// ([`Batch::final_kinds_into`]), as [`Batch::feature_into`] does.
    ///
    /// # Errors
    /// As [`Batch::final_kinds_into`].
    pub fn final_feature_into(
        &mut self,
        feature: Feature,
        no_tile: f64,
        into: &mut [f64],
    ) -> Result<(), TurnError> {
        self.final_boards_into(into, |engine, position, into| {
            engine.read_feature(position, feature, no_tile, into).map(drop)
        })
    }

    /// Writes the [`Level`](crate::Level) of each cell into a slice, row by row, one game
    /// after another: one number for each content, for learners.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(2, 2), Limits::default())?;
    /// let mut batch = Batch::new(rules, 3, 7, 0.0)?;
    /// let mut levels = [0.0; 3 * 4];
    /// batch.levels_into(&mut levels)?;
    /// // A 2 has the level 2, a 4 the level 3.
    /// assert!(levels.iter().all(|level| [Level::EMPTY, 2.0, 3.0].contains(level)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Batch::kinds_into`].
    pub fn levels_into(&mut self, into: &mut [f32]) -> Result<(), TurnError> {
        self.boards_into(into, read_levels)
    }

    /// Writes the levels of the last boards of the games that ended with the last step
    /// ([`Batch::final_kinds_into`]), as [`Batch::levels_into`] does.
    ///
    /// # Errors
    /// As [`Batch::final_kinds_into`].
    pub fn final_levels_into(&mut self, into: &mut [f32]) -> Result<(), TurnError> {
        self.final_boards_into(into, read_levels)
    }

    /// Reads the board of each game into its part of a slice.
    fn boards_into<T>(&mut self, into: &mut [T], read: impl Read<T>) -> Result<(), TurnError> {
        let positions = self.games.iter().map(|slot| &slot.position);
        read_each(&mut self.engine, positions, into, read)
    }

    /// Reads the last board of each game that ended with the last step.
    fn final_boards_into<T>(&mut self, into: &mut [T], read: impl Read<T>) -> Result<(), TurnError> {
        let (games, mut finals) = (&self.games, self.finals.iter().peekable());
        let positions = self.report.ended.iter().map(|game| {
            let last = finals.next_if(|(own, _)| own == game);
            last.map_or(&games[*game].position, |(_, position)| position)
        });
        read_each(&mut self.engine, positions, into, read)
    }

    /// Writes the directions that move something, a bit for each, into a slice, one game
    /// after another. The bits are exact; [`Batch::available`] may have more. A game that
    /// has ended and waits for the next one has none. If scripts act once nothing moves, a
    /// game may go on although it has none.
    ///
    /// A direction whose turn has failed is not among them until something moves; a game ends
    /// once all have failed. A direction of which chance decides whether it moves anything is
    /// among them.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules, 8, 7, 0.0)?;
    /// let mut legal = [0; 8];
    /// for _ in 0..50 {
    ///     batch.legal_into(&mut legal)?;
    ///     batch.step(&legal.map(|own| own.trailing_zeros() as u8))?;
    ///     assert_eq!(batch.moved(), [true; 8]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::WrongLength`]: the slice is not as long as there are games.
    pub fn legal_into(&mut self, into: &mut [u64]) -> Result<(), TurnError> {
        self.must_be_for_all(into.len())?;
        for (game, legal) in into.iter_mut().enumerate() {
            *legal = match self.report.waiting[game] {
                true => 0,
                false => self.legal(game)?,
            };
        }
        Ok(())
    }
}

/// Functions that read the board of a position into a slice.
trait Read<T>: Fn(&mut Engine, &Position, &mut [T]) -> Result<(), TurnError> {}

impl<T, F: Fn(&mut Engine, &Position, &mut [T]) -> Result<(), TurnError>> Read<T> for F {}

/// Reads one board after another into a slice that has room for exactly these.
fn read_each<'p, T>(
    engine: &mut Engine,
    positions: impl ExactSizeIterator<Item = &'p Position>,
    into: &mut [T],
    read: impl Read<T>,
) -> Result<(), TurnError> {
    let cells = engine.rules.starting_grid().size();
    if into.len() != cells.saturating_mul(positions.len()) {
        return Err(Refusal::WrongLength.into());
    }
    engine.number_first_kinds();
    let mut boards = into.chunks_exact_mut(cells.max(1));
    positions.zip(&mut boards).try_for_each(|(position, board)| read(engine, position, board))
}

fn read_observed(engine: &mut Engine, position: &Position, into: &mut [i32]) -> Result<(), TurnError> {
    engine.read_observed(position, into);
    Ok(())
}

fn read_levels(engine: &mut Engine, position: &Position, into: &mut [f32]) -> Result<(), TurnError> {
    engine.read_levels(position, into).map(drop)
}
