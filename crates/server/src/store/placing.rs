//! The places of new games among others, for the answers to them: of all of a batch in one statement.

use std::collections::{BTreeSet, HashMap};

use super::{on, Error, Rank, Score, Store};

/// The place of a game among others.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Its rank.
    pub rank: Rank,
    /// The points of the best game of its player on its board, if that is another one.
    pub best: Option<f64>,
    /// True if another player has a name that looks or reads like that of this one.
    pub shares_name: bool,
}

/// A row: the game, the best game of its player and its points, whether another player has such a name.
type Row = (String, String, f64, i64);

impl Store {
    /// The places of new games, by their names; those of games that are gone are left out.
    ///
    /// # Errors
    /// The database fails.
    pub async fn placed(&self, games: &[&Score]) -> Result<HashMap<String, Placed>, Error> {
        let mut ranks: HashMap<&str, Rank> = HashMap::with_capacity(games.len());
        for board in games.iter().map(|game| game.board.as_str()).collect::<BTreeSet<_>>() {
            let own: Vec<&Score> = games.iter().copied().filter(|game| game.board == board).collect();
            let of_board = self.ranks(board, &own).await?;
            ranks.extend(own.iter().map(|game| game.id.as_str()).zip(of_board));
        }
        let mut placed = HashMap::with_capacity(games.len());
        for (id, best, points, shares_name) in self.read_places(games).await? {
            let Some(rank) = ranks.get(id.as_str()).copied() else { continue };
            let best = (!best.is_empty() && best != id).then_some(points);
            placed.insert(id, Placed { rank, best, shares_name: shares_name != 0 });
        }
        Ok(placed)
    }

    async fn read_places(&self, games: &[&Score]) -> Result<Vec<Row>, Error> {
        let best = |column: &str| {
            format!(
                "(SELECT o.{column} FROM scores o WHERE o.board = s.board AND o.token = s.token \
                 AND o.hidden = 0 ORDER BY o.score DESC, o.created, o.id LIMIT 1)"
            )
        };
        let select = format!(
            "{} SELECT s.id, COALESCE({}, ''), COALESCE({}, 0.0), \
             CASE WHEN {} THEN CAST(1 AS BIGINT) ELSE 0 END FROM g \
             JOIN scores s ON s.id = g.id",
            super::bulk::table("id", games.len()),
            best("id"),
            best("score"),
            super::names::is_shared("s")
        );
        on!(self, pool => {
            let mut query = sqlx::query_as(&select);
            for place in 0..super::bulk::padded(games.len()) {
                query = query.bind(games.get(place).map_or("", |game| game.id.as_str()));
            }
            Ok(query.fetch_all(pool).await?)
        })
    }
}
