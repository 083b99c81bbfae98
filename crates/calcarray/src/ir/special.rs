//! Special strings: texts such as `"@Next 1 0"` that stand for something of
//! the game, taken apart once. See docs/spec/calcarray.md, "Special strings".

use crate::ir::board::{Counter, List, Store, Timer};
use crate::number;
use crate::text::Text;

/// A text that starts with `@`, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Special {
    /// The text itself: what an unknown word evaluates to.
    pub text: Text,
    pub subject: Subject,
    /// Trailing `@FromVCoord n` and the like.
    pub overrides: Option<Box<Overrides>>,
}

/// The values that replace those of the position: `@FromVCoord`, `@FromHCoord`, `@FromVDir`,
/// `@FromHDir`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    pub v: Option<f64>,
    pub h: Option<f64>,
    pub vdir: Option<f64>,
    pub hdir: Option<f64>,
}

/// The thing that a special string stands for.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    /// An unknown word, or a known one with the wrong number of parts.
    Unknown,
    /// The tile at the position.
    This(Part),
    /// The tile some steps ahead.
    Next(f64, Part),
    /// The tile some steps ahead and then some steps sideways.
    NextAside {
        ahead: f64,
        aside: f64,
        part: Part,
    },
    /// The tiles ahead, farthest first; all of them or up to the merge length.
    NextList {
        all: bool,
    },
    /// The tile some occupied cells ahead; `full` skips holes too.
    Occupied {
        full: bool,
        distance: f64,
        part: Part,
    },
    /// The occupied cells ahead, nearest first.
    OccupiedList {
        full: bool,
    },
    /// The tile at an offset.
    Relative(f64, f64, Part),
    /// A walk down the grid.
    Grid(Vec<f64>),
    /// A walk down a list of the game.
    List(List, Vec<f64>),
    GridWidth,
    GridHeight,
    VCoord,
    HCoord,
    VDir,
    HDir,
    /// `@MLength`, `@SlideAmount`, `@MoveType`, `@DirectionIndex`.
    Info(usize),
    TileContainer,
    Parent(f64),
    /// One variable, or all.
    Variable(Option<f64>),
    /// One game or modifier variable, or all.
    Stored(Store, Option<f64>),
    /// The place of a modifier, or the list of places.
    ModifierIndex(Option<Text>),
    Counter(Counter),
    /// A counter of which only whether it is odd makes a difference.
    ParityOf(Counter),
    Primes,
    TileOrder,
    Timer(Timer),
    Status,
}

/// The part of a tile that is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    Whole,
    Entry(f64),
    VCoord,
    HCoord,
    Position,
}

impl Special {
    /// Takes a text apart; `None` if it does not start with `@`.
    pub fn parse(text: &Text) -> Option<Special> {
        if !text.is_special() {
            return None;
        }
        let words = text.to_string_lossy();
        let mut words: Vec<&str> = words.split(' ').collect();
        let overrides = take_overrides(&mut words);
        let subject = subject(words[0], &words[1..]);
        Some(Special { text: text.clone(), subject, overrides })
    }
}

/// Takes the trailing pairs off; of a repeated one the leftmost wins.
fn take_overrides(words: &mut Vec<&str>) -> Option<Box<Overrides>> {
    let mut overrides: Option<Box<Overrides>> = None;
    while let [_, .., name, value] = words[..] {
        let field: fn(&mut Overrides) -> &mut Option<f64> = match name {
            "@FromVCoord" => |own| &mut own.v,
            "@FromHCoord" => |own| &mut own.h,
            "@FromVDir" => |own| &mut own.vdir,
            "@FromHDir" => |own| &mut own.hdir,
            // Most references have none, and none must be made for them:
            // only references without any have operations of their own.
            _ => break,
        };
        *field(overrides.get_or_insert_default()) = Some(parse(value));
        words.truncate(words.len() - 2);
    }
    overrides
}

fn parse(word: &str) -> f64 {
    number::parse(word).unwrap_or(f64::NAN)
}

fn part(word: &str) -> Part {
    match word {
        "@VCoord" => Part::VCoord,
        "@HCoord" => Part::HCoord,
        "@Position" => Part::Position,
        entry => Part::Entry(parse(entry)),
    }
}

