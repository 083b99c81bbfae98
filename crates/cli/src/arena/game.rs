//! A game of the arena: the arena knows the rules, and asks for directions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use polymerge::advanced::rules::{EngineGame, Screen};
use polymerge::calc::json;
use polymerge::proof::Run;
use polymerge::{Engine, Error, Position, Rng, Rules, Value};
use polymerge_app::object::object;
use polymerge_player::{LearnedValue, Outcome, Player};

use super::bot::Bot;
use super::fault::Fault;
use crate::bots::{board, direction, mode};

/// The choices of a player at random until the first legal one is taken.
const MOST_CHOICES: usize = 200;

/// Moves without effect that are allowed in a row, for each direction: scripts may act then.
const MOST_IDLE: usize = 16;

/// The end of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum End {
    /// Nothing can be moved any more, or the game is lost.
    #[default]
    Over,
    /// The game is won and can't go on.
    Won,
    /// The game has as many turns as are allowed.
    Cut,
    /// The match was stopped.
    Stopped,
    /// The player gave it up.
    Fault(Fault),
}

impl End {
    /// Returns the end of a game by a fault.
    fn of(fault: Fault) -> End {
        if fault == Fault::Stopped { End::Stopped } else { End::Fault(fault) }
    }

    /// Returns the word for it in records.
    pub fn word(&self) -> &'static str {
        match self {
            End::Over => "over",
            End::Won => "won",
            End::Cut => "cut",
            End::Stopped => "stopped",
            End::Fault(fault) => fault.word(),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    pub seed: u64,
    /// All moves, also those that moved nothing; none once they are recorded.
    pub moves: Vec<usize>,
    /// The number of moves.
    pub presses: usize,
    /// Moves that moved something.
    pub turns: u64,
    pub score: f64,
    /// True if the goal was reached.
    pub won: bool,
    pub end: End,
    /// The time in which the player chose.
    pub time: Duration,
}

impl Played {
    /// Returns true if the player gave the game up.
    pub fn is_forfeit(&self) -> bool {
        matches!(&self.end, End::Fault(fault) if !matches!(fault, Fault::Turn(_)))
    }

    /// Returns the result for comparisons.
    pub fn outcome(&self) -> Outcome {
        let Played { score, turns, won, .. } = *self;
        let ended = !matches!(self.end, End::Cut | End::Stopped);
        Outcome { score, turns, won, ended, failed: matches!(self.end, End::Fault(_)) }
    }
}

/// A player of the match.
pub enum Side<'s> {
    /// A bot.
    Bot(&'s mut Bot),
    /// A player of the program.
    Own(Player<&'s mut LearnedValue>),
}

/// A game to play.
pub struct Plan<'p> {
    pub rules: &'p Rules,
    pub seed: u64,
    /// The number of the pair, from 0 on.
    pub pair: u64,
    pub most_turns: u64,
    /// The limits of a choice, as members of `go`.
    pub limits: &'p [(&'static str, Value)],
    /// True once the match is to be stopped.
    pub stop: &'p AtomicBool,
}

/// Plays a game. `engine` is kept for the next one.
///
/// # Errors
/// The start of the game fails.
pub fn play(plan: &Plan<'_>, side: &mut Side<'_>, engine: &mut Option<Box<Engine>>) -> Result<Played, Error> {
    let mut run = Run::start(plan.rules, plan.seed)?.forgetful();
    let mut played = Played { seed: plan.seed, ..Played::default() };
    played.end = match begin(plan, side, &run) {
        Ok(()) => loop {
            if let Some(end) = turn(plan, side, &mut run, &mut played, engine) {
                break end;
            }
        },
        Err(fault) => End::of(fault),
    };
    let game = run.game();
    (played.score, played.turns, played.won) = (game.score(), run.played() as u64, game.is_won());
    played.presses = played.moves.len();
    Ok(played)
}

fn begin(plan: &Plan<'_>, side: &mut Side<'_>, run: &Run) -> Result<(), Fault> {
    match side {
        Side::Bot(bot) => bot.begin(&json::write(&mode::message(plan.rules, run.game().state()))),
        Side::Own(_) => Ok(()),
    }
}

