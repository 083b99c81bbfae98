//! Games: handing one in, showing, renaming and erasing it.

use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::State;
use axum::http::{header, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use polymerge::Painter;
use serde::Deserialize;
use serde_json::{json, Value};

use super::{bearer, Client, Failure, Id, Shared};
use crate::daily;
use crate::daily::now;
use crate::metrics::Metrics;
use crate::modes::Named;
use crate::names;
use crate::source::{Refused, Source};
use crate::store::{Board, Kept, New, Score};
use crate::title;
use crate::token::{random, sha256};
use crate::verify::{self, Submission, Verified, ENGINE};

/// What is said of a token that no game has.
pub const NO_PLAYER: &str = "no game here has this claim token; without a token you begin as a new player";

/// A game as a client hands it in. The score is not in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Posted {
    mode: String,
    #[serde(default)]
    settings: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    modifiers_code: String,
    seed: String,
    moves: String,
    count: Option<usize>,
    name: Option<String>,
    session: Option<String>,
    daily: Option<String>,
}

/// What a kind of board proves.
pub fn proves(kind: &str) -> &'static str {
    match kind {
        "ranked" => {
            "each game was played within the time of its session after its seed was given, \
             without a choice of seed; not that no program helped"
        }
        "daily" => {
            "each score can be reached with the seed of the day, which is the same for all; \
             not that it was reached at the first try, or without programs; \
             moves are shown when the day is over"
        }
        _ => {
            "each score can be reached in this mode with the seed that the player chose; \
             not that it was reached without search, undo or programs"
        }
    }
}

/// A board of a mode for a kind of game; for the daily game, of a day.
pub fn board(kind: &str, mode: &Named, day: &str) -> Result<Board, Failure> {
    let id = match kind {
        "daily" => format!("daily-{day}"),
        _ => format!("{kind}-{}", &mode.hash[..32.min(mode.hash.len())]),
    };
    let source = serde_json::to_string(&mode.source).map_err(|error| Failure::Failed(error.to_string()))?;
    Ok(Board { id, kind: kind.to_owned(), title: mode.title.clone(), source, mode: mode.hash.clone() })
}

/// The kind of a game, and for the daily game its day.
async fn kind(service: &Shared, posted: &Posted, seed: u64) -> Result<(&'static str, String), Failure> {
    match (&posted.session, &posted.daily) {
        (Some(_), Some(_)) => Err(Refused::new("two-boards", "a game is ranked or daily, not both").into()),
        (None, None) => Ok(("open", String::new())),
        (None, Some(date)) => {
            let day = daily::day_of(now());
            if daily::date(day) != *date {
                return Err(
                    Refused::new("not-today", "games of a day are accepted until its end (UTC)").into()
                );
            }
            let seed_fits = daily::seed(&service.secret, day) == seed;
            let mode = daily::mode(&service.config.daily_modes, day);
            if !seed_fits
                || posted.mode != mode
                || !posted.settings.is_empty()
                || !posted.modifiers_code.is_empty()
            {
                let message = "this is not the mode and the seed of the day; GET /v1/daily tells them";
                return Err(Refused::new("not-the-daily-game", message).into());
            }
            Ok(("daily", date.clone()))
        }
        (Some(session), None) => {
            let Some(session) = service.store.session(session).await? else {
                return Err(Failure::NotFound("there is no such session"));
            };
            if session.seed != posted.seed {
                return Err(Refused::new("wrong-seed", "the session is for another seed").into());
            }
            Ok(("ranked", session.board))
        }
    }
}

