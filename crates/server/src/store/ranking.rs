//! The order of the games of a board: more points first, then the earlier game, then the lower id.
//!
//! Ids that decide between equals are lower-case digits to base 16 (see [`token`](crate::token)), of boards
//! behind their kind. Such texts have the order of their bytes in SQLite, in memory and in the collations of
//! PostgreSQL, except those of languages in which two letters count as one (`aa` in Danish and Norwegian, `dd` in
//! Welsh): there two games of the same points and millisecond may change places.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::{COLUMNS, Error, Score, Store, asked, on};

/// Games that a page reads at most: far down a board nearly all games are of players whose best one is
/// further up, and each is looked up.
const MOST_READ: i64 = 5_000;

/// The times of all games.
pub const ALL_TIMES: Range<i64> = 0..i64::MAX;

/// The games of a board behind a place.
const BEHIND: &str = "s.board = $1 AND s.hidden = 0 AND s.score <= $2 \
                      AND (s.score < $2 OR s.created > $3 OR (s.created = $3 AND s.id > $4))";

/// The games up to the end of a page.
const UNTIL: &str = "s.score >= $8 AND (s.score > $8 OR s.created < $9 OR (s.created = $9 AND s.id <= $10))";

/// The games of a page of all times: the best one of a player is the first of an index.
fn bests_of_all() -> String {
    format!(
        "scores s WHERE {BEHIND} AND {UNTIL} AND +s.created >= $6 AND +s.created < $7 \
         AND s.id = (SELECT o.id FROM scores o WHERE o.board = s.board AND o.token = s.token \
         AND o.hidden = 0 ORDER BY o.score DESC, o.created, o.id LIMIT 1)"
    )
}

/// The values by which a game is ranked, and its place among those of its player.
const PLACED: &str = "SELECT s.id, s.board, s.hidden, s.score, s.created, s.token, \
                      ROW_NUMBER() OVER (PARTITION BY s.token ORDER BY s.score DESC, s.created, s.id) AS place \
                      FROM scores s";

/// The games of a page of a time with few games: all of them are read, by the index of times.
fn bests_of_short() -> String {
    format!(
        "({PLACED} WHERE s.board = $1 AND s.hidden = 0 AND s.created >= $6 AND s.created < $7) s \
         WHERE s.place = 1 AND {BEHIND} AND {UNTIL}"
    )
}

/// The games of a page of a time with many games: of each player in the part that is read, the best one
/// there, if no better one is before that part. So the better games of a player are read once, however
/// many worse ones follow. A plus keeps the index of times out, for which all of the time would be read.
fn bests_of_long() -> String {
    format!(
        "({PLACED} WHERE {BEHIND} AND {UNTIL} AND +s.created >= $6 AND +s.created < $7) s \
         WHERE s.place = 1 \
         AND NOT EXISTS (SELECT 1 FROM scores o WHERE o.board = s.board AND o.token = s.token \
         AND o.hidden = 0 AND o.score >= s.score AND (o.score > s.score OR +o.created < s.created \
         OR (+o.created = s.created AND o.id < s.id)) AND +o.created >= $6 AND +o.created < $7)"
    )
}

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
    pub(super) score: f64,
    pub(super) created: i64,
    pub(super) id: String,
}

impl Place {
    /// The place of a game.
    pub fn of(score: &Score) -> Place {
        Place { score: score.score, created: score.created, id: score.id.clone() }
    }

    /// The order of two places: more points first, then the earlier game.
    pub(super) fn order(&self, other: &Place) -> Ordering {
        let points = other.score.partial_cmp(&self.score).unwrap_or(Ordering::Equal);
        points.then(self.created.cmp(&other.created)).then_with(|| self.id.cmp(&other.id))
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
    /// The best game of each player on a board within a time, in order, behind a place. It reads a bounded
    /// part of the board, so that there may be more behind a page that is not full.
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
        let is_all = within == ALL_TIMES;
        let is_short = !is_all && self.is_short(board, &within).await?;
        let end = if is_short { None } else { self.end_of_page(board, after).await? };
        let until = end.clone().unwrap_or_else(Place::end);
        let bests = match (is_all, is_short) {
            (true, _) => bests_of_all(),
            (_, true) => bests_of_short(),
            _ => bests_of_long(),
        };
        // Only the games of the page are read whole.
        let select = format!(
            "SELECT {COLUMNS} FROM scores s WHERE s.id IN (SELECT s.id FROM {bests} \
             ORDER BY s.score DESC, s.created, s.id LIMIT $5) ORDER BY s.score DESC, s.created, s.id"
        );
        let scores: Vec<Score> = on!(self, pool => {
            let query = sqlx::query_as(&select).bind(asked(board)).bind(after.score).bind(after.created);
            let query = query.bind(&after.id).bind(limit).bind(within.start).bind(within.end);
            query.bind(until.score).bind(until.created).bind(&until.id).fetch_all(pool).await?
        });
        let last = scores.last().filter(|_| i64::try_from(scores.len()) == Ok(limit));
        let next = last.map(Place::of).or(end);
        Ok(Page { scores, next })
    }

    /// Returns true if a board has so few games within a time that a page may read all of them.
    async fn is_short(&self, board: &str, within: &Range<i64>) -> Result<bool, Error> {
        let select = format!(
            "SELECT COUNT(*) FROM (SELECT 1 FROM scores s WHERE s.board = $1 AND s.hidden = 0 \
             AND s.created >= $2 AND s.created < $3 LIMIT {}) t",
            MOST_READ + 1
        );
        let found: i64 = on!(self, pool => {
            let query = sqlx::query_scalar(&select).bind(asked(board)).bind(within.start);
            query.bind(within.end).fetch_one(pool).await?
        });
        Ok(found <= MOST_READ)
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
