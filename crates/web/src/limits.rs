//! Limits that JavaScript sets: plain numbers by name.

use polymerge::Limits;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;
use crate::input::{text, wrong};
use crate::options::Options;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Limits of the data that strangers may send, as whole numbers from 0 on. Limits that are left out have the defaults of SECURITY.md. `"strict"` stands for all limits for servers. */
export interface Limits {
    /** Bytes of a text that is opened, of any kind. */
    openedLength?: number;
    /** Work of all turns of a replay, or of a claim that is checked. */
    gameWork?: number;
    /** Work of one evaluation, in steps. */
    steps?: number;
    /** Bytes that one evaluation may take, freed or not. */
    memory?: number;
    /** Depth of evaluations that call one another: 256 at most. */
    depth?: number;
    /** Depth of nested arrays: 256 at most. */
    nesting?: number;
    /** Bits of an integer. */
    integerBits?: number;
    /** UTF-16 units of a text. */
    textLength?: number;
    /** Entries of an array. */
    arrayLength?: number;
    /** The largest prime that is looked for. */
    largestPrime?: number;
    /** Entries of a list of factors. */
    factors?: number;
    /** Cells of a grid, in modes and codes. */
    cells?: number;
    /** Entries of a tile, in modes and codes. */
    tileEntries?: number;
    /** Tiles shown ahead, in modes and codes. */
    nextTiles?: number;
    /** Entries of each list of a mode. */
    entries?: number;
    /** Passes of one turn. */
    passes?: number;
    /** Work of one turn. */
    turnSteps?: number;
    /** Signals within signals: 32 at most. */
    scriptDepth?: number;
    /** Bytes of variables, spawns, next tiles and grid together. */
    kept?: number;
    /** Bytes of the content of a cell. */
    content?: number;
    /** Bytes of a save code. */
    codeLength?: number;
    /** Pieces of a save code that are looked at. */
    pieces?: number;
    /** Bytes of one piece. */
    pieceLength?: number;
    /** Depth of nested lists in a save code: 320 at most. */
    codeDepth?: number;
    /** Values in a save code. */
    codeValues?: number;
    /** Digits of an integer in a save code. */
    integerDigits?: number;
    /** Sum of the squares of the digits of all long integers in a save code. */
    integerWork?: number;
    /** Rows, and columns, of a grid in a save code. */
    side?: number;
    /** Steps of a recorded game. */
    moves?: number;
    /** Bytes of a mode file. */
    fileLength?: number;
    /** Depth of nested values in a mode file: 300 at most. */
    fileDepth?: number;
    /** Values in a mode file. */
    fileValues?: number;
    /** Files that may extend one another: 8 at most. */
    fileExtends?: number;
    /** Steps of a game that can be undone. */
    undoSteps?: number;
    /** Bytes of the states to go back to, of a game or a replay. */
    undoMemory?: number;
    /** Looks of tiles that are remembered. */
    looks?: number;
    /** Bytes of the looks that are remembered. */
    looksMemory?: number;
    /** Lines that a batch remembers. */
    rememberedLines?: number;
    /** Tests of tiles that a batch remembers. */
    rememberedTests?: number;
}

/** Options of opening data that a stranger may have made. */
export interface OpenOptions {
    /** Limits of reading it, and of everything that is done with it. */
    limits?: Limits | "strict";
}

/** Options of continuing a saved game. */
export interface RestoreOptions extends StartOptions {
    /** Limits of reading it, and of playing on. */
    limits?: Limits | "strict";
}
"#;

/// Any number of things: they are only counted.
const ANY: u64 = u64::MAX;

