//! What those who run the service do by hand: hide, rename, block, verify again, move.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};

use crate::config::Config;
use crate::daily::now;
use crate::modes::Modes;
use crate::names;
use crate::store::{Board, Score, Store, SECRET};
use crate::verify::{verify, Submission, ENGINE};

/// How many rows are read at once.
const PAGE: i64 = 500;

/// What fails here says so in words.
type Done<T> = Result<T, Box<dyn std::error::Error>>;

/// One line of an export.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "row")]
enum Line {
    /// A value that is kept from start to start.
    Meta { name: String, value: String },
    /// A text that names must not have in them.
    Blocked { pattern: String },
    /// The code of a mode.
    Mode { hash: String, code: String },
    /// A board.
    Board(Board),
    /// A game.
    Score(Score),
}

/// Hides a game from boards, or shows it again; gives what was done, in words.
///
/// # Errors
/// There is no such game.
pub async fn hide(store: &Store, id: &str, hidden: bool) -> Done<String> {
    if !hidden && store.forget(id).await? {
        store.note(now(), &format!("forget {id}")).await?;
        return Ok(format!("forgotten: {id}, which its player had erased; it can be submitted again"));
    }
    found(store.hide(id, hidden).await?, id)?;
    store.note(now(), &format!("{} {id}", if hidden { "hide" } else { "show" })).await?;
    Ok(format!("{}: {id}", if hidden { "hidden" } else { "shown" }))
}

/// Gives a game another name; gives what was done, in words.
///
/// # Errors
/// There is no such game, or it can't have this name.
pub async fn rename(store: &Store, id: &str, name: &str) -> Done<String> {
    let name = names::read(name)?;
    found(store.rename(id, &name).await?, id)?;
    store.note(now(), &format!("rename {id}")).await?;
    Ok(format!("renamed: {id} is {name}'s now"))
}

fn found(found: bool, id: &str) -> Done<()> {
    if found {
        return Ok(());
    }
    Err(format!("there is no game {id}").into())
}

/// Blocks names that have a text in them, from now on; gives games that have such a name already,
/// and are not hidden, each with its name.
///
/// # Errors
/// The text is empty, or the database fails.
pub async fn block(store: &Store, pattern: &str) -> Done<Vec<(String, String)>> {
    let pattern = pattern.trim();
    if pattern.is_empty() {
        return Err("all names have an empty text in them; block something longer".into());
    }
    store.block(pattern).await?;
    store.note(now(), &format!("block-name {pattern}")).await?;
    let (patterns, mut games, mut after) = ([pattern.to_owned()], Vec::new(), String::new());
    loop {
        let scores = store.all_scores(&after, PAGE).await?;
        let Some(last) = scores.last() else { return Ok(games) };
        after.clone_from(&last.id);
        let such = scores.into_iter().filter(|game| !game.hidden && names::is_blocked(&game.name, &patterns));
        games.extend(such.map(|game| (game.id, game.name)));
    }
}

/// Allows names again that have a text in them.
///
/// # Errors
/// The text is not blocked, or the database fails.
pub async fn unblock(store: &Store, pattern: &str) -> Done<()> {
    let pattern = pattern.trim();
    if !store.unblock(pattern).await? {
        return Err(format!("{pattern:?} is not blocked; block-name --list shows what is").into());
    }
    Ok(store.note(now(), &format!("block-name --undo {pattern}")).await?)
}

/// What became of all games that were played again.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Reverified {
    /// How many came to what they had.
    pub good: usize,
    /// The others, each with what is wrong.
    pub bad: Vec<(String, String)>,
}

