//! Ranked games, whose moves come while they are played.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::common::{Database, ask, config, game, get, post, service, service_of, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge_server::config::Config;
use polymerge_server::metrics::Metrics;
use polymerge_server::store::{Board, Checkpoint, Session, Store};
use polymerge_server::writer::Writer;
use serde_json::{Value, json};
use tokio::task::JoinSet;

with_both_databases! {
    on disk:
    a_game_that_comes_at_once_is_not_ranked
    a_game_whose_moves_come_as_they_are_made_is_ranked
    moves_are_made_again_and_silence_gives_no_more_than_a_persons_pace
    silence_is_allowed_for_a_time
    sessions_that_were_begun_before_count_as_before
    moves_that_come_at_once_share_a_transaction
}

async fn start(service: &Router) -> (Value, u64) {
    let session = ask(service, "POST", "/v1/sessions", "", Some(json!({ "mode": "2048" }))).await.json();
    let seed = session["seed"].as_str().unwrap().parse().unwrap();
    (session, seed)
}

/// A ranked game that is played to this move.
fn played(session: &Value, seed: u64, length: usize) -> Value {
    let mut game = game("2048", seed, length);
    game["session"] = session["session"].clone();
    game
}

/// Sends the moves of a game so far.
async fn checkpoint(service: &Router, game: &Value) -> Value {
    let body = json!({ "session": game["session"], "moves": game["moves"], "count": game["count"] });
    let answer = ask(service, "POST", "/v1/sessions/moves", "", Some(body)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

/// Puts what was noted of all sessions back by some seconds, as if these had gone by.
async fn wait(database: &Database, seconds: u64) {
    let back = seconds * 1_000;
    let update = format!("UPDATE sessions SET started = started - {back}, seen = seen - {back}");
    database.execute(&update).await;
}

async fn a_game_that_comes_at_once_is_not_ranked(database: &Database) {
    let service = service(database).await;
    let (session, seed) = start(&service).await;
    assert_eq!((&session["every"], &session["offlineMinutes"]), (&json!(5), &json!(10)));
    let kept = post(&service, played(&session, seed, 120)).await;
    assert_eq!((kept.status, &kept.json()["kind"]), (StatusCode::CREATED, &json!("open")), "{}", kept.text);
    let reason = kept.json()["pace"]["notRanked"].as_str().unwrap().to_owned();
    assert!(reason.starts_with("120 moves of it came at once"), "{reason}");
    // It is not ranked later, either.
    let again = post(&service, played(&session, seed, 120)).await;
    assert_eq!((again.status, &again.json()["kind"]), (StatusCode::OK, &json!("open")));
    let board = format!("/v1/boards/{}/scores", session["board"].as_str().unwrap());
    assert_eq!(get(&service, &board).await.json()["scores"], json!([]));
    let checkpoint = json!({ "session": session["session"], "moves": "Gw" });
    let late = ask(&service, "POST", "/v1/sessions/moves", "", Some(checkpoint)).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
}

async fn a_game_whose_moves_come_as_they_are_made_is_ranked(database: &Database) {
    let service = service(database).await;
    let (session, seed) = start(&service).await;
    for (length, seconds) in [(30, 6), (60, 5), (54, 5), (110, 5)] {
        wait(database, seconds).await;
        assert_eq!(checkpoint(&service, &played(&session, seed, length)).await["notRanked"], Value::Null);
    }
    // A second one at the same time changes nothing.
    assert_eq!(checkpoint(&service, &played(&session, seed, 10)).await["checkpoints"], 4);
    wait(database, 2).await;
    let kept = post(&service, played(&session, seed, 120)).await;
    assert_eq!((kept.status, &kept.json()["kind"]), (StatusCode::CREATED, &json!("ranked")), "{}", kept.text);
    let pace = &kept.json()["pace"];
    assert_eq!(
        (&pace["undone"], &pace["checkpoints"], &pace["notRanked"]),
        (&json!(6), &json!(5), &Value::Null)
    );
    assert!((23..40).contains(&pace["seconds"].as_i64().unwrap()), "{pace}");
    // It stands beside the score.
    let board = format!("/v1/boards/{}/scores", session["board"].as_str().unwrap());
    assert_eq!(&get(&service, &board).await.json()["scores"][0]["pace"], pace);
    // Too much at once counts for the rest of the game.
    let first = session;
    let (session, seed) = start(&service).await;
    assert!(checkpoint(&service, &played(&session, seed, 100)).await["notRanked"].is_string());
    wait(database, 60).await;
    assert!(checkpoint(&service, &played(&session, seed, 101)).await["notRanked"].is_string());
    assert_eq!(post(&service, played(&session, seed, 101)).await.json()["kind"], "open");
    // Strangers and nonsense.
    let (session, _) = start(&service).await;
    let used = json!({ "session": first["session"], "moves": "Gw" });
    for (body, status) in [
        (json!({ "session": "none", "moves": "Gw" }), StatusCode::NOT_FOUND),
        (json!({ "session": session["session"], "moves": "?" }), StatusCode::UNPROCESSABLE_ENTITY),
        (json!({ "session": session["session"] }), StatusCode::UNPROCESSABLE_ENTITY),
        (used, StatusCode::CONFLICT),
    ] {
        let answer = ask(&service, "POST", "/v1/sessions/moves", "", Some(body.clone())).await;
        assert_eq!(answer.status, status, "{body}: {}", answer.text);
    }
}

async fn moves_are_made_again_and_silence_gives_no_more_than_a_persons_pace(database: &Database) {
    let service = service(database).await;
    let (session, seed) = start(&service).await;
    for (length, seconds) in [(60, 6), (100, 5), (20, 2), (100, 2)] {
        wait(database, seconds).await;
        assert_eq!(checkpoint(&service, &played(&session, seed, length)).await["notRanked"], Value::Null);
    }
    // What may come at once does so but once.
    let (session, seed) = start(&service).await;
    for (length, is_ranked) in [(30, true), (180, false)] {
        wait(database, 1).await;
        let answer = checkpoint(&service, &played(&session, seed, length)).await;
        assert_eq!(answer["notRanked"].is_null(), is_ranked, "{answer}");
    }
    let (session, seed) = start(&service).await;
    wait(database, 20).await;
    assert!(checkpoint(&service, &played(&session, seed, 320)).await["notRanked"].is_string());
}

async fn silence_is_allowed_for_a_time(database: &Database) {
    let service = service_of(Config { offline_minutes: 5, ..config(database) }).await;
    for (minutes, kind) in [(4, "ranked"), (6, "open")] {
        let (session, seed) = start(&service).await;
        wait(database, minutes * 60).await;
        let kept = post(&service, played(&session, seed, 120)).await.json();
        assert_eq!(kept["kind"], kind, "{kept}");
    }
}

async fn sessions_that_were_begun_before_count_as_before(database: &Database) {
    let service = service(database).await;
    let (session, seed) = start(&service).await;
    database.execute("UPDATE sessions SET started = 0, seen = 0").await;
    let kept = post(&service, played(&session, seed, 120)).await.json();
    assert_eq!((&kept["kind"], &kept["pace"]), (&json!("ranked"), &Value::Null));
}

async fn moves_that_come_at_once_share_a_transaction(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let metrics: Arc<Metrics> = Arc::default();
    let writer = Writer::start(store.clone(), Arc::clone(&metrics));
    let board = Board { id: "r".into(), kind: "ranked".into(), ..Board::default() };
    let session = |number: i64| {
        let id = format!("s{number}");
        Session { id, board: "r".into(), seen: 5, started: 5, expires: i64::MAX, ..Session::default() }
    };
    for number in 0..60 {
        store.add_session(&session(number), &board, None, 0).await.unwrap();
    }
    let mut sent = JoinSet::new();
    for number in 0..60 {
        let session =
            Session { moves: "Gw".into(), length: number, seen: 1_000, checkpoints: 1, ..session(number) };
        // Of every tenth one something else came meanwhile.
        let checkpoint = Checkpoint { session, seen_before: if number % 10 == 0 { 4 } else { 5 } };
        let writer = writer.clone();
        sent.spawn(async move { (number, writer.keep_checkpoint(checkpoint).await.unwrap()) });
    }
    for (number, is_kept) in sent.join_all().await {
        assert_eq!(is_kept, number % 10 != 0, "{number}");
        let stored = store.session(&format!("s{number}")).await.unwrap().unwrap();
        let of_it = if is_kept { (1, number, 1_000) } else { (0, 0, 5) };
        assert_eq!((stored.checkpoints, stored.length, stored.seen), of_it, "{number}");
    }
    let transactions = metrics.transactions.load(Ordering::Relaxed);
    assert!(transactions <= 3, "{transactions}");
    store.close().await;
}
