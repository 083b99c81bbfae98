//! Databases that fail: each answer is right or names the failure, and nothing is made up.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::common::lock::Lock;
use crate::common::{Answer, Database, ask, config, game, get, post, service, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge_server::api::{OPENAPI, Service, router};
use polymerge_server::config::Config;
use polymerge_server::export;
use polymerge_server::store::{Store, Trouble};
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    without_one_of_its_tables_the_service_makes_nothing_up
    a_locked_database_is_unavailable
    a_database_that_can_only_be_read_shows_boards_and_takes_nothing
    a_database_of_a_newer_version_is_refused_with_advice
    stored_data_that_make_no_sense_are_a_failure
    a_connection_that_breaks_is_made_again
    a_file_that_was_moved_takes_no_games
    a_database_that_was_cut_is_not_exported_as_if_it_were_whole
}

/// A service with games on boards of each kind, and the requests to it.
struct Played {
    service: Router,
    token: String,
    game: Value,
    /// Methods, addresses and bodies.
    requests: Vec<(&'static str, String, Option<Value>)>,
}

async fn played(database: &Database) -> Played {
    let service = service(database).await;
    let first = post(&service, game("2048", 1, 60)).await.json();
    let today = get(&service, "/v1/daily").await.json();
    let mut daily =
        game(today["mode"].as_str().unwrap(), today["seed"].as_str().unwrap().parse().unwrap(), 50);
    daily["daily"] = today["date"].clone();
    post(&service, daily).await;
    post(&service, game("dive", 2, 60)).await;
    let [id, board] = ["id", "board"].map(|key| first[key].as_str().unwrap().to_owned());
    let gets = [
        format!("/v1/scores/{id}"),
        "/v1/scores/none".to_owned(),
        format!("/v1/scores/{id}/board.svg"),
        "/v1/boards?mode=2048".to_owned(),
        format!("/v1/boards/{board}"),
        format!("/v1/boards/{board}/scores"),
        "/v1/boards/none/scores".to_owned(),
        "/v1/daily".to_owned(),
        "/v1/daily/calendar".to_owned(),
        "/v1/seasons".to_owned(),
        "/v1/seasons/current".to_owned(),
        "/v1/profile".to_owned(),
        "/v1/player".to_owned(),
        "/readyz".to_owned(),
    ];
    let mut requests: Vec<_> = gets.into_iter().map(|path| ("GET", path, None)).collect();
    requests.push(("POST", "/v1/scores".to_owned(), Some(game("2048", 1, 60))));
    requests.push(("PATCH", format!("/v1/scores/{id}"), Some(json!({ "name": first["name"] }))));
    let token = first["claimToken"].as_str().unwrap().to_owned();
    Played { service, token, game: first, requests }
}

impl Played {
    async fn ask(&self, (method, path, body): &(&'static str, String, Option<Value>)) -> Answer {
        without_number(ask(&self.service, method, path, &self.token, body.clone()).await)
    }

    async fn answers(&self) -> Vec<(StatusCode, String)> {
        let mut answers = Vec::new();
        for request in &self.requests {
            let answer = self.ask(request).await;
            answers.push((answer.status, answer.said()));
        }
        answers
    }
}

/// An answer without the number of its request, which no two share.
fn without_number(mut answer: Answer) -> Answer {
    if let Ok(Value::Object(mut object)) = serde_json::from_str(&answer.text)
        && object.remove("request").is_some()
    {
        answer.text = Value::Object(object).to_string();
    }
    answer
}

/// An answer that the database fails, and when to ask again; it is described.
fn assert_unavailable(answer: &Answer, what: &str) {
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{what}: {}", answer.text);
    assert_eq!(answer.json()["kind"], "unavailable", "{what}");
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() > 0, "{what}");
}

/// A new game of its own seed, of a mode that no other request asks for. Its player has a name of
/// their own: two players with one name that is drawn would get marks.
async fn new_game(service: &Router, seed: u64) -> Answer {
    let mut game = game("classic", seed, 40);
    game["name"] = format!("Player {seed}").into();
    post(service, game).await
}

async fn without_one_of_its_tables_the_service_makes_nothing_up(database: &Database) {
    let played = played(database).await;
    let right = played.answers().await;
    let mut unavailable = BTreeMap::new();
    for (number, table) in ["scores", "boards", "modes", "blocked", "sessions", "meta"].iter().enumerate() {
        database.execute(&format!("ALTER TABLE {table} RENAME TO gone")).await;
        // The last answer of `/readyz` is good for a second.
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        for (request, right) in played.requests.iter().zip(&right) {
            let (answer, what) =
                (played.ask(request).await, format!("{} {} without {table}", request.0, request.1));
            if answer.status != right.0 {
                assert_unavailable(&answer, &what);
                *unavailable.entry(*table).or_insert(0) += 1;
            } else {
                assert_eq!(answer.said(), right.1, "{what}");
            }
        }
        let answer = new_game(&played.service, 100 + number as u64).await;
        let session =
            ask(&played.service, "POST", "/v1/sessions", "", Some(json!({ "mode": "classic" }))).await;
        database.execute(&format!("ALTER TABLE gone RENAME TO {table}")).await;
        for answer in [answer, session].iter().filter(|answer| answer.status != StatusCode::CREATED) {
            assert_unavailable(answer, table);
        }
        // The game that was not taken is new.
        assert!(new_game(&played.service, 200 + number as u64).await.status == StatusCode::CREATED);
    }
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(played.answers().await, right);
    assert!(
        unavailable["scores"] >= 6 && unavailable["boards"] >= 5 && unavailable["meta"] >= 4,
        "{unavailable:?}"
    );
}

/// The tables that a game is written to.
const TABLES: &str = "scores, sessions, meta, boards IN ACCESS EXCLUSIVE MODE";

async fn a_locked_database_is_unavailable(database: &Database) {
    let played = played(database).await;
    let right = played.answers().await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let lock = Lock::of(database, TABLES).await;
    let start = std::time::Instant::now();
    // Several at once, as players would: none waits for the locks of those before it.
    let games = (0..8).map(|seed| {
        let service = played.service.clone();
        tokio::spawn(async move { new_game(&service, 300 + seed).await })
    });
    let ready = (0..8).map(|_| {
        let service = played.service.clone();
        tokio::spawn(async move { get(&service, "/readyz").await })
    });
    for answer in games.chain(ready).collect::<Vec<_>>() {
        assert_unavailable(&answer.await.unwrap(), "locked");
    }
    assert!(start.elapsed() < Duration::from_secs(25), "{:?}", start.elapsed());
    lock.release().await;
    assert_eq!(new_game(&played.service, 300).await.status, StatusCode::CREATED);
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let again = played.answers().await;
    assert_eq!(again[0], right[0]);
    assert_eq!(get(&played.service, "/readyz").await.status, StatusCode::OK);
}

async fn a_database_that_can_only_be_read_shows_boards_and_takes_nothing(database: &Database) {
    let played = played(database).await;
    let config = Config { database: database.read_only(), ..config(database) };
    let store = Store::open(&config.database).await.unwrap();
    let reading = router(Service::new(config, store.clone()).await.unwrap());
    for (method, path, body) in &played.requests {
        let answer = without_number(ask(&reading, method, path, &played.token, body.clone()).await);
        match (*method, path.as_str()) {
            ("GET", "/readyz") | ("PATCH", _) => assert_unavailable(&answer, path),
            _ => {
                let right = ask(&played.service, method, path, &played.token, body.clone()).await;
                assert_eq!((answer.status, answer.said()), (right.status, right.said()), "{path}");
            }
        }
    }
    assert_unavailable(&new_game(&reading, 9).await, "a new game");
    assert_eq!(store.ping(0).await.unwrap_err().trouble(), Trouble::ReadOnly);
    // A backup needs no more than that.
    let mut text = Vec::new();
    assert_eq!(export::write(&store, &mut text).await.unwrap(), 3);
    let refused = export::read(&store, &text[..], false).await.unwrap_err().to_string();
    assert!(refused.contains("can't be written"), "{refused}");
}

async fn a_database_of_a_newer_version_is_refused_with_advice(database: &Database) {
    Store::open(&database.address).await.unwrap().close().await;
    let newer = "INSERT INTO _sqlx_migrations SELECT 999, description, installed_on, success, checksum, \
                 execution_time FROM _sqlx_migrations WHERE version = 1";
    database.execute(newer).await;
    let opened = [
        Store::open(&database.address).await.map(drop),
        Store::open_existing(&database.address).await.map(drop),
    ];
    for error in opened.map(Result::unwrap_err) {
        assert_eq!(error.trouble(), Trouble::OtherVersion);
        let said = error.to_string();
        for part in ["another version", "version 999", "use the newest version", "import a backup"] {
            assert!(said.contains(part), "{said}");
        }
        assert!(!said.contains("migration"), "{said}");
    }
}

async fn stored_data_that_make_no_sense_are_a_failure(database: &Database) {
    let played = played(database).await;
    let id = played.game["id"].as_str().unwrap();
    let board = played.game["board"].as_str().unwrap();
    let damaged = [
        (
            "DELETE FROM endings; UPDATE boards SET source = 'x'",
            vec![
                format!("/v1/scores/{id}"),
                format!("/v1/boards/{board}"),
                format!("/v1/boards/{board}/scores"),
                "/v1/boards?mode=2048".to_owned(),
                "/v1/boards".to_owned(),
                format!("/v1/scores/{id}/board.svg"),
            ],
        ),
        (
            "UPDATE boards SET source = '{\"mode\":\"2048\"}'; UPDATE scores SET seed = 'x'",
            vec![format!("/v1/scores/{id}/board.svg")],
        ),
        ("UPDATE scores SET seed = '1', length = -1", vec![format!("/v1/scores/{id}/board.svg")]),
    ];
    for (statements, paths) in damaged {
        database.execute(statements).await;
        for path in paths {
            let answer = get(&played.service, &path).await;
            assert_eq!(
                answer.status,
                StatusCode::INTERNAL_SERVER_ERROR,
                "{statements}: {path}: {}",
                answer.text
            );
            assert_eq!(answer.json()["kind"], "failed", "{path}");
        }
    }
    // Playing all games again tells them, and misses none.
    let store = Store::open(&database.address).await.unwrap();
    let found = polymerge_server::admin::reverify(&store, &config(database), false).await.unwrap();
    assert_eq!((found.good, found.bad.len()), (0, 3), "{found:?}");
}

async fn a_connection_that_breaks_is_made_again(database: &Database) {
    let Some(name) = database.schema() else { return };
    let played = played(database).await;
    let kill = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}' \
         AND pid <> pg_backend_pid() AND query NOT LIKE 'BEGIN; LOCK%'"
    );
    // Between requests it makes no difference, unless they follow each other at once.
    database.execute(&kill).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(new_game(&played.service, 400).await.status, StatusCode::CREATED);
    // Within one it is told.
    let lock = Lock::of(database, TABLES).await;
    let service = played.service.clone();
    let waiting = tokio::spawn(async move { new_game(&service, 401).await });
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    database.execute(&kill).await;
    assert_unavailable(&waiting.await.unwrap(), "broken");
    lock.release().await;
    assert_eq!(new_game(&played.service, 401).await.status, StatusCode::CREATED);
}

