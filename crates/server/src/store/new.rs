//! A game that is to be kept, and what becomes of it.

use super::{Board, Player, Score};
use crate::ending::Ending;

/// A game that is to be kept, with its board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct New {
    /// The board, which is made if it is missing.
    pub board: Board,
    /// The code of the mode, if it is kept apart from the board.
    pub code: Option<String>,
    /// The game.
    pub score: Score,
    /// The session that it uses up.
    pub session: Option<String>,
    /// Names for the game if another player uses its name, or one that looks or reads like it.
    pub other_names: Vec<String>,
    /// Its last board, if it is known.
    pub ending: Option<Ending>,
    /// The name that the player had when the game came; none if the player was not known.
    pub known_as: Option<String>,
    /// The hash of the token that came with the game.
    pub sender: String,
    /// The number of orders of operators by which the game was allowed; none if they were not asked.
    pub orders: Option<i64>,
}

/// The result of keeping a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// The game was new, and is stored.
    New {
        /// The game that it follows, as [`Score::follows`] says; empty if there is none.
        follows: String,
        /// The first game of that chain, as [`Score::origin`] says.
        origin: String,
        /// Its name, which is another one if that was used.
        name: String,
    },
    /// The game was stored already, perhaps with some moves more or fewer that bring no points.
    Known(Box<Score>),
    /// The game goes on from a hidden one, or is one without its last moves.
    Hidden,
    /// Its session was used before, or has run out.
    NoSession,
    /// Meanwhile its player was banned, for a reason.
    Banned(String),
    /// Meanwhile its player was erased.
    NoPlayer,
    /// Meanwhile its token was signed out.
    SignedOut,
    /// Meanwhile operators have ordered something, which may concern the game.
    Outdated,
}

/// The reason why no game of a player is kept by now; none if one is.
pub(super) fn refused(player: Option<&Player>, known_as: Option<&str>, sender: &str) -> Option<Kept> {
    match player {
        None => known_as.map(|_| Kept::NoPlayer),
        Some(player) if player.banned => Some(Kept::Banned(player.reason.clone())),
        Some(player) if player.revoked && player.token == sender => Some(Kept::SignedOut),
        Some(_) => None,
    }
}
