//! The actions of operators: each one and its line of the audit are kept together, or neither.

use super::changes::{note_change, note_order};
use super::leaders::BoardLeaders;
use super::moderation::ADD_NOTE;
use super::people::{PLAYER, called};
use super::snapshot::{Held, within};
use super::{Error, Player, Pool, Store, asked};
use crate::skeleton::Skeleton;

/// A transaction in which an operator acts. Dropped before its end, it has done nothing.
#[derive(Debug)]
pub struct Acts {
    held: Held,
    /// True if it changes what games on their way are allowed by.
    is_order: bool,
    leaders: BoardLeaders,
}

impl Store {
    /// Begins to act.
    ///
    /// # Errors
    /// The database fails.
    pub async fn acts(&self) -> Result<Acts, Error> {
        self.check_file()?;
        let held = match &self.pool {
            Pool::Sqlite(pool) => Held::Sqlite(pool.begin_with(self.begin()).await?),
            Pool::Postgres(pool) => Held::Postgres(pool.begin_with(self.begin()).await?),
        };
        Ok(Acts { held, is_order: false, leaders: self.leaders.clone() })
    }
}

impl Acts {
    /// Returns the player whom operators call by an id: that of the player, or of a game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn player_called(&mut self, id: &str) -> Result<Option<Player>, Error> {
        within!(self.held, on => called!(&mut *on, id))
    }

    /// Hides a game from boards, for a reason that its player sees, or shows it again; returns true if
    /// there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide(&mut self, id: &str, hidden: bool, reason: &str) -> Result<bool, Error> {
        let update = "UPDATE scores SET hidden = $2, reason = $3 WHERE id = $1";
        within!(self.held, on => {
            let query = sqlx::query(update).bind(asked(id)).bind(i64::from(hidden)).bind(reason);
            Ok(query.execute(on).await?.rows_affected() > 0)
        })
    }

    /// Removes a hidden game that its player has erased; returns true if there was one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn forget(&mut self, id: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM scores WHERE id = $1 AND token = ''";
        within!(self.held, on => {
            Ok(sqlx::query(delete).bind(asked(id)).execute(on).await?.rows_affected() > 0)
        })
    }

    /// Hides all games of a player, or shows them again; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide_player(&mut self, player: &str, hidden: bool, reason: &str) -> Result<u64, Error> {
        let update =
            "UPDATE scores SET hidden = $2, reason = $3 WHERE token = $1 AND token <> '' AND hidden <> $2";
        within!(self.held, on => {
            let query = sqlx::query(update).bind(player).bind(i64::from(hidden)).bind(reason);
            Ok(query.execute(on).await?.rows_affected())
        })
    }

    /// Hides a board, or shows it again; returns true if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn hide_board(&mut self, id: &str, hidden: bool, reason: &str) -> Result<bool, Error> {
        let insert = "INSERT INTO hidden_boards (board, reason) SELECT b.id, $2 FROM boards b WHERE b.id = $1 \
                      ON CONFLICT (board) DO UPDATE SET reason = excluded.reason";
        let delete = "DELETE FROM hidden_boards WHERE board = $1";
        self.is_order = true;
        within!(self.held, on => {
            let done = match hidden {
                true => sqlx::query(insert).bind(asked(id)).bind(reason).execute(on).await?.rows_affected(),
                false => sqlx::query(delete).bind(asked(id)).execute(on).await?.rows_affected(),
            };
            Ok(done > 0)
        })
    }

    /// Bans a player, for a reason, or allows games again.
    ///
    /// # Errors
    /// The database fails.
    pub async fn ban(&mut self, player: &str, banned: bool, reason: &str) -> Result<(), Error> {
        let update = "UPDATE players SET banned = $2, reason = $3 WHERE token = $1";
        within!(self.held, on => {
            let query = sqlx::query(update).bind(player).bind(i64::from(banned)).bind(reason);
            query.execute(on).await?;
        });
        Ok(())
    }

    /// Gives a game another name; returns true if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn rename(&mut self, id: &str, name: &str) -> Result<bool, Error> {
        let update = "UPDATE scores SET name = $2, looks = $3, reads = $4 WHERE id = $1";
        let Skeleton { looks, reads } = Skeleton::of(name);
        within!(self.held, on => {
            let query = sqlx::query(update).bind(asked(id)).bind(name).bind(looks).bind(reads);
            Ok(query.execute(on).await?.rows_affected() > 0)
        })
    }

    /// Gives a player, with all games, a name that the player can't change, for a reason.
    ///
    /// # Errors
    /// The database fails.
    pub async fn rename_player(&mut self, player: &str, name: &str, reason: &str) -> Result<(), Error> {
        // First the player: a game that is being kept waits, or is renamed, too.
        let own = "UPDATE players SET name = $2, fixed = 1, name_reason = $3 WHERE token = $1";
        let games = "UPDATE scores SET name = $2, looks = $3, reads = $4 WHERE token = $1";
        let Skeleton { looks, reads } = Skeleton::of(name);
        within!(self.held, on => {
            sqlx::query(own).bind(player).bind(name).bind(reason).execute(&mut *on).await?;
            let query = sqlx::query(games).bind(player).bind(name).bind(looks).bind(reads);
            query.execute(on).await?;
        });
        Ok(())
    }

    /// Allows a player to choose a name again.
    ///
    /// # Errors
    /// The database fails.
    pub async fn unfix(&mut self, player: &str) -> Result<(), Error> {
        let update = "UPDATE players SET fixed = 0, name_reason = '' WHERE token = $1";
        within!(self.held, on => { sqlx::query(update).bind(player).execute(on).await?; });
        Ok(())
    }

    /// Closes a report; returns true if it was open.
    ///
    /// # Errors
    /// The database fails.
    pub async fn close_report(&mut self, id: &str) -> Result<bool, Error> {
        let update = "UPDATE reports SET closed = 1 WHERE id = $1 AND closed = 0";
        within!(self.held, on => {
            Ok(sqlx::query(update).bind(asked(id)).execute(on).await?.rows_affected() > 0)
        })
    }

    /// Closes all open reports of a game; returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub async fn close_reports(&mut self, score: &str) -> Result<u64, Error> {
        let update = "UPDATE reports SET closed = 1 WHERE score = $1 AND closed = 0";
        within!(self.held, on => Ok(sqlx::query(update).bind(asked(score)).execute(on).await?.rows_affected()))
    }

    /// Blocks names that have a text in them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn block(&mut self, pattern: &str) -> Result<(), Error> {
        let insert = "INSERT INTO blocked (pattern) VALUES ($1) ON CONFLICT DO NOTHING";
        self.is_order = true;
        within!(self.held, on => { sqlx::query(insert).bind(pattern).execute(on).await?; });
        Ok(())
    }

    /// Allows names again that contain a text.
    ///
    /// # Errors
    /// The database fails.
    pub async fn unblock(&mut self, pattern: &str) -> Result<(), Error> {
        let delete = "DELETE FROM blocked WHERE pattern = $1";
        self.is_order = true;
        within!(self.held, on => { sqlx::query(delete).bind(pattern).execute(on).await?; });
        Ok(())
    }

    /// Removes a short link; returns true if there was one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn forget_link(&mut self, key: &str) -> Result<bool, Error> {
        let delete = "DELETE FROM links WHERE key = $1";
        within!(self.held, on => {
            Ok(sqlx::query(delete).bind(asked(key)).execute(on).await?.rows_affected() > 0)
        })
    }

    /// Records what was done: the time, the operator, the action.
    ///
    /// # Errors
    /// The database fails.
    pub async fn note(&mut self, at: i64, who: &str, what: &str) -> Result<(), Error> {
        within!(self.held, on => { sqlx::query(ADD_NOTE).bind(at).bind(who).bind(what).execute(on).await?; });
        Ok(())
    }

    /// Ends the transaction: all of it is done, and counted among the changes; blocked texts and hidden
    /// boards among the orders, too. Games on their way meet all else when they are written.
    ///
    /// # Errors
    /// The database fails; then nothing is done.
    pub async fn end(mut self) -> Result<(), Error> {
        match self.is_order {
            true => within!(self.held, on => { note_order!(on); }),
            false => within!(self.held, on => { note_change!(on); }),
        }
        match self.held {
            Held::Sqlite(transaction) => transaction.commit().await?,
            Held::Postgres(transaction) => transaction.commit().await?,
        }
        self.leaders.forget();
        Ok(())
    }
}
