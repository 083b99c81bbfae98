//! The step of a batch: one direction for every game.
//!
//! See docs/dev/fast-path.md, "How a move is made".

use crate::error::TurnError;
use crate::fast::batch::{Batch, Slot};
use crate::fast::{AnyPackedGame, Attempt, Byte4x4, Byte8x8, LayoutOfGames, List128, List256, Nibble4x4};
use crate::game::Screen;
use crate::random::{Randomness, Redraw};

/// The number of games whose moves are looked up before any of them is made.
const ABREAST: usize = 4;

/// Reason for which a game of a batch leaves the loop of packed turns.
enum Pause {
    /// No game is on.
    Waiting,
    /// The board is not packed, or the turn is not eligible.
    NotPacked,
    /// An expression has to compute the tile that this random number chose.
    SpawnToCompute(f64),
    /// The turn is played, but no direction is known to move anything now.
    MayBeOver,
}

impl<R: Randomness> Batch<R> {
    /// Presses a direction in every game. If it can't be pressed or the turn fails, that
    /// game is unchanged; [`Batch::failures`] has these games and the reasons.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::new(rules, 3, 7, 0.0)?;
    /// // There is no direction 9.
    /// batch.step(&[0, 9, 1])?;
    /// assert_eq!(batch.failures(), [(1, Refusal::NoSuchDirection.into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::WrongLength`](crate::Refusal::WrongLength): there is not one direction
    /// for each game. Nothing has happened then.
    pub fn step(&mut self, directions: &[u8]) -> Result<(), TurnError> {
        self.must_be_for_all(directions.len())?;
        self.begin_step();
        let mut game = 0;
        while game < directions.len() {
            let pause;
            (game, pause) = self.packed_turns(game, directions);
            let direction = directions.get(game).copied().map_or(0, usize::from);
            match pause {
                None => break,
                Some(Pause::Waiting) => self.wait(game),
                Some(Pause::MayBeOver) => self.look_whether_over(game),
                Some(Pause::NotPacked) => self.whole_turn(game, direction, None),
                Some(Pause::SpawnToCompute(number)) => self.whole_turn(game, direction, Some(number)),
            }
            game += 1;
        }
        self.cut_off();
        self.report.failing.retain(|(game, _)| !self.report.moved[*game]);
        Ok(())
    }

    /// Plays one turn of each game from `game` on, until one of them is not eligible or may
    /// have ended. Returns that game and the reason.
    fn packed_turns(&mut self, mut game: usize, directions: &[u8]) -> (usize, Option<Pause>) {
        while game < directions.len() {
            let pause;
            (game, pause) = match &self.games[game].position.packed {
                _ if self.report.waiting[game] => (game, Some(Pause::Waiting)),
                Some(AnyPackedGame::Nibble4x4(_)) => self.abreast::<Nibble4x4>(game, directions),
                Some(AnyPackedGame::Byte4x4(_)) => self.abreast::<Byte4x4>(game, directions),
                Some(AnyPackedGame::Byte8x8(_)) => self.abreast::<Byte8x8>(game, directions),
                Some(AnyPackedGame::List128(_)) => self.abreast::<List128>(game, directions),
                Some(AnyPackedGame::List256(_)) => self.abreast::<List256>(game, directions),
                None => (game, Some(Pause::NotPacked)),
            };
            if pause.is_some() {
                return (game, pause);
            }
        }
        (game, None)
    }

