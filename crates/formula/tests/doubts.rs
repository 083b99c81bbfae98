//! Doubts: formulas that are allowed, and surely mean something else than was meant.

use calcarray::Value;
use polymerge_formula::{Meaning, Names, Place, compile_placed};

/// The names of a mode: an entry `value`, the game variables `hp` and `seen`.
struct Mode;

impl Names for Mode {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        Some(match name {
            "value" => Meaning::Entry(0),
            "hp" => Meaning::Variable(0),
            "seen" => Meaning::Variable(1),
            "size" => Meaning::Definition(Value::Number(4.0)),
            _ => return None,
        })
    }

    fn direction(&self, name: &str) -> Option<usize> {
        ["up", "down", "left", "up_left"].iter().position(|known| *known == name).map(|place| place + 1)
    }

    fn directions(&self) -> Option<usize> {
        Some(4)
    }

    fn name(&self, _: &Meaning) -> Option<String> {
        None
    }
}

fn doubts(formula: &str, place: Place) -> Vec<(String, String)> {
    let (_, doubts) =
        compile_placed(formula, &Mode, place).unwrap_or_else(|error| panic!("{formula}: {error}"));
    doubts.into_iter().map(|doubt| (formula[doubt.span].to_owned(), doubt.message)).collect()
}

#[test]
fn what_is_surely_not_meant_is_doubted_at_its_place() {
    for (formula, part, message) in [
        ("= for p in places { cell(p).value *= 2 }", "cell(p).value", "of an empty cell this makes a tile"),
        ("= for p in tiles { p.value += 1 }", "p.value", "`p` is a copy"),
        ("= for c in cells { if c == empty { c = [1] } }", "c", "`c` is a copy"),
        ("= for r in grid { r[0] = [1] }", "r[0]", "`r` is a copy"),
        ("= hp = count(neighbours([1, 1]), q => q.value == 2)", "q.value", "a place is a row and a column"),
        ("= hp = count(places, p => p == empty)", "p", "a place is never empty"),
        ("= hp = count(places, p => p == 3)", "p", "never equals a number"),
        ("= if cell([1, 0]) == 4 { hp += 1 }", "cell([1, 0])", "a whole tile never equals a number"),
        ("= if next == 4 { hp += 1 }", "next", "a whole tile never equals a number"),
        ("= if any(neighbours, c => 16 == c) { hp += 1 }", "c", "a whole tile never equals a number"),
        ("= if near(1, 0) != empty { hp += 1 }", "near(1, 0) != empty", "beyond the edge"),
        ("= hp = largest(tiles)", "tiles", "`max` takes a number, and this is a whole tile"),
        ("= hp = sum(row_of(0))", "sum(row_of(0))", "`+` takes a number, and this is a whole tile"),
        ("= hp = tiles.value", "tiles.value", "this is a list, and has no entries with names"),
        ("= hp = moves.value", "moves.value", "this is no tile"),
        ("= hp = moves + ' moves'", "' moves'", "`+` takes a number, and this is a text"),
        ("= hp += tiles", "tiles", "`+` takes a number, and this is a list"),
        ("= hp = floor(places[0], 1)", "places[0]", "`floor` takes a number, and this is a place"),
        ("= if tiles.length { hp += 1 }", "tiles.length", "this is a number: it never holds"),
        ("= if tiles { hp += 1 }", "tiles", "this is a list: it never holds"),
        ("= if 'yes' { hp += 1 }", "'yes'", "this is a text: it never holds"),
        ("= if this { hp += 1 }", "this", "this is a whole tile: it never holds"),
        ("= hp = count(tiles, c => c)", "c", "this is a whole tile: it never holds"),
        ("= repeat true { hp += 1 }", "true", "goes 0 times"),
        ("= for i in 3 { hp += 1 }", "3", "a list is expected here"),
        ("= for i in size { hp += 1 }", "size", "a list is expected here"),
        ("= hp = count(empty)", "count(empty)", "`empty` is one empty cell"),
        ("= hp = tiles == 1", "tiles", "a list is compared with something that is none"),
        ("= hp = grid[places[3]]", "places[3]", "an index is a number, and this is a place"),
        ("= hp == 5", "hp == 5", "nothing is done with this comparison"),
        ("= hp = 1; moves > 3; score += 1", "moves > 3", "nothing is done with this comparison"),
        (
            "= for (r, c) in places { score += c }",
            "places",
            "`c` is the index of the place `r` here, not a column",
        ),
        ("= seen.push(5)", "seen.push(5)", "this changes nothing"),
        ("= seen.push(5); hp += 1", "seen.push(5)", "this changes nothing"),
        (
            "= if hp > 1 { seen.sort((x, y) => x - y); hp = 1 }",
            "seen.sort((x, y) => x - y)",
            "this changes nothing",
        ),
        ("= if direction == 5 { hp += 1 }", "5", "there is no direction 5: this mode has 4, from 1 on"),
        ("= if 1.5 == direction { hp += 1 }", "1.5", "there is no direction 1.5"),
        (
            "= if direction == 'left' { hp += 1 }",
            "'left'",
            "`direction` is a number, and never equals a text",
        ),
        ("= let grid = [[1]]; for p in places { cell(p).value *= 2 }", "cell(p).value", "of an empty cell"),
        (
            "= let p = find(places, p => cell(p) == [9]); cell(p) = empty",
            "cell(p)",
            "where nothing was found",
        ),
        (
            "= let p = pick(places.filter(p => cell(p) != empty)); cell(p).value = 7",
            "cell(p).value",
            "where nothing was found",
        ),
    ] {
        let found = doubts(formula, Place::Bare);
        let is_there = found.iter().any(|(at, text)| at.contains(part) && text.contains(message));
        assert!(is_there, "{formula}: {found:?}");
        assert_eq!(found.len(), 1, "{formula}: {found:?}");
    }
}

