//! The commands on a player's own games: list them, name them, erase them.

use serde_json::{json, Value};

use super::secrets::Secrets;
use super::service::{Refusal, Service};
use super::{entries, game_path, listed, number, player, text};
use crate::aligned::table;
use crate::failure::Failure;
use crate::input;

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
    change(service, id, |path, token| service.delete(path, token))?;
    input::print_line("the game is erased")
}

/// Lists the games of all tokens.
pub fn list(service: &Service, as_json: bool) -> Result<(), Failure> {
    let mut all: Option<Value> = None;
    for token in tokens(service)? {
        let mut answer = match service.get("/v1/profile", &[], Some(&token)) {
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
        [text(&game["score"]), moves, player(game), text(&game["id"]), text(&game["board"])]
    })?;
    input::print(table(&rows, 0..2).as_bytes())
}
