//! One player: name, games, recovery code; and what copies of games tell of their origin.

use crate::common::before::{EXPORT_2, VERSION_4, make};
use crate::common::{
    Answer, Database, act, ask, config, game, get, post, send, service, with_both_databases,
};
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use polymerge_server::admin;
use polymerge_server::api::{Service, router};
use polymerge_server::export::{self, Imported};
use polymerge_server::store::Store;
use polymerge_server::token::random;
use serde_json::{Value, json};

with_both_databases! {
    on disk:
    a_player_has_one_name_for_all_games
    all_games_of_a_player_are_listed_in_parts
    a_player_takes_all_along_and_erases_all
    a_recovery_code_gives_one_more_token
    a_name_is_its_players_while_it_is_used
    a_repeated_attempt_is_one
    a_copy_of_a_copy_keeps_its_origin
    an_erased_player_hands_origins_on
    many_copies_do_not_hide_the_origin
    a_player_is_no_copy_of_the_own_copy
    a_hidden_game_does_not_come_back_shorter
    exports_of_before_have_players
    a_database_of_before_has_players
}

async fn with_store(database: &Database) -> (Store, Router) {
    let store = Store::open(&database.address).await.unwrap();
    let service = router(Service::new(config(database), store.clone()).await.unwrap());
    (store, service)
}

/// A game of a player, by its seed and its number of moves.
fn named(name: &str, seed: u64, length: usize) -> Value {
    let mut game = game("2048", seed, length);
    game["name"] = json!(name);
    game
}

/// Hands in a game of a player who has a token already, or gets this one.
async fn as_player(service: &Router, token: &str, mut game: Value) -> Value {
    game["claimToken"] = json!(token);
    let answer = post(service, game).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
    answer.json()
}

fn made() -> String {
    random(16).unwrap()
}

fn path(game: &Value) -> String {
    format!("/v1/scores/{}", game["id"].as_str().unwrap())
}

fn refused(answer: &Answer, kind: &str) {
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    assert_eq!(answer.json()["kind"], kind);
}

async fn a_player_has_one_name_for_all_games(database: &Database) {
    let service = service(database).await;
    let token = made();
    let first = as_player(&service, &token, named("Ann", 1, 40)).await;
    // Without a name a game gets that of its player.
    let second = as_player(&service, &token, game("2048", 2, 40)).await;
    assert_eq!(second["name"], "Ann");
    let player = ask(&service, "GET", "/v1/player", &token, None).await.json();
    assert_eq!((&player["name"], &player["games"]), (&json!("Ann"), &json!(2)));
    let renamed = ask(&service, "PATCH", "/v1/player", &token, Some(json!({ "name": "Anna" }))).await;
    assert_eq!((renamed.status, &renamed.json()["name"]), (StatusCode::OK, &json!("Anna")));
    for game in [&first, &second] {
        assert_eq!(get(&service, &path(game)).await.json()["name"], "Anna");
    }
    assert_eq!(as_player(&service, &token, game("2048", 3, 40)).await["name"], "Anna");
    let unknown = ask(&service, "GET", "/v1/player", &made(), None).await;
    assert_eq!((unknown.status, &unknown.json()["kind"]), (StatusCode::UNAUTHORIZED, &json!("wrong-token")));
}

