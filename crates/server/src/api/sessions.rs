//! Seeds that the service gives for one ranked game, and the moves of that game.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::scores::{board, proves};
use super::{Client, Failure, Shared, claim};
use crate::daily::now;
use crate::metrics::Metrics;
use crate::ranked;
use crate::source::{Refused, Source};
use crate::store::{Checkpoint, Session};
use crate::token;

/// `POST /v1/sessions`
pub async fn start(
    State(service): State<Shared>,
    client: Client,
    headers: HeaderMap,
    played: Result<Json<Source>, JsonRejection>,
) -> Result<Response, Failure> {
    service.submission(&client)?;
    let Json(played) = played?;
    if let Some(banned) = claim::player(&service, &headers).await?.filter(|player| player.banned) {
        return Err(Failure::Banned(banned.reason));
    }
    let named = service.named(&client, played).await?;
    if !named.built_in {
        return Err(Refused::new("custom-mode", "only built-in modes are ranked").into());
    }
    let board = board("ranked", &named, "")?;
    if let Some(reason) = service.store.board_is_hidden(&board.id).await? {
        return Err(Failure::Hidden(Some(reason)));
    }
    let code = named.code_apart();
    let taken = service.room.take_for(&service.store, client.0, &board, code, 0).await;
    let taken = taken.map_err(|reason| service.no_room(reason))?;
    let now = now();
    let expires = now + i64::from(service.config.session_minutes) * 60_000;
    let session = Session {
        id: token::random(16)?,
        board: board.id.clone(),
        seed: token::seed()?.to_string(),
        expires,
        started: now,
        seen: now,
        ..Session::default()
    };
    if let Err(error) = service.store.add_session(&session, &board, code, now).await {
        service.room.give_back(taken);
        return Err(error.into());
    }
    let answer = json!({
        "session": session.id, "seed": session.seed, "board": session.board, "expires": expires,
        "proves": proves("ranked"), "every": ranked::EVERY, "offlineMinutes": service.config.offline_minutes,
    });
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// The moves of a ranked game so far.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    session: String,
    moves: String,
    count: Option<usize>,
}

/// `POST /v1/sessions/moves`: what was played of a ranked game so far.
pub async fn checkpoint(
    State(service): State<Shared>,
    client: Client,
    sent: Result<Json<Sent>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    service.checkpoint(&client)?;
    let now = now();
    let Json(Sent { session, moves, count }) = sent?;
    let session = service.store.session(&session).await?;
    let session = session.ok_or(Failure::NotFound("there is no such session"))?;
    if now > session.expires {
        return Err(Failure::Conflict("this session was used before, or has run out"));
    }
    let most = service.config.most_moves;
    let played = ranked::moves(&moves, count, most)?;
    let mut after = session.clone();
    if !ranked::is_soon(&session, now) {
        after = ranked::after(&session, &moves, &played, most, now, service.config.silence());
        let checkpoint = Checkpoint { session: after.clone(), seen_before: session.seen };
        if service.writer.keep_checkpoint(checkpoint).await? {
            Metrics::add(&service.metrics.checkpoints);
        } else {
            // Other moves may have come at the same time: then these go with the next ones.
            match service.store.session(&session.id).await? {
                Some(known) if known.seen != session.seen => after = known,
                _ => return Err(Failure::Conflict("this session was used before, or has run out")),
            }
        }
    }
    let fault = Some(&after.fault).filter(|fault| !fault.is_empty());
    Ok(Json(json!({ "checkpoints": after.checkpoints, "notRanked": fault })))
}
