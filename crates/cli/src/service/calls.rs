//! The requests of the terminal game to the service that the environment names.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use polymerge::catalogue;
use polymerge_app::days;
use polymerge_app::failure::Failure;
use polymerge_app::line::line;
use polymerge_days::read_date;
use polymerge_tui::service::{Daily, ServiceCalls};
use polymerge_tui::share::SharedGame;
use serde_json::json;

use super::Service;
use super::answer::{game_of_day, text};
use super::secrets::Secrets;
use super::submission::{HandIn, Submission, hand_in};

/// Returns the functions that ask the service; `None` if the environment names none.
pub fn service_calls() -> Option<ServiceCalls> {
    Service::named_by_environment().map(|_| ServiceCalls {
        hand_in: submit_played,
        daily,
        is_ranked,
        checkpoint,
    })
}

/// Returns true if the service has given this seed for a ranked game whose time is not over.
fn is_ranked(seed: u64) -> bool {
    let Ok(service) = Service::at(None) else { return false };
    session_of(&service, seed).is_some()
}

fn session_of(service: &Service, seed: u64) -> Option<String> {
    let (seed, now) = (seed.to_string(), polymerge_app::saves::now());
    let sessions = Secrets::read_or_default(service.address()).sessions;
    let session = sessions.into_iter().find(|session| session.seed == seed && session.expires > now);
    session.map(|session| session.session)
}

/// Sessions whose games were submitted: their service takes no more moves.
static ENDED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Sends the moves of a ranked game so far. Returns the reason why it can't be ranked any more; what
/// fails is sent the next time.
fn checkpoint(shared: &SharedGame<'_>) -> Option<String> {
    let game = Submission::of_shared(shared).ok()?;
    let service = Service::at(None).ok()?;
    let session = session_of(&service, game.seed)?;
    let mut ended = ENDED.lock().unwrap_or_else(PoisonError::into_inner);
    if ended.contains(&session) {
        return None;
    }
    let body = json!({ "session": session, "moves": game.moves, "count": game.count });
    let answer = match service.post("/v1/sessions/moves", None, &body) {
        Ok((_, answer)) => answer,
        Err(refusal) => {
            if refusal.is_final() {
                ended.insert(session);
            }
            return None;
        }
    };
    let reason = answer["notRanked"].as_str().map(line)?;
    Some(format!("this game can't be ranked any more, but goes to the open board: {reason}"))
}

/// Submits a game in play. Returns the message for the player.
fn submit_played(shared: &SharedGame<'_>) -> Result<String, Failure> {
    let game = Submission::of_shared(shared)?;
    let handed = Service::at(None).and_then(|service| hand_in(&service, &game, &HandIn::default()));
    handed.map(|(place, _)| place)
}

fn daily() -> Result<Daily, Failure> {
    let answer = game_of_day(&Service::at(None)?)?;
    let (mode, seed) = (answer["mode"].as_str().unwrap_or_default(), text(&answer["seed"]));
    let date = text(&answer["date"]);
    let ends = match read_date(&date) == Some(days::today()) {
        true => Some(days::next_midnight()),
        false => answer["ends"].as_u64(),
    };
    let daily = ends.and_then(|ends| described(mode, &seed, date, ends));
    daily.ok_or_else(|| Failure::result("the service names no game of the day that this version knows"))
}

fn described(mode: &str, seed: &str, date: String, ends: u64) -> Option<Daily> {
    let name = catalogue::find(mode)?.name().to_owned();
    let title = catalogue::summaries().find(|summary| summary.name == name);
    let title = title.map_or_else(|| name.clone(), |summary| summary.info.title);
    Some(Daily { mode: name, title, seed: seed.parse().ok()?, date, ends })
}
