//! Errors: faults of a mode, and failures of a turn.

use std::fmt;

/// A mode can't be compiled: which field, where in it, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeError {
    /// The field of [`crate::Mode`], by its name.
    pub field: &'static str,
    /// The way to the entry within the field, outermost index first; empty if
    /// the field as a whole is wrong.
    pub path: Vec<usize>,
    /// The fault.
    pub reason: String,
}

impl ModeError {
    /// Something is wrong in this field.
    pub(crate) fn new(field: &'static str, reason: impl Into<String>) -> ModeError {
        ModeError { field, path: Vec::new(), reason: reason.into() }
    }

    /// Puts an entry in front of the path: the error lies in this entry.
    pub(crate) fn at(mut self, entry: usize) -> ModeError {
        self.path.insert(0, entry);
        self
    }
}

impl fmt::Display for ModeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.field)?;
        for entry in &self.path {
            write!(f, "[{entry}]")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for ModeError {}

/// The part of a mode that was being followed when a turn failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A merge rule, by its index in [`crate::Ruleset::merge_rules`].
    MergeRule(usize),
    /// A script, by its index, and what it ran for.
    Script(usize, String),
    /// A field of the mode, by its name.
    Field(&'static str),
    /// An entry of a field.
    Entry(&'static str, usize),
    /// No single part: the turn as a whole.
    Turn,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::MergeRule(index) => write!(f, "merge rule {index}"),
            Place::Script(index, trigger) => write!(f, "script {index} ({trigger})"),
            Place::Field(field) => f.write_str(field),
            Place::Entry(field, index) => write!(f, "{field}[{index}]"),
            Place::Turn => f.write_str("the turn"),
        }
    }
}

/// The reason why a player can't do this now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The game has ended, or waits on the win screen.
    NotPlaying,
    /// The mode has no such direction.
    NoSuchDirection,
    /// The direction is blacked out.
    Unavailable,
    /// The mode blocks the direction.
    Blocked,
    /// There is no win to play on from.
    NoWin,
    /// The mode ends with a win.
    NoPostgame,
    /// There is no tile in this cell.
    NoTile,
    /// There is no such stat box, or it can't be clicked.
    NotClickable,
    /// The position belongs to another engine, or the game to another ruleset.
    Foreign,
    /// The batch has no game with this number.
    NoSuchGame,
    /// The mode has more than 64 directions, for which masks have no bits.
    TooManyDirections,
    /// A slice is not as long as there are games, or cells of all games.
    WrongLength,
    /// A batch is to have more games than [`Batch::MOST_GAMES`](crate::Batch::MOST_GAMES).
    TooManyGames,
}

impl Refusal {
    /// A short word for it that stays the same, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Refusal::NotPlaying => "not-playing",
            Refusal::NoSuchDirection => "no-such-direction",
            Refusal::Unavailable => "unavailable",
            Refusal::Blocked => "blocked",
            Refusal::NoWin => "no-win",
            Refusal::NoPostgame => "no-postgame",
            Refusal::NoTile => "no-tile",
            Refusal::NotClickable => "not-clickable",
            Refusal::Foreign => "foreign",
            Refusal::NoSuchGame => "no-such-game",
            Refusal::TooManyDirections => "too-many-directions",
            Refusal::WrongLength => "wrong-length",
            Refusal::TooManyGames => "too-many-games",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::NotPlaying => "the game is not being played",
            Refusal::NoSuchDirection => "the mode has no such direction",
            Refusal::Unavailable => "the direction is blacked out",
            Refusal::Blocked => "the mode blocks the direction",
            Refusal::NoWin => "there is no win to play on from",
            Refusal::NoPostgame => "the mode ends with a win",
            Refusal::NoTile => "there is no tile in this cell",
            Refusal::NotClickable => "there is no stat box to click",
            Refusal::NoSuchGame => "there is no game with this number",
            Refusal::TooManyDirections => "the mode has more than 64 directions",
            Refusal::WrongLength => "a slice is not as long as there are games, or cells of all games",
            Refusal::TooManyGames => "a batch has at most 16,777,216 games",
            Refusal::Foreign => "it belongs to another engine or ruleset",
        })
    }
}

/// The reason why a tile can't be placed as the spawn of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoSpawn {
    /// No tile spawns by chance after this move.
    NothingSpawns,
    /// The tiles that may spawn are only known by playing.
    NotKnown,
    /// No tile of this kind can spawn in this cell.
    NotPossible {
        /// The row of the cell.
        row: usize,
        /// The column of the cell.
        column: usize,
        /// The number of the kind.
        kind: u32,
    },
}

impl fmt::Display for NoSpawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSpawn::NothingSpawns => f.write_str("no tile spawns after this direction"),
            NoSpawn::NotKnown => f.write_str("what spawns after this direction is only known by playing it"),
            NoSpawn::NotPossible { row, column, kind } => write!(
                f,
                "no tile of kind {kind} can spawn in row {row} and column {column} after this direction: \
                 see the spawns of its afterstate"
            ),
        }
    }
}

/// A turn did not happen. The game is as it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// The player may not do this now.
    Refused(Refusal),
    /// An expression of the mode failed.
    Expression {
        /// Whose expression it was.
        place: Place,
        /// The error of the expression.
        error: calcarray::Error,
    },
    /// The mode asks for something that makes no sense.
    Rule {
        /// The place that needs the rule.
        place: Place,
        /// The fault of the rule.
        reason: String,
    },
    /// A bound of [`crate::Limits`] was reached.
    Limit(&'static str),
    /// The random numbers that were passed in have run out.
    OutOfRandomness,
    /// The time that was passed in is no moment ([`crate::World::moment`]); what was
    /// passed in instead.
    BadTime(String),
    /// A saved game or replay does not fit the mode, or contradicts it.
    BadRecord(String),
    /// The tile that was chosen can't spawn after this move.
    NoSpawn(NoSpawn),
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Refused(refusal) => refusal.fmt(f),
            TurnError::Expression { place, error } => write!(f, "{place}: {error}"),
            TurnError::Rule { place, reason } => write!(f, "{place}: {reason}"),
            TurnError::Limit(limit) => write!(f, "the limit \"{limit}\" of a turn was reached"),
            TurnError::OutOfRandomness => f.write_str("the random numbers given have run out"),
            TurnError::BadTime(time) => {
                write!(f, "{time} is no time: a number of milliseconds from -2^53 to 2^53 is needed")
            }
            TurnError::BadRecord(reason) => f.write_str(reason),
            TurnError::NoSpawn(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for TurnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TurnError::Expression { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<Refusal> for TurnError {
    fn from(refusal: Refusal) -> TurnError {
        TurnError::Refused(refusal)
    }
}
