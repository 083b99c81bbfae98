//! Seasons: the best ranked game of each board within a quarter of a year.

use std::collections::HashMap;
use std::future::Future;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use polymerge_days::Season;
use serde_json::{json, Value};
use tokio::sync::Mutex;

use super::boards::{as_json, brief, MOST};
use super::scores::described_all;
use super::{Failure, Id, Shared};
use crate::daily::now;

/// The time for which answers are cached: of the present season, and of those that are over.
const FRESH: Duration = Duration::from_secs(10);
const FRESH_LONG: Duration = Duration::from_secs(60);

/// Seasons whose standings are cached.
const MOST_CACHED: usize = 128;

/// Seasons that are listed: 25 years.
const MOST_SEASONS: usize = 100;

/// The name of the season that is on, whichever it is.
const CURRENT: &str = "current";

/// The standings of seasons, and under no season the list of them, with the times until which they are
/// good.
pub type Standings = Mutex<HashMap<Option<Season>, (Instant, Bytes)>>;

/// Returns an answer that is cached. Many games are read for one that is not: one request does it for
/// all that wait here or come soon after.
async fn cached(
    service: &Shared,
    season: Option<Season>,
    make: impl Future<Output = Result<Value, Failure>>,
    fresh: Duration,
) -> Result<Response, Failure> {
    let mut kept = service.seasons.lock().await;
    match kept.get(&season) {
        Some((until, answer)) if Instant::now() < *until => return Ok(as_json(answer.clone())),
        _ => {}
    }
    let answer = Bytes::from(make.await?.to_string());
    if kept.len() >= MOST_CACHED {
        kept.clear();
    }
    kept.insert(season, (Instant::now() + fresh, answer.clone()));
    Ok(as_json(answer))
}

/// `GET /v1/seasons`
pub async fn list(State(service): State<Shared>) -> Result<Response, Failure> {
    cached(&service, None, listed(&service), FRESH).await
}

/// The seasons from the present one to that of the first ranked game.
async fn listed(service: &Shared) -> Result<Value, Failure> {
    let current = Season::of(now());
    let first = service.store.first_ranked().await?.map_or(current, Season::of);
    let seasons = std::iter::successors(Some(current), |season| Some(season.before()));
    let seasons: Vec<String> = seasons
        .take(MOST_SEASONS)
        .take_while(|season| *season >= first.min(current))
        .map(|season| season.to_string())
        .collect();
    Ok(json!({ "current": current.to_string(), "seasons": seasons }))
}

/// `GET /v1/seasons/{id}`
pub async fn season(State(service): State<Shared>, Id(id): Id) -> Result<Response, Failure> {
    let now = now();
    let current = Season::of(now);
    let season = match id.as_str() {
        CURRENT => Some(current),
        id => id.parse().ok(),
    };
    let missing = "there is no such season; write one such as 2026-Q4, or current";
    let season = season.filter(|season| *season <= current).ok_or(Failure::NotFound(missing))?;
    let fresh = if season == current { FRESH } else { FRESH_LONG };
    cached(&service, Some(season), standings(&service, season, now), fresh).await
}

/// The boards of a season, those with most players first, each with its best game.
async fn standings(service: &Shared, season: Season, now: i64) -> Result<Value, Failure> {
    let found = service.store.season(season.begins()..season.ends(), MOST).await?;
    let best: Vec<_> = found.iter().map(|standing| standing.best.clone()).collect();
    let mut boards = Vec::with_capacity(found.len());
    for (standing, best) in found.iter().zip(described_all(service, &best).await?) {
        let (players, games) = (standing.players, standing.games);
        let board = brief(&standing.board)?;
        boards.push(json!({ "board": board, "players": players, "games": games, "best": best }));
    }
    Ok(json!({
        "season": season.to_string(), "begins": season.begins(), "ends": season.ends(),
        "isOver": now >= season.ends(), "boards": boards,
    }))
}
