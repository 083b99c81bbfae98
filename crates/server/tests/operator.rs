//! The operator's side: playing all again with breaks, removing, quotas, and what is measured.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use crate::common::{Database, act, ask, config, game, get, post, service_of, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge::Mode;
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::daily::{DAY, now};
use polymerge_server::prune::{Pruned, Wishes as PruneWishes, prune};
use polymerge_server::reverify::{News, Reverified, Wishes, with_news};
use polymerge_server::store::{Board, New, Score, Session, Store};
use polymerge_server::{export, serve};
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    games_are_played_again_from_where_it_was_broken_off
    a_resumed_run_hides_what_was_named_before_the_break
    a_run_begins_anew_after_an_import_and_with_other_limits
    games_that_can_not_be_played_are_not_wrong
    what_nothing_needs_is_removed
    boards_of_built_in_modes_and_hidden_games_are_never_removed
    removing_and_taking_do_not_wait_for_each_other
    a_client_begins_so_many_boards
    a_client_sends_so_many_bytes
    a_session_takes_room_as_a_game_does
    a_service_stores_so_much
    an_import_under_a_service_without_games_changes_the_day_at_once
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
            News::Unplayed(id, why) => panic!("{id}: {why}"),
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
        News::Unplayed(id, why) => panic!("{id}: {why}"),
    });
    let Reverified { good, bad, bad_before, shown, unplayed } = resumed.await.unwrap();
    assert_eq!((good, bad.len(), bad_before, shown, unplayed), (238, 1, 1, 2, 0));
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

/// Games of which those at some places of the list have a wrong score; returns the names of all.
async fn games_with_wrong(database: &Database, number: u64, wrong: &[usize]) -> (Store, Vec<String>) {
    let (store, service) = with_store(database).await;
    for seed in 0..number {
        assert_eq!(post(&service, game("2048", seed, 8)).await.status, StatusCode::CREATED);
    }
    let ids: Vec<String> =
        store.all_scores("", 1_000).await.unwrap().into_iter().map(|score| score.id).collect();
    for &place in wrong {
        database.execute(&format!("UPDATE scores SET score = 5e6 WHERE id = '{}'", ids[place])).await;
    }
    (store, ids)
}

/// Plays games again until the first piece is done.
async fn break_off(store: &Store, config: &Config, wishes: Wishes) {
    let broken = async {
        let stop = |news: News<'_>| assert!(!matches!(news, News::Done(done, _) if done > 0), "broken off");
        with_news(store, config, wishes, stop).await.map_err(|error| error.to_string())
    };
    assert!(futures_panic(broken).await);
}

async fn a_resumed_run_hides_what_was_named_before_the_break(database: &Database) {
    let (store, ids) = games_with_wrong(database, 110, &[7, 8, 105]).await;
    let config = config(database);
    break_off(&store, &config, Wishes::default()).await;
    // The player of one has erased it.
    database.execute(&format!("DELETE FROM scores WHERE id = '{}'", ids[8])).await;
    let done = with_news(&store, &config, Wishes { hide: true, resume: true }, |_| {}).await.unwrap();
    assert_eq!((done.bad_before, done.bad.len(), done.shown), (2, 1, 0));
    for place in [7, 105] {
        assert!(store.score(&ids[place]).await.unwrap().unwrap().hidden);
    }
    // What is hidden is not shown, whichever run hid it.
    let again = with_news(&store, &config, Wishes::default(), |_| {}).await.unwrap();
    assert_eq!((again.bad.len(), again.shown), (2, 0));
}

