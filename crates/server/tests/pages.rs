//! Pages of boards with many games of few players: each reads a bounded part of the board.

use std::ops::Range;
use std::time::{Duration, Instant};

use crate::common::{Database, with_both_databases};
use polymerge_server::store::{ALL_TIMES, Place, Store};

with_both_databases! {
    on disk:
    pages_lead_through_a_board_of_few_players
    pages_of_a_time_are_bounded
}

/// Players, from the best to the least, and the games of each: all of one are better than those of the next.
const PLAYERS: i64 = 3;
const GAMES: i64 = 4_000;

/// Makes a board of so many games, the best first; `player` and `created` compute these from the number `n`.
async fn fill(database: &Database, games: i64, player: &str, created: &str) -> Store {
    let store = Store::open(&database.address).await.unwrap();
    database
        .execute(&format!(
            "INSERT INTO boards (id, kind, title, source) VALUES ('b', 'open', '2048', '{{}}');
             INSERT INTO scores (id, board, hash, seed, moves, length, score, name, token, created, hidden, \
             verified_by) WITH RECURSIVE n (n) AS \
             (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < {}) \
             SELECT 'g' || CAST(n AS TEXT), 'b', 'h' || CAST(n AS TEXT), '1', '', 0, 1000000 - n, '', \
             'player ' || CAST({player} AS TEXT), {created}, 0, '1' FROM n;",
            games - 1
        ))
        .await;
    store
}

/// Reads all pages of a time; returns the games, the pages, and how long the slowest one took.
async fn all_pages(store: &Store, within: Range<i64>, limit: i64) -> (Vec<String>, i64, Duration) {
    let (mut place, mut found, mut pages, mut slowest) =
        (Some(Place::start()), Vec::new(), 0, Duration::ZERO);
    while let Some(after) = place {
        let start = Instant::now();
        let page = store.listing("b", within.clone(), &after, limit).await.unwrap();
        slowest = slowest.max(start.elapsed());
        assert_ne!(page.next.as_ref(), Some(&after));
        found.extend(page.scores.into_iter().map(|score| score.id));
        (place, pages) = (page.next, pages + 1);
    }
    (found, pages, slowest)
}

async fn pages_lead_through_a_board_of_few_players(database: &Database) {
    let store = fill(database, PLAYERS * GAMES, &format!("n / {GAMES}"), "n").await;
    // Each game is read once: two pages are full, and the third has the rest.
    let best: Vec<String> = (0..PLAYERS).map(|player| format!("g{}", player * GAMES)).collect();
    let (found, pages, _) = all_pages(&store, ALL_TIMES, 10).await;
    assert_eq!((found, pages), (best.clone(), 3));
    // A page that is full ends with its last game.
    let page = store.listing("b", ALL_TIMES, &Place::start(), 1).await.unwrap();
    assert_eq!(page.next, Some(Place::of(&page.scores[0])));
    // So it is with a time that has nearly all games; one of few games is read at once.
    let (found, pages, _) = all_pages(&store, 1..i64::MAX, 10).await;
    assert_eq!((found, pages), (vec!["g1".to_owned(), best[1].clone(), best[2].clone()], 3));
    for (within, limit, best, pages) in [
        (7_000..9_000, 10, vec!["g7000", "g8000"], 1),
        (7_000..9_000, 1, vec!["g7000", "g8000"], 3),
        (12_000..i64::MAX, 10, vec![], 1),
        (-9..0, 10, vec![], 1),
    ] {
        let (found, read, _) = all_pages(&store, within.clone(), limit).await;
        assert_eq!((found, read), (best.into_iter().map(str::to_owned).collect(), pages), "{within:?}");
    }
    store.close().await;
}

async fn pages_of_a_time_are_bounded(database: &Database) {
    // One player has all games; the worse half is within the time, and the last one is another player's.
    let store = fill(database, 20_000, "n / 19999", "CASE WHEN n < 10000 THEN 0 ELSE n END").await;
    let (found, pages, slowest) = all_pages(&store, 1..i64::MAX, 10).await;
    assert_eq!((found, pages), (vec!["g10000".to_owned(), "g19999".to_owned()], 4));
    // A walk over the better games for each game takes over ten seconds, and longer on a busy machine.
    assert!(slowest < Duration::from_secs(6), "{slowest:?}");
    store.close().await;
}
