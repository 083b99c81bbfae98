//! Common parts of the tests: databases, a service over one, requests to it, games to hand in.

#![allow(dead_code, missing_docs, unused_imports, unused_macros)]

pub mod before;
pub mod client;
pub mod lock;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use polymerge::{Mode, proof};
use polymerge_server::api::{Service, router};
use polymerge_server::config::Config;
use polymerge_server::store::Store;
use polymerge_server::token::random;
use serde_json::{Value, json};
use sqlx::Connection;
use tower::ServiceExt;

/// The time within which all comes that a test waits for, on a busy machine too.
pub const AT_MOST: Duration = Duration::from_secs(120);

/// The pauses of a test that waits until something is so.
///
/// # Panics
/// The condition does not hold within [`AT_MOST`].
fn pauses<'a>(what: &'a str, is_so: impl Fn() -> bool + 'a) -> impl Iterator<Item = Duration> + 'a {
    let start = Instant::now();
    std::iter::from_fn(move || {
        (!is_so()).then(|| {
            assert!(start.elapsed() < AT_MOST, "it has not come: {what}");
            Duration::from_millis(5)
        })
    })
}

/// Waits until something is so, in a task.
pub async fn until(what: &str, is_so: impl Fn() -> bool) {
    for pause in pauses(what, is_so) {
        tokio::time::sleep(pause).await;
    }
}

/// Waits until something is so, in a thread of its own.
pub fn until_in_thread(what: &str, is_so: impl Fn() -> bool) {
    pauses(what, is_so).for_each(std::thread::sleep);
}

/// Waits until a service answers that was started with its log in a pipe. Returns the line by which it
/// says so, and the lines of its log from then on; on a slow machine there may be warnings before.
pub fn answers(service: &mut Child) -> (String, impl Iterator<Item = String> + use<>) {
    let mut log = BufReader::new(service.stderr.take().unwrap()).lines().map(Result::unwrap);
    let mut before = Vec::new();
    let first =
        log.by_ref().inspect(|line| before.push(line.clone())).find(|line| line.contains("answers on"));
    (first.unwrap_or_else(|| panic!("the service has ended: {before:#?}")), log)
}

/// Returns the address in such a line, which a semicolon ends.
pub fn address_in(answers: &str) -> &str {
    let address = answers.split("http://").nth(1).and_then(|rest| rest.split(';').next());
    address.unwrap_or_else(|| panic!("{answers}"))
}

/// An empty database.
pub struct Database {
    pub address: String,
    place: Place,
}

enum Place {
    Memory,
    /// The file, in a folder that is this test's own.
    File(PathBuf),
    /// A server, and the schema that is this test's own.
    Postgresql(String, String),
}

impl Database {
    pub fn sqlite() -> Database {
        Database { address: "sqlite::memory:".to_owned(), place: Place::Memory }
    }

    /// A database that other connections can open, too.
    pub fn on_disk() -> Database {
        let folder = std::env::temp_dir().join(format!("polymerge-test-{}", random(8).unwrap()));
        std::fs::create_dir(&folder).unwrap();
        let file = folder.join("scores.db");
        Database { address: format!("sqlite:{}", file.display()), place: Place::File(file) }
    }

    /// A schema of the server that POLYMERGE_TEST_POSTGRES names, if it names one.
    pub async fn postgresql() -> Option<Database> {
        let Ok(server) = std::env::var("POLYMERGE_TEST_POSTGRES") else {
            println!(
                "SKIPPED: POLYMERGE_TEST_POSTGRES names no PostgreSQL; this was tested with SQLite only"
            );
            return None;
        };
        let schema = format!("test_{}", random(8).unwrap());
        execute(&server, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if server.contains('?') { '&' } else { '?' };
        let address = format!("{server}{joint}options[search_path]={schema}&application_name={schema}");
        Some(Database { address, place: Place::Postgresql(server, schema) })
    }

    /// The file of a database that is one.
    pub fn file(&self) -> Option<&Path> {
        match &self.place {
            Place::File(file) => Some(file),
            _ => None,
        }
    }

    /// The schema of PostgreSQL, which is the name of the connections to it, too.
    pub fn schema(&self) -> Option<&str> {
        match &self.place {
            Place::Postgresql(_, schema) => Some(schema),
            _ => None,
        }
    }

    /// The address under which nothing can be written.
    pub fn read_only(&self) -> String {
        match self.place {
            Place::Postgresql(..) => format!("{}&options[default_transaction_read_only]=on", self.address),
            _ => format!("{}?mode=ro", self.address),
        }
    }

    /// Executes statements as another program would, over a connection of its own.
    pub async fn execute(&self, statements: &str) {
        match &self.place {
            Place::Postgresql(..) => execute(&self.address, statements).await,
            _ => {
                let mut connection = sqlx::SqliteConnection::connect(&self.address).await.unwrap();
                sqlx::raw_sql(statements).execute(&mut connection).await.unwrap();
                connection.close().await.unwrap();
            }
        }
    }

    pub async fn erase(self) {
        match &self.place {
            Place::Memory => {}
            Place::File(file) => std::fs::remove_dir_all(file.parent().unwrap()).unwrap(),
            Place::Postgresql(server, schema) => {
                execute(server, &format!("DROP SCHEMA {schema} CASCADE")).await;
            }
        }
    }
}

async fn execute(server: &str, statement: &str) {
    let mut connection = sqlx::postgres::PgConnection::connect(server).await.unwrap();
    sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
}

/// Makes tests of functions that take a database: one with SQLite, one with PostgreSQL.
///
/// After `on disk:`, SQLite has a file that other connections can open.
macro_rules! with_both_databases {
    (on disk: $($test:ident)*) => {
        with_both_databases! { @ on_disk $($test)* }
    };
    ($first:ident $($test:ident)*) => {
        with_both_databases! { @ sqlite $first $($test)* }
    };
    (@ $sqlite:ident $($test:ident)*) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $test() {
                let database = crate::common::Database::$sqlite();
                super::$test(&database).await;
                database.erase().await;
            })*
        }

        mod postgresql {
            $(#[tokio::test]
            async fn $test() {
                if let Some(database) = crate::common::Database::postgresql().await {
                    super::$test(&database).await;
                    database.erase().await;
                }
            })*
        }
    };
}
pub(crate) use with_both_databases;

/// Acts as an operator does, without a line of the audit: `act!(store, hide(id, true, ""))`.
macro_rules! act {
    ($store:expr, $name:ident($($value:expr),*)) => {{
        let mut acts = $store.acts().await.unwrap();
        let done = acts.$name($($value),*).await.unwrap();
        acts.end().await.unwrap();
        done
    }};
}
pub(crate) use act;

/// A configuration without limits that tests would meet.
pub fn config(database: &Database) -> Config {
    Config {
        database: database.address.clone(),
        site_requests_per_minute: 100_000,
        submissions_per_minute: 100_000,
        all_submissions_per_minute: 100_000,
        requests_per_minute: 100_000,
        new_boards_per_client_and_day: 100_000,
        mib_per_client_and_day: 100_000,
        queue_per_client: 1_000,
        client_percent: 100,
        client_seconds: 1_000_000,
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
    /// The text without the number of the request, which is another one each time.
    pub fn said(&self) -> String {
        let mut json: Value = serde_json::from_str(&self.text).unwrap_or_default();
        match json.as_object_mut().and_then(|fields| fields.remove("request")) {
            Some(_) => json.to_string(),
            None => self.text.clone(),
        }
    }

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
