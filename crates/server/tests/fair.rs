//! Games of one client don't stand in the way of others, and no game is played twice.

use std::sync::Arc;

use crate::common::{
    Answer, Database, act, ask, config, game, get, post, send, service, service_of, until,
    with_both_databases,
};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use polymerge::{Limits, Opened, open};
use polymerge_server::api::{Service, Shared, router};
use polymerge_server::config::Config;
use polymerge_server::store::Store;
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    the_picture_of_a_game_is_stored_when_it_is_taken
    a_last_board_is_shown_as_it_is_stored
    a_game_of_an_older_database_is_drawn_once
    a_picture_goes_with_its_game
}

async fn shared(config: Config) -> Shared {
    let store = Store::open(&config.database).await.unwrap();
    Service::new(config, store).await.unwrap()
}

async fn the_picture_of_a_game_is_stored_when_it_is_taken(database: &Database) {
    let service = shared(config(database)).await;
    let router = router(Arc::clone(&service));
    let kept = post(&router, game("2048", 1, 60)).await.json();
    let id = kept["id"].as_str().unwrap();
    // Nothing is left of the game that could be played.
    database.execute("UPDATE scores SET moves = '', length = 0").await;
    let worked = service.pool.worked();
    let picture = get(&router, &format!("/v1/scores/{id}/board.svg")).await;
    assert_eq!((picture.status, picture.text.starts_with("<svg")), (StatusCode::OK, true));
    assert_eq!(service.pool.worked(), worked);
    let shown = get(&router, &format!("/v1/scores/{id}")).await.json();
    assert_eq!(shown["lastBoard"].as_array().map(Vec::len), Some(4), "{shown}");
    assert!(shown.get("noLastBoard").is_none());
}

