//! Copies of a database that is a file, and exports that are restored while games come in.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::common::{AT_MOST, Database, ask, config, game, post, until, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::export::{Imported, read, write};
use polymerge_server::store::{NoCopy, Store};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

with_both_databases! {
    on disk:
    an_export_of_a_busy_service_is_restored_into_a_busy_one
    what_is_no_file_is_not_copied
}

/// Each player has seeds of their own.
static PLAYERS: AtomicU64 = AtomicU64::new(1);

/// A service that gets games until it is stopped; each game has a board of its own, as far as
/// there are such boards, and some are renamed, hidden and erased.
struct Busy {
    store: Store,
    stop: Arc<AtomicBool>,
    /// The number of games that were played.
    played: Arc<AtomicU64>,
    players: Vec<JoinHandle<()>>,
}

/// A number in letters of which none looks like another: no two players have one name.
fn in_letters(number: u64) -> String {
    number.to_string().bytes().map(|digit| char::from(b"abcdefghjk"[usize::from(digit - b'0')])).collect()
}

/// Plays games of one player until the end, and counts them.
async fn play(service: Router, store: Store, stop: Arc<AtomicBool>, played: Arc<AtomicU64>, player: u64) {
    let mut number = 0;
    while !stop.load(Ordering::Relaxed) {
        let side = 3 + (number / 20 + player * 7) % 28;
        let mut body = game("2048", player * 1_000_000 + number, 30);
        body["modifiersCode"] = json!(format!("grid={}x{}", side, 3 + number % 20));
        let answer = post(&service, body).await;
        // An import holds the tables: clients are asked to send the same again.
        if answer.status == StatusCode::SERVICE_UNAVAILABLE {
            continue;
        }
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        let (game, path) = (answer.json(), format!("/v1/scores/{}", answer.json()["id"].as_str().unwrap()));
        let token = game["claimToken"].as_str().unwrap();
        let done = match number % 5 {
            1 => {
                let name = format!("Other {}x{}", in_letters(player), in_letters(number));
                Some(ask(&service, "PATCH", &path, token, Some(json!({ "name": name }))).await.status)
            }
            2 => Some(ask(&service, "DELETE", &path, token, None).await.status),
            3 => {
                admin::hide(&store, game["id"].as_str().unwrap(), true).await.unwrap();
                None
            }
            _ => None,
        };
        let fits = |status: StatusCode| status.is_success() || status == StatusCode::SERVICE_UNAVAILABLE;
        assert!(done.is_none_or(fits), "{done:?}");
        number += 1;
        played.fetch_add(1, Ordering::Relaxed);
    }
}

impl Busy {
    async fn over(database: &Database) -> Busy {
        let config = config(database);
        let store = Store::open(&config.database).await.unwrap();
        let service = router(Service::new(config, store.clone()).await.unwrap());
        let (stop, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let players = [(); 2].map(|()| {
            let player = PLAYERS.fetch_add(1, Ordering::Relaxed);
            tokio::spawn(play(service.clone(), store.clone(), Arc::clone(&stop), Arc::clone(&played), player))
        });
        Busy { store, stop, played, players: players.into() }
    }

    /// Waits until there are some games.
    async fn has(&self, games: usize) {
        let start = Instant::now();
        while self.store.snapshot().await.unwrap().scores("", 1_000).await.unwrap().len() < games {
            assert!(self.players.iter().all(|player| !player.is_finished()), "a player has ended");
            assert!(start.elapsed() < AT_MOST, "{games} games have not come");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }

    /// Waits until a few games more are played.
    async fn goes_on(&self) {
        let played = || self.played.load(Ordering::Relaxed);
        let wanted = played() + 5;
        let has_ended = || self.players.iter().any(JoinHandle::is_finished);
        until("games are played", || played() >= wanted || has_ended()).await;
    }

    async fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        for player in self.players {
            player.await.unwrap();
        }
    }
}

async fn an_export_of_a_busy_service_is_restored_into_a_busy_one(database: &Database) {
    let busy = Busy::over(database).await;
    busy.has(60).await;
    let mut text = Vec::new();
    let exported = write(&busy.store, &mut text).await.unwrap();
    assert!(exported >= 60);
    // Into a database of each kind, where other games come in, some on the same boards.
    let others = [Some(Database::on_disk()), Database::postgresql().await];
    for other in others.into_iter().flatten() {
        let restored = Busy::over(&other).await;
        restored.has(5).await;
        let imported = read(&restored.store, &text[..], false).await.unwrap();
        assert_eq!(imported, Imported { new: exported, other_secret: true, ..Imported::default() });
        restored.goes_on().await;
        let store = restored.store.clone();
        restored.stop().await;
        let games = |store: Store| async move {
            let mut text = Vec::new();
            write(&store, &mut text).await.unwrap();
            String::from_utf8(text).unwrap()
        };
        let found = games(store.clone()).await;
        let line_of = |text: &str, hash: &str| text.lines().any(|line| line.contains(hash));
        for line in String::from_utf8(text.clone()).unwrap().lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            if line["row"] == "score" {
                assert!(line_of(&found, line["hash"].as_str().unwrap()), "{line}");
            }
        }
        let again = admin::reverify(&store, &config(&other), false).await.unwrap();
        assert_eq!(again.bad, []);
        store.close().await;
        other.erase().await;
    }
    busy.goes_on().await;
    busy.stop().await;
}

