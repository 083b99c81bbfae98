//! The log: as text or as lines of JSON, on standard error. No address of a client is in it.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::{Deserialize, Serialize};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::{SubscriberInitExt, TryInitError};
use tracing_subscriber::{Layer, Registry, fmt};

/// Answers that failed, in a second, which the log names one by one; and as many that were refused.
const NAMED_IN_A_SECOND: NonZeroU32 = match NonZeroU32::new(20) {
    Some(number) => number,
    None => NonZeroU32::MIN,
};

/// The least level of what is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Failures alone.
    Error,
    /// Also what an operator should look at.
    Warn,
    /// Also starts, stops, and requests that failed or were refused.
    #[default]
    Info,
    /// Also each request.
    Debug,
}

/// The form of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Words for people.
    #[default]
    Text,
    /// An object a line, for programs.
    Json,
}

/// Begins to log to standard error.
///
/// # Errors
/// The process logs already.
pub fn start(level: Level, format: Format) -> Result<(), TryInitError> {
    let level = match level {
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    // Libraries say much on finer levels, the database each statement.
    let targets = Targets::new().with_target("polymerge_server", level);
    let targets = targets.with_default(level.min(LevelFilter::WARN));
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines: Box<dyn Layer<Registry> + Send + Sync> = match format {
        Format::Text => lines.boxed(),
        Format::Json => lines.json().flatten_event(true).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(targets)).try_init()
}

/// An answer, as the log has it: nothing in it says who has asked.
#[derive(Debug)]
pub struct Answered {
    /// The number of the request.
    pub id: String,
    /// Its method.
    pub method: Method,
    /// Its address, without what follows a question mark.
    pub path: String,
    /// The status of the answer.
    pub status: StatusCode,
    /// The kind of a refusal; empty if there was none.
    pub kind: String,
    /// The time that it took.
    pub took: Duration,
}

/// Logs answers: all on the level `debug`; on `info` those that failed, and refusals of what was sent,
/// some in a second.
#[derive(Debug)]
pub struct Log {
    failed: DefaultDirectRateLimiter,
    refused: DefaultDirectRateLimiter,
}

impl Default for Log {
    fn default() -> Log {
        let some = || RateLimiter::direct(Quota::per_second(NAMED_IN_A_SECOND));
        Log { failed: some(), refused: some() }
    }
}

impl Log {
    /// Logs an answer.
    pub fn answered(&self, answer: &Answered) {
        let Answered { id, method, path, status, kind, took } = answer;
        let failed = status.is_server_error() || *status == StatusCode::REQUEST_TIMEOUT;
        // Floods must not hide the refusals that players ask about.
        let refused = status.is_client_error() && !method.is_safe() && kind != "too-often";
        let (status, ms) = (status.as_u16(), took.as_millis());
        let ms = u64::try_from(ms).unwrap_or(u64::MAX);
        if failed && self.failed.check().is_ok() {
            tracing::info!(request = id, %method, path, status, kind, ms, "a request failed");
        } else if refused && !failed && self.refused.check().is_ok() {
            tracing::info!(request = id, %method, path, status, kind, ms, "a request was refused");
        } else {
            tracing::debug!(request = id, %method, path, status, kind, ms, "a request");
        }
    }
}
