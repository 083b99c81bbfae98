//! Playing all stored games again, on all processors, in pieces that can be gone on with.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Builder;

use serde::{Deserialize, Serialize};

use crate::admin::act;
use crate::config::Config;
use crate::ending::Ending;
use crate::moderation::{Act, Action};
use crate::modes::Modes;
use crate::store::{Board, IMPORTS, Score, Store};
use crate::verify::{ENGINE, Submission, verify};

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
    /// The games with another result, each with the difference.
    pub bad: Vec<(String, String)>,
    /// The number of such games before a break; they were named there.
    pub bad_before: usize,
    /// The number of games with another result, of the whole run, that are still shown.
    pub shown: usize,
    /// The number of games that could not be played, of the whole run: their result is not known.
    pub unplayed: usize,
}

/// The wishes of the operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Hide games that come to something else.
    pub hide: bool,
    /// Go on where the last run was broken off, if it was of the same engine with the same limits, and
    /// no games were imported since it began.
    pub resume: bool,
}

/// The progress of the work.
#[derive(Debug)]
pub enum News<'n> {
    /// The number of games that are done, and that of all.
    Done(usize, usize),
    /// A game comes to something else: its name, and the difference.
    Bad(&'n str, &'n str),
    /// The game of this name could not be played.
    Unplayed(&'n str, &'n str),
}

/// A place in all games, in the order of their names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Place {
    by: String,
    most_moves: usize,
    work: u64,
    /// The number of imports until the run began.
    imports: String,
    after: String,
    good: usize,
    bad: usize,
    shown: usize,
    unplayed: usize,
}

impl Place {
    fn done(&self) -> usize {
        self.good + self.bad + self.unplayed
    }

    /// Returns true if a run that was at this place does the same as one that begins at another.
    fn is_of(&self, start: &Place) -> bool {
        let Place { by, most_moves, work, imports, .. } = start;
        (&self.by, self.most_moves, self.work, &self.imports) == (by, *most_moves, *work, imports)
    }
}

/// A board with the code of its mode.
type Coded = (Board, Option<String>);

/// The result of playing a game again.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// The result is as before; the last board, if it is wanted.
    Same(Option<Box<Ending>>),
    /// Another one.
    Other(String),
    /// None.
    Unplayed(String),
}

/// Plays all games again, as [`with_news`] does.
///
/// # Errors
/// As [`with_news`].
pub async fn reverify(store: &Store, config: &Config, hide: bool) -> Done<Reverified> {
    with_news(store, config, Wishes { hide, resume: false }, |_| {}).await
}