/// Stored boards, and the part of them that the answer has.
async fn a_last_board_is_shown_as_it_is_stored(database: &Database) {
    let router = service(database).await;
    let kept = post(&router, game("2048", 1, 60)).await.json();
    let path = format!("/v1/scores/{}", kept["id"].as_str().unwrap());
    let board = "[[[123456789012345678901234567890]]]";
    let update = |board: &str| format!("UPDATE endings SET board = '{board}'");
    database.execute(&update(board)).await;
    let text = get(&router, &path).await.text;
    assert!(text.contains(&format!("\"lastBoard\":{board}")), "{text}");
    let deep = format!("[[{}{}]]", "[".repeat(500), "]".repeat(500));
    let [half, deep, none] = [r#"[["a\ud800b"]]"#, &deep, ""].map(update);
    let none_is_left = "DELETE FROM endings";
    for (change, why) in
        [(&*half, "unusual"), (&deep, "unusual"), (&none, "too-long"), (none_is_left, "not-drawn")]
    {
        database.execute(change).await;
        let shown = get(&router, &path).await.json();
        assert_eq!((&shown["lastBoard"], &shown["noLastBoard"]), (&Value::Null, &json!(why)));
    }
}

async fn a_game_of_an_older_database_is_drawn_once(database: &Database) {
    let router = service(database).await;
    let kept = post(&router, game("2048", 1, 60)).await.json();
    let path = format!("/v1/scores/{}/board.svg", kept["id"].as_str().unwrap());
    let right = get(&router, &path).await.text;
    // Games of older databases have no picture once their tables are brought up to date.
    database.execute("DELETE FROM endings").await;
    let service = shared(config(database)).await;
    let router = polymerge_server::api::router(Arc::clone(&service));
    let drawn = || service.metrics.drawn.load(std::sync::atomic::Ordering::Relaxed);
    for _ in 0..3 {
        let picture = get(&router, &path).await;
        assert_eq!((picture.status, picture.text == right), (StatusCode::OK, true));
    }
    assert_eq!(drawn(), 1);
    // Games that were handed in are counted, and no others.
    assert!(!service.metrics.page(&service.pool).contains("polymerge_game_seconds_count"));
    // Nor is one that can't be drawn tried again.
    let moves = service.store.score(kept["id"].as_str().unwrap()).await.unwrap().unwrap().moves;
    database.execute("DELETE FROM endings; UPDATE scores SET moves = '!'").await;
    for _ in 0..3 {
        let answer = get(&router, &path).await;
        assert_eq!(
            (answer.status, &answer.json()["kind"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("no-picture"))
        );
    }
    assert_eq!(drawn(), 2);
    // A later version or other limits may draw it.
    database.execute(&format!("UPDATE scores SET moves = '{moves}'")).await;
    let picture = get(&polymerge_server::api::router(shared(config(database)).await), &path).await;
    assert_eq!((picture.status, picture.text == right), (StatusCode::OK, true));
}

async fn a_picture_goes_with_its_game(database: &Database) {
    let service = shared(config(database)).await;
    let router = router(Arc::clone(&service));
    for is_hidden in [false, true] {
        let kept = post(&router, game("2048", 1 + u64::from(is_hidden), 60)).await.json();
        let [id, token] = ["id", "claimToken"].map(|key| kept[key].as_str().unwrap());
        act!(service.store, hide(id, is_hidden, ""));
        assert!(service.store.ending(id).await.unwrap().is_some());
        let erased = ask(&router, "DELETE", &format!("/v1/scores/{id}"), token, None).await;
        assert_eq!(erased.status, StatusCode::NO_CONTENT);
        assert_eq!(service.store.ending(id).await.unwrap(), None);
    }
}

/// A mode that does nearly as much in each move as it may. Its board is so large that no game ends soon.
fn dear() -> String {
    let text = r#"{
        "extends": "classic.jsonc", "grid": "16x16",
        "scripts": [{ "on": "EndTurn", "do": [0, "@repeat", 20000, "+", 1, "@end-repeat"] }],
    }"#;
    let Opened::Mode(mode) = open(text, &Limits::strict()).unwrap() else { panic!("this is a mode") };
    mode.to_code().unwrap()
}

/// Hands in a game as a client whose address a proxy names.
async fn post_from(router: &Router, address: &str, body: Value) -> Answer {
    let request = Request::post("/v1/scores").header("content-type", "application/json");
    let request = request.header("x-forwarded-for", address).body(Body::from(body.to_string()));
    send(router, request.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn short_games_pass_the_long_ones_of_others() {
    let config = Config { trusted_hops: 1, threads: 1, work: 1 << 40, ..config(&Database::sqlite()) };
    let service = shared(config).await;
    let router = router(Arc::clone(&service));
    let mut hostile = Vec::new();
    for number in 0..10 {
        let mut body = game("2048", number, 40_000);
        body["mode"] = json!(dear());
        let (router, address) = (router.clone(), format!("10.66.0.{number}"));
        hostile.push(tokio::spawn(async move { post_from(&router, &address, body).await.status }));
    }
    until("five long games are begun", || service.pool.waiting().begun >= 5).await;
    for seed in 0..5 {
        let answer = post_from(&router, "10.1.0.1", game("2048", 1_000 + seed, 120)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        assert!(service.pool.waiting().begun >= 5, "the long games were done first");
    }
    hostile.iter().for_each(tokio::task::JoinHandle::abort);
}

/// The long games of forty clients take all places of the queue.
#[tokio::test(flavor = "multi_thread")]
async fn forty_clients_with_long_games_lock_no_one_out() {
    let config = Config { trusted_hops: 1, threads: 1, work: 1 << 40, ..config(&Database::sqlite()) };
    let service = shared(config).await;
    let router = router(Arc::clone(&service));
    let mut body = game("2048", 1, 40_000);
    body["mode"] = json!(dear());
    let mut hostile = Vec::new();
    for number in 0..120 {
        let (router, address) = (router.clone(), format!("10.66.0.{}", number % 40));
        let mut body = body.clone();
        body["seed"] = json!(number.to_string());
        hostile.push(tokio::spawn(async move { post_from(&router, &address, body).await }));
    }
    let waiting = || service.pool.waiting();
    let is_full = || waiting().begun >= 30 && waiting().begun + waiting().fresh >= 64;
    until("long games take all places", is_full).await;
    assert!(!service.pool.is_full());
    for number in 0..5 {
        let address = format!("10.1.0.{number}");
        let answer = post_from(&router, &address, game("2048", 1_000 + number, 120)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    }
    assert!(waiting().begun >= 30, "the long games were done first");
    // Who has lost a place is told so.
    let refused = hostile.iter().position(tokio::task::JoinHandle::is_finished).unwrap();
    let refused = hostile.swap_remove(refused).await.unwrap();
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE, "{}", refused.text);
    assert!(refused.headers.contains_key("retry-after"));
    hostile.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_used_up_the_share_is_refused_before_anything_is_played() {
    let config = Config {
        trusted_hops: 1,
        threads: 1,
        client_percent: 1,
        client_seconds: 1,
        ..config(&Database::sqlite())
    };
    let service = shared(config).await;
    let router = router(Arc::clone(&service));
    let mut body = game("2048", 1, 20_000);
    body["mode"] = json!(dear());
    let mut answer = post_from(&router, "10.66.0.1", body.clone()).await;
    for seed in 2..50 {
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        body["seed"] = json!(seed.to_string());
        answer = post_from(&router, "10.66.0.1", body.clone()).await;
    }
    assert_eq!((answer.status, &answer.json()["kind"]), (StatusCode::TOO_MANY_REQUESTS, &json!("used-up")));
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() > 0);
    let worked = service.pool.worked();
    assert_eq!(
        post_from(&router, "10.66.0.1", game("2048", 1, 40)).await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
    assert_eq!(service.pool.worked(), worked);
    assert_eq!(post_from(&router, "10.1.0.1", game("2048", 1, 40)).await.status, StatusCode::CREATED);
    let page = service.metrics.page(&service.pool);
    assert!(page.contains("polymerge_games_over_share_total 2\n"), "{page}");
    assert!(page.contains("polymerge_game_seconds_count{mode=\"001-2048\",result=\"good\"} 1\n"), "{page}");
    assert!(
        page.contains("polymerge_answer_seconds_count{route=\"/v1/scores\",status=\"429\"} 2\n"),
        "{page}"
    );
}

/// Names that mean the same mode are counted as one, and none of them breaks the page.
#[tokio::test]
async fn strangers_make_no_lines_of_the_counters() {
    let service = shared(config(&Database::sqlite())).await;
    let router = router(Arc::clone(&service));
    let names = ["2048", " 2048", "\n2048\n", "001-2048", "\t1", "2048.jsonc", "1\"} 1\n"];
    let mut taken = 0;
    for (seed, name) in names.into_iter().enumerate() {
        let mut body = game("2048", seed as u64, 40);
        body["mode"] = json!(name);
        taken += usize::from(post(&router, body).await.status == StatusCode::CREATED);
    }
    assert_eq!(taken, names.len() - 1);
    let page = service.metrics.page(&service.pool);
    let counts: Vec<&str> =
        page.lines().filter(|line| line.starts_with("polymerge_game_seconds_count")).collect();
    assert_eq!(counts, ["polymerge_game_seconds_count{mode=\"001-2048\",result=\"good\"} 6"]);
    let is_line = |line: &str| line.starts_with("# ") || line.starts_with("polymerge_");
    assert!(page.lines().all(is_line), "{page}");
}

#[tokio::test]
async fn who_is_ready_says_how_many_wait() {
    let answer = get(&service_of(config(&Database::sqlite())).await, "/readyz").await.json();
    assert_eq!(answer["queue"], json!({ "games": 0, "clients": 0 }));
}