#[test]
fn what_may_be_meant_is_not_doubted() {
    for formula in [
        "= for p in places { if cell(p) != empty { cell(p).value *= 2 } }",
        "= for p in places.filter(q => cell(q) != empty) { cell(p).value *= 2 }",
        "= for p in places { cell(p) = [2] }",
        "= let t = cell([0, 0]); t.value = 5; cell([0, 0]) = t",
        "= for x in seen { hp += x }",
        "= repeat 3 { hp += 1 }",
        "= repeat hp > 0 { hp -= 1 }",
        "= if hp > 2 && count(tiles) > 3 { hp = largest(tiles, c => c.value) }",
        "= let p = find(places, p => cell(p) == [9]); if p != undefined { cell(p) = empty }",
        "= let p = pick(places); cell(p) = [1]",
        "= for (p, i) in places { hp += i; cell(p) = [1] }",
        "= for [r, c] in places { hp += r * c }",
        "= repeat any(places, p => cell(p) == [9]) { let p = find(places, p => cell(p) == [9]); cell(p) = empty }",
        "= hp = grid.flat(2).filter(x => x == 4).length",
        "= hp = largest(discovered.flat(1))",
        "= hp = discovered.reduce(0, t => max(_, t[0]))",
        "= hp = '3' * 2",
        "= hp = moves.push(3).length",
        "= hp = places[0][1] + 1",
        "= hp = count(neighbours, c => c == this)",
        "= if next == empty { hp += 1 }",
        "= if hp { score += 1 }",
        "= if direction == left || direction == 0 || direction == -1 || direction < 4 { hp += 1 }",
        "= let direction = 7; if direction == 9 { hp += 1 }",
        "= announce('hi', 2000); seen = seen.push(5)",
    ] {
        assert_eq!(doubts(formula, Place::Bare), [], "{formula}");
    }
    // As a whole, a comparison or a new list is a value.
    assert_eq!(doubts("= hp == 5", Place::Expression), []);
    assert_eq!(doubts("= _ == 5", Place::Steps), []);
    assert_eq!(doubts("= seen.push(5)", Place::Expression), []);
}
