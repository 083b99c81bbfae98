//! What several tests need: databases, a service over one, requests to it, games to hand in.

#![allow(dead_code, missing_docs, unused_imports, unused_macros)]

use axum::body::{to_bytes, Body};
use axum::http::{HeaderMap, Request, StatusCode};
use axum::Router;
use polymerge::{proof, Mode};
use polymerge_server::api::{router, Service};
use polymerge_server::config::Config;
use polymerge_server::store::Store;
use serde_json::{json, Value};
use sqlx::Connection;
use tower::ServiceExt;

/// An empty database.
pub struct Database {
    pub address: String,
    /// Of PostgreSQL the server, and the schema that is this test's own.
    schema: Option<(String, String)>,
}

impl Database {
    pub fn sqlite() -> Database {
        Database { address: "sqlite::memory:".to_owned(), schema: None }
    }

    /// A schema of the server that POLYMERGE_TEST_POSTGRES names, if it names one.
    pub async fn postgresql() -> Option<Database> {
        let Ok(server) = std::env::var("POLYMERGE_TEST_POSTGRES") else {
            println!(
                "SKIPPED: POLYMERGE_TEST_POSTGRES names no PostgreSQL; this was tested with SQLite only"
            );
            return None;
        };
        let schema = format!("test_{}", polymerge_server::token::random(8).unwrap());
        execute(&server, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if server.contains('?') { '&' } else { '?' };
        let address = format!("{server}{joint}options[search_path]={schema}");
        Some(Database { address, schema: Some((server, schema)) })
    }

    pub async fn erase(self) {
        if let Some((server, schema)) = self.schema {
            execute(&server, &format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }
}

async fn execute(server: &str, statement: &str) {
    let mut connection = sqlx::postgres::PgConnection::connect(server).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
}

/// Makes tests of functions that take a database: one with SQLite, one with PostgreSQL.
macro_rules! with_both_databases {
    ($($test:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                super::$test(&super::common::Database::sqlite()).await;
            })*
        }

        mod postgresql {
            $(#[tokio::test]
            async fn $test() {
                if let Some(database) = super::common::Database::postgresql().await {
                    super::$test(&database).await;
                    database.erase().await;
                }
            })*
        }
    };
}
pub(crate) use with_both_databases;

/// A configuration without limits that tests would meet.
pub fn config(database: &Database) -> Config {
    Config {
        database: database.address.clone(),
        site_requests_per_minute: 100_000,
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

pub async fn service(database: &Database) -> Router {
    service_of(config(database)).await
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
