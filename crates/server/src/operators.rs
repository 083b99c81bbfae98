//! The operators who may use the page `/operator`: names, each with the hash of a token.

use crate::token::{random, sha256};

/// Makes the token of an operator: the token, and the entry of `operators` in the configuration.
///
/// # Errors
/// The name is empty or has signs that the entry can't hold, or there are no random numbers.
pub fn token(name: &str) -> Result<(String, String), String> {
    let fits =
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter));
    if !fits {
        return Err("the name of an operator has letters, digits and -_. only".to_owned());
    }
    let token = random(24).map_err(|error| format!("no random numbers: {error}"))?;
    let entry = format!("{name}:{}", sha256(token.as_bytes()));
    Ok((token, entry))
}

/// Checks an entry of `operators` in the configuration.
///
/// # Errors
/// The text is no such entry; the message says what is.
pub fn check(entry: &str) -> Result<(), String> {
    let is_hash = |hash: &str| hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    match entry.split_once(':') {
        Some((name, hash)) if !name.is_empty() && is_hash(hash) => Ok(()),
        _ => {
            Err("operators: an entry is NAME:HASH, as polymerge-server operator-token NAME prints it"
                .to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_has_only_the_hash_of_the_token_of_an_operator() {
        let (made, entry) = token("ann").unwrap();
        assert_eq!(entry, format!("ann:{}", sha256(made.as_bytes())));
        assert_eq!(check(&entry), Ok(()));
        for wrong in ["", "ann", "ann:", "ann:secret", ":0000"] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "a:b", "a b"] {
            assert!(token(wrong).is_err(), "{wrong}");
        }
    }
}
