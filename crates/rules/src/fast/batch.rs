//! Many games of one ruleset, played together.

use std::sync::Arc;

use crate::error::{Refusal, TurnError};
use crate::fast::engine::Engine;
use crate::fast::position::Position;
use crate::fast::{
    AnyPackedGame, Attempt, Dense, Eight, Four, Hashed, LayoutOfGames, LongLines, MemoryLimits, ShortLines,
};
use crate::game::{Game, Screen};
use crate::random::{Direct, Randomness, Redraw, Seeded};
use crate::ruleset::Ruleset;

/// Many games of one ruleset, played together: what learning programs want.
///
/// An [`Engine`] with many [`Position`]s. Each step takes a direction for every game
/// and gives, for every game, what it scored, whether anything moved, whether it ended,
/// and which directions can be pressed next. A game that ends is followed by the next
/// one at once. Every game draws from a stream of its own, so how many there are changes
/// nothing in any of them.
///
/// [`Batch::new`] draws free cells directly ([`crate::Placement::Direct`]), which is
/// faster. For the games that a [`Game`] plays with these seeds, give it the streams
/// ([`Batch::of_streams`]).
///
/// There is no lock and nothing shared: for several cores, make a batch for
/// each.
///
/// ```
/// # use polymerge_rules::*;
/// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
/// let mut batch = Batch::new(rules, 100, 7, 0.0)?;
/// for _ in 0..500 {
///     let lowest = |available: &u64| available.trailing_zeros() as u8;
///     let actions: Vec<u8> = batch.available().iter().map(lowest).collect();
///     batch.step(&actions)?;
/// }
/// assert!(batch.games_ended() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batch<R = Direct<Seeded>> {
    engine: Engine,
    games: Vec<Slot<R>>,
    rewards: Vec<f64>,
    moved: Vec<bool>,
    done: Vec<bool>,
    available: Vec<u64>,
    final_scores: Vec<f64>,
    final_wins: Vec<bool>,
    failures: Vec<(usize, TurnError)>,
    games_ended: u64,
}

/// One of the games.
#[derive(Debug)]
struct Slot<R> {
    random: R,
    position: Position,
}

/// How many games' moves are looked up before they are made.
const ABREAST: usize = 4;

/// Why a game of a batch takes the long way.
enum Pause {
    Over,
    NotPacked,
    /// What spawns is to be computed, as this random number told.
    SpawnToCompute(f64),
}

impl Batch {
    /// Starts `games` games at the time `now`, the first of them with this
    /// seed, the next one with the next seed, and so on. Free cells are drawn directly.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn new(rules: Arc<Ruleset>, games: usize, seed: u64, now: f64) -> Result<Batch, TurnError> {
        let stream = |game| Direct(Seeded::new(seed.wrapping_add(game)));
        Batch::of_streams(rules, (0..games as u64).map(stream), now)
    }
}

