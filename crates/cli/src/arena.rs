//! `polymerge arena`: matches of bots.

pub mod bot;
pub mod fault;
mod game;
pub mod groups;
mod process;
pub mod record;
mod report;
mod sprt;
mod tally;
mod workers;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use polymerge::calc::json;
use polymerge::{Rules, Value};
use polymerge_app::begin::any_seed;
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::figures::counted;
use polymerge_app::source::Source;
use polymerge_app::{input, signals};
use polymerge_player::Policy;

use crate::bench::player::learned;
use crate::output::Replacing;
use crate::progress;
use bot::Bot;
use game::{End, Played};
use groups::Groups;
use record::Recording;
use report::{Games, Match};
use sprt::{Sprt, Verdict};
use tally::Tally;
use workers::{Pair, Player, Terms, Workers};

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
    /// Let one bot play against a player of the program: random, casual, rollouts:N, learned, learned:N, guided:N
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
    /// The work for a move: positions to look at, at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How long to wait for a move, in milliseconds: 60,000, or 1,000 more than --movetime
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    patience: Option<u64>,
    /// Pairs to play at the same time, each by bots of its own. The result is the same, but for the times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: u64,
    /// Cut games after this many turns
    #[arg(long, value_name = "T", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: u64,
    /// Stop as soon as one of two advantages of the first player is accepted, in doublings of the score: 0,0.1
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write all games to a file as they end, which polymerge replay verify checks
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

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (name, mode) = arguments.changes.mode(&arguments.source)?;
    let rules = mode.compile().map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let groups = Groups::default();
    let own_groups = groups.clone();
    let stop = signals::asked_to_end_after(move || own_groups.end_all())?;
    let players = players(arguments, &rules, (&stop, &groups))?;
    if arguments.sprt.is_some() && players.len() < 2 {
        return Err(Failure::input("--sprt compares two players: give a second --bot, or --against"));
    }
    let recording = match &arguments.record {
        Some(file) => {
            arguments.replacing.check(file)?;
            let recording = Recording::new(&rules, file, arguments.replacing);
            Some(recording.map_err(|error| Failure::input(format!("{name}: {error}")))?)
        }
        None => None,
    };
    let terms = Terms {
        rules,
        seed: arguments.seed.unwrap_or_else(|| any_seed() % MOST_SEED),
        most_turns: arguments.max_turns,
        limits: limits(arguments),
        stop,
        groups,
    };
    let mut arena = Arena {
        arguments,
        names: numbered(players.iter().map(Player::names).collect()),
        games: players.iter().map(|_| Vec::new()).collect(),
        faults: vec![0; players.len()],
        tally: Tally::default(),
        recording,
        bar: progress::bar(arguments.games as usize),
        terms: &terms,
    };
    let end = arena.play_all(players);
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
    end?.map_or(Ok(()), |reason| Err(Failure::result(reason)))
}

/// Returns the players, which are not started yet.
fn players(
    arguments: &Arguments,
    rules: &Rules,
    (stop, groups): (&Arc<AtomicBool>, &Groups),
) -> Result<Vec<Player>, Failure> {
    let patience = arguments.patience.unwrap_or(arguments.movetime.map_or(60_000, |time| time + 1_000));
    let patience = Duration::from_millis(patience);
    let start = |command: &String| Bot::new(command, patience, Arc::clone(stop), groups.clone());
    let bot = |command: &String| Player::Bot(start(command).into());
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
    terms: &'a Terms,
    /// The names of the players, and their commands or ways to play.
    names: Vec<(String, String)>,
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
    fn play_all(&mut self, players: Vec<Player>) -> Result<Option<String>, Failure> {
        let (jobs, pairs) = (self.arguments.jobs as usize, self.arguments.games);
        let mut workers = Workers::start(self.terms.clone(), players, jobs, pairs)?;
        for _ in 0..pairs {
            let Some(pair) = workers.next()? else {
                return Ok(Some(format!("stopped after {}", self.played())));
            };
            self.add(pair)?;
            if let Some(index) = self.faults.iter().position(|faults| *faults >= MOST_FAULTS) {
                let name = self.names.get(index).map_or(String::new(), |(name, _)| name.clone());
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
        counted(games, if self.games.len() == 2 { "pair" } else { "game" })
    }

    fn verdict(&self) -> Verdict {
        self.arguments.sprt.map_or(Verdict::Undecided, |sprt| sprt.verdict(&self.tally.comparison))
    }

    /// Adds the games of a pair, or the game of an only player.
    fn add(&mut self, pair: Pair) -> Result<(), Failure> {
        if let [first, second] = &pair.games[..] {
            self.tally.add(first, second);
            self.bar.set_message(format!("{} : {}", self.tally.better, self.tally.worse));
        }
        for (game, (name, _)) in pair.games.iter().zip(&pair.names) {
            if let End::Fault(fault) = &game.end {
                let note = format!("game {}, seed {}: {name} {fault}", pair.number + 1, game.seed);
                self.bar.suspend(|| input::note(&note));
            }
        }
        self.names = numbered(pair.names);
        for (index, mut game) in pair.games.into_iter().enumerate() {
            if let (Some(recording), Some((name, _))) = (&mut self.recording, self.names.get(index)) {
                recording.add(&self.terms.rules, pair.number + 1, name, &game)?;
            }
            // A long match has many moves.
            game.moves = Vec::new();
            if let Some(faults) = self.faults.get_mut(index) {
                *faults = if game.is_forfeit() { *faults + 1 } else { 0 };
            }
            if let Some(games) = self.games.get_mut(index) {
                games.push(game);
            }
        }
        self.bar.inc(1);
        Ok(())
    }

    fn result(&mut self, mode: String) -> Match {
        let games = std::mem::take(&mut self.games);
        let players = std::mem::take(&mut self.names).into_iter().zip(games);
        let players: Vec<Games> =
            players.map(|((name, player), games)| Games { name, player, games }).collect();
        let tally = (players.len() == 2).then(|| std::mem::take(&mut self.tally));
        Match { mode, seed: self.terms.seed, players, tally, sprt: self.arguments.sprt }
    }
}

/// Returns names of which those that are equal have numbers.
fn numbered(mut names: Vec<(String, String)>) -> Vec<(String, String)> {
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
