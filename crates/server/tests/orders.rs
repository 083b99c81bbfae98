//! Orders of operators and changes by players count for all services beside one database.

use polymerge_server::store::{Board, Kept, New, Renaming, Score, Store};
use polymerge_server::token::{random, sha256};
use serde_json::{Value, json};

use crate::common::{Database, act, ask, game, get, post, service, with_both_databases};

with_both_databases! {
    on disk:
    an_order_counts_at_once_for_another_service
    changes_of_past_games_are_counted
    acts_that_allow_no_other_games_make_none_outdated
}

fn named(seed: u64, name: &str) -> Value {
    let mut body = game("2048", seed, 40);
    body["name"] = json!(name);
    body
}

async fn an_order_counts_at_once_for_another_service(database: &Database) {
    let service = service(database).await;
    let store = Store::open(&database.address).await.unwrap();
    // The service knows the orders from then on.
    let kept = post(&service, named(1, "Ann")).await.json();
    let board = kept["board"].as_str().unwrap();
    act!(store, block("crab"));
    let refused = post(&service, named(2, "Crab")).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["kind"]),
        (422, &json!("bad-name")),
        "{}",
        refused.text
    );
    // A name that is not blocked is no matter, nor is a game that was there.
    assert_eq!(post(&service, named(2, "Bo")).await.status, 201);
    act!(store, unblock("crab"));
    assert_eq!(post(&service, named(3, "Crab")).await.status, 201);
    act!(store, hide_board(board, true, "a reason"));
    let hidden = post(&service, named(4, "Cy")).await;
    assert_eq!((hidden.status.as_u16(), hidden.text.contains("a reason")), (410, true), "{}", hidden.text);
    act!(store, hide_board(board, false, ""));
    assert_eq!(post(&service, named(4, "Cy")).await.status, 201);
    store.close().await;
}

async fn changes_of_past_games_are_counted(database: &Database) {
    let service = service(database).await;
    let store = Store::open(&database.address).await.unwrap();
    let (token, mut ids) = (random(16).unwrap(), Vec::new());
    for seed in 1..4 {
        let mut body = game("2048", seed, 40);
        body["claimToken"] = json!(token);
        ids.push(post(&service, body).await.json()["id"].as_str().unwrap().to_owned());
    }
    let player = sha256(token.as_bytes());
    let seen = || async { (store.orders().await.unwrap(), store.changes().await.unwrap()) };
    // Games that come change none that were there.
    assert_eq!(seen().await, (0, 0));
    assert_eq!(store.choose_name(&player, None, "Ann").await.unwrap(), Renaming::Done);
    assert_eq!(seen().await, (0, 1));
    act!(store, hide(&ids[1], true, ""));
    assert_eq!(seen().await, (0, 2));
    assert_eq!(ask(&service, "DELETE", &format!("/v1/scores/{}", ids[0]), &token, None).await.status, 204);
    assert_eq!(seen().await, (0, 3));
    assert_eq!(ask(&service, "DELETE", "/v1/player", &token, None).await.status, 200);
    assert_eq!(seen().await, (0, 4));
    assert_eq!(get(&service, &format!("/v1/scores/{}", ids[2])).await.status, 404);
    store.close().await;
}

/// A game with nothing of another one, allowed by the orders of a number.
fn allowed_by(orders: i64, number: i64) -> New {
    let id = format!("g{number}");
    let board = Board { id: format!("b{number}"), kind: "open".into(), mode: id.clone(), ..Board::default() };
    let score = Score {
        board: board.id.clone(),
        hash: id.clone(),
        seed: number.to_string(),
        name: id.clone(),
        token: id.clone(),
        id,
        ..Score::default()
    };
    New { board, code: Some("code".into()), score, orders: Some(orders), ..New::default() }
}

async fn acts_that_allow_no_other_games_make_none_outdated(database: &Database) {
    let store = Store::open(&database.address).await.unwrap();
    let keep = |number: i64| {
        let (store, game) = (store.clone(), allowed_by(0, number));
        async move { store.keep(&[game]).await.unwrap().remove(0) }
    };
    assert!(matches!(keep(1).await, Kept::New { .. }));
    act!(store, hide("g1", true, "reason"));
    act!(store, hide_player("g1", false, ""));
    act!(store, ban("g1", true, "reason"));
    act!(store, rename_player("g1", "Bo", "reason"));
    act!(store, unfix("g1"));
    assert!(matches!(keep(2).await, Kept::New { .. }));
    act!(store, block("crab"));
    assert_eq!((keep(3).await, store.orders().await.unwrap()), (Kept::Outdated, 1));
    // It leaves neither its board nor the code of its mode.
    assert_eq!((store.board("b3").await.unwrap(), store.code("g3").await.unwrap()), (None, None));
    assert!(store.board("b2").await.unwrap().is_some() && store.code("g2").await.unwrap().is_some());
    act!(store, unblock("crab"));
    act!(store, hide_board("b1", true, ""));
    assert_eq!(store.orders().await.unwrap(), 3);
    store.close().await;
}
