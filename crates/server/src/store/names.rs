//! Skeletons of players' names, and players who share a name.

use std::collections::BTreeSet;

use super::{Error, Score, Store, on};
use crate::skeleton::{Skeleton, version};

/// The name under which the version of the stored skeletons is kept.
const SKELETONS: &str = "skeletons";

/// Rows that are read at once.
const PAGE: i64 = 500;

/// The condition that the name of a game of a table looks or reads like that of another player.
pub(super) fn is_shared(game: &str) -> String {
    // The first and the last token of an index are found at once, however many games a player has.
    let token = |which: &str, form: &str| {
        format!("(SELECT {which}(o.token) FROM scores o WHERE o.hidden = 0 AND o.{form} = {game}.{form})")
    };
    let [looks, reads] =
        ["looks", "reads"].map(|form| format!("{} <> {}", token("MIN", form), token("MAX", form)));
    format!("({looks} OR {reads})")
}

impl Store {
    /// Computes the skeletons of all stored names, unless they are of this version.
    pub(super) async fn index_names(&self) -> Result<(), Error> {
        let stored = "SELECT value FROM meta WHERE name = $1";
        let page = "SELECT id, name FROM scores WHERE id > $1 ORDER BY id LIMIT $2";
        let update = "UPDATE scores SET looks = $2, reads = $3 WHERE id = $1";
        let done = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                    ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let version = version();
        on!(self, pool => {
            let known: Option<String> = sqlx::query_scalar(stored).bind(SKELETONS).fetch_optional(pool).await?;
            if known.as_ref() == Some(&version) {
                return Ok(());
            }
            let mut transaction = pool.begin_with(self.begin()).await?;
            let mut after = String::new();
            loop {
                let query = sqlx::query_as(page).bind(&after).bind(PAGE);
                let rows: Vec<(String, String)> = query.fetch_all(&mut *transaction).await?;
                let Some((last, _)) = rows.last() else { break };
                after.clone_from(last);
                for (id, name) in rows {
                    let Skeleton { looks, reads } = Skeleton::of(&name);
                    let query = sqlx::query(update).bind(id).bind(looks).bind(reads);
                    query.execute(&mut *transaction).await?;
                }
            }
            sqlx::query(done).bind(SKELETONS).bind(version).execute(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        })
    }

    /// Returns the games, of those given, whose names look or read like that of another player.
    ///
    /// # Errors
    /// The database fails.
    pub async fn sharing_names(&self, scores: &[Score]) -> Result<BTreeSet<String>, Error> {
        if scores.is_empty() {
            return Ok(BTreeSet::new());
        }
        let places: Vec<String> = (1..=scores.len()).map(|place| format!("${place}")).collect();
        let select =
            format!("SELECT s.id FROM scores s WHERE s.id IN ({}) AND {}", places.join(", "), is_shared("s"));
        let ids: Vec<String> = on!(self, pool => {
            let mut query = sqlx::query_scalar(&select);
            for score in scores {
                query = query.bind(&score.id);
            }
            query.fetch_all(pool).await?
        });
        Ok(ids.into_iter().collect())
    }
}
