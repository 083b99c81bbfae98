//! Moderation: the actions of operators, and their traces for players.

use crate::common::{Database, ask, config, game, get, post, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge::{Limits, Mode, Opened, open};
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::moderation::{Act, Action};
use polymerge_server::operators;
use polymerge_server::store::Store;
use polymerge_server::token::{random, sha256};
use serde_json::{Value, json};

with_both_databases! {
    a_mode_that_is_not_built_in_does_not_pass_for_one
    programs_have_boards_of_their_own
    a_name_that_an_operator_chose_stays
    a_banned_player_sees_why
    a_hidden_board_takes_nothing
    reports_come_to_operators
}

async fn with_store(database: &Database, config: Config) -> (Store, Router) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config, store.clone()).await.unwrap());
    (store, service)
}

fn named(name: &str, seed: u64) -> Value {
    let mut game = game("2048", seed, 40);
    game["name"] = json!(name);
    game
}

fn path(game: &Value) -> String {
    format!("/v1/scores/{}", game["id"].as_str().unwrap())
}

async fn act(store: &Store, action: Act, id: &Value, reason: &str) -> String {
    let id = id.as_str().unwrap().to_owned();
    let reason = reason.to_owned();
    admin::act(store, Action { action, id, reason, ..Action::default() }).await.unwrap()
}

