//! The order of the games of a board: more points first, then the earlier game.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{asked, on, Error, Score, Store, COLUMNS};

/// Games before another that are counted to tell its rank.
pub const MOST_COUNTED: i64 = 1_000;

/// The number of players before a game, plus one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The rank.
    pub rank: i64,
    /// True if there are more games before it than are counted, so that its rank may be
    /// greater.
    pub at_least: bool,
}

/// A place in the order of a board, as text `POINTS-TIME-GAME`; it stays the same when
/// games are added and removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    score: f64,
    created: i64,
    id: String,
}

impl Place {
    /// The place of a game.
    pub fn of(score: &Score) -> Place {
        Place { score: score.score, created: score.created, id: score.id.clone() }
    }

    /// The place before the first game.
    pub fn start() -> Place {
        Place { score: f64::INFINITY, created: i64::MIN, id: String::new() }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}-{}-{}", self.score.to_bits(), self.created, self.id)
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Place, ()> {
        let mut parts = text.splitn(3, '-');
        let mut part = || parts.next().ok_or(());
        let score = f64::from_bits(u64::from_str_radix(part()?, 16).map_err(drop)?);
        let created = part()?.parse().map_err(drop)?;
        let id = part()?.to_owned();
        let fits = !score.is_nan() && id.chars().all(|letter| letter.is_ascii_alphanumeric());
        fits.then_some(Place { score, created, id }).ok_or(())
    }
}

impl Store {
    /// The rank of a game: how many players have a game that is before it.
    ///
    /// # Errors
    /// The database fails.
    pub async fn rank(&self, of: &Score) -> Result<Rank, Error> {
        // Three ranges of the index in place of one condition with OR, for which all is read.
        let range = |condition: &str| {
            format!(
                "SELECT * FROM (SELECT o.token FROM scores o WHERE o.board = $1 AND o.hidden = 0 \
                 AND {condition} LIMIT {}) r",
                MOST_COUNTED + 1
            )
        };
        let select = format!(
            "SELECT COUNT(DISTINCT CASE WHEN t.token <> $5 THEN t.token END), COUNT(*) FROM \
             ({} UNION ALL {} UNION ALL {}) t",
            range("o.score > $2"),
            range("o.score = $2 AND o.created < $3"),
            range("o.score = $2 AND o.created = $3 AND o.id < $4")
        );
        let (players, games): (i64, i64) = on!(self, pool => {
            let query = sqlx::query_as(&select).bind(&of.board).bind(of.score).bind(of.created);
            query.bind(&of.id).bind(&of.token).fetch_one(pool).await?
        });
        Ok(Rank { rank: players + 1, at_least: games > MOST_COUNTED })
    }

    /// The best game of each player on a board within a time, in order, behind a place.
    ///
    /// # Errors
    /// The database fails.
    pub async fn listing(
        &self,
        board: &str,
        within: Range<i64>,
        after: &Place,
        limit: i64,
    ) -> Result<Vec<Score>, Error> {
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.board = $1 AND s.hidden = 0 AND s.created >= $2 \
             AND s.created < $7 AND s.score <= $3 AND (s.score < $3 OR s.created > $4 OR (s.created = $4 AND s.id > $5)) \
             AND s.id = (SELECT o.id FROM scores o WHERE o.board = s.board AND o.token = s.token \
             AND o.hidden = 0 AND o.created >= $2 AND o.created < $7 ORDER BY o.score DESC, o.created, o.id LIMIT 1) \
             ORDER BY s.score DESC, s.created, s.id LIMIT $6"
        );
        on!(self, pool => {
            let query = sqlx::query_as(&select).bind(asked(board)).bind(within.start);
            let query = query.bind(after.score).bind(after.created).bind(&after.id);
            Ok(query.bind(limit).bind(within.end).fetch_all(pool).await?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for score in [f64::INFINITY, -0.5, 1e300] {
            let place = Place { score, created: 7, id: "ab1".to_owned() };
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for wrong in ["", "abc", "0-1", "7ff8000000000000-1-a", "0-1-a\0", "0-x-a"] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong:?}");
        }
    }
}
