//! What strangers may try.

#![cfg(test)]

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{ask, config, game, get, post, send, service, service_of};
use polymerge::{open, Limits, Opened};
use polymerge_server::config::Config;
use serde_json::json;

#[tokio::test]
async fn what_is_no_game_is_refused_with_a_reason() {
    let service = service().await;
    let cases = [
        (json!({ "mode": "2084", "seed": "1", "moves": "Gw" }), "no-such-mode"),
        (json!({ "mode": "2048", "seed": "-1", "moves": "Gw" }), "bad-seed"),
        (json!({ "mode": "2048", "seed": "007", "moves": "Gw" }), "bad-seed"),
        (json!({ "mode": "2048", "seed": "99999999999999999999", "moves": "Gw" }), "bad-seed"),
        (json!({ "mode": "2048", "seed": "1", "moves": "Gw", "count": 1_000 }), "moves-do-not-fit"),
        (json!({ "mode": "2048", "seed": "1", "moves": "" }), "no-moves"),
        (json!({ "mode": "2048", "seed": "1", "moves": "Gw", "name": "<script>" }), "bad-name"),
        (json!({ "mode": "2048", "seed": "1", "moves": "Gw", "settings": { "no": "1" } }), "bad-setting"),
    ];
    for (body, kind) in cases {
        let answer = post(&service, body.clone()).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{body}: {}", answer.text);
        assert_eq!(answer.json()["kind"], kind, "{body}: {}", answer.text);
    }
    assert_eq!(get(&service, "/v1/boards").await.json()["boards"], json!([]));
}

#[tokio::test]
async fn a_claimed_score_is_no_field() {
    let mut body = game("2048", 1, 40);
    body["score"] = json!(1e9);
    assert_eq!(post(&service().await, body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn what_is_no_json_is_refused() {
    let service = service().await;
    let request = |kind: &str, body: String| {
        let request = Request::post("/v1/scores").header("content-type", kind);
        request.body(Body::from(body)).unwrap()
    };
    let good = game("2048", 1, 40).to_string();
    let cases = [
        (request("text/plain", good), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (request("application/json", "{".to_owned()), StatusCode::BAD_REQUEST),
        (request("application/json", "[".repeat(10_000)), StatusCode::UNPROCESSABLE_ENTITY),
        (request("application/json", format!("\"{}\"", "a".repeat(70_000))), StatusCode::PAYLOAD_TOO_LARGE),
        (request("application/json", "[]".to_owned()), StatusCode::UNPROCESSABLE_ENTITY),
    ];
    for (request, status) in cases {
        let answer = send(&service, request).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.json()["message"].is_string());
    }
    for path in ["?limit=0", "?limit=101", "?limit=x", "?period=year", "?other=1"] {
        let answer = get(&service, &format!("/v1/boards/none/scores{path}")).await;
        assert!(answer.status.is_client_error(), "{path}");
    }
}

#[tokio::test]
async fn a_mode_that_never_ends_costs_a_bounded_amount_of_work() {
    let text = r#"{
        "extends": "classic.jsonc",
        "scripts": [{ "on": "EndTurn", "do": [0, "@repeat", "@Infinity", "+", 1, "@end-repeat"] }],
    }"#;
    let Opened::Mode(mode) = open(text, &Limits::strict()).unwrap() else { panic!("this is a mode") };
    let mut body = game("2048", 1, 40);
    body["mode"] = json!(mode.to_code().unwrap());
    let answer = post(&service().await, body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    assert_eq!(answer.json()["move"], json!(1), "{}", answer.text);
}

#[tokio::test]
async fn moves_and_work_are_bounded() {
    let few = service_of(Config { most_moves: 30, ..config() }).await;
    assert_eq!(post(&few, game("2048", 1, 40)).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let little = service_of(Config { work: 1_000, ..config() }).await;
    let answer = post(&little, game("2048", 1, 400)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.json()["move"].as_u64() > Some(1), "{}", answer.text);
}

#[tokio::test]
async fn who_asks_too_often_waits() {
    let service = service_of(Config { submissions_per_minute: 1, ..config() }).await;
    for seed in 0..2 {
        assert_eq!(post(&service, game("2048", seed, 40)).await.status, StatusCode::CREATED);
    }
    let answer = post(&service, game("2048", 2, 40)).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() > 0);
    assert_eq!(get(&service, "/v1/boards").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_made_up_token_is_no_players() {
    let answer = ask(&service().await, "POST", "/v1/scores", "1234", Some(game("2048", 1, 40))).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
}
