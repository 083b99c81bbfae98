//! Names and statements that formulas have beyond the language, for people: one table.

/// A function, a list of cells or a statement of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name.
    pub name: &'static str,
    /// The forms in which it is written, separated by ` | `.
    pub form: &'static str,
    /// The number of values that a function takes at least and at most; 0 for all else.
    pub values: (usize, usize),
    /// The meaning, in a line.
    pub help: &'static str,
    /// A formula and its value on an empty board of 4×4, seen from its first cell; tested. Of tiles
    /// ahead and of variables that are given, the value in the game of the examples of words.
    pub example: (&'static str, &'static str),
}

const fn row(
    name: &'static str,
    form: &'static str,
    values: (usize, usize),
    help: &'static str,
    example: (&'static str, &'static str),
) -> Known {
    Known { name, form, values, help, example }
}

/// The words that stand for lists of cells.
#[rustfmt::skip]
pub(crate) const LISTS: &[Known] = &[
    row("around", "around | around(place)", (0, 0), "The eight cells around this one; with a place, the places around it. None is beyond the edge.", ("= count(around)", "3")),
    row("cells", "cells", (0, 0), "All cells of the board.", ("= cells.length", "16")),
    row("neighbours", "neighbours | neighbours(place)", (0, 0), "The cells beside this one, six on hexagonal boards; with a place, the places beside it. None is beyond the edge.", ("= neighbours([0, 0])", "[[0,1],[1,0]]")),
    row("places", "places", (0, 0), "All places of the board, each [row, column].", ("= places[5]", "[1,1]")),
    row("tiles", "tiles", (0, 0), "The cells of the board in which there is a tile.", ("= count(tiles)", "0")),
];

/// The functions that are no operators.
#[rustfmt::skip]
pub(crate) const FUNCTIONS: &[Known] = &[
    row("all", "all(list, x => condition)", (2, 2), "Returns true if a condition holds for all entries of a list.", ("= all([1, 2], x => x > 1)", "false")),
    row("any", "any(list, x => condition)", (2, 2), "Returns true if a condition holds for an entry of a list.", ("= any([1, 2], x => x > 1)", "true")),
    row("column_of", "column_of(number)", (1, 1), "The cells of a column, numbered from 0.", ("= count(column_of(1), c => c == empty)", "4")),
    row("count", "count(list) | count(list, x => condition)", (1, 2), "The number of entries of a list, or of those for which a condition holds.", ("= count([1, 2, 3], x => x > 1)", "2")),
    row("find", "find(list, x => condition)", (2, 2), "The first entry of a list for which a condition holds; undefined if there is none.", ("= find([1, 2, 3], x => x > 1)", "2")),
    row("largest", "largest(list) | largest(list, x => value)", (1, 2), "The largest value of a list.", ("= largest([1, 3, 2])", "3")),
    row("pick", "pick(list)", (1, 1), "An entry of a list, at random.", ("= pick([7])", "7")),
    row("row_of", "row_of(number)", (1, 1), "The cells of a row, numbered from 0.", ("= count(row_of(1))", "4")),
    row("smallest", "smallest(list) | smallest(list, x => value)", (1, 2), "The smallest value of a list.", ("= smallest([1, 3, 2], x => 10 - x)", "7")),
    row("sum", "sum(list) | sum(list, x => value)", (1, 2), "The sum of the values of a list.", ("= sum([1, 2, 3], x => x * x)", "14")),
];

/// The words that statements begin with, with those that belong to them.
#[rustfmt::skip]
pub(crate) const STATEMENTS: &[Known] = &[
    row("let", "let name = value | let [name, name] = list", (0, 0), "Gives a value, or the entries of a list, a name for the statements after it.", ("= let a = 5; a * a", "25")),
    row("if", "if condition { … } else { … }", (0, 0), "Runs statements under a condition; in the place of a value, the value of these.", ("= if 1 > 2 { 3 } else { 4 }", "4")),
    row("else_if", "else_if condition { … }", (0, 0), "Another condition, where the ones before did not hold.", ("= if 1 > 2 { 3 } else_if 2 > 1 { 4 }", "4")),
    row("else", "else { … }", (0, 0), "The statements for the case that no condition held.", ("= if 1 > 2 { 3 } else { 4 }", "4")),
    row("repeat", "repeat number { … } | repeat condition { … }", (0, 0), "Repeats statements so often, or as long as a condition is true.", ("= 1; repeat 10 { _ * 2 }", "1024")),
    row("for", "for name in list { … } | for (name, index) in list { … } | for [name, name] in list { … }", (0, 0), "Runs statements for each entry of a list.", ("= let t = 0; for x in [1, 2, 3] { t += x }; t", "6")),
    row("in", "for name in list { … }", (0, 0), "Stands before the list of a loop.", ("= let t = 0; for x in [1, 2, 3] { t += x }; t", "6")),
    row("keep", "keep x => … | keep { … }", (0, 0), "Keeps the variables of the lines around, where a save code has a line that does so without need.", ("= [1, 2].filter(keep x => x > 1)", "[2]")),
];

/// The form of these names and statements that tiles have at a distance, and `given`.
#[rustfmt::skip]
pub(crate) const DISTANT: &[Known] = &[
    row("next_tile", "next_tile(number)", (1, 1), "The tile so many tiles ahead, empty cells not counted; below 0 behind.", ("= next_tile(1)", "[4]")),
    row("next_full", "next_full(number)", (1, 1), "The tile so many tiles ahead, holes not counted either.", ("= next_full(2)", "[8]")),
    row("near", "near(rows, columns)", (2, 2), "The tile of a cell so many rows below and columns to the right, whatever the direction of the move.", ("= near(1, 0) == empty", "true")),
    row("cell", "cell(place) | cell(row, column)", (1, 2), "The cell of a place, or of a row and a column.", ("= cell([1, 2]) == empty", "true")),
    row("given", "given(number)", (1, 1), "A variable that a script is given, from 0 on; below 0 from the end.", ("= given(0)", "5")),
];

/// Returns the functions, lists of cells and statements that formulas have beyond the language.
///
/// ```
/// let count = polymerge_formula::known().find(|known| known.name == "count").unwrap();
/// assert_eq!(count.form, "count(list) | count(list, x => condition)");
/// ```
pub fn known() -> impl Iterator<Item = &'static Known> {
    [LISTS, FUNCTIONS, STATEMENTS, DISTANT].into_iter().flatten()
}
