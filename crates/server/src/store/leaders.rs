//! The first games of boards, by which new games get their ranks. For each of them as many would be read:
//! nearly always the same.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::ranking::{Place, Rank};
use super::{Error, Score, Store, Trouble, on};

/// Games before another that are counted to tell its rank.
pub const MOST_COUNTED: usize = 1_000;

/// Games that are read of a board.
const READ: usize = MOST_COUNTED + 1;

/// Games that are kept of a board, since new ones are added.
const MOST_OF_BOARD: usize = 2 * READ;

/// The time for which first games are good: as long as lists of games. Games that other services keep, and acts of
/// operators elsewhere, are seen after it.
const FRESH: Duration = Duration::from_secs(2);

/// The time for which games wait that others read the first ones: as long as for a lock of the database.
const WAIT: Duration = Duration::from_secs(5);

/// Boards whose first games are remembered.
const MOST_BOARDS: usize = 256;

/// Games of all boards together that are remembered: about 200 bytes each, and so 40 MB.
const MOST_GAMES: usize = 200_000;

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

    /// Adds a game that is shown.
    fn add(&mut self, game: &Score) {
        let Err(at) = self.find(game) else { return };
        if at == self.games.len() && !self.is_whole {
            return;
        }
        self.games.insert(at, (Place::of(game), game.token.as_str().into()));
        if self.games.len() > MOST_OF_BOARD {
            self.games.truncate(READ);
            self.is_whole = false;
        }
    }

    /// The rank of a game: how many other players have a game before it.
    fn rank(&self, game: &Score) -> Rank {
        let before = self.find(game).unwrap_or_else(|at| at);
        let counted = self.games.iter().take(before.min(READ)).map(|(_, player)| &**player);
        let players: HashSet<&str> = counted.filter(|player| *player != game.token).collect();
        Rank { rank: players.len() as i64 + 1, at_least: before > MOST_COUNTED }
    }
}

/// The first games of a board, once they were read. Who reads them, or ranks games by them, holds them.
#[derive(Debug, Default)]
pub(super) struct OfBoard {
    leaders: tokio::sync::Mutex<Option<Leaders>>,
    /// The number of games, for those who don't hold them.
    games: AtomicUsize,
}

impl OfBoard {
    /// Holds the first games. A database that is slow to give them makes others wait no longer than a lock.
    async fn held(&self, wait: Duration) -> Result<tokio::sync::MutexGuard<'_, Option<Leaders>>, Error> {
        let held = tokio::time::timeout(wait, self.leaders.lock()).await;
        held.map_err(|_| Error::new(Trouble::Locked, "the first games of a board are still being read"))
    }
}

/// The first games of a board, with the time when they were last asked for.
type Asked = (Instant, Arc<OfBoard>);

/// The first games of boards of which games were ranked last.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardLeaders(Arc<Mutex<HashMap<String, Asked>>>);

impl BoardLeaders {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first games of a board. While there are too many of all boards, those go that were asked for
    /// longest ago.
    pub(super) fn of(&self, board: &str) -> Arc<OfBoard> {
        let mut known = self.known();
        let (asked, own) = known.entry(board.to_owned()).or_insert_with(|| (Instant::now(), Arc::default()));
        *asked = Instant::now();
        let own = Arc::clone(own);
        let mut games: usize = known.values().map(|(_, other)| other.games.load(Ordering::Relaxed)).sum();
        while known.len() > MOST_BOARDS || games > MOST_GAMES {
            let others = known.iter().filter(|(other, _)| *other != board);
            let oldest = others.min_by_key(|(_, (asked, _))| *asked).map(|(other, _)| other.clone());
            let Some((_, gone)) = oldest.and_then(|oldest| known.remove(&oldest)) else { break };
            games = games.saturating_sub(gone.games.load(Ordering::Relaxed));
        }
        own
    }

