//! The work of moderators, each action with the operator who does it and the reason that players see.

use serde::Deserialize;

use crate::daily::now;
use crate::names;
use crate::skeleton;
use crate::store::{Acts, Error, Player, Store};
use crate::title;

/// A result whose failure is in words.
type Done<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Characters that a reason may have.
const LONGEST_REASON: usize = 200;

/// An action as operators name it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// The action.
    pub action: Act,
    /// The game, player, board, report or short link.
    pub id: String,
    /// The reason, which the player sees.
    #[serde(default)]
    pub reason: String,
    /// The new name.
    #[serde(default)]
    pub name: String,
}

/// The kind of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Hides a game.
    #[default]
    Hide,
    /// Shows a game again.
    Show,
    /// Hides all games of a player.
    HidePlayer,
    /// Shows all games of a player again.
    ShowPlayer,
    /// Hides a board.
    HideBoard,
    /// Shows a board again.
    ShowBoard,
    /// Hides all games of a player, and accepts no more.
    Ban,
    /// Accepts games of a player again; those that are hidden stay so.
    Unban,
    /// Gives a player another name, which the player can't change.
    Rename,
    /// Allows a player to choose a name again.
    FreeName,
    /// Closes a report.
    CloseReport,
    /// Closes all reports of a game.
    CloseReports,
    /// Removes a short link.
    ForgetLink,
}

/// An operator at work.
#[derive(Clone, Debug)]
pub struct Operator<'s> {
    store: &'s Store,
    who: String,
}

