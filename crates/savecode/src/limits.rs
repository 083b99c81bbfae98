//! Limits of the work that a code may demand of its reader.

use calcarray::json::ReadLimits;

/// Bounds for reading codes that come from strangers (docs/spec/savecodes.md,
/// "Malformed input, errors, limits"). A code that exceeds one is refused with
/// [`Reason::Limit`](crate::Reason::Limit), before memory is spent on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeLimits {
    /// Bytes of the whole code.
    pub code_length: usize,
    /// The most pieces that are read; further ones are ignored.
    pub pieces: usize,
    /// Bytes of one piece after base-64.
    pub piece_length: usize,
    /// The greatest depth of nested lists. Old codes are converted by recursion, so
    /// this should stay far below the capacity of a stack: some thousands.
    pub json_depth: usize,
    /// Values of the JSON in all pieces together.
    pub json_nodes: usize,
    /// Decimal digits of an integer.
    pub integer_digits: usize,
    /// The most work for reading long integers in all pieces together: the sum of
    /// the squares of their digits (see [`calcarray::json::integer_work`]). The
    /// time of reducing a fraction grows like this; the default is about a second.
    pub integer_work: u64,
    /// Columns of a grid, and rows.
    pub side: usize,
    /// Cells of a grid.
    pub cells: usize,
    /// Entries of a tile.
    pub tile_entries: usize,
    /// Tiles shown ahead.
    pub next_tiles: usize,
    /// Steps of a recorded game.
    pub moves: usize,
}

impl Default for DecodeLimits {
    fn default() -> DecodeLimits {
        DecodeLimits {
            code_length: 32 << 20,
            pieces: 256,
            piece_length: 16 << 20,
            // The depth of mode files and values, and the lists around them.
            json_depth: 320,
            json_nodes: 2_000_000,
            integer_digits: 150_000,
            integer_work: 20_000_000_000,
            side: 16_384,
            cells: 16_384,
            tile_entries: 64,
            next_tiles: 1_000,
            moves: 1_000_000,
        }
    }
}

impl DecodeLimits {
    /// The bounds for the JSON in all pieces.
    pub fn json(&self) -> ReadLimits {
        let (depth, nodes) = (self.json_depth, self.json_nodes);
        ReadLimits { depth, nodes, integer_digits: self.integer_digits, integer_work: self.integer_work }
    }
}
