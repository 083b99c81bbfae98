//! Games that are handed in to a score service.

use clap::Args;
use polymerge::{Mode, catalogue};
use polymerge_app::days::{self, Days};
use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::line::line;
use polymerge_app::recorded_mode::RecordedMode;
use polymerge_tui::share::SharedGame;
use serde_json::{Value, json};

use super::Service;
use super::answer::{game_of_day, player, text};
use super::secrets::Secrets;

/// Returns what is played as a service wants it named: a built-in mode by name, with modifiers
/// if there are some, any other one by its code.
pub fn source_of(mode: &Mode) -> Result<Value, Failure> {
    match RecordedMode::of(mode).map_err(Failure::input)? {
        RecordedMode { mode, modifiers: None, file: None } => Ok(json!({ "mode": mode })),
        RecordedMode { mode, modifiers: Some(modifiers), file: None } => {
            Ok(json!({ "mode": mode, "modifiersCode": modifiers }))
        }
        // Says what a code would lose.
        RecordedMode { file: Some(_), .. } => Ok(json!({ "mode": mode.to_code().map_err(Failure::input)? })),
    }
}

/// A game to submit.
pub struct Submission {
    /// The mode of the game.
    pub mode: Mode,
    /// The seed.
    pub seed: u64,
    /// The move string.
    pub moves: String,
    /// The number of moves.
    pub count: usize,
}

impl Submission {
    /// Wraps a game in play, if its seed and moves give all of it.
    pub fn of_shared(shared: &SharedGame) -> Result<Submission, Failure> {
        let record = shared.record()?;
        let (seed, count) = (record.seed(), record.count);
        Ok(Submission { mode: shared.game.rules().mode().clone(), seed, moves: record.moves, count })
    }
}

/// The board and the player that a game is handed in for.
#[derive(Args, Default)]
pub struct HandIn {
    /// The name that is shown; without one, two words are chosen at random
    #[arg(long)]
    name: Option<String>,
    /// Submit it to the open board even if it is the game of the day or a ranked game
    #[arg(long)]
    open: bool,
    /// The program that played: the game goes to the board of programs
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    /// As a new player, with a new claim token; the one before is kept for its games
    #[arg(long)]
    new_player: bool,
}

/// Submits a game. Returns its place in words, and its id.
pub fn hand_in(service: &Service, game: &Submission, how: &HandIn) -> Result<(String, String), Failure> {
    let mut body = source_of(&game.mode)?;
    body["seed"] = json!(game.seed.to_string());
    body["moves"] = json!(game.moves);
    body["count"] = json!(game.count);
    if let Some(name) = &how.name {
        body["name"] = json!(name);
    }
    let mut secrets = Secrets::of_user()?;
    let own = secrets.at(service.address());
    if let Some(program) = &how.program {
        body["program"] = json!(program);
    } else if !how.open {
        if let Some(ranked) = own.sessions.iter().find(|session| body["seed"] == session.seed.as_str()) {
            body["session"] = json!(ranked.session);
        } else if let Some(mode) = named(&body["mode"]).filter(|_| body["modifiersCode"].is_null()) {
            let seed = game.seed.to_string();
            // That of yesterday is taken as long as its date is not over everywhere.
            let kept = Days::of_user().ok().and_then(|days| days.open(service.address(), &seed).cloned());
            let daily = match kept {
                Some(day) => json!({ "seed": day.seed, "mode": day.mode, "date": day.date }),
                None => game_of_day(service)?,
            };
            // The service may call the mode by another of its names.
            if daily["seed"] == body["seed"] && named(&daily["mode"]) == Some(mode) {
                (body["daily"], body["mode"]) = (daily["date"].clone(), daily["mode"].clone());
            }
        }
    }
    let token = own.token.filter(|_| !how.new_player);
    if token.is_none() {
        body["claimToken"] = json!(secrets.made_at(service.address())?);
    }
    let mut answer = service.post("/v1/scores", token.as_deref(), &body);
    if answer.as_ref().is_err_and(|refusal| refusal.is("not-today")) && !body["daily"].is_null() {
        let date = body.as_object_mut().and_then(|body| body.remove("daily")).unwrap_or_default();
        input::note(&format!(
            "note: the service does not take the game of {} now; it is handed in for the open board",
            text(&date)
        ));
        answer = service.post("/v1/scores", token.as_deref(), &body);
    }
    let (is_new, answer) = match answer {
        Err(refusal) if refusal.is_wrong_token() => {
            return Err(Failure::result(
                "no game of the service has your claim token any more; submit with --new-player to begin as a \
                 new player there",
            ));
        }
        answer => answer?,
    };
    if let Some(token) = answer["claimToken"].as_str() {
        secrets.change(service.address(), |own| own.begin_with(token))?;
    }
    if answer["kind"] == "daily" {
        // The game is handed in, whether that could be kept or not.
        _ = days::take_part(game.seed);
    }
    let id = text(&answer["id"]);
    if id.is_empty() {
        return Err(Failure::result("the service names no game"));
    }
    let least = if answer["rankIsLeast"] == true { "at least " } else { "" };
    // The place of a player is that of the best game.
    let place = match &answer["best"] {
        Value::Null => format!("place {least}{}", text(&answer["rank"])),
        best => format!("not your best: {}", text(best)),
    };
    let place = format!(
        "{}{place} on the {} board of {}: {} points in {} moves, {}",
        if is_new { "" } else { "this game was there already: " },
        text(&answer["kind"]),
        text(&answer["title"]),
        text(&answer["score"]),
        text(&answer["moves"]),
        player(&answer),
    );
    let place = match answer["nameTaken"] == true {
        true => format!("{place}; another player uses the name you chose, or one like it"),
        false => place,
    };
    let not_ranked = answer["pace"]["notRanked"].as_str();
    let place = match not_ranked {
        Some(reason) => format!("{place}; not ranked: {}", line(reason)),
        None => place,
    };
    Ok((place, id))
}

/// Returns the full name of the built-in mode of this name.
fn named(text: &Value) -> Option<&'static str> {
    Some(catalogue::find(text.as_str()?)?.name())
}
