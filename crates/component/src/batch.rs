//! The resource of many games that are played in step.

use std::cell::RefCell;

use polymerge::engine::Feature;
use polymerge::{Batch, Error, Refusal, Rules, TurnError};
use polymerge_schema::Failure;

use crate::bindings::exports::polymerge::engine::games::{Fault, Game, GameBorrow, GuestBatch, Step};
use crate::fault::json;
use crate::game::OwnGame;

/// The most games of a batch: memory of a component has 4 GB at most, and without any left the
/// instance ends.
const MOST_GAMES: u32 = 65_536;

/// Many games that are played in step.
pub struct OwnBatch {
    rules: Rules,
    batch: RefCell<Batch>,
}

impl OwnBatch {
    /// Games at their starts.
    pub fn of(rules: &Rules, games: u32, seed: u64) -> Result<OwnBatch, Fault> {
        if games == 0 || games > MOST_GAMES {
            return Err(Fault::input(format!("games is {games}; it must be from 1 to {MOST_GAMES}")));
        }
        let batch = rules.batch(games as usize, seed)?;
        Ok(OwnBatch { rules: rules.clone(), batch: RefCell::new(batch) })
    }

    fn read<T: Clone + Default>(
        &self,
        each: impl FnOnce(&Batch) -> usize,
        read: impl FnOnce(&mut Batch, &mut [T]) -> Result<(), TurnError>,
    ) -> Result<Vec<T>, Fault> {
        let mut batch = self.batch.borrow_mut();
        let mut numbers = vec![T::default(); batch.len() * each(&batch)];
        read(&mut batch, &mut numbers).map_err(Error::from)?;
        Ok(numbers)
    }

    /// A place that there is.
    fn place(&self, place: u32) -> Result<usize, Fault> {
        let place = place as usize;
        match place < self.batch.borrow().len() {
            true => Ok(place),
            false => Err(Refusal::NoSuchGame.into()),
        }
    }
}

impl GuestBatch for OwnBatch {
    fn step(&self, directions: Vec<u8>) -> Result<Step, Fault> {
        let mut batch = self.batch.borrow_mut();
        batch.step(&directions)?;
        let failures: Vec<_> =
            batch.failures().iter().map(|(game, error)| Failure::of(*game, error.clone())).collect();
        let failures = match failures.is_empty() {
            true => String::new(),
            false => json(&failures)?,
        };
        Ok(Step {
            rewards: batch.rewards().to_vec(),
            moved: batch.moved().to_vec(),
            over: batch.over().to_vec(),
            won: batch.won().to_vec(),
            final_scores: batch.final_scores().to_vec(),
            failures,
        })
    }

    fn kinds(&self) -> Result<Vec<i32>, Fault> {
        self.read(Batch::cells, Batch::kinds_into)
    }

    fn values(&self) -> Result<Vec<f64>, Fault> {
        self.read(Batch::cells, |batch, into| batch.feature_into(Feature::Value, 0.0, into))
    }

    fn levels(&self) -> Result<Vec<f32>, Fault> {
        self.read(Batch::cells, Batch::levels_into)
    }

    fn legal(&self) -> Result<Vec<u64>, Fault> {
        self.read(|_| 1, Batch::legal_into)
    }

    fn reset(&self, place: u32, seed: u64) -> Result<(), Fault> {
        let place = self.place(place)?;
        Ok(self.batch.borrow_mut().reset(place, seed)?)
    }

    fn load(&self, place: u32, game: GameBorrow<'_>) -> Result<(), Fault> {
        let place = self.place(place)?;
        Ok(self.batch.borrow_mut().load(place, &game.get::<OwnGame>().state())?)
    }

    fn game(&self, place: u32) -> Result<Game, Fault> {
        let place = self.place(place)?;
        let batch = self.batch.borrow();
        let random = batch.random(place).ok_or(Refusal::NoSuchGame)?.clone();
        Ok(Game::new(OwnGame::of(self.rules.continued(batch.game(place), random, 0.0)?)))
    }
}
