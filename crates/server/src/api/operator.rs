//! The part of the API for operators, who have tokens of their own.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::scores::number;
use super::{Failure, Shared, bearer};
use crate::moderation::{Action, Operator};
use crate::source::Refused;
use crate::store::{STRANGER, Score};
use crate::title;

/// Rows that one answer has at most.
const MOST: i64 = 100;

/// The page of operators. It has nothing secret in it: all that it shows needs the token.
const PAGE: &str = include_str!("operator.html");

/// The program of that page.
const SCRIPT: &str = include_str!("operator.js");

/// The operator who sends a request.
///
/// # Errors
/// The token in the header is none of those in the configuration.
fn operator(service: &Shared, headers: &HeaderMap) -> Result<String, Failure> {
    let token = bearer(headers)?.ok_or(Failure::NotOperator)?;
    let known = service.config.operators.iter().find_map(|operator| {
        let (name, hash) = operator.split_once(':')?;
        (hash == token).then(|| name.to_owned())
    });
    known.ok_or(Failure::NotOperator)
}

/// `GET /operator`
pub async fn page() -> Response {
    let policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; \
                  frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, policy)];
    (headers, PAGE).into_response()
}

/// `GET /operator.js`
pub async fn script() -> Response {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}

/// A game as operators see it.
async fn described(service: &Shared, score: &Score) -> Result<Value, Failure> {
    let board = service.store.board(&score.board).await?;
    let player = service.store.player_called(&score.id).await?;
    let board_hidden = service.store.board_is_hidden(&score.board).await?.is_some();
    Ok(json!({
        "id": score.id, "board": score.board, "title": board.as_ref().map(title::of_board),
        "score": number(score.score), "moves": score.length, "name": score.name, "created": score.created,
        "hidden": score.hidden, "reason": score.reason, "follows": score.follows, "origin": score.origin,
        "program": score.program, "player": player.as_ref().map(|player| &player.id),
        "banned": player.as_ref().is_some_and(|player| player.banned),
        "nameFixed": player.is_some_and(|player| player.fixed), "boardHidden": board_hidden,
    }))
}

/// The reports behind a place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct After {
    #[serde(default)]
    after: String,
}

/// `GET /v1/operator/reports`: the open ones, each with its game.
pub async fn reports(
    State(service): State<Shared>,
    headers: HeaderMap,
    after: Result<Query<After>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    operator(&service, &headers)?;
    let Query(After { after }) = after?;
    let place = match after.split_once('-') {
        Some((at, id)) => at.parse().ok().map(|at| (at, id)),
        None => after.is_empty().then_some((i64::MIN, "")),
    };
    let place = place.ok_or_else(|| {
        Refused::new("bad-cursor", "after must be the next of the answer before, unchanged")
    })?;
    let reports = service.store.reports(place, MOST).await?;
    let last = reports.last().filter(|_| i64::try_from(reports.len()) == Ok(MOST));
    let next = last.map(|report| format!("{}-{}", report.at, report.id));
    let mut answer = Vec::new();
    for report in reports {
        let game = match service.store.score(&report.score).await? {
            Some(score) => described(&service, &score).await?,
            None => Value::Null,
        };
        answer.push(json!({
            "id": report.id, "kind": report.kind, "text": report.words, "at": report.at, "game": game,
            "byPlayer": !report.reporter.starts_with(STRANGER),
        }));
    }
    Ok(Json(json!({ "reports": answer, "next": next })))
}

/// The games before a place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    #[serde(default)]
    before: String,
}

/// `GET /v1/operator/recent`: the games that came last, hidden ones as well.
pub async fn recent(
    State(service): State<Shared>,
    headers: HeaderMap,
    before: Result<Query<Before>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    operator(&service, &headers)?;
    let Query(Before { before }) = before?;
    let place = match before.split_once('-') {
        Some((created, id)) => created.parse().ok().map(|created| (created, id)),
        None => before.is_empty().then_some((i64::MAX, "")),
    };
    let place = place.ok_or_else(|| {
        Refused::new("bad-cursor", "before must be the next of the answer before, unchanged")
    })?;
    let scores = service.store.recent(place, MOST).await?;
    let last = scores.last().filter(|_| i64::try_from(scores.len()) == Ok(MOST));
    let next = last.map(|score| format!("{}-{}", score.created, score.id));
    let mut games = Vec::with_capacity(scores.len());
    for score in &scores {
        games.push(described(&service, score).await?);
    }
    Ok(Json(json!({ "games": games, "next": next })))
}

/// `GET /v1/operator/audit`
pub async fn audit(State(service): State<Shared>, headers: HeaderMap) -> Result<Json<Value>, Failure> {
    operator(&service, &headers)?;
    let lines = service.store.audit(MOST).await?;
    let lines: Vec<Value> =
        lines.iter().map(|line| json!({ "at": line.at, "who": line.who, "what": line.what })).collect();
    Ok(Json(json!({ "actions": lines })))
}

/// `POST /v1/operator/actions`
pub async fn act(
    State(service): State<Shared>,
    headers: HeaderMap,
    action: Result<Json<Action>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    let who = operator(&service, &headers)?;
    let Json(action) = action?;
    let done = Operator::named(&service.store, &who).act(&action).await;
    let done = done.map_err(|error| match error.downcast::<crate::store::Error>() {
        Ok(error) => Failure::Database(*error),
        Err(other) => Refused::new("not-done", other.to_string()).into(),
    })?;
    service.overview.forget();
    service.standings.forget();
    Ok(Json(json!({ "done": done })))
}
