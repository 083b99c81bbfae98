//! The places of games among others, for the answers to new ones and to who looks at one: of all of a batch in
//! one statement.

use std::collections::{BTreeSet, HashMap};

use super::bulk::{Bulk, Table};
use super::{Error, Rank, Score, Store, on};

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

/// A row: the game, whether it is hidden, the best game of its player and its points, whether another player has
/// such a name.
type Row = (String, i64, String, f64, i64);

impl Store {
    /// The places of games, by their names; those of games that are gone are left out. Games that are shown
    /// count for others from then on.
    ///
    /// # Errors
    /// The database fails.
    pub async fn placed(&self, games: &[&Score]) -> Result<HashMap<String, Placed>, Error> {
        let boards: BTreeSet<&str> = games.iter().map(|game| game.board.as_str()).collect();
        // The first games come before the rows: if a game is hidden or erased after its row was read, they are
        // forgotten, and it is added to none that others get.
        let boards: Vec<_> = boards.into_iter().map(|board| (board, self.leaders.of(board))).collect();
        let rows = self.read_places(games).await?;
        let hidden: HashMap<&str, bool> = rows.iter().map(|row| (row.0.as_str(), row.1 != 0)).collect();
        let mut ranks: HashMap<&str, Rank> = HashMap::with_capacity(games.len());
        for (board, of_board) in &boards {
            let there = games.iter().filter(|game| game.board == *board);
            let own = there.filter_map(|game| Some((*game, !hidden.get(game.id.as_str())?)));
            let own: Vec<(&Score, bool)> = own.collect();
            let of_board = self.ranks(of_board, board, &own).await?;
            ranks.extend(own.iter().map(|(game, _)| game.id.as_str()).zip(of_board));
        }
        let mut placed = HashMap::with_capacity(games.len());
        for (id, _, best, points, shares_name) in &rows {
            let Some(rank) = ranks.get(id.as_str()).copied() else { continue };
            let best = (!best.is_empty() && best != id).then_some(*points);
            placed.insert(id.clone(), Placed { rank, best, shares_name: *shares_name != 0 });
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
            "SELECT s.id, s.hidden, COALESCE({}, ''), COALESCE({}, 0.0), \
             CASE WHEN {} THEN CAST(1 AS BIGINT) ELSE 0 END FROM g \
             JOIN scores s ON s.id = g.id",
            best("id"),
            best("score"),
            super::names::is_shared("s")
        );
        let table = Table::of(games.len()).texts("id", games.iter().map(|game| game.id.as_str()));
        on!(self, pool => {
            let mut connection = pool.acquire().await?;
            Ok(connection.ask(table, &select).await?)
        })
    }
}
