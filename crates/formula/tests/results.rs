//! Results of formulas: variables are found however deep the functions are.

use calcarray::{Limits, Program, Value, json};
use polymerge_formula::{KEYWORDS, NoNames, compile, known, show, words};

/// Compares the value of a formula. Returns its array.
fn is_calculated(formula: &str, value: &str) -> Value {
    let array = compile(formula, &NoNames).unwrap_or_else(|error| panic!("{formula}: {error}"));
    let array = if array.as_array().is_some() { array } else { Value::array(vec![array]) };
    let program = Program::compile(&array, &Limits::default()).unwrap();
    let result = program.evaluate(&[], &Limits::default());
    let found = result.map(|value| json::write(&value)).unwrap_or_else(|error| error.to_string());
    assert_eq!(found, value, "{formula}: {}", json::write(&array));
    array
}

#[test]
fn examples_of_functions_and_statements_are_right() {
    for known in known() {
        let (formula, value) = known.example;
        // Without a game there is no chance, and nothing ahead.
        match known.name {
            "pick" | "next_tile" | "next_full" | "given" => _ = compile(formula, &NoNames).unwrap(),
            _ => _ = is_calculated(formula, value),
        }
        assert!(known.form.split(" | ").all(|form| form.contains(known.name)), "{known:?}");
    }
    let names: Vec<&str> = known().map(|known| known.name).collect();
    assert!(KEYWORDS.iter().all(|keyword| names.contains(keyword)));
    assert!(words().all(|word| {
        let is_word = polymerge_formula::word(word).is_some();
        is_word || calcarray::ops::find(word).is_some() || names.contains(&word)
    }));
}