async fn a_run_begins_anew_after_an_import_and_with_other_limits(database: &Database) {
    let (store, ids) = games_with_wrong(database, 110, &[]).await;
    let mut text = Vec::new();
    export::write(&store, &mut text).await.unwrap();
    let (usual, resume) = (config(database), Wishes { resume: true, hide: false });
    let begins_at = async |config: &Config| {
        let mut first = None;
        let told = |news: News<'_>| {
            if let News::Done(done, _) = news {
                first.get_or_insert(done);
            }
        };
        with_news(&store, config, resume, told).await.unwrap();
        first
    };
    for (config, imports, first) in [
        (usual.clone(), false, 100),
        (usual.clone(), true, 0),
        (Config { most_moves: 10, ..usual.clone() }, false, 0),
        (Config { work: 1_000_000, ..usual.clone() }, false, 0),
    ] {
        break_off(&store, &usual, Wishes::default()).await;
        if imports {
            let before = ids[3].clone();
            database.execute(&format!("DELETE FROM scores WHERE id = '{before}'")).await;
            export::read(&store, &text[..], false).await.unwrap();
        }
        assert_eq!(begins_at(&config).await, Some(first), "{config:?} {imports}");
    }
}

async fn games_that_can_not_be_played_are_not_wrong(database: &Database) {
    let (store, ids) = games_with_wrong(database, 4, &[1]).await;
    let board = store.score(&ids[0]).await.unwrap().unwrap().board;
    let config = config(database);
    let few = Config { most_moves: 3, ..config.clone() };
    let hide = Wishes { hide: true, resume: false };
    let mut told = 0;
    let count = |news: News<'_>| told += usize::from(matches!(news, News::Unplayed(..)));
    let done = with_news(&store, &few, hide, count).await.unwrap();
    assert_eq!((done.good, done.bad, done.unplayed, told), (0, vec![], 4, 4));
    // The mode of the board has another name by now, and its code is gone.
    database.execute(&format!("UPDATE boards SET mode = 'gone' WHERE id = '{board}'")).await;
    let done = with_news(&store, &config, hide, |_| {}).await.unwrap();
    assert_eq!((done.good, done.bad.len(), done.unplayed), (0, 0, 4));
    for game in store.all_scores("", 10).await.unwrap() {
        assert!(!game.hidden && game.checked_by.is_empty(), "{game:?}");
    }
}

/// Returns true if a task panicked.
async fn futures_panic<T>(task: impl Future<Output = T>) -> bool {
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
    let removed = |games, boards, codes, sessions| Pruned { games, boards, codes, sessions, links: 0 };
    let wishes = PruneWishes::default();
    let dry = PruneWishes { dry_run: true, unplayed: Some(30), links: None };
    assert_eq!(prune(&store, dry).await.unwrap(), removed(1, 2, 2, 0));
    assert_eq!(prune(&store, wishes).await.unwrap(), removed(0, 1, 1, 0));
    assert_eq!(prune(&store, wishes).await.unwrap(), Pruned::default());
    // A board of a built-in mode as it is stays however old it is, and so does one with new games.
    let unplayed = PruneWishes { unplayed: Some(30), ..PruneWishes::default() };
    assert_eq!(prune(&store, unplayed).await.unwrap(), removed(1, 1, 1, 0));
    for (row, is_there) in ids.iter().zip([true, false, true, false]) {
        assert_eq!(store.score(&text(&row[0])).await.unwrap().is_some(), is_there, "{row:?}");
        assert_eq!(store.board(&text(&row[1])).await.unwrap().is_some(), is_there, "{row:?}");
    }
    // What is counted is what is removed.
    database.execute(&format!("UPDATE sessions SET expires = {}", new - 2 * DAY)).await;
    assert_eq!(prune(&store, dry).await.unwrap(), removed(0, 1, 1, 1));
    database.execute(&format!("UPDATE sessions SET expires = {new}")).await;
    assert_eq!(prune(&store, dry).await.unwrap(), Pruned::default());
    // A session needs its board until it is old.
    assert!(store.board(&text(&session["board"])).await.unwrap().is_some());
    database.execute(&format!("UPDATE sessions SET expires = {}", new - 2 * DAY)).await;
    assert_eq!(prune(&store, wishes).await.unwrap(), removed(0, 1, 1, 1));
    // Removed modes are taken again.
    let mut body = game("2048", 9, 20);
    body["modifiersCode"] = json!("grid=5x5");
    assert_eq!(post(&service, body).await.status, StatusCode::CREATED);
}

