//! The resource of rules.

use polymerge::proof::{self, Claim};
use polymerge_schema::RulesInfo;

use crate::batch::OwnBatch;
use crate::bindings::exports::polymerge::engine::games::{
    Batch, Engine, Fault, Game, GuestRules, Moves, Rules, RulesText, Verdict,
};
use crate::engine::OwnEngine;
use crate::fault::json;
use crate::game::{OwnGame, time};

/// A mode that is ready to be played.
pub struct OwnRules(pub polymerge::Rules);

impl GuestRules for OwnRules {
    fn change(&self, settings: Vec<String>, modifiers: Vec<String>) -> Result<Rules, Fault> {
        let mut mode = self.0.mode().clone();
        for setting in settings {
            mode = mode.set(&setting)?;
        }
        for modifier in modifiers {
            mode = mode.with(&modifier)?;
        }
        Ok(Rules::new(OwnRules(mode.compile()?)))
    }

    fn draw(&self, seed: u64) -> Result<Rules, Fault> {
        Ok(Rules::new(OwnRules(self.0.drawn(seed)?)))
    }

    fn text(&self, what: RulesText) -> Result<String, Fault> {
        match what {
            RulesText::Info => json(&RulesInfo::of(&self.0)),
            RulesText::Code => Ok(self.0.mode().to_code()?),
            RulesText::File => Ok(self.0.mode().to_file()?),
        }
    }

    fn start(&self, seed: u64, now: f64) -> Result<Game, Fault> {
        let (game, turn) = self.0.start_at(seed, time(now)?)?;
        Ok(Game::new(OwnGame::after(game, turn)))
    }

    fn engine(&self) -> Result<Engine, Fault> {
        Ok(Engine::new(OwnEngine::of(&self.0)?))
    }

    fn batch(&self, games: u32, seed: u64) -> Result<Batch, Fault> {
        Ok(Batch::new(OwnBatch::of(&self.0, games, seed)?))
    }

    fn write_moves(&self, moves: Vec<u32>) -> Result<String, Fault> {
        let moves: Vec<usize> = moves.into_iter().map(|direction| direction as usize).collect();
        Ok(proof::write_moves(&self.0, &moves)?)
    }

    fn read_moves(&self, text: String) -> Result<Moves, Fault> {
        let moves = proof::read_moves(&text, self.0.limits())?;
        let directions = proof::directions(&self.0, &moves)?;
        let directions = directions.into_iter().map(|direction| direction as u32).collect();
        Ok(Moves { directions, least: proof::count_moves(&moves).least as u64 })
    }

    fn verify(&self, seed: u64, moves: String, score: f64) -> Result<Verdict, Fault> {
        let moves = proof::read_moves(&moves, self.0.limits())?;
        let verdict = proof::verify(&self.0, seed, &moves, &Claim { score, count: None })?;
        Ok(Verdict { holds: verdict.holds, score: verdict.run.game().score() })
    }
}
