//! Pages of boards with many games of few players: each reads a bounded part of the board.

use crate::common::{with_both_databases, Database};
use polymerge_server::store::{Place, Store};

with_both_databases! {
    on disk:
    pages_lead_through_a_board_of_few_players
}

/// Players, from the best to the least, and the games of each: all of one are better than those of the next.
const PLAYERS: i64 = 3;
const GAMES: i64 = 4_000;

async fn pages_lead_through_a_board_of_few_players(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    database
        .execute(&format!(
            "INSERT INTO boards (id, kind, title, source) VALUES ('b', 'open', '2048', '{{}}');
             INSERT INTO scores (id, board, hash, seed, moves, length, score, name, token, created, hidden, \
             verified_by) WITH RECURSIVE n (n) AS \
             (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < {}) \
             SELECT 'g' || CAST(n AS TEXT), 'b', 'h' || CAST(n AS TEXT), '1', '', 0, 1000000 - n, '', \
             'player ' || CAST(n / {GAMES} AS TEXT), n, 0, '1' FROM n;",
            PLAYERS * GAMES - 1
        ))
        .await;
    let (mut place, mut found, mut pages) = (Some(Place::start()), Vec::new(), 0);
    while let Some(after) = place {
        let page = store.listing("b", 0..i64::MAX, &after, 10).await.unwrap();
        assert_ne!(page.next.as_ref(), Some(&after));
        found.extend(page.scores.into_iter().map(|score| score.id));
        (place, pages) = (page.next, pages + 1);
    }
    // Each game is read once: two pages are full, and the third has the rest.
    let best: Vec<String> = (0..PLAYERS).map(|player| format!("g{}", player * GAMES)).collect();
    assert_eq!((found, pages), (best, 3));
    // A page that is full ends with its last game.
    let page = store.listing("b", 0..i64::MAX, &Place::start(), 1).await.unwrap();
    assert_eq!(page.next, Some(Place::of(&page.scores[0])));
    // Of a day all is read at once.
    let page = store.listing("b", 1..i64::MAX, &Place::start(), 10).await.unwrap();
    assert_eq!((page.scores.len() as i64, page.next), (PLAYERS, None));
    store.close().await;
}