async fn boards_of_built_in_modes_and_hidden_games_are_never_removed(database: &Database) {
    let (store, service) = with_store(database).await;
    let mut kept = Vec::new();
    // The first player of a board says what it is called: here by a code, and with a setting.
    let code = Mode::built_in("dive").unwrap().to_code().unwrap();
    for (mode, seed, hidden) in [(code.as_str(), 1, false), ("dive", 2, false), ("2048", 3, true)] {
        let mut body = game("dive", seed, 20);
        body["mode"] = json!(mode);
        if hidden {
            body = on_grid(seed, "5x5");
        }
        let answer = post(&service, body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        kept.push(answer.json());
        if hidden {
            assert!(act!(store, hide(answer.json()["id"].as_str().unwrap(), true, "")));
        }
    }
    // A name that has left the catalogue.
    let left = post(&service, game("classic", 4, 20)).await.json();
    database
        .execute(&format!(
            "UPDATE boards SET source = '{{\"mode\":\"of before\"}}', mode = 'old' WHERE id = '{}'",
            left["board"].as_str().unwrap()
        ))
        .await;
    kept.push(left);
    // Ranked boards and those of programs are removed as open ones are.
    let changed = json!({ "mode": "2048", "modifiersCode": "grid=6x6" });
    let session = ask(&service, "POST", "/v1/sessions", "", Some(changed)).await.json();
    let mut body = on_grid(1, "6x6");
    (body["session"], body["seed"]) = (session["session"].clone(), session["seed"].clone());
    assert_eq!(post(&service, body).await.json()["board"], session["board"]);
    let mut body = on_grid(1, "7x7");
    body["program"] = json!("Deep");
    assert_eq!(post(&service, body).await.status, StatusCode::CREATED);
    database.execute(&format!("UPDATE scores SET created = {}", now() - 40 * DAY)).await;
    database.execute(&format!("UPDATE sessions SET expires = {}", now() - 2 * DAY)).await;
    // The code of the board that is called otherwise is no board's any more.
    let removed = Pruned { games: 2, boards: 2, codes: 3, sessions: 1, links: 0 };
    for dry_run in [true, true, false] {
        let wishes = PruneWishes { unplayed: Some(30), links: None, dry_run };
        assert_eq!(prune(&store, wishes).await.unwrap(), removed);
    }
    for game in kept {
        assert!(store.score(game["id"].as_str().unwrap()).await.unwrap().is_some(), "{game}");
        assert!(store.board(game["board"].as_str().unwrap()).await.unwrap().is_some(), "{game}");
    }
    // The hidden game is not taken again.
    assert_eq!(post(&service, on_grid(3, "5x5")).await.status, StatusCode::GONE);
}

async fn removing_and_taking_do_not_wait_for_each_other(database: &Database) {
    let (store, _) = with_store(database).await;
    let new = |number: i64| {
        let board = Board { id: format!("b{number}"), kind: "open".into(), ..Board::default() };
        let board = Board { mode: format!("m{number}"), source: "{\"mode\":\"@\"}".into(), ..board };
        let (id, hash) = (format!("g{number}"), format!("h{number}"));
        let score = Score {
            id,
            hash,
            board: board.id.clone(),
            seed: number.to_string(),
            token: "t".into(),
            name: "Ann".into(),
            ..Score::default()
        };
        // A board without a code comes before one with a code, and behind one.
        let code = (number % 3 != 0).then(|| "code".to_owned());
        New { board, code, score: Score { created: now(), ..score }, ..New::default() }
    };
    let keeps = async {
        for piece in 0..40 {
            let games: Vec<New> = (0..6).map(|number| new(piece * 6 + number)).collect();
            store.keep(&games).await.unwrap();
            let session = Session { id: format!("s{piece}"), expires: now() + DAY, ..Session::default() };
            let board = Board { id: format!("r{piece}"), mode: format!("r{piece}"), ..Board::default() };
            let session = Session { board: board.id.clone(), ..session };
            store.add_session(&session, &board, Some("code"), now()).await.unwrap();
        }
    };
    let prunes = async {
        for _ in 0..40 {
            prune(&store, PruneWishes { unplayed: Some(30), ..PruneWishes::default() }).await.unwrap();
        }
    };
    tokio::join!(keeps, prunes);
    assert_eq!(store.games().await.unwrap(), 240);
    for number in 0..240 {
        assert_eq!(store.code(&format!("m{number}")).await.unwrap().is_some(), number % 3 != 0);
    }
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
    let store = Store::open(&database.address).await.unwrap();
    let config = Config { mib_per_client_and_day: 1, ..config(database) };
    let shared = Service::new(config, store.clone()).await.unwrap();
    let service = router(shared.clone());
    assert_eq!(post(&service, game("2048", 1, 20)).await.status, StatusCode::CREATED);
    let large = Score { moves: "G".repeat((1 << 20) - 3_100), ..Score::default() };
    let board = Board { source: "{\"mode\":\"2048\"}".into(), ..Board::default() };
    let large = New { score: large, board, ..New::default() };
    // The address that requests of tests have.
    let client = IpAddr::from([0, 0, 0, 0]);
    let _used = shared.room.take(&store, client, &large).await.unwrap();
    // Repeated games take nothing, however often they come.
    for _ in 0..5 {
        assert_eq!(post(&service, game("2048", 1, 20)).await.status, StatusCode::OK);
    }
    assert_eq!(post(&service, game("2048", 3, 20)).await.status, StatusCode::CREATED);
    let refused = post(&service, game("2048", 2, 20)).await;
    assert_eq!(refused.json()["kind"], "too-much");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    // What is there already is answered.
    let again = post(&service, game("2048", 1, 20)).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text);
}

