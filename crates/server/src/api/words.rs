//! Each answer has a number that its receiver can quote, and each refusal says why.

use std::time::Instant;

use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::{MOST_TIME, Shared};
use crate::log::Answered;
use crate::source::Refused;
use crate::token::random;

/// The header with the number of a request.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Letters of an address that the log has at most.
const MOST_LETTERS: usize = 120;

/// A refusal, with the number of its request.
#[derive(Serialize)]
struct Quoted<'r> {
    #[serde(flatten)]
    refused: &'r Refused,
    request: &'r str,
}

/// Gives a number to a request, words to a refusal without any, and a line to the log.
pub async fn add(State(service): State<Shared>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let path: String = request.uri().path().chars().take(MOST_LETTERS).collect();
    let mut response = next.run(request).await;
    // Without random numbers nothing else works, either.
    let id = random(6).unwrap_or_default();
    let refused = response.extensions_mut().remove::<Refused>().or_else(|| unsaid(&method, &response));
    if let Some(refused) = &refused {
        response = with_words(response, &Quoted { refused, request: &id });
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    let kind = refused.map_or(String::new(), |refused| refused.kind);
    service.log.answered(&Answered {
        id,
        method,
        path,
        status: response.status(),
        kind,
        took: start.elapsed(),
    });
    response
}

/// The refusal that a status without a body means.
fn unsaid(method: &Method, response: &Response) -> Option<Refused> {
    if response.headers().contains_key(header::CONTENT_TYPE) {
        return None;
    }
    match response.status() {
        StatusCode::NOT_FOUND => Some(Refused::new("not-found", "this address does not exist")),
        StatusCode::METHOD_NOT_ALLOWED => {
            let message =
                format!("this address does not take {method}; the header Allow names what it takes");
            Some(Refused::new("bad-method", message))
        }
        StatusCode::REQUEST_TIMEOUT => {
            let seconds = MOST_TIME.as_secs();
            Some(Refused::new(
                "too-slow",
                format!("the request was not done within {seconds} seconds; send the same again in a while"),
            ))
        }
        StatusCode::INTERNAL_SERVER_ERROR => Some(Refused::new("failed", super::answer::FAILED)),
        _ => None,
    }
}

/// An answer with other words; its headers stay.
fn with_words(response: Response, words: &Quoted<'_>) -> Response {
    let (mut head, _) = response.into_parts();
    let (words, body) = Json(words).into_response().into_parts();
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.extend(words.headers);
    Response::from_parts(head, Body::new(body))
}
