//! The player to whom a submitted game will belong: a known one, or a new one.

use axum::http::HeaderMap;

use super::{Failure, Shared, bearer};
use crate::source::Refused;
use crate::store::{Arrival, Player};
use crate::token::{random, sha256};

/// The answer to a token that no game has.
pub const NO_PLAYER: &str = "no game here has this claim token; without a token you begin as a new player";

/// The answer to a token that its player has signed out.
pub const SIGNED_OUT: &str = "the player of this claim token has signed it out; get your games back with your \
                              recovery code, or begin as a new player";

/// Digits that a token has which a client makes.
const LENGTH: std::ops::RangeInclusive<usize> = 32..=64;

/// Different digits that it has at least. Random ones have fewer once in a million times.
const DIFFERENT: usize = 8;

/// The header by which a client names an attempt, so that it can repeat it.
const KEY: &str = "idempotency-key";

/// Characters that such a name has at most.
const LONGEST_KEY: usize = 200;

/// The player of a submission.
pub struct Claim {
    /// The hash of the token by which games belong to the player.
    pub token: String,
    /// The hash of the token that was sent.
    pub sent: String,
    /// The player, if known already.
    pub player: Option<Player>,
    /// The token itself, if the answer discloses it to the player.
    pub disclosed: Option<String>,
    /// The client's name of the attempt.
    pub key: Option<String>,
    /// The hash of the submission.
    pub request: String,
    /// The name of the game that the submission has become already: its answer may have been lost.
    pub game: Option<String>,
}

impl Claim {
    /// The player of a request, by its header or by the token that the client has made. `request` is the
    /// hash of the submission by the player of a token, with a name of the attempt or without.
    ///
    /// # Errors
    /// The token in the header is no player's, the other one is easy to guess, or there are both.
    pub async fn of(
        service: &Shared,
        headers: &HeaderMap,
        made: Option<&str>,
        request: impl Fn(&str, Option<&str>) -> Result<String, Failure>,
    ) -> Result<Claim, Failure> {
        let key = key(headers)?;
        let (token, made, is_fresh) = match (bearer(headers)?, made) {
            (Some(_), Some(_)) => {
                let message = "send the claim token as Authorization or as claimToken, not as both";
                return Err(Refused::new("two-tokens", message).into());
            }
            (Some(token), None) => (token, None, false),
            (None, Some(made)) => {
                let made = read(made)?;
                (sha256(made.as_bytes()), Some(made), false)
            }
            (None, None) => {
                let made = match &key {
                    Some(key) => of_key(&service.store.daily_secret().await?, key)?,
                    None => random(16)?,
                };
                (sha256(made.as_bytes()), Some(made), key.is_none())
            }
        };
        let sent = token;
        let hash = request(&sent, key.as_deref())?;
        if is_fresh {
            // No other game has a token that was made just now.
            let (player, game) = (None, None);
            return Ok(Claim {
                token: sent.clone(),
                sent,
                player,
                disclosed: made,
                key,
                request: hash,
                game,
            });
        }
        let Arrival { player, is_signed_out, game } = service.store.arrival(&sent, &hash).await?;
        if is_signed_out {
            // It must not count as that of a new player.
            return Err(Failure::WrongToken(SIGNED_OUT));
        }
        // A token that is no player's would let its sender choose what others may guess.
        if player.is_none() && made.is_none() {
            return Err(Failure::WrongToken(NO_PLAYER));
        }
        let token = player.as_ref().map_or_else(|| sent.clone(), |player| player.token.clone());
        if token == sent {
            return Ok(Claim { token, sent, player, disclosed: made, key, request: hash, game });
        }
        // A submission belongs to the player, by whichever token it came.
        let hash = request(&token, key.as_deref())?;
        let game = service.store.score_of_request(&hash).await?.map(|game| game.id);
        Ok(Claim { token, sent, player, disclosed: made, key, request: hash, game })
    }

    /// Refuses games of a player who is banned.
    ///
    /// # Errors
    /// The player is.
    pub fn must_be_welcome(&self) -> Result<(), Failure> {
        match &self.player {
            Some(player) if player.banned => Err(Failure::Banned(player.reason.clone())),
            _ => Ok(()),
        }
    }
}

/// Returns the player of a token, by its hash; none if there is none yet.
///
/// # Errors
/// The token was signed out: it must not count as that of a new player.
pub async fn find(service: &Shared, token: &str) -> Result<Option<Player>, Failure> {
    match service.store.player_of(token).await? {
        None if service.store.is_signed_out(token).await? => Err(Failure::WrongToken(SIGNED_OUT)),
        player => Ok(player),
    }
}

/// Returns the player of the token in the header; none without a header.
///
/// # Errors
/// The header has the scheme and no token, or one that is no player's.
pub async fn player(service: &Shared, headers: &HeaderMap) -> Result<Option<Player>, Failure> {
    let Some(token) = bearer(headers)? else { return Ok(None) };
    let player = find(service, &token).await?;
    player.map(Some).ok_or(Failure::WrongToken(NO_PLAYER))
}

/// Returns the player of the token in the header.
///
/// # Errors
/// There is none.
pub async fn required(service: &Shared, headers: &HeaderMap) -> Result<Player, Failure> {
    player(service, headers).await?.ok_or(Failure::NoToken)
}

/// The name that a client has given to its attempt.
fn key(headers: &HeaderMap) -> Result<Option<String>, Refused> {
    let Some(value) = headers.get(KEY) else { return Ok(None) };
    let key = value.to_str().ok().filter(|key| (1..=LONGEST_KEY).contains(&key.len()));
    let message = format!("the header Idempotency-Key has 1 to {LONGEST_KEY} visible characters");
    Ok(Some(key.ok_or_else(|| Refused::new("bad-key", message))?.to_owned()))
}

/// The token of a new player who sends none, from the name of the attempt: so the answer to a repeated
/// one has the same token.
fn of_key(secret: &str, key: &str) -> Result<String, Refused> {
    let digits = key.replace('-', "").to_ascii_lowercase();
    if read(&digits).is_err() {
        let message = "without a claim token, the header Idempotency-Key is a random UUID, or made of at least 16 \
                       random bytes, written as 32 to 64 digits 0-9 and a-f";
        return Err(Refused::new("bad-key", message));
    }
    let hash = sha256(format!("claim {secret} {digits}").as_bytes());
    Ok(hash[..32.min(hash.len())].to_owned())
}

/// A token that a client has made, unless it is easy to guess.
pub fn read(made: &str) -> Result<String, Refused> {
    let is_digit = |digit: u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(&digit);
    let mut digits: Vec<u8> = made.bytes().collect();
    let fits = LENGTH.contains(&digits.len()) && digits.iter().all(|&digit| is_digit(digit));
    digits.sort_unstable();
    digits.dedup();
    if fits && digits.len() >= DIFFERENT {
        return Ok(made.to_owned());
    }
    let message = "a claimToken is made of at least 16 random bytes, written as 32 to 64 digits 0-9 and a-f";
    Err(Refused::new("bad-token", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_random_digits() {
        for _ in 0..100 {
            let made = random(16).unwrap();
            assert_eq!(read(&made), Ok(made.clone()));
        }
        let long = "0123456789abcdef".repeat(4);
        assert!(read(&long).is_ok());
        for wrong in
            ["", "0123456789abcdef", &"0".repeat(32), &long.to_uppercase(), &(long.clone() + "0"), "\0"]
        {
            assert_eq!(read(wrong).unwrap_err().kind, "bad-token", "{wrong}");
        }
    }
}
