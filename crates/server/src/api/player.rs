//! One player: name, games, recovery code; all of it to take along, and to erase.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::boards::MOST;
use super::claim::{self, NO_PLAYER};
use super::days::Asked;
use super::naming::choose_name;
use super::scores::{Renamed, described_all};
use super::{Client, Failure, Shared};
use crate::daily::{day_of, now};
use crate::names;
use crate::source::Refused;
use crate::store::{PlaceOfGame, Player, Score};
use crate::token::{random, sha256};

/// Signs of a recovery code, in groups of four: about 95 bits.
const SIGNS_OF_CODE: usize = 20;

/// The part of the games of a player that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    limit: Option<i64>,
    #[serde(default)]
    after: String,
}

/// Games of a player, and the place behind them if there may be more.
async fn page(
    service: &Shared,
    player: &Player,
    part: Result<Query<Part>, QueryRejection>,
) -> Result<(Vec<Score>, Option<String>), Failure> {
    let Query(Part { limit, after }) = part?;
    let limit = limit.unwrap_or(MOST);
    if !(1..=MOST).contains(&limit) {
        return Err(Refused::new("bad-limit", format!("limit is a number from 1 to {MOST}")).into());
    }
    let after = match after.as_str() {
        "" => PlaceOfGame::start(),
        text => PlaceOfGame::read(text).ok_or_else(|| {
            Refused::new("bad-cursor", "after must be the next of the answer before, unchanged")
        })?,
    };
    let scores = service.store.games_of(&player.token, &after, limit).await?;
    let last = scores.last().filter(|_| i64::try_from(scores.len()) == Ok(limit));
    let next = last.map(|score| PlaceOfGame::of(score).to_string());
    Ok((scores, next))
}

/// Games as their own player sees them: with those that are hidden, and why.
async fn own(service: &Shared, scores: &[Score]) -> Result<Vec<Value>, Failure> {
    let mut games = described_all(service, scores).await?;
    for (game, score) in games.iter_mut().zip(scores) {
        (game["hidden"], game["reason"]) = (json!(score.hidden), json!(score.reason));
    }
    Ok(games)
}

/// `GET /v1/profile`
pub async fn profile(
    State(service): State<Shared>,
    headers: HeaderMap,
    part: Result<Query<Part>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    let player = claim::required(&service, &headers).await?;
    let (scores, next) = page(&service, &player, part).await?;
    let games = own(&service, &scores).await?;
    Ok(Json(json!({ "name": player.name, "games": games, "next": next })))
}

/// `GET /v1/player`
pub async fn show(
    State(service): State<Shared>,
    headers: HeaderMap,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    let player = claim::required(&service, &headers).await?;
    let Query(asked) = asked?;
    Ok(Json(described_on(&service, &player, asked.near(now())?).await?))
}

/// A player as JSON, with the streak on a day.
async fn described_on(service: &Shared, player: &Player, today: i64) -> Result<Value, Failure> {
    let mut answer = described(service, player).await?;
    answer["streak"] = service.streak(player, today).await?;
    Ok(answer)
}

/// A player as JSON. The streak is left out where a request names no date: that of Greenwich may be
/// another one than the player's.
async fn described(service: &Shared, player: &Player) -> Result<Value, Failure> {
    let games = service.store.count_games(&player.token).await?;
    Ok(json!({
        "id": player.id, "name": player.name, "nameFixed": player.fixed, "banned": player.banned,
        "reason": player.reason, "nameReason": player.name_reason, "created": player.created, "games": games,
        "hasRecoveryCode": !player.recovery.is_empty(),
    }))
}

/// `PATCH /v1/player`: gives all games another name.
pub async fn rename(
    State(service): State<Shared>,
    headers: HeaderMap,
    renamed: Result<Json<Renamed>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    let mut player = claim::required(&service, &headers).await?;
    let Json(renamed) = renamed?;
    player.name = choose_name(&service, &player, None, &renamed.name).await?;
    Ok(Json(described(&service, &player).await?))
}

