//! Playing all stored games again, on all processors, in pieces that can be gone on with.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;

use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::daily::now;
use crate::moderation::Operator;
use crate::modes::Modes;
use crate::store::{Board, Score, Store};
use crate::verify::{verify, Submission, ENGINE};

/// Games that are read, played and marked together: so many are played anew at most after a break.
const PIECE: i64 = 100;

/// Bytes of the stack of a thread that plays; games of strangers nest as deep as their limits allow.
const STACK: usize = 16 << 20;

/// The name under which the place is kept behind which to go on.
const PLACE: &str = "reverify";

/// A result whose failure is in words.
type Done<T> = Result<T, Box<dyn std::error::Error>>;

/// The result of playing all games again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reverified {
    /// The number of games with the same result.
    pub good: usize,
    /// The other games, each with the difference.
    pub bad: Vec<(String, String)>,
    /// The number of other games before a break; they were named there.
    pub bad_before: usize,
}

/// The wishes of the operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Hide games that come to something else.
    pub hide: bool,
    /// Go on where the last run was broken off, if it was of the same engine.
    pub resume: bool,
}

/// The progress of the work.
#[derive(Debug)]
pub enum News<'n> {
    /// The number of games that are done, and that of all.
    Done(usize, usize),
    /// A game comes to something else: its name, and the difference.
    Bad(&'n str, &'n str),
}

/// A place in all games, in the order of their names.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Place {
    by: String,
    after: String,
    good: usize,
    bad: usize,
}

/// A board with the code of its mode.
type Coded = (Board, Option<String>);

/// Plays all games again, as [`with_news`] does.
///
/// # Errors
/// The database fails.
pub async fn reverify(store: &Store, config: &Config, hide: bool) -> Done<Reverified> {
    with_news(store, config, Wishes { hide, resume: false }, |_| {}).await
}

/// Plays all games again, and hides those that come to something else, if that is wanted.
///
/// Each game is marked with the version, with `failed` before it if need be.
///
/// # Errors
/// The database fails.
pub async fn with_news(
    store: &Store,
    config: &Config,
    wishes: Wishes,
    mut report: impl FnMut(News<'_>),
) -> Done<Reverified> {
    let mut place = begin(store, wishes.resume).await?;
    let total = usize::try_from(store.games().await?)?;
    let mut found = Reverified { good: place.good, bad_before: place.bad, ..Reverified::default() };
    let (modes, threads) = (Arc::new(Modes::new(config.limits())), config.playing_threads());
    report(News::Done(place.good + place.bad, total));
    loop {
        let scores = store.all_scores(&place.after, PIECE).await?;
        let Some(last) = scores.last() else { break };
        place.after.clone_from(&last.id);
        let boards = boards_of(store, &scores).await?;
        let modes = Arc::clone(&modes);
        let played = tokio::task::spawn_blocking(move || {
            let wrong = differences(&modes, &scores, &boards, threads);
            (scores, wrong)
        });
        let (scores, wrong) = played.await?;
        let mut marks = Vec::new();
        for (score, wrong) in scores.into_iter().zip(wrong) {
            let by = if wrong.is_none() { ENGINE.to_owned() } else { format!("failed {ENGINE}") };
            if score.checked_by != by {
                marks.push((score.id.clone(), by));
            }
            let Some(wrong) = wrong else {
                found.good += 1;
                continue;
            };
            if wishes.hide && !score.hidden {
                store.hide(&score.id, true).await?;
                let who = Operator::at_command_line(store);
                store.note(now(), who.name(), &format!("hide {}", score.id)).await?;
            }
            report(News::Bad(&score.id, &wrong));
            found.bad.push((score.id, wrong));
        }
        (place.good, place.bad) = (found.good, found.bad_before + found.bad.len());
        store.mark(&marks, PLACE, &serde_json::to_string(&place)?).await?;
        report(News::Done(place.good + place.bad, total));
    }
    store.forget_value(PLACE).await?;
    Ok(found)
}

/// The place where to begin.
async fn begin(store: &Store, resume: bool) -> Done<Place> {
    let start = Place { by: ENGINE.to_owned(), ..Place::default() };
    let kept = if resume { store.value(PLACE).await? } else { None };
    let kept = kept.and_then(|kept| serde_json::from_str::<Place>(&kept).ok());
    Ok(kept.filter(|kept| kept.by == ENGINE).unwrap_or(start))
}

/// The boards of some games, each asked for once.
async fn boards_of(store: &Store, scores: &[Score]) -> Done<BTreeMap<String, Coded>> {
    let mut boards = BTreeMap::new();
    for score in scores {
        if boards.contains_key(&score.board) {
            continue;
        }
        if let Some(board) = store.board(&score.board).await? {
            let code = store.code(&board.mode).await?;
            boards.insert(score.board.clone(), (board, code));
        }
    }
    Ok(boards)
}

/// Plays games again on some threads; returns the difference of each from its record, if there is
/// one.
fn differences(
    modes: &Modes,
    scores: &[Score],
    boards: &BTreeMap<String, Coded>,
    threads: usize,
) -> Vec<Option<String>> {
    let next = AtomicUsize::new(0);
    let found: Vec<OnceLock<Option<String>>> = scores.iter().map(|_| OnceLock::new()).collect();
    let play = || loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let (Some(score), Some(found)) = (scores.get(place), found.get(place)) else { return };
        // Each place is taken once.
        let _first = found.set(difference(modes, score, boards.get(&score.board)));
    };
    std::thread::scope(|scope| {
        let started =
            (1..threads).filter_map(|_| Builder::new().stack_size(STACK).spawn_scoped(scope, play).ok());
        let started: Vec<_> = started.collect();
        play();
        for thread in started {
            // A game whose thread has panicked has no result.
            let _panicked = thread.join();
        }
    });
    let unplayed = || Some("it could not be played to its end".to_owned());
    found.into_iter().map(|found| found.into_inner().unwrap_or_else(unplayed)).collect()
}

/// Plays a game again; returns the difference from its record, if there is one.
fn difference(modes: &Modes, score: &Score, board: Option<&Coded>) -> Option<String> {
    let Some((board, code)) = board else {
        return Some(format!("its board {} is missing", score.board));
    };
    let again = || {
        let mode = modes.of_board(board, code.clone())?;
        verify(&Submission::of(score)?, &mode)
    };
    match again() {
        Ok((again, _)) if again.score == score.score => None,
        Ok((again, _)) => Some(format!("{} points, not {}", again.score, score.score)),
        Err(refused) => Some(refused.message),
    }
}