async fn a_file_that_was_moved_takes_no_games(database: &Database) {
    let Some(file) = database.file() else { return };
    let played = played(database).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let away = file.with_extension("away");
    std::fs::rename(file, &away).unwrap();
    assert_unavailable(&new_game(&played.service, 500).await, "moved");
    assert_unavailable(&get(&played.service, "/readyz").await, "moved");
    // Another file in its place is not taken for it.
    std::fs::write(file, "").unwrap();
    assert_unavailable(&new_game(&played.service, 500).await, "replaced");
    std::fs::rename(&away, file).unwrap();
    assert_eq!(new_game(&played.service, 500).await.status, StatusCode::CREATED);
}

async fn a_database_that_was_cut_is_not_exported_as_if_it_were_whole(database: &Database) {
    let Some(file) = database.file() else { return };
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    for seed in 0..40 {
        assert_eq!(new_game(&service, seed).await.status, StatusCode::CREATED);
    }
    store.close().await;
    // The log beside the file holds whole games, too, as long as it was not taken over.
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let whole = std::fs::read(file).unwrap();
    for parts in 1..8 {
        // Each part is a file of its own: connections to the one before may still be closing.
        let cut = file.with_extension(format!("cut-{parts}"));
        std::fs::write(&cut, &whole[..whole.len() * parts / 8]).unwrap();
        let exported = async {
            let store = Store::open_existing(&format!("sqlite:{}", cut.display())).await?;
            export::write(&store.ok_or("no database")?, &mut Vec::new()).await
        };
        let said = exported.await.expect_err(&format!("{parts} of 8")).to_string();
        assert!(said.contains("damaged"), "{parts} of 8: {said}");
    }
}

#[test]
fn each_answer_from_the_database_is_described_as_perhaps_unavailable() {
    let described: Value = serde_json::from_str(OPENAPI).unwrap();
    for (path, operations) in described["paths"].as_object().unwrap() {
        let needs_none = ["/healthz", "/openapi.json", "/operator", "/operator.js"];
        let needs_none = needs_none.contains(&path.as_str());
        for (method, operation) in
            operations.as_object().unwrap().iter().filter(|(key, _)| *key != "parameters")
        {
            assert_ne!(operation["responses"].get("503").is_some(), needs_none, "{method} {path}");
        }
    }
}