/// Plays all games again, and hides those that come to something else, if that is wanted.
///
/// Each game is marked with the version, with `failed` before it if need be.
///
/// # Errors
/// The database fails.
pub async fn reverify(store: &Store, config: &Config, hide_bad: bool) -> Done<Reverified> {
    let (mut found, mut after) = (Reverified::default(), String::new());
    let modes = Modes::new(config.limits());
    loop {
        let scores = store.all_scores(&after, PAGE).await?;
        let Some(last) = scores.last() else { return Ok(found) };
        after.clone_from(&last.id);
        // A page is of few boards: each is asked for once.
        let mut boards = BTreeMap::new();
        for score in scores {
            if !boards.contains_key(&score.board) {
                let Some(board) = store.board(&score.board).await? else { continue };
                let code = store.code(&board.mode).await?;
                boards.insert(score.board.clone(), (board, code));
            }
            let Some((board, code)) = boards.get(&score.board) else { continue };
            let mode = modes.of_board(board, code.clone());
            let wrong = match mode.and_then(|mode| verify(&Submission::of(&score), &mode)) {
                Ok((again, _)) if again.score == score.score => None,
                Ok((again, _)) => Some(format!("{} points, not {}", again.score, score.score)),
                Err(refused) => Some(refused.message),
            };
            let by = if wrong.is_none() { ENGINE.to_owned() } else { format!("failed {ENGINE}") };
            store.mark(&score.id, &by).await?;
            let Some(wrong) = wrong else {
                found.good += 1;
                continue;
            };
            if hide_bad && !score.hidden {
                hide(store, &score.id, true).await?;
            }
            found.bad.push((score.id, wrong));
        }
    }
}

/// Writes all that is kept, one JSON value a line; unfinished ranked games are left out. Gives the
/// number of games.
///
/// # Errors
/// The database fails, or nothing can be written.
pub async fn export(store: &Store, out: &mut impl Write) -> Done<usize> {
    let mut write = |line: Line| -> Done<()> { Ok(writeln!(out, "{}", serde_json::to_string(&line)?)?) };
    let value = store.daily_secret().await?;
    write(Line::Meta { name: SECRET.to_owned(), value })?;
    for pattern in store.blocked().await? {
        write(Line::Blocked { pattern })?;
    }
    let mut after = String::new();
    loop {
        let codes = store.all_codes(&after, PAGE).await?;
        let Some((last, _)) = codes.last() else { break };
        after.clone_from(last);
        for (hash, code) in codes {
            write(Line::Mode { hash, code })?;
        }
    }
    after.clear();
    loop {
        let boards = store.all_boards(&after, PAGE).await?;
        let Some(last) = boards.last() else { break };
        after.clone_from(&last.id);
        boards.into_iter().try_for_each(|board| write(Line::Board(board)))?;
    }
    after.clear();
    let mut games = 0;
    loop {
        let scores = store.all_scores(&after, PAGE).await?;
        let Some(last) = scores.last() else { return Ok(games) };
        after.clone_from(&last.id);
        games += scores.len();
        scores.into_iter().try_for_each(|score| write(Line::Score(score)))?;
    }
}

/// What came of an import.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of games that were new.
    pub new: usize,
    /// Whether the database had games already, and keeps its own secret of the daily seeds, which
    /// is another one: its seeds of coming days are not those of the export.
    pub other_secret: bool,
}

/// Reads an export into a database; what is there already stays.
///
/// An export is trusted: its games are not played again. [`reverify`] does that.
///
/// # Errors
/// A line can't be read (its number is named), or the database fails.
pub async fn import(store: &Store, lines: impl BufRead) -> Done<Imported> {
    let (mut done, mut scores) = (Imported::default(), Vec::new());
    for (number, line) in lines.lines().enumerate() {
        let line = line?;
        let line = serde_json::from_str(&line).map_err(|error| format!("line {}: {error}", number + 1))?;
        match line {
            Line::Meta { name, value } if name == SECRET => {
                done.other_secret |= store.take_daily_secret(&value).await? != value;
            }
            Line::Meta { name, value } => drop(store.kept_value(&name, &value).await?),
            Line::Blocked { pattern } => store.block(&pattern).await?,
            Line::Mode { hash, code } => store.add_code(&hash, &code).await?,
            Line::Board(board) => store.add_board(&board, None).await?,
            Line::Score(score) => {
                scores.push(score);
                if i64::try_from(scores.len()).is_ok_and(|number| number >= PAGE) {
                    done.new += store.add_scores(&scores).await?;
                    scores.clear();
                }
            }
        }
    }
    done.new += store.add_scores(&scores).await?;
    Ok(done)
}
