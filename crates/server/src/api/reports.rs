//! Reports of games by players, for operators.

use axum::extract::rejection::JsonRejection;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::Json;
use serde::Deserialize;
use serde_json::json;

use super::scores::visible;
use super::{claim, Client, Failure, Id, Shared};
use crate::daily::now;
use crate::source::Refused;
use crate::store::Report;
use crate::title;
use crate::token::random;

/// Characters that a report may have.
const LONGEST: usize = 500;

/// Open reports that one game may have; more would say nothing new.
const MOST: i64 = 10;

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
    if text.chars().count() > LONGEST {
        return Err(Refused::new("too-long", format!("a report has at most {LONGEST} characters")).into());
    }
    let words = text.lines().map(title::shown_whole).collect::<Vec<_>>().join("\n");
    let report = Report {
        id: random(8)?,
        score: score.id,
        kind: kind.name().to_owned(),
        words,
        reporter: player.map_or_else(|| random(16), |player| Ok(player.token))?,
        at: now(),
    };
    let is_new =
        service.store.count_reports(&report.score).await? < MOST && service.store.report(&report).await?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(json!({ "reported": report.score }))).into_response())
}
