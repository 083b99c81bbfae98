//! The operator's side: playing all again with breaks, removing, quotas, and what is measured.

use std::collections::BTreeSet;

use crate::common::{ask, config, game, get, post, service_of, with_both_databases, Database};
use axum::http::StatusCode;
use axum::Router;
use polymerge_server::api::{router, Service};
use polymerge_server::config::Config;
use polymerge_server::daily::{now, DAY};
use polymerge_server::prune::{prune, Pruned, Wishes as PruneWishes};
use polymerge_server::reverify::{with_news, News, Reverified, Wishes};
use polymerge_server::serve;
use polymerge_server::store::Store;
use serde_json::{json, Value};

with_both_databases! {
    on disk:
    games_are_played_again_from_where_it_was_broken_off
    what_nothing_needs_is_removed
    a_client_begins_so_many_boards
    a_client_sends_so_many_bytes
    a_service_stores_so_much
    the_page_of_counters_has_sizes_and_failures
}

async fn with_store(database: &Database) -> (Store, Router) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    (store, service)
}

async fn games_are_played_again_from_where_it_was_broken_off(database: &Database) {
    let (store, service) = with_store(database).await;
    for seed in 0..240 {
        assert_eq!(post(&service, game("2048", seed, 8)).await.status, StatusCode::CREATED);
    }
    let config = Config { threads: 3, ..config(database) };
    let ids: Vec<String> =
        store.all_scores("", 1_000).await.unwrap().into_iter().map(|score| score.id).collect();
    // One in the first hundred games and one in the last ones are wrong.
    database
        .execute(&format!("UPDATE scores SET score = 5e6 WHERE id IN ('{}', '{}')", ids[7], ids[230]))
        .await;
    let wishes = Wishes::default();
    // It is broken off at the second piece, as by a failure of the database.
    let mut told = Vec::new();
    let broken = async {
        with_news(&store, &config, wishes, |news| match news {
            News::Done(done, total) => {
                told.push((done, total));
                assert!(done < 200, "broken off");
            }
            News::Bad(id, wrong) => assert!(id == ids[7] && wrong.contains("not 5000000"), "{wrong}"),
        })
        .await
        .map_err(|error| error.to_string())
    };
    let broken = futures_panic(broken).await;
    assert!(broken);
    assert_eq!(told, [(0, 240), (100, 240), (200, 240)]);
    let mut seen = BTreeSet::new();
    let resumed = with_news(&store, &config, Wishes { resume: true, ..wishes }, |news| match news {
        News::Done(done, _) => _ = seen.insert(done),
        News::Bad(id, _) => assert_eq!(id, ids[230]),
    });
    let Reverified { good, bad, bad_before } = resumed.await.unwrap();
    assert_eq!((good, bad.len(), bad_before), (238, 1, 1));
    assert_eq!(seen, BTreeSet::from([200, 240]));
    let marks: Vec<String> =
        store.all_scores("", 1_000).await.unwrap().into_iter().map(|score| score.checked_by).collect();
    assert_eq!(marks.iter().filter(|mark| mark.starts_with("failed")).count(), 2);
    assert_eq!(marks.iter().filter(|mark| mark.starts_with("polymerge")).count(), 238);
    // At the end there is nothing to go on with: all is played again.
    let again = with_news(&store, &config, Wishes { resume: true, hide: true }, |_| {}).await.unwrap();
    assert_eq!((again.good, again.bad.len(), again.bad_before), (238, 2, 0));
    assert!(store.score(&ids[7]).await.unwrap().unwrap().hidden);
}

/// Returns true if a task panicked.
async fn futures_panic<T>(task: impl std::future::Future<Output = T>) -> bool {
    use std::task::Poll;

    let mut task = Box::pin(task);
    std::future::poll_fn(move |context| {
        let polled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(_)) => Poll::Ready(false),
            Err(_) => Poll::Ready(true),
        }
    })
    .await
}

