//! Keywords of cells, of results of merges and of signals, for help and documents
//! (docs/spec/rules.md, "Data model", "Output positions and overflow" and "Contexts and scripts").

use calcarray::keyword;
use calcarray::keywords::{Group, Keyword};

/// The contents of a cell that are no tiles.
pub const CELLS: Group = Group {
    title: "Cells without a tile",
    note: "What a cell of `grid` can hold besides tiles. Words such as `@This` and `@Grid` give these \
           texts for such cells. Examples are rows of a grid, and what they are after a move to the left.",
    keywords: CELL_ROWS,
};

const CELL_ROWS: &[Keyword] = &[
    keyword!("@Empty", "", "An empty cell, `.` in a row that is a text: tiles move and spawn there.", r#"["@Empty","@Empty",[1]]"# => r#"[[1],"@Empty","@Empty"]"#),
    keyword!("@Void", "", "A hole, `#` in a row that is a text: nothing enters or passes it.", r#"["@Empty","@Void","@Empty",[1]]"# => r#"["@Empty","@Void",[1],"@Empty"]"#),
    keyword!("@Slippery", "", "`~` in a row that is a text: tiles pass over it, merge across it and never stop there.", r#"["@Empty","@Slippery",[1]]"# => r#"[[1],"@Slippery","@Empty"]"#),
    keyword!("@TemporaryHole", "turns", "A hole for so many turns; then an empty cell.", r#"["@Empty","@TemporaryHole 3","@Empty",[1]]"# => r#"["@Empty","@TemporaryHole 2",[1],"@Empty"]"#),
    keyword!("@BlackBox", "", "A box: a tile that slides and never merges. It becomes the tile `[\"BlackBox\"]` when a mode is started.", r#"["@Empty","@BlackBox",[1]]"# => r#"[["BlackBox"],[1],"@Empty"]"#),
];

/// The words that may stand among the `results` of a merge besides tiles.
pub const RESULTS: Group = Group {
    title: "Results of merges",
    note: "Words in `results` of a rule of `merges`. Results go from the front cell of the merge to its rear; \
           if there are more results than merging tiles, one of the first four words says where the \
           additional ones go. Examples are `results` of a rule for two equal tiles, and what becomes of the row \
           `[[1],[1],[5],\"@Empty\",\"@Void\",[6],[7]]` in a move to the left.",
    keywords: RESULT_ROWS,
};

const RESULT_ROWS: &[Keyword] = &[
    keyword!("@MergeOverflowEmpty", "", "Into the cells behind, if they are empty; else the rule does not apply. This is also what happens without a word.", r#"["@MergeOverflowEmpty",[2],[3],[4]]"# => r#"[[1],[1],[5],"@Empty","@Void",[6],[7]]"#),
    keyword!("@MergeOverflowOverwrite", "", "Into the cells behind, whatever tiles are there; a hole stops it.", r#"["@MergeOverflowOverwrite",[2],[3],[4],[8]]"# => r#"[[2],[3],[4],[8],"@Void",[6],[7]]"#),
    keyword!("@MergeOverflowSlot", "", "In place of the next tiles behind, wherever they are.", r#"["@MergeOverflowSlot",[2],[3],[4],[8]]"# => r#"[[2],[3],[4],"@Empty","@Void",[8],[7]]"#),
    keyword!("@MergeOverflowPush", "", "Into the cells behind; tiles there are pushed on, if there is room.", r#"["@MergeOverflowPush",[2],[3],[4]]"# => r#"[[2],[3],[4],[5],"@Void",[6],[7]]"#),
    keyword!("@MergeReverseStart", "", "Has no use: results go to the same cells as without it, and results without room are lost.", r#"["@MergeReverseStart",[2],[3]]"# => r#"[[2],[3],[5],"@Empty","@Void",[6],[7]]"#),
    keyword!("fill", "", "The results after it are repeated until there are as many results as merging tiles.", r#"[[2],"fill",[3]]"# => r#"[[2],[3],[5],"@Empty","@Void",[6],[7]]"#),
    keyword!("@CalcArray", "expression", "At the start of a result: an expression that gives the tile. At the start of the whole list: an expression that gives the list of results.", r#"[["@CalcArray","@Literal",2]]"# => r#"[[2],[5],"@Empty","@Empty","@Void",[6],[7]]"#),
    keyword!("@STCalcArray", "expression", "At the start of a result: an expression that gives the content of the cell, a tile or a word for a cell.", r#"[["@STCalcArray","@TemporaryHole 3"],[2]]"# => r#"["@TemporaryHole 2",[2],[5],"@Empty","@Void",[6],[7]]"#),
];

/// The signals that scripts can send to the game with `@ScriptSignal`.
pub const SIGNALS: Group = Group {
    title: "Signals",
    note: "What a script tells the game with `\"@ScriptSignal\"`; the game does it after all scripts of this trigger have \
           run. Examples are scripts, and the state after a move to the left in the row \
           `[[3],[2],[1]]`, where nothing can move and 9 wins: the number of moves, the discovered \
           tiles, the discovered winning tiles, the score.",
    keywords: SIGNAL_ROWS,
};

const SIGNAL_ROWS: &[Keyword] = &[
    keyword!("@ScriptSignal_MovementOccurred", "", "All directions are available again. On MoveIteration, PossibleEnd, EndMovementDirectionMoveless and EndMovementMoveless: the turn counts, though nothing has moved.", r#"[{"on":"PossibleEnd","do":[0,"@ScriptSignal","@ScriptSignal_MovementOccurred"]}]"# => "[1,[[3],[2],[1]],[],0]"),
    keyword!("@ScriptSignal_DiscoveredTileCheck", "", "The tiles of the grid are discovered now (@DiscTiles), even if they are gone at the end of the turn.", r#"[{"on":"BeginTurn","do":[0,"@replace_tile",0,0,["@Literal",8],"@ScriptSignal","@ScriptSignal_DiscoveredTileCheck"]},{"on":"PossibleEnd","do":[0,"@replace_tile",0,0,["@Literal",3]]}]"# => "[0,[[3],[2],[1],[8]],[],0]"),
    keyword!("@ScriptSignal_WinCheck", "", "Goals are checked now, not only at the end of the turn.", r#"[{"on":"BeginTurn","do":[0,"@replace_tile",0,0,["@Literal",9],"@ScriptSignal","@ScriptSignal_WinCheck"]},{"on":"PossibleEnd","do":[0,"@replace_tile",0,0,["@Literal",3]]}]"# => "[0,[[3],[2],[1]],[[9]],0]"),
    keyword!("@ScriptSignal_DisplayGrid", "", "The grid is shown as it is now, and whether directions are available (`available`) is computed again.", r#"[{"on":"BeginTurn","do":[0,"@ScriptSignal","@ScriptSignal_DisplayGrid"]}]"# => "[0,[[3],[2],[1]],[],0]"),
    keyword!("your own name", "", "Any text that does not begin with `@` runs the scripts on that name.", r#"[{"on":"BeginTurn","do":[0,"@ScriptSignal","mine"]},{"on":"mine","do":[0,"@add_score",7]}]"# => "[0,[[3],[2],[1]],[],7]"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tile_table::Kind;
    use crate::merge::overflow::Keywords;
    use calcarray::Value;

    #[test]
    fn cells_are_those_of_the_grid() {
        // Boxes are tiles in a game; modifiers make them.
        for keyword in CELLS.keywords.iter().filter(|keyword| keyword.name != "@BlackBox") {
            assert_ne!(Kind::of(&Value::text(keyword.usage())), Kind::Other, "{}", keyword.name);
        }
    }

    #[test]
    fn overflow_words_are_those_of_merges() {
        for keyword in RESULTS.keywords {
            let is_overflow = keyword.name.starts_with("@Merge");
            assert_eq!(
                Keywords::read(&[keyword.name.into()]).count,
                usize::from(is_overflow),
                "{}",
                keyword.name
            );
        }
    }
}