/// `DELETE /v1/player`: erases all games, and the player.
pub async fn erase(State(service): State<Shared>, headers: HeaderMap) -> Result<Json<Value>, Failure> {
    let player = claim::required(&service, &headers).await?;
    let erased = service.store.erase_player(&player.token).await?;
    Ok(Json(json!({ "erased": erased })))
}

/// `GET /v1/player/export`: all that is stored about a player, in parts.
pub async fn export(
    State(service): State<Shared>,
    headers: HeaderMap,
    part: Result<Query<Part>, QueryRejection>,
) -> Result<Json<Value>, Failure> {
    let player = claim::required(&service, &headers).await?;
    let is_first = part.as_ref().is_ok_and(|part| part.0.after.is_empty());
    let (scores, next) = page(&service, &player, part).await?;
    let mut games = own(&service, &scores).await?;
    for (game, score) in games.iter_mut().zip(&scores) {
        (game["seed"], game["canonicalMoves"]) = (json!(score.seed), json!(score.moves));
    }
    // With the first part.
    let reports = match is_first {
        true => service.store.reports_of(&player.token).await?,
        false => Vec::new(),
    };
    let reports: Vec<Value> = reports
        .iter()
        .map(|report| json!({ "game": report.score, "kind": report.kind, "text": report.words, "at": report.at }))
        .collect();
    let player = described_on(&service, &player, day_of(now())).await?;
    Ok(Json(json!({ "player": player, "games": games, "reports": reports, "next": next })))
}

/// A recovery code as it is hashed: without case, and signs between.
fn code_hash(code: &str) -> String {
    let signs: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    sha256(format!("recovery {}", signs.to_ascii_lowercase()).as_bytes())
}

/// `POST /v1/player/recovery`: a new recovery code, in place of the one before.
pub async fn make_recovery(State(service): State<Shared>, headers: HeaderMap) -> Result<Response, Failure> {
    let player = claim::required(&service, &headers).await?;
    let code = names::signs(&random(32)?, SIGNS_OF_CODE);
    let groups: Vec<&str> =
        (0..SIGNS_OF_CODE / 4).filter_map(|group| code.get(group * 4..group * 4 + 4)).collect();
    let code = groups.join("-");
    if !service.store.set_recovery(&player.token, &code_hash(&code)).await? {
        return Err(Failure::WrongToken(NO_PLAYER));
    }
    Ok((StatusCode::CREATED, Json(json!({ "recoveryCode": code }))).into_response())
}

/// `DELETE /v1/player/recovery`
pub async fn remove_recovery(
    State(service): State<Shared>,
    headers: HeaderMap,
) -> Result<StatusCode, Failure> {
    let player = claim::required(&service, &headers).await?;
    service.store.set_recovery(&player.token, "").await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A recovery code, and the token that its player has made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Recovery {
    recovery_code: String,
    claim_token: String,
    /// True to end the validity of all other tokens.
    #[serde(default)]
    sign_out_others: bool,
}

/// `POST /v1/player/recover`: one more token for the player of a recovery code. It may be repeated.
pub async fn recover(
    State(service): State<Shared>,
    client: Client,
    recovery: Result<Json<Recovery>, JsonRejection>,
) -> Result<Json<Value>, Failure> {
    service.submission(&client)?;
    let Json(Recovery { recovery_code, claim_token, sign_out_others }) = recovery?;
    let made = claim::read(&claim_token)?;
    let player = service.store.player_recovered(&code_hash(&recovery_code)).await?;
    let player = player.ok_or(Failure::WrongToken("no player here has this recovery code"))?;
    let token = sha256(made.as_bytes());
    match claim::find(&service, &token).await? {
        Some(other) if other.token != player.token => {
            let message = "this claim token is another player's already; make a new one";
            return Err(Refused::new("bad-token", message).into());
        }
        Some(_) if !sign_out_others => {}
        _ => service.store.add_token(&player.token, &token, sign_out_others).await?,
    }
    let mut answer = described(&service, &player).await?;
    answer["claimToken"] = json!(made);
    Ok(Json(answer))
}
