//! The mode and the position that the player of `polymerge serve-moves` looks at.

use polymerge_app::failure::Failure;
use std::sync::Arc;

use polymerge::advanced::rules::Ruleset;
use polymerge::proof::Run;
use polymerge::{Engine, Limits, Opened, Position, Rules};
use polymerge_app::ranker::RankingOptions;
use polymerge_app::recorded_mode::RecordedMode;

use super::request::PositionRequest;
use super::search::Knowledge;
use crate::bots::board;

/// A mode, with a position of it.
pub struct Seat {
    limits: Limits,
    mode: Option<(RecordedMode, Rules)>,
    /// The game of the last position that was given by a seed and moves.
    game: Option<SeededGame>,
    engine: Option<Box<Engine>>,
    /// The rules of the position: those of the mode, or of a save code.
    rules: Option<Rules>,
    position: Option<Position>,
    known: Option<Known>,
}

/// The knowledge about the modes with this hash of their rules.
struct Known {
    hash: u64,
    knowledge: Knowledge,
}

/// A game of a seed, after moves.
struct SeededGame {
    seed: u64,
    moves: Vec<usize>,
    run: Run,
}

/// A position, with all that a direction is chosen by.
pub struct Seated<'s> {
    pub engine: &'s mut Engine,
    pub position: &'s Position,
    pub rules: &'s Rules,
    pub knowledge: &'s mut Knowledge,
}

impl Seat {
    /// Returns a seat without a mode. Modes, codes and games have these limits.
    pub fn new(limits: Limits) -> Seat {
        Seat { limits, mode: None, game: None, engine: None, rules: None, position: None, known: None }
    }

    /// Takes a mode. Returns its rules.
    ///
    /// # Errors
    /// The mode can't be read or compiled, or weights are missing for it.
    pub fn take_mode(&mut self, mode: RecordedMode, options: &RankingOptions) -> Result<&Rules, Failure> {
        (self.position, self.game) = (None, None);
        if self.mode.as_ref().is_none_or(|(own, _)| *own != mode) {
            self.mode = None;
            let found = mode.read_within(&self.limits);
            let read = found.ok_or_else(|| format!("there is no mode {:?}", mode.mode))?;
            let rules = read.and_then(|read| read.within(&self.limits).compile());
            self.mode = Some((mode, rules.map_err(Failure::input)?));
        }
        let (_, rules) = self.mode.as_ref().ok_or(NO_MODE)?;
        learn(&mut self.known, rules.ruleset(), options)?;
        Ok(rules)
    }

    /// Takes a position. If it can't be taken, there is none.
    ///
    /// # Errors
    /// The position can't be read, or is of another mode.
    pub fn take_position(
        &mut self,
        asked: &PositionRequest,
        options: &RankingOptions,
    ) -> Result<(), Failure> {
        self.position = None;
        let mut position = match (asked.seed()?, &asked.code, &asked.snapshot) {
            (Some(seed), None, None) => self.seeded(seed, &asked.moves)?,
            (None, Some(code), None) => self.of_code(code)?,
            (None, None, Some(snapshot)) => self.of_snapshot(snapshot)?,
            _ => return Err("a position has either a seed, with moves, or a code, or a snapshot".into()),
        };
        let engine = self.engine.as_mut().ok_or(NO_POSITION)?;
        board::settle(engine, &mut position).map_err(Failure::input)?;
        learn(&mut self.known, engine.rules(), options)?;
        self.position = Some(position);
        Ok(())
    }

    /// Returns the position.
    ///
    /// # Errors
    /// There is none.
    pub fn seated(&mut self) -> Result<Seated<'_>, Failure> {
        match (&mut self.engine, &self.position, &self.rules, &mut self.known) {
            (Some(engine), Some(position), Some(rules), Some(known)) => {
                Ok(Seated { engine, position, rules, knowledge: &mut known.knowledge })
            }
            _ => Err(NO_POSITION.into()),
        }
    }

    /// Returns the position of a seed after moves. A game that goes on is not played again.
    fn seeded(&mut self, seed: u64, moves: &str) -> Result<Position, Failure> {
        let (_, rules) = self.mode.as_ref().ok_or(NO_MODE)?;
        let moves = rules.parse_moves(moves).map_err(Failure::input)?;
        let most = self.limits.code.moves;
        if moves.len() > most {
            return Err(Failure::input(format!("there are {} moves, more than {most}", moves.len())));
        }
        let goes_on = |game: &SeededGame| game.seed == seed && moves.starts_with(&game.moves);
        let mut game = match self.game.take().filter(goes_on) {
            Some(game) => game,
            None => {
                let run = Run::start(rules, seed).map_err(Failure::input)?.forgetful();
                SeededGame { seed, moves: Vec::new(), run }
            }
        };
        for direction in &moves[game.moves.len()..] {
            let turn = game.run.play(*direction).map_err(Failure::input)?;
            if !turn.moved {
                return Err(Failure::input(format!("move {} moves nothing", game.run.moves())));
            }
        }
        game.moves = moves;
        let (_, position) = game.run.game().position_in(&mut self.engine).map_err(Failure::input)?;
        self.rules = Some(rules.clone());
        self.game = Some(game);
        Ok(position)
    }

    /// Returns the position of a Game code, which has its mode with it.
    fn of_code(&mut self, code: &str) -> Result<Position, Failure> {
        let Opened::Game(saved) = polymerge::open(code, &self.limits).map_err(Failure::input)? else {
            return Err("the code is no Game code".into());
        };
        let game = saved.resume(0.0, &self.limits).map_err(Failure::input)?;
        let (_, position) = game.position_in(&mut self.engine).map_err(Failure::input)?;
        self.rules = Some(game.rules().clone());
        Ok(position)
    }

    /// Returns the position of a snapshot of the mode.
    fn of_snapshot(&mut self, snapshot: &str) -> Result<Position, Failure> {
        let (_, rules) = self.mode.as_ref().ok_or(NO_MODE)?;
        let engine = match self.engine.take().filter(|engine| Arc::ptr_eq(engine.rules(), rules.ruleset())) {
            Some(engine) => engine,
            None => rules.engine().map_err(Failure::input)?.into(),
        };
        self.rules = Some(rules.clone());
        let engine = self.engine.insert(engine);
        engine.of_snapshot(snapshot).map_err(Failure::input)
    }
}

/// Learns about the mode of rules, if it is another one than before.
fn learn(known: &mut Option<Known>, rules: &Ruleset, options: &RankingOptions) -> Result<(), Failure> {
    let before = known.take();
    let hash = rules.rules_hash();
    let knowledge = match before {
        Some(known) if known.hash == hash => known.knowledge,
        _ => Knowledge::new(options.value(rules.mode(), false)?),
    };
    *known = Some(Known { hash, knowledge });
    Ok(())
}

const NO_MODE: &str = "there is no mode yet: mode classic, for example";
const NO_POSITION: &str = "there is no position yet: position {\"seed\":7}, for example";
