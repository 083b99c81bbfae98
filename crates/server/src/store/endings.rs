//! The last boards of games.

use super::{asked, on, Error, Store};
use crate::ending::Ending;

/// Keeps the last board of a game; one that is there stays.
pub(super) const ADD_ENDING: &str =
    "INSERT INTO endings (game, board, picture) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

impl Store {
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
        // The game may have been erased in between.
        let insert =
            "INSERT INTO endings (game, board, picture) SELECT id, $2, $3 FROM scores WHERE id = $1 \
                      ON CONFLICT DO NOTHING";
        on!(self, pool => {
            sqlx::query(insert).bind(game).bind(&ending.board).bind(&ending.picture).execute(pool).await?;
        });
        Ok(())
    }
}
