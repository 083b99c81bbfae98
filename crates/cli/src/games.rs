//! `polymerge games`: the games that are kept, and what was played.

use clap::Args;

use crate::aligned::table;
use crate::failure::Failure;
use crate::input;
use crate::saves::{now, Labels, Record, Saves, NOWHERE};
use crate::terminal::parts::{ago, count, duration, played};

/// List the games that are kept, those that were played last first, or what was played by mode
#[derive(Args)]
#[command(after_help = "\
Examples:
  polymerge games                         the games that wait or ended
  polymerge games --totals                by mode: games, wins, best score and tile, moves, time
  polymerge games --json | jq -s 'map(.score) | max'")]
pub struct Arguments {
    /// Show the totals of each mode; deleted games count as well
    #[arg(long)]
    totals: bool,
    /// Print one JSON object per game or mode: `time` in milliseconds, `played` in milliseconds and
    /// `begun` in seconds since 1970
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let saves = Saves::of_user().ok_or_else(|| Failure::input(NOWHERE))?;
    let text = match (arguments.totals, arguments.json) {
        (false, false) => list(&saves),
        (true, false) => totals(&saves),
        (false, true) => lines(saves.games().iter().map(Record::write)),
        (true, true) => lines(saves.statistics().modes().into_iter().map(serde_json::to_string)),
    };
    input::print(text.map_err(Failure::result)?.as_bytes())
}

/// One line each.
fn lines(
    objects: impl Iterator<Item = Result<String, serde_json::Error>>,
) -> Result<String, serde_json::Error> {
    objects.map(|object| object.map(|line| line + "\n")).collect()
}

fn list(saves: &Saves) -> Result<String, serde_json::Error> {
    let (games, now) = (saves.games(), now());
    if games.is_empty() {
        return Ok("no games are kept yet; polymerge begins one\n".into());
    }
    let labels = Labels::of(games.iter());
    let mut rows = vec![["Mode", "Score", "Moves", "Best tile", "Time", "Played", ""].map(str::to_owned)];
    rows.extend(games.iter().map(|game| {
        let state = if saves.is_in_use(&game.id) { "open" } else { game.standing() };
        let tile = game.best_tile.as_ref().map(|tile| tile.text.clone()).unwrap_or_default();
        let (score, moves) = (count(game.score), count(game.moves));
        let (time, played) = (duration(game.time), ago(game.played, now));
        [labels.of_record(game), score, moves, tile, time, played, state.to_owned()]
    }));
    Ok(table(&rows, 1..7))
}

fn totals(saves: &Saves) -> Result<String, serde_json::Error> {
    let (statistics, now) = (saves.statistics(), now());
    let modes = statistics.modes();
    if modes.is_empty() {
        return Ok("nothing was played yet; polymerge begins a game\n".into());
    }
    let labels = Labels::of_modes(modes.iter().map(|mode| (mode.mode.as_str(), mode.title.as_str())));
    let titles = ["Mode", "Games", "Won", "Best score", "Best tile", "Moves", "Time", "Played"];
    let mut rows = vec![titles.map(str::to_owned)];
    rows.extend(modes.iter().map(|mode| {
        let tile = mode.best_tile.as_ref().map(|tile| tile.text.clone()).unwrap_or_default();
        let (games, wins) = (count(mode.games as f64), count(mode.wins as f64));
        let (score, moves) = (count(mode.best_score), count(mode.moves));
        let (time, played) = (duration(mode.time), ago(mode.played, now));
        [labels.label(&mode.mode, &mode.title, &mode.changes), games, wins, score, tile, moves, time, played]
    }));
    Ok(format!("{}{}\n", table(&rows, 1..8), played(&statistics.total())))
}
