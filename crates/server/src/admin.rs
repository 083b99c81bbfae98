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

/// Hides a game from boards, or shows it again.
///
/// # Errors
/// There is no such game.
pub async fn hide(store: &Store, id: &str, hidden: bool) -> Done<()> {
    found(store.hide(id, hidden).await?, id)?;
    Ok(store.note(now(), &format!("{} {id}", if hidden { "hide" } else { "show" })).await?)
}

/// Gives a game another name.
///
/// # Errors
/// There is no such game, or it can't have this name.
pub async fn rename(store: &Store, id: &str, name: &str) -> Done<()> {
    found(store.rename(id, &names::read(name)?).await?, id)?;
    Ok(store.note(now(), &format!("rename {id}")).await?)
}

fn found(found: bool, id: &str) -> Done<()> {
    if found {
        return Ok(());
    }
    Err(format!("there is no game {id}").into())
}

/// Blocks names that have a text in them, from now on.
///
/// # Errors
/// The text is empty, or the database fails.
pub async fn block(store: &Store, pattern: &str) -> Done<()> {
    if pattern.trim().is_empty() {
        return Err("all names have an empty text in them; block something longer".into());
    }
    store.block(pattern.trim()).await?;
    Ok(store.note(now(), &format!("block-name {pattern}")).await?)
}

/// Plays all games again; gives how many came to what they had, and how many did not.
///
/// Those that did not stay; each is marked with the version, and `failed` before it if need be.
///
/// # Errors
/// The database fails.
pub async fn reverify(store: &Store, config: &Config) -> Done<(usize, usize)> {
    let (mut good, mut bad) = (0, 0);
    let (modes, mut after) = (Modes::new(config.limits()), String::new());
    loop {
        let scores = store.all_scores(&after, PAGE).await?;
        let Some(last) = scores.last() else { return Ok((good, bad)) };
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
            let again = mode.and_then(|mode| verify(&Submission::of(&score), &mode));
            let holds = again.is_ok_and(|(again, _)| again.score == score.score);
            *(if holds { &mut good } else { &mut bad }) += 1;
            let by = if holds { ENGINE.to_owned() } else { format!("failed {}", ENGINE) };
            store.mark(&score.id, &by).await?;
        }
    }
}

/// Writes all that is kept, one JSON value a line; unfinished ranked games are left out.
///
/// # Errors
/// The database fails, or nothing can be written.
pub async fn export(store: &Store, out: &mut impl Write) -> Done<()> {
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
    loop {
        let scores = store.all_scores(&after, PAGE).await?;
        let Some(last) = scores.last() else { return Ok(()) };
        after.clone_from(&last.id);
        scores.into_iter().try_for_each(|score| write(Line::Score(score)))?;
    }
}

/// Reads an export into a database; what is there already stays. Gives the number of games
/// that were new.
///
/// # Errors
/// A line can't be read (its number is named), or the database fails.
pub async fn import(store: &Store, lines: impl BufRead) -> Done<usize> {
    let (mut new, mut scores) = (0, Vec::new());
    for (number, line) in lines.lines().enumerate() {
        let line = line?;
        let line = serde_json::from_str(&line).map_err(|error| format!("line {}: {error}", number + 1))?;
        match line {
            Line::Meta { name, value } => drop(store.kept_value(&name, &value).await?),
            Line::Blocked { pattern } => store.block(&pattern).await?,
            Line::Mode { hash, code } => store.add_code(&hash, &code).await?,
            Line::Board(board) => drop(store.add_board(&board, None).await?),
            Line::Score(score) => {
                scores.push(score);
                if i64::try_from(scores.len()).is_ok_and(|number| number >= PAGE) {
                    new += store.add_scores(&scores).await?;
                    scores.clear();
                }
            }
        }
    }
    Ok(new + store.add_scores(&scores).await?)
}
