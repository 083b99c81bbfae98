//! Players: the names they may have, the marks of players with one name, and their tokens.

use crate::common;
use crate::common::{Database, act, ask, config, game, get, post, service, with_both_databases};
use axum::Router;
use axum::http::StatusCode;
use polymerge::{Limits, Mode, Opened, open};
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::store::Store;
use polymerge_server::token::random;
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    names_that_look_like_a_blocked_one_are_refused
    titles_with_a_blocked_text_are_refused
    players_of_one_name_are_told_apart
    names_of_older_databases_are_compared
    a_lost_answer_loses_nothing
    a_retry_is_answered_when_its_session_is_gone
    a_token_of_the_client_is_hard_to_guess
    a_header_without_its_token_makes_no_new_player
}

async fn with_store(database: &Database) -> (Store, Router) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    (store, service)
}

fn named(seed: u64, name: &str) -> Value {
    let mut game = game("2048", seed, 40);
    game["name"] = json!(name);
    game
}

async fn names_that_look_like_a_blocked_one_are_refused(database: &Database) {
    let (store, service) = with_store(database).await;
    let kept = post(&service, named(1, "Good")).await.json();
    let (path, token) =
        (format!("/v1/scores/{}", kept["id"].as_str().unwrap()), kept["claimToken"].as_str().unwrap());
    admin::block(&store, "ann").await.unwrap();
    for name in ["ann", "Joann", "ＡＮＮ", "Änn", "Аnn", "a n n", "a.n.n", "a-n_n", "𝐚𝐧𝐧", "ᴀɴɴ", "4nn"]
    {
        let posted = post(&service, named(2, name)).await;
        let renamed = ask(&service, "PATCH", &path, token, Some(json!({ "name": name }))).await;
        for answer in [posted, renamed] {
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {}", answer.text);
            assert_eq!(answer.json()["kind"], "bad-name", "{name}");
        }
        assert!(admin::rename(&store, kept["id"].as_str().unwrap(), name).await.is_err(), "{name}");
    }
    for name in ["Anton", "Иван", "Nan", "李 四"] {
        let answer = ask(&service, "PATCH", &path, token, Some(json!({ "name": name }))).await;
        assert_eq!(
            (answer.status, &answer.json()["name"]),
            (StatusCode::OK, &json!(name)),
            "{}",
            answer.text
        );
    }
    assert_eq!(admin::unblock(&store, "Änn").await.unwrap(), ["ann"]);
    assert_eq!(post(&service, named(2, "Ann")).await.status, StatusCode::CREATED);
}

