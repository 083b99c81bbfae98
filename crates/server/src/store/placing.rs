//! The places of new games among others, for the answers to them: of all of a batch in one statement.

use std::collections::{BTreeSet, HashMap};

use super::ranking::counted_before;
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

/// A row: the game, what was counted before it, the best game of its player and its points, whether
/// another player has such a name.
type Row = (String, i64, String, f64, i64);

/// In place of what was counted: the game is below the floor of its board.
const BELOW: i64 = -1;

impl Store {
    /// The places of games that are shown, by their names; those of games that are gone are left out.
    ///
    /// # Errors
    /// The database fails.
    pub async fn placed(&self, games: &[&Score]) -> Result<HashMap<String, Placed>, Error> {
        let floor = |game: &Score| self.floors.get(&game.board).filter(|floor| game.score < floor.score);
        let floors: Vec<_> = games.iter().map(|game| floor(game)).collect();
        let rows = self.read_places(games, &floors.iter().map(Option::is_some).collect::<Vec<_>>()).await?;
        let mut rows: HashMap<String, Row> = rows.into_iter().map(|row| (row.0.clone(), row)).collect();
        let mut placed = HashMap::with_capacity(rows.len());
        for (game, floor) in games.iter().zip(floors) {
            let Some((id, counted, best, points, shares_name)) = rows.remove(&game.id) else { continue };
            let rank = match floor {
                // The player is among those above, or not.
                Some(floor) if points != floor.score => {
                    Rank { rank: floor.players + i64::from(points < floor.score), at_least: true }
                }
                Some(_) => self.rank(game).await?,
                None => Rank::of(counted),
            };
            let best = (!best.is_empty() && best != id).then_some(points);
            placed.insert(id, Placed { rank, best, shares_name: shares_name != 0 });
        }
        Ok(placed)
    }

    /// Reads the floors of the boards on which games are far down, if these are not known: places that are
    /// asked for next are cheaper then.
    ///
    /// # Errors
    /// The database fails. Floors are known of some boards, perhaps; places are right without them.
    pub async fn read_floors(&self, games: &[(String, Rank)]) -> Result<(), Error> {
        let boards: BTreeSet<&str> =
            games.iter().filter(|(_, rank)| rank.at_least).map(|(board, _)| board.as_str()).collect();
        for board in boards {
            if self.floors.get(board).is_none() {
                self.read_floor(board).await?;
            }
        }
        Ok(())
    }

    async fn read_places(&self, games: &[&Score], are_below: &[bool]) -> Result<Vec<Row>, Error> {
        let best = |column: &str| {
            format!(
                "(SELECT o.{column} FROM scores o WHERE o.board = s.board AND o.token = s.token \
                 AND o.hidden = 0 ORDER BY o.score DESC, o.created, o.id LIMIT 1)"
            )
        };
        let select = format!(
            "{} SELECT s.id, CASE WHEN g.below <> 0 THEN {BELOW} ELSE {} END, COALESCE({}, ''), \
             COALESCE({}, 0.0), CASE WHEN {} THEN CAST(1 AS BIGINT) ELSE 0 END FROM g \
             JOIN scores s ON s.id = g.id",
            super::bulk::table("id, below", games.len()),
            counted_before("s"),
            best("id"),
            best("score"),
            super::names::is_shared("s")
        );
        on!(self, pool => {
            let mut query = sqlx::query_as(&select);
            for place in 0..super::bulk::padded(games.len()) {
                let id = games.get(place).map_or("", |game| game.id.as_str());
                let is_below = are_below.get(place).copied().unwrap_or_default();
                query = query.bind(id).bind(i64::from(is_below));
            }
            Ok(query.fetch_all(pool).await?)
        })
    }
}
