//! Answers that name their faults.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tower_http::timeout::TimeoutError;

use crate::counted::Uncounted;
use crate::pool::Busy;
use crate::quota::NoRoom;
use crate::source::Refused;
use crate::store::Error;

/// The answer to a name that no game has.
pub const NO_GAME: &str = "there is no game of this name";

const UNAVAILABLE: &str = "the service can't use its database just now; send the same again in a while";
/// The words for a failure of the service itself.
pub const FAILED: &str = "the service failed; it is not your fault";

/// The reason why a request was not done.
#[derive(Debug)]
pub enum Failure {
    /// The game, or a claim about it, is refused.
    Refused(Refused),
    /// The named thing does not exist.
    NotFound(&'static str),
    /// The game is kept from boards; the reason, for its player.
    Hidden(Option<String>),
    /// No more games of this player are accepted, for a reason.
    Banned(String),
    /// This needs the token of an operator.
    NotOperator,
    /// The token is missing.
    NoToken,
    /// The token is wrong, with the reason.
    WrongToken(&'static str),
    /// A value that must be new exists already.
    Conflict(&'static str),
    /// The request can't be read: its status, and why.
    Unread(StatusCode, String),
    /// The request paused for too long.
    Paused,
    /// The client asked too often; the time to wait.
    TooOften(Duration),
    /// The games of the client have used up its share of the processors; the time to wait.
    UsedUp(Duration),
    /// Too many files are being sent, to this client or to all.
    Files,
    /// Too many games wait to be played.
    Busy,
    /// Operators have ordered something each time that the game was to be written.
    Outdated,
    /// The games of a season are not counted yet.
    Counting,
    /// There is no room for the game.
    NoRoom(NoRoom),
    /// The database failed.
    Database(Error),
    /// The service itself failed.
    Failed(String),
}

/// The reason of a failed answer, for the log alone.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The database failed.
    Database(Error),
    /// The service itself failed.
    Other(String),
}

impl From<Uncounted> for Failure {
    fn from(reason: Uncounted) -> Failure {
        match reason {
            Uncounted::Late => Failure::Counting,
            Uncounted::Broken(why) => Failure::Failed(why),
        }
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(refused)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Database(error)
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Failure {
        Failure::Failed(format!("random numbers: {error}"))
    }
}

impl From<NoRoom> for Failure {
    fn from(reason: NoRoom) -> Failure {
        Failure::NoRoom(reason)
    }
}

impl From<Busy> for Failure {
    fn from(busy: Busy) -> Failure {
        match busy {
            Busy::Full => Failure::Busy,
            Busy::UsedUp(time) => Failure::UsedUp(time),
            Busy::Failed => Failure::Failed("a game could not be played to its end".to_owned()),
        }
    }
}

/// Returns true if a request can't be read since no more of it came in time.
fn has_paused(rejection: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(rejection), |error| error.source()).any(|error| error.is::<TimeoutError>())
}

/// Implements one answer for all parts of a request that can't be read.
macro_rules! unread {
    ($($rejection:ty)*) => {
        $(impl From<$rejection> for Failure {
            fn from(rejection: $rejection) -> Failure {
                if has_paused(&rejection) {
                    return Failure::Paused;
                }
                Failure::Unread(rejection.status(), rejection.body_text())
            }
        })*
    };
}
unread! { JsonRejection QueryRejection PathRejection }

/// A message with the reason that an operator gave, if there is one.
fn with_reason(message: &str, reason: Option<String>) -> String {
    match reason.filter(|reason| !reason.is_empty()) {
        Some(reason) => format!("{message}: {reason}"),
        None => message.to_owned(),
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let (mut wait, mut reason) = (None, None);
        let (status, refused) = match self {
            Failure::Refused(refused) => (StatusCode::UNPROCESSABLE_ENTITY, refused),
            Failure::NotFound(what) => (StatusCode::NOT_FOUND, Refused::new("not-found", what)),
            Failure::Hidden(reason) => {
                let message = "the operators of this service have hidden this";
                (StatusCode::GONE, Refused::new("hidden", with_reason(message, reason)))
            }
            Failure::Banned(reason) => {
                let message = "the operators of this service accept no more games of yours";
                (StatusCode::FORBIDDEN, Refused::new("banned", with_reason(message, Some(reason))))
            }
            Failure::NotOperator => {
                let message = "this needs the token of an operator: Authorization: Bearer TOKEN";
                (StatusCode::UNAUTHORIZED, Refused::new("no-operator", message))
            }
            Failure::NoToken => {
                let message = "this needs the claim token of the game: Authorization: Bearer TOKEN";
                (StatusCode::UNAUTHORIZED, Refused::new("no-token", message))
            }
            Failure::WrongToken(what) => (StatusCode::UNAUTHORIZED, Refused::new("wrong-token", what)),
            Failure::Conflict(what) => (StatusCode::CONFLICT, Refused::new("conflict", what)),
            Failure::Unread(status, message) => (status, Refused::new("unreadable", message)),
            Failure::Paused => {
                wait = Some(1);
                let message = "the request paused for too long; send the same again";
                (StatusCode::REQUEST_TIMEOUT, Refused::new("too-slow", message))
            }
            Failure::TooOften(time) => {
                wait = Some(time.as_secs() + 1);
                (StatusCode::TOO_MANY_REQUESTS, Refused::new("too-often", "too many requests; wait a moment"))
            }
            Failure::UsedUp(time) => {
                wait = Some(time.as_secs() + 1);
                let message =
                    "your games took more time to check than your share; submit this one again later";
                (StatusCode::TOO_MANY_REQUESTS, Refused::new("used-up", message))
            }
            Failure::Files => {
                wait = Some(5);
                let message = "too many files are being sent; ask again in a few seconds";
                (StatusCode::SERVICE_UNAVAILABLE, Refused::new("busy", message))
            }
            Failure::Busy => {
                wait = Some(5);
                let message = "too many games wait to be checked; submit this one again in a few seconds";
                (StatusCode::SERVICE_UNAVAILABLE, Refused::new("busy", message))
            }
            Failure::Outdated => {
                wait = Some(5);
                let message = "the operators of this service are changing which names and boards it takes; \
                               submit this game again in a few seconds";
                (StatusCode::SERVICE_UNAVAILABLE, Refused::new("outdated", message))
            }
            Failure::Counting => {
                wait = Some(5);
                let message = "the games of the season are still being counted; ask again in a few seconds";
                (StatusCode::SERVICE_UNAVAILABLE, Refused::new("busy", message))
            }
            Failure::NoRoom(NoRoom::OfClient(time)) => {
                wait = Some(time.as_secs() + 1);
                let message = "you have sent as much today as is kept of one player; try again later";
                (StatusCode::TOO_MANY_REQUESTS, Refused::new("too-much", message))
            }
            Failure::NoRoom(NoRoom::OfBoards) => {
                let message = "this service takes no further boards of changed modes or of modes that are \
                               not built in";
                (StatusCode::UNPROCESSABLE_ENTITY, Refused::new("no-more-boards", message))
            }
            Failure::NoRoom(NoRoom::OfBytes) => {
                wait = Some(3_600);
                let message = "this service has stored as much as it may; its operator can change that";
                (StatusCode::SERVICE_UNAVAILABLE, Refused::new("no-room", message))
            }
            Failure::NoRoom(NoRoom::OfLinks) => {
                wait = Some(3_600);
                let message = "this service keeps no further short links; the long one works as well";
                (StatusCode::SERVICE_UNAVAILABLE, Refused::new("no-room", message))
            }
            Failure::NoRoom(NoRoom::Database(error)) => return Failure::Database(error).into_response(),
            Failure::Database(error) => {
                wait = error.trouble().wait();
                reason = Some(Reason::Database(error));
                match wait {
                    Some(_) => (StatusCode::SERVICE_UNAVAILABLE, Refused::new("unavailable", UNAVAILABLE)),
                    None => (StatusCode::INTERNAL_SERVER_ERROR, Refused::new("failed", FAILED)),
                }
            }
            Failure::Failed(message) => {
                reason = Some(Reason::Other(message));
                (StatusCode::INTERNAL_SERVER_ERROR, Refused::new("failed", FAILED))
            }
        };
        let mut response = (status, Json(&refused)).into_response();
        response.extensions_mut().insert(refused);
        if let Some(seconds) = wait {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if let Some(reason) = reason {
            response.extensions_mut().insert(reason);
        }
        response
    }
}
