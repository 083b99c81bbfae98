//! Many games of one ruleset, played together.

use std::sync::Arc;

use crate::error::{Refusal, TurnError};
use crate::fast::rollout::Rollout;
use crate::fast::{
    AnyPackedGame, Attempt, Dense, Eight, Four, Hashed, LayoutOfGames, LongLines, MemoryLimits, ShortLines,
};
use crate::game::state::State;
use crate::game::{Game, Screen};
use crate::random::{Direct, Redraw, Seeded};
use crate::ruleset::Ruleset;

/// Many games of one ruleset, played together: what learning programs want.
///
/// Each step takes a direction for every game and gives, for every game, what
/// it scored, whether anything moved, whether it ended, and which directions
/// can be pressed next. A game that ends is followed by the next one at once.
/// Every game draws from a stream of its own, so how many there are changes
/// nothing in any of them; free cells are drawn directly
/// ([`crate::Placement::Direct`]).
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
pub struct Batch {
    worker: Rollout,
    games: Vec<Slot>,
    rewards: Vec<f64>,
    moved: Vec<bool>,
    done: Vec<bool>,
    available: Vec<u64>,
    final_scores: Vec<f64>,
    games_ended: u64,
}

/// One of the games.
#[derive(Debug)]
struct Slot {
    random: Direct<Seeded>,
    /// If its board is packed: what has changed since `state`, or since the
    /// start if there is none.
    packed: Option<AnyPackedGame>,
    state: Option<Box<State>>,
}

/// How many games' moves are looked up before they are made.
const ABREAST: usize = 4;

/// Why a game of a batch takes the long way.
enum Pause {
    Over,
    NotPacked,
    /// The same, which this random number told.
    SpawnToCompute(f64),
}

impl Batch {
    /// Starts `games` games at the time `now`, the first of them with this
    /// seed, the next one with the next seed, and so on.
    ///
    /// # Errors
    /// An expression or script of the start fails.
    pub fn new(rules: Arc<Ruleset>, games: usize, seed: u64, now: f64) -> Result<Batch, TurnError> {
        let mut worker = Rollout::new(rules, &mut Direct(Seeded::new(seed)), now)?;
        worker.is_alone = false;
        let mut slots = Vec::with_capacity(games);
        for game in 0..games as u64 {
            let mut random = Direct(Seeded::new(seed.wrapping_add(game)));
            // From a packed game, the next one can start without a state.
            worker.course.packed = slots.last().and_then(|slot: &Slot| slot.packed.clone());
            worker.restart(&mut random)?;
            worker.course.state.manual_moves = 0.0;
            let mut slot = Slot { random, packed: None, state: None };
            slot.put_away(&mut worker);
            slots.push(slot);
        }
        let mut batch = Batch {
            worker,
            rewards: vec![0.0; games],
            moved: vec![false; games],
            done: vec![false; games],
            available: vec![0; games],
            final_scores: vec![0.0; games],
            games: slots,
            games_ended: 0,
        };
        for game in 0..games {
            batch.available[game] = batch.look(game);
        }
        Ok(batch)
    }