    /// Plays one turn of each of a few games in the same layout. The results of all moves
    /// are looked up before any turn is played. The look-ups have no branch that is hard to
    /// predict, so the processor runs those of several games at the same time.
    fn abreast<P: LayoutOfGames>(&mut self, first: usize, directions: &[u8]) -> (usize, Option<Pause>) {
        // All slices have the same length, so the compiler drops the bounds checks.
        let end = directions.len().min(first + ABREAST);
        let directions = &directions[first..end];
        let games = &mut self.games[first..end];
        let (rewards, moved) = (&mut self.report.rewards[first..end], &mut self.report.moved[first..end]);
        let (available, waiting) = (&mut self.report.available[first..end], &self.report.waiting[first..end]);
        let Some(layout) = P::games(&self.engine.memory) else { return (first, Some(Pause::NotPacked)) };
        let mut results = [const { None }; ABREAST];
        for (place, result) in (0..games.len()).zip(&mut results) {
            let packed = games[place].position.packed.as_mut().and_then(P::game);
            let Some(packed) = packed.filter(|_| !waiting[place]) else { break };
            *result = Some(layout.move_result(packed, usize::from(directions[place])));
        }
        for (place, result) in (0..games.len()).zip(&results) {
            let Slot { position, random } = &mut games[place];
            // The game has another layout, or it waits.
            let Some(result) = result else { return (first + place, None) };
            let Some(packed) = position.packed.as_mut().and_then(P::game) else {
                return (first + place, None);
            };
            let before = packed.progress.score;
            let turn = layout.turn_with(result, packed, usize::from(directions[place]), random);
            let has_moved = match turn {
                Attempt::Done(has_moved) => has_moved,
                Attempt::SpawnToCompute(drawn) => return (first + place, Some(Pause::SpawnToCompute(drawn))),
                _ => return (first + place, Some(Pause::NotPacked)),
            };
            rewards[place] = packed.progress.score - before;
            moved[place] = has_moved;
            available[place] = u64::from(packed.progress.available);
            // A turn that moved nothing can't have ended the game.
            if has_moved && !layout.surely_goes_on(packed) {
                return (first + place, Some(Pause::MayBeOver));
            }
        }
        (end, None)
    }

    #[cold]
    fn whole_turn(&mut self, game: usize, direction: usize, drawn: Option<f64>) {
        self.report.first_legal[game] = None;
        let Slot { random, position } = &mut self.games[game];
        let before = position.score();
        let result = match drawn {
            Some(number) => {
                self.engine.play_own(position, direction, &mut Redraw::after(vec![number], random))
            }
            None => self.engine.play_own(position, direction, random),
        };
        let report = &mut self.report;
        report.rewards[game] = position.score() - before;
        report.moved[game] = result == Ok(true);
        if let Err(error) = result {
            let refused = matches!(error, TurnError::Refused(_));
            report.failures.push((game, error));
            if !refused {
                self.note_failing(game, direction);
            }
            return;
        }
        report.won[game] = position.won();
        if position.screen() == Screen::Win && self.engine.rules.postgame_allowed() {
            // The call fails only if there is no win or no postgame; both were checked.
            let _ = self.engine.continue_after_win(position);
        }
        self.look_whether_over(game);
    }

    /// Notes that the turn of a direction fails. A game ends if all that move something do.
    #[cold]
    fn note_failing(&mut self, game: usize, direction: usize) {
        let failing = &mut self.report.failing;
        let own = failing.iter_mut().find(|own| own.0 == game);
        match own {
            Some((_, directions)) => *directions |= 1 << (direction % 64),
            None => failing.push((game, 1 << (direction % 64))),
        }
        if self.legal(game) == Ok(0) {
            self.end(game, false);
        }
    }

    /// The directions that move something, except for those that have failed.
    pub(super) fn legal(&mut self, game: usize) -> Result<u64, TurnError> {
        let (position, first) = (&self.games[game].position, self.report.first_legal[game]);
        let legal = self.engine.legal_own(position, first, |_| Ok(false))?;
        let failing = self.report.failing.iter().find(|own| own.0 == game);
        Ok(failing.map_or(legal, |(_, directions)| legal & !directions))
    }

    /// Ends a game if it is over now.
    #[cold]
    fn look_whether_over(&mut self, game: usize) {
        self.report.available[game] = self.games[game].position.available();
        if self.is_over(game) {
            self.end(game, false);
        }
    }
}
