//! Players: one object for all games of one person, found by any of the person's tokens.

use serde::{Deserialize, Serialize};

use super::changes::note_change;
use super::row::from_row;
use super::{COLUMNS, Error, Score, Store, asked, on};
use crate::skeleton::Skeleton;

/// A player, with what is kept about the person.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Player {
    /// The hash of the first token, which is in all games of the player.
    pub token: String,
    /// The name by which operators call the player.
    pub id: String,
    /// The name that new games get.
    pub name: String,
    /// True if an operator chose the name: then the player can't change it.
    #[serde(default)]
    pub fixed: bool,
    /// True if no more games are accepted.
    #[serde(default)]
    pub banned: bool,
    /// The reason of the ban, for the player.
    #[serde(default)]
    pub reason: String,
    /// The reason of the name that an operator chose, for the player.
    #[serde(default)]
    pub name_reason: String,
    /// The hash of the recovery code; empty without one.
    #[serde(default)]
    pub recovery: String,
    /// True if the first token counts no longer.
    #[serde(default)]
    pub revoked: bool,
    /// The time of the first game, in milliseconds since 1970.
    pub created: i64,
}

/// The columns that a `Player` is read from.
pub(super) const PLAYER: &str =
    "p.token, p.id, p.name, p.fixed, p.banned, p.reason, p.name_reason, p.recovery, p.revoked, p.created";

from_row!(Player { token, id, name, reason, name_reason, recovery, created } flags { fixed, banned, revoked });

/// A further token of a player: of another device, or after recovery.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Token {
    /// The hash of the token.
    pub token: String,
    /// The first token of its player.
    pub player: String,
    /// True if it counts no longer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revoked: bool,
}

/// A place in the games of a player, the latest of which is first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    created: i64,
    id: String,
}

impl Place {
    /// The place of a game.
    pub fn of(score: &Score) -> Place {
        Place { created: score.created, id: score.id.clone() }
    }

    /// The place before the latest game.
    pub fn start() -> Place {
        Place { created: i64::MAX, id: String::new() }
    }

    /// The place that a text names, as it is written.
    pub fn read(text: &str) -> Option<Place> {
        let (created, id) = text.split_once('-')?;
        let fits = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let created = created.parse().ok().filter(|_| fits)?;
        Some(Place { created, id: id.to_owned() })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.created, self.id)
    }
}

/// Makes the players of games that have none, as in databases and exports of before.
pub(super) const ADD_MISSING: &str = "INSERT INTO players (token, id, name, fixed, banned, reason, name_reason, recovery, revoked, created) \
     SELECT s.token, MIN(s.id), (SELECT l.name FROM scores l WHERE l.token = s.token \
     ORDER BY l.created DESC, l.id LIMIT 1), 0, 0, '', '', '', 0, MIN(s.created) FROM scores s \
     WHERE s.token <> '' AND NOT EXISTS (SELECT 1 FROM players p WHERE p.token = s.token) \
     GROUP BY s.token";

/// Fills in the origins of games that follow others, as in exports of before: the first of each chain.
pub(super) const ADD_ORIGINS: &str = "WITH RECURSIVE chain (id, origin) AS (SELECT s.id, COALESCE(NULLIF(f.origin, ''), s.follows) \
     FROM scores s LEFT JOIN scores f ON f.id = s.follows \
     WHERE s.follows <> '' AND COALESCE(f.follows, '') = '' \
     UNION SELECT s.id, c.origin FROM chain c JOIN scores s ON s.follows = c.id AND s.follows <> '') \
     UPDATE scores SET origin = chain.origin FROM chain WHERE chain.id = scores.id AND scores.origin = ''";

