//! Databases of older versions: they open, and nothing in them is lost.

use crate::common::before::{EXPORT_2, VERSION_4, make};
use crate::common::{Database, config, game, get, post, with_both_databases};
use polymerge::Mode;
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::export;
use polymerge_server::store::Store;
use polymerge_server::token::sha256;
use serde_json::json;
use sqlx::Connection;

with_both_databases! {
    on disk:
    a_database_of_version_4_opens_with_all_that_it_has
    a_database_of_version_4_that_can_only_be_read_says_what_helps
    long_chains_of_version_4_have_one_origin
    boards_of_version_1_get_their_modes
    an_export_of_format_2_is_imported
}

async fn long_chains_of_version_4_have_one_origin(database: &Database) {
    let mut statements =
        "INSERT INTO boards (id, kind, title, source, mode) VALUES ('b', 'open', 'T', '{}', 'h');".to_owned();
    for number in 0..12 {
        let follows = if number == 0 { String::new() } else { format!("c{}", number - 1) };
        statements += &format!(
            "INSERT INTO scores (id, board, hash, seed, moves, length, score, name, token, created, hidden, \
             verified_by, follows) VALUES ('c{number}', 'b', 'c{number}', '7', 'Gw', 4, {number}, 'N', \
             't{number}', {number}, 0, 'x', '{follows}');"
        );
    }
    make(database, 4, &statements).await;
    let store = Store::open_existing(&database.address).await.unwrap().unwrap();
    for number in 0..12 {
        let origin = store.score(&format!("c{number}")).await.unwrap().unwrap().origin;
        assert_eq!(origin, if number == 0 { "" } else { "c0" }, "{number}");
    }
}

async fn a_database_of_version_4_opens_with_all_that_it_has(database: &Database) {
    make(database, 4, VERSION_4).await;
    let store = Store::open_existing(&database.address).await.unwrap().unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    let mut text = Vec::new();
    assert_eq!(export::write(&store, &mut text).await.unwrap(), 13);
    let text = String::from_utf8(text).unwrap();
    for line in VERSION_4.lines().filter(|line| line.starts_with("INSERT INTO scores ")) {
        // The name of the game, and its moves.
        let values: Vec<&str> = line.split('\'').collect();
        for part in [values[1], values[9]] {
            assert!(text.contains(&format!("\"{part}\"")), "{part}");
        }
    }
    assert_eq!(store.blocked().await.unwrap(), ["bad", "badword"]);
    assert_eq!(store.daily_secret().await.unwrap().len(), 32);
    let boards = get(&service, "/v1/boards").await.json()["boards"].as_array().unwrap().clone();
    assert_eq!(boards.iter().map(|board| board["games"].as_i64().unwrap()).sum::<i64>(), 11);
    let again = admin::reverify(&store, &config(database), false).await.unwrap();
    assert_eq!((again.good, again.bad), (13, vec![]));
    // Playing the games again has drawn their last boards.
    for score in store.all_scores("", 20).await.unwrap() {
        let ending = store.ending(&score.id).await.unwrap().unwrap();
        assert!(ending.board.starts_with("[["), "{ending:?}");
        assert!(ending.svg().unwrap().starts_with("<svg"), "{score:?}");
    }
    // It takes games, among them one that it has.
    assert!(post(&service, game("2048", 77, 40)).await.status.is_success());
}

