//! Move strings: a game of a seeded mode in a few characters
//! (docs/spec/savecodes.md, "Move string").
//!
//! For grids of up to four directions this is the spelling of the
//! deterministic 2048: three moves to a character, so that the string may
//! decode to one or two moves 0 more than went in. To check a score, stop when
//! the game is over, or count the moves.
//!
//! For more directions the string begins with a dot, which no other move
//! string does: `.D.N.` and the characters, where `D` is the number of
//! directions and `N` the number of moves, both in decimal digits. With five
//! to eight directions a character holds two moves (`8a + b`), with more, up
//! to 64, it holds one. Places after the last move hold 0.
//!
//! ```
//! use polymerge_savecode::moves::{decode, encode};
//! assert_eq!(encode(&[0, 1, 2, 3], 4)?, "Gw");
//! assert_eq!(decode("Gw", 100)?.moves, [0, 1, 2, 3, 0, 0]);
//! assert_eq!(encode(&[5, 0, 3], 6)?, ".6.3.oY");
//! assert_eq!(decode(".6.3.oY", 100)?.moves, [5, 0, 3]);
//! # Ok::<(), polymerge_savecode::moves::MoveStringError>(())
//! ```

use std::fmt;

/// The characters, by value.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-/";

/// The first character of the extended form.
const MARKER: char = '.';

/// Directions that fit the plain form.
const PLAIN: u8 = 4;

/// Directions that fit the extended form.
const MOST: u8 = 64;

/// A move string, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The number of directions it is for; 4 in the plain form.
    pub directions: u8,
    /// The moves, by the number of their direction.
    pub moves: Vec<u8>,
    /// True if the string contains the number of moves. If not, the last one or two
    /// may be padding.
    pub exact: bool,
}

/// The reason why a text is not a move string, or moves can't be written as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStringError {
    /// A character that has no value.
    BadCharacter {
        /// Its position, in characters from 0.
        position: usize,
    },
    /// The start of the extended form is not `.D.N.` with D from 5 to 64.
    BadHeader,
    /// The extended form has more or fewer characters than its moves need.
    WrongLength {
        /// Characters needed.
        needed: usize,
        /// Characters found.
        found: usize,
    },
    /// More moves than allowed.
    TooManyMoves {
        /// Moves allowed.
        limit: usize,
    },
    /// More than 64 directions.
    TooManyDirections,
    /// A move in a direction that does not exist, or padding that is not 0.
    BadMove {
        /// Its position, in moves from 0.
        position: usize,
    },
}

impl fmt::Display for MoveStringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveStringError::BadCharacter { position } => {
                write!(f, "character {} is none of A-Z, a-z, 0-9, - and /", position + 1)
            }
            MoveStringError::BadHeader => {
                write!(f, "after the dot come directions (5 to 64), a dot, moves, and a dot")
            }
            MoveStringError::WrongLength { needed, found } => {
                write!(f, "{found} characters, where the moves need {needed}")
            }
            MoveStringError::TooManyMoves { limit } => write!(f, "more than {limit} moves"),
            MoveStringError::TooManyDirections => write!(f, "more than {MOST} directions"),
            MoveStringError::BadMove { position } => {
                write!(f, "move {} is in a direction that does not exist", position + 1)
            }
        }
    }
}

impl std::error::Error for MoveStringError {}

/// Writes moves in a grid of `directions` directions. In the plain form, moves are
/// taken modulo 4, as its inventor does.
///
/// # Errors
/// If there are more than 64 directions; and in the extended form, if a move
/// is in none of them.
pub fn encode(moves: &[u8], directions: u8) -> Result<String, MoveStringError> {
    if directions > MOST {
        return Err(MoveStringError::TooManyDirections);
    }
    if directions > PLAIN
        && let Some(position) = moves.iter().position(|&direction| direction >= directions)
    {
        return Err(MoveStringError::BadMove { position });
    }
    let mut text = match directions {
        0..=PLAIN => String::new(),
        _ => format!("{MARKER}{directions}.{}.", moves.len()),
    };
    let (count, base) = packing(directions);
    for group in moves.chunks(count) {
        let places = group.iter().copied().chain(std::iter::repeat(0)).take(count);
        let value = places.fold(0, |value, direction| value * base + usize::from(direction) % base);
        text.push(char::from(ALPHABET[value % ALPHABET.len()]));
    }
    Ok(text)
}