/// `POST /v1/scores`
pub async fn submit(
    State(service): State<Shared>,
    client: Client,
    headers: HeaderMap,
    posted: Result<Json<Posted>, JsonRejection>,
) -> Result<Response, Failure> {
    service.submission(&client)?;
    let Json(posted) = posted?;
    let seed: u64 = posted.seed.parse().map_err(|_| {
        Refused::new("bad-seed", "the seed is a text of digits: a number from 0 to 18446744073709551615")
    })?;
    if seed.to_string() != posted.seed {
        return Err(Refused::new("bad-seed", "write the seed without signs and zeros before it").into());
    }
    let name = match &posted.name {
        None => names::rolled(&random(8)?, &service.store.blocked().await?),
        Some(name) => allowed(&service, name).await?,
    };
    // A token that is no player's would let its sender choose what others may guess.
    let (claim, token) = match bearer(&headers) {
        Some(token) if !service.store.has_games(&token).await? => {
            return Err(Failure::WrongToken(NO_PLAYER));
        }
        Some(token) => (None, token),
        None => {
            let claim = random(16)?;
            let token = sha256(claim.as_bytes());
            (Some(claim), token)
        }
    };
    let (kind, place) = kind(&service, &posted, seed).await?;
    let source =
        Source { mode: posted.mode, settings: posted.settings, modifiers_code: posted.modifiers_code };
    let submission = Submission { seed, moves: posted.moves, count: posted.count };
    let takes_all = kind == "open" && service.config.custom_modes;
    let modes = Arc::clone(&service.modes);
    let played = service.work(move || {
        let mode = modes.named(&source)?;
        if !mode.built_in && !takes_all {
            return Err(Refused::new("custom-mode", "only built-in modes are accepted here"));
        }
        let (verified, _) = verify::verify(&submission, &mode)?;
        Ok((mode, verified))
    });
    let (mode, verified) = played.await?.inspect_err(|_| Metrics::add(&service.metrics.refused))?;
    let Verified { moves, length, score } = verified;
    let board = board(kind, &mode, &place)?;
    if kind == "ranked" && board.id != place {
        return Err(Refused::new("wrong-mode", "the session is for another mode").into());
    }
    let new = Score {
        id: random(8)?,
        hash: sha256(format!("{} {seed} {length} {moves}", board.id).as_bytes()),
        board: board.id.clone(),
        seed: seed.to_string(),
        moves,
        length: i64::try_from(length).unwrap_or(i64::MAX),
        score,
        name,
        token,
        created: now(),
        hidden: false,
        verified_by: ENGINE.to_owned(),
        checked_by: String::new(),
        follows: String::new(),
    };
    let code = mode.code_apart().map(str::to_owned);
    let mut new = New { board, code, score: new, session: posted.session };
    match service.writer.keep(new.clone()).await? {
        Kept::New { follows } => {
            new.score.follows = follows;
            Metrics::add(&service.metrics.accepted);
            let mut answer = shown_on(&service, &new.score, &new.board, Some(&new.score.token)).await?;
            if let Some(claim) = claim {
                answer["claimToken"] = json!(claim);
            }
            Ok((StatusCode::CREATED, Json(answer)).into_response())
        }
        Kept::Known(known) => {
            Metrics::add(&service.metrics.repeated);
            if known.hidden {
                return Err(Failure::Hidden);
            }
            Ok(Json(shown(&service, &known, Some(&new.score.token)).await?).into_response())
        }
        Kept::NoSession => Err(Failure::Conflict("this session was used before, or has run out")),
    }
}

/// A name as it is kept, if it may be.
async fn allowed(service: &Shared, name: &str) -> Result<String, Failure> {
    let name = names::read(name).map_err(|message| Refused::new("bad-name", message))?;
    if names::is_blocked(&name, &service.store.blocked().await?) {
        return Err(Refused::new("bad-name", "this name is not allowed here").into());
    }
    Ok(name)
}

/// A game as JSON, without its rank.
pub fn described(score: &Score) -> Value {
    json!({
        "id": score.id, "board": score.board, "score": number(score.score), "moves": score.length,
        "name": score.name, "created": score.created, "verifiedBy": score.verified_by,
        "checkedBy": score.checked_by, "follows": score.follows,
    })
}

/// A game as JSON to who has a token, with its rank and all that is needed to check it.
async fn shown(service: &Shared, score: &Score, token: Option<&str>) -> Result<Value, Failure> {
    let board = service.store.board(&score.board).await?.unwrap_or_default();
    shown_on(service, score, &board, token).await
}

