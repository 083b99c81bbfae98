//! Exports: whole under traffic, and imported whole or not at all.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::{Database, act, config, game, post, with_both_databases};
use polymerge_server::export::{Imported, read, write};
use polymerge_server::store::{Board, New, Score, Store};
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    a_snapshot_shows_one_moment
    an_export_under_traffic_can_be_imported
    a_file_that_is_not_whole_changes_nothing
    a_file_of_an_older_version_is_taken_if_it_may_be_unverified
}

fn new(number: u64) -> New {
    let board =
        Board { id: format!("open-{number}"), kind: "open".into(), source: "{}".into(), ..Board::default() };
    let score = Score {
        id: format!("g{number}"),
        board: board.id.clone(),
        hash: format!("hash {number}"),
        seed: number.to_string(),
        moves: "Gw".into(),
        length: 4,
        name: "Ann".into(),
        token: "t".into(),
        ..Score::default()
    };
    New { board, score, ..New::default() }
}

async fn a_snapshot_shows_one_moment(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    store.keep(&[new(1)]).await.unwrap();
    let mut snapshot = store.snapshot().await.unwrap();
    assert_eq!(snapshot.boards("", 10).await.unwrap().len(), 1);
    store.keep(&[new(2)]).await.unwrap();
    act!(store, block("bad"));
    assert_eq!(snapshot.scores("", 10).await.unwrap().len(), 1);
    assert_eq!(snapshot.blocked().await.unwrap(), [""; 0]);
    snapshot.end().await.unwrap();
    assert_eq!(store.snapshot().await.unwrap().scores("", 10).await.unwrap().len(), 2);
}

async fn an_export_under_traffic_can_be_imported(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    // More than one page, so that games of new boards come between the pages.
    let many: Vec<New> = (0..600).map(new).collect();
    store.keep(&many).await.unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let traffic = tokio::spawn({
        let (store, stop) = (store.clone(), Arc::clone(&stop));
        async move {
            let mut number = 10_000;
            while !stop.load(Ordering::Relaxed) {
                store.keep(&[new(number)]).await.unwrap();
                number += 1;
            }
            number - 10_000
        }
    });
    let mut last = 0;
    for _ in 0..5 {
        let mut text = Vec::new();
        let games = write(&store, &mut text).await.unwrap();
        assert!(games >= last);
        last = games;
        let copy = Store::open("sqlite::memory:").await.unwrap();
        let imported = read(&copy, &text[..], false).await.unwrap();
        assert_eq!(imported, Imported { new: games, ..Imported::default() });
    }
    stop.store(true, Ordering::Relaxed);
    assert!(traffic.await.unwrap() > 0 && last > 600, "{last}");
}

/// An export with a game of each of two boards, as lines.
async fn exported() -> Vec<String> {
    let store = Store::open(&Database::sqlite().address).await.unwrap();
    store.daily_secret().await.unwrap();
    act!(store, block("bad"));
    store.keep(&[new(1), new(2)]).await.unwrap();
    let mut text = Vec::new();
    write(&store, &mut text).await.unwrap();
    String::from_utf8(text).unwrap().split_inclusive('\n').map(str::to_owned).collect()
}

/// Returns all that is stored, as lines.
async fn stored(store: &Store) -> String {
    let mut text = Vec::new();
    write(store, &mut text).await.unwrap();
    String::from_utf8(text).unwrap()
}

async fn a_file_that_is_not_whole_changes_nothing(database: &Database) {
    let lines = exported().await;
    assert_eq!(lines.len(), 9, "{lines:#?}");
    let store = Store::open(&database.address).await.unwrap();
    let empty = stored(&store).await;
    let mut cases: Vec<(String, &str)> = Vec::new();
    for count in 0..lines.len() {
        let said = if count == 0 { "no line that proves" } else { "the file was cut" };
        cases.push((lines[..count].concat(), said));
        // Within a line, and without a line in the middle.
        let half = &lines[count][..lines[count].len() / 2];
        cases.push((lines[..count].concat() + half, "within this line"));
        if count > 0 && count < 8 {
            cases.push(([&lines[..count], &lines[count + 1..]].concat().concat(), ""));
        }
    }
    let whole = lines.concat();
    cases.extend([
        (whole.clone() + &whole, "more behind the last line"),
        (lines[..7].concat() + &whole, "a second export begins"),
        (whole.replacen("\"name\":\"Ann\"", "\"name\":\"Bob\"", 1), "was changed"),
        (whole.replacen("\"format\":4", "\"format\":5", 1), "newer version"),
        (whole.replace('\n', "\r\n"), "was changed"),
        (whole.replacen("\"score\":\"0\"", "\"score\":\"NaN\"", 1), "line 6"),
        (whole.replacen("\"seed\":\"1\"", "\"seed\":\"x\"", 1), "line 6"),
        (lines[1..].concat(), "was changed"),
        ("rubbish".to_owned(), "line 1"),
        (String::new(), "no line that proves"),
    ]);
    for (text, said) in cases {
        let error = read(&store, text.as_bytes(), false).await.unwrap_err().to_string();
        assert!(error.contains(said) && error.ends_with("nothing was imported"), "{error}: {text}");
        assert_eq!(stored(&store).await, empty, "{error}");
    }
    let imported = read(&store, whole.as_bytes(), false).await.unwrap();
    assert_eq!(imported, Imported { new: 2, ..Imported::default() });
    assert_eq!(stored(&store).await, whole);
}