#[test]
fn formulas_are_calculated() {
    for (formula, value) in [
        ("= 2 + 3 * 4", "14"),
        ("= (2 + 3) * 4", "20"),
        ("= 10 - 2 - 3", "5"),
        ("= 2 ^ (3 ^ 2)", "512"),
        ("= !(1 == 2) && 3 > 2", "true"),
        ("= max(2, 3) * -1", "-3"),
        ("= 7n modB 4n == 3n", "true"),
        ("= [1, 2 + 3, [4]]", "[1,5,[4]]"),
        ("= [3, 1, 2].sort((x, y) => x - y)", "[1,2,3]"),
        ("= [3, 1, 2].map((x, i) => x * 10 + i)", "[30,11,22]"),
        ("= [1, 2, 3].reduce(10, x => _ + x)", "16"),
        ("= if 1 > 2 { 3 } else { 4 }", "4"),
        ("= 1 + if 1 < 2 { 3 } else { 4 }", "4"),
        ("= 1; repeat 10 { _ * 2 }", "1024"),
        ("= let a = 5; let b = a + 1; a * b", "30"),
        ("= let a = 5; a += 2; a", "7"),
        ("= let a = [1, 2, 3]; a[1] = 7; a", "[1,7,3]"),
        ("= let a = 2; [1, 2, 3].map(x => x * a)", "[2,4,6]"),
        ("= let a = 2; [1, 2].map(x => { let b = x * a; b + 1 })", "[3,5]"),
        ("= let a = 2; [1, 2].map(x => [3, 4].map(y => x * y + a))", "[[5,6],[8,10]]"),
        ("= [1, 2, 3].filter(x => count([1, 2, 3], y => y > x) >= 2)", "[1]"),
        (
            "= [1, 2].map(x => [3, 4].map(y => [5, 6].map(z => x * 100 + y * 10 + z)))",
            "[[[135,136],[145,146]],[[235,236],[245,246]]]",
        ),
        ("= [1, 2].map(x => [x, [x, [x + 1]]])", "[[1,[1,[2]]],[2,[2,[3]]]]"),
        ("= [1, 2, 3].map(x => if x == 2 { 0 } else { x })", "[1,0,3]"),
        ("= let t = 0; for x in [1, 2, 3] { t += x * x }; t", "14"),
        ("= let t = []; for x in [1, 2] { for y in [3, 4] { t = t.push(x * y) } }; t", "[3,4,6,8]"),
        ("= let t = 0; for x in [1, 2, 3] { if x > 1: t += x }; t", "5"),
        ("= let t = 1; let u = 2; for x in [5] { let w = x + t; u = w * u }; [t, u]", "[1,12]"),
        ("= [1, 2].map(x => { let t = 0; for y in [3, 4] { t += x * y }; t })", "[7,14]"),
        ("= let t = 0; for x in [1, 2] { let y = x * 2; t += y }; t", "6"),
        ("= let t = 0; for x in [1, 2] { let y = x * 2; let z = y + 1; t += y * z }; t", "26"),
        ("= let t = 0; for x in [1, 2] { t += x; let y = x * 10; t += y }; t", "33"),
        ("= let t = 0; if 1 < 2 { let y = 5; t += y }; t", "5"),
        ("= let t = 1; t += 1; let u = 5; t += u; let w = 3; t += w; t", "10"),
        ("= let t = 0; repeat 3 { let y = t + 1; t = y * 2 }; t", "14"),
        ("= let t = 0; for x in [1, 2] { for y in [x, 5] { let z = x * y; t += z } }; t", "20"),
        ("= let t = 2; [1, 2].map(x => { let y = x * t; let z = y; z + y })", "[4,8]"),
        ("= let t = 0; 5 + (let u = 3; t = u; u) + t", "11"),
        ("= [3, 4].map(x => (let y = x + 1; y * x))", "[12,20]"),
        ("= [3, 4].map(x => (let y = x + 1; y) * x)", "[12,20]"),
        ("= [3, 4].map(x => { let y = x + 1; let z = y; z * x })", "[12,20]"),
        ("= let t = 0; for [r, c] in [[1, 2], [3, 4]] { t += r * c }; t", "14"),
        ("= let t = []; for (x, i) in [5, 6] { t = t.push(x + i) }; t", "[5,7]"),
        ("= let t = 0; for ([r, c], i) in [[1, 2], [3, 4]] { let u = r + c; t += u * i }; t", "7"),
        ("= let t = 0; for [_, c] in [[1, 2], [3, 4]] { t += c }; t", "6"),
        ("= let [a, b] = [7, 4]; a - b", "3"),
        ("= let [a, _, b] = [7, 4, 2]; a - b", "5"),
        ("= let p = [1, 2]; let [p, q] = p; p * 10 + q", "12"),
        ("= let t = 1; t += 1; let [a, b] = [t, 5]; a * b", "10"),
        ("= [[1, 2], [3, 1]].filter([r, c] => r > c)", "[[3,1]]"),
        ("= [[1, 2], [3, 4]].map(([r, c], i) => r + c * i)", "[1,7]"),
        ("= [[1, 2], [3, 4]].reduce(0, [r, c] => _ + r * c)", "14"),
        ("= [[1, 2]].map([r, c] => [5].map(r => r + c))", "[[7]]"),
        ("= [[1, 2]].map([r, c] => [[3, 4]].map([r, d] => r * 100 + c * 10 + d))", "[[324]]"),
        ("= [[1, 2]].map([r, c] => { let r = 9; r + c })", "[11]"),
        ("= [[1, 2]].map([r, c] => { let t = 0; for r in [4, 5] { t += r }; t + c })", "[11]"),
        ("= [[1, 2]].map([r, c] => { let t = 0; if c > 1 { let r = 7; t += r }; t + r })", "[8]"),
        ("= count(places, [r, c] => r == c)", "4"),
        ("= places.all([r, c] => r >= 0 && c < width)", "true"),
        ("= [3, 4].map(x => keep { x + 1 })", "[4,5]"),
        (
            "= [[1, 0], [4, 0], [-1, 0], [0, 4]].map([r, c] => near(r, c))",
            r#"["@Empty","@undefined","@undefined","@undefined"]"#,
        ),
        ("= [0, 1].map(n => next(n) == empty)", "[true,true]"),
        ("= [0, -1].map(n => next_tile(n))", r#"["@undefined","@undefined"]"#),
        ("= let grid = [1, 2]; grid[1] = 7; grid", "[1,7]"),
        ("= let height = 1; let grid = 0; let row = 3; neighbours([1, 1]).length * 10 + cells.length", "56"),
        ("= [1, 2].includes(2)", "true"),
        ("= [1, 2].includes(3)", "false"),
        ("= neighbours([0, 0])", "[[0,1],[1,0]]"),
        ("= count(around([1, 1]))", "8"),
        ("= cell([1, 2]) == empty && cell(1, 2) == empty && cell(1, 1 + 1) == empty", "true"),
        ("= let p = [1, 2]; [p].filter(q => cell(q) == empty && neighbours(q).length == 4).length", "1"),
        ("= 'hello'.str_indexOfFrom('l', 3) + 1", "4"),
        ("= count([1, 2, 3])", "3"),
        ("= count([1, 2, 3], x => x > 1)", "2"),
        ("= any([1, 2], x => x > 1)", "true"),
        ("= all([1, 2], x => x > 1)", "false"),
        ("= all([1, 2], x => x > 0 || x < 9)", "true"),
        ("= find([1, 2, 3], x => x > 1)", "2"),
        ("= sum([1, 2, 3])", "6"),
        ("= sum([1, 2, 3], x => x * x)", "14"),
        ("= largest([1, 3, 2])", "3"),
        ("= smallest([1, 3, 2], x => 10 - x)", "7"),
        ("= grid.length * 10 + cells.length", "56"),
        ("= places.length", "16"),
        ("= places[5]", "[1,1]"),
        ("= count(neighbours)", "2"),
        ("= count(around, c => c == empty)", "3"),
        ("= column_of(1)", r#"["@Empty","@Empty","@Empty","@Empty"]"#),
    ] {
        let array = is_calculated(formula, value);
        let shown = show(&array, &NoNames);
        assert_eq!(json::write(&compile(&shown, &NoNames).unwrap()), json::write(&array), "{shown}");
    }
}
