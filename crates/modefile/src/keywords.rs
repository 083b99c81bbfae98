//! The keywords of mode files, from the tables of all crates, with those of spawns; and
//! `docs/keywords.md`, which is made of them.

use std::fmt::Write;

use calcarray::keyword;
use calcarray::keywords::{COLOURS, Group, Keyword, PICTURES, STARTS, TEXTS, TYPES};
use polymerge_rules::keywords::{CELLS, RESULTS, SIGNALS};

/// The forms of an entry of `spawns`.
const SPAWNS: Group = Group {
    title: "Spawns",
    note: "The keys of an entry of `spawns`. Each example is the only entry of `spawns`, and the first five \
           tiles of a game in which two tiles start and one spawns each turn, the smallest first.",
    keywords: SPAWN_ROWS,
};

const SPAWN_ROWS: &[Keyword] = &[
    keyword!("tile", "", "A tile. Entries that are lists are expressions, computed when it spawns.", r#"{ "tile": [["@Moves","+",1]] }"# => "[1],[1],[2],[3],[4]"),
    keyword!("tile with @CalcArray", "", "At the start of a tile: an expression that gives the whole tile.", r#"{ "tile": ["@CalcArray","@Literal",["@CalcArray","@Moves","*",2]] }"# => "[0],[0],[2],[4],[6]"),
    keyword!("weight", "", "How often it spawns, compared with the other entries: a number or an expression. With a weight of 0 it never spawns.", r#"{ "tile": [3], "weight": ["@Moves","<",100,"Number"] }"# => "[3],[3],[3],[3],[3]"),
    keyword!("box", "", "A box that tiles are drawn from, each followed by how many there are. It is filled again when it is empty.", r#"{ "box": [[1], 4, [2], 1] }"# => "[1],[1],[1],[1],[2]"),
    keyword!("computed", "", "An expression that gives the tile and its weight, `[tile, weight]`.", r#"{ "computed": ["@Literal",[["@CalcArray","@Moves"]],1] }"# => "[0],[0],[1],[2],[3]"),
];

/// Returns all keywords of mode files, group by group.
///
/// ```
/// let cells = polymerge_modefile::keywords().find(|group| group.title == "Cells without a tile").unwrap();
/// assert!(cells.find("@Slippery").is_some());
/// ```
pub fn keywords() -> impl Iterator<Item = Group> {
    [TYPES, STARTS, CELLS, SPAWNS, RESULTS, SIGNALS, TEXTS, COLOURS, PICTURES].into_iter()
}

/// Returns true if a text begins with a word that means something somewhere in a mode file.
pub(crate) fn is_keyword(word: &str) -> bool {
    keywords().any(|group| group.find(word).is_some())
}

/// The table of keywords as Markdown.
pub fn keyword_reference() -> String {
    let mut page = String::from(INTRODUCTION);
    for group in keywords() {
        let _ = write!(
            page,
            "\n## {}\n\n{}\n\n| Word | What it means | Example |\n|---|---|---|\n",
            group.title, group.note
        );
        for keyword in group.keywords {
            let (written, value) = keyword.example;
            let _ = writeln!(page, "| `{}` | {} | `{written}` → `{value}` |", keyword.usage(), keyword.help);
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Keywords

*Generated from the tables of keywords; `APPROVE=1 cargo test -p polymerge-modefile` writes it anew.*

These are the words of [mode files](mode-files.md) except [operators](operators.md), [words](words.md) for values of
the game, and [triggers](triggers.md). `polymerge eval --explain @Slippery` shows a row.
";
