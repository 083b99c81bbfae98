//! Removing rows that nothing needs any more, and old boards of modes of strangers.

use std::collections::HashMap;
use std::fmt;

use crate::daily::{DAY, now};
use crate::moderation::Operator;
use crate::plain::is_plain;
use crate::store::{Error, Old, Prune, Store};

/// The wishes of the operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wishes {
    /// Also remove the boards, with their games, of modes that are changed or not built in, if no
    /// game came for so many days.
    pub unplayed: Option<u32>,
    /// Also remove short links that were made last so many days before, or earlier.
    pub links: Option<u32>,
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
    /// Short links.
    pub links: u64,
}

impl fmt::Display for Pruned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pruned { games, boards, codes, sessions, links } = self;
        write!(
            f,
            "{games} games, {boards} boards, {codes} codes of modes, {sessions} sessions, {links} short links"
        )
    }
}

/// Removes in one transaction, and notes that in the audit; or only counts what would be removed.
///
/// # Errors
/// The database fails; then nothing is removed.
pub async fn prune(store: &Store, wishes: Wishes) -> Result<Pruned, Error> {
    let now = now();
    if wishes.dry_run {
        return counted(&mut store.look_to_prune().await?, wishes, now).await;
    }
    let (mut prune, mut pruned) = (store.prune().await?, Pruned::default());
    for board in unplayed(&mut prune, wishes, now).await? {
        pruned.games += prune.games_of(&board.id).await?;
    }
    pruned.sessions = prune.sessions(now - DAY).await?;
    pruned.boards = prune.boards().await?;
    pruned.codes = prune.codes().await?;
    if let Some(days) = wishes.links {
        pruned.links = prune.links(before(now, days)).await?;
    }
    if pruned != Pruned::default() {
        prune.note(now, Operator::at_command_line(store).name(), &format!("prune {pruned}")).await?;
    }
    prune.end().await?;
    Ok(pruned)
}

/// Counts what would be removed.
async fn counted(prune: &mut Prune, wishes: Wishes, now: i64) -> Result<Pruned, Error> {
    let old = unplayed(prune, wishes, now).await?;
    let games = old.iter().map(|board| board.shown).sum();
    let mut modes = prune.modes_of_empty(now - DAY).await?;
    modes.extend(old.into_iter().filter(|board| !board.is_held).map(|board| board.mode));
    let mut boards_of: HashMap<&str, i64> = HashMap::new();
    for mode in &modes {
        *boards_of.entry(mode).or_default() += 1;
    }
    let codes = prune.boards_of_codes().await?;
    let codes = codes.iter().filter(|(hash, boards)| boards_of.get(hash.as_str()).unwrap_or(&0) == boards);
    let number = |number: i64| u64::try_from(number).unwrap_or(0);
    Ok(Pruned {
        games: number(games),
        boards: modes.len() as u64,
        codes: codes.count() as u64,
        sessions: number(prune.count_sessions(now - DAY).await?),
        links: match wishes.links {
            Some(days) => number(prune.count_links(before(now, days)).await?),
            None => 0,
        },
    })
}

/// The time so many days ago.
fn before(now: i64, days: u32) -> i64 {
    now - i64::from(days) * DAY
}

/// The boards that were not played for as long as the operator says.
async fn unplayed(prune: &mut Prune, wishes: Wishes, now: i64) -> Result<Vec<Old>, Error> {
    let Some(days) = wishes.unplayed else { return Ok(Vec::new()) };
    let mut old = prune.old(before(now, days), now - DAY).await?;
    old.retain(|board| !is_plain(&board.mode, &board.source));
    Ok(old)
}