async fn a_session_takes_room_as_a_game_does(database: &Database) {
    let most = Config { new_boards_per_client_and_day: 2, most_boards: 3, ..config(database) };
    let service = service_of(most.clone()).await;
    let start = async |service: &Router, mode: &str, grid: &str| {
        let modifiers = if grid.is_empty() { String::new() } else { format!("grid={grid}") };
        let body = json!({ "mode": mode, "modifiersCode": modifiers });
        let answer = ask(service, "POST", "/v1/sessions", "", Some(body)).await;
        (answer.status.as_u16(), answer.json()["kind"].as_str().unwrap_or_default().to_owned())
    };
    for (mode, grid, status, kind) in [
        ("2048", "5x5", 201, ""),
        ("2048", "6x5", 201, ""),
        ("2048", "7x5", 429, "too-much"),
        ("2048", "5x5", 201, ""),
        ("2048", "", 201, ""),
        ("dive", "", 201, ""),
    ] {
        assert_eq!(start(&service, mode, grid).await, (status, kind.to_owned()), "{mode} {grid}");
    }
    let service = service_of(most).await;
    assert_eq!(start(&service, "2048", "7x5").await, (422, "no-more-boards".to_owned()));
    assert_eq!(start(&service, "classic", "").await.0, 201);
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
    let full = Config { most_mib: 1, ..config(database) };
    // A new database of PostgreSQL has some mebibytes of its own.
    if database.schema().is_none() {
        assert_eq!(
            post(&service_of(full.clone()).await, game("classic", 1, 20)).await.status,
            StatusCode::CREATED
        );
        database
            .execute(&format!(
                "INSERT INTO meta (name, value) SELECT 'large' || id, '{}' FROM scores",
                "x".repeat(500_000)
            ))
            .await;
    }
    let service = service_of(full.clone()).await;
    let answer = post(&service, game("classic", 2, 20)).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(
        (&answer.json()["kind"], &answer.headers["retry-after"]),
        (&json!("no-room"), &"3600".parse().unwrap())
    );
    if database.schema().is_none() {
        // Pages that are free count no longer, though the file is as large as before.
        database.execute("DELETE FROM meta WHERE name LIKE 'large%'").await;
        let service = service_of(full).await;
        assert_eq!(post(&service, game("classic", 2, 20)).await.status, StatusCode::CREATED);
    }
    assert_eq!(get(&service, "/v1/boards").await.status, StatusCode::OK);
}

