//! The limits of input from strangers, by name: one table for all languages.

use polymerge::Limits;

/// A limit.
pub struct Limit {
    /// The name, as Python and C have it.
    pub name: &'static str,
    /// The old name in JavaScript, which is accepted for one version.
    pub old_js: Option<&'static str>,
    /// The old name in Python, which is accepted for one version.
    pub old_python: Option<&'static str>,
    /// The largest value. Nesting takes stack, of which a page has no more than usual.
    pub most: u64,
    /// Returns the value.
    pub get: fn(&Limits) -> u64,
    /// Sets the value.
    pub set: fn(&mut Limits, u64),
}

/// Types of limits.
trait Number: Copy {
    /// Returns the number, or the largest one of the type.
    fn of(number: u64) -> Self;
    fn number(self) -> u64;
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn of(number: u64) -> $type {
                <$type>::try_from(number).unwrap_or(<$type>::MAX)
            }

            fn number(self) -> u64 {
                self as u64
            }
        }
    )*};
}

numbers!(usize u64 u32);

macro_rules! optional {
    ($default:expr) => {
        $default
    };
    ($default:expr, $value:expr) => {
        $value
    };
}

/// Makes the table from rows: the meaning and the unit, the reason, the name, what differs from most
/// limits, and the fields of [`Limits`]. Documents are written from the rows; meanings that begin
/// with "Bytes" are shown in KiB and MiB there.
macro_rules! limits {
    ($($(#[$meaning:meta])* $name:ident
        $(js $js:literal)? $(python $python:literal)? $(most $most:literal)?
        => $($first:ident).+ $(, $($other:ident).+)*;)*) => {
        /// All limits.
        pub const LIMITS: &[Limit] = &[$(Limit {
            name: stringify!($name),
            old_js: optional!(None $(, Some($js))?),
            old_python: optional!(None $(, Some($python))?),
            most: optional!(u64::MAX $(, $most)?),
            get: |limits| limits.$($first).+.number(),
            set: |limits, number| {
                limits.$($first).+ = Number::of(number);
                $(limits.$($other).+ = Number::of(number);)*
            },
        }),*];
    };
}

limits! {
    /// Bytes of a text that is opened, of any kind.
    ///
    /// Why: Checked before the text is read; also a saved game, and an expression on a game.
    text js "openedLength" => text;
    /// Work of all turns of a replay, or of a claim that is checked.
    ///
    /// Why: A few minutes, or seconds with strict limits, at worst; a long game of 2048 takes a
    /// thousandth. Turns that are played again to restore undo steps count, too.
    game_work => game_work;
    /// Work of one evaluation, in steps.
    ///
    /// Why: Far more than any built-in mode needs.
    evaluation_steps js "steps" python "eval_steps" => game.evaluation.steps;
    /// Bytes that one evaluation may take, freed or not.
    ///
    /// Why: A failing evaluation must not fill the machine. It is also the limit of the size of one
    /// value, in which shared parts count each time.
    evaluation_memory js "memory" => game.evaluation.memory;
    /// Depth of evaluations that call one another.
    ///
    /// Why: Every level needs some stack, with those of `nesting` up to 1 MiB in a release build.
    /// Threads should have this much (the default in Rust is 2 MiB).
    depth most 256 => game.evaluation.depth;
    /// Depth of nested arrays.
    ///
    /// Why: As for `depth`. Length needs no stack.
    nesting most 256 => game.evaluation.nesting;
    /// Bits of an integer.
    ///
    /// Why: A third of a million digits.
    integer_bits => game.evaluation.integer_bits;
    /// UTF-16 units of a text.
    ///
    /// Why: A unit takes 2 bytes of the memory of an evaluation.
    text_length => game.evaluation.text_length;
    /// Entries of an array.
    ///
    /// Why: An entry takes 16 bytes of the memory of an evaluation.
    array_length => game.evaluation.array_length;
    /// The largest prime that is looked for.
    ///
    /// Why: A sieve of that size takes 1.25 MB.
    largest_prime => game.evaluation.largest_prime;
    /// Entries of a list of factors.
    ///
    /// Why: An entry takes 16 bytes of the memory of an evaluation.
    factors => game.evaluation.factors;
    /// Cells of a grid, in modes and codes.
    ///
    /// Why: 128 × 128. A short code can name a large size, and the grid is written out; also for
    /// the mode that a Custom or Infused Mode makes.
    cells => game.cells, code.cells;
    /// Entries of a tile, in modes and codes.
    ///
    /// Why: Modes and codes have the same limit, so that a mode that is played can be shared.
    tile_entries => game.tile_entries, code.tile_entries;
    /// Tiles shown ahead, in modes and codes.
    ///
    /// Why: Modes and codes have the same limit, so that a mode that is played can be shared.
    next_tiles => game.next_tiles, code.next_tiles;
    /// Entries of each list of a mode.
    entries => game.entries;
    /// Passes of one turn.
    ///
    /// Why: Rules that move tiles without end.
    passes => game.passes;
    /// Work of one turn.
    ///
    /// Why: About a second at worst, events included; all built-in modes stay far below.
    turn_steps => game.turn_steps;
    /// Signals within signals.
    ///
    /// Why: Every level needs some stack.
    script_depth most 32 => game.script_depth;
    /// Bytes of variables, spawns, next tiles and grid together.
    ///
    /// Why: They must be read again from a code.
    kept => game.kept;
    /// Bytes of the content of a cell.
    content => game.content;
    /// Bytes of a save code.
    code_length => code.code_length;
    /// Pieces of a save code that are looked at.
    pieces => code.pieces;
    /// Bytes of one piece.
    piece_length => code.piece_length;
    /// Depth of nested lists in a save code.
    ///
    /// Why: Deeper than modes and values may be.
    code_depth most 320 => code.json_depth;
    /// Values in a save code.
    code_values => code.json_nodes;
    /// Digits of an integer in a save code.
    integer_digits => code.integer_digits;
    /// Sum of the squares of the digits of all long integers in a save code.
    ///
    /// Why: The time for reading them and reducing fractions grows like this: a second at worst.
    /// Integers with fewer than 1,000 digits do not count; an expression that is read counts, too.
    integer_work => code.integer_work;
    /// Rows, and columns, of a grid in a save code.
    side => code.side;
    /// Steps of a recorded game.
    moves python "code_moves" => code.moves;
    /// Bytes of a mode file.
    file_length python "file_bytes" => file.bytes;
    /// Depth of nested values in a mode file.
    file_depth most 300 => file.depth;
    /// Values in a mode file.
    ///
    /// Why: Evaluations during reading, and copies by several `"..."`, count as values: one for 100
    /// steps. An integer of 1,000 digits counts as 50 values, one of 2,000 digits as 200, a named
    /// one at each place where it is used.
    file_values => file.values;
    /// Files that may extend one another.
    file_extends most 8 => file.extends;
    /// Steps of a game that can be undone.
    ///
    /// Why: The oldest steps are deleted.
    undo_steps python "history_steps" => history.steps;
    /// Bytes of the states to go back to, of a game or a replay.
    ///
    /// Why: The oldest steps are deleted; replays are played again from the last stored state.
    undo_bytes js "undoMemory" python "history_bytes" => history.bytes;
    /// Looks of tiles that are remembered.
    ///
    /// Why: Then all are deleted and made again.
    looks => looks.tiles;
    /// Bytes of the looks that are remembered.
    ///
    /// Why: Then all are deleted and made again.
    looks_bytes js "looksMemory" => looks.bytes;
    /// Lines that an engine or a batch remembers.
    ///
    /// Why: A full cache is emptied and filled again.
    remembered_lines => memory.lines;
    /// Steps of tests of tiles that an engine or a batch remembers.
    ///
    /// Why: A full cache is emptied and filled again.
    remembered_tests => memory.tests;
}

/// Sets a limit by its name; there is none of another name.
pub fn set(limits: &mut Limits, name: &str, number: u64) {
    if let Some(limit) = LIMITS.iter().find(|limit| limit.name == name) {
        (limit.set)(limits, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_sets_what_it_reads() {
        for limit in LIMITS {
            let mut limits = Limits::default();
            (limit.set)(&mut limits, 1);
            assert_ne!(limits, Limits::default(), "{}", limit.name);
            assert_eq!((limit.get)(&limits), 1, "{}", limit.name);
            assert!((limit.get)(&Limits::default()) <= limit.most, "{}", limit.name);
        }
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<String> = LIMITS
            .iter()
            .flat_map(|limit| {
                let old = [limit.old_js, limit.old_python].into_iter().flatten();
                [limit.name.to_owned(), crate::camel(limit.name)].into_iter().chain(old.map(str::to_owned))
            })
            .collect();
        names.sort();
        names.dedup();
        let single = LIMITS.iter().filter(|limit| !limit.name.contains('_')).count();
        let old = LIMITS.iter().filter_map(|limit| limit.old_js).count()
            + LIMITS.iter().filter_map(|limit| limit.old_python).count();
        assert_eq!(names.len(), 2 * LIMITS.len() - single + old);
    }
}
