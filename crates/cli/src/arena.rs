//! `polymerge arena`: matches of bots.

pub mod bot;
pub mod fault;
mod game;
mod process;
pub mod record;
mod report;
mod sprt;
mod tally;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use polymerge::calc::json;
use polymerge::{Engine, Rules, Value};
use polymerge_player::{LearnedValue, Policy};

use crate::bench::player::learned;
use crate::changes::Changes;
use crate::failure::Failure;
use crate::output::Replacing;
use crate::play::any_seed;
use crate::source::Source;
use crate::terminal::parts::counted;
use crate::{input, progress, signals, weights};
use bot::Bot;
use game::{End, Plan, Played, Side};
use record::Recording;
use report::{Games, Match};
use sprt::{Sprt, Verdict};
use tally::Tally;

/// Let bots play against each other: programs that speak polymerge bot-protocol
///
/// Each pair of games has equal seeds. The arena knows the rules; bots see boards, legal directions
/// and what they lead to, but no seeds. A bot that ends, is late or answers nonsense loses its game,
/// and is started again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge arena 2048 --bot 'python3 greedy.py' --against random
  polymerge arena dive --bot ./new --bot ./old --games 500 --movetime 20 --sprt 0,0.1
  polymerge arena classic --bot 'polymerge serve-moves' --bot ./mine --turns 2000 --record match.txt
  polymerge replay verify match.txt         checks every game of a match

Exit codes: 0 if the match was played, and if --sprt accepted the larger advantage; 1 otherwise.")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// The command of a bot, as a shell reads it. Given twice, the bots play against each other
    #[arg(long, value_name = "COMMAND", required = true)]
    bot: Vec<String>,
    /// Let one bot play against a player of the program: random, rollouts:N, learned, learned:N, guided:N
    #[arg(long, value_name = "PLAYER")]
    against: Option<Policy>,
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Seed of the first pair; the next one has the next seed. A random one if left out: bots that have the engine could play the games of a seed that they know beforehand
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The time for a move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    movetime: Option<u64>,
    /// The work for a move: turns of random games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    turns: Option<u64>,
    /// The work for a move: positions to look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How long to wait for a move, in milliseconds: 60,000, or 1,000 more than --movetime
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    patience: Option<u64>,
    /// Cut games after this many turns
    #[arg(long, value_name = "T", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: u64,
    /// Stop as soon as one of two advantages of the first player is accepted, in doublings of the score: 0,0.1
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write all games to a file, which polymerge replay verify checks
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Random seeds are below this: all programs that read JSON have such numbers.
const MOST_SEED: u64 = 1 << 53;

/// Games in a row that a bot may give up before the match ends.
const MOST_FAULTS: usize = 3;

/// A player of the match.
enum Player {
    Bot(Box<Bot>),
    Own(Policy, Option<Box<LearnedValue>>),
}

impl Player {
    /// Returns the name, and the command or the name of the way to play.
    fn names(&self) -> (String, String) {
        match self {
            Player::Bot(bot) => (bot.name.clone(), bot.command().to_owned()),
            Player::Own(policy, _) => (policy.to_string(), policy.to_string()),
        }
    }

    fn side(&mut self, seed: u64) -> Result<Side<'_>, Failure> {
        Ok(match self {
            Player::Bot(bot) => Side::Bot(bot),
            Player::Own(policy, value) => {
                let player = policy.player(value.as_deref_mut(), seed);
                Side::Own(player.ok_or(Failure::input(weights::NEEDED))?)
            }
        })
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, mode) = arguments.changes.mode(&arguments.source)?;
    let rules = mode.compile().map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let stop = signals::asked_to_end()?;
    let players = players(arguments, &rules, &stop)?;
    if arguments.sprt.is_some() && players.len() < 2 {
        return Err(Failure::input("--sprt compares two players: give a second --bot, or --against"));
    }
    let recording = match &arguments.record {
        Some(file) => {
            arguments.replacing.check(file)?;
            Some(Recording::new(&rules).map_err(|error| Failure::input(format!("{name}: {error}")))?)
        }
        None => None,
    };
    let mut arena = Arena {
        arguments,
        seed: arguments.seed.unwrap_or_else(|| any_seed() % MOST_SEED),
        rules,
        limits: limits(arguments),
        engine: None,
        games: players.iter().map(|_| Vec::new()).collect(),
        faults: vec![0; players.len()],
        players,
        tally: Tally::default(),
        recording,
        bar: progress::bar(arguments.games as usize),
    };
    let end = arena.play_all(&stop);
    arena.bar.finish_and_clear();
    // Games that were played count, also if another one could not be.
    let end = match end {
        Err(failure) if arena.games.iter().all(Vec::is_empty) => return Err(failure),
        end => end,
    };
    let result = arena.result(name);
    match arguments.json {
        true => input::print_json(&json::write(&result.machine()))?,
        false => input::print(result.text().as_bytes())?,
    }
    if let (Some(file), Some(recording)) = (&arguments.record, &arena.recording) {
        arguments.replacing.write(file, recording.text().as_bytes())?;
    }
    end?.map_or(Ok(()), |reason| Err(Failure::result(reason)))
}