async fn all_games_of_a_player_are_listed_in_parts(database: &Database) {
    let service = service(database).await;
    let token = made();
    for seed in 0..7 {
        as_player(&service, &token, named("Ann", seed, 30)).await;
    }
    let (mut seen, mut after) = (Vec::new(), String::new());
    loop {
        let part =
            ask(&service, "GET", &format!("/v1/profile?limit=3&after={after}"), &token, None).await.json();
        seen.extend(
            part["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = part["next"].as_str() else { break };
        after = next.to_owned();
    }
    assert_eq!(seen.len(), 7);
    let whole = ask(&service, "GET", "/v1/profile", &token, None).await.json();
    let whole: Vec<&str> =
        whole["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(seen, whole);
    refused(&ask(&service, "GET", "/v1/profile?after=x", &token, None).await, "bad-cursor");
    refused(&ask(&service, "GET", "/v1/profile?limit=101", &token, None).await, "bad-limit");
}

async fn a_player_takes_all_along_and_erases_all(database: &Database) {
    let (store, service) = with_store(database).await;
    let token = made();
    let mut games = Vec::new();
    for seed in 1..4 {
        games.push(as_player(&service, &token, named("Ann", seed, 30)).await);
    }
    let other = post(&service, named("Bob", 9, 30)).await.json();
    let report = format!("{}/reports", path(&other));
    ask(&service, "POST", &report, &token, Some(json!({ "kind": "other", "text": "hm" }))).await;
    let hidden = games[0]["id"].as_str().unwrap();
    admin::hide(&store, hidden, true).await.unwrap();
    let all = ask(&service, "GET", "/v1/player/export?limit=2", &token, None).await.json();
    assert_eq!((all["games"].as_array().unwrap().len(), all["next"].is_string()), (2, true));
    assert_eq!(all["games"][0]["seed"], "3");
    assert!(all["games"][0]["canonicalMoves"].is_string());
    assert_eq!((&all["player"]["games"], &all["reports"][0]["text"]), (&json!(3), &json!("hm")));
    let erased = ask(&service, "DELETE", "/v1/player", &token, None).await;
    assert_eq!((erased.status, erased.json()), (StatusCode::OK, json!({ "erased": 3 })));
    for game in &games[1..] {
        assert_eq!(get(&service, &path(game)).await.status, StatusCode::NOT_FOUND);
    }
    // Of the hidden one only the moves stay.
    let left = store.score(hidden).await.unwrap().unwrap();
    assert_eq!((left.name.as_str(), left.token.as_str(), left.hidden), ("", "", true));
    assert_eq!(ask(&service, "GET", "/v1/player", &token, None).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(store.reports((i64::MIN, ""), 10).await.unwrap(), []);
    // The name is free again, and the token too.
    let again = as_player(&service, &token, named("Ann", 2, 30)).await;
    assert_eq!(again["mark"], Value::Null);
}

async fn a_recovery_code_gives_one_more_token(database: &Database) {
    let service = service(database).await;
    let token = made();
    let first = as_player(&service, &token, named("Ann", 1, 40)).await;
    let code = ask(&service, "POST", "/v1/player/recovery", &token, None).await;
    assert_eq!(code.status, StatusCode::CREATED);
    let code = code.json()["recoveryCode"].as_str().unwrap().to_owned();
    assert_eq!((code.len(), code.matches('-').count()), (24, 4));
    // The tokens are lost with the device. The code may be written in another way, and sent again.
    let new = made();
    let written = code.replace('-', " ").to_uppercase();
    for code in [&code, &written, &code] {
        let body = json!({ "recoveryCode": code, "claimToken": new });
        let answer = ask(&service, "POST", "/v1/player/recover", "", Some(body)).await;
        assert_eq!(
            (answer.status, &answer.json()["name"]),
            (StatusCode::OK, &json!("Ann")),
            "{}",
            answer.text
        );
    }
    let second = ask(&service, "POST", "/v1/scores", &new, Some(game("2048", 2, 40))).await.json();
    assert_eq!((&second["name"], &second["mark"]), (&json!("Ann"), &Value::Null));
    for token in [&token, &new] {
        let profile = ask(&service, "GET", "/v1/profile", token, None).await.json();
        assert_eq!(profile["games"].as_array().unwrap().len(), 2);
        assert_eq!(ask(&service, "GET", &path(&first), token, None).await.json()["own"], true);
    }
    // A token that another one has seen is one no more.
    let newest = made();
    let body = json!({ "recoveryCode": code, "claimToken": newest, "signOutOthers": true });
    assert_eq!(ask(&service, "POST", "/v1/player/recover", "", Some(body)).await.status, StatusCode::OK);
    for token in [&token, &new] {
        assert_eq!(ask(&service, "GET", "/v1/player", token, None).await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(ask(&service, "DELETE", &path(&first), &newest, None).await.status, StatusCode::NO_CONTENT);
    // With its last game a player who has a code stays.
    assert_eq!(ask(&service, "DELETE", &path(&second), &newest, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ask(&service, "GET", "/v1/player", &newest, None).await.json()["hasRecoveryCode"], true);
    let removed = ask(&service, "DELETE", "/v1/player/recovery", &newest, None).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    let body = json!({ "recoveryCode": code, "claimToken": made() });
    let gone = ask(&service, "POST", "/v1/player/recover", "", Some(body)).await;
    assert_eq!(gone.status, StatusCode::UNAUTHORIZED);
    let body = json!({ "recoveryCode": "", "claimToken": made() });
    assert_eq!(
        ask(&service, "POST", "/v1/player/recover", "", Some(body)).await.status,
        StatusCode::UNAUTHORIZED
    );
}

async fn a_name_is_its_players_while_it_is_used(database: &Database) {
    let (store, service) = with_store(database).await;
    let [ann, bob] = [made(), made()];
    let first = as_player(&service, &ann, named("Ann", 1, 40)).await;
    let other = as_player(&service, &bob, named("Bob", 2, 40)).await;
    for (seed, name) in (100..).zip(["Ann", "ANN", "A.n.n", "Аnn", "4nn", "Änn"]) {
        // No game is refused for its name, but it gets another one.
        let third = post(&service, named(name, seed, 40)).await.json();
        assert_eq!((&third["nameTaken"], &third["mark"]), (&json!(true), &Value::Null));
        let other_name = third["name"].as_str().unwrap();
        assert!(
            other_name.starts_with(&format!("{name} ")) && other_name.len() > name.len() + 2,
            "{other_name}"
        );
        let body = Some(json!({ "name": name }));
        refused(&ask(&service, "PATCH", &path(&other), &bob, body.clone()).await, "name-taken");
        refused(&ask(&service, "PATCH", "/v1/player", &bob, body.clone()).await, "name-taken");
        // Her own she writes as she likes.
        assert_eq!(ask(&service, "PATCH", "/v1/player", &ann, body).await.status, StatusCode::OK);
    }
    // A name that is used no more is free: after another one, or when the game is hidden or erased.
    ask(&service, "PATCH", "/v1/player", &ann, Some(json!({ "name": "Carla" }))).await;
    let body = Some(json!({ "name": "Ann" }));
    assert_eq!(ask(&service, "PATCH", "/v1/player", &bob, body).await.status, StatusCode::OK);
    admin::hide(&store, first["id"].as_str().unwrap(), true).await.unwrap();
    assert_eq!(post(&service, named("Carla", 4, 40)).await.json()["name"], "Carla");
    // Names that are drawn are free ones.
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 10..30 {
        let game = post(&service, game("2048", seed, 30)).await.json();
        assert_eq!(game["mark"], Value::Null);
        assert!(drawn.insert(game["name"].as_str().unwrap().to_owned()), "{game}");
    }
}

async fn a_repeated_attempt_is_one(database: &Database) {
    let service = service(database).await;
    let submit = |game: Value, token: &str, key: &str| {
        let mut request = Request::post("/v1/scores").header("content-type", "application/json");
        if !token.is_empty() {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.header("idempotency-key", key).body(Body::from(game.to_string()));
        let service = service.clone();
        async move { send(&service, request.unwrap()).await }
    };
    // A client without a token: the key is all that it keeps, and gets it the token again.
    let key = "6f9619ff-8b86-d011-b42d-00cf4fc964ff";
    let first = submit(named("Ann", 1, 40), "", key).await;
    let again = submit(named("Ann", 1, 40), "", key).await;
    assert_eq!((first.status, again.status), (StatusCode::CREATED, StatusCode::OK), "{}", first.text);
    let token = first.json()["claimToken"].as_str().unwrap().to_owned();
    assert_eq!((&again.json()["claimToken"], &again.json()["own"]), (&json!(token), &json!(true)));
    assert_eq!(ask(&service, "GET", "/v1/player", &token, None).await.json()["games"], 1);
    refused(&submit(named("Ann", 2, 40), "", key).await, "key-used");
    refused(&submit(named("Ann", 1, 60), "", key).await, "key-used");
    refused(&submit(named("Eve", 2, 40), "", "easy").await, "bad-key");
    // With a token any key does.
    let second = submit(named("Ann", 2, 40), &token, "second").await;
    let again = submit(named("Ann", 2, 40), &token, "second").await;
    assert_eq!((second.status, again.status), (StatusCode::CREATED, StatusCode::OK));
    assert_eq!(second.json()["id"], again.json()["id"]);
}

async fn a_copy_of_a_copy_keeps_its_origin(database: &Database) {
    let service = service(database).await;
    let [ann, one, two] = [made(), made(), made()];
    let first = as_player(&service, &ann, named("Ann", 7, 90)).await;
    let copy = as_player(&service, &one, named("Bob", 7, 110)).await;
    let second = as_player(&service, &two, named("Cy", 7, 130)).await;
    assert_eq!((&copy["follows"], &copy["origin"]), (&first["id"], &first["id"]));
    assert_eq!((&second["follows"], &second["origin"]), (&copy["id"], &first["id"]));
    // The copy in between is erased: the game before that is named.
    assert_eq!(ask(&service, "DELETE", &path(&copy), &one, None).await.status, StatusCode::NO_CONTENT);
    let left = get(&service, &path(&second)).await.json();
    assert_eq!((&left["follows"], &left["origin"]), (&first["id"], &first["id"]));
    // A player's own further game comes from where the one before came.
    let third = as_player(&service, &two, named("Cy", 7, 160)).await;
    assert_eq!((&third["follows"], &third["origin"]), (&first["id"], &first["id"]));
    // When all others are gone, it is still known that there was one.
    assert_eq!(ask(&service, "DELETE", &path(&first), &ann, None).await.status, StatusCode::NO_CONTENT);
    let left = get(&service, &path(&third)).await.json();
    assert_eq!((&left["follows"], &left["origin"]), (&json!(""), &first["id"]));
}

async fn an_erased_player_hands_origins_on(database: &Database) {
    let service = service(database).await;
    let [ann, one, two] = [made(), made(), made()];
    let first = as_player(&service, &ann, named("Ann", 7, 90)).await;
    as_player(&service, &one, named("Bob", 7, 110)).await;
    let second = as_player(&service, &two, named("Cy", 7, 130)).await;
    assert_eq!(ask(&service, "DELETE", "/v1/player", &one, None).await.json(), json!({ "erased": 1 }));
    assert_eq!(get(&service, &path(&second)).await.json()["follows"], first["id"]);
    ask(&service, "DELETE", "/v1/player", &ann, None).await;
    let left = get(&service, &path(&second)).await.json();
    assert_eq!((&left["follows"], &left["origin"]), (&json!(""), &first["id"]));
}

async fn many_copies_do_not_hide_the_origin(database: &Database) {
    let service = service(database).await;
    let first = as_player(&service, &made(), named("Ann", 7, 60)).await;
    // More games of the seed than are compared, with more points: others, and copies.
    let flood = made();
    for length in 0..40 {
        let mut other = game("dive", 7, 60 + length);
        other["mode"] = json!("2048");
        other["claimToken"] = json!(flood);
        assert!(post(&service, other).await.status.is_success());
        let mut copy = game("2048", 7, 62 + length);
        copy["claimToken"] = json!(flood);
        assert!(post(&service, copy).await.status.is_success());
    }
    let copy = as_player(&service, &made(), named("Cy", 7, 110)).await;
    assert_eq!(copy["origin"], first["id"]);
}

async fn a_player_is_no_copy_of_the_own_copy(database: &Database) {
    let service = service(database).await;
    let ann = made();
    let first = as_player(&service, &ann, named("Ann", 7, 90)).await;
    let copy = as_player(&service, &made(), named("Bob", 7, 96)).await;
    assert_eq!(copy["follows"], first["id"]);
    // Ann goes on, with moves that the copy has by chance, too.
    let longer = as_player(&service, &ann, named("Ann", 7, 130)).await;
    assert_eq!((&longer["follows"], &longer["origin"]), (&json!(""), &json!("")));
}

async fn a_hidden_game_does_not_come_back_shorter(database: &Database) {
    let (store, service) = with_store(database).await;
    let ann = made();
    let first = as_player(&service, &ann, named("Ann", 7, 120)).await;
    admin::hide(&store, first["id"].as_str().unwrap(), true).await.unwrap();
    for length in [119, 110, 100, 80, 150] {
        for token in [ann.clone(), made()] {
            let mut again = named("Bob", 7, length);
            again["claimToken"] = json!(token);
            let answer = post(&service, again).await;
            assert_eq!(answer.status, StatusCode::GONE, "{length}: {}", answer.text);
        }
    }
    // Others begin in the same way, by chance, and go another one.
    assert_eq!(post(&service, named("Cy", 7, 12)).await.status, StatusCode::CREATED);
    assert_eq!(post(&service, named("Di", 8, 110)).await.status, StatusCode::CREATED);
    // When it is shown again, so are games that have its moves.
    admin::hide(&store, first["id"].as_str().unwrap(), false).await.unwrap();
    assert_eq!(post(&service, named("Bob", 7, 150)).await.status, StatusCode::CREATED);
}

/// The token of a player in `before`, where there are also a player whose name looks like hers, with a
/// hidden game, and a copy of a copy.
const ANN: &str = "a1b2c3d4e5f60718293a4b5c6d7e8f90";

async fn is_complete(service: &Router) {
    let player = ask(service, "GET", "/v1/player", ANN, None).await.json();
    assert_eq!(
        (&player["name"], &player["games"], &player["banned"]),
        (&json!("Ann"), &json!(3), &json!(false))
    );
    let copy = get(service, "/v1/scores/a0ecce89f01ec156").await.json();
    assert_eq!((&copy["follows"], &copy["name"]), (&json!("0a48ed3bcb712499"), &json!("Cy")));
    assert_eq!(copy["mark"], Value::Null);
    // Names that look alike are told apart as before, and are not given to a third player.
    let ann = get(service, "/v1/scores/6ec5b15ac9c83157").await.json();
    assert!(ann["mark"].is_string());
    let third = post(service, named("Ann", 50, 40)).await.json();
    assert_eq!((&third["nameTaken"], &third["mark"]), (&json!(true), &Value::Null));
    assert_eq!(get(service, "/v1/scores/8b02f63399d990c4").await.status, StatusCode::GONE);
    // Who has such a name keeps it. Old tokens rename, erase and get more games.
    let more = ask(service, "POST", "/v1/scores", ANN, Some(named("Ann", 52, 40))).await;
    assert_eq!(more.status, StatusCode::CREATED, "{}", more.text);
    let renamed = ask(service, "PATCH", "/v1/player", ANN, Some(json!({ "name": "Anna" }))).await;
    assert_eq!(renamed.status, StatusCode::OK, "{}", renamed.text);
    let more = ask(service, "POST", "/v1/scores", ANN, Some(game("2048", 51, 40))).await;
    assert_eq!((more.status, &more.json()["name"]), (StatusCode::CREATED, &json!("Anna")));
}

async fn exports_of_before_have_players(database: &Database) {
    let (store, service) = with_store(database).await;
    let imported = export::read(&store, EXPORT_2.as_bytes(), false).await.unwrap();
    assert_eq!(imported, Imported { new: 13, ..Imported::default() });
    is_complete(&service).await;
    // All that is new goes along, too.
    let code = ask(&service, "POST", "/v1/player/recovery", ANN, None).await.json();
    let token = made();
    let body = json!({ "recoveryCode": code["recoveryCode"], "claimToken": token });
    ask(&service, "POST", "/v1/player/recover", "", Some(body)).await;
    let board = get(&service, "/v1/scores/a0ecce89f01ec156").await.json()["board"].clone();
    assert!(act!(store, hide_board(board.as_str().unwrap(), true, "why")));
    let mut text = Vec::new();
    export::write(&store, &mut text).await.unwrap();
    let copy = Store::open("sqlite::memory:").await.unwrap();
    export::read(&copy, &text[..], false).await.unwrap();
    let mut again = Vec::new();
    export::write(&copy, &mut again).await.unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(text).unwrap());
    let hash = polymerge_server::token::sha256(token.as_bytes());
    assert_eq!(copy.player_of(&hash).await.unwrap().unwrap().name, "Anna");
    assert_eq!(copy.board_is_hidden(board.as_str().unwrap()).await.unwrap().as_deref(), Some("why"));
}

async fn a_database_of_before_has_players(database: &Database) {
    make(database, 4, VERSION_4).await;
    let (_, service) = with_store(database).await;
    is_complete(&service).await;
    let copy = get(&service, "/v1/scores/a0ecce89f01ec156").await.json();
    assert_eq!(copy["origin"], "6ec5b15ac9c83157");
    // Its copies are found by their first moves.
    let moves = copy["canonicalMoves"].as_str().unwrap();
    let again = json!({ "mode": "2048", "seed": "8", "moves": format!("{moves}JBEdGw"), "name": "Eve" });
    let again = post(&service, again).await;
    assert!(again.status.is_success(), "{}", again.text);
    assert_eq!(again.json()["origin"], "6ec5b15ac9c83157");
}
