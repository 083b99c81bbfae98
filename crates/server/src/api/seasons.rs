//! Seasons: the best ranked game of each board within a quarter of a year.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use polymerge_days::Season;
use serde_json::{Value, json};

use super::boards::{MOST, as_json, brief};
use super::scores::described_all;
use super::standings::OfSeason;
use super::{Failure, Id, Shared};
use crate::daily::now;

/// The time for which the standings of a season that is over are good, if no past game is changed.
const GOOD: Duration = Duration::from_secs(3_600);

/// Seasons that are listed: 25 years.
const MOST_SEASONS: usize = 100;

/// The name of the season that is on, whichever it is.
const CURRENT: &str = "current";

/// The season of the first ranked game; the current one if there is none.
async fn first(service: &Shared, current: Season) -> Result<Season, Failure> {
    let own = Arc::clone(service);
    let find = async move { Ok::<_, Failure>(own.store.first_ranked().await?.map(Season::of)) };
    Ok(service.standings.first(find).await?.map_or(current, |first| first.min(current)))
}

/// `GET /v1/seasons`: from the present one to that of the first ranked game.
pub async fn list(State(service): State<Shared>) -> Result<Json<Value>, Failure> {
    let current = Season::of(now());
    let first = first(&service, current).await?;
    let seasons = std::iter::successors(Some(current), |season| Some(season.before()));
    let seasons = seasons.take(MOST_SEASONS).take_while(|season| *season >= first);
    let seasons: Vec<String> = seasons.map(|season| season.to_string()).collect();
    Ok(Json(json!({ "current": current.to_string(), "seasons": seasons })))
}

/// `GET /v1/seasons/{id}`
pub async fn season(State(service): State<Shared>, Id(id): Id) -> Result<Response, Failure> {
    let current = Season::of(now());
    let season = match id.as_str() {
        CURRENT => Some(current),
        id => id.parse().ok(),
    };
    let missing = "there is no such season; write one such as 2026-Q4, or current";
    let season = season.filter(|season| *season <= current).ok_or(Failure::NotFound(missing))?;
    if season < first(&service, current).await? {
        return Err(Failure::NotFound("there were no ranked games in that season, nor before it"));
    }
    let own = Arc::clone(&service);
    let count = |known| async move { standings(&own, season, known).await };
    Ok(as_json(service.standings.of(season, count).await?.answer))
}

/// The standings of a season: those of before if it was over then, and no game of before was changed since,
/// by whichever service.
async fn standings(service: &Shared, season: Season, known: Option<OfSeason>) -> Result<OfSeason, Failure> {
    let (at, now, changes) = (Instant::now(), now(), service.store.changes().await?);
    match known {
        Some(known) if known.is_over && known.changes == changes && known.at.elapsed() < GOOD => Ok(known),
        _ => {
            let answer = Bytes::from(counted(service, season, now).await?.to_string());
            Ok(OfSeason { answer, at, changes, is_over: now >= season.ends() })
        }
    }
}

/// The boards of a season, those with most players first, each with its best game.
async fn counted(service: &Shared, season: Season, now: i64) -> Result<Value, Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Service;
    use crate::config::Config;
    use crate::store::{Board, New, Score, Store};

    #[tokio::test]
    async fn standings_are_counted_again_when_any_service_has_changed_past_games() {
        let store = Store::open("sqlite::memory:").await.unwrap();
        let config = Config { database: "sqlite::memory:".to_owned(), ..Config::default() };
        let service = Service::new(config, store.clone()).await.unwrap();
        let season = Season::of(now()).before();
        let board = Board {
            id: "ranked-1".into(),
            kind: "ranked".into(),
            source: r#"{"mode":"2048"}"#.into(),
            ..Board::default()
        };
        for (id, points) in [("a1", 2.0), ("b1", 1.0)] {
            let score = Score {
                id: id.into(),
                board: board.id.clone(),
                hash: id.into(),
                seed: id.into(),
                token: id.into(),
                score: points,
                created: season.begins(),
                ..Score::default()
            };
            store.keep(&[New { board: board.clone(), score, ..New::default() }]).await.unwrap();
        }
        let first = standings(&service, season, None).await.unwrap();
        assert!(first.is_over && first.answer.windows(2).any(|part| part == b"a1"), "{first:?}");
        let same = standings(&service, season, Some(first.clone())).await.unwrap();
        assert_eq!(same.at, first.at);
        // The store is that of another service as well.
        assert!(store.erase("a1").await.unwrap());
        let after = standings(&service, season, Some(first)).await.unwrap();
        let after = String::from_utf8(after.answer.to_vec()).unwrap();
        assert!(after.contains("\"b1\"") && !after.contains("\"a1\""), "{after}");
    }
}