fn subject(word: &str, rest: &[&str]) -> Subject {
    let walk = || rest.iter().map(|part| parse(part)).collect();
    match (word, rest) {
        ("@This", []) => Subject::This(Part::Whole),
        ("@This", [k]) => Subject::This(part(k)),
        ("@Next", []) => Subject::NextList { all: false },
        ("@Next", ["FL"]) => Subject::NextList { all: true },
        ("@Next", [d]) => Subject::Next(parse(d), Part::Whole),
        ("@Next", [d, k]) => Subject::Next(parse(d), part(k)),
        ("@Next", [d, p, k]) => match part(p) {
            Part::Entry(aside) => Subject::NextAside { ahead: parse(d), aside, part: part(k) },
            coordinates => Subject::Next(parse(d), coordinates),
        },
        ("@NextNE" | "@NextFull", rest) => {
            let full = word == "@NextFull";
            match rest {
                [] => Subject::OccupiedList { full },
                [d] => Subject::Occupied { full, distance: parse(d), part: Part::Whole },
                [d, k] => Subject::Occupied { full, distance: parse(d), part: part(k) },
                _ => Subject::Unknown,
            }
        }
        ("@Relative", [y, x]) => Subject::Relative(parse(y), parse(x), Part::Whole),
        ("@Relative", [y, x, k]) => Subject::Relative(parse(y), parse(x), Part::Entry(parse(k))),
        ("@Grid", _) => Subject::Grid(walk()),
        ("@DiscTiles", _) => Subject::List(List::Discovered, walk()),
        ("@DiscWinning", _) => Subject::List(List::Winning, walk()),
        ("@DiscLosing", _) => Subject::List(List::Losing, walk()),
        ("@NextSpawns", _) => Subject::List(List::NextSpawns, walk()),
        ("@Parent", []) => Subject::Parent(0.0),
        ("@Parent", [n]) => Subject::Parent(parse(n)),
        ("@Var", []) => Subject::Variable(None),
        ("@Var", [n]) => Subject::Variable(Some(parse(n))),
        ("@GVar", []) => Subject::Stored(Store::GameVariables, None),
        ("@GVar", [n]) => Subject::Stored(Store::GameVariables, Some(parse(n))),
        ("@MVar", []) => Subject::Stored(Store::ModifierVariables, None),
        ("@MVar", [n]) => Subject::Stored(Store::ModifierVariables, Some(parse(n))),
        ("@MVarIndex", []) => Subject::ModifierIndex(None),
        ("@MVarIndex", [m]) => Subject::ModifierIndex(Some(Text::from(*m))),
        (word, []) => single(word),
        _ => Subject::Unknown,
    }
}

/// The words that stand alone.
fn single(word: &str) -> Subject {
    match word {
        "@GridWidth" => Subject::GridWidth,
        "@GridHeight" => Subject::GridHeight,
        "@VCoord" => Subject::VCoord,
        "@HCoord" => Subject::HCoord,
        "@VDir" => Subject::VDir,
        "@HDir" => Subject::HDir,
        "@MLength" => Subject::Info(0),
        "@SlideAmount" => Subject::Info(1),
        "@MoveType" => Subject::Info(2),
        "@DirectionIndex" => Subject::Info(3),
        "@TileContainer" => Subject::TileContainer,
        "@Score" => Subject::Counter(Counter::Score),
        "@Moves" => Subject::Counter(Counter::Moves),
        "@Merges" => Subject::Counter(Counter::Merges),
        "@MergeMoves" => Subject::Counter(Counter::MergeMoves),
        "@MergesBefore" => Subject::Counter(Counter::MergesBefore),
        "@Primes" => Subject::Primes,
        "@TileOrder" => Subject::TileOrder,
        "@TimeSinceStartGame" => Subject::Timer(Timer::SinceStart),
        "@TimeSinceFirstMove" => Subject::Timer(Timer::SinceFirstMove),
        "@TimeSinceMoveStart" => Subject::Timer(Timer::SinceMoveStart),
        "@TimeSinceMoveEnd" => Subject::Timer(Timer::SinceMoveEnd),
        "@TimestampVictory" => Subject::Timer(Timer::UntilVictory),
        "@TimestampGameOver" => Subject::Timer(Timer::UntilGameOver),
        "@InGameStatus" => Subject::Status,
        _ => Subject::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trailing_pairs_are_overrides() {
        for (text, overrides) in [
            ("@This 0", None),
            ("@Next 1 0", None),
            ("@Next 1 @VCoord 0", None),
            ("@Next 1 0 @FromVCoord 2", Some([Some(2.0), None])),
            ("@This @FromHDir 1 @FromVCoord 3 @FromVCoord 4", Some([Some(3.0), Some(1.0)])),
        ] {
            let found = Special::parse(&text.into()).and_then(|special| special.overrides);
            assert_eq!(found.map(|own| [own.v, own.hdir]), overrides, "{text}");
        }
    }
}