/// Reads a move string of at most `limit` moves.
///
/// # Errors
/// If a character has no value, the extended form contradicts itself, or
/// there are too many moves.
pub fn decode(text: &str, limit: usize) -> Result<Moves, MoveStringError> {
    let Some(extended) = text.strip_prefix(MARKER) else {
        let moves = unpack(text, PLAIN, limit, 0)?;
        return Ok(Moves { directions: PLAIN, moves, exact: false });
    };
    let mut parts = extended.splitn(3, '.');
    let (Some(directions), Some(count), Some(characters)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(MoveStringError::BadHeader);
    };
    let number = |digits: &str| {
        // No signs, no leading zeros: one spelling for one game.
        let plain = digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        digits.parse::<u64>().ok().filter(|_| plain).ok_or(MoveStringError::BadHeader)
    };
    let directions = u8::try_from(number(directions)?).map_err(|_| MoveStringError::BadHeader)?;
    let count = number(count)?;
    if directions <= PLAIN || directions > MOST {
        return Err(MoveStringError::BadHeader);
    }
    // Counted in 64 bits first, so that the answer is the same on every machine.
    let count = usize::try_from(count).ok().filter(|count| *count <= limit);
    let count = count.ok_or(MoveStringError::TooManyMoves { limit })?;
    let (per_character, _) = packing(directions);
    let (needed, found) = (count.div_ceil(per_character), characters.chars().count());
    if needed != found {
        return Err(MoveStringError::WrongLength { needed, found });
    }
    let header = text.len() - characters.len();
    let mut moves = unpack(characters, directions, limit.saturating_add(per_character), header)?;
    let wrong = |(place, direction): (usize, &u8)| {
        if place < count { *direction >= directions } else { *direction != 0 }
    };
    if let Some(position) = moves.iter().enumerate().position(wrong) {
        return Err(MoveStringError::BadMove { position });
    }
    moves.truncate(count);
    Ok(Moves { directions, moves, exact: true })
}

/// The number of moves that a character holds, and the base of their number.
fn packing(directions: u8) -> (usize, usize) {
    match directions {
        0..=PLAIN => (3, 4),
        5..=8 => (2, 8),
        _ => (1, 64),
    }
}

fn unpack(text: &str, directions: u8, limit: usize, header: usize) -> Result<Vec<u8>, MoveStringError> {
    let (count, base) = packing(directions);
    if text.len().saturating_mul(count) > limit && text.chars().count().saturating_mul(count) > limit {
        // The padding of the last character is no move too many.
        if text.chars().count().saturating_sub(1).saturating_mul(count) >= limit {
            return Err(MoveStringError::TooManyMoves { limit });
        }
    }
    let mut moves = Vec::with_capacity(text.len() * count);
    for (position, character) in text.chars().enumerate() {
        let value = u8::try_from(character)
            .ok()
            .and_then(value_of)
            .ok_or(MoveStringError::BadCharacter { position: header + position })?;
        for place in (0..count as u32).rev() {
            moves.push((usize::from(value) / base.pow(place) % base) as u8);
        }
    }
    Ok(moves)
}

fn value_of(character: u8) -> Option<u8> {
    Some(match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'-' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_directions_comes_back() {
        for directions in 1..=MOST {
            for length in 0..7 {
                let moves: Vec<u8> = (0..length).map(|place| (place * 13 + 5) % directions).collect();
                let read = decode(&encode(&moves, directions).unwrap(), 10).unwrap();
                assert_eq!(read.moves[..moves.len()], moves, "{directions}");
                assert_eq!(read.exact, directions > 4);
            }
        }
    }

    #[test]
    fn what_is_no_move_string_is_refused() {
        use MoveStringError::*;
        for (text, error) in [
            ("A.", BadCharacter { position: 1 }),
            (".", BadHeader),
            (".6.3", BadHeader),
            (".4.3.A", BadHeader),
            (".65.1.A", BadHeader),
            (".6.03.oY", BadHeader),
            (".+6.3.oY", BadHeader),
            (".6.3.o", WrongLength { needed: 2, found: 1 }),
            (".6.3.oYA", WrongLength { needed: 2, found: 3 }),
            (".6.3.o+", BadCharacter { position: 6 }),
            (".6.3.-Y", BadMove { position: 0 }),
            (".6.3.oZ", BadMove { position: 3 }),
            (".6.99999999999999999999.A", BadHeader),
            (".6.100.A", TooManyMoves { limit: 99 }),
            (".6.4294967296.A", TooManyMoves { limit: 99 }),
        ] {
            assert_eq!(decode(text, 99), Err(error), "{text}");
        }
        assert_eq!(decode("AAAA", 9), Err(TooManyMoves { limit: 9 }));
        assert_eq!(decode("AAAA", 10).map(|read| read.moves.len()), Ok(12));
        assert_eq!(encode(&[6], 6), Err(BadMove { position: 0 }));
        assert_eq!(encode(&[], 65), Err(TooManyDirections));
    }
}