async fn an_import_under_a_service_without_games_changes_the_day_at_once(database: &Database) {
    let other = Store::open("sqlite::memory:").await.unwrap();
    let service = router(Service::new(config(database), other.clone()).await.unwrap());
    let day = get(&service, "/v1/daily").await.json();
    assert_eq!(post(&service, game("2048", 1, 20)).await.status, StatusCode::CREATED);
    let mut text = Vec::new();
    export::write(&other, &mut text).await.unwrap();
    // This service has answered with a seed of its own.
    let (store, service) = with_store(database).await;
    assert_ne!(get(&service, "/v1/daily").await.json()["seed"], day["seed"]);
    export::read(&store, &text[..], false).await.unwrap();
    assert_eq!(get(&service, "/v1/daily").await.json()["seed"], day["seed"]);
    let mut body = game(day["mode"].as_str().unwrap(), 0, 20);
    (body["seed"], body["daily"]) = (day["seed"].clone(), day["date"].clone());
    let taken = post(&service, body).await;
    assert_eq!(taken.status, StatusCode::CREATED, "{}", taken.text);
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
    database.execute("ALTER TABLE endings RENAME TO gone").await;
    assert_eq!(post(&service, game("2048", 2, 20)).await.status, StatusCode::SERVICE_UNAVAILABLE);
    database.execute("ALTER TABLE gone RENAME TO endings").await;
    let page = get(&metrics, "/metrics").await.text;
    assert_eq!(value(&page, incomplete), Some(1.0), "{page}");
    // Each metric is described once.
    let names: Vec<&str> =
        page.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
    assert_eq!(names.len(), names.iter().collect::<BTreeSet<_>>().len(), "{names:?}");
}

/// The metrics of the page, and those that the texts of the monitoring name: a histogram by its parts.
#[tokio::test]
async fn dashboard_and_alerts_name_what_is_measured_and_all_of_it() {
    let database = Database::sqlite();
    let store = Store::open(&database.address).await.unwrap();
    let page = get(&serve::metrics(Service::new(config(&database), store).await.unwrap()), "/metrics").await;
    let typed = page.text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' '));
    let measured: BTreeMap<&str, bool> = typed.map(|(name, kind)| (name, kind == "histogram")).collect();
    let dashboard = include_str!("../monitoring/dashboard.json");
    let parsed: Value = serde_json::from_str(dashboard).unwrap();
    let panels = parsed["panels"].as_array().unwrap();
    let ids: BTreeSet<i64> = panels.iter().map(|panel| panel["id"].as_i64().unwrap()).collect();
    assert_eq!(ids.len(), panels.len());
    let mut shown = BTreeSet::new();
    for text in [dashboard, include_str!("../monitoring/alerts.yml")] {
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        for word in words.filter(|word| word.starts_with("polymerge_")) {
            let part = ["_bucket", "_sum", "_count"].iter().find_map(|end| word.strip_suffix(end));
            let (name, is_part) =
                part.filter(|_| !measured.contains_key(word)).map_or((word, false), |name| (name, true));
            assert_eq!(measured.get(name), Some(&is_part), "{word} is not measured");
            if text == dashboard {
                shown.insert(name);
            }
        }
    }
    let hidden: Vec<&&str> = measured.keys().filter(|name| !shown.contains(**name)).collect();
    assert!(hidden.is_empty(), "no panel shows {hidden:?}");
}
