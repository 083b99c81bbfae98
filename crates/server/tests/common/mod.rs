//! What several tests need: a service in memory, requests to it, games to hand in.

#![allow(dead_code, missing_docs)]

use axum::body::{to_bytes, Body};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::Router;
use polymerge::{proof, Mode};
use polymerge_server::api::{router, Service};
use polymerge_server::config::Config;
use polymerge_server::store::Store;
use serde_json::{json, Value};
use tower::ServiceExt;

/// A configuration without limits that tests would meet.
pub fn config() -> Config {
    Config {
        database: "sqlite::memory:".to_owned(),
        submissions_per_minute: 100_000,
        all_submissions_per_minute: 100_000,
        requests_per_minute: 100_000,
        ..Config::default()
    }
}

pub async fn service_of(config: Config) -> Router {
    let store = Store::open(&config.database).await.unwrap();
    router(Service::new(config, store).await.unwrap())
}

pub async fn service() -> Router {
    service_of(config()).await
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// Sends a request; a body is JSON. An empty token is none.
pub async fn ask(service: &Router, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    if !token.is_empty() {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let body = match body {
        None => Body::empty(),
        Some(body) => {
            request = request.header("content-type", "application/json");
            Body::from(body.to_string())
        }
    };
    send(service, request.body(body).unwrap()).await
}

pub async fn send(service: &Router, request: Request<Body>) -> Answer {
    let response = service.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = to_bytes(response.into_body(), 16 << 20).await.unwrap();
    Answer { status, headers, text: String::from_utf8(bytes.to_vec()).unwrap() }
}

pub async fn get(service: &Router, path: &str) -> Answer {
    ask(service, "GET", path, "", None).await
}

pub async fn post(service: &Router, body: Value) -> Answer {
    ask(service, "POST", "/v1/scores", "", Some(body)).await
}

/// A game of a mode: turning through all directions.
pub fn game(mode: &str, seed: u64, length: usize) -> Value {
    let rules = Mode::built_in(mode).unwrap().compile().unwrap();
    let moves: Vec<usize> = (0..length).map(|turn| turn % rules.directions().len()).collect();
    let text = proof::write_moves(&rules, &moves).unwrap();
    json!({ "mode": mode, "seed": seed.to_string(), "moves": text, "count": length })
}
