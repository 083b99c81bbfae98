//! The manual work of those who run the service: hide, rename, block.

use crate::moderation::{Act, Action, Operator};
use crate::skeleton::{self, Skeleton};
use crate::source::Source;
use crate::store::{Board, Score, Store};
use crate::title;

pub use crate::reverify::reverify;

/// The number of rows that are read at once.
const PAGE: i64 = 500;

/// A result whose failure is in words.
type Done<T> = Result<T, Box<dyn std::error::Error>>;

/// Hides a game from boards, or shows it again; returns a description of the change.
///
/// # Errors
/// There is no such game.
pub async fn hide(store: &Store, id: &str, hidden: bool) -> Done<String> {
    let action = if hidden { Act::Hide } else { Act::Show };
    act(store, Action { action, id: id.to_owned(), ..Action::default() }).await
}

/// Gives the player of a game another name; returns a description of the change.
///
/// # Errors
/// There is no such game, or it can't have this name.
pub async fn rename(store: &Store, id: &str, name: &str) -> Done<String> {
    act(store, Action { action: Act::Rename, id: id.to_owned(), name: name.to_owned(), ..Action::default() })
        .await
}

/// Does what an operator at the command line wants; returns a description of the change.
///
/// # Errors
/// As [`Operator::act`].
pub async fn act(store: &Store, action: Action) -> Done<String> {
    Operator::at_command_line(store).act(&action).await.map_err(|error| error as Box<dyn std::error::Error>)
}

/// Games and boards that are shown and have a blocked text in them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Games that are not hidden, each with its name.
    pub games: Vec<(String, String)>,
    /// Boards of modes that are not built in, each with its title.
    pub boards: Vec<(String, String)>,
}

/// Blocks names and titles that contain a text, or a text that looks or reads like it, from
/// now on; returns the games and modes that are already shown with one.
///
/// # Errors
/// The text is empty, or the database fails.
pub async fn block(store: &Store, pattern: &str) -> Done<Shown> {
    let pattern = pattern.trim();
    if pattern.is_empty() {
        return Err("all names have an empty text in them; block something longer".into());
    }
    let (operator, mut acts) = (Operator::at_command_line(store), store.acts().await?);
    acts.block(pattern).await?;
    operator.note(&mut acts, &format!("block-name {pattern}"), "").await?;
    acts.end().await?;
    let (mut snapshot, mut shown, mut after) = (store.snapshot().await?, Shown::default(), String::new());
    loop {
        let scores = snapshot.scores(&after, PAGE).await?;
        let Some(last) = scores.last() else { break };
        after.clone_from(&last.id);
        let has_it =
            |game: &Score| [&game.name, &game.program].iter().any(|text| skeleton::contains(text, pattern));
        let such = scores.into_iter().filter(|game| !game.hidden && has_it(game));
        shown.games.extend(such.map(|game| (game.id, game.name)));
    }
    after.clear();
    loop {
        let boards = snapshot.boards(&after, PAGE).await?;
        let Some(last) = boards.last() else { break };
        after.clone_from(&last.id);
        let such =
            boards.into_iter().filter(|board| skeleton::contains(&title::shown(&board.title), pattern));
        for board in such {
            if !is_built_in(&board)? {
                shown.boards.push((board.id, title::shown(&board.title)));
            }
        }
    }
    snapshot.end().await?;
    Ok(shown)
}

/// Returns true if the mode of a board is built in.
fn is_built_in(board: &Board) -> Done<bool> {
    let source: Source = serde_json::from_str(&board.source)
        .map_err(|error| format!("the source of board {} can't be read: {error}", board.id))?;
    Ok(polymerge::Mode::built_in(&source.mode).is_ok())
}

/// Allows names again that contain a text: removes the blocked texts that look or read like
/// it, and returns them.
///
/// # Errors
/// The text is not blocked, or the database fails.
pub async fn unblock(store: &Store, pattern: &str) -> Done<Vec<String>> {
    let wanted = Skeleton::of(pattern.trim());
    let mut patterns = store.blocked().await?;
    patterns.retain(|pattern| Skeleton::of(pattern).is_like(&wanted));
    if patterns.is_empty() {
        return Err(format!("{pattern:?} is not blocked; block-name --list shows what is").into());
    }
    let (operator, mut acts) = (Operator::at_command_line(store), store.acts().await?);
    for pattern in &patterns {
        acts.unblock(pattern).await?;
        operator.note(&mut acts, &format!("block-name --undo {pattern}"), "").await?;
    }
    acts.end().await?;
    Ok(patterns)
}