/// Makes a turn. Returns the end of the game, if it has come.
fn turn(
    plan: &Plan<'_>,
    side: &mut Side<'_>,
    run: &mut Run,
    played: &mut Played,
    engine: &mut Option<Box<Engine>>,
) -> Option<End> {
    let mut turn = || -> Result<Option<End>, Error> {
        if plan.stop.load(Ordering::Relaxed) {
            return Ok(Some(End::Stopped));
        }
        let (engine, mut position) = run.game().position_in(engine)?;
        match position.screen() {
            Screen::GameOver => return Ok(Some(End::Over)),
            Screen::Win if !engine.rules().postgame_allowed() => return Ok(Some(End::Won)),
            Screen::Win | Screen::Play => board::settle(engine, &mut position)?,
        }
        let legal = board::legal(engine, &position)?;
        if legal.is_empty() {
            return match engine.is_over(&position)? {
                true => Ok(Some(End::Over)),
                false => rescue(run, &mut played.moves),
            };
        }
        if run.played() as u64 >= plan.most_turns {
            return Ok(Some(End::Cut));
        }
        let start = Instant::now();
        let chosen = choose(plan, side, (engine, &mut position), &legal, run.moves());
        played.time += start.elapsed();
        match chosen? {
            Err(fault) => Ok(Some(End::of(fault))),
            Ok(direction) => {
                // A turn that fails is none.
                run.play(direction)?;
                played.moves.push(direction);
                Ok(idle(plan.rules, &played.moves, run).then_some(End::Cut))
            }
        }
    };
    turn().unwrap_or_else(|error| Some(End::Fault(Fault::Turn(error.to_string()))))
}

/// Presses directions that move nothing: scripts may act then.
fn rescue(run: &mut Run, moves: &mut Vec<usize>) -> Result<Option<End>, Error> {
    for direction in run.game().available()? {
        let moved = run.play(direction)?.moved;
        moves.push(direction);
        if moved {
            return Ok(None);
        }
    }
    let is_over = run.game().is_over()? || run.game().available()?.is_empty();
    let is_idle = idle(run.game().rules(), moves, run);
    Ok(if is_over { Some(End::Over) } else { is_idle.then_some(End::Cut) })
}

/// Returns true if so many moves had no effect that no more are tried. Chance may decide whether
/// anything moves.
fn idle(rules: &Rules, moves: &[usize], run: &Run) -> bool {
    let most = MOST_IDLE * rules.directions().len();
    run.ignored() > most && run.ignored() > moves.len() / 2
}

/// Returns the direction that a player chooses.
fn choose(
    plan: &Plan<'_>,
    side: &mut Side<'_>,
    (engine, position): (&mut Engine, &mut Position),
    legal: &[usize],
    number: usize,
) -> Result<Result<usize, Fault>, Error> {
    let bot = match side {
        Side::Bot(bot) => bot,
        Side::Own(player) => {
            let mut random = Rng::new(0);
            for _ in 0..MOST_CHOICES {
                let mut game = EngineGame::new(engine, position, &mut random)?;
                match player.choose(&mut game)? {
                    Some(direction) if legal.contains(&direction) => return Ok(Ok(direction)),
                    Some(_) => {}
                    None => break,
                }
            }
            return Ok(Ok(legal.first().copied().unwrap_or_default()));
        }
    };
    let directions = plan.rules.directions();
    let members = board::members(engine, position, (directions, legal), bot.wanted)?;
    // It says which pair of the match this is, and nothing of the seed that the match began with.
    let seed = (plan.pair % (1 << 28)) as f64 * f64::from(1 << 24) + number as f64;
    let go = plan.limits.iter().cloned().chain([("seed", Value::Number(seed))]);
    let answer = bot.choose(&json::write(&object(members)), &json::write(&object(go)));
    Ok(answer.and_then(|text| match direction::read(plan.rules, &text) {
        None => Err(Fault::NoDirection(text)),
        Some(direction) if legal.contains(&direction) => Ok(direction),
        Some(_) => Err(Fault::Illegal(text)),
    }))
}
