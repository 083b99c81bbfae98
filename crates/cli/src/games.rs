//! `polymerge games`: the saved games and the statistics.

use clap::Args;
use polymerge_app::failure::Failure;
use polymerge_app::figures::{ago, count, counted, duration};
use polymerge_app::input;
use polymerge_app::line::line;
use polymerge_app::saves::{BestTile, Labels, NOWHERE, Record, Saves, Statistics, Unreadable, now};

use crate::aligned::table;

/// List the games that are kept, those that were played last first, or what was played by mode
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge games                         the games that wait or ended
  polymerge games --totals                by mode: games, wins, best score and tile, moves, time
  polymerge games --json | jq -s 'map(.score) | max'")]
pub struct Arguments {
    /// Show the totals of each mode; deleted games count as well. Games with hints, autoplay and
    /// games from pipes are counted apart
    #[arg(long)]
    totals: bool,
    /// List games of earlier versions of mode files, too
    #[arg(long, conflicts_with = "totals")]
    all: bool,
    /// Print one JSON object per game or mode: `time` in milliseconds, `played` in milliseconds and
    /// `begun` in seconds since 1970
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let saves = Saves::of_user().ok_or_else(|| Failure::input(NOWHERE))?;
    let unreadable = match arguments.totals {
        true => print_totals(&saves, arguments.json)?,
        false => print_games(&saves, arguments)?,
    };
    for found in &unreadable {
        input::note(&format!("{found}; it stays as it is"));
    }
    match unreadable.len() {
        0 => Ok(()),
        1 => Err(Failure::result("a file of games can't be read")),
        several => Err(Failure::result(format!("{several} files of games can't be read"))),
    }
}

/// Prints the games. Returns the unreadable files.
fn print_games(saves: &Saves, arguments: &Arguments) -> Result<Vec<Unreadable>, Failure> {
    let Listing { games, unreadable, hidden } = shown(saves, arguments.all);
    match arguments.json {
        true => lines(games.iter().map(Record::write))?,
        false => input::print(list(saves, &games, hidden).as_bytes())?,
    }
    Ok(unreadable)
}

/// Prints the statistics. Returns the unreadable files.
fn print_totals(saves: &Saves, as_json: bool) -> Result<Vec<Unreadable>, Failure> {
    let statistics = saves.statistics();
    match as_json {
        true => lines(statistics.modes().into_iter().map(serde_json::to_string))?,
        false => input::print(totals(&statistics).as_bytes())?,
    }
    Ok(statistics.unreadable)
}

/// The games to list.
struct Listing {
    games: Vec<Record>,
    unreadable: Vec<Unreadable>,
    /// The number of games that are hidden, because they are of earlier versions of mode files.
    hidden: usize,
}

fn shown(saves: &Saves, all: bool) -> Listing {
    let list = saves.list();
    let earlier = if all { Default::default() } else { list.of_earlier_versions() };
    let games = list.games.into_iter().filter(|game| !earlier.contains(&game.id)).collect();
    Listing { games, unreadable: list.unreadable, hidden: earlier.len() }
}

/// Prints objects, a line each.
fn lines(objects: impl Iterator<Item = Result<String, serde_json::Error>>) -> Result<(), Failure> {
    objects.map(|object| object.map_err(Failure::result)).try_for_each(|line| input::print_json(&line?))
}

fn list(saves: &Saves, games: &[Record], hidden: usize) -> String {
    let now = now();
    if games.is_empty() {
        return "no games are kept yet; polymerge begins one\n".into();
    }
    let labels = Labels::of(games.iter());
    let mut rows = vec![["Mode", "Score", "Moves", "Best tile", "Time", "Played", ""].map(str::to_owned)];
    rows.extend(games.iter().map(|game| {
        let state = if saves.is_in_use(&game.id) { "open".to_owned() } else { game.remarks() };
        let (score, moves) = (count(game.score), count(game.moves));
        let (time, played) = (duration(game.time), ago(game.played, now));
        [labels.of_record(game), score, moves, tile(game.best_tile.as_ref()), time, played, state]
    }));
    let hidden = match hidden {
        0 => String::new(),
        hidden => format!("{} of earlier versions of mode files: --all\n", counted(hidden as f64, "game")),
    };
    table(&rows, 1..7) + &hidden
}

fn totals(statistics: &Statistics) -> String {
    let (modes, now) = (statistics.modes(), now());
    if modes.is_empty() {
        return "nothing was played yet; polymerge begins a game\n".into();
    }
    let labels = Labels::of_totals(modes.iter().copied());
    let titles = ["Mode", "Games", "Won", "Best score", "Best tile", "Moves", "Time", "Played"];
    let mut rows = vec![titles.map(str::to_owned)];
    rows.extend(modes.iter().map(|mode| {
        let (games, wins) = (count(mode.games as f64), count(mode.wins as f64));
        let (score, moves) = (count(mode.best_score), count(mode.moves));
        let (time, played) = (duration(mode.time), ago(mode.played, now));
        [labels.of_mode(mode), games, wins, score, tile(mode.best_tile.as_ref()), moves, time, played]
    }));
    format!("{}{}\n", table(&rows, 1..8), statistics.total().in_words())
}

/// Returns a tile as a part of a line.
fn tile(tile: Option<&BestTile>) -> String {
    tile.map(|tile| line(&tile.text)).unwrap_or_default()
}
