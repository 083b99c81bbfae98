//! `polymerge stats`: what a mode plays like.

mod chooser;
mod games;
mod picture;
mod summary;
mod text;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::thread;

use clap::Args;
use polymerge::painter::png;
use polymerge::Rules;
use polymerge_player::LearnedValue;

use crate::bench::player::{learned, Kind};
use crate::changes::Changes;
use crate::failure::Failure;
use crate::output::Replacing;
use crate::source::Source;
use crate::{input, progress};
use chooser::GameChooser;
use games::{Row, Run};
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
  polymerge stats dive --part 1/2 -o a.json               half of a run …
  polymerge stats --join a.json --join b.json             … and both halves")]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    changes: Changes,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// What plays: random, rollouts:N, learned, learned:N or guided:N (see polymerge bench)
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    player: Kind,
    /// With --player learned: the weights that polymerge train has written
    #[arg(long, value_name = "FILE", requires = "player")]
    weights: Option<PathBuf>,
    /// Cut games after this many turns
    #[arg(long, value_name = "T", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_turns: u64,
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

/// Part K of N.
fn part(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match parts {
        Some((part, of)) if 1 <= part && part <= of => Ok((part, of)),
        _ => Err("must be a part and the number of parts, such as 1/3".into()),
    }
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    for output in &arguments.output {
        ending(output)?;
        arguments.replacing.check(output)?;
    }
    let mut runs = Vec::new();
    if arguments.join.is_empty() {
        runs.push(play(arguments, &arguments.source)?);
        if let Some(beside) = &arguments.beside {
            runs.push(play(arguments, &Source::named(beside))?);
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
    reports.collect::<Result<Vec<_>, _>>()?.iter().try_for_each(|report| print(report.trim_end()))
}

/// What a file is to hold, by its name.
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
            return Err(Failure::input("games of two modes can't be in one file; leave --beside out"))
        }
        ("csv", [run, ..]) => run.csv().into_bytes(),
        (_, [run, ..]) => run.json()?.into_bytes(),
        (_, []) => return Ok(()),
    };
    // Whether it may be replaced was asked before the games.
    Replacing::ALLOWED.write(output, &bytes)
}

/// Plays the games of a run, or its part of them, on all cores.
fn play(arguments: &Arguments, source: &Source) -> Result<Run, Failure> {
    let (name, mode) = arguments.changes.mode(source)?;
    let fail = |error: &dyn std::fmt::Display| Failure::input(format!("{name}: {error}"));
    let rules = mode.compile().map_err(|error| fail(&error))?;
    let value = learned(arguments.player, rules.ruleset().mode(), arguments.weights.as_deref())?;
    let mut run = Run::new(
        name.clone(),
        mode.digest().map_err(|error| fail(&error))?,
        arguments.player.to_string(),
        arguments.max_turns,
    );
    run.rules = (1..=rules.ruleset().merge_rules().len()).map(|number| number.to_string()).collect();
    run.directions = rules.directions().iter().map(|direction| direction.name.clone()).collect();

    let (part, parts) = arguments.part;
    let seeds: Vec<u64> = (part - 1..arguments.games)
        .step_by(parts as usize)
        .map(|game| arguments.seed.wrapping_add(game))
        .collect();
    let bar = progress::bar(seeds.len());
    bar.set_message(name.clone());
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let threads = arguments.threads.unwrap_or(cores).min(seeds.len() as u64).max(1);
    let (next, rows) = (AtomicU64::new(0), Mutex::new(Ok::<_, Failure>(Vec::new())));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut value = value.clone();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(seed) = seeds.get(place) else { break };
                    let row = game(&rules, *seed, arguments, value.as_mut());
                    let Ok(mut rows) = rows.lock() else { break };
                    match (&mut *rows, row) {
                        (Ok(rows), Ok(row)) => rows.push(row),
                        (Ok(_), Err(error)) => {
                            next.store(u64::from(u32::MAX), Ordering::Relaxed);
                            *rows = Err(fail(&error));
                        }
                        (Err(_), _) => break,
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    run.games = rows.into_inner().map_err(Failure::result)??;
    run.games.sort_by_key(|row| row.seed);
    Ok(run)
}

/// A game. If a turn of it fails, it counts as it was before.
fn game(
    rules: &Rules,
    seed: u64,
    arguments: &Arguments,
    value: Option<&mut LearnedValue>,
) -> Result<Row, polymerge::Error> {
    let mut play = rules.course(seed, arguments.max_turns)?;
    let mut chooser = GameChooser::new(arguments.player, play.game(), seed, value);
    let failed = loop {
        match play.step(|game| chooser.choose(game)) {
            Ok(true) => {}
            Ok(false) => break false,
            Err(_) => break true,
        }
    };
    Ok(Row::of(play.into_course(), failed))
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
