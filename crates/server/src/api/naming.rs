//! The names of players: the one of a submitted game, and those that players choose.

use super::answer::NO_GAME;
use super::claim::{Claim, NO_PLAYER};
use super::{Failure, Shared};
use crate::drawn::{Drawn, DrawnNames};
use crate::names;
use crate::source::Refused;
use crate::store::{Player, Renaming};
use crate::token::random;

/// Names that are tried in place of one that is used.
const OTHERS: usize = 4;

/// A name as it is kept, if it may be.
pub fn allowed(name: &str, blocked: &[String]) -> Result<String, Refused> {
    let name = names::read(name).map_err(|message| Refused::new("bad-name", message))?;
    if names::is_blocked(&name, blocked) {
        return Err(Refused::new("bad-name", "this name is not allowed here"));
    }
    Ok(name)
}

/// The name of a submitted game: the one that an operator has fixed, the chosen one, the player's, or one
/// that is drawn; and names in its place, if another player uses it: a game is not refused for its name. The last
/// value is true if the name was drawn, and is plain.
pub fn name_of(
    drawn: &DrawnNames,
    claim: &Claim,
    chosen: Option<&str>,
    blocked: &[String],
) -> Result<(String, Vec<String>, bool), Failure> {
    let known = claim.player.as_ref().filter(|player| !player.name.is_empty());
    let name = match (known, chosen) {
        (Some(player), _) if player.fixed => return Ok((player.name.clone(), Vec::new(), false)),
        (Some(player), None) if !names::is_blocked(&player.name, blocked) => player.name.clone(),
        (_, Some(name)) => allowed(name, blocked)?,
        (_, None) => {
            let Drawn { name, is_plain, others } = drawn.draw(blocked)?;
            return Ok((name, others, is_plain));
        }
    };
    let mut others = Vec::with_capacity(OTHERS);
    for _ in 0..OTHERS {
        let other = names::numbered(&name, &random(8)?);
        others.extend(Some(other).filter(|other| !names::is_blocked(other, blocked)));
    }
    Ok((name, others, false))
}

/// Gives a game of a player, or all of them, the name that the player chooses; returns it as it is kept.
pub async fn choose_name(
    service: &Shared,
    player: &Player,
    game: Option<&str>,
    name: &str,
) -> Result<String, Failure> {
    let orders = service.orders.renewed(&service.store).await?;
    let name = allowed(name, &orders.blocked)?;
    match service.store.choose_name(&player.token, game, &name).await? {
        Renaming::Done => Ok(name),
        Renaming::Taken => {
            let message = format!(
                "another player uses the name {name}, or one that looks or reads like it; choose another"
            );
            Err(Refused::new("name-taken", message).into())
        }
        Renaming::Fixed(reason) => {
            let mut message = "the operators of this service have chosen your name".to_owned();
            if !reason.is_empty() {
                message = format!("{message}: {reason}");
            }
            Err(Refused::new("name-fixed", message).into())
        }
        Renaming::Missing if game.is_some() => Err(Failure::NotFound(NO_GAME)),
        Renaming::Missing => Err(Failure::WrongToken(NO_PLAYER)),
    }
}
