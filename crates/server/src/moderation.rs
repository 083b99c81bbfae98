//! The work of moderators, each action with the operator who does it and the reason that players see.

use serde::Deserialize;

use crate::daily::now;
use crate::names;
use crate::skeleton;
use crate::store::{Player, Store};
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
    /// The game, player, board or report.
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

    /// Notes in the audit what was done.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&self, what: &str, reason: &str) -> Done<()> {
        let what = if reason.is_empty() { what.to_owned() } else { format!("{what}: {reason}") };
        Ok(self.store.note(now(), &self.who, &what).await?)
    }

    /// Does an action; returns what was done, in words.
    ///
    /// # Errors
    /// There is nothing of this name, or the name or reason can't be.
    pub async fn act(&self, action: &Action) -> Done<String> {
        let Action { action: act, id, name, .. } = action;
        if action.reason.chars().count() > LONGEST_REASON {
            return Err(format!("a reason has at most {LONGEST_REASON} characters").into());
        }
        let reason = title::shown_whole(action.reason.trim());
        let reason = reason.as_str();
        match act {
            Act::Hide | Act::Show => self.hide(id, *act == Act::Hide, reason).await,
            Act::HidePlayer | Act::ShowPlayer => self.hide_player(id, *act == Act::HidePlayer, reason).await,
            Act::HideBoard | Act::ShowBoard => self.hide_board(id, *act == Act::HideBoard, reason).await,
            Act::Ban => self.ban(id, reason).await,
            Act::Unban => self.unban(id, reason).await,
            Act::Rename => self.rename(id, name, reason).await,
            Act::FreeName => self.free_name(id, reason).await,
            Act::CloseReport => {
                if !self.store.close_report(id).await? {
                    return Err(format!("there is no open report {id}").into());
                }
                self.note(&format!("close-report {id}"), reason).await?;
                Ok(format!("closed: {id}"))
            }
            Act::CloseReports => {
                let closed = self.store.close_reports(id).await?;
                if closed == 0 {
                    return Err(format!("the game {id} has no open report").into());
                }
                self.note(&format!("close-reports {id}"), reason).await?;
                Ok(format!("closed: {closed} reports of {id}"))
            }
        }
    }

    async fn player(&self, id: &str) -> Done<Player> {
        let player = self.store.player_called(id).await?;
        player
            .ok_or_else(|| format!("there is no player {id}, and no game of this name with a player").into())
    }

    async fn hide(&self, id: &str, hidden: bool, reason: &str) -> Done<String> {
        if !hidden && self.store.forget(id).await? {
            self.note(&format!("forget {id}"), reason).await?;
            return Ok(format!("forgotten: {id}, which its player had erased; it can be submitted again"));
        }
        if !self.store.hide_because(id, hidden, if hidden { reason } else { "" }).await? {
            return Err(no_game(id));
        }
        self.note(&format!("{} {id}", if hidden { "hide" } else { "show" }), reason).await?;
        Ok(format!("{}: {id}", if hidden { "hidden" } else { "shown" }))
    }

    async fn hide_player(&self, id: &str, hidden: bool, reason: &str) -> Done<String> {
        let player = self.player(id).await?;
        let changed = self.store.hide_player(&player.token, hidden, if hidden { reason } else { "" }).await?;
        let what = if hidden { "hide-player" } else { "show-player" };
        self.note(&format!("{what} {}", player.id), reason).await?;
        let done = if hidden { "hidden" } else { "shown" };
        Ok(format!("{done}: {changed} games of {}, the player {}", player.name, player.id))
    }

    async fn hide_board(&self, id: &str, hidden: bool, reason: &str) -> Done<String> {
        if !self.store.hide_board(id, hidden, reason).await? {
            return Err(match hidden {
                true => format!("there is no board {id}"),
                false => format!("the board {id} is not hidden"),
            }
            .into());
        }
        self.note(&format!("{} {id}", if hidden { "hide-board" } else { "show-board" }), reason).await?;
        Ok(format!("{}: the board {id}", if hidden { "hidden" } else { "shown" }))
    }

    async fn ban(&self, id: &str, reason: &str) -> Done<String> {
        let player = self.player(id).await?;
        self.store.ban(&player.token, true, reason).await?;
        let hidden = self.store.hide_player(&player.token, true, reason).await?;
        self.note(&format!("ban {}", player.id), reason).await?;
        Ok(format!("banned: {}, the player {}; {hidden} games were hidden", player.name, player.id))
    }

    async fn unban(&self, id: &str, reason: &str) -> Done<String> {
        let player = self.player(id).await?;
        self.store.ban(&player.token, false, "").await?;
        self.note(&format!("unban {}", player.id), reason).await?;
        Ok(format!("allowed: {}, the player {}; games that are hidden stay so", player.name, player.id))
    }

    async fn rename(&self, id: &str, name: &str, reason: &str) -> Done<String> {
        let name = names::read(name)?;
        let blocked = self.store.blocked().await?;
        if let Some(pattern) = blocked.iter().find(|pattern| skeleton::contains(&name, pattern)) {
            return Err(format!("names with {pattern:?} are blocked, and {name} is such a name").into());
        }
        match self.store.player_called(id).await? {
            Some(player) => {
                self.store.rename_player(&player.token, &name, Some(reason)).await?;
                self.note(&format!("rename {} from {} to {name}", player.id, player.name), reason).await?;
            }
            // A hidden game that its player has erased.
            None if self.store.rename(id, &name).await? => {
                self.note(&format!("rename {id} to {name}"), reason).await?;
            }
            None => return Err(no_game(id)),
        }
        Ok(format!("renamed: {id} is {name}'s now"))
    }

    async fn free_name(&self, id: &str, reason: &str) -> Done<String> {
        let player = self.player(id).await?;
        self.store.unfix(&player.token).await?;
        self.note(&format!("free-name {}", player.id), reason).await?;
        Ok(format!("allowed: {}, the player {}, can choose a name again", player.name, player.id))
    }
}

fn no_game(id: &str) -> Box<dyn std::error::Error + Send + Sync> {
    format!("there is no game {id}").into()
}