async fn a_database_of_version_4_that_can_only_be_read_says_what_helps(database: &Database) {
    make(database, 4, VERSION_4).await;
    if database.file().is_some() {
        // As the service had made it.
        database.execute("PRAGMA journal_mode = WAL").await;
    }
    let said = Store::open_existing(&database.read_only()).await.unwrap_err().to_string();
    for part in ["can't be written", "of version 4", "with the command backup, and use the copy"] {
        assert!(said.contains(part), "{said}");
    }
    if database.file().is_some() {
        // The advice is good.
        let copy = database.file().unwrap().with_file_name("copy.db");
        let to_copy = Store::open_to_copy(&database.read_only()).await.unwrap().unwrap();
        assert_eq!(to_copy.backup(&copy).await.unwrap().games, 13);
        let store = Store::open_existing(&format!("sqlite:{}", copy.display())).await.unwrap().unwrap();
        assert_eq!(export::write(&store, &mut Vec::new()).await.unwrap(), 13);
        store.close().await;
    }
    // Names and moves that another version has indexed are no hindrance.
    Store::open(&database.address).await.unwrap().close().await;
    database.execute("UPDATE meta SET value = 'older' WHERE name IN ('skeletons', 'heads')").await;
    let store = Store::open_existing(&database.read_only()).await.unwrap().unwrap();
    assert_eq!(export::write(&store, &mut Vec::new()).await.unwrap(), 13);
    store.close().await;
}

async fn boards_of_version_1_get_their_modes(database: &Database) {
    let hash = |mode: &Mode| sha256(format!("code {}", mode.to_code().unwrap()).as_bytes());
    let dive = Mode::built_in("dive").unwrap();
    let plain = hash(&Mode::built_in("2048").unwrap());
    let board = |id: &str, kind: &str, mode: &str| {
        format!("INSERT INTO boards VALUES ('{id}', '{kind}', 'T', '{{\"mode\":\"{mode}\"}}');")
    };
    let open = format!("open-{}", &plain[..32]);
    let custom = format!("open-{}", &hash(&dive)[..32]);
    let statements = [
        board(&open, "open", "2048"),
        board(&custom, "open", &dive.to_code().unwrap()),
        board("daily-2026-11-01", "daily", "2048"),
        // Another mode has this name now; and a mode that nothing reads any more.
        board("open-00000000000000000000000000000000", "open", "2048"),
        board("open-11111111111111111111111111111111", "open", "@x"),
        "INSERT INTO scores SELECT 'g' || id, id, id, '7', 'Gw', 4, 0, 'Ann', 't', 1, 0, 'x' FROM boards"
            .to_owned(),
    ];
    make(database, 1, &statements.concat()).await;
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    let listed = get(&service, "/v1/boards?mode=2048").await.json();
    let ids: Vec<&str> =
        listed["boards"].as_array().unwrap().iter().map(|board| board["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [open.as_str(), "daily-2026-11-01"]);
    assert_eq!(get(&service, "/v1/boards?mode=dive").await.json()["boards"][0]["id"], json!(custom));
    assert!(store.code(&plain).await.unwrap().is_some());
    let other = get(&service, "/v1/boards/open-00000000000000000000000000000000").await.json();
    assert_eq!(other["modeHash"], "");
    assert_eq!(get(&service, "/v1/boards").await.json()["boards"].as_array().unwrap().len(), 5);
}

async fn an_export_of_format_2_is_imported(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let imported = export::read(&store, EXPORT_2.as_bytes(), false).await.unwrap();
    assert_eq!(imported, export::Imported { new: 13, ..export::Imported::default() });
    let again = admin::reverify(&store, &config(database), false).await.unwrap();
    assert_eq!((again.good, again.bad), (13, vec![]));
    assert_eq!(store.blocked().await.unwrap(), ["bad", "badword"]);
}

#[tokio::test]
async fn old_sessions_are_found_by_an_index() {
    let database = Database::on_disk();
    make(&database, 4, "").await;
    Store::open(&database.address).await.unwrap().close().await;
    let mut connection = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
    let plan: Vec<(i64, i64, i64, String)> =
        sqlx::query_as("EXPLAIN QUERY PLAN DELETE FROM sessions WHERE expires < 5")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    assert!(plan.iter().any(|(.., step)| step.contains("sessions_by_expires")), "{plan:?}");
    connection.close().await.unwrap();
    database.erase().await;
}
