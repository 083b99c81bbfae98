//! The last boards of games.

use std::collections::BTreeSet;

use super::{Error, Store, asked, on};
use crate::ending::Ending;

/// Keeps the last board of a game; one that is there stays.
pub(super) const ADD_ENDING: &str =
    "INSERT INTO endings (game, board, picture) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// Keeps the last board of a game that has none; one of no game is left, since that may have been erased
/// in between.
pub(super) const ADD_MISSING_ENDING: &str = "INSERT INTO endings (game, board, picture) SELECT id, $2, $3 FROM scores WHERE id = $1 \
     ON CONFLICT DO NOTHING";

impl Store {
    /// The games behind the one named `after`, up to the one named `last`, that have no last board.
    ///
    /// # Errors
    /// The database fails.
    pub async fn without_ending(&self, after: &str, last: &str) -> Result<BTreeSet<String>, Error> {
        let select = "SELECT s.id FROM scores s WHERE s.id > $1 AND s.id <= $2 \
                      AND NOT EXISTS (SELECT 1 FROM endings e WHERE e.game = s.id)";
        let ids: Vec<String> =
            on!(self, pool => sqlx::query_scalar(select).bind(after).bind(last).fetch_all(pool).await?);
        Ok(ids.into_iter().collect())
    }

    /// The last board of a game; none for games of old that were not drawn since.
    ///
    /// # Errors
    /// The database fails.
    pub async fn ending(&self, game: &str) -> Result<Option<Ending>, Error> {
        let select = "SELECT board, picture FROM endings WHERE game = $1";
        let row: Option<(String, Vec<u8>)> =
            on!(self, pool => sqlx::query_as(select).bind(asked(game)).fetch_optional(pool).await?);
        Ok(row.map(|(board, picture)| Ending { board, picture }))
    }

    /// Keeps the last board of a game that has none; one of no game is left.
    ///
    /// # Errors
    /// The database fails.
    pub async fn add_ending(&self, game: &str, ending: &Ending) -> Result<(), Error> {
        self.check_file()?;
        on!(self, pool => {
            let query = sqlx::query(ADD_MISSING_ENDING).bind(game).bind(&ending.board).bind(&ending.picture);
            query.execute(pool).await?;
        });
        Ok(())
    }
}
