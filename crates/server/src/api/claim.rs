//! The player to whom a submitted game will belong: a known one, or a new one.

use axum::http::HeaderMap;

use super::scores::NO_PLAYER;
use super::{bearer, Failure, Shared};
use crate::source::Refused;
use crate::token::{random, sha256};

/// Digits that a token has which a client makes.
const LENGTH: std::ops::RangeInclusive<usize> = 32..=64;

/// Different digits that it has at least. Random ones have fewer once in a million times.
const DIFFERENT: usize = 8;

/// The player of a submission.
pub struct Claim {
    /// The hash of the token.
    pub token: String,
    /// The token itself, if the answer discloses it to the player.
    pub disclosed: Option<String>,
    /// True if the token was made for this submission, so that no other game has it.
    pub is_fresh: bool,
}

impl Claim {
    /// The player of a request, by its header or by the token that the client has made.
    ///
    /// # Errors
    /// The token in the header is no player's, the other one is easy to guess, or there are both.
    pub async fn of(service: &Shared, headers: &HeaderMap, made: Option<&str>) -> Result<Claim, Failure> {
        match (bearer(headers)?, made) {
            (Some(_), Some(_)) => {
                let message = "send the claim token as Authorization or as claimToken, not as both";
                Err(Refused::new("two-tokens", message).into())
            }
            // A token that is no player's would let its sender choose what others may guess.
            (Some(token), None) if !service.store.has_games(&token).await? => {
                Err(Failure::WrongToken(NO_PLAYER))
            }
            (Some(token), None) => Ok(Claim { token, disclosed: None, is_fresh: false }),
            (None, Some(made)) => {
                let made = read(made)?;
                Ok(Claim { token: sha256(made.as_bytes()), disclosed: Some(made), is_fresh: false })
            }
            (None, None) => {
                let made = random(16)?;
                Ok(Claim { token: sha256(made.as_bytes()), disclosed: Some(made), is_fresh: true })
            }
        }
    }
}

/// A token that a client has made, unless it is easy to guess.
fn read(made: &str) -> Result<String, Refused> {
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