    /// The same with other limits for what is remembered.
    pub fn with_memory(mut self, limits: MemoryLimits) -> Batch {
        for game in 0..self.games.len() {
            self.fetch(game);
            self.worker.unpack_game();
            self.games[game].put_away(&mut self.worker);
        }
        self.worker = self.worker.with_memory(limits);
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

    /// Presses a direction in every game.
    ///
    /// # Errors
    /// There is not one direction for each game, one can't be pressed, or a
    /// turn fails. Games before that one have moved, the others have not.
    pub fn step(&mut self, directions: &[u8]) -> Result<(), TurnError> {
        if directions.len() != self.games.len() {
            return Err(Refusal::NoSuchDirection.into());
        }
        let mut game = 0;
        loop {
            let pause;
            (game, pause) = self.packed_turns(game, directions);
            match pause {
                None => return Ok(()),
                Some(Pause::Over) => self.end(game)?,
                Some(Pause::NotPacked) => self.whole_turn(game, usize::from(directions[game]), None)?,
                Some(Pause::SpawnToCompute(number)) => {
                    self.whole_turn(game, usize::from(directions[game]), Some(number))?;
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
            (game, pause) = match &self.games[game].packed {
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

    /// The same of a few games that are packed in the same way. What their
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
        let Some(layout) = P::games(&self.worker.memory) else { return (first, Some(Pause::NotPacked)) };
        let mut results = [const { None }; ABREAST];
        for ((game, direction), result) in games.iter_mut().zip(directions).zip(&mut results) {
            let Some(packed) = game.packed.as_mut().and_then(P::game) else { break };
            *result = Some(layout.move_result(packed, usize::from(*direction)));
        }
        for (place, result) in (0..games.len()).zip(&results) {
            let Slot { packed, random, .. } = &mut games[place];
            // It is packed in another way.
            let Some(result) = result else { return (first + place, None) };
            let Some(packed) = packed.as_mut().and_then(P::game) else { return (first + place, None) };
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
    fn whole_turn(&mut self, game: usize, direction: usize, drawn: Option<f64>) -> Result<(), TurnError> {
        self.fetch(game);
        let before = self.worker.score();
        let random = &mut self.games[game].random;
        let result = match drawn {
            Some(number) => self.worker.play(direction, &mut Redraw::after(vec![number], random)),
            None => self.worker.play(direction, random),
        };
        self.rewards[game] = self.worker.score() - before;
        let goes_on = match self.worker.screen() {
            Screen::Play => true,
            Screen::Win => self.worker.continue_after_win().is_ok(),
            Screen::GameOver => false,
        };
        self.games[game].put_away(&mut self.worker);
        self.moved[game] = result?;
        self.done[game] = false;
        self.available[game] = self.look(game);
        if !goes_on {
            self.end(game)?;
        }
        Ok(())
    }

    /// Notes the end of a game and starts the next one.
    fn end(&mut self, game: usize) -> Result<(), TurnError> {
        self.fetch(game);
        self.final_scores[game] = self.worker.score();
        let result = self.worker.restart(&mut self.games[game].random);
        // Each is a game of its own.
        self.worker.course.state.manual_moves = 0.0;
        self.games[game].put_away(&mut self.worker);
        result?;
        self.done[game] = true;
        self.games_ended += 1;
        self.available[game] = self.look(game);
        Ok(())
    }

    /// Gives a game to the worker.
    fn fetch(&mut self, game: usize) {
        let slot = &mut self.games[game];
        let course = &mut self.worker.course;
        course.from_start = slot.state.is_none();
        course.was_fast = false;
        match (slot.state.take(), &course.start) {
            (Some(state), _) => course.state = state,
            (None, Some(start)) => course.state.copy_from(start),
            (None, None) => {}
        }
        course.packed = slot.packed.take();
    }

    /// The directions of a game that are not blacked out, a bit for each.
    fn look(&self, game: usize) -> u64 {
        let slot = &self.games[game];
        match (&slot.packed, &slot.state) {
            (Some(packed), _) => u64::from(packed.progress().available),
            (None, Some(state)) => {
                state.available.iter().take(64).enumerate().map(|(place, own)| u64::from(*own) << place).sum()
            }
            (None, None) => 0,
        }
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

    /// The score with which the last game in this place ended.
    pub fn final_scores(&self) -> &[f64] {
        &self.final_scores
    }

    /// How many games have ended.
    pub fn games_ended(&self) -> u64 {
        self.games_ended
    }

    /// For every game the directions that are not blacked out, a bit for each.
    /// One that turns out to move nothing is blacked out by [`Batch::step`].
    pub fn available(&self) -> &[u64] {
        &self.available
    }

    /// The directions that move something in a game, a bit for each. Costs as
    /// much as trying them all.
    pub fn legal(&mut self, game: usize) -> u64 {
        let mut legal = 0;
        let available = self.available[game];
        for direction in (0..64).filter(|direction| available >> direction & 1 == 1) {
            let mut trial = self.game(game);
            let mut random = self.games[game].random.clone();
            let world = &mut crate::World::new(&mut random, self.worker.now);
            if trial.play(direction, world).is_ok_and(|turn| turn.moved) {
                legal |= 1 << direction;
            }
        }
        legal
    }

    /// One of the games, to be looked at.
    pub fn game(&mut self, game: usize) -> Game {
        self.fetch(game);
        let looked_at = self.worker.to_game();
        self.games[game].put_away(&mut self.worker);
        looked_at
    }
}

impl Slot {
    /// Takes a game back from the worker. One that is packed and began at the
    /// common start needs no state of its own.
    fn put_away(&mut self, worker: &mut Rollout) {
        self.packed = worker.course.packed.take();
        let from_start = self.packed.is_some() && worker.course.from_start;
        self.state = (!from_start).then(|| worker.course.state.clone());
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
            let stateful = |batch: &Batch| batch.games.iter().filter(|slot| slot.state.is_some()).count();
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
