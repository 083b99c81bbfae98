//! Transactions that wait for locks: of rows with PostgreSQL, where several write at once, of the whole database with
//! both.

use std::sync::Arc;
use std::time::{Duration, Instant};

use polymerge_server::metrics::Metrics;
use polymerge_server::store::{Board, Checkpoint, Kept, New, Score, Session, Store, Trouble};
use polymerge_server::token::sha256;
use polymerge_server::writer::{Writer, Written};
use sqlx::Connection;

use crate::common::lock::Lock;
use crate::common::{AT_MOST, Database, with_both_databases};

with_both_databases! {
    on disk:
    a_game_that_waits_for_a_lock_holds_no_other_up
    a_ban_and_an_erasure_do_not_wait_for_each_other
    games_and_moves_of_sessions_do_not_wait_for_each_other
    a_player_made_while_a_seed_was_waited_for_is_locked
    what_waits_for_a_locked_database_is_answered_soon
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

/// Waits until a query counts so many; `check` is called after each look that finds others.
async fn counts(watch: &mut sqlx::PgConnection, query: &str, wanted: i64, check: impl Fn()) {
    let start = Instant::now();
    while sqlx::query_scalar::<_, i64>(query).fetch_one(&mut *watch).await.unwrap() != wanted {
        check();
        assert!(start.elapsed() < AT_MOST, "never {wanted}: {query}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The time after which something that waits for a lock does so.
const PAUSE: Duration = Duration::from_millis(500);

async fn a_game_that_waits_for_a_lock_holds_no_other_up(database: &Database) {
    let Some(_) = database.schema() else { return };
    let store = Store::open(&database.address).await.unwrap();
    store.keep(&[game("a", "1")]).await.unwrap();
    let mut other = Other::begin(database, "UPDATE players SET created = 0 WHERE token = 'a'").await;
    let writer = Writer::start(store.clone(), Arc::new(Metrics::default()));
    // All share a batch: the writer begins when these wait.
    let (locked, good, also_locked) =
        tokio::join!(writer.keep(game("a", "2")), writer.keep(game("b", "3")), writer.keep(game("a", "4")));
    assert!(matches!(good, Ok(Written { kept: Kept::New { .. }, .. })), "{good:?}");
    for locked in [locked, also_locked] {
        assert_eq!(locked.unwrap_err().trouble(), Trouble::Locked);
    }
    other.execute("ROLLBACK").await;
    let written = writer.keep(game("a", "2")).await.unwrap();
    assert!(matches!(written.kept, Kept::New { .. }), "{written:?}");
    assert_eq!(written.placed.unwrap().rank.rank, 1);
    store.close().await;
}

async fn a_ban_and_an_erasure_do_not_wait_for_each_other(database: &Database) {
    let Some(_) = database.schema() else { return };
    let store = Store::open(&database.address).await.unwrap();
    store.keep(&[game("a", "1")]).await.unwrap();
    let mut ban = Other::begin(database, "UPDATE players SET banned = 1 WHERE token = 'a'").await;
    let own = store.clone();
    let erased = tokio::spawn(async move { own.erase("a1").await });
    tokio::time::sleep(PAUSE).await;
    ban.execute("UPDATE scores SET hidden = 1 WHERE token = 'a'; COMMIT").await;
    assert!(erased.await.unwrap().unwrap());
    store.close().await;
}

async fn games_and_moves_of_sessions_do_not_wait_for_each_other(database: &Database) {
    let Some(_) = database.schema() else { return };
    let store = Store::open(&database.address).await.unwrap();
    for id in ["s", "t"] {
        let session =
            Session { id: id.to_owned(), board: "b".to_owned(), expires: i64::MAX, ..Session::default() };
        store.add_session(&session, &game("a", "1").board, None, 1).await.unwrap();
    }
    let moves = |id: &str| format!("UPDATE sessions SET seen = 1 WHERE id = '{id}'");
    let mut checkpoints = Other::begin(database, &moves("s")).await;
    let of = |player: &str, session: &str| New { session: Some(session.to_owned()), ..game(player, session) };
    let (own, games) = (store.clone(), [of("a", "t"), of("b", "s")]);
    let kept = tokio::spawn(async move { own.keep(&games).await });
    tokio::time::sleep(PAUSE).await;
    checkpoints.execute(&format!("{}; COMMIT", moves("t"))).await;
    let kept = kept.await.unwrap().unwrap();
    assert!(matches!(kept[..], [Kept::New { .. }, ..]), "{kept:?}");
    store.close().await;
}

async fn a_player_made_while_a_seed_was_waited_for_is_locked(database: &Database) {
    let Some(_) = database.schema() else { return };
    let store = Store::open(&database.address).await.unwrap();
    store.keep(&[game("a", "1")]).await.unwrap();
    // Another service keeps a game of the same new player and seed. A third one holds the board.
    let seed = u64::from_str_radix(&sha256(b"b 77")[..16], 16).unwrap() as i64;
    let mut twin = Other::begin(database, &format!("SELECT pg_advisory_xact_lock({seed})")).await;
    twin.execute("INSERT INTO players SELECT 'c', 'c77', 'C', 0, 0, '', '', '', 0, 0").await;
    let mut third = Other::begin(database, "SELECT 1 FROM boards FOR UPDATE").await;
    let own = store.clone();
    let kept = tokio::spawn(async move { own.keep(&[game("c", "77")]).await });
    let waits = format!(
        "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
         AND (classid::bigint << 32 | objid::bigint) = {seed}"
    );
    let mut watch = sqlx::PgConnection::connect(&database.address).await.unwrap();
    counts(&mut watch, &waits, 1, || assert!(!kept.is_finished(), "the seed is not waited for")).await;
    twin.execute("COMMIT").await;
    let free = "SELECT COUNT(*) FROM (SELECT 1 FROM players WHERE token = 'c' FOR UPDATE SKIP LOCKED) p";
    counts(&mut watch, free, 0, || assert!(!kept.is_finished(), "the player is not locked")).await;
    third.execute("ROLLBACK").await;
    let kept = kept.await.unwrap().unwrap();
    assert!(matches!(kept[..], [Kept::New { .. }]), "{kept:?}");
    store.close().await;
}

/// The time within which the writer answers: ten seconds, and as many again for a busy machine. Were each
/// piece to wait by itself, the last one would take three times as long.
const BOUND: Duration = Duration::from_secs(20);

async fn what_waits_for_a_locked_database_is_answered_soon(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    store.keep(&[game("a", "1")]).await.unwrap();
    let session = |id: usize| Session { id: id.to_string(), board: "b".into(), ..Session::default() };
    let writer = Writer::start(store.clone(), Arc::new(Metrics::default()));
    let lock = Lock::of(database, "players, sessions IN EXCLUSIVE MODE").await;
    let mut asked = tokio::task::JoinSet::new();
    // They come all the while, some to those that are tried each by itself.
    for number in 0..40 {
        let (games, moves) = (writer.clone(), writer.clone());
        let start = Instant::now();
        asked.spawn(async move {
            let refused = games.keep(game(&format!("p{number}"), &number.to_string())).await.unwrap_err();
            (refused.trouble(), start.elapsed())
        });
        asked.spawn(async move {
            let checkpoint = Checkpoint { session: session(number), seen_before: 0 };
            let refused = moves.keep_checkpoint(checkpoint).await.unwrap_err();
            (refused.trouble(), start.elapsed())
        });
        tokio::time::sleep(PAUSE / 2).await;
    }
    // All are answered before the lock is released.
    for (trouble, took) in asked.join_all().await {
        assert_eq!(trouble, Trouble::Locked);
        assert!(took < BOUND, "{took:?}");
    }
    lock.release().await;
    let written = writer.keep(game("a", "2")).await.unwrap();
    assert!(matches!(written.kept, Kept::New { .. }), "{written:?}");
    store.close().await;
}