async fn what_nothing_needs_is_removed(database: &Database) {
    let (store, service) = with_store(database).await;
    let mut ids = Vec::new();
    for (seed, modifiers) in [(1, ""), (2, "grid=5x5"), (3, "grid=6x6"), (4, "grid=7x7")] {
        let mut body = game("2048", seed, 20);
        body["modifiersCode"] = json!(modifiers);
        let answer = post(&service, body).await.json();
        ids.push([answer["id"].clone(), answer["board"].clone(), answer["claimToken"].clone()]);
    }
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let session = ask(&service, "POST", "/v1/sessions", "", Some(json!({ "mode": "dive" }))).await.json();
    // The last board loses its game; those of the first three get old.
    ask(&service, "DELETE", &format!("/v1/scores/{}", text(&ids[3][0])), &text(&ids[3][2]), None).await;
    let (old, new) = (now() - 40 * DAY, now());
    database
        .execute(&format!("UPDATE scores SET created = {old} WHERE board <> '{}'", text(&ids[2][1])))
        .await;
    let removed = |games, boards, codes, sessions| Pruned { games, boards, codes, sessions };
    let wishes = PruneWishes::default();
    let dry = PruneWishes { dry_run: true, unplayed: Some(30) };
    assert_eq!(prune(&store, dry).await.unwrap(), removed(1, 2, 2, 0));
    assert_eq!(prune(&store, wishes).await.unwrap(), removed(0, 1, 1, 0));
    assert_eq!(prune(&store, wishes).await.unwrap(), Pruned::default());
    // A board of a built-in mode as it is stays however old it is, and so does one with new games.
    let unplayed = PruneWishes { unplayed: Some(30), dry_run: false };
    assert_eq!(prune(&store, unplayed).await.unwrap(), removed(1, 1, 1, 0));
    for (row, is_there) in ids.iter().zip([true, false, true, false]) {
        assert_eq!(store.score(&text(&row[0])).await.unwrap().is_some(), is_there, "{row:?}");
        assert_eq!(store.board(&text(&row[1])).await.unwrap().is_some(), is_there, "{row:?}");
    }
    // A session needs its board until it is old.
    assert!(store.board(&text(&session["board"])).await.unwrap().is_some());
    database.execute(&format!("UPDATE sessions SET expires = {}", new - 2 * DAY)).await;
    assert_eq!(prune(&store, wishes).await.unwrap(), removed(0, 1, 1, 1));
    // Removed modes are taken again.
    let mut body = game("2048", 9, 20);
    body["modifiersCode"] = json!("grid=5x5");
    assert_eq!(post(&service, body).await.status, StatusCode::CREATED);
}

/// A game on a board of its own.
fn on_grid(seed: u64, grid: &str) -> Value {
    let mut body = game("2048", seed, 20);
    body["modifiersCode"] = json!(format!("grid={grid}"));
    body
}

async fn a_client_begins_so_many_boards(database: &Database) {
    let service = service_of(Config { new_boards_per_client_and_day: 2, ..config(database) }).await;
    let status = |body: Value| {
        let service = service.clone();
        async move {
            let answer = post(&service, body).await;
            (answer.status, answer.headers.contains_key("retry-after"))
        }
    };
    let (created, refused) = ((StatusCode::CREATED, false), (StatusCode::TOO_MANY_REQUESTS, true));
    for (body, result) in [
        (on_grid(1, "5x5"), created),
        (on_grid(1, "6x5"), created),
        (on_grid(1, "7x5"), refused),
        // Boards that are there, and those of built-in modes, cost nothing of it.
        (on_grid(2, "5x5"), created),
        (game("dive", 1, 20), created),
        (game("2048", 1, 20), created),
        (on_grid(2, "7x5"), refused),
    ] {
        assert_eq!(status(body.clone()).await, result, "{body}");
    }
}

async fn a_client_sends_so_many_bytes(database: &Database) {
    let service = service_of(Config { mib_per_client_and_day: 0, ..config(database) }).await;
    assert_eq!(post(&service, game("2048", 1, 20)).await.status, StatusCode::CREATED);
    let refused = post(&service, game("2048", 2, 20)).await;
    assert_eq!(refused.json()["kind"], "too-much");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    // What is there already is answered.
    let again = post(&service, game("2048", 1, 20)).await;
    assert!(again.status == StatusCode::OK || again.json()["kind"] == "too-much");
}

