//! The leaves of expressions and tiles: values and special words.

use calcarray::Value;

use super::list;
use crate::{Picks, value};

/// Values at which something changes, as save codes write them.
const VALUES: &[&str] = &[
    "1",
    "0",
    "2",
    "3",
    "-1",
    "4",
    "5",
    "7",
    "10",
    "0.5",
    "-2",
    "-0.0",
    "64",
    "1.5",
    "1000",
    "1e6",
    "4294967296",
    "9007199254740993",
    "1e300",
    r#""@Infinity""#,
    r#""@-Infinity""#,
    r#""@NaN""#,
    "true",
    "false",
    r#""@undefined""#,
    "null",
    r#""""#,
    r#""a""#,
    r#""0""#,
    r#""12.5""#,
    r##""#ff8000""##,
    r#""\u00df\ud83d\ude00""#,
    r#""\ud800""#,
    r#""@BigInt 2""#,
    r#""@BigInt 0""#,
    r#""@BigInt 1""#,
    r#""@BigInt -1""#,
    r#""@BigInt 12""#,
    r#""@BigInt 9223372036854775807""#,
    r#""@BigInt -9223372036854775808""#,
    r#""@BigInt 340282366920938463463374607431768211456""#,
    r#""@BigRational 1 2""#,
    r#""@BigRational 0 1""#,
    r#""@BigRational -7 3""#,
    r#""@BigRational 1 0""#,
    r#""@BigRational 0 0""#,
    r#""@BigRational 18446744073709551617 3""#,
    r#""@GaussianBigInt 1 1""#,
    r#""@GaussianBigInt 0 0""#,
    r#""@GaussianBigInt 3 -2""#,
    r#""@GaussianBigInt 0 1""#,
];

/// The number of them that are numbers.
const NUMBERS: usize = 22;

/// Words that are looked up in the game.
const WORDS: &[&str] = &[
    "@This 0",
    "@Next 1 0",
    "@This 1",
    "@Next 2 0",
    "@NextNE -1 0",
    "@NextNE 1 0",
    "@NextFull 1 0",
    "@This",
    "@Next 1",
    "@Next",
    "@Next FL",
    "@NextNE",
    "@NextFull",
    "@Next 1 1 0",
    "@Grid",
    "@Grid 0",
    "@Grid 0 0",
    "@Grid 0 1 0",
    "@Relative 0 1",
    "@Relative 1 0 0",
    "@GridWidth",
    "@GridHeight",
    "@VCoord",
    "@HCoord",
    "@VDir",
    "@HDir",
    "@MLength",
    "@SlideAmount",
    "@MoveType",
    "@DirectionIndex",
    "@TileContainer",
    "@Parent",
    "@Parent -1",
    "@Parent -2",
    "@Var 0",
    "@Var -1",
    "@Var -2",
    "@Var",
    "@GVar 0",
    "@GVar 1",
    "@GVar",
    "@MVar 0",
    "@MVarIndex a",
    "@Score",
    "@Moves",
    "@Merges",
    "@MergeMoves",
    "@MergesBefore",
    "@DiscTiles",
    "@DiscTiles 0 0",
    "@DiscWinning",
    "@DiscLosing",
    "@NextSpawns",
    "@NextSpawns 0 0",
    "@Primes",
    "@TileOrder",
    "@TimeSinceStartGame",
    "@TimeSinceMoveEnd",
    "@InGameStatus",
    "@Empty",
    "@Void",
    "@Slippery",
    "@TemporaryHole 2",
    "@Next 1 0 @FromVCoord 0 @FromHCoord 0 @FromVDir 0 @FromHDir 1",
    "@This @Position",
    "@Next -1 0",
    "@Next 99999999999 0",
    "@@This 0",
    "@Literal",
    "@nothing",
];

/// A number.
pub(super) fn number(picks: &mut Picks<'_>) -> Value {
    value(picks.one(&VALUES[..NUMBERS]))
}

/// A value of any type but arrays.
pub(super) fn scalar(picks: &mut Picks<'_>) -> Value {
    value(picks.one(VALUES))
}

/// A word that is looked up.
pub(super) fn word(picks: &mut Picks<'_>) -> Value {
    Value::text(picks.one(WORDS))
}

/// A value of any type: small arrays included.
pub(super) fn any(picks: &mut Picks<'_>) -> Value {
    match picks.below(4) {
        3 => list(picks.list(4, scalar)),
        2 => list(picks.list(2, |picks| list(picks.list(3, scalar)))),
        _ => scalar(picks),
    }
}

/// The content of a tile.
pub(super) fn tile(picks: &mut Picks<'_>, entries: usize) -> Value {
    let entry = |picks: &mut Picks<'_>| match picks.below(8) {
        7 => any(picks),
        number => Value::Number(number as f64),
    };
    list((0..entries).map(|_| entry(picks)).collect::<Vec<_>>())
}
