//! Transactions that wait for each other's locks: with PostgreSQL, since those of SQLite follow each other.

use std::sync::Arc;
use std::time::Duration;

use polymerge_server::metrics::Metrics;
use polymerge_server::store::{Board, Kept, New, Score, Store, Trouble};
use polymerge_server::writer::Writer;
use sqlx::Connection;

use crate::common::{with_both_databases, Database};

with_both_databases! {
    on disk:
    a_game_that_waits_for_a_lock_holds_no_other_up
}

/// A game of a player.
fn game(player: &str, seed: &str) -> New {
    let board = Board { id: "b".into(), kind: "ranked".into(), ..Board::default() };
    let (id, hash) = (format!("{player}{seed}"), format!("hash {player} {seed}"));
    let (token, name) = (player.to_owned(), format!("Player {player}"));
    let seed = seed.to_owned();
    let score = Score { id, hash, board: "b".into(), seed, token, name, ..Score::default() };
    New { board, score, ..New::default() }
}

/// A transaction of another program.
struct Other(sqlx::PgConnection);

impl Other {
    async fn begin(database: &Database, statement: &str) -> Other {
        let mut other = Other(sqlx::PgConnection::connect(&database.address).await.unwrap());
        other.execute("BEGIN").await;
        other.execute(statement).await;
        other
    }

    async fn execute(&mut self, statement: &str) {
        sqlx::raw_sql(statement).execute(&mut self.0).await.unwrap();
    }
}

async fn a_game_that_waits_for_a_lock_holds_no_other_up(database: &Database) {
    let Some(_) = database.schema() else { return };
    let store = Store::open(&database.address).await.unwrap();
    store.keep(&[game("a", "1")]).await.unwrap();
    let mut other = Other::begin(database, "UPDATE players SET created = 0 WHERE token = 'a'").await;
    let writer = Writer::start(store.clone(), Arc::new(Metrics::default()));
    // All share a batch: the writer begins when these wait.
    let (locked, good, also_locked) =
        tokio::join!(writer.keep(game("a", "2")), writer.keep(game("b", "3")), writer.keep(game("a", "4")));
    assert!(matches!(good, Ok(Kept::New { .. })), "{good:?}");
    for locked in [locked, also_locked] {
        assert_eq!(locked.unwrap_err().trouble(), Trouble::Locked);
    }
    other.execute("ROLLBACK").await;
    assert!(matches!(writer.keep(game("a", "2")).await, Ok(Kept::New { .. })));
    store.close().await;
}
