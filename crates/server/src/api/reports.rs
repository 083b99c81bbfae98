//! Reports of games by players, for operators.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;

use super::scores::visible;
use super::{Client, Failure, Id, Shared, claim};
use crate::daily::now;
use crate::source::Refused;
use crate::store::{Report, Reported, STRANGER};
use crate::title;
use crate::token::random;

/// Characters that a report may have.
const LONGEST: usize = 500;

/// The answer to a report that is one too many.
const FULL: &str = "this game has as many open reports of this kind as operators read; a report of a player, with \
                    the claim token, or in words may still be taken";

/// The reason of a report.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// The name of the player.
    Name,
    /// The title of the mode.
    Title,
    /// The game was not played as its board says.
    Cheating,
    /// Something else.
    Other,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Name => "name",
            Kind::Title => "title",
            Kind::Cheating => "cheating",
            Kind::Other => "other",
        }
    }
}

/// A report as a client sends it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    kind: Kind,
    #[serde(default)]
    text: String,
}

/// `POST /v1/scores/{id}/reports`
pub async fn send(
    State(service): State<Shared>,
    client: Client,
    Id(id): Id,
    headers: HeaderMap,
    sent: Result<Json<Sent>, JsonRejection>,
) -> Result<Response, Failure> {
    service.submission(&client)?;
    let Json(Sent { kind, text }) = sent?;
    let player = claim::player(&service, &headers).await?;
    let score = visible(&service, &id, player.as_ref().map(|player| player.token.as_str())).await?;
    if player.as_ref().is_some_and(|player| player.token == score.token) {
        return Err(Refused::new("own-game", "this is your own game; you can rename and erase it").into());
    }
    if text.chars().count() > LONGEST {
        return Err(Refused::new("too-long", format!("a report has at most {LONGEST} characters")).into());
    }
    let words = text.lines().map(title::shown_whole).collect::<Vec<_>>().join("\n");
    let report = Report {
        id: random(8)?,
        score: score.id,
        kind: kind.name().to_owned(),
        words,
        reporter: match player {
            Some(player) => player.token,
            None => format!("{STRANGER}{}", random(16)?),
        },
        at: now(),
    };
    let status = match service.store.report(&report).await? {
        Reported::New => StatusCode::CREATED,
        Reported::Known => StatusCode::OK,
        Reported::Full => return Err(Failure::Conflict(FULL)),
    };
    Ok((status, Json(json!({ "reported": report.score }))).into_response())
}
