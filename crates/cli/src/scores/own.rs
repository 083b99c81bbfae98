//! The commands on a player's own games: list, name and erase them, take them along, get them on
//! another machine; and on games of others: report them.

use polymerge_app::failure::Failure;
use polymerge_app::input;
use polymerge_app::line::line;
use serde_json::{Value, json};

use super::boards::{entries, listed};
use crate::aligned::table;
use crate::service::answer::{number, player, text};
use crate::service::secrets::{Secrets, new_token};
use crate::service::{Refusal, Service, game_path};

/// Returns the tokens of the player at a service.
fn tokens(service: &Service) -> Result<Vec<String>, Failure> {
    let own = Secrets::of_user()?.at(service.address());
    let tokens: Vec<String> = own.tokens().map(str::to_owned).collect();
    if tokens.is_empty() {
        return Err(Failure::input("you have not submitted a game there from this machine"));
    }
    Ok(tokens)
}

/// Changes a game with the one token that it belongs to.
fn change(
    service: &Service,
    id: &str,
    change: impl Fn(&str, &str) -> Result<(), Refusal>,
) -> Result<(), Failure> {
    let path = game_path(id)?;
    for token in tokens(service)? {
        match change(&path, &token) {
            Err(refusal) if refusal.is_wrong_token() => {}
            changed => return Ok(changed?),
        }
    }
    Err(Failure::result(format!("{id} is not your game: none of your claim tokens is that of the game")))
}

/// Gives a game another name.
pub fn rename(service: &Service, id: &str, name: &str) -> Result<(), Failure> {
    change(service, id, |path, token| service.patch(path, token, &json!({ "name": name })))?;
    input::print_line(&format!("the game is {name}'s now"))
}

/// Erases a game.
pub fn erase(service: &Service, id: &str) -> Result<(), Failure> {
    change(service, id, |path, token| service.delete(path, token).map(drop))?;
    input::print_line("the game is erased")
}

/// Does something as each player that the user is or was there. Returns the answers; players without
/// games are none.
fn as_each(service: &Service, ask: impl Fn(&str) -> Result<Value, Refusal>) -> Result<Vec<Value>, Failure> {
    let mut answers = Vec::new();
    for token in tokens(service)? {
        match ask(&token) {
            Err(refusal) if refusal.is_wrong_token() => {}
            answer => answers.push(answer?),
        }
    }
    match answers.is_empty() {
        true => Err(Failure::result("you have no games there")),
        false => Ok(answers),
    }
}

/// Gives all games another name. A name is one player's: the games of further players that the user is
/// or was there keep theirs.
pub fn name(service: &Service, name: &str) -> Result<(), Failure> {
    let body = json!({ "name": name });
    let (mut renamed, mut others) = (0, 0);
    for token in tokens(service)? {
        match service.patch("/v1/player", &token, &body) {
            Ok(()) => renamed += 1,
            Err(refusal) if refusal.is_wrong_token() => {}
            Err(refusal) if renamed > 0 && refusal.is("name-taken") => others += 1,
            Err(refusal) => return Err(refusal.into()),
        }
    }
    match (renamed, others) {
        (0, _) => Err(Failure::result("you have no games there")),
        (_, 0) => input::print_line(&format!("all your games there are {name}'s now")),
        _ => {
            input::print_line(&format!("the games of your present claim token are {name}'s now"))?;
            input::note("games of claim tokens from before keep their names: each name is one player's");
            Ok(())
        }
    }
}

/// Erases all games.
pub fn erase_all(service: &Service) -> Result<(), Failure> {
    let answers = as_each(service, |token| service.delete("/v1/player", token))?;
    let erased: f64 = answers.iter().filter_map(|answer| answer["erased"].as_f64()).sum();
    input::print_line(&format!("{} erased", polymerge_app::figures::counted(erased, "game")))
}

/// Prints all that the service has about the player.
pub fn export(service: &Service) -> Result<(), Failure> {
    let players = as_each(service, |token| all_parts(service, "/v1/player/export", token))?;
    input::print_json(&Value::Array(players).to_string())
}

