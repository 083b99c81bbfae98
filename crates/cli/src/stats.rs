//! `polymerge stats`: statistics of the games of a mode.

mod games;
mod parallel;
mod picture;
mod played;
pub mod skill;
mod summary;
mod text;

use clap::Args;
use polymerge::painter::png;
use polymerge_app::changes::Changes;
use polymerge_app::failure::Failure;
use polymerge_app::source::Source;
use polymerge_app::{input, signals};
use polymerge_player::Policy;
use std::path::{Path, PathBuf};

use crate::bench::player::learned;
use crate::output::Replacing;
use games::Run;
use parallel::Interrupt;
use played::RunPlayer;
use summary::Summary;

/// Measure a mode by playing many games
///
/// How long games last, what they score, whether they are won, which largest tile is
/// reached, how often each rule fires, which spawns and directions matter. Games are
/// played on all cores; a mode, a player and a seed give the same games everywhere, so
/// that parts of a run can be played on several machines (--part) and joined (--join).
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge stats dive                                    1000 random games
  polymerge stats my.jsonc --player rollouts:500 --games 100
  polymerge stats my.jsonc -o my.svg                      and as a picture
  polymerge stats my.jsonc --beside 2048 -o both.png      beside another mode
  polymerge stats my.jsonc --skill                        how much luck decides
  polymerge stats dive --part 1/2 -o a.json               half of a run …
  polymerge stats --join a.json --join b.json             … and both halves")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// How many games: 1000, if left out; with --skill how many seeds: 20,
    /// at most 1000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// The player: random, casual, rollouts:N, learned, learned:N or guided:N (see polymerge bench);
    /// if left out, random, with --skill rollouts:500
    #[arg(long, value_name = "PLAYER")]
    player: Option<Policy>,
    /// Tell how much skill decides, and how much luck: pairs of games with random play, how much
    /// of the variance seeds decide, how often there is a best direction, how fast learning helps
    #[arg(long, conflicts_with_all = ["beside", "join", "output", "part"])]
    skill: bool,
    /// With --player learned: the weights that polymerge train has written
    #[arg(long, value_name = "FILE", requires = "player")]
    weights: Option<PathBuf>,
    /// Cut games after this many turns: 2000, if left out, or 10,000 with another player
    /// than random; with --skill 1000
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: Option<u64>,
    /// Seed of the first game; the next game has the next seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Play one part of the run only: part 1 of 3 is 1/3
    #[arg(long, value_name = "K/N", value_parser = part, default_value = "1/1")]
    part: (u64, u64),
    /// How many games to play at once; if left out, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Another mode, or another version of this one, played as well
    #[arg(long, value_name = "MODE", conflicts_with_all = ["join", "weights"])]
    beside: Option<String>,
    /// Take games from files that -o has written, instead of playing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["mode", "code", "with", "preset", "modifiers", "set"])]
    join: Vec<String>,
    /// Write all games to a file: .json can be joined, .csv has a line for each game;
    /// or a picture: .svg, .png
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    #[command(flatten)]
    replacing: Replacing,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// Parses "K/N", part K of N.
fn part(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if 1 <= part && part <= of => Ok((part, of)),
        _ => Err("must be a part and the number of parts, such as 1/3".into()),
    }
}

impl Arguments {
    fn player(&self) -> Policy {
        self.player.unwrap_or(if self.skill { skill::PLAYER } else { Policy::Random })
    }

    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.skill { skill::SEEDS } else { 1000 })
    }

    /// Returns the limit of turns. Games by a good player are longer.
    fn most_turns(&self) -> u64 {
        self.max_turns.unwrap_or(match self.player() {
            _ if self.skill => skill::MOST_TURNS,
            Policy::Random => 2_000,
            _ => 10_000,
        })
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.skill {
        return run_skill(arguments);
    }
    for output in &arguments.output {
        ending(output)?;
        arguments.replacing.check(output)?;
    }
    let mut runs = Vec::new();
    let mut left_out = None;
    if arguments.join.is_empty() {
        let interrupt = Interrupt::new(signals::asked_to_end()?);
        let beside = arguments.beside.as_deref().map(Source::named);
        for source in [&arguments.source].into_iter().chain(&beside) {
            let (run, missing) = play(arguments, source, &interrupt)?;
            left_out = left_out.or(missing);
            runs.push(run);
            if interrupt.is_asked() {
                break;
            }
        }
    } else {
        let parts: Result<Vec<Run>, Failure> = arguments.join.iter().map(|file| Run::read(file)).collect();
        runs.push(Run::joined(parts?)?);
    }
    for output in &arguments.output {
        write(output, &runs)?;
    }
    let reports = runs.iter().map(|run| {
        let summary = Summary::of(run);
        match arguments.json {
            true => serde_json::to_string(&summary).map_err(Failure::result),
            false => Ok(text::report(run, &summary)),
        }
    });
    let print = if arguments.json { input::print_json } else { input::print_line };
    reports.collect::<Result<Vec<_>, _>>()?.iter().try_for_each(|report| print(report.trim_end()))?;
    match left_out {
        None => Ok(()),
        Some(why) => Err(Failure::result(why)),
    }
}

