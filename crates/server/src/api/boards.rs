//! Boards: all of them, one, and the games of one.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use polymerge::catalogue;
use polymerge_days::Season;
use serde::Deserialize;
use serde_json::{Value, json};

use super::listings::Listing;
use super::scores::{described_all, proves, source};
use super::{Client, Failure, Id, Shared};
use crate::counted::Times;
use crate::daily::{DAY, day_of, now};
use crate::source::{Refused, Source};
use crate::store::{ALL_TIMES, Board, Page, Place};
use crate::title;
use crate::token::sha256;

/// Games or boards that one answer has at most.
pub const MOST: i64 = 100;

/// The list of all boards is counted each five seconds: that reads an index of all games. A request waits
/// for as long as it may take.
pub const TIMES: Times =
    Times { fresh: Duration::from_secs(5), stale: Some(Duration::from_secs(60)), wait: Duration::MAX };

fn board_as_json(board: &Board) -> Result<Value, Failure> {
    Ok(json!({
        "id": board.id, "kind": board.kind, "proves": proves(&board.kind), "title": title::of_board(board),
        "source": source(board)?, "modeHash": board.mode,
    }))
}

/// Letters that a text has in lists.
const MOST_LETTERS: usize = 100;

/// A board in a list: without the code of its mode, which may be as long as a whole answer. A mode
/// given by its code is `@` there.
pub fn brief(board: &Board) -> Result<Value, Failure> {
    let mut brief = board_as_json(board)?;
    let source = &mut brief["source"];
    if source["mode"].as_str().is_some_and(|mode| mode.starts_with('@')) {
        source["mode"] = json!("@");
    }
    for text in source.as_object_mut().into_iter().flat_map(|source| source.values_mut()) {
        cut(text);
    }
    Ok(brief)
}

/// Cuts long texts.
fn cut(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some((end, _)) = text.char_indices().nth(MOST_LETTERS) {
                text.truncate(end);
                text.push('…');
            }
        }
        Value::Object(values) => values.values_mut().for_each(cut),
        _ => {}
    }
}

/// The mode whose boards are asked for; all if it is empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct OfMode {
    #[serde(default)]
    mode: String,
    #[serde(default)]
    modifiers_code: String,
}

/// `GET /v1/boards`
pub async fn list(
    State(service): State<Shared>,
    client: Client,
    of: Result<Query<OfMode>, QueryRejection>,
) -> Result<Response, Failure> {
    let Query(OfMode { mode, modifiers_code }) = of?;
    if !mode.is_empty() {
        // A mode of a stranger costs as much to read as a game does to play.
        if !modifiers_code.is_empty() || catalogue::find(&mode).is_none() {
            service.submission(&client)?;
        }
        let named = service.named(&client, Source { mode, modifiers_code, ..Source::default() }).await?;
        return Ok(Json(listed(&service.store.boards_of(&named.hash, MOST).await?)?).into_response());
    }
    let own = Arc::clone(&service);
    let count =
        async move { Ok::<_, Failure>(Bytes::from(listed(&own.store.boards(MOST).await?)?.to_string())) };
    Ok(as_json(service.overview.get(|_| count).await?))
}

/// An answer that is JSON already.
pub fn as_json(text: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

fn listed(boards: &[(Board, i64)]) -> Result<Value, Failure> {
    let boards = boards.iter().map(|(board, games)| -> Result<Value, Failure> {
        let mut described = brief(board)?;
        described["games"] = json!(games);
        Ok(described)
    });
    Ok(json!({ "boards": boards.collect::<Result<Vec<_>, _>>()? }))
}

/// `GET /v1/boards/{id}`: with the code of its mode, by which any version can play its games.
pub async fn board(State(service): State<Shared>, Id(id): Id) -> Result<Json<Value>, Failure> {
    let board = service.store.board(&id).await?.ok_or(Failure::NotFound("there is no such board"))?;
    if let Some(reason) = service.store.board_is_hidden(&id).await? {
        return Err(Failure::Hidden(Some(reason)));
    }
    let mut answer = board_as_json(&board)?;
    let code = service.store.code(&board.mode).await?.map_or(answer["source"]["mode"].clone(), Value::String);
    answer["code"] = code;
    Ok(Json(answer))
}

/// The part of a board that a request asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    #[serde(default)]
    period: String,
    limit: Option<i64>,
    #[serde(default)]
    after: String,
}

/// The times between which games count: ever, since midnight in Greenwich, or a season.
fn period(name: &str) -> Result<Range<i64>, Refused> {
    match name {
        "" | "all" => Ok(ALL_TIMES),
        "day" => Ok(day_of(now()) * DAY..i64::MAX),
        season => match season.parse::<Season>() {
            Ok(season) if season <= Season::of(now()) => Ok(season.begins()..season.ends()),
            Ok(_) => Err(Refused::new("bad-period", format!("the season {season} has not begun yet"))),
            Err(()) => {
                let message = "period is all, day, or a season such as 2026-Q4";
                Err(Refused::new("bad-period", message))
            }
        },
    }
}

/// `GET /v1/boards/{id}/scores`
pub async fn listing(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
    part: Result<Query<Part>, QueryRejection>,
) -> Result<Response, Failure> {
    let Query(part) = part?;
    let limit = part.limit.unwrap_or(50);
    if !(1..=MOST).contains(&limit) {
        return Err(Refused::new("bad-limit", format!("limit is a number from 1 to {MOST}")).into());
    }
    let period = period(&part.period)?;
    let after = match part.after.as_str() {
        "" => Place::start(),
        text => text.parse().map_err(|()| {
            Refused::new("bad-cursor", "after must be the next of the answer before, unchanged")
        })?,
    };
    let asked = (period.start, period.end, limit, part.after);
    let begun = Instant::now();
    if let Some(listing) = service.listings.get(&id, &asked, begun) {
        return Ok(unless_known(&headers, &listing));
    }
    let board = service.store.board(&id).await?.ok_or(Failure::NotFound("there is no such board"))?;
    if let Some(reason) = service.store.board_is_hidden(&id).await? {
        return Err(Failure::Hidden(Some(reason)));
    }
    let Page { scores, next } = service.store.listing(&id, period, &after, limit).await?;
    let next = next.map(|place| place.to_string());
    let listed = described_all(&service, &scores).await?;
    let body = json!({ "board": brief(&board)?, "scores": listed, "next": next }).to_string();
    let tag = format!("\"{}\"", &sha256(body.as_bytes())[..16]);
    let listing = Arc::new(Listing { body: body.into(), tag });
    service.listings.put(&id, asked, begun, &listing);
    Ok(unless_known(&headers, &listing))
}

/// An answer, or the word that its receiver has it. Proxies that compress make tags weak.
fn unless_known(headers: &HeaderMap, listing: &Listing) -> Response {
    let Listing { body, tag } = listing;
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|known| known.split(',')).map(str::trim);
    let cache = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "max-age=10")];
    if known.any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag) {
        return (StatusCode::NOT_MODIFIED, cache).into_response();
    }
    (cache, as_json(body.clone())).into_response()
}