impl<'s> Operator<'s> {
    /// An operator with a name.
    pub fn named(store: &'s Store, who: &str) -> Operator<'s> {
        Operator { store, who: who.to_owned() }
    }

    /// The operator at the command line: the user of the system.
    pub fn at_command_line(store: &'s Store) -> Operator<'s> {
        let user = ["SUDO_USER", "USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
        let user = user.filter(|user| !user.is_empty());
        let who = user.map_or_else(|| "command line".to_owned(), |user| format!("command line, {user}"));
        Operator { store, who: title::shown(&who) }
    }

    /// The name in the audit.
    pub fn name(&self) -> &str {
        &self.who
    }

    /// Does an action, and notes it in the audit; returns what was done, in words.
    ///
    /// # Errors
    /// There is nothing of this name, or the name or reason can't be, or the database fails. Then nothing
    /// is done.
    pub async fn act(&self, action: &Action) -> Done<String> {
        let Action { action: act, id, name, .. } = action;
        if action.reason.chars().count() > LONGEST_REASON {
            return Err(format!("a reason has at most {LONGEST_REASON} characters").into());
        }
        let reason = title::shown_whole(action.reason.trim());
        let reason = reason.as_str();
        let name = if *act == Act::Rename { self.allowed(name).await? } else { String::new() };
        let mut acts = self.store.acts().await?;
        let on = &mut acts;
        let Did { what, said } = match act {
            Act::Hide => hide(on, id, reason).await,
            Act::Show => show(on, id).await,
            Act::HidePlayer => hide_player(on, id, true, reason).await,
            Act::ShowPlayer => hide_player(on, id, false, "").await,
            Act::HideBoard => hide_board(on, id, true, reason).await,
            Act::ShowBoard => hide_board(on, id, false, "").await,
            Act::Ban => ban(on, id, reason).await,
            Act::Unban => unban(on, id).await,
            Act::Rename => rename(on, id, &name, reason).await,
            Act::FreeName => free_name(on, id).await,
            Act::CloseReport => close_report(on, id).await,
            Act::CloseReports => close_reports(on, id).await,
            Act::ForgetLink => forget_link(on, id).await,
        }?;
        self.note(on, &what, reason).await?;
        acts.end().await?;
        Ok(said)
    }

    /// Notes in the audit what was done, within the transaction that does it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&self, acts: &mut Acts, what: &str, reason: &str) -> Result<(), Error> {
        let what = if reason.is_empty() { what.to_owned() } else { format!("{what}: {reason}") };
        acts.note(now(), &self.who, &what).await
    }

    /// Reads a name that a player is to have.
    async fn allowed(&self, name: &str) -> Done<String> {
        let name = names::read(name)?;
        let blocked = self.store.blocked().await?;
        match blocked.iter().find(|pattern| skeleton::contains(&name, pattern)) {
            Some(pattern) => {
                Err(format!("names with {pattern:?} are blocked, and {name} is such a name").into())
            }
            None => Ok(name),
        }
    }
}

/// An action that was done.
struct Did {
    /// The action, for the audit.
    what: String,
    /// The result in words, for the operator.
    said: String,
}

impl Did {
    fn of(what: impl Into<String>, said: impl Into<String>) -> Done<Did> {
        Ok(Did { what: what.into(), said: said.into() })
    }
}

async fn player(acts: &mut Acts, id: &str) -> Done<Player> {
    let player = acts.player_called(id).await?;
    player.ok_or_else(|| format!("there is no player {id}, and no game of this name with a player").into())
}

async fn hide(acts: &mut Acts, id: &str, reason: &str) -> Done<Did> {
    match acts.hide(id, true, reason).await? {
        true => Did::of(format!("hide {id}"), format!("hidden: {id}")),
        false => Err(no_game(id)),
    }
}

async fn show(acts: &mut Acts, id: &str) -> Done<Did> {
    if acts.forget(id).await? {
        let said = format!("forgotten: {id}, which its player had erased; it can be submitted again");
        return Did::of(format!("forget {id}"), said);
    }
    match acts.hide(id, false, "").await? {
        true => Did::of(format!("show {id}"), format!("shown: {id}")),
        false => Err(no_game(id)),
    }
}

async fn hide_player(acts: &mut Acts, id: &str, hidden: bool, reason: &str) -> Done<Did> {
    let Player { id, name, token, .. } = player(acts, id).await?;
    let changed = acts.hide_player(&token, hidden, reason).await?;
    let (what, done) = if hidden { ("hide-player", "hidden") } else { ("show-player", "shown") };
    Did::of(format!("{what} {id}"), format!("{done}: {changed} games of {name}, the player {id}"))
}

async fn hide_board(acts: &mut Acts, id: &str, hidden: bool, reason: &str) -> Done<Did> {
    let (what, done, no_board) = match hidden {
        true => ("hide-board", "hidden", format!("there is no board {id}")),
        false => ("show-board", "shown", format!("the board {id} is not hidden")),
    };
    match acts.hide_board(id, hidden, reason).await? {
        true => Did::of(format!("{what} {id}"), format!("{done}: the board {id}")),
        false => Err(no_board.into()),
    }
}

async fn ban(acts: &mut Acts, id: &str, reason: &str) -> Done<Did> {
    let Player { id, name, token, .. } = player(acts, id).await?;
    acts.ban(&token, true, reason).await?;
    let hidden = acts.hide_player(&token, true, reason).await?;
    Did::of(format!("ban {id}"), format!("banned: {name}, the player {id}; {hidden} games were hidden"))
}

async fn unban(acts: &mut Acts, id: &str) -> Done<Did> {
    let Player { id, name, token, .. } = player(acts, id).await?;
    acts.ban(&token, false, "").await?;
    let said = format!("allowed: {name}, the player {id}; games that are hidden stay so");
    Did::of(format!("unban {id}"), said)
}

async fn rename(acts: &mut Acts, id: &str, name: &str, reason: &str) -> Done<Did> {
    let what = match acts.player_called(id).await? {
        Some(player) => {
            acts.rename_player(&player.token, name, reason).await?;
            format!("rename {} from {} to {name}", player.id, player.name)
        }
        // A hidden game that its player has erased.
        None if acts.rename(id, name).await? => format!("rename {id} to {name}"),
        None => return Err(no_game(id)),
    };
    Did::of(what, format!("renamed: {id} is {name}'s now"))
}

async fn free_name(acts: &mut Acts, id: &str) -> Done<Did> {
    let Player { id, name, token, .. } = player(acts, id).await?;
    acts.unfix(&token).await?;
    Did::of(format!("free-name {id}"), format!("allowed: {name}, the player {id}, can choose a name again"))
}

async fn close_report(acts: &mut Acts, id: &str) -> Done<Did> {
    match acts.close_report(id).await? {
        true => Did::of(format!("close-report {id}"), format!("closed: {id}")),
        false => Err(format!("there is no open report {id}").into()),
    }
}

async fn close_reports(acts: &mut Acts, id: &str) -> Done<Did> {
    match acts.close_reports(id).await? {
        0 => Err(format!("the game {id} has no open report").into()),
        closed => Did::of(format!("close-reports {id}"), format!("closed: {closed} reports of {id}")),
    }
}

async fn forget_link(acts: &mut Acts, key: &str) -> Done<Did> {
    match acts.forget_link(key).await? {
        true => Did::of(format!("forget-link {key}"), format!("removed: the short link {key}")),
        false => Err(format!("there is no short link {key}").into()),
    }
}

fn no_game(id: &str) -> Box<dyn std::error::Error + Send + Sync> {
    format!("there is no game {id}").into()
}
