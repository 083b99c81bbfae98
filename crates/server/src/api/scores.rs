//! Games that are there: showing, renaming and erasing them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::answer::NO_GAME;
use super::claim;
use super::naming::choose_name;
use super::{Client, Failure, Id, Shared};
use crate::daily::{now, secret_until};
use crate::ending::Ending;
use crate::judge::Judging;
use crate::metrics::Metrics;
use crate::modes::Named;
use crate::names::mark;
use crate::source::Refused;
use crate::store::{Board, Placed, Player, Score};
use crate::title;
use crate::verify::Submission;

/// Describes the guarantees of a kind of board.
pub fn proves(kind: &str) -> &'static str {
    match kind {
        "ranked" => {
            "each game was handed in within the time of its session, with a seed that the service gave for \
             it alone; its moves came meanwhile, not faster than 12 in a second, and after more than 10 \
             seconds without any not faster than 5 in a second; not that no program chose the moves, that \
             no game with another seed was given up, or that no moves were taken back: of those that had \
             come it is counted"
        }
        "daily" => {
            "each score can be reached with the seed of the day, which is the same for all; \
             not that it was reached at the first try, or without programs; \
             moves are shown when its date is over everywhere"
        }
        "program" => {
            "each score was reached with the seed that its sender chose, as the sender says by a program; \
             not by which program"
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

/// Games as JSON, without their ranks.
pub async fn described_all(service: &Shared, scores: &[Score]) -> Result<Vec<Value>, Failure> {
    let marks = service.marks(scores).await?;
    Ok(scores.iter().zip(marks).map(|(score, mark)| described(score, mark)).collect())
}

/// A game as JSON, without its rank; with the mark of its player, if others have such a name.
fn described(score: &Score, mark: Option<String>) -> Value {
    json!({
        "id": score.id, "board": score.board, "score": number(score.score), "moves": score.length,
        "name": score.name, "created": score.created, "verifiedBy": score.verified_by,
        "checkedBy": score.checked_by, "follows": score.follows, "mark": mark,
        "origin": score.origin, "program": score.program, "pace": pace(score),
    })
}

/// The times that the service took while a game was played; null if there are none.
fn pace(score: &Score) -> Value {
    serde_json::from_str(&score.pace).unwrap_or(Value::Null)
}

/// A game as JSON for the owner of a token, with its rank and all that is needed to check
/// it.
pub(super) async fn shown(service: &Shared, score: &Score, token: Option<&str>) -> Result<Value, Failure> {
    shown_on(service, score, &board_of(service, score).await?, token, None).await
}

/// The board of a game.
pub(super) async fn board_of(service: &Shared, score: &Score) -> Result<Board, Failure> {
    let board = service.store.board(&score.board).await?;
    board.ok_or_else(|| {
        Failure::Failed(format!("the board {} of the game {} is missing", score.board, score.id))
    })
}

/// The source of the mode of a board, as JSON.
pub fn source(board: &Board) -> Result<Value, Failure> {
    serde_json::from_str(&board.source)
        .map_err(|error| Failure::Failed(format!("the source of board {} can't be read: {error}", board.id)))
}

pub(super) async fn shown_on(
    service: &Shared,
    score: &Score,
    board: &Board,
    token: Option<&str>,
    placed: Option<Placed>,
) -> Result<Value, Failure> {
    let is_own = token == Some(&score.token);
    let secret_until = secret_until(&board.id, now()).filter(|_| !is_own);
    let placed = match placed {
        Some(placed) => placed,
        None => service.store.placed(&[score]).await?.remove(&score.id).ok_or(Failure::NotFound(NO_GAME))?,
    };
    let Placed { rank, best, shares_name } = placed;
    let mark = match shares_name {
        true => Some(mark(&service.store.daily_secret().await?, &score.token)),
        false => None,
    };
    let best = best.filter(|_| is_own);
    let mut answer = described(score, mark);
    for (key, value) in [
        ("own", json!(is_own)),
        ("rank", json!(rank.rank)),
        ("rankIsLeast", json!(rank.at_least)),
        ("kind", json!(board.kind)),
        ("proves", json!(proves(&board.kind))),
        ("best", best.map_or(Value::Null, number)),
        ("title", json!(title::of_board(board))),
        ("source", source(board)?),
        ("seed", json!(score.seed)),
        ("canonicalMoves", json!(secret_until.is_none().then_some(&score.moves))),
        ("movesFrom", json!(secret_until)),
    ] {
        answer[key] = value;
    }
    Ok(answer)
}

/// The answer to a request for a hidden game: its player gets the reason.
pub(super) fn hidden(score: &Score, token: Option<&str>) -> Failure {
    let is_own = !score.token.is_empty() && token == Some(&score.token);
    Failure::Hidden(is_own.then(|| score.reason.clone()))
}

/// A game that is not hidden.
pub async fn visible(service: &Shared, id: &str, token: Option<&str>) -> Result<Score, Failure> {
    let score = service.store.score(id).await?;
    let score = score.ok_or(Failure::NotFound(NO_GAME))?;
    if score.hidden {
        return Err(hidden(&score, token));
    }
    if let Some(reason) = service.store.board_is_hidden(&score.board).await? {
        return Err(Failure::Hidden(Some(reason)));
    }
    Ok(score)
}

/// `GET /v1/scores/{id}`
pub async fn show(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<Json<Shown>, Failure> {
    // A token that is no player's any more is no hindrance to look.
    let token = match claim::player(&service, &headers).await {
        Ok(player) => player.map(|player| player.token),
        Err(Failure::WrongToken(_)) => None,
        Err(failure) => return Err(failure),
    };
    let score = visible(&service, &id, token.as_deref()).await?;
    let game = shown(&service, &score, token.as_deref()).await?;
    let (last_board, no_last_board) = match service.store.ending(&score.id).await? {
        None => (None, Some("not-drawn")),
        Some(ending) if ending.board.is_empty() => (None, Some("too-long")),
        // Common readers of JSON would take nothing of the answer then.
        Some(ending) if serde_json::from_str::<Value>(&format!("[{}]", ending.board)).is_err() => {
            (None, Some("unusual"))
        }
        Some(ending) => (RawValue::from_string(ending.board).ok(), None),
    };
    Ok(Json(Shown { game, last_board, no_last_board }))
}

/// A game with its last board.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    #[serde(flatten)]
    game: Value,
    /// The rows as they are stored: long numbers are not those of a `Value`.
    last_board: Option<Box<RawValue>>,
    /// The reason why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_last_board: Option<&'static str>,
}

/// `GET /v1/scores/{id}/board.svg`
pub async fn picture(State(service): State<Shared>, client: Client, Id(id): Id) -> Result<Response, Failure> {
    let score = visible(&service, &id, None).await?;
    let ending = match service.store.ending(&score.id).await? {
        Some(ending) => ending,
        None if service.undrawn.has(&score.id) => Ending::default(),
        None => draw(&service, &client, score).await?,
    };
    let Some(svg) = ending.svg() else {
        return Err(Refused::new("no-picture", "the last board of this game can't be drawn").into());
    };
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    ];
    Ok((headers, svg).into_response())
}

/// Draws and keeps the last board of a game that was taken before boards were kept: once, and as
/// the work of the client who asks first.
async fn draw(service: &Shared, client: &Client, score: Score) -> Result<Ending, Failure> {
    let board = board_of(service, &score).await?;
    let code = service.store.code(&board.mode).await?;
    let modes = Arc::clone(&service.modes);
    let wrong = |refused: Refused| match refused.kind.as_str() {
        "bad-board" | "bad-game" => Failure::Failed(refused.message),
        _ => refused.into(),
    };
    let submission = Submission::of(&score).map_err(wrong)?;
    let judging = Judging::new(submission, move || modes.of_board(&board, code));
    Metrics::add(&service.metrics.drawn);
    let ending = match service.play(client, judging).await?.result {
        Ok(judged) => judged.ending,
        Err(refused) if refused.kind == "bad-board" => return Err(wrong(refused)),
        Err(_) => {
            // Another version, or other limits, may play it: that is not kept for ever.
            service.undrawn.add(score.id);
            return Ok(Ending::default());
        }
    };
    // The picture is shown even if it can't be kept.
    if let Err(error) = service.store.add_ending(&score.id, &ending).await {
        service.outages.database(&error);
    }
    Ok(ending)
}

/// A game that the sender of a request owns.
async fn owned(service: &Shared, id: &str, headers: &HeaderMap) -> Result<(Score, Player), Failure> {
    let wrong = Failure::WrongToken("this claim token is not that of the game");
    let player = match claim::required(service, headers).await {
        Err(Failure::WrongToken(_)) => None,
        player => Some(player?),
    };
    let score = service.store.score(id).await?;
    let score = score.ok_or(Failure::NotFound(NO_GAME))?;
    // Hashes of secrets are compared: how long that takes tells nothing of use.
    match player {
        Some(player) if score.token == player.token => Ok((score, player)),
        _ => Err(wrong),
    }
}

/// A new name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    /// The name.
    pub name: String,
}

/// `PATCH /v1/scores/{id}`
pub async fn rename(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
    renamed: Result<Json<Renamed>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    let (mut score, player) = owned(&service, &id, &headers).await?;
    let Json(renamed) = renamed?;
    score.name = choose_name(&service, &player, Some(&id), &renamed.name).await?;
    Ok(Json(shown(&service, &score, Some(&score.token)).await?))
}

/// `DELETE /v1/scores/{id}`
pub async fn erase(
    State(service): State<Shared>,
    Id(id): Id,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let _is_owned = owned(&service, &id, &headers).await?;
    service.store.erase(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A number as JSON has it; one that JSON has not, as text.
pub fn number(score: f64) -> Value {
    if score.is_finite() { json!(score) } else { json!(score.to_string()) }
}