/// Until when the moves of a game are its player's alone, in milliseconds since 1970: games of a
/// day can't be copied while some are taken.
fn secret_until(board: &Board, now: i64) -> Option<i64> {
    let day = daily::day_of(now);
    (board.id == format!("daily-{}", daily::date(day))).then_some((day + 1) * daily::DAY)
}

async fn shown_on(
    service: &Shared,
    score: &Score,
    board: &Board,
    token: Option<&str>,
) -> Result<Value, Failure> {
    let is_own = token == Some(&score.token);
    let secret_until = secret_until(board, now()).filter(|_| !is_own);
    let best = match is_own {
        true => service.store.best_of(&score.board, &score.token).await?.filter(|best| best.id != score.id),
        false => None,
    };
    let source: Value = serde_json::from_str(&board.source).unwrap_or_default();
    let rank = service.store.rank(score).await?;
    let mut answer = described(score);
    for (key, value) in [
        ("rank", json!(rank.rank)),
        ("rankIsLeast", json!(rank.at_least)),
        ("kind", json!(board.kind)),
        ("proves", json!(proves(&board.kind))),
        ("best", best.map_or(Value::Null, |best| number(best.score))),
        ("title", json!(title::shown(&board.title))),
        ("source", source),
        ("seed", json!(score.seed)),
        ("canonicalMoves", json!(secret_until.is_none().then_some(&score.moves))),
        ("movesFrom", json!(secret_until)),
    ] {
        answer[key] = value;
    }
    Ok(answer)
}

/// A game that is not hidden.
async fn visible(service: &Shared, id: &str) -> Result<Score, Failure> {
    let score = service.store.score(id).await?;
    let score = score.ok_or(Failure::NotFound("there is no game of this name"))?;
    if score.hidden {
        return Err(Failure::Hidden);
    }
    Ok(score)
}

/// `GET /v1/scores/{id}`
pub async fn show(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<Json<Value>, Failure> {
    let score = visible(&service, &id).await?;
    Ok(Json(shown(&service, &score, bearer(&headers).as_deref()).await?))
}

/// `GET /v1/scores/{id}/board.svg`
pub async fn picture(State(service): State<Shared>, Id(id): Id) -> Result<Response, Failure> {
    let score = visible(&service, &id).await?;
    let board = service.store.board(&score.board).await?.unwrap_or_default();
    let code = service.store.code(&board.mode).await?;
    let submission = Submission::of(&score);
    let modes = Arc::clone(&service.modes);
    let drawn = service.work(move || -> Result<String, Refused> {
        let (_, game) = verify::verify(&submission, &*modes.of_board(&board, code)?)?;
        Ok(Painter::of(game.rules()).svg(&game)?)
    });
    let svg = drawn.await??;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    ];
    Ok((headers, svg).into_response())
}

/// A game that the sender of a request owns.
async fn owned(service: &Shared, id: &str, headers: &HeaderMap) -> Result<Score, Failure> {
    let token = bearer(headers).ok_or(Failure::NoToken)?;
    let score = service.store.score(id).await?;
    let score = score.ok_or(Failure::NotFound("there is no game of this name"))?;
    // Hashes of secrets are compared: how long that takes tells nothing of use.
    if score.token == token {
        Ok(score)
    } else {
        Err(Failure::WrongToken("this claim token is not that of the game"))
    }
}

/// A new name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    name: String,
}

/// `PATCH /v1/scores/{id}`
pub async fn rename(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
    renamed: Result<Json<Renamed>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    let mut score = owned(&service, &id, &headers).await?;
    let Json(renamed) = renamed?;
    let name = allowed(&service, &renamed.name).await?;
    service.store.rename(&id, &name).await?;
    score.name = name;
    Ok(Json(shown(&service, &score, Some(&score.token)).await?))
}

/// `DELETE /v1/scores/{id}`
pub async fn erase(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    owned(&service, &id, &headers).await?;
    service.store.erase(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A number as JSON has it; one that JSON has not, as text.
fn number(score: f64) -> Value {
    if score.is_finite() {
        json!(score)
    } else {
        json!(score.to_string())
    }
}
