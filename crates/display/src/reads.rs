//! The inputs of display rules, which say how long looks of tiles can be kept
//! (docs/spec/display.md, "Caching").

use calcarray::Value;
use calcarray::keywords::{COLOURS, PICTURES, TEXTS};

/// The inputs of display rules besides the tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// Nothing else: the tile alone decides.
    Tile,
    /// Game or modifier variables.
    Variables,
    /// Any part of the game, chance included.
    Everything,
}

impl Reads {
    /// Returns the inputs that an expression may use, judged by the words in it.
    pub(crate) fn of(expression: &Value) -> Reads {
        const TILE: [&str; 5] = ["@This ", "@Var", "@Parent", "@Literal", "@CalcArray"];
        const VARIABLES: [&str; 3] = ["@GVar ", "@MVar ", "@include_gvars"];
        const OPERATORS: [&str; 10] = [
            "rand_int",
            "rand_float",
            "rand_bigint",
            "weightedRandomArrayEntry",
            "tileValue",
            "mergeRuleApplies",
            "mergeRuleApplies_nonRecursive",
            "discoveredTilesFilter",
            "CalcArrayParent",
            "announce",
        ];
        let mut reads = Reads::Tile;
        let mut pending = vec![expression];
        while let Some(value) = pending.pop() {
            let found = match value {
                Value::Array(entries) => {
                    pending.extend(entries.iter());
                    continue;
                }
                Value::Text(text) => text.to_string_lossy(),
                _ => continue,
            };
            let here = if OPERATORS.contains(&found.as_str()) {
                Reads::Everything
            } else if !found.starts_with('@') {
                Reads::Tile
            } else if VARIABLES.iter().any(|word| found.starts_with(word)) {
                Reads::Variables
            } else if let Some(entry) = found.strip_prefix(TILE[0]) {
                // `@This @VCoord` asks for the place.
                if entry.parse::<u32>().is_ok() { Reads::Tile } else { Reads::Everything }
            } else if TILE.iter().any(|word| found.starts_with(word)) || is_harmless(&found) {
                Reads::Tile
            } else {
                Reads::Everything
            };
            reads = match (reads, here) {
                (Reads::Everything, _) | (_, Reads::Everything) => return Reads::Everything,
                (Reads::Variables, _) | (_, Reads::Variables) => Reads::Variables,
                _ => Reads::Tile,
            };
        }
        reads
    }
}

/// Words that look at nothing: of control flow, colours, texts and pictures.
fn is_harmless(word: &str) -> bool {
    const PREFIXES: [&str; 6] = ["@if", "@else", "@end", "@repeat", "@var_", "@global_var_"];
    PREFIXES.iter().any(|prefix| word.starts_with(prefix))
        || [COLOURS, TEXTS, PICTURES].iter().any(|group| group.find(word).is_some())
        || matches!(word, "@edit_var" | "@add_var" | "@insert_var" | "@remove_var")
}
