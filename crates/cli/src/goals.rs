//! Notes of `polymerge check --games` on what no game has met: goals, losses, an end.

use polymerge::advanced::modefile::{Largest, ModeFile, Played};
use polymerge::advanced::rules::{Mode as Raw, Tier};
use polymerge::calc::json;
use polymerge::Mode;
use polymerge_player::{play_game, Outcome, RolloutPlayer};

use crate::terminal::parts::counted;

/// Games of the player that looks ahead, turns of each at most, and turns that it simulates
/// for one of its own.
const GAMES: u64 = 3;
const TURNS: u64 = 1_000;
const BUDGET: u64 = 100;

/// How far the games came, if none of them met a goal.
pub fn unmet(file: &ModeFile, played: &Played, seed: u64) -> Option<String> {
    (played.has_goal && played.met == 0 && played.games > 0).then(|| {
        let ahead = player(&file.mode, seed).map_or_else(String::new, |games| looked_ahead(&games));
        format!("{}{ahead}", at_random(played))
    })
}

/// Says that no game was lost by what the mode says of losing.
pub fn unlost(played: &Played) -> Option<String> {
    (played.has_loss && played.lost == 0 && played.games > 0).then(|| {
        let games = counted(played.games as f64, "random game");
        format!(
            "\"lose\" was met in none of {games}: they ended because nothing moved any more, or not at all"
        )
    })
}

/// Says that no game ended by itself.
pub fn unended(played: &Played) -> Option<String> {
    (played.cut == played.games && played.games > 0).then(|| {
        let games = match played.games {
            1 => "the random game was".to_owned(),
            games => format!("all {games} random games were"),
        };
        format!("no game ended: {games} still on after {} turns", played.turns)
    })
}

/// What random games came to.
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

/// The remark on games that were cut short; nothing if none was.
fn still_on(played: &Played) -> String {
    match played.cut {
        0 => String::new(),
        cut if cut == played.games => " when it was cut short".to_owned(),
        cut => format!(" ({cut} of the games were still on when they were cut short)"),
    }
}

/// Games of a player that looks ahead; none where that takes long.
fn player(mode: &Raw, seed: u64) -> Option<Vec<Outcome>> {
    let rules = Mode::from_raw(mode.clone()).compile().ok()?;
    let mut engine = rules.engine().ok()?;
    if !matches!(engine.rules().tier(), Tier::Packed) {
        return None;
    }
    let games = (0..GAMES).map(|number| {
        let seed = seed.wrapping_add(number);
        play_game(&mut engine, &mut RolloutPlayer::new(BUDGET, seed), seed, TURNS)
    });
    games.collect::<Result<_, _>>().ok()
}

/// What they came to.
fn looked_ahead(games: &[Outcome]) -> String {
    let won = games.iter().filter(|game| game.won).count();
    let score = games.iter().map(|game| game.score).fold(0.0, f64::max);
    let count = counted(games.len() as f64, "game");
    match won {
        0 => format!("; nor in {count} of a player that looks ahead, with a score of up to {score}"),
        won => format!("; a player that looks ahead won {won} of {count}"),
    }
}