impl<R: Randomness> Batch<R> {
    /// Starts a game at the time `now` for each of these streams of random numbers. It
    /// goes as a [`Game`] does with the same stream.
    ///
    /// ```
    /// # use polymerge_rules::*;
    /// # let rules = Ruleset::compile(Mode::classic(4, 4), Limits::default())?;
    /// let mut batch = Batch::of_streams(rules.clone(), [7, 9].map(Seeded::new), 0.0)?;
    /// let mut random = Seeded::new(9);
    /// let world = &mut World::new(&mut random, 0.0);
    /// let (mut game, _) = Game::new(rules, world)?;
    /// batch.step(&[1, 1])?;
    /// game.play(1, world)?;
    /// assert_eq!(batch.game(1).grid(), game.grid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn of_streams(
        rules: Arc<Ruleset>,
        streams: impl IntoIterator<Item = R>,
        now: f64,
    ) -> Result<Batch<R>, TurnError> {
        let mut engine = Engine::new(rules, now);
        let slot = |mut random: R| {
            let position = engine.start(&mut random)?;
            Ok(Slot { random, position })
        };
        let slots: Vec<_> = streams.into_iter().map(slot).collect::<Result<_, TurnError>>()?;
        let games = slots.len();
        Ok(Batch {
            engine,
            rewards: vec![0.0; games],
            moved: vec![false; games],
            done: vec![false; games],
            available: slots.iter().map(|slot| slot.position.available()).collect(),
            final_scores: vec![0.0; games],
            final_wins: vec![false; games],
            failures: Vec::new(),
            games: slots,
            games_ended: 0,
        })
    }

    /// Sets other limits for what is remembered, and forgets what was learned so far.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Batch<R> {
        for slot in &mut self.games {
            self.engine.unpack(&mut slot.position);
        }
        self.engine.forget(limits);
        for slot in &mut self.games {
            slot.position = self.engine.take_in(slot.position.base.state.clone());
        }
        self
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Presses a direction in every game. Where one can't be pressed, or a turn fails,
    /// that game stays as it is; [`Batch::failures`] tells which ones and why.
    ///
    /// # Errors
    /// There is not one direction for each game. Nothing has happened then.
    pub fn step(&mut self, directions: &[u8]) -> Result<(), TurnError> {
        if directions.len() != self.games.len() {
            return Err(Refusal::NoSuchDirection.into());
        }
        self.failures.clear();
        let mut game = 0;
        loop {
            let pause;
            (game, pause) = self.packed_turns(game, directions);
            match pause {
                None => return Ok(()),
                Some(Pause::Over) => self.end(game),
                Some(Pause::NotPacked) => self.whole_turn(game, usize::from(directions[game]), None),
                Some(Pause::SpawnToCompute(number)) => {
                    self.whole_turn(game, usize::from(directions[game]), Some(number));
                }
            }
            game += 1;
        }
    }

    /// Plays one turn of each game from `game` on, until one of them is not
    /// eligible or ends; gives which one that is, and why.
    fn packed_turns(&mut self, mut game: usize, directions: &[u8]) -> (usize, Option<Pause>) {
        while game < directions.len() {
            let pause;
            (game, pause) = match &self.games[game].position.packed {
                Some(AnyPackedGame::Small(_)) => self.abreast::<Dense>(game, directions),
                Some(AnyPackedGame::Middle(_)) => self.abreast::<Hashed<Four>>(game, directions),
                Some(AnyPackedGame::Wide(_)) => self.abreast::<Hashed<Eight>>(game, directions),
                Some(AnyPackedGame::Short(_)) => self.abreast::<ShortLines>(game, directions),
                Some(AnyPackedGame::Long(_)) => self.abreast::<LongLines>(game, directions),
                None => (game, Some(Pause::NotPacked)),
            };
            if pause.is_some() {
                return (game, pause);
            }
        }
        (game, None)
    }

    /// Plays one turn of each of a few games that are packed in one way. What their
    /// moves do is looked up for all of them first: nothing in that depends on
    /// what is hard to foresee, so that the processor does it for several games
    /// at a time.
    fn abreast<P: LayoutOfGames>(&mut self, first: usize, directions: &[u8]) -> (usize, Option<Pause>) {
        // All have the same length, so that places need no looking at.
        let end = directions.len().min(first + ABREAST);
        let directions = &directions[first..end];
        let games = &mut self.games[first..end];
        let (rewards, available) = (&mut self.rewards[first..end], &mut self.available[first..end]);
        let (moved, done) = (&mut self.moved[first..end], &mut self.done[first..end]);
        let Some(layout) = P::games(&self.engine.memory) else { return (first, Some(Pause::NotPacked)) };
        let mut results = [const { None }; ABREAST];
        for ((game, direction), result) in games.iter_mut().zip(directions).zip(&mut results) {
            let Some(packed) = game.position.packed.as_mut().and_then(P::game) else { break };
            *result = Some(layout.move_result(packed, usize::from(*direction)));
        }
        for (place, result) in (0..games.len()).zip(&results) {
            let Slot { position, random } = &mut games[place];
            // It is packed in another way.
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
            done[place] = false;
            available[place] = u64::from(packed.progress.available);
            if packed.progress.available == 0 {
                return (first + place, Some(Pause::Over));
            }
        }
        (end, None)
    }

    #[cold]
    fn whole_turn(&mut self, game: usize, direction: usize, drawn: Option<f64>) {
        let Slot { random, position } = &mut self.games[game];
        let before = position.score();
        let result = match drawn {
            Some(number) => {
                self.engine.play_own(position, direction, &mut Redraw::after(vec![number], random))
            }
            None => self.engine.play_own(position, direction, random),
        };
        self.rewards[game] = position.score() - before;
        self.done[game] = false;
        self.moved[game] = match result {
            Ok(moved) => moved,
            Err(error) => {
                self.failures.push((game, error));
                false
            }
        };
        let goes_on = match position.screen() {
            Screen::Play => true,
            Screen::Win => self.engine.continue_after_win(position).is_ok(),
            Screen::GameOver => false,
        };
        self.available[game] = position.available();
        if !goes_on {
            self.end(game);
        }
    }

    /// Notes the end of a game and starts the next one.
    fn end(&mut self, game: usize) {
        let Slot { random, position } = &mut self.games[game];
        self.final_scores[game] = position.score();
        self.final_wins[game] = position.won();
        // Each is a game of its own.
        if let Err(error) = self.engine.start_after(position, random, false) {
            self.failures.push((game, error));
        }
        self.available[game] = position.available();
        self.done[game] = true;
        self.games_ended += 1;
    }

    /// Begins another game in this place, with other random numbers.
    ///
    /// # Errors
    /// An expression or script of the start fails; the game is as before. There is no
    /// game with this number.
    pub fn reset(&mut self, game: usize, mut random: R) -> Result<(), TurnError> {
        let Some(slot) = self.games.get_mut(game) else { return Err(Refusal::NoSuchGame.into()) };
        let position = self.engine.start(&mut random)?;
        *slot = Slot { random, position };
        self.begun(game);
        Ok(())
    }

    /// Goes on in this place from a position, of this batch or of
    /// [`Batch::engine`]; the random numbers go on, too.
    ///
    /// # Errors
    /// The position is of another engine, or there is no game with this number.
    pub fn load(&mut self, game: usize, position: &Position) -> Result<(), TurnError> {
        let Some(slot) = self.games.get_mut(game) else { return Err(Refusal::NoSuchGame.into()) };
        self.engine.must_own(position)?;
        slot.position.clone_from(position);
        self.begun(game);
        Ok(())
    }

    /// Another game is in this place, of which no step has been made.
    fn begun(&mut self, game: usize) {
        self.available[game] = self.games[game].position.available();
        (self.rewards[game], self.moved[game], self.done[game]) = (0.0, false, false);
    }

    /// The engine that plays the games, to make positions by and to look ahead.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Where a game is; `None` if there is no game with this number.
    pub fn position(&self, game: usize) -> Option<&Position> {
        self.games.get(game).map(|slot| &slot.position)
    }

    /// The engine and a game's position, to look at the game without a fork; `None` if
    /// there is no game with this number.
    pub fn look(&mut self, game: usize) -> Option<(&mut Engine, &Position)> {
        let Batch { engine, games, .. } = self;
        games.get(game).map(|slot| (engine, &slot.position))
    }

    /// Writes the directions that move something, a bit for each of the first 64, into a
    /// slice, for one game after another: as many as there is room for.
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
    /// As [`Engine::legal`].
    pub fn legal_into(&mut self, legal: &mut [u64]) -> Result<(), TurnError> {
        for (slot, legal) in self.games.iter().zip(legal) {
            *legal = self.engine.legal(&slot.position)?;
        }
        Ok(())
    }

    /// What every game scored in the last step.
    pub fn rewards(&self) -> &[f64] {
        &self.rewards
    }

    /// Whether anything moved in the last step.
    pub fn moved(&self) -> &[bool] {
        &self.moved
    }

    /// Whether a game ended with the last step; it is then another one that
    /// goes on.
    pub fn done(&self) -> &[bool] {
        &self.done
    }

    /// The games in which the last step did not happen, with the reasons, in order. A
    /// game that is done and can't be followed by another one is among them; it waits
    /// for [`Batch::reset`].
    pub fn failures(&self) -> &[(usize, TurnError)] {
        &self.failures
    }

    /// The score with which the last game in this place ended.
    pub fn final_scores(&self) -> &[f64] {
        &self.final_scores
    }

    /// Whether the last game that ended in this place had been won.
    pub fn final_wins(&self) -> &[bool] {
        &self.final_wins
    }

    /// How many games have ended.
    pub fn games_ended(&self) -> u64 {
        self.games_ended
    }

    /// For every game the first 64 directions that are not blacked out, a bit for each.
    /// One that turns out to move nothing is blacked out by [`Batch::step`].
    pub fn available(&self) -> &[u64] {
        &self.available
    }

    /// One of the games, to be looked at.
    pub fn game(&mut self, game: usize) -> Game {
        self.engine.game_of(&self.games[game].position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Mode};

    #[test]
    fn packed_games_have_no_state_of_their_own() {
        let read = |text: &str| calcarray::json::read(text, &Default::default()).unwrap();
        // 4s come only once the first tiles are there.
        let mut later = Mode::classic(4, 4);
        later.spawns = read("[[[1], 90]]");
        later.scripts = read(r#"[[[0, "@add_spawn", ["@Literal", ["@Literal", 2], 10]], "EndModeSetup"]]"#);
        for mode in [Mode::classic(4, 4), later] {
            let rules = Ruleset::compile(mode, Limits::default()).unwrap();
            let mut batch = Batch::new(rules, 1000, 7, 0.0).unwrap();
            let stateful = |batch: &Batch| {
                let mut bases: Vec<_> =
                    batch.games.iter().map(|slot| Arc::as_ptr(&slot.position.base)).collect();
                bases.sort_unstable();
                bases.dedup();
                bases.len()
            };
            // The first ones, from which memory learns what spawns.
            assert!(stateful(&batch) < 100, "{} at the start", stateful(&batch));
            for _ in 0..60 {
                let actions: Vec<u8> =
                    batch.available().iter().map(|own| own.trailing_zeros() as u8).collect();
                batch.step(&actions).unwrap();
            }
            assert!(stateful(&batch) < 200, "{} after 60 moves", stateful(&batch));
        }
    }
}