/// Keeps a player as it is, unless there is one of this token or id.
macro_rules! add_player {
    ($transaction:expr, $player:expr) => {{
        let insert =
            "INSERT INTO players (token, id, name, fixed, banned, reason, name_reason, recovery, revoked, \
                      created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
        let player = $player;
        let query = sqlx::query(insert).bind(&player.token).bind(&player.id).bind(&player.name);
        let query = query.bind(i64::from(player.fixed)).bind(i64::from(player.banned)).bind(&player.reason);
        let query = query
            .bind(&player.name_reason)
            .bind(&player.recovery)
            .bind(i64::from(player.revoked))
            .bind(player.created);
        query.execute(&mut *$transaction).await?;
    }};
}
pub(super) use add_player;

/// The end of a statement that notes players: those who are known get the name that they use by now.
pub(super) const NEWER_NAME: &str = "ON CONFLICT (token) DO UPDATE SET name = excluded.name \
     WHERE players.fixed = 0 AND players.name <> excluded.name";

/// Returns true if another player uses a name that looks or reads like this one.
macro_rules! is_taken {
    ($on:expr, $name:expr, $player:expr) => {{
        let $crate::skeleton::Skeleton { looks, reads } = $crate::skeleton::Skeleton::of($name);
        // Each of the two is answered by an index.
        let select = "SELECT COUNT(*) FROM (SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM scores \
                      WHERE looks = $1 AND hidden = 0 AND token <> $3 AND token <> '') OR EXISTS \
                      (SELECT 1 FROM scores WHERE reads = $2 AND hidden = 0 AND token <> $3 \
                      AND token <> '')) t";
        let query = sqlx::query_scalar(select).bind(looks).bind(reads).bind($player);
        let found: i64 = query.fetch_one($on).await?;
        found > 0
    }};
}
pub(super) use is_taken;

/// Returns true if a player has a shown game with a name that looks or reads like this one.
macro_rules! holds {
    ($on:expr, $name:expr, $player:expr) => {{
        let $crate::skeleton::Skeleton { looks, reads } = $crate::skeleton::Skeleton::of($name);
        let select = "SELECT COUNT(*) FROM (SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM scores \
                      WHERE looks = $1 AND hidden = 0 AND token = $3) OR EXISTS \
                      (SELECT 1 FROM scores WHERE reads = $2 AND hidden = 0 AND token = $3)) t";
        let query = sqlx::query_scalar(select).bind(looks).bind(reads).bind($player);
        let found: i64 = query.fetch_one($on).await?;
        found > 0
    }};
}
pub(super) use holds;

/// Keeps a player as it is until the end of a transaction.
macro_rules! lock_player {
    ($transaction:expr, $token:expr) => {{
        let lock = "UPDATE players SET created = created WHERE token = $1";
        sqlx::query(lock).bind($token).execute(&mut *$transaction).await?;
    }};
}

/// The player of a first token, within a transaction.
macro_rules! find_player {
    ($transaction:expr, $token:expr) => {{
        let select = format!("SELECT {} FROM players p WHERE p.token = $1", $crate::store::people::PLAYER);
        let player: Option<$crate::store::Player> =
            sqlx::query_as(&select).bind($token).fetch_optional(&mut *$transaction).await?;
        player
    }};
}
pub(super) use find_player;

/// Lets no other transaction choose a name until the end of this one. Players are locked before.
macro_rules! lock_names {
    ($transaction:expr) => {{
        let lock = "UPDATE meta SET value = value WHERE name = $1";
        sqlx::query(lock).bind($crate::store::SECRET).execute(&mut *$transaction).await?;
    }};
}
pub(super) use lock_names;

/// Returns the player whom operators call by an id: that of a game, or of the player.
macro_rules! called {
    ($on:expr, $id:expr) => {{
        let game =
            format!("SELECT {PLAYER} FROM players p JOIN scores s ON s.token = p.token WHERE s.id = $1");
        let own = format!("SELECT {PLAYER} FROM players p WHERE p.id = $1");
        let found: Option<Player> = sqlx::query_as(&game).bind(asked($id)).fetch_optional($on).await?;
        match found {
            Some(player) => Ok(Some(player)),
            None => Ok(sqlx::query_as(&own).bind(asked($id)).fetch_optional($on).await?),
        }
    }};
}
pub(super) use called;

