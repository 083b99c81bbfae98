//! Removing rows that nothing needs any more, and old boards of modes of strangers.

use std::fmt;

use crate::daily::{now, DAY};
use crate::moderation::Operator;
use crate::modes::is_plain;
use crate::store::{Error, Prune, Store};

/// Rows that are read at once.
const PAGE: i64 = 500;

/// The wishes of the operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Also remove the boards, with their games, of modes that are changed or not built in, if no
    /// game came for so many days.
    pub unplayed: Option<u32>,
    /// Only count.
    pub dry_run: bool,
}

/// The numbers of removed rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Games of boards that no player plays any more.
    pub games: u64,
    /// Boards without games.
    pub boards: u64,
    /// Codes of modes without boards.
    pub codes: u64,
    /// Sessions that ran out more than a day before.
    pub sessions: u64,
}

impl fmt::Display for Pruned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pruned { games, boards, codes, sessions } = self;
        write!(f, "{games} games, {boards} boards, {codes} codes of modes, {sessions} sessions")
    }
}

/// Removes in one transaction, and notes that in the audit.
///
/// # Errors
/// The database fails; then nothing is removed.
pub async fn prune(store: &Store, wishes: Wishes) -> Result<Pruned, Error> {
    let (now, mut pruned) = (now(), Pruned::default());
    let mut prune = store.prune().await?;
    if let Some(days) = wishes.unplayed {
        pruned.games = unplayed(&mut prune, now - i64::from(days) * DAY).await?;
    }
    pruned.sessions = prune.sessions(now - DAY).await?;
    pruned.boards = prune.boards().await?.len() as u64;
    pruned.codes = prune.codes().await?;
    if pruned != Pruned::default() {
        prune.note(now, Operator::at_command_line(store).name(), &format!("prune {pruned}")).await?;
    }
    prune.end(!wishes.dry_run).await?;
    Ok(pruned)
}

/// Removes the games of boards that were not played since a time; returns their number.
async fn unplayed(prune: &mut Prune, since: i64) -> Result<u64, Error> {
    let (mut after, mut games) = (String::new(), 0);
    loop {
        let boards = prune.unplayed(since, &after, PAGE).await?;
        let Some((last, _)) = boards.last() else { return Ok(games) };
        after.clone_from(&last.id);
        for (board, _) in boards {
            if !is_plain(&board) {
                games += prune.games_of(&board.id).await?;
            }
        }
    }
}
