//! The notes of `polymerge check --games` on things that no game has met: goals, losses, an end; and on
//! modes in which no choice matters.

use polymerge::advanced::modefile::{Largest, ModeFile, Played};
use polymerge::advanced::rules::{Mode as Raw, Tier};
use polymerge::calc::json;
use polymerge::{Engine, Mode};
use polymerge_app::figures::counted;
use polymerge_player::{Adviser, Outcome, play_game};

use crate::stats::skill::no_choice_matters;

/// The games of the player that looks ahead. Each has at most [`TURNS`] turns, and each turn costs
/// [`BUDGET`] simulated ones.
const GAMES: u64 = 3;
const TURNS: u64 = 1_000;
const BUDGET: u64 = 100;

/// Returns the best results of the games, if none of them met a goal.
pub fn note_unmet_goals(file: &ModeFile, played: &Played, seed: u64) -> Option<String> {
    (played.has_goal && played.met == 0 && played.games > 0).then(|| {
        let ahead = player(&file.mode, seed).map_or_else(String::new, |games| looked_ahead(&games));
        format!("{}{ahead}", at_random(played))
    })
}

/// Returns the note that no game met the mode's conditions of a loss.
pub fn note_no_loss(played: &Played) -> Option<String> {
    (played.has_loss && played.lost == 0 && played.games > 0).then(|| {
        let games = counted(played.games as f64, "random game");
        format!(
            "\"lose\" was met in none of {games}: they ended because nothing moved any more, or not at all"
        )
    })
}

/// Returns the note that no game ended by itself.
pub fn note_no_end(played: &Played) -> Option<String> {
    (played.cut == played.games && played.games > 0).then(|| {
        let games = match played.games {
            1 => "the random game was".to_owned(),
            games => format!("all {games} random games were"),
        };
        format!("no game ended: {games} still on after {} turns", played.turns)
    })
}

/// Returns the note that no choice matters, by the measure of `polymerge stats --skill` in a few games.
pub fn note_no_choice(mode: &Raw, seed: u64) -> Option<String> {
    let why = no_choice_matters(&mut quick(mode)?, seed).ok()??;
    Some(format!("no choice matters here: {why} (polymerge stats --skill measures it)"))
}

/// Describes the results of random games.
fn at_random(played: &Played) -> String {
    let largest = |Largest { tile, seed, value: worth }: &Largest| {
        format!(", the largest tile {}, worth {worth} (in the game of seed {seed})", json::write(tile))
    };
    format!(
        "no goal was met in {}: the best score was {}, the longest game had {}{}{}",
        counted(played.games as f64, "random game"),
        played.score,
        counted(played.moves as f64, "move"),
        still_on(played),
        played.largest.as_ref().map(largest).unwrap_or_default()
    )
}

/// Returns the remark on games that were cut short; empty if none was.
fn still_on(played: &Played) -> String {
    match played.cut {
        0 => String::new(),
        cut if cut == played.games => " when it was cut short".to_owned(),
        cut => format!(" ({cut} of the games were still on when they were cut short)"),
    }
}

/// Returns an engine for a player that looks ahead; none where that takes long.
fn quick(mode: &Raw) -> Option<Engine> {
    let rules = Mode::from_raw(mode.clone()).compile().ok()?;
    rules.engine().ok().filter(|engine| matches!(engine.rules().tier(), Tier::Packed))
}

/// Plays games of a player that looks ahead; none where that takes long.
fn player(mode: &Raw, seed: u64) -> Option<Vec<Outcome>> {
    let mut engine = quick(mode)?;
    let games = (0..GAMES).map(|number| {
        let seed = seed.wrapping_add(number);
        play_game(&mut engine, &mut Adviser::rollouts(BUDGET, seed).into(), seed, TURNS)
    });
    games.collect::<Result<_, _>>().ok()
}

/// Describes the results of a player that looks ahead.
fn looked_ahead(games: &[Outcome]) -> String {
    let won = games.iter().filter(|game| game.won).count();
    let score = games.iter().map(|game| game.score).fold(0.0, f64::max);
    let count = counted(games.len() as f64, "game");
    match won {
        0 => format!("; nor in {count} of a player that looks ahead, with a score of up to {score}"),
        won => format!("; a player that looks ahead won {won} of {count}"),
    }
}