/// Returns an answer that comes in parts, with the games of all parts.
fn all_parts(service: &Service, path: &str, token: &str) -> Result<Value, Refusal> {
    let mut all = service.get(path, &[], Some(token))?;
    while let Some(next) = all["next"].as_str().map(str::to_owned) {
        let mut part = service.get(path, &[("after", &next)], Some(token))?;
        if let (Some(games), Some(more)) = (all["games"].as_array_mut(), part["games"].as_array_mut()) {
            games.append(more);
        }
        // A place that stays the same would never end.
        all["next"] = Some(part["next"].take()).filter(|place| *place != next.as_str()).unwrap_or_default();
    }
    Ok(all)
}

/// Makes a recovery code.
pub fn make_recovery(service: &Service) -> Result<(), Failure> {
    let token = Secrets::of_user()?.at(service.address()).token;
    let token =
        token.ok_or_else(|| Failure::input("you have not submitted a game there from this machine"))?;
    let (_, answer) = service.post("/v1/player/recovery", Some(&token), &json!({}))?;
    let code = answer["recoveryCode"].as_str().ok_or_else(|| Failure::result("the service gives no code"))?;
    input::print_line(&line(code))?;
    input::note("write it down: it is shown only now, and replaces the code before");
    Ok(())
}

/// Becomes the player of a recovery code. The new token is saved before it is sent.
pub fn recover(service: &Service, code: &str, sign_out_others: bool) -> Result<(), Failure> {
    let mut secrets = Secrets::of_user()?;
    let token = new_token()?;
    secrets.change(service.address(), |own| own.former.push(token.clone()))?;
    let body = json!({ "recoveryCode": code, "claimToken": token, "signOutOthers": sign_out_others });
    let answer = match service.post("/v1/player/recover", None, &body) {
        Ok((_, answer)) => answer,
        Err(refusal) => {
            // After a lost answer the token may be the player's.
            if refusal.is_wrong_token() {
                secrets.change(service.address(), |own| own.former.retain(|former| *former != token))?;
            }
            return Err(refusal.into());
        }
    };
    secrets.change(service.address(), |own| {
        own.former.retain(|former| *former != token);
        own.begin_with(&token);
    })?;
    let games = number(&answer["games"], "game");
    input::print_line(&format!("you are {} there, with {games}", text(&answer["name"])))
}

/// Reports a game to the operators.
pub fn report(service: &Service, id: &str, kind: &str, text: &str) -> Result<(), Failure> {
    let path = format!("{}/reports", game_path(id)?);
    let token = Secrets::read_or_default(service.address()).token;
    service.post(&path, token.as_deref(), &json!({ "kind": kind, "text": text }))?;
    input::print_line("the game is reported")
}

/// Lists the games of all tokens.
pub fn list(service: &Service, as_json: bool) -> Result<(), Failure> {
    let mut all: Option<Value> = None;
    for token in tokens(service)? {
        let mut answer = match all_parts(service, "/v1/profile", &token) {
            // All games of this one are erased.
            Err(refusal) if refusal.is_wrong_token() => continue,
            answer => answer?,
        };
        listed(&answer, "games")?;
        match (all.as_mut().map(|all| &mut all["games"]), answer["games"].as_array_mut()) {
            (Some(Value::Array(games)), Some(more)) => games.append(more),
            _ => all = Some(answer),
        }
    }
    let all = all.ok_or_else(|| Failure::result("you have no games there"))?;
    if as_json {
        return input::print_json(&all.to_string());
    }
    let rows = entries(&all, "games", |game| {
        let moves = number(&game["moves"], "move");
        let hidden = match (game["hidden"] == true, text(&game["reason"])) {
            (false, _) => String::new(),
            (true, reason) if reason.is_empty() => "hidden by the operators".to_owned(),
            (true, reason) => format!("hidden by the operators: {reason}"),
        };
        [text(&game["score"]), moves, player(game), text(&game["id"]), text(&game["board"]), hidden]
    })?;
    input::print(table(&rows, 0..2).as_bytes())
}
