//! The handle of many games that are played in step.

use std::sync::Mutex;

use polymerge::engine::Feature;
use polymerge::{Batch, Error, Refusal, Rng, Rules, Turn};
use polymerge_schema::Failure;

use crate::fault::{Fault, Outcome, json};
use crate::ffi::{Afterstates, Buffer, Step};
use crate::game::{self, Played, PmGame};
use crate::lock::Locked;

/// Many games that are played in step. A game that ends is followed by another one in its
/// place.
pub struct PmBatch(Mutex<Games>);

impl Locked for PmBatch {
    type Own = Games;

    fn lock(&self) -> &Mutex<Games> {
        &self.0
    }
}

/// The contents of the handle of a batch.
pub struct Games {
    rules: Rules,
    batch: Batch,
}

impl PmBatch {
    /// Games at their starts: the first has this seed, the next one the next seed.
    pub fn new(rules: &Rules, games: usize, seed: u64) -> Result<PmBatch, Fault> {
        let most = Batch::<Rng>::MOST_GAMES;
        if games == 0 || games > most {
            return Err(Fault::input(format!("games is {games}; it must be from 1 to {most}")));
        }
        let batch = rules.batch(games, seed)?;
        Ok(PmBatch(Mutex::new(Games { rules: rules.clone(), batch })))
    }
}

impl Games {
    /// Plays a step, if there are directions, and reads what came of it.
    pub fn step(&mut self, mut step: Step) -> Outcome {
        let batch = &mut self.batch;
        let (games, cells) = (batch.len(), batch.cells());
        if (step.games, step.cells) != (games, cells) {
            let (given, of) = (step.games, step.cells);
            let message =
                format!("the step is for {given} games of {of} cells; there are {games} of {cells}");
            return Err(Fault::input(message));
        }
        if let Some(directions) = step.directions() {
            batch.step(directions).map_err(Error::from)?;
        }
        if let Some(kinds) = step.kinds() {
            batch.kinds_into(kinds).map_err(Error::from)?;
        }
        if let Some(values) = step.values() {
            batch.feature_into(Feature::Value, 0.0, values).map_err(Error::from)?;
        }
        if let Some(levels) = step.levels() {
            batch.levels_into(levels).map_err(Error::from)?;
        }
        if let Some(legal) = step.legal() {
            batch.legal_into(legal).map_err(Error::from)?;
        }
        let numbers = |into: Option<&mut [f64]>, from: &[f64]| {
            if let Some(into) = into {
                into.copy_from_slice(from);
            }
        };
        let flags = |into: Option<&mut [u8]>, from: &[bool]| {
            let pairs = into.into_iter().flatten().zip(from);
            pairs.for_each(|(into, flag)| *into = u8::from(*flag));
        };
        numbers(step.rewards(), batch.rewards());
        numbers(step.final_scores(), batch.final_scores());
        flags(step.moved(), batch.moved());
        flags(step.over(), batch.over());
        flags(step.won(), batch.won());
        if let Some(failed) = step.failed() {
            batch.failures().iter().for_each(|(game, _)| failed[*game] = 1);
        }
        Ok(())
    }

    /// Reads the boards after each direction, and the points of these turns.
    pub fn afterstates(&mut self, mut into: Afterstates) -> Outcome {
        let batch = &mut self.batch;
        let own = (batch.len(), self.rules.directions().len(), batch.cells());
        if (into.games, into.directions, into.cells) != own {
            let (given, of, cells) = (into.games, into.directions, into.cells);
            let message = format!(
                "the arrays are for {given} games of {of} directions and {cells} cells; there are {} of {} and {}",
                own.0, own.1, own.2
            );
            return Err(Fault::input(message));
        }
        // Arrays that are left out take no memory here either.
        let (kinds, points) = into.arrays();
        Ok(batch.look_ahead_into(kinds, points)?)
    }

    /// Begins the game of a seed in a place.
    pub fn reset(&mut self, game: usize, seed: u64) -> Outcome {
        Ok(self.batch.reset(game, seed).map_err(Error::from)?)
    }

    /// Continues in a place from the state of a game.
    pub fn load(&mut self, place: usize, from: &Played) -> Outcome {
        Ok(self.batch.load(place, from.game().state()).map_err(Error::from)?)
    }

    /// The game in a place, to be played on by itself, with the random numbers that it has there.
    pub fn game(&self, place: usize) -> Result<PmGame, Fault> {
        let random = self.batch.random(place).ok_or(Refusal::NoSuchGame)?.clone();
        let game = self.rules.continued(self.batch.game(place), random, 0.0)?;
        Ok(PmGame::of(game, Turn::default()))
    }

    /// The games in which the last step did not happen, with the cause, as JSON.
    pub fn failures(&self, into: &mut Buffer) -> Outcome {
        let failures = self.batch.failures().iter();
        let failures = failures.map(|(game, error)| Failure::of(*game, error.clone())).collect::<Vec<_>>();
        into.put(json(&failures)?.as_bytes())
    }

    /// The kinds of tiles in the order of their numbers, as JSON.
    pub fn kinds(&mut self, into: &mut Buffer) -> Outcome {
        into.put(game::kinds(self.batch.kinds())?.as_bytes())
    }
}