async fn a_mode_that_is_not_built_in_does_not_pass_for_one(database: &Database) {
    let (store, service) = with_store(database, config(database)).await;
    for (title, shown) in [("2048", "2048 (not built in)"), ("DІVE", "DІVE (not built in)"), ("Mine", "Mine")]
    {
        let text = format!(r#"{{ "extends": "classic.jsonc", "title": "{title}", "moves": 7 }}"#);
        let text = text.replace(r#", "moves": 7"#, "");
        let Opened::Mode(mode) = open(&text, &Limits::strict()).unwrap() else { panic!("this is a mode") };
        let mut body = game("2048", 5, 40);
        body["mode"] = json!(mode.to_code().unwrap());
        let kept = post(&service, body).await;
        assert_eq!(
            (kept.status, &kept.json()["title"]),
            (StatusCode::CREATED, &json!(shown)),
            "{}",
            kept.text
        );
        let board = get(&service, &format!("/v1/boards/{}", kept.json()["board"].as_str().unwrap())).await;
        assert_eq!(board.json()["title"], shown);
        // The list is kept for some seconds: a service of its own has none yet.
        let another = router(Service::new(config(database), store.clone()).await.unwrap());
        let boards = get(&another, "/v1/boards").await.json();
        let titles =
            boards["boards"].as_array().unwrap().iter().map(|board| board["title"].as_str().unwrap());
        assert!(titles.collect::<Vec<_>>().contains(&shown), "{boards}");
    }
    // The code of a built-in mode is that mode, and modifiers make no other title.
    let mut body = game("2048", 5, 40);
    body["mode"] = json!(Mode::built_in("2048").unwrap().to_code().unwrap());
    assert_eq!(post(&service, body).await.json()["title"], "2048");
    let mut body = game("2048", 5, 40);
    body["modifiersCode"] = json!("grid=5x5");
    assert_eq!(post(&service, body).await.json()["title"], "2048");
}

async fn programs_have_boards_of_their_own(database: &Database) {
    let (store, service) = with_store(database, config(database)).await;
    let person = post(&service, named("Ann", 1)).await.json();
    let mut body = named("Ann's friend", 2);
    body["program"] = json!("expectimax 3");
    let program = post(&service, body.clone()).await;
    assert_eq!(program.status, StatusCode::CREATED, "{}", program.text);
    let program = program.json();
    assert_eq!((&program["kind"], &program["program"]), (&json!("program"), &json!("expectimax 3")));
    assert!(program["proves"].as_str().unwrap().contains("program"));
    assert!(program["board"].as_str().unwrap().starts_with("program-"));
    assert_eq!((&person["kind"], &person["program"]), (&json!("open"), &json!("")));
    // The boards of programs and of people don't mix.
    let mut same = named("Cy", 2);
    same["claimToken"] = json!(random(16).unwrap());
    assert_eq!(post(&service, same).await.json()["kind"], "open");
    let listed =
        get(&service, &format!("/v1/boards/{}/scores", program["board"].as_str().unwrap())).await.json();
    assert_eq!(
        (listed["scores"].as_array().unwrap().len(), &listed["scores"][0]["program"]),
        (1, &json!("expectimax 3"))
    );
    let kinds = get(&service, "/v1/boards?mode=2048").await.json();
    let mut kinds: Vec<&str> =
        kinds["boards"].as_array().unwrap().iter().map(|board| board["kind"].as_str().unwrap()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["open", "program"]);
    let with = |key: &str, value: &str| {
        let mut body = body.clone();
        body["seed"] = json!("3");
        body[key] = json!(value);
        body
    };
    for (body, kind) in [
        (with("daily", "2026-01-01"), "two-boards"),
        (with("session", "x"), "two-boards"),
        (with("program", ""), "bad-name"),
    ] {
        assert_eq!(post(&service, body).await.json()["kind"], kind);
    }
    admin::block(&store, "expect").await.unwrap();
    assert_eq!(post(&service, with("program", "3xpect")).await.json()["kind"], "bad-name");
}

async fn a_name_that_an_operator_chose_stays(database: &Database) {
    let (store, service) = with_store(database, config(database)).await;
    let first = post(&service, named("Rude", 1)).await.json();
    let token = first["claimToken"].as_str().unwrap();
    let second = ask(&service, "POST", "/v1/scores", token, Some(named("Rude", 2))).await.json();
    let action = Action {
        action: Act::Rename,
        id: first["id"].as_str().unwrap().to_owned(),
        name: "Polite".to_owned(),
        reason: "it was rude".to_owned(),
    };
    admin::act(&store, action).await.unwrap();
    for game in [&first, &second] {
        assert_eq!(get(&service, &path(game)).await.json()["name"], "Polite");
        let answer = ask(&service, "PATCH", &path(game), token, Some(json!({ "name": "Nasty" }))).await;
        assert_eq!(
            (answer.status, &answer.json()["kind"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("name-fixed"))
        );
        assert!(answer.text.contains("it was rude"), "{}", answer.text);
    }
    let answer = ask(&service, "PATCH", "/v1/player", token, Some(json!({ "name": "Nasty" }))).await;
    assert_eq!(answer.json()["kind"], "name-fixed");
    // Nor does another game bring it back, not even in place of those that had it.
    ask(&service, "DELETE", &path(&first), token, None).await;
    let third = ask(&service, "POST", "/v1/scores", token, Some(named("Rude", 1))).await.json();
    assert_eq!(third["name"], "Polite");
    ask(&service, "DELETE", &path(&second), token, None).await;
    ask(&service, "DELETE", &path(&third), token, None).await;
    let player = ask(&service, "GET", "/v1/player", token, None).await.json();
    assert_eq!((&player["name"], &player["nameFixed"]), (&json!("Polite"), &json!(true)));
    act(&store, Act::FreeName, &player["id"], "").await;
    let free = ask(&service, "PATCH", "/v1/player", token, Some(json!({ "name": "Nice" }))).await;
    assert_eq!(free.status, StatusCode::OK, "{}", free.text);
}

async fn a_banned_player_sees_why(database: &Database) {
    let (store, service) = with_store(database, config(database)).await;
    let first = post(&service, named("Bot", 1)).await.json();
    let token = first["claimToken"].as_str().unwrap();
    for seed in 2..5 {
        ask(&service, "POST", "/v1/scores", token, Some(named("Bot", seed))).await;
    }
    let other = post(&service, named("Ann", 9)).await.json();
    let done = act(&store, Act::HidePlayer, &first["id"], "played by a program").await;
    assert!(done.starts_with("hidden: 4 games of Bot"), "{done}");
    let own = ask(&service, "GET", &path(&first), token, None).await;
    assert_eq!(own.status, StatusCode::GONE);
    assert!(own.text.contains("played by a program"), "{}", own.text);
    assert!(!get(&service, &path(&first)).await.text.contains("program"), "others get no reason");
    let profile = ask(&service, "GET", "/v1/profile", token, None).await.json();
    for game in profile["games"].as_array().unwrap() {
        assert_eq!((&game["hidden"], &game["reason"]), (&json!(true), &json!("played by a program")));
    }
    // Hidden is not banned.
    let more = ask(&service, "POST", "/v1/scores", token, Some(named("Bot", 6))).await;
    assert_eq!(more.status, StatusCode::CREATED);
    let player = ask(&service, "GET", "/v1/player", token, None).await.json();
    act(&store, Act::Ban, &player["id"], "no programs here").await;
    let refused = ask(&service, "POST", "/v1/scores", token, Some(named("Bot", 7))).await;
    assert_eq!((refused.status, &refused.json()["kind"]), (StatusCode::FORBIDDEN, &json!("banned")));
    assert!(refused.text.contains("no programs here"), "{}", refused.text);
    let session = ask(&service, "POST", "/v1/sessions", token, Some(json!({ "mode": "2048" }))).await;
    assert_eq!(session.status, StatusCode::FORBIDDEN, "{}", session.text);
    let player = ask(&service, "GET", "/v1/player", token, None).await.json();
    assert_eq!((&player["banned"], &player["reason"]), (&json!(true), &json!("no programs here")));
    // A player who erases all is banned still.
    ask(&service, "DELETE", "/v1/player", token, None).await;
    let refused = ask(&service, "POST", "/v1/scores", token, Some(named("Bot", 8))).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    act(&store, Act::Unban, &player["id"], "").await;
    let again = ask(&service, "POST", "/v1/scores", token, Some(named("Bot", 8))).await;
    assert_eq!(again.status, StatusCode::CREATED, "{}", again.text);
    assert_eq!(get(&service, &path(&other)).await.status, StatusCode::OK);
    let missing = Action { action: Act::Ban, id: "none".to_owned(), ..Action::default() };
    assert!(admin::act(&store, missing).await.is_err());
}

async fn a_hidden_board_takes_nothing(database: &Database) {
    let (store, service) = with_store(database, config(database)).await;
    let kept = post(&service, game("dive", 1, 40)).await.json();
    post(&service, game("2048", 1, 40)).await;
    act(&store, Act::HideBoard, &kept["board"], "a bad title").await;
    let board = format!("/v1/boards/{}/scores", kept["board"].as_str().unwrap());
    for answer in [
        get(&service, &board).await,
        get(&service, &path(&kept)).await,
        get(&service, &format!("/v1/boards/{}", kept["board"].as_str().unwrap())).await,
        post(&service, game("dive", 2, 40)).await,
    ] {
        assert_eq!(answer.status, StatusCode::GONE);
        assert!(answer.text.contains("a bad title"), "{}", answer.text);
    }
    assert_eq!(get(&service, "/v1/boards?mode=dive").await.json()["boards"], json!([]));
    assert_eq!(store.boards(10).await.unwrap().len(), 1);
    act(&store, Act::ShowBoard, &kept["board"], "").await;
    assert_eq!(get(&service, &board).await.status, StatusCode::OK);
    // Nor does a hidden board give seeds.
    let session = ask(&service, "POST", "/v1/sessions", "", Some(json!({ "mode": "dive" }))).await.json();
    act(&store, Act::HideBoard, &session["board"], "a bad mode").await;
    let session = ask(&service, "POST", "/v1/sessions", "", Some(json!({ "mode": "dive" }))).await;
    assert_eq!(session.status, StatusCode::GONE, "{}", session.text);
    let missing = Action { action: Act::HideBoard, id: "none".to_owned(), ..Action::default() };
    assert!(admin::act(&store, missing).await.unwrap_err().to_string().contains("no board none"));
}

async fn reports_come_to_operators(database: &Database) {
    let (token, entry) = operators::token("erin").unwrap();
    let (store, service) = with_store(database, Config { operators: vec![entry], ..config(database) }).await;
    let bad = post(&service, named("Bad", 1)).await.json();
    let good = post(&service, named("Good", 2)).await.json();
    let reporter = good["claimToken"].as_str().unwrap();
    let report = json!({ "kind": "name", "text": "look\nat\u{202e} this" });
    let to = format!("{}/reports", path(&bad));
    for status in [StatusCode::CREATED, StatusCode::OK] {
        assert_eq!(ask(&service, "POST", &to, reporter, Some(report.clone())).await.status, status);
    }
    assert_eq!(
        ask(&service, "POST", &to, "", Some(json!({ "kind": "cheating" }))).await.status,
        StatusCode::CREATED
    );
    for body in [json!({ "kind": "none" }), json!({}), json!({ "kind": "other", "text": "x".repeat(501) })] {
        assert_eq!(ask(&service, "POST", &to, "", Some(body)).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let nothing = ask(&service, "POST", "/v1/scores/none/reports", "", Some(report)).await;
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
    // One game is not reported without end, and its own player does not report it. Many reports that say
    // nothing keep out none with words, and none of a player.
    let own = bad["claimToken"].as_str().unwrap();
    let refused = ask(&service, "POST", &to, own, Some(json!({ "kind": "other" }))).await;
    assert_eq!(refused.json()["kind"], "own-game");
    for number in 1..12 {
        let answer = ask(&service, "POST", &to, "", Some(json!({ "kind": "other" }))).await;
        let status = if number < 5 { StatusCode::CREATED } else { StatusCode::CONFLICT };
        assert_eq!(answer.status, status, "{number}: {}", answer.text);
    }
    let worded = json!({ "kind": "other", "text": "look" });
    assert_eq!(ask(&service, "POST", &to, "", Some(worded)).await.status, StatusCode::CREATED);
    let mut third = named("Third", 3);
    third["claimToken"] = json!(random(16).unwrap());
    assert_eq!(post(&service, third.clone()).await.status, StatusCode::CREATED);
    let third = third["claimToken"].as_str().unwrap().to_owned();
    let empty = json!({ "kind": "other" });
    let of_player = ask(&service, "POST", &to, &third, Some(empty.clone())).await;
    assert_eq!(of_player.status, StatusCode::CREATED, "{}", of_player.text);
    let all = store.reports((i64::MIN, ""), 100).await.unwrap();
    assert_eq!(all.len(), 8);
    let behind = store.reports((all[4].at, &all[4].id), 100).await.unwrap();
    assert_eq!(behind, all[5..]);
    // One that was closed may be made again.
    let of_third = all.iter().find(|report| report.reporter == sha256(third.as_bytes())).unwrap();
    act(&store, Act::CloseReport, &json!(of_third.id), "").await;
    assert_eq!(ask(&service, "POST", &to, &third, Some(empty)).await.status, StatusCode::CREATED);

    for path in ["/v1/operator/reports", "/v1/operator/recent", "/v1/operator/audit"] {
        for token in ["", reporter, "erin"] {
            let answer = ask(&service, "GET", path, token, None).await;
            assert_eq!(
                (answer.status, &answer.json()["kind"]),
                (StatusCode::UNAUTHORIZED, &json!("no-operator"))
            );
        }
        assert_eq!(ask(&service, "GET", path, &token, None).await.status, StatusCode::OK);
    }
    let reports = ask(&service, "GET", "/v1/operator/reports", &token, None).await.json();
    let mut found = reports["reports"].as_array().unwrap().clone();
    found.retain(|report| report["kind"] == "name");
    assert_eq!(found.len(), 1);
    assert_eq!(
        (&found[0]["text"], &found[0]["game"]["name"]),
        (&json!("look\nat\u{fffd} this"), &json!("Bad"))
    );
    let recent = ask(&service, "GET", "/v1/operator/recent", &token, None).await.json();
    assert_eq!(recent["games"].as_array().unwrap().len(), 3);
    let player = found[0]["game"]["player"].clone();
    let act = |action: Value| {
        let service = service.clone();
        let token = token.clone();
        async move { ask(&service, "POST", "/v1/operator/actions", &token, Some(action)).await }
    };
    let renamed = json!({ "action": "rename", "id": player, "name": "Player", "reason": "rude" });
    for action in [
        renamed,
        json!({ "action": "ban", "id": player }),
        json!({ "action": "close-report", "id": found[0]["id"] }),
    ] {
        let done = act(action).await;
        assert_eq!(done.status, StatusCode::OK, "{}", done.text);
    }
    assert_eq!(get(&service, &path(&bad)).await.status, StatusCode::GONE);
    let left = ask(&service, "GET", "/v1/operator/reports", &token, None).await.json();
    assert_eq!(left["reports"].as_array().unwrap().len(), 7);
    let done = act(json!({ "action": "close-reports", "id": bad["id"] })).await;
    assert_eq!(done.json()["done"], format!("closed: 7 reports of {}", bad["id"].as_str().unwrap()));
    assert_eq!(store.reports((i64::MIN, ""), 100).await.unwrap(), []);
    let refused = act(json!({ "action": "hide", "id": "none" })).await;
    assert_eq!(
        (refused.status, &refused.json()["kind"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("not-done"))
    );
    let unsigned =
        ask(&service, "POST", "/v1/operator/actions", reporter, Some(json!({ "action": "hide", "id": "x" })))
            .await;
    assert_eq!(unsigned.status, StatusCode::UNAUTHORIZED);
    // The audit says who, also at the command line.
    admin::hide(&store, good["id"].as_str().unwrap(), true).await.unwrap();
    let audit = ask(&service, "GET", "/v1/operator/audit", &token, None).await.json();
    let lines: Vec<(&str, &str)> = audit["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["who"].as_str().unwrap(), line["what"].as_str().unwrap()))
        .collect();
    assert_eq!(lines.len(), 6);
    // The latest is first, also of those of one moment.
    assert!(lines[0].1.starts_with("hide ") && lines[1].1.starts_with("close-reports "), "{lines:?}");
    assert!(lines.iter().any(|(who, what)| *who == "erin"
        && what.starts_with("rename ")
        && what.ends_with(" from Bad to Player: rude")));
    assert!(lines.iter().any(|(who, what)| who.starts_with("command line") && what.starts_with("hide ")));
    for path in ["/operator", "/operator.js"] {
        let page = get(&service, path).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text.contains(&token));
    }
}