/// Returns the ending of an output file, which decides what is written to it.
fn ending(output: &Path) -> Result<&str, Failure> {
    match output.extension().and_then(|ending| ending.to_str()) {
        Some(ending @ ("json" | "csv" | "svg" | "png")) => Ok(ending),
        _ => Err(Failure::input(format!(
            "{}: the name must end in .json, .csv, .svg or .png",
            output.display()
        ))),
    }
}

fn write(output: &Path, runs: &[Run]) -> Result<(), Failure> {
    let all: Vec<&Run> = runs.iter().collect();
    let bytes = match (ending(output)?, runs) {
        ("svg", _) => picture::picture(&all).into_bytes(),
        ("png", _) => png(&picture::picture(&all), 2.0).map_err(Failure::result)?,
        (_, [_, _, ..]) => {
            return Err(Failure::input("games of two modes can't be in one file; leave --beside out"));
        }
        ("csv", [run, ..]) => run.csv().into_bytes(),
        (_, [run, ..]) => run.json()?.into_bytes(),
        (_, []) => return Ok(()),
    };
    // Whether it may be replaced was asked before the games.
    Replacing::ALLOWED.write(output, &bytes)
}

/// Prints how much skill decides, and how much luck.
fn run_skill(arguments: &Arguments) -> Result<(), Failure> {
    let (seeds, most) = (arguments.games(), skill::MOST_SEEDS);
    if seeds > most {
        let message = format!("--games is {seeds}; with --skill, whose games are of seeds, at most {most}");
        return Err(Failure::input(message));
    }
    let interrupt = Interrupt::new(signals::asked_to_end()?);
    let (name, mode) = arguments.changes.mode(&arguments.source)?;
    let rules = mode.compile().and_then(|rules| rules.drawn(arguments.seed));
    let rules = rules.map_err(|error| Failure::input(format!("{name}: {error}")))?;
    let policy = arguments.player();
    let question = skill::Question {
        name: &name,
        rules: &rules,
        policy,
        value: learned(policy, rules.ruleset().mode(), arguments.weights.as_deref())?,
        seeds: (0..seeds).map(|game| arguments.seed.wrapping_add(game)).collect(),
        most_turns: arguments.most_turns(),
        threads: arguments.threads,
    };
    let Some((skill, left_out)) = question.answer(&interrupt)? else {
        return Err(Failure::result(format!("{name}: interrupted before the games of a seed were over")));
    };
    match arguments.json {
        true => input::print_json(&serde_json::to_string(&skill).map_err(Failure::result)?)?,
        false => input::print_line(&skill.to_string())?,
    }
    left_out.map_or(Ok(()), |why| Err(Failure::result(why)))
}

/// Plays the games of a run, or its part of them, on all cores. After an interrupt, it prints the
/// missing games.
fn play(
    arguments: &Arguments,
    source: &Source,
    interrupt: &Interrupt,
) -> Result<(Run, Option<String>), Failure> {
    let (name, mode) = arguments.changes.mode(source)?;
    let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = mode.compile().map_err(|error| fail(&error))?;
    let value = learned(arguments.player(), rules.ruleset().mode(), arguments.weights.as_deref())?;
    let most_turns = arguments.most_turns();
    let mut run = Run::new(
        name.clone(),
        mode.digest().map_err(|error| fail(&error))?,
        arguments.player().to_string(),
        most_turns,
    );
    run.rules = (1..=rules.ruleset().merge_rules().len()).map(|number| number.to_string()).collect();
    run.directions = rules.directions().iter().map(|direction| direction.name.clone()).collect();
    let (part, parts) = arguments.part;
    let seeds: Vec<u64> = (part - 1..arguments.games())
        .step_by(parts as usize)
        .map(|game| arguments.seed.wrapping_add(game))
        .collect();
    let player = RunPlayer { rules: &rules, policy: arguments.player(), most_turns };
    run.games =
        player.play(&name, &seeds, arguments.threads, value, interrupt).map_err(|error| fail(&error))?;
    run.games.sort_by_key(|row| row.seed);
    let missing = seeds.len() - run.games.len();
    let left_out = (missing > 0).then(|| {
        let played = run.games.len();
        format!("{name}: interrupted; these are the figures of {played} of {} games", seeds.len())
    });
    Ok((run, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_named() {
        assert_eq!(part("1/3"), Ok((1, 3)));
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b"] {
            assert!(part(text).is_err(), "{text}");
        }
    }
}