    /// Forgets all: games that were there have changed. Who ranks games by what was known does so to the end,
    /// and adds them to nothing that others get.
    pub(super) fn forget(&self) {
        self.known().clear();
    }
}

impl Store {
    /// Ranks games of a board by its first games, to which those are added that are shown. What is known of
    /// them was read after `of_board` was got: so games that change meanwhile are forgotten with it.
    ///
    /// # Errors
    /// The database fails, or is slow.
    pub(super) async fn ranks(
        &self,
        of_board: &OfBoard,
        board: &str,
        games: &[(&Score, bool)],
    ) -> Result<Vec<Rank>, Error> {
        // Who comes meanwhile waits, and adds its games to what was read: none is missed.
        let mut held = of_board.held(WAIT).await?;
        if held.as_ref().is_none_or(|leaders| leaders.at.elapsed() >= FRESH) {
            *held = Some(self.read_leaders(board).await?);
        }
        let Some(leaders) = &mut *held else { return Ok(Vec::new()) };
        for (game, is_shown) in games {
            if *is_shown {
                leaders.add(game);
            }
        }
        of_board.games.store(leaders.games.len(), Ordering::Relaxed);
        Ok(games.iter().map(|(game, _)| leaders.rank(game)).collect())
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
        // A game that is not added has a rank, and counts for no other.
        let hidden = game(6, 10.0, "d");
        assert_eq!((leaders.rank(&hidden).rank, leaders.rank(&games[0]).rank), (1, 1));
    }

    #[test]
    fn first_games_are_few_and_right() {
        let (mut leaders, mut all) = (empty(), Vec::new());
        for number in 0..MOST_OF_BOARD + 500 {
            // In no order, of half as many players.
            let score = (number * 7_919 % 5_003) as f64;
            let new = game(number, score, &format!("t{}", number / 2));
            leaders.add(&new);
            all.push(new);
            assert!(leaders.games.len() <= MOST_OF_BOARD);
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

    #[test]
    fn of_too_many_boards_or_games_the_oldest_go() {
        let boards = BoardLeaders::default();
        let of = |number: usize| boards.of(&number.to_string());
        let first = of(0);
        (1..MOST_BOARDS).for_each(|number| drop(of(number)));
        assert!(Arc::ptr_eq(&first, &of(0)));
        // The second one is the oldest now.
        of(MOST_BOARDS);
        assert_eq!(boards.known().len(), MOST_BOARDS);
        assert!(!boards.known().contains_key("1"));
        assert!(Arc::ptr_eq(&first, &of(0)));
        let boards = BoardLeaders::default();
        for number in 0..150 {
            boards.of(&number.to_string()).games.store(MOST_OF_BOARD, Ordering::Relaxed);
        }
        boards.of("new");
        let known = boards.known();
        assert_eq!(known.len(), MOST_GAMES / MOST_OF_BOARD + 1);
        let first = 150 - MOST_GAMES / MOST_OF_BOARD;
        assert!(known.contains_key("new") && known.contains_key(&first.to_string()));
        assert!(!known.contains_key(&(first - 1).to_string()));
    }

    #[test]
    fn one_board_stays_whatever_it_has() {
        let boards = BoardLeaders::default();
        boards.of("b").games.store(MOST_GAMES + 1, Ordering::Relaxed);
        assert_eq!(boards.of("b").games.load(Ordering::Relaxed), MOST_GAMES + 1);
    }

    #[tokio::test]
    async fn games_wait_for_first_ones_as_for_a_lock() {
        let boards = BoardLeaders::default();
        let (own, other) = (boards.of("b"), boards.of("b"));
        let held = own.held(Duration::ZERO).await.unwrap();
        assert_eq!(other.held(Duration::ZERO).await.unwrap_err().trouble(), Trouble::Locked);
        drop(held);
        assert!(other.held(Duration::ZERO).await.is_ok());
        // What was forgotten is no other's.
        boards.forget();
        assert!(!Arc::ptr_eq(&own, &boards.of("b")));
    }
}