/// The result of a player's choice of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Renaming {
    /// The name is the player's.
    Done,
    /// Another player uses it, or one that looks or reads like it.
    Taken,
    /// An operator has chosen the player's name, for a reason.
    Fixed(String),
    /// The player or the game is gone.
    Missing,
}

/// Erases a game within a transaction. Games that follow it follow the one before it from then on.
macro_rules! erase {
    ($transaction:expr, $id:expr) => {{
        let pass_on = [
            // A game does not follow one of the same player.
            "UPDATE scores SET follows = COALESCE((SELECT b.id FROM scores e JOIN scores b ON b.id = e.follows \
             WHERE e.id = $1 AND b.token <> scores.token), '') WHERE follows = $1 AND follows <> ''",
            "DELETE FROM reports WHERE score = $1",
            "DELETE FROM endings WHERE game = $1",
        ];
        let strip = "UPDATE scores SET name = '', looks = '', reads = '', token = '', follows = '', \
                     request = '', pace = '' WHERE id = $1 AND hidden <> 0";
        let delete = "DELETE FROM scores WHERE id = $1 AND hidden = 0";
        for statement in pass_on {
            sqlx::query(statement).bind($id).execute(&mut *$transaction).await?;
        }
        let mut erased = false;
        for statement in [strip, delete] {
            erased |= sqlx::query(statement).bind($id).execute(&mut *$transaction).await?.rows_affected() > 0;
        }
        erased
    }};
}

/// Forgets a player who has no games, unless something about the player must stay known.
const FORGET: &str = "DELETE FROM players WHERE token = $1 AND fixed = 0 AND banned = 0 AND recovery = '' \
                      AND NOT EXISTS (SELECT 1 FROM scores s WHERE s.token = $1)";

/// Forgets the further tokens of a player who is to be forgotten.
const FORGET_TOKENS: &str = "DELETE FROM tokens WHERE player = $1 AND EXISTS (SELECT 1 FROM players p WHERE p.token = $1 \
     AND p.fixed = 0 AND p.banned = 0 AND p.recovery = '') \
     AND NOT EXISTS (SELECT 1 FROM scores s WHERE s.token = $1)";

impl Store {
    /// Returns the player of a token, by its hash.
    ///
    /// # Errors
    /// The database fails.
    pub async fn player_of(&self, token: &str) -> Result<Option<Player>, Error> {
        let first = format!("SELECT {PLAYER} FROM players p WHERE p.token = $1 AND p.revoked = 0");
        let further = format!(
            "SELECT {PLAYER} FROM players p JOIN tokens t ON t.player = p.token \
             WHERE t.token = $1 AND t.revoked = 0"
        );
        on!(self, pool => {
            let found: Option<Player> = sqlx::query_as(&first).bind(token).fetch_optional(pool).await?;
            match found {
                Some(player) => Ok(Some(player)),
                None => Ok(sqlx::query_as(&further).bind(token).fetch_optional(pool).await?),
            }
        })
    }

    /// Returns true if a token counts no longer, since its player has signed it out.
    ///
    /// # Errors
    /// The database fails.
    pub async fn is_signed_out(&self, token: &str) -> Result<bool, Error> {
        let select = "SELECT token FROM players WHERE token = $1 AND revoked <> 0 \
                      UNION SELECT token FROM tokens WHERE token = $1 AND revoked <> 0";
        let found: Option<String> =
            on!(self, pool => sqlx::query_scalar(select).bind(token).fetch_optional(pool).await?);
        Ok(found.is_some())
    }