async fn titles_with_a_blocked_text_are_refused(database: &Database) {
    let (store, service) = with_store(database).await;
    let titled = |title: &str| {
        let text = format!(r#"{{ "extends": "classic.jsonc", "title": "{title}" }}"#);
        let Opened::Mode(mode) = open(&text, &Limits::strict()).unwrap() else { panic!("this is a mode") };
        let mut body = game("2048", 5, 40);
        body["mode"] = json!(mode.to_code().unwrap());
        body
    };
    assert_eq!(post(&service, titled("My b.A.d mode")).await.status, StatusCode::CREATED);
    assert_eq!(post(&service, game("classic", 5, 40)).await.status, StatusCode::CREATED);
    let shown = admin::block(&store, "bad").await.unwrap();
    assert_eq!(shown.boards.iter().map(|(_, title)| title.as_str()).collect::<Vec<_>>(), ["My b.A.d mode"]);
    assert_eq!(post(&service, titled("Вad")).await.json()["kind"], "bad-title");
    assert_eq!(post(&service, titled("Good")).await.status, StatusCode::CREATED);
    // Built-in modes keep their titles.
    admin::block(&store, &Mode::built_in("classic").unwrap().title().to_lowercase()).await.unwrap();
    assert_eq!(post(&service, game("classic", 6, 40)).await.status, StatusCode::CREATED);
}

/// The marks of the games of a board, by name.
async fn marks(service: &Router, board: &str) -> Vec<(String, Option<String>)> {
    let listing = get(service, &format!("/v1/boards/{board}/scores")).await.json();
    let mut marks: Vec<(String, Option<String>)> = listing["scores"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| (game["name"].as_str().unwrap().to_owned(), game["mark"].as_str().map(str::to_owned)))
        .collect();
    marks.sort();
    marks
}

async fn players_of_one_name_are_told_apart(database: &Database) {
    let (store, service) = with_store(database).await;
    let ann = post(&service, named(1, "Ann")).await.json();
    assert_eq!(ann["mark"], Value::Null);
    let board = ann["board"].as_str().unwrap();
    let token = ann["claimToken"].as_str().unwrap();
    // Another game of the same player is no other player.
    let own = ask(&service, "POST", "/v1/scores", token, Some(named(2, "ANN"))).await.json();
    assert_eq!(own["mark"], Value::Null);
    // Two players of one name are left from earlier versions.
    let other = post(&service, named(3, "Anton")).await.json();
    act!(store, rename(other["id"].as_str().unwrap(), "Аnn"));
    let other = get(&service, &format!("/v1/scores/{}", other["id"].as_str().unwrap())).await.json();
    post(&service, named(4, "Bob")).await;
    let mark = other["mark"].as_str().unwrap();
    assert_eq!(mark.len(), 5);
    let listed = marks(&service, board).await;
    assert_eq!(listed.len(), 3);
    let of = |name: &str| listed.iter().find(|(other, _)| other == name).unwrap().1.clone();
    assert_eq!((of("Bob"), of("Аnn").as_deref()), (None, Some(mark)));
    // The mark of a player is one on all answers, and another one than that of others.
    let path = format!("/v1/scores/{}", ann["id"].as_str().unwrap());
    let first = get(&service, &path).await.json()["mark"].as_str().unwrap().to_owned();
    assert_ne!(first, mark);
    let profile = ask(&service, "GET", "/v1/profile", token, None).await.json();
    for game in profile["games"].as_array().unwrap() {
        assert_eq!(game["mark"], json!(first));
    }
    // When the other one is gone, hidden or renamed, there is nothing to tell apart.
    let id = other["id"].as_str().unwrap();
    admin::hide(&store, id, true).await.unwrap();
    assert_eq!(get(&service, &path).await.json()["mark"], Value::Null);
    admin::hide(&store, id, false).await.unwrap();
    assert_eq!(get(&service, &path).await.json()["mark"], json!(first));
    admin::rename(&store, id, "Carl").await.unwrap();
    assert_eq!(get(&service, &path).await.json()["mark"], Value::Null);
}

async fn names_of_older_databases_are_compared(database: &Database) {
    let (store, service) = with_store(database).await;
    let kept = post(&service, named(1, "Ann")).await.json();
    let other = post(&service, named(2, "Bob")).await.json();
    act!(store, rename(other["id"].as_str().unwrap(), "A.N.N"));
    store.close().await;
    // As an older version left them, which compared names in another way.
    database
        .execute("UPDATE scores SET looks = '', reads = ''; UPDATE meta SET value = 'old' WHERE name = 'skeletons'")
        .await;
    let (_, service) = with_store(database).await;
    let listed = marks(&service, kept["board"].as_str().unwrap()).await;
    assert!(listed.len() == 2 && listed.iter().all(|(_, mark)| mark.is_some()), "{listed:?}");
    let token = kept["claimToken"].as_str().unwrap();
    let again = ask(&service, "POST", "/v1/scores", token, Some(named(1, "Ann"))).await;
    assert_eq!((again.status, &again.json()["own"]), (StatusCode::OK, &json!(true)));
}

async fn a_lost_answer_loses_nothing(database: &Database) {
    let service = service(database).await;
    let token = random(16).unwrap();
    let mut body = named(1, "Ann");
    body["claimToken"] = json!(token);
    // The first answer is lost.
    assert_eq!(post(&service, body.clone()).await.status, StatusCode::CREATED);
    // A third person hands in the same game: with another token, with none, or as a known player.
    let known = post(&service, named(2, "Bob")).await.json();
    let mut foreign = body.clone();
    foreign["claimToken"] = json!(random(16).unwrap());
    let foreign = post(&service, foreign).await;
    let none = post(&service, named(1, "Ann")).await;
    let known =
        ask(&service, "POST", "/v1/scores", known["claimToken"].as_str().unwrap(), Some(named(1, "Ann")))
            .await;
    for answer in [foreign, none, known] {
        assert_eq!((answer.status, &answer.json()["own"]), (StatusCode::OK, &json!(false)));
        assert_eq!(answer.json().get("claimToken"), None, "{}", answer.text);
    }
    // The player does, with another name meanwhile.
    body["name"] = json!("Anna");
    let again = post(&service, body).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text);
    let again = again.json();
    assert_eq!(
        (&again["own"], &again["claimToken"], &again["name"]),
        (&json!(true), &json!(token), &json!("Ann"))
    );
    let path = format!("/v1/scores/{}", again["id"].as_str().unwrap());
    assert_eq!(ask(&service, "DELETE", &path, &token, None).await.status, StatusCode::NO_CONTENT);
    // The token is the player's for further games, in either way.
    let mut further = named(3, "Ann");
    further["claimToken"] = json!(token);
    assert_eq!(post(&service, further).await.json()["claimToken"], json!(token));
    let more = ask(&service, "POST", "/v1/scores", &token, Some(named(4, "Ann"))).await;
    assert_eq!((more.status, more.json().get("claimToken")), (StatusCode::CREATED, None));
    let profile = ask(&service, "GET", "/v1/profile", &token, None).await.json();
    assert_eq!(profile["games"].as_array().unwrap().len(), 2);
}

