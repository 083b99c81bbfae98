//! The pace of ranked games, by the times at which their moves come.

use polymerge::{Limits, proof};
use serde_json::{Value, json};

use crate::source::Refused;
use crate::store::Session;

/// Moves that may come on top of those for which there was time, once until there was time for them.
const AT_ONCE: i64 = 20;

/// Moves for which a second is time enough.
const PER_SECOND: i64 = 12;

/// Moves for which each further second is time enough, after none came for a while: a person is not as
/// fast for minutes.
const PER_SILENT_SECOND: i64 = 5;

/// Seconds that are no such while yet.
const SHORT: i64 = 10;

/// The least time between two checkpoints that are stored, in milliseconds.
const LEAST_TIME: i64 = 1_000;

/// Seconds after which a client sends its moves again.
pub const EVERY: i64 = 5;

/// Reads a move string as it was sent: its moves, without padding if their number is named.
///
/// # Errors
/// The text is no move string, or has not as many moves.
pub fn moves(text: &str, count: Option<usize>, most: usize) -> Result<Vec<u8>, Refused> {
    let mut limits = Limits::strict();
    limits.code.moves = most;
    let read = proof::read_moves(text, &limits)?;
    let held = proof::count_moves(&read);
    let count = count.map_or(Ok(held.least), |count| held.must_be(count))?;
    let mut moves = read.moves;
    moves.truncate(count);
    Ok(moves)
}

/// Returns true if moves that come so soon need not be stored.
pub fn is_soon(session: &Session, now: i64) -> bool {
    (0..LEAST_TIME).contains(&(now - session.seen)) && session.checkpoints > 0
}

/// Returns thousandths of a move for which there was time.
fn allowed(time: i64) -> i64 {
    let short = time.min(SHORT * 1_000);
    short * PER_SECOND + (time - short) * PER_SILENT_SECOND
}

/// A session after moves have come: those of the game so far.
///
/// A game is ranked no more if more moves came than there was time for, or if nothing came for
/// longer than `silence` milliseconds. Moves that were taken back and are made again are not counted
/// twice, nor are those of a message that comes late.
pub fn after(session: &Session, text: &str, moves: &[u8], most: usize, now: i64, silence: i64) -> Session {
    // A clock that was set back is no silence.
    let time = (now - session.seen).max(0);
    let length = usize::try_from(session.length).ok();
    let before = self::moves(&session.moves, length, most).unwrap_or_default();
    let shared = before.iter().zip(moves).take_while(|(before, now)| before == now).count();
    let added = count(moves.len() - shared);
    // What is left of the moves that may come at once grows with time, but not beyond them.
    let spent = (session.spent + added * 1_000 - allowed(time.min(silence))).max(0);
    let fault = if !session.fault.is_empty() || session.started == 0 {
        session.fault.clone()
    } else if time > silence {
        format!("no moves of it came for {} minutes; {} are allowed", time / 60_000, silence / 60_000)
    } else if spent > AT_ONCE * 1_000 {
        format!("{added} moves of it came at once, {} seconds after those before", time / 1_000)
    } else {
        String::new()
    };
    // The longest line of play is kept, so that moves can be made again.
    let (text, length) = match moves.len() == shared {
        true => (session.moves.clone(), session.length),
        false => (text.to_owned(), count(moves.len())),
    };
    Session {
        moves: text,
        length,
        place: count(moves.len()),
        spent,
        seen: now,
        checkpoints: session.checkpoints + 1,
        longest: session.longest.max(time),
        undone: session.undone + (session.place - count(shared)).max(0),
        fault,
        ..session.clone()
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Returns the times of a game as JSON; nothing for sessions of before.
pub fn pace(session: &Session) -> Option<Value> {
    if session.started == 0 {
        return None;
    }
    let mut pace = json!({
        "seconds": (session.seen - session.started).max(0) / 1_000,
        "checkpoints": session.checkpoints,
        "longestSilence": session.longest / 1_000,
        "undone": session.undone,
    });
    if !session.fault.is_empty() {
        pace["notRanked"] = json!(session.fault);
    }
    Some(pace)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENCE: i64 = 600_000;

    /// The session after pieces of a game: each with its time in seconds and its number of moves.
    fn played(pieces: &[(i64, usize)]) -> Session {
        let first = Session { started: 1_000, seen: 1_000, ..Session::default() };
        pieces.iter().fold(first, |session, &(second, number)| {
            let text = "A".repeat(number.div_ceil(3));
            let moves = moves(&text, Some(number), 10_000).unwrap();
            after(&session, &text, &moves, 10_000, 1_000 + second * 1_000, SILENCE)
        })
    }

    #[test]
    fn moves_need_time() {
        for (pieces, is_ranked) in [
            (&[(0, 20)][..], true),
            (&[(0, 120)], false),
            (&[(1, 32)], true),
            (&[(1, 33)], false),
            (&[(5, 60), (10, 120), (15, 180)], true),
            (&[(5, 60), (5, 180)], false),
            // What may come at once does so but once, however often moves are sent.
            (&[(1, 32), (2, 44), (3, 56)], true),
            (&[(1, 32), (2, 64), (3, 96)], false),
            (&[(5, 80), (10, 160)], false),
            (&[(5, 80), (10, 140), (30, 140), (31, 172)], true),
            // Silence gives no more than the pace of a person.
            (&[(10, 140)], true),
            (&[(600, 3_000)], true),
            (&[(600, 3_100)], false),
            (&[(500, 2_500), (501, 2_560)], false),
            // Moves that are taken back are made again at once; a message that comes late is no loss.
            (&[(5, 60), (10, 110), (11, 20), (12, 110), (17, 150)], true),
            (&[(5, 60), (10, 110), (11, 60), (15, 160)], true),
            // What was too much once is not forgotten.
            (&[(0, 120), (60, 130)], false),
        ] {
            assert_eq!(played(pieces).fault.is_empty(), is_ranked, "{pieces:?}");
        }
    }

    #[test]
    fn silence_is_short() {
        assert_eq!(played(&[(600, 30)]).fault, "");
        assert!(played(&[(601, 30)]).fault.contains("10 minutes"));
        // A player may look at the board for as long as the client says that the game is on.
        assert_eq!(played(&[(500, 30), (1000, 30), (1500, 30), (2000, 40)]).fault, "");
    }

    #[test]
    fn moves_that_are_taken_back_are_counted() {
        let pace = pace(&played(&[(5, 30), (10, 24), (15, 60), (45, 63)])).unwrap();
        assert_eq!(pace, json!({ "seconds": 45, "checkpoints": 4, "longestSilence": 30, "undone": 6 }));
    }

    #[test]
    fn sessions_of_before_are_ranked_as_they_were() {
        let old = Session::default();
        let moves = moves("GGGG", Some(12), 100).unwrap();
        let after = after(&old, "GGGG", &moves, 100, i64::MAX / 2, SILENCE);
        assert_eq!((after.fault.as_str(), pace(&after)), ("", None));
    }
}