    /// Returns the player whom operators call by an id: that of the player, or of a game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn player_called(&self, id: &str) -> Result<Option<Player>, Error> {
        on!(self, pool => called!(pool, id))
    }

    /// Returns the player of a recovery code, by its hash.
    ///
    /// # Errors
    /// The database fails.
    pub async fn player_recovered(&self, recovery: &str) -> Result<Option<Player>, Error> {
        let select = format!("SELECT {PLAYER} FROM players p WHERE p.recovery = $1 AND p.recovery <> ''");
        Ok(on!(self, pool => sqlx::query_as(&select).bind(recovery).fetch_optional(pool).await?))
    }

    /// Sets the hash of the recovery code of a player; an empty one removes it. Returns true if there is
    /// the player.
    ///
    /// # Errors
    /// The database fails.
    pub async fn set_recovery(&self, player: &str, recovery: &str) -> Result<bool, Error> {
        self.check_file()?;
        let update = "UPDATE players SET recovery = $2 WHERE token = $1";
        on!(self, pool => {
            Ok(sqlx::query(update).bind(player).bind(recovery).execute(pool).await?.rows_affected() > 0)
        })
    }

    /// Gives a player one more token. If it is to be the only one, the others count no longer.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_token(&self, player: &str, token: &str, is_only: bool) -> Result<(), Error> {
        self.check_file()?;
        let insert = "INSERT INTO tokens (token, player, revoked) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING";
        // They stay known: else they would count as those of new players.
        let others = "UPDATE tokens SET revoked = 1 WHERE player = $1 AND token <> $2";
        let revoke = "UPDATE players SET revoked = 1 WHERE token = $1 AND token <> $2";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            sqlx::query(insert).bind(token).bind(player).execute(&mut *transaction).await?;
            if is_only {
                for statement in [others, revoke] {
                    sqlx::query(statement).bind(player).bind(token).execute(&mut *transaction).await?;
                }
            }
            Ok(transaction.commit().await?)
        })
    }

    /// Returns true if another player uses a name that looks or reads like this one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn is_taken(&self, name: &str, player: &str) -> Result<bool, Error> {
        on!(self, pool => Ok(is_taken!(pool, name, player)))
    }

    /// The games of a player, the latest first, behind a place.
    ///
    /// # Errors
    /// The database fails.
    pub async fn games_of(&self, player: &str, after: &Place, limit: i64) -> Result<Vec<Score>, Error> {
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.token = $1 AND s.created <= $2 \
             AND (s.created < $2 OR s.id > $3) ORDER BY s.created DESC, s.id LIMIT $4"
        );
        on!(self, pool => {
            let query = sqlx::query_as(&select).bind(player).bind(after.created).bind(&after.id);
            Ok(query.bind(limit).fetch_all(pool).await?)
        })
    }

    /// Returns the number of games of a player.
    ///
    /// # Errors
    /// The database fails.
    pub async fn count_games(&self, player: &str) -> Result<i64, Error> {
        let select = "SELECT COUNT(*) FROM scores WHERE token = $1";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(player).fetch_one(pool).await?))
    }

    /// Gives a game of a player, or all of them, the name that the player chooses. A name that others use
    /// is the player's only while shown games of the player have it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn choose_name(&self, player: &str, game: Option<&str>, name: &str) -> Result<Renaming, Error> {
        self.check_file()?;
        let one = "UPDATE scores SET name = $3, looks = $4, reads = $5 WHERE token = $1 AND id = $2";
        let all = "UPDATE scores SET name = $3, looks = $4, reads = $5 WHERE token = $1 AND id <> $2";
        let own = "UPDATE players SET name = $2 WHERE token = $1";
        let Skeleton { looks, reads } = Skeleton::of(name);
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            lock_player!(transaction, player);
            let Some(known) = find_player!(transaction, player) else { return Ok(Renaming::Missing) };
            if known.fixed {
                return Ok(Renaming::Fixed(known.name_reason));
            }
            if !holds!(&mut *transaction, name, player) {
                lock_names!(transaction);
                if is_taken!(&mut *transaction, name, player) {
                    return Ok(Renaming::Taken);
                }
            }
            let query = sqlx::query(if game.is_some() { one } else { all });
            let query = query.bind(player).bind(game.unwrap_or_default()).bind(name).bind(looks).bind(reads);
            let changed = query.execute(&mut *transaction).await?.rows_affected();
            if game.is_none() {
                sqlx::query(own).bind(player).bind(name).execute(&mut *transaction).await?;
            } else if changed == 0 {
                return Ok(Renaming::Missing);
            }
            note_change!(transaction);
            transaction.commit().await?;
            Ok(Renaming::Done)
        })
    }

    /// Erases a game; returns true if there was one.
    ///
    /// Of a hidden game its moves stay, without name and player, and hidden: otherwise it could be
    /// handed in again. With the last game its player is forgotten, too, unless there is a recovery
    /// code, a ban or a name of the operator's.
    ///
    /// # Errors
    /// The database fails.
    pub async fn erase(&self, id: &str) -> Result<bool, Error> {
        self.check_file()?;
        let owner = "SELECT token FROM scores WHERE id = $1";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            let owner: Option<String> =
                sqlx::query_scalar(owner).bind(id).fetch_optional(&mut *transaction).await?;
            let owner = owner.unwrap_or_default();
            // First the player, as a ban does: in another order two transactions would wait for each other.
            lock_player!(transaction, &owner);
            let erased = erase!(transaction, id);
            for statement in [FORGET_TOKENS, FORGET] {
                sqlx::query(statement).bind(&owner).execute(&mut *transaction).await?;
            }
            if erased {
                note_change!(transaction);
            }
            transaction.commit().await?;
            self.leaders.forget();
            Ok(erased)
        })
    }

    /// Erases a player with all games, recovery code and tokens; returns the number of games.
    ///
    /// Of one who is banned the hash of the first token stays, so that it is banned still.
    ///
    /// # Errors
    /// The database fails.
    pub async fn erase_player(&self, player: &str) -> Result<u64, Error> {
        self.check_file()?;
        // Games of others that follow one of these follow the one before it from then on.
        let pass_on = "UPDATE scores SET follows = COALESCE((SELECT b.id FROM scores e \
                       JOIN scores b ON b.id = e.follows WHERE e.id = scores.follows \
                       AND b.token <> scores.token), '') \
                       WHERE follows <> '' AND follows IN (SELECT o.id FROM scores o WHERE o.token = $1)";
        let reports = "DELETE FROM reports WHERE score IN (SELECT o.id FROM scores o WHERE o.token = $1)";
        let strip = "UPDATE scores SET name = '', looks = '', reads = '', token = '', follows = '', \
                     request = '', pace = '' WHERE token = $1 AND token <> '' AND hidden <> 0";
        let delete = "DELETE FROM scores WHERE token = $1 AND token <> ''";
        let rest =
            ["DELETE FROM reports WHERE reporter = $1", "DELETE FROM tokens WHERE player = $1", FORGET];
        // First the player: a game that is being kept waits, and finds no player, or is erased, too.
        let bare =
            "UPDATE players SET recovery = '', fixed = 0, name = '', name_reason = '' WHERE token = $1";
        on!(self, pool => {
            let mut transaction = pool.begin_with(self.begin()).await?;
            for statement in [bare, pass_on, reports] {
                sqlx::query(statement).bind(player).execute(&mut *transaction).await?;
            }
            let mut erased = 0;
            for statement in [strip, delete] {
                erased += sqlx::query(statement).bind(player).execute(&mut *transaction).await?.rows_affected();
            }
            for statement in rest {
                sqlx::query(statement).bind(player).execute(&mut *transaction).await?;
            }
            note_change!(transaction);
            transaction.commit().await?;
            self.leaders.forget();
            Ok(erased)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        let place = Place { created: -7, id: "ab1".to_owned() };
        assert_eq!(Place::read(&Place { created: 7, ..place.clone() }.to_string()).unwrap().created, 7);
        for wrong in ["", "7", "7-", "x-a", "7-a\0", "7-a b"] {
            assert_eq!(Place::read(wrong), None, "{wrong:?}");
        }
    }
}