async fn a_retry_is_answered_when_its_session_is_gone(database: &Database) {
    let service = service(database).await;
    let session = ask(&service, "POST", "/v1/sessions", "", Some(json!({ "mode": "2048" }))).await.json();
    let mut body = game("2048", session["seed"].as_str().unwrap().parse().unwrap(), 50);
    body["session"] = session["session"].clone();
    let anonymous = body.clone();
    body["claimToken"] = json!(random(16).unwrap());
    let first = post(&service, body.clone()).await;
    assert_eq!(first.status, StatusCode::CREATED, "{}", first.text);
    database.execute("DELETE FROM sessions").await;
    let again = post(&service, body).await;
    assert_eq!((again.status, &again.json()["id"]), (StatusCode::OK, &first.json()["id"]));
    assert_eq!(post(&service, anonymous).await.status, StatusCode::NOT_FOUND);
}

async fn a_token_of_the_client_is_hard_to_guess(database: &Database) {
    let service = service(database).await;
    let token = random(16).unwrap();
    for (made, header, kind) in [
        ("1234", "", "bad-token"),
        ("00000000000000000000000000000000", "", "bad-token"),
        (token.as_str(), token.as_str(), "two-tokens"),
    ] {
        let mut body = named(1, "Ann");
        body["claimToken"] = json!(made);
        let answer = ask(&service, "POST", "/v1/scores", header, Some(body)).await;
        assert_eq!((answer.status, &answer.json()["kind"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(kind)));
    }
}

async fn a_header_without_its_token_makes_no_new_player(database: &Database) {
    let service = service(database).await;
    let first = post(&service, named(1, "Ann")).await.json();
    let token = first["claimToken"].as_str().unwrap();
    let submit = |seed: u64, header: String| {
        let request = axum::http::Request::post("/v1/scores").header("content-type", "application/json");
        let request = request.header("authorization", header).body(named(seed, "Ann").to_string().into());
        common::send(&service, request.unwrap())
    };
    for (seed, header) in [(2, format!("bearer {token}")), (3, format!("BEARER  {token} "))] {
        let answer = submit(seed, header).await;
        assert_eq!((answer.status, answer.json().get("claimToken")), (StatusCode::CREATED, None));
        assert_eq!(answer.json()["mark"], Value::Null, "it is the same player");
    }
    for header in ["Bearer", "Bearer ", "bearer"] {
        let answer = submit(4, header.to_owned()).await;
        assert_eq!(
            (answer.status, &answer.json()["kind"]),
            (StatusCode::UNAUTHORIZED, &json!("wrong-token"))
        );
    }
    // A proxy may have users of its own.
    let answer = submit(4, "Basic eDp5".to_owned()).await;
    assert_eq!((answer.status, &answer.json()["nameTaken"]), (StatusCode::CREATED, &json!(true)));
}