async fn what_is_no_file_is_not_copied(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let to = std::env::temp_dir().join("polymerge-no-copy.db");
    if database.file().is_some() {
        let memory = Store::open("sqlite::memory:").await.unwrap();
        assert!(matches!(memory.backup(&to).await, Err(NoCopy::NoFile)));
    } else {
        let said = store.backup(&to).await.unwrap_err().to_string();
        assert!(said.contains("use export, or pg_dump"), "{said}");
    }
    assert!(!to.exists());
}

/// The names of the files beside a database, without those that SQLite needs.
fn files_beside(database: &Database) -> Vec<String> {
    let folder = database.file().unwrap().parent().unwrap();
    let names =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with("scores.db")).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_copy_of_a_busy_database_is_whole() {
    let database = Database::on_disk();
    let beside = |name: &str| -> PathBuf { database.file().unwrap().with_file_name(name) };
    let busy = Busy::over(&database).await;
    busy.has(40).await;
    let mut last = 0;
    for number in 0..5 {
        let path = beside(&format!("copy-{number}.db"));
        let copied = busy.store.backup(&path).await.unwrap();
        assert!(copied.games >= 38 && copied.games >= last - 20, "{copied:?}");
        assert_eq!(copied.bytes, path.metadata().unwrap().len());
        last = copied.games;
        let copy = Store::open_existing(&format!("sqlite:{}", path.display())).await.unwrap().unwrap();
        let again = admin::reverify(&copy, &config(&database), false).await.unwrap();
        assert_eq!((again.good as i64, again.bad.len()), (copied.games, 0));
        copy.close().await;
    }
    busy.stop().await;
    database.erase().await;
}

#[tokio::test]
async fn a_copy_replaces_nothing_and_leaves_nothing_in_part() {
    let database = Database::on_disk();
    let store = Store::open(&database.address).await.unwrap();
    let to = database.file().unwrap().with_file_name("copy.db");
    std::fs::write(&to, "kept").unwrap();
    let said = store.backup(&to).await.unwrap_err().to_string();
    assert!(said.contains("a backup replaces nothing"), "{said}");
    assert_eq!(std::fs::read_to_string(&to).unwrap(), "kept");
    assert!(matches!(store.backup(database.file().unwrap()).await, Err(NoCopy::Exists(_))));
    let nowhere = database.file().unwrap().with_file_name("none").join("copy.db");
    assert!(matches!(store.backup(&nowhere).await, Err(NoCopy::File(..))));
    // A database that can't be read to its end.
    database.execute("ALTER TABLE scores RENAME TO gone").await;
    std::fs::remove_file(&to).unwrap();
    assert!(matches!(store.backup(&to).await, Err(NoCopy::Database(_))));
    assert_eq!(files_beside(&database), [""; 0]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        database.execute("ALTER TABLE gone RENAME TO scores").await;
        store.backup(&to).await.unwrap();
        assert_eq!(to.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(files_beside(&database), ["copy.db"]);
    }
    database.erase().await;
}
