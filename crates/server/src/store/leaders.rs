//! The first games of boards, by which new games get their ranks. For each of them as many would be read:
//! nearly always the same.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::ranking::{Place, Rank};
use super::{on, Error, Score, Store};

/// Games before another that are counted to tell its rank.
pub const MOST_COUNTED: usize = 1_000;

/// Games that are read of a board.
const READ: usize = MOST_COUNTED + 1;

/// Games that are kept of a board, since new ones are added.
const MOST_GAMES: usize = 2 * READ;

/// The time for which first games are good: as long as lists of games. Games that other services keep, and acts of
/// operators elsewhere, are seen after it.
const FRESH: Duration = Duration::from_secs(2);

/// Boards whose first games are remembered: 200 KB each.
const MOST: usize = 64;

/// A first game, with its player.
type Ranked = (Place, Box<str>);

/// The first games of a board, in order.
#[derive(Debug)]
pub(super) struct Leaders {
    games: Vec<Ranked>,
    /// True if the board has no others.
    is_whole: bool,
    at: Instant,
}

impl Leaders {
    /// The place of a game among them: where it is, or would be.
    fn find(&self, game: &Score) -> Result<usize, usize> {
        let place = Place::of(game);
        self.games.binary_search_by(|(other, _)| other.order(&place))
    }

    /// Adds a game that was kept.
    pub(super) fn add(&mut self, game: &Score) {
        let Err(at) = self.find(game) else { return };
        if game.hidden || at == self.games.len() && !self.is_whole {
            return;
        }
        self.games.insert(at, (Place::of(game), game.token.as_str().into()));
        if self.games.len() > MOST_GAMES {
            self.games.truncate(READ);
            self.is_whole = false;
        }
    }

    /// The rank of a game: how many other players have a game before it.
    pub(super) fn rank(&self, game: &Score) -> Rank {
        let before = self.find(game).unwrap_or_else(|at| at);
        let counted = self.games.iter().take(before.min(READ)).map(|(_, player)| &**player);
        let players: HashSet<&str> = counted.filter(|player| *player != game.token).collect();
        Rank { rank: players.len() as i64 + 1, at_least: before > MOST_COUNTED }
    }
}

/// The first games of a board: who reads them, or ranks games by them, holds them.
pub(super) type Held = Arc<tokio::sync::Mutex<Option<Leaders>>>;

/// The first games of boards that games came to last.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards(Arc<Mutex<HashMap<String, (Instant, Held)>>>);

impl Boards {
    fn known(&self) -> MutexGuard<'_, HashMap<String, (Instant, Held)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of the first games of a board; of too many, the one that was asked for longest ago goes.
    fn of(&self, board: &str) -> Held {
        let (mut known, now) = (self.known(), Instant::now());
        if known.len() >= MOST && !known.contains_key(board) {
            let oldest = known.iter().min_by_key(|(_, (asked, _))| *asked).map(|(board, _)| board.clone());
            if let Some(oldest) = oldest {
                known.remove(&oldest);
            }
        }
        let (asked, held) = known.entry(board.to_owned()).or_insert_with(|| (now, Held::default()));
        *asked = now;
        Arc::clone(held)
    }

    /// Forgets all: games that were there have changed.
    pub(super) fn forget(&self) {
        self.known().clear();
    }
}

impl Store {
    /// Ranks games of a board by its first games, to which those are added that are shown.
    ///
    /// # Errors
    /// The database fails.
    pub(super) async fn ranks(&self, board: &str, games: &[&Score]) -> Result<Vec<Rank>, Error> {
        let held = self.leaders.of(board);
        // Who comes meanwhile waits, and adds its games to what was read: none is missed.
        let mut held = held.lock().await;
        if held.as_ref().is_none_or(|leaders| leaders.at.elapsed() >= FRESH) {
            *held = Some(self.read_leaders(board).await?);
        }
        let Some(leaders) = &mut *held else { return Ok(Vec::new()) };
        for game in games {
            leaders.add(game);
        }
        Ok(games.iter().map(|game| leaders.rank(game)).collect())
    }

    async fn read_leaders(&self, board: &str) -> Result<Leaders, Error> {
        let select = format!(
            "SELECT s.score, s.created, s.id, s.token FROM scores s WHERE s.board = $1 AND s.hidden = 0 \
             ORDER BY s.score DESC, s.created, s.id LIMIT {READ}"
        );
        let at = Instant::now();
        let rows: Vec<(f64, i64, String, String)> =
            on!(self, pool => sqlx::query_as(&select).bind(board).fetch_all(pool).await?);
        let is_whole = rows.len() < READ;
        let game = |(score, created, id, token): (_, _, _, String)| {
            (Place { score, created, id }, token.into_boxed_str())
        };
        Ok(Leaders { games: rows.into_iter().map(game).collect(), is_whole, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, score: f64, token: &str) -> Score {
        Score {
            id: format!("{number:05}"),
            score,
            created: number as i64,
            token: token.into(),
            ..Score::default()
        }
    }

    fn empty() -> Leaders {
        Leaders { games: Vec::new(), is_whole: true, at: Instant::now() }
    }

    #[test]
    fn ranks_are_players_before_a_game() {
        let mut leaders = empty();
        let games =
            [game(1, 9.0, "a"), game(2, 9.0, "b"), game(3, 8.0, "a"), game(4, 7.0, "c"), game(5, 9.0, "a")];
        for game in games.iter().rev() {
            leaders.add(game);
            leaders.add(game);
        }
        let ranks: Vec<i64> = games.iter().map(|game| leaders.rank(game).rank).collect();
        assert_eq!(ranks, [1, 2, 2, 3, 2]);
        // A hidden game has a rank, and counts for no other.
        let hidden = Score { hidden: true, ..game(6, 10.0, "d") };
        leaders.add(&hidden);
        assert_eq!((leaders.rank(&hidden).rank, leaders.rank(&games[0]).rank), (1, 1));
    }

    #[test]
    fn first_games_are_few_and_right() {
        let (mut leaders, mut all) = (empty(), Vec::new());
        for number in 0..MOST_GAMES + 500 {
            // In no order, of half as many players.
            let score = (number * 7_919 % 5_003) as f64;
            let new = game(number, score, &format!("t{}", number / 2));
            leaders.add(&new);
            all.push(new);
            assert!(leaders.games.len() <= MOST_GAMES);
        }
        all.sort_by(|one, other| Place::of(one).order(&Place::of(other)));
        for (before, of) in all.iter().enumerate().step_by(97) {
            let players: HashSet<&str> = all[..before.min(READ)].iter().map(|game| &*game.token).collect();
            let others = players.iter().filter(|player| **player != of.token).count() as i64;
            assert_eq!(
                leaders.rank(of),
                Rank { rank: others + 1, at_least: before > MOST_COUNTED },
                "{before}"
            );
        }
    }
}