async fn a_file_of_an_older_version_is_taken_if_it_may_be_unverified(database: &Database) {
    let lines = exported().await;
    let old = lines[1..7].concat();
    let store = Store::open(&database.address).await.unwrap();
    let error = read(&store, old.as_bytes(), false).await.unwrap_err().to_string();
    assert!(error.contains("older version") && error.contains("import --unverified"), "{error}");
    // Of an export under traffic, older versions left boards out.
    let board = lines.iter().position(|line| line.contains("\"row\":\"board\"")).unwrap();
    let torn = [&lines[1..board], &lines[board + 1..7]].concat().concat();
    for (text, new, without_board) in [(torn, 1, 1), (old, 1, 0)] {
        let imported = read(&store, text.as_bytes(), true).await.unwrap();
        assert_eq!((imported.new, imported.without_board), (new, without_board));
        assert!(imported.doubt.unwrap().contains("older version"));
    }
    // Also one that was cut.
    let other = Store::open("sqlite::memory:").await.unwrap();
    let cut = read(&other, lines[..6].concat().as_bytes(), true).await.unwrap();
    assert_eq!((cut.new, cut.doubt.is_some()), (1, true));
}

#[tokio::test]
async fn what_the_service_takes_is_in_the_export() {
    let database = Database::sqlite();
    let config = config(&database);
    let store = Store::open(&config.database).await.unwrap();
    let service = polymerge_server::api::router(
        polymerge_server::api::Service::new(config, store.clone()).await.unwrap(),
    );
    let mut changed = game("2048", 5, 40);
    changed["modifiersCode"] = json!("grid=5x5");
    for body in [game("dive", 1, 30), changed] {
        assert!(post(&service, body).await.status.is_success());
    }
    let lines: Vec<Value> =
        stored(&store).await.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let end = lines.last().unwrap();
    assert_eq!((&end["row"], &end["games"], &end["boards"]), (&json!("end"), &json!(2), &json!(2)));
    assert_eq!((&lines[0]["row"], &end["meta"]), (&json!("export"), &json!(1)));
}

/// Tables and columns that are not in an export: computed from others, of this database alone, or
/// good for minutes only.
const NOT_EXPORTED: [&str; 8] = [
    "_sqlx_migrations",
    "audit",
    "endings", // drawn anew
    "sessions",
    "scores.looks",
    "scores.reads",
    "scores.head",
    "reports.closed",
];

#[tokio::test]
async fn a_table_that_is_added_is_exported_or_named_here() {
    use sqlx::Connection;

    let database = Database::on_disk();
    let store = Store::open(&database.address).await.unwrap();
    store.daily_secret().await.unwrap();
    act!(store, block("bad"));
    let mut game = new(1);
    game.code = Some("code".into());
    (game.board.mode, game.score.request) = ("hash".into(), "request".into());
    let text = || "text".to_owned();
    let score = &mut game.score;
    (score.origin, score.reason, score.program, score.pace) = (text(), text(), text(), text());
    store.keep(&[game]).await.unwrap();
    act!(store, hide_board("open-1", true, "reason"));
    store.keep_link("#/play/dive", 1).await.unwrap();
    let rows = [
        json!({ "row": "token", "token": "u", "player": "t", "revoked": true }),
        json!({ "row": "report", "id": "r", "score": "g1", "kind": "other", "words": "w", "reporter": "x", "at": 1 }),
    ];
    let rows = rows.map(|row| format!("{row}\n")).concat();
    read(&store, rows.as_bytes(), true).await.unwrap();
    let text = stored(&store).await;
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row_of = [
        ("meta", "meta"),
        ("blocked", "blocked"),
        ("modes", "mode"),
        ("boards", "board"),
        ("scores", "score"),
        ("players", "player"),
        ("tokens", "token"),
        ("hidden_boards", "hiddenBoard"),
        ("reports", "report"),
        ("links", "link"),
    ];
    let mut connection = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
    let select = "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c \
                  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";
    let columns: Vec<(String, String)> = sqlx::query_as(select).fetch_all(&mut connection).await.unwrap();
    assert!(columns.len() > 25, "{columns:?}");
    for (table, column) in columns {
        let names = [table.as_str(), &format!("{table}.{column}")];
        if names.iter().any(|name| NOT_EXPORTED.contains(name)) {
            continue;
        }
        let row = row_of.iter().find(|(name, _)| *name == table).map(|(_, row)| *row);
        let line = lines.iter().find(|line| row.is_some_and(|row| line["row"] == row));
        let is_there = line.is_some_and(|line| line.get(&column).is_some());
        assert!(is_there, "{table}.{column} is not in the export, and would be lost by a restore");
    }
    connection.close().await.unwrap();
    database.erase().await;
}