async fn a_service_stores_so_much(database: &Database) {
    let service = service_of(Config { most_boards: 1, ..config(database) }).await;
    assert_eq!(post(&service, on_grid(1, "5x5")).await.status, StatusCode::CREATED);
    // The number of boards is counted once a minute: another service counts anew.
    let service = service_of(Config { most_boards: 1, ..config(database) }).await;
    let refused = post(&service, on_grid(1, "6x5")).await;
    assert_eq!(
        (refused.status, &refused.json()["kind"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("no-more-boards"))
    );
    for body in [on_grid(2, "5x5"), game("dive", 1, 20)] {
        assert_eq!(post(&service, body).await.status, StatusCode::CREATED);
    }
    let service = service_of(Config { most_mib: 1, ..config(database) }).await;
    let answer = post(&service, game("classic", 1, 20)).await;
    // A new database of PostgreSQL has some mebibytes of its own.
    match database.schema() {
        None => assert_eq!(answer.status, StatusCode::CREATED),
        Some(_) => {
            assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(
                (&answer.json()["kind"], &answer.headers["retry-after"]),
                (&json!("no-room"), &"3600".parse().unwrap())
            );
        }
    }
    assert_eq!(get(&service, "/v1/boards").await.status, StatusCode::OK);
}

async fn the_page_of_counters_has_sizes_and_failures(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    // Without a bound for boards nothing is counted before the page is asked for.
    let shared = Service::new(Config { most_boards: 0, ..config(database) }, store).await.unwrap();
    let (service, metrics) = (router(shared.clone()), serve::metrics(shared));
    post(&service, game("2048", 1, 20)).await;
    post(&service, on_grid(1, "5x5")).await;
    let page = get(&metrics, "/metrics").await.text;
    let value = |page: &str, name: &str| -> Option<f64> {
        let line = page.lines().find(|line| line.split(' ').next() == Some(name))?;
        line.rsplit(' ').next()?.parse().ok()
    };
    for (name, number) in [("games", 2.0), ("boards", 2.0), ("mode_codes", 2.0), ("sessions", 0.0)] {
        assert_eq!(value(&page, &format!("polymerge_{name}")), Some(number), "{page}");
    }
    assert!(value(&page, "polymerge_database_bytes").unwrap() > 10_000.0);
    assert!(page.contains(&format!("polymerge_build_info{{version=\"{}\",", env!("CARGO_PKG_VERSION"))));
    let incomplete = "polymerge_database_errors_total{kind=\"incomplete\"}";
    assert_eq!(value(&page, incomplete), Some(0.0));
    database.execute("ALTER TABLE blocked RENAME TO gone").await;
    assert_eq!(post(&service, game("2048", 2, 20)).await.status, StatusCode::SERVICE_UNAVAILABLE);
    database.execute("ALTER TABLE gone RENAME TO blocked").await;
    let page = get(&metrics, "/metrics").await.text;
    assert_eq!(value(&page, incomplete), Some(1.0), "{page}");
    // Each metric is described once.
    let names: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
}

#[tokio::test]
async fn dashboard_and_alerts_name_what_is_measured() {
    let database = Database::sqlite();
    let store = Store::open(&database.address).await.unwrap();
    let page = get(&serve::metrics(Service::new(config(&database), store).await.unwrap()), "/metrics").await;
    let measured: BTreeSet<&str> =
        page.text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    let dashboard = include_str!("../monitoring/dashboard.json");
    let panels = serde_json::from_str::<Value>(dashboard).unwrap()["panels"].as_array().unwrap().len();
    assert_eq!(panels, 10);
    for text in [dashboard, include_str!("../monitoring/alerts.yml")] {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let named: BTreeSet<&str> = words.filter(|word| word.starts_with("polymerge_")).collect();
        assert!(named.len() >= 7, "{named:?}");
        for name in named {
            assert!(measured.contains(name), "{name} is not measured");
        }
    }
}
