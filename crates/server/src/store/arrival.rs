//! All that is read of the sender of a game before it is played, in one statement.

use super::row::from_row;
use super::{Error, Player, Store, on};

/// The sender of a game, and the game that the submission has become already.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrival {
    /// The player of the token; none if there is none yet.
    pub player: Option<Player>,
    /// True if the player of the token has signed it out.
    pub is_signed_out: bool,
    /// The name of the game that the submission became.
    pub game: Option<String>,
}

/// A row: a player, or the name of a game in place of the token.
struct Row {
    kind: i64,
    is_gone: bool,
    player: Player,
}

const FIRST: i64 = 0;
const FURTHER: i64 = 1;
const GAME: i64 = 2;

/// The first columns of a row.
struct Kind {
    kind: i64,
    gone: bool,
}

from_row!(Kind { kind } flags { gone });

impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for Row
where
    Kind: sqlx::FromRow<'r, R>,
    Player: sqlx::FromRow<'r, R>,
{
    fn from_row(row: &'r R) -> Result<Row, sqlx::Error> {
        let Kind { kind, gone } = Kind::from_row(row)?;
        Ok(Row { kind, is_gone: gone, player: Player::from_row(row)? })
    }
}

impl Store {
    /// The player of a token, by its hash, and the game that a submission became, by its
    /// [`Score::request`](super::Score::request).
    ///
    /// # Errors
    /// The database fails.
    pub async fn arrival(&self, token: &str, request: &str) -> Result<Arrival, Error> {
        let columns = super::people::PLAYER;
        let select = format!(
            "SELECT CAST({FIRST} AS BIGINT) AS kind, p.revoked AS gone, {columns} FROM players p \
             WHERE p.token = $1 \
             UNION ALL SELECT {FURTHER}, t.revoked, {columns} FROM tokens t \
             JOIN players p ON p.token = t.player WHERE t.token = $1 \
             UNION ALL SELECT {GAME}, 0, s.id, '', '', 0, 0, '', '', '', 0, 0 FROM scores s \
             WHERE s.request = $2 AND s.request <> ''"
        );
        let rows: Vec<Row> =
            on!(self, pool => sqlx::query_as(&select).bind(token).bind(request).fetch_all(pool).await?);
        let mut arrival = Arrival::default();
        // The player of a first token goes before one of a further token, in whatever order they come.
        let mut further = None;
        for Row { kind, is_gone, player } in rows {
            match (kind, is_gone) {
                (GAME, _) => arrival.game = Some(player.token),
                (_, true) => arrival.is_signed_out = true,
                (FIRST, false) => arrival.player = Some(player),
                (_, false) => further = Some(player),
            }
        }
        arrival.player = arrival.player.or(further);
        arrival.is_signed_out &= arrival.player.is_none();
        Ok(arrival)
    }
}