/// A limit: its name, the most that it may be set to (what is nested takes some of the stack, of
/// which a page has no more than usual), and how it is set.
type Limit = (&'static str, u64, fn(&mut Limits, u64));

/// A number of things in memory. Names' bounds see to it that it fits.
fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn level(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

const LIMITS: [Limit; 39] = [
    ("openedLength", ANY, |limits, n| limits.text = count(n)),
    ("gameWork", ANY, |limits, n| limits.game_work = n),
    ("steps", ANY, |limits, n| limits.game.evaluation.steps = n),
    ("memory", ANY, |limits, n| limits.game.evaluation.memory = n),
    ("depth", 256, |limits, n| limits.game.evaluation.depth = level(n)),
    ("nesting", 256, |limits, n| limits.game.evaluation.nesting = level(n)),
    ("integerBits", ANY, |limits, n| limits.game.evaluation.integer_bits = n),
    ("textLength", ANY, |limits, n| limits.game.evaluation.text_length = count(n)),
    ("arrayLength", ANY, |limits, n| limits.game.evaluation.array_length = count(n)),
    ("largestPrime", ANY, |limits, n| limits.game.evaluation.largest_prime = n),
    ("factors", ANY, |limits, n| limits.game.evaluation.factors = count(n)),
    ("cells", ANY, |limits, n| (limits.game.cells, limits.code.cells) = (count(n), count(n))),
    ("tileEntries", ANY, |limits, n| {
        (limits.game.tile_entries, limits.code.tile_entries) = (count(n), count(n));
    }),
    ("nextTiles", ANY, |limits, n| (limits.game.next_tiles, limits.code.next_tiles) = (count(n), count(n))),
    ("entries", ANY, |limits, n| limits.game.entries = count(n)),
    ("passes", ANY, |limits, n| limits.game.passes = n),
    ("turnSteps", ANY, |limits, n| limits.game.turn_steps = n),
    ("scriptDepth", 32, |limits, n| limits.game.script_depth = level(n)),
    ("kept", ANY, |limits, n| limits.game.kept = n),
    ("content", ANY, |limits, n| limits.game.content = n),
    ("codeLength", ANY, |limits, n| limits.code.code_length = count(n)),
    ("pieces", ANY, |limits, n| limits.code.pieces = count(n)),
    ("pieceLength", ANY, |limits, n| limits.code.piece_length = count(n)),
    ("codeDepth", 320, |limits, n| limits.code.json_depth = count(n)),
    ("codeValues", ANY, |limits, n| limits.code.json_nodes = count(n)),
    ("integerDigits", ANY, |limits, n| limits.code.integer_digits = count(n)),
    ("integerWork", ANY, |limits, n| limits.code.integer_work = n),
    ("side", ANY, |limits, n| limits.code.side = count(n)),
    ("moves", ANY, |limits, n| limits.code.moves = count(n)),
    ("fileLength", ANY, |limits, n| limits.file.bytes = count(n)),
    ("fileDepth", 300, |limits, n| limits.file.depth = count(n)),
    ("fileValues", ANY, |limits, n| limits.file.values = count(n)),
    ("fileExtends", 8, |limits, n| limits.file.extends = count(n)),
    ("undoSteps", ANY, |limits, n| limits.history.steps = count(n)),
    ("undoMemory", ANY, |limits, n| limits.history.bytes = n),
    ("looks", ANY, |limits, n| limits.looks.tiles = count(n)),
    ("looksMemory", ANY, |limits, n| limits.looks.bytes = n),
    ("rememberedLines", ANY, |limits, n| limits.memory.lines = count(n)),
    ("rememberedTests", ANY, |limits, n| limits.memory.tests = count(n)),
];

/// The limits for servers by their name, or those in an object, with defaults for the rest.
pub fn read(name: &str, value: &JsValue) -> Result<Limits, Failure> {
    if value.is_string() {
        return match text(name, value)?.as_str() {
            "strict" => Ok(Limits::strict()),
            _ => Err(wrong(name, "a plain object, or \"strict\"", value)),
        };
    }
    let given = Options::named(name, value, &LIMITS.map(|(name, ..)| name))?;
    let mut limits = Limits::default();
    for (name, most, set) in LIMITS {
        if let Some(number) = given.whole_up_to(name, most)? {
            set(&mut limits, number);
        }
    }
    Ok(limits)
}

/// Reads options that hold nothing but limits.
pub fn of_options(given: &JsValue) -> Result<Limits, Failure> {
    Ok(Options::of(given, &["limits"])?.limits()?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This file, with the declarations that it makes.
    const DECLARED: &str = include_str!("limits.rs");

    #[test]
    fn every_limit_is_declared_and_sets_something() {
        for (name, most, set) in LIMITS {
            assert!(DECLARED.contains(&format!("    {name}?: number;\n")), "{name}");
            let said = most == ANY || DECLARED.contains(&format!(": {most} at most. */\n    {name}?"));
            assert!(said, "{name} may be {most} at most");
            let mut limits = Limits::default();
            set(&mut limits, 1);
            assert_ne!(limits, Limits::default(), "{name}");
        }
        let declared = DECLARED.lines().filter(|line| line.ends_with("?: number;")).count();
        assert_eq!(declared, LIMITS.len());
    }
}