/// Returns the players, which are not started yet.
fn players(arguments: &Arguments, rules: &Rules, stop: &Arc<AtomicBool>) -> Result<Vec<Player>, Failure> {
    let patience = arguments.patience.unwrap_or(arguments.movetime.map_or(60_000, |time| time + 1_000));
    let patience = Duration::from_millis(patience);
    let bot = |command: &String| Player::Bot(Bot::new(command, patience, Arc::clone(stop)).into());
    let mut players: Vec<Player> = arguments.bot.iter().map(bot).collect();
    if let Some(policy) = arguments.against {
        let value = learned(policy, rules.ruleset().mode(), None)?;
        players.push(Player::Own(policy, value.map(Box::new)));
    }
    match players.len() {
        1 | 2 => Ok(players),
        _ => Err(Failure::input("a match has two players: two of --bot, or one with --against")),
    }
}

/// Returns the limits of a choice, as bots get them.
fn limits(arguments: &Arguments) -> Vec<(&'static str, Value)> {
    let limits = [("turns", arguments.turns), ("nodes", arguments.nodes), ("movetime", arguments.movetime)];
    limits.into_iter().filter_map(|(name, limit)| Some((name, Value::Number(limit? as f64)))).collect()
}

/// A match in progress.
struct Arena<'a> {
    arguments: &'a Arguments,
    /// The seed of the first pair.
    seed: u64,
    rules: Rules,
    limits: Vec<(&'static str, Value)>,
    engine: Option<Box<Engine>>,
    players: Vec<Player>,
    /// The games of each player.
    games: Vec<Vec<Played>>,
    /// The games in a row that each player has given up.
    faults: Vec<usize>,
    tally: Tally,
    recording: Option<Recording>,
    bar: ProgressBar,
}

impl Arena<'_> {
    /// Plays the match. Returns why it is no success, if it is none.
    fn play_all(&mut self, stop: &AtomicBool) -> Result<Option<String>, Failure> {
        for pair in 0..self.arguments.games {
            let mut played = Vec::new();
            for index in 0..self.players.len() {
                let game = self.play(pair, index, stop)?;
                if game.end == End::Stopped {
                    return Ok(Some(format!("stopped after {}", self.played())));
                }
                played.push(game);
            }
            self.add(pair, played);
            if let Some(index) = self.faults.iter().position(|faults| *faults >= MOST_FAULTS) {
                let name = self.names().get(index).map_or(String::new(), |(name, _)| name.clone());
                return Ok(Some(format!("{name} gave up {MOST_FAULTS} games in a row")));
            }
            if self.verdict() != Verdict::Undecided {
                break;
            }
        }
        Ok(match self.verdict() {
            _ if self.arguments.sprt.is_none() => None,
            Verdict::High => None,
            Verdict::Low => Some("the smaller advantage is accepted".to_owned()),
            Verdict::Undecided => Some(format!("undecided after {}", self.played())),
        })
    }

    fn played(&self) -> String {
        let games = self.games.first().map_or(0, Vec::len) as f64;
        counted(games, if self.players.len() == 2 { "pair" } else { "game" })
    }

    fn verdict(&self) -> Verdict {
        self.arguments.sprt.map_or(Verdict::Undecided, |sprt| sprt.verdict(&self.tally.comparison))
    }

    /// Plays a game of a player.
    fn play(&mut self, pair: u64, index: usize, stop: &AtomicBool) -> Result<Played, Failure> {
        let seed = self.seed.wrapping_add(pair);
        let most_turns = self.arguments.max_turns;
        let Some(player) = self.players.get_mut(index) else { return Ok(Played::default()) };
        let plan = Plan { rules: &self.rules, seed, pair, most_turns, limits: &self.limits, stop };
        let game = game::play(&plan, &mut player.side(seed)?, &mut self.engine).map_err(Failure::input)?;
        if let End::Fault(fault) = &game.end {
            let (name, _) = player.names();
            self.bar.suspend(|| input::note(&format!("game {}, seed {seed}: {name} {fault}", pair + 1)));
        }
        Ok(game)
    }

    /// Adds the games of a pair, or the game of an only player.
    fn add(&mut self, pair: u64, played: Vec<Played>) {
        if let [first, second] = &played[..] {
            self.tally.add(first, second);
            self.bar.set_message(format!("{} : {}", self.tally.better, self.tally.worse));
        }
        let names = self.names();
        for (index, game) in played.into_iter().enumerate() {
            if let (Some(recording), Some((name, _))) = (&mut self.recording, names.get(index)) {
                recording.add(&self.rules, pair + 1, name, &game);
            }
            if let Some(faults) = self.faults.get_mut(index) {
                *faults = if game.is_forfeit() { *faults + 1 } else { 0 };
            }
            if let Some(games) = self.games.get_mut(index) {
                games.push(game);
            }
        }
        self.bar.inc(1);
    }

    /// Returns the names of the players; those that are equal have numbers.
    fn names(&self) -> Vec<(String, String)> {
        let mut names: Vec<(String, String)> = self.players.iter().map(Player::names).collect();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (name, _) in &mut names {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                *name = format!("{name} ({count})");
            }
        }
        names
    }

    fn result(&mut self, mode: String) -> Match {
        let names = self.names();
        let games = std::mem::take(&mut self.games);
        let players = names.into_iter().zip(games);
        let players: Vec<Games> =
            players.map(|((name, player), games)| Games { name, player, games }).collect();
        let tally = (players.len() == 2).then(|| std::mem::take(&mut self.tally));
        Match { mode, seed: self.seed, players, tally, sprt: self.arguments.sprt }
    }
}
