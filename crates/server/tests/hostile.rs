//! Attacks that strangers may try.

use std::collections::BTreeMap;

use crate::common::{Database, ask, config, game, get, post, send, service, service_of, with_both_databases};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use polymerge::{Limits, Mode, Opened, open, proof};
use polymerge_server::config::Config;
use polymerge_server::modes::Named;
use polymerge_server::source::{Source, limits};
use polymerge_server::verify::{Submission, verify};
use serde_json::json;

with_both_databases! {
    what_is_no_game_is_refused_with_a_reason
    a_claimed_score_is_no_field
    what_is_no_json_is_refused
    padding_is_left_out_without_a_count
    moves_that_were_cut_are_noticed
    a_mode_that_never_ends_costs_a_bounded_amount_of_work
    moves_and_work_are_bounded
    who_asks_too_often_waits
    files_of_the_site_are_counted_as_well
    a_made_up_token_is_no_players
}

async fn what_is_no_game_is_refused_with_a_reason(database: &Database) {
    let service = service(database).await;
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

async fn a_claimed_score_is_no_field(database: &Database) {
    let mut body = game("2048", 1, 40);
    body["score"] = json!(1e9);
    assert_eq!(post(&service(database).await, body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

async fn what_is_no_json_is_refused(database: &Database) {
    let service = service(database).await;
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
    for address in ["/v1/scores/%e6", "/v1/boards/%e6", "/v1/boards/%e6/scores", "/v1/scores/%e6/board.svg"] {
        let answer = get(&service, address).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{address}");
        assert!(answer.json()["message"].is_string(), "{address}");
    }
    for path in ["?limit=0", "?limit=101", "?limit=x", "?period=year", "?other=1"] {
        let answer = get(&service, &format!("/v1/boards/none/scores{path}")).await;
        assert!(answer.status.is_client_error(), "{path}");
    }
}

/// The string holds three moves a character, so its last two moves, 0 both, may be padding. The
/// fourth move moves nothing.
async fn padding_is_left_out_without_a_count(database: &Database) {
    let service = service(database).await;
    let rules = Mode::built_in("2048").unwrap().compile().unwrap();
    let moves = proof::write_moves(&rules, &[1, 2, 1, 2]).unwrap();
    for (count, played) in [(None, 3), (Some(4), 3)] {
        let answer =
            post(&service, json!({ "mode": "2048", "seed": "1", "moves": moves, "count": count })).await;
        assert!(answer.status.is_success(), "{count:?}: {}", answer.text);
        assert_eq!(answer.json()["moves"], json!(played), "{count:?}: {}", answer.text);
    }
}

/// Moves are cut when the end of a link is lost.
async fn moves_that_were_cut_are_noticed(database: &Database) {
    let service = service(database).await;
    let whole = game("2048", 7, 60);
    let moves = whole["moves"].as_str().unwrap();
    for left in [0, 1, moves.len() / 2, moves.len() - 1] {
        let mut cut = whole.clone();
        cut["moves"] = json!(moves[..left]);
        let answer = post(&service, cut).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{left}: {}", answer.text);
        assert_eq!(answer.json()["kind"], "moves-do-not-fit", "{left}: {}", answer.text);
    }
    assert_eq!(get(&service, "/v1/boards").await.json()["boards"], json!([]));
    assert_eq!(post(&service, whole).await.status, StatusCode::CREATED);
}

async fn a_mode_that_never_ends_costs_a_bounded_amount_of_work(database: &Database) {
    let text = r#"{
        "extends": "classic.jsonc",
        "scripts": [{ "on": "EndTurn", "do": [0, "@repeat", "@Infinity", "+", 1, "@end-repeat"] }],
    }"#;
    let Opened::Mode(mode) = open(text, &Limits::strict()).unwrap() else { panic!("this is a mode") };
    let mut body = game("2048", 1, 40);
    body["mode"] = json!(mode.to_code().unwrap());
    let answer = post(&service(database).await, body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
    assert_eq!(answer.json()["move"], json!(1), "{}", answer.text);
}

/// The attacks of `stress/hostile`, as far as they are modes at all.
fn attacks() -> Vec<(String, Mode)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../stress/hostile");
    let mut attacks = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        if let Ok(Opened::Mode(mode)) = open(&text, &Limits::default()) {
            attacks.push((path.file_stem().unwrap().to_string_lossy().into_owned(), *mode));
        }
    }
    attacks
}

#[tokio::test]
async fn hostile_modes_and_codes_get_an_answer() {
    let service = service(&Database::sqlite()).await;
    let mut counts = BTreeMap::new();
    for (name, mode) in attacks() {
        let Ok(code) = mode.to_code() else { continue };
        let half = code.char_indices().nth(code.chars().count() / 2).unwrap().0;
        for code in [&code, &code[..half]] {
            // Each direction once, of which most modes have four.
            let body = json!({ "mode": code, "seed": "1", "moves": "Gw" });
            let answer = post(&service, body).await;
            let fits = [StatusCode::CREATED, StatusCode::UNPROCESSABLE_ENTITY, StatusCode::PAYLOAD_TOO_LARGE];
            assert!(fits.contains(&answer.status), "{name}: {}: {}", answer.status, answer.text);
            *counts.entry(answer.status).or_insert(0) += 1;
        }
    }
    assert!(counts.values().sum::<u32>() > 200, "{counts:?}");
}

/// The work of a game is counted, and ends at its budget, whatever the mode is.
#[test]
fn hostile_modes_keep_to_their_budget() {
    const WORK: u64 = 300_000;
    let limits = limits(1_000, WORK);
    // The last turn is stopped within itself.
    let most = WORK + limits.game.turn_steps;
    let mut ended = 0;
    for (name, mode) in attacks() {
        let Ok(source) = mode.to_code().map(|mode| Source { mode, ..Source::default() }) else { continue };
        let Ok(named) = Named::of(&source, &limits) else { continue };
        let moves: Vec<usize> = (0..40).map(|turn| turn % named.rules.directions().len().max(1)).collect();
        let Ok(moves) = proof::write_moves(&named.rules, &moves) else { continue };
        let submission = Submission { seed: 1, moves, count: Some(40) };
        match verify(&submission, &named) {
            Ok((verified, _)) => assert!(verified.work <= most, "{name}: {}", verified.work),
            Err(refused) => ended += usize::from(!refused.message.is_empty()),
        }
    }
    assert!(ended > 50, "{ended} were stopped");
}

async fn moves_and_work_are_bounded(database: &Database) {
    let few = service_of(Config { most_moves: 30, ..config(database) }).await;
    assert_eq!(post(&few, game("2048", 1, 40)).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let little = service_of(Config { work: 1_000, ..config(database) }).await;
    let answer = post(&little, game("2048", 1, 400)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(answer.json()["move"].as_u64() > Some(1), "{}", answer.text);
}

async fn who_asks_too_often_waits(database: &Database) {
    let service = service_of(Config { submissions_per_minute: 1, ..config(database) }).await;
    for seed in 0..2 {
        assert_eq!(post(&service, game("2048", seed, 40)).await.status, StatusCode::CREATED);
    }
    let answer = post(&service, game("2048", 2, 40)).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap() > 0);
    assert_eq!(get(&service, "/v1/boards").await.status, StatusCode::OK);
}

async fn files_of_the_site_are_counted_as_well(database: &Database) {
    let site = env!("CARGO_MANIFEST_DIR").into();
    let service = service_of(Config { site, site_requests_per_minute: 2, ..config(database) }).await;
    for _ in 0..2 {
        assert_eq!(get(&service, "/Cargo.toml").await.status, StatusCode::OK);
    }
    assert_eq!(get(&service, "/Cargo.toml").await.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(get(&service, "/v1/boards").await.status, StatusCode::OK);
}

async fn a_made_up_token_is_no_players(database: &Database) {
    let answer = ask(&service(database).await, "POST", "/v1/scores", "1234", Some(game("2048", 1, 40))).await;
    assert_eq!((answer.status, &answer.json()["kind"]), (StatusCode::UNAUTHORIZED, &json!("wrong-token")));
}
