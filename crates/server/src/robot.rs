//! Requests of strangers as lines of a text, answered within the program: so that any bytes can
//! be tried on the service (the fuzz target `server`).
//!
//! A line is a method, an address and, if there is any, a body:
//!
//! ```text
//! POST /v1/scores {"mode":"2048","seed":"1","moves":"Gw"}
//! GET /v1/scores/$id
//! ```
//!
//! `$id` stands for the text of this name in the first answer that had one; a claim token that was
//! received is sent with all requests after it.

use std::collections::BTreeMap;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, Uri, header};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

use crate::api::{Service, router};
use crate::config::Config;
use crate::store::Store;

/// Lines of a text that are sent.
const LINES: usize = 12;
/// Requests to one service before another takes its place, so that its data stay small.
const REQUESTS: usize = 500;
/// Bytes of an answer that are read.
const MOST_BYTES: usize = 16 << 20;

/// A service of its own, and its client.
pub struct Robot {
    runtime: Runtime,
    service: Option<Router>,
    asked: usize,
}

impl Robot {
    /// A robot that asks a service over an empty database in memory.
    ///
    /// # Errors
    /// The system has no threads left.
    pub fn new() -> std::io::Result<Robot> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Robot { runtime, service: None, asked: 0 })
    }

    /// Sends the requests of a text, one after another; returns the statuses of the
    /// answers.
    ///
    /// # Errors
    /// An answer that no request should get: what was asked, and what was answered.
    pub fn ask(&mut self, text: &[u8]) -> Result<Vec<StatusCode>, String> {
        let service = match self.service.take().filter(|_| self.asked < REQUESTS) {
            Some(service) => service,
            None => {
                self.asked = 0;
                self.runtime.block_on(service())?
            }
        };
        let service = self.service.insert(service);
        let mut received = BTreeMap::new();
        let mut statuses = Vec::new();
        for line in text.split(|byte| *byte == b'\n').take(LINES) {
            let Some(request) = request(line, &received) else { continue };
            self.asked += 1;
            let said = || String::from_utf8_lossy(line).into_owned();
            let answer = self.runtime.block_on(answer(service, request));
            let (status, texts) = answer.map_err(|fault| format!("{}: {fault}", said()))?;
            statuses.push(status);
            texts.into_iter().for_each(|(name, text)| _ = received.entry(name).or_insert(text));
        }
        Ok(statuses)
    }
}

/// A service without rate limits, in which a game may cost little.
async fn service() -> Result<Router, String> {
    let config = Config {
        database: "sqlite::memory:".to_owned(),
        threads: 1,
        most_moves: 200,
        work: 300_000,
        new_boards_per_client_and_day: u32::MAX,
        mib_per_client_and_day: u32::MAX,
        submissions_per_minute: u32::MAX,
        all_submissions_per_minute: u32::MAX,
        requests_per_minute: u32::MAX,
        site_requests_per_minute: u32::MAX,
        ..Config::default()
    };
    let store = Store::open(&config.database).await.map_err(|error| error.to_string())?;
    Ok(router(Service::new(config, store).await.map_err(|error| error.to_string())?))
}

/// The request of a line; `None` if it is none that could be sent.
fn request(line: &[u8], received: &BTreeMap<String, String>) -> Option<Request<Body>> {
    let mut line = String::from_utf8_lossy(line).into_owned();
    // Longer names come first: `$boards` is none of `$board`.
    for (name, text) in received.iter().rev() {
        line = line.replace(&format!("${name}"), text);
    }
    let (method, rest) = line.split_once(' ')?;
    let (address, body) = rest.split_once(' ').unwrap_or((rest, ""));
    let (method, address) = (method.parse::<Method>().ok()?, address.parse::<Uri>().ok()?);
    let mut request = Request::builder().method(method).uri(address);
    if !body.is_empty() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    if let Some(token) = received.get("claimToken") {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    request.body(Body::from(body.to_owned())).ok()
}

/// The status of an answer and the texts in it.
///
/// Nothing that is asked is a fault of the service; what is refused says why.
async fn answer(
    service: &Router,
    request: Request<Body>,
) -> Result<(StatusCode, Vec<(String, String)>), String> {
    let asks_for_head = request.method() == Method::HEAD;
    let answer = service.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
    let status = answer.status();
    let bytes = to_bytes(answer.into_body(), MOST_BYTES).await.map_err(|error| error.to_string())?;
    let json: Option<Value> = serde_json::from_slice(&bytes).ok();
    let said = || format!("{status}: {}", String::from_utf8_lossy(&bytes));
    if status.is_server_error() {
        return Err(said());
    }
    if status.is_client_error() {
        let message = json.as_ref().and_then(|json| json["message"].as_str()).unwrap_or_default();
        return if asks_for_head || !message.is_empty() { Ok((status, Vec::new())) } else { Err(said()) };
    }
    let fields = json.as_ref().and_then(Value::as_object).into_iter().flatten();
    let texts = fields.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned())));
    Ok((status, texts.collect()))
}
