//! The order of the games of a board: more points first, then the earlier game.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{asked, on, Error, Score, Store, COLUMNS};

/// Games before another that are counted to tell its rank.
pub const MOST_COUNTED: i64 = 1_000;

/// Games that a page reads at most: far down a board nearly all games are of players whose best one is
/// further up, and each is looked up.
const MOST_READ: i64 = 5_000;

/// The times of all games.
pub const ALL_TIMES: Range<i64> = 0..i64::MAX;

/// The games of a board behind a place.
const BEHIND: &str = "s.board = $1 AND s.hidden = 0 AND s.score <= $2 \
                      AND (s.score < $2 OR s.created > $3 OR (s.created = $3 AND s.id > $4))";

/// A part of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// The games, which may be fewer than were asked for.
    pub scores: Vec<Score>,
    /// The place behind which there may be more.
    pub next: Option<Place>,
}

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

    /// The place behind the last game.
    fn end() -> Place {
        Place { score: f64::NEG_INFINITY, created: i64::MAX, id: String::new() }
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
    ) -> Result<Page, Error> {
        // Of a time no other games are looked up, however many there are.
        let is_all = within == ALL_TIMES;
        let end = if is_all { self.end_of_page(board, after).await? } else { None };
        let until = end.clone().unwrap_or_else(Place::end);
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE {BEHIND} AND s.created >= $6 AND s.created < $10 \
             AND s.score >= $7 AND (s.score > $7 OR s.created < $8 OR (s.created = $8 AND s.id <= $9)) \
             AND s.id = (SELECT o.id FROM scores o WHERE o.board = s.board AND o.token = s.token \
             AND o.hidden = 0 AND o.created >= $6 AND o.created < $10 \
             ORDER BY o.score DESC, o.created, o.id LIMIT 1) \
             ORDER BY s.score DESC, s.created, s.id LIMIT $5"
        );
        let scores: Vec<Score> = on!(self, pool => {
            let query = sqlx::query_as(&select).bind(asked(board)).bind(after.score).bind(after.created);
            let query = query.bind(&after.id).bind(limit).bind(within.start);
            let query = query.bind(until.score).bind(until.created).bind(&until.id);
            query.bind(within.end).fetch_all(pool).await?
        });
        let last = scores.last().filter(|_| i64::try_from(scores.len()) == Ok(limit));
        let next = last.map(Place::of).or(end);
        Ok(Page { scores, next })
    }

    /// The place up to which a page is read; none if the board ends before it.
    async fn end_of_page(&self, board: &str, after: &Place) -> Result<Option<Place>, Error> {
        let select = format!(
            "SELECT s.score, s.created, s.id FROM scores s WHERE {BEHIND} \
             ORDER BY s.score DESC, s.created, s.id LIMIT 1 OFFSET {MOST_READ}"
        );
        let found: Option<(f64, i64, String)> = on!(self, pool => {
            let query = sqlx::query_as(&select).bind(asked(board)).bind(after.score).bind(after.created);
            query.bind(&after.id).fetch_optional(pool).await?
        });
        Ok(found.map(|(score, created, id)| Place { score, created, id }))
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
