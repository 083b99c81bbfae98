//! The ranked games of a time.

use std::collections::HashMap;
use std::ops::Range;

use super::{BOARD_COLUMNS, Board, BoardRow, COLUMNS, Error, Score, Store, board, on};

/// A ranked board within a time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The board.
    pub board: Board,
    /// The number of players who have games.
    pub players: i64,
    /// The number of their games.
    pub games: i64,
    /// The best of them.
    pub best: Score,
}

/// The shown ranked games of a time.
const WITHIN: &str = "FROM scores s JOIN boards b ON b.id = s.board WHERE b.kind = 'ranked' AND s.hidden = 0 \
     AND s.created >= $1 AND s.created < $2 AND b.id NOT IN (SELECT board FROM hidden_boards)";

impl Store {
    /// The time of the first ranked game that is shown; none if there is no such game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn first_ranked(&self) -> Result<Option<i64>, Error> {
        // By the index of times, once for each board.
        let select = "SELECT MIN(f.earliest) FROM (SELECT (SELECT MIN(s.created) FROM scores s \
                      WHERE s.board = b.id AND s.hidden = 0) AS earliest FROM boards b \
                      WHERE b.kind = 'ranked' AND b.id NOT IN (SELECT board FROM hidden_boards)) f";
        Ok(on!(self, pool => sqlx::query_scalar(select).fetch_one(pool).await?))
    }

    /// The ranked boards with games of a time, those with most players first, each with its best game.
    ///
    /// # Errors
    /// The database fails.
    pub async fn season(&self, within: Range<i64>, limit: i64) -> Result<Vec<Standing>, Error> {
        let boards = format!(
            "SELECT {BOARD_COLUMNS}, COUNT(DISTINCT s.token) AS players, COUNT(*) AS games {WITHIN} \
             GROUP BY {BOARD_COLUMNS} ORDER BY players DESC, games DESC, b.id LIMIT $3"
        );
        let bests = format!(
            "SELECT {COLUMNS} FROM scores s JOIN (SELECT s.id, ROW_NUMBER() OVER (PARTITION BY s.board \
             ORDER BY s.score DESC, s.created, s.id) AS place {WITHIN}) p ON p.id = s.id WHERE p.place = 1"
        );
        type Row = (String, String, String, String, String, i64, i64);
        let (rows, bests): (Vec<Row>, Vec<Score>) = on!(self, pool => {
            let query = sqlx::query_as(&boards).bind(within.start).bind(within.end).bind(limit);
            let rows = query.fetch_all(pool).await?;
            (rows, sqlx::query_as(&bests).bind(within.start).bind(within.end).fetch_all(pool).await?)
        });
        let mut bests: HashMap<String, Score> =
            bests.into_iter().map(|best| (best.board.clone(), best)).collect();
        let standing = |(id, kind, title, source, mode, players, games)| {
            let row: BoardRow = (id, kind, title, source, mode);
            // A game that went in between is no best one.
            let best = bests.remove(&row.0)?;
            Some(Standing { board: board(row), players, games, best })
        };
        Ok(rows.into_iter().filter_map(standing).collect())
    }
}