/// Plays all games again, and hides those that come to something else, if that is wanted. Games of older
/// versions, which have no last board, get one.
///
/// Each game with a result is marked with the version, with `failed` before it if need be. One that
/// can't be played, by a limit or a mistake of the program, is neither marked nor hidden.
///
/// # Errors
/// The database fails, or games were imported meanwhile.
pub async fn with_news(
    store: &Store,
    config: &Config,
    wishes: Wishes,
    mut report: impl FnMut(News<'_>),
) -> Done<Reverified> {
    let mut place = begin(store, config, wishes).await?;
    let total = usize::try_from(store.games().await?)?;
    let mut found = Reverified { bad_before: place.bad, ..Reverified::default() };
    let (modes, threads) = (Arc::new(Modes::new(config.limits())), config.playing_threads());
    report(News::Done(place.done(), total));
    loop {
        let scores = store.all_scores(&place.after, PIECE).await?;
        let Some(last) = scores.last() else { break };
        let undrawn = store.without_ending(&place.after, &last.id).await?;
        place.after.clone_from(&last.id);
        let boards = boards_of(store, &scores).await?;
        let modes = Arc::clone(&modes);
        let played = tokio::task::spawn_blocking(move || {
            let outcomes = outcomes(&scores, threads, |score| {
                outcome(&modes, score, boards.get(&score.board), undrawn.contains(&score.id))
            });
            (scores, outcomes)
        });
        let (scores, outcomes) = played.await?;
        let (mut marks, mut endings) = (Vec::new(), Vec::new());
        for (score, outcome) in scores.into_iter().zip(outcomes) {
            let by = match outcome {
                Outcome::Same(_) => ENGINE.to_owned(),
                _ => failed(),
            };
            if !matches!(outcome, Outcome::Unplayed(_)) && score.checked_by != by {
                marks.push((score.id.clone(), by));
            }
            match outcome {
                Outcome::Same(ending) => {
                    place.good += 1;
                    endings.extend(ending.map(|ending| (score.id, *ending)));
                }
                Outcome::Unplayed(why) => {
                    place.unplayed += 1;
                    report(News::Unplayed(&score.id, &why));
                }
                Outcome::Other(wrong) => {
                    place.bad += 1;
                    if !score.hidden && wishes.hide {
                        hide_if_there(store, &score.id).await?;
                    } else if !score.hidden {
                        place.shown += 1;
                    }
                    report(News::Bad(&score.id, &wrong));
                    found.bad.push((score.id, wrong));
                }
            }
        }
        store.mark(&marks, &endings, PLACE, &serde_json::to_string(&place)?).await?;
        report(News::Done(place.done(), total));
    }
    store.forget_value(PLACE).await?;
    if imports(store).await? != place.imports {
        return Err("games were imported meanwhile, and perhaps not played: run reverify again".into());
    }
    (found.good, found.shown, found.unplayed) = (place.good, place.shown, place.unplayed);
    Ok(found)
}

/// The mark of games that came to something else.
fn failed() -> String {
    format!("failed {ENGINE}")
}

/// The number of imports into a database, as text.
async fn imports(store: &Store) -> Done<String> {
    Ok(store.value(IMPORTS).await?.unwrap_or_default())
}

/// Hides a game, unless its player has erased it meanwhile.
async fn hide_if_there(store: &Store, id: &str) -> Done<()> {
    let action = Action { action: Act::Hide, id: id.to_owned(), ..Action::default() };
    match act(store, action).await {
        Err(error) if store.score(id).await?.is_some() => Err(error),
        _ => Ok(()),
    }
}

/// The place where to begin.
async fn begin(store: &Store, config: &Config, wishes: Wishes) -> Done<Place> {
    let start = Place {
        by: ENGINE.to_owned(),
        most_moves: config.most_moves,
        work: config.work,
        imports: imports(store).await?,
        ..Place::default()
    };
    let kept = if wishes.resume { store.value(PLACE).await? } else { None };
    let kept = kept.and_then(|kept| serde_json::from_str::<Place>(&kept).ok());
    let Some(mut place) = kept.filter(|kept| kept.is_of(&start)) else { return Ok(start) };
    if wishes.hide && place.shown > 0 {
        // The run that was broken off did not hide them.
        for id in store.shown_with_mark(&failed(), &place.after).await? {
            hide_if_there(store, &id).await?;
        }
        place.shown = 0;
    }
    Ok(place)
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

/// Plays games again on some threads; returns the result of each.
fn outcomes<T: Sync>(games: &[T], threads: usize, play: impl Fn(&T) -> Outcome + Sync) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let found: Vec<OnceLock<Outcome>> = games.iter().map(|_| OnceLock::new()).collect();
    let unplayed = || Outcome::Unplayed("the program failed at it: report this mistake".to_owned());
    let work = || loop {
        let place = next.fetch_add(1, Ordering::Relaxed);
        let (Some(game), Some(found)) = (games.get(place), found.get(place)) else { return };
        // A mistake of the program is no result of a game, and does not end the run.
        let played = catch_unwind(AssertUnwindSafe(|| play(game)));
        // Each place is taken once.
        let _first = found.set(played.unwrap_or_else(|_| unplayed()));
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // With fewer threads it takes longer.
            let _started = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    found.into_iter().map(|found| found.into_inner().unwrap_or_else(unplayed)).collect()
}

/// Plays a game again; draws its last board, if that is wanted.
fn outcome(modes: &Modes, score: &Score, board: Option<&Coded>, draws: bool) -> Outcome {
    let Some((board, code)) = board else {
        return Outcome::Unplayed(format!("its board {} is missing", score.board));
    };
    let again = || {
        let mode = modes.of_board(board, code.clone())?;
        verify(&Submission::of(score)?, &mode)
    };
    match again() {
        Ok((again, game)) if again.score == score.score => {
            Outcome::Same(draws.then(|| Box::new(Ending::of(&game))))
        }
        Ok((again, _)) => Outcome::Other(format!("{} points, not {}", again.score, score.score)),
        // The mode is not known, or the limits are lower than they were.
        Err(refused) if refused.by_limit || refused.kind == "bad-board" => Outcome::Unplayed(refused.message),
        Err(refused) => Outcome::Other(refused.message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_of_the_program_is_no_result() {
        for threads in [1, 3] {
            let play = |&game: &usize| match game {
                3 | 7 => std::panic::resume_unwind(Box::new("mistake")),
                5 => Outcome::Other("less".to_owned()),
                _ => Outcome::Same(None),
            };
            let games: Vec<usize> = (0..10).collect();
            let found = outcomes(&games, threads, play);
            for (game, outcome) in found.iter().enumerate() {
                match game {
                    3 | 7 => assert!(matches!(outcome, Outcome::Unplayed(_)), "{game}: {outcome:?}"),
                    game => assert_eq!(*outcome, play(&game)),
                }
            }
        }
    }
}
