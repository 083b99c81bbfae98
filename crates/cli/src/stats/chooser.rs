//! What chooses directions in the games of `polymerge stats`.

use polymerge::advanced::rules::{Randomness, Seeded, TurnError};
use polymerge::{Engine, State};
use polymerge_player::{Guided, LearnedValue, Rollouts, Search};

use crate::bench::player::Kind;

/// A player, for one game.
pub enum Chooser<'v> {
    /// Every legal direction with the same chance.
    Random(Seeded),
    /// By so many simulated turns for each move.
    Rollouts { engine: Box<Engine>, turns: u64, seed: u64, moves: u64 },
    /// By what was learned, looking at so many positions.
    Learned { engine: Box<Engine>, search: Search<'v>, positions: u64 },
    /// By rollouts of so many turns for each move that go by what was learned.
    Guided { engine: Box<Engine>, guided: Guided<'v>, turns: u64 },
}

impl<'v> Chooser<'v> {
    /// For a game of this seed, of which this is the state. The choice has numbers of its
    /// own, so that all players get the same luck.
    pub fn new(kind: Kind, game: &State, seed: u64, value: Option<&'v mut LearnedValue>) -> Chooser<'v> {
        let engine = || Box::new(Engine::new(game.rules().clone(), 0.0));
        match (kind, value) {
            (Kind::Rollouts(turns), _) => {
                Chooser::Rollouts { engine: engine(), turns, seed: !seed, moves: 0 }
            }
            (Kind::Search(positions), Some(value)) => {
                Chooser::Learned { engine: engine(), search: Search::new(value, !seed), positions }
            }
            (Kind::Learned, Some(value)) => {
                Chooser::Learned { engine: engine(), search: Search::new(value, !seed), positions: 1 }
            }
            (Kind::Guided(turns), Some(value)) => {
                Chooser::Guided { engine: engine(), guided: Guided::new(value, !seed), turns }
            }
            (Kind::Random, _) | (Kind::Search(_) | Kind::Learned | Kind::Guided(_), None) => {
                Chooser::Random(Seeded::new(!seed))
            }
        }
    }

    /// A direction, if any is legal.
    pub fn choose(&mut self, game: &State) -> Result<Option<usize>, TurnError> {
        match self {
            Chooser::Random(random) => {
                let legal = game.legal_moves()?;
                let draw = random.next().unwrap_or(0.0);
                Ok(legal.get((draw * legal.len() as f64) as usize).copied())
            }
            Chooser::Rollouts { engine, turns, seed, moves } => {
                *moves += 1;
                let position = engine.position(game.clone())?;
                let mut rollouts = Rollouts::new(engine, &position, *turns, seed.wrapping_add(*moves))?;
                if !rollouts.is_decided() {
                    while rollouts.round(engine) {}
                }
                Ok(rollouts.best())
            }
            Chooser::Learned { engine, search, positions } => {
                let position = engine.position(game.clone())?;
                let outlook = search.look(engine, &position, *positions)?;
                Ok(outlook.best().map(|choice| choice.direction))
            }
            Chooser::Guided { engine, guided, turns } => {
                let position = engine.position(game.clone())?;
                let outlook = guided.look(engine, &position, *turns)?;
                Ok(outlook.best().map(|choice| choice.direction))
            }
        }
    }
}
