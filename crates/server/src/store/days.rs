//! The boards of days, and the days of players.

use super::{BOARD_COLUMNS, Board, BoardRow, Error, Store, board, on};

impl Store {
    /// The boards of days that are shown, from one name to the one before another, the latest first.
    ///
    /// # Errors
    /// The database fails.
    pub async fn boards_between(&self, from: &str, to: &str) -> Result<Vec<Board>, Error> {
        let select = format!(
            "SELECT {BOARD_COLUMNS} FROM boards b WHERE b.id >= $1 AND b.id < $2 AND b.kind = 'daily' \
             AND b.id NOT IN (SELECT board FROM hidden_boards) ORDER BY b.id DESC"
        );
        let rows: Vec<BoardRow> =
            on!(self, pool => sqlx::query_as(&select).bind(from).bind(to).fetch_all(pool).await?);
        Ok(rows.into_iter().map(board).collect())
    }

    /// The boards of days on which a player has games that are shown.
    ///
    /// # Errors
    /// The database fails.
    pub async fn days_of(&self, player: &str) -> Result<Vec<String>, Error> {
        let select = "SELECT DISTINCT s.board FROM scores s JOIN boards b ON b.id = s.board \
                      WHERE s.token = $1 AND s.hidden = 0 AND b.kind = 'daily'";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(player).fetch_all(pool).await?))
    }
}
