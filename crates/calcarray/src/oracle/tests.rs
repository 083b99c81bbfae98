//! Compiled programs give what the plain walk gives, on expressions that mix
//! everything: variables, blocks, parents, callbacks, stray words.

use proptest::prelude::*;

use crate::array::Array;
use crate::error::{Error, ErrorKind, Limit};
use crate::host::{Board, Coordinate, Host, Position, Store};
use crate::ir::evaluator::Evaluator;
use crate::ir::scope::Scope;
use crate::ir::variables::Inherit;
use crate::json;
use crate::limits::{Limits, Meter};
use crate::oracle::{Context, Walk};
use crate::primes::Primes;
use crate::program::{Program, Variables};
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// A small game whose every change can be seen.
#[derive(Clone, Debug, Default)]
struct Small {
    grid: Value,
    variables: Vec<Value>,
    score: f64,
    draws: u32,
    /// True if tiles can be replaced.
    replaces: bool,
    primes: Primes,
}

impl Host for Small {
    fn grid(&self) -> &dyn Board {
        &self.grid
    }
    fn tile_entries(&self) -> usize {
        2
    }
    fn add_score(&mut self, points: f64) {
        self.score += points;
    }
    fn store(&self, store: Store) -> &[Value] {
        if store == Store::GameVariables { &self.variables } else { &[] }
    }
    fn store_mut(&mut self, store: Store) -> Option<&mut Vec<Value>> {
        (store == Store::GameVariables).then_some(&mut self.variables)
    }
    fn primes(&mut self) -> &mut Primes {
        &mut self.primes
    }
    fn can_replace_tiles(&self) -> bool {
        self.replaces
    }
    fn replace_tile(&mut self, row: f64, column: f64, tile: Value) -> Result<(), Error> {
        let place = |number: f64, size| {
            (number.fract() == 0.0 && (0.0..size).contains(&number)).then_some(number as usize)
        };
        let (Some(row), Some(column)) = (place(row, 2.0), place(column, 3.0)) else {
            return Err(ErrorKind::no_cell(row, column, (2, 3)).into());
        };
        let mut rows: Vec<Value> = self.grid.as_array().into_iter().flat_map(|rows| rows.to_vec()).collect();
        let mut cells = rows[row].as_array().map(|cells| cells.to_vec()).unwrap_or_default();
        cells[column] = tile;
        rows[row] = Value::array(cells);
        self.grid = Value::array(rows);
        Ok(())
    }
    fn random(&mut self) -> Result<f64, Error> {
        self.draws += 1;
        Ok(f64::from(self.draws * 37 % 100) / 100.0)
    }
}

/// Makes the game of a place; nothing on a plain grid is evaluated when it is read.
fn small((spot, plain): Place) -> Small {
    let read = |text: &str| json::read(text, &json::ReadLimits::default()).expect("a value");
    Small {
        grid: read(match plain {
            true => r#"[[[3,8],[4,7],"@Empty"],["@Slippery",[5,[1,2]],[6,2]]]"#,
            false => r#"[[[3,"@This 1"],[4,7],"@Empty"],["@Slippery",[5,["@CalcArray",1,"+",1]],[6,2]]]"#,
        }),
        replaces: spot[0] == 0.0,
        variables: vec![
            read("5"),
            read("[1,2]"),
            read(r#"["@Literal",7]"#),
            read(r#""@This 0""#),
            read(r#"[["@CalcArray",0,"@replace_tile",0,0,["@Literal",9]]]"#),
        ],
        ..Small::default()
    }
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-3i32..12).prop_map(|n| Value::Number(f64::from(n))),
        any::<bool>().prop_map(Value::Boolean),
        (-5i64..50).prop_map(|n| Value::Integer(n.into())),
        Just(Value::Undefined),
        prop::sample::select(vec!["", "abc", "12", "@@x", "@Empty"]).prop_map(Value::text),
        prop::sample::select(vec![
            "@This 0",
            "@This 1",
            "@This",
            "@Next 1 0",
            "@Next",
            "@Var 0",
            "@Var -1",
            "@Var",
            "@GVar 0",
            "@GVar 1",
            "@GVar 2",
            "@GVar 3",
            "@Grid 0",
            "@Grid 0 0 0",
            "@Relative 0 1",
            "@Parent -1",
            "@Parent 0",
            "@Parent -2",
            "@Parent -3",
            "@Score",
            "@VCoord",
            "@VDir",
            "@HDir",
            "@NextNE 1 0",
            "@NextNE -1 0",
            "@NextNE 1",
            "@Next 2",
            "@Next 1",
            "@MLength",
        ])
        .prop_map(Value::text),
    ]
}

/// Operators on integers, and the ones that go with them.
const INTEGER_OPERATORS: &[&str] =
    &["+B", "-B", "*B", "/B", "%B", "modB", "gcdB", "min", "max", "arr_elem", "absB", "Number", "typeof"];

fn word() -> impl Strategy<Value = Value> {
    let others = vec![
        "+",
        "-",
        "*",
        "=",
        "!=",
        "<",
        "&&",
        "||",
        "!",
        "2nd",
        "ignore",
        "str_concat",
        "str_length",
        "arr_push",
        "arr_elem",
        "arr_length",
        "arr_map",
        "arr_filter",
        "typeof",
        "String",
        "Number",
        "Array",
        "CalcArray",
        "rand_int",
        "@add_score",
        "@edit_gvar",
        "@add_var",
        "@edit_var",
        "@remove_var",
        "@if",
        "@end-if",
        "@else",
        "@end-else",
        "@else-if",
        "@end-else-if",
        "@repeat",
        "@end-repeat",
        "@end-stack",
        "end-stack",
        "@end_vars",
        "@Literal",
        "@CalcArray",
        "@nosuch",
        "nosuch",
        "+B",
        "str_indexOfFrom",
        "@include_gvars",
    ];
    prop::sample::select([&others, INTEGER_OPERATORS].concat()).prop_map(Value::text)
}

fn expression() -> impl Strategy<Value = Value> {
    let start = prop::sample::select(vec![
        "@var_retain",
        "@var_copy",
        "@global_var_retain",
        "@global_var_copy",
        "@global_var_none",
        "@global_var_retain_inner",
        "@Literal",
        "@CalcArray",
        "@include_gvars",
    ])
    .prop_map(Value::text);
    scalar().prop_recursive(4, 40, 8, move |inner| {
        let entry = prop_oneof![3 => inner, 3 => word(), 2 => scalar()];
        (prop::collection::vec(start.clone(), 0..2), prop::collection::vec(entry, 0..8)).prop_map(
            |(mut words, rest)| {
                words.extend(rest);
                Value::Array(Array::new(words))
            },
        )
    })
}

/// An entry that usually is a number, or gives one.
fn number() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => (-2i32..5).prop_map(|n| Value::Number(f64::from(n))),
        1 => Just(Value::Number(f64::NAN)),
        1 => any::<bool>().prop_map(Value::Boolean),
        3 => (-5i64..50).prop_map(|n| Value::Integer(n.into())),
        1 => prop::sample::select(vec!["@Parent -1", "@Parent -2", "@Parent 0"]).prop_map(Value::text),
        1 => prop::sample::select(vec!["bigint", "number", "string", ""]).prop_map(Value::text),
        3 => prop::sample::select(vec![
            "@NextNE -1 0", "@NextNE 1 0", "@NextNE 1", "@This", "@Next 1", "@Next 2", "@VDir", "@HDir", "@GVar 1",
        ])
        .prop_map(Value::text),
        8 => prop::sample::select(vec![
            "@This 0", "@Next 1 0", "@Next 2 0", "@Next 1 1", "@Var 0", "@Var -1", "@Var -2", "@Var -3", "@GVar 0",
        ])
        .prop_map(Value::text),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| computation(inner.boxed()))
}

/// A line of arithmetic, tests and branches, with few words in it that lead
/// out of the short ways.
fn computation(operand: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    let start = prop::sample::select(vec![
        "",
        "",
        "",
        "@var_retain",
        "@var_retain",
        "@var_copy",
        "@global_var_retain",
        "@global_var_copy",
        "@global_var_none",
        "@CalcArray",
    ]);
    let others = vec![
        "+",
        "-",
        "*",
        "%",
        "^",
        "=",
        "!=",
        "<",
        ">",
        "<=",
        ">=",
        "&&",
        "||",
        "2nd",
        "arr_length",
        "@if",
        "@else",
        "@else-if",
        "@end-if",
        "@end-else",
        "@end-else-if",
        "@edit_var",
    ];
    let operator = prop::sample::select([&others, INTEGER_OPERATORS].concat());
    let step = (operator, operand.clone(), operand.clone()).prop_map(|(operator, a, b)| match operator {
        "absB" | "Number" | "typeof" | "arr_length" => vec![Value::text(operator)],
        "@else" | "@end-if" | "@end-else" | "@end-else-if" => vec![Value::text(operator)],
        "@edit_var" => vec![Value::text(operator), a, b],
        _ => vec![Value::text(operator), a],
    });
    let literal = prop::collection::vec(operand.clone(), 0..3).prop_map(|entries| {
        let calculated = |entry: Value| match entry {
            Value::Array(line) => {
                Value::Array(std::iter::once(Value::text("@CalcArray")).chain(line.iter().cloned()).collect())
            }
            entry => entry,
        };
        Value::Array(
            std::iter::once(Value::text("@Literal")).chain(entries.into_iter().map(calculated)).collect(),
        )
    });
    let first = prop_oneof![8 => operand, 1 => literal];
    let declared = prop::option::weighted(0.2, -3i32..9);
    (start, declared, first, prop::collection::vec(step, 0..5)).prop_map(|(start, declared, first, steps)| {
        let mut line: Vec<Value> = Vec::new();
        if !start.is_empty() {
            line.push(Value::text(start));
        }
        if let Some(variable) = declared {
            line.extend([Value::Number(f64::from(variable)), Value::text("@end_vars")]);
        }
        line.push(first);
        line.extend(steps.into_iter().flatten());
        Value::Array(Array::new(line))
    })
}

/// An operator over a list, with an expression that mostly computes.
fn calls() -> impl Strategy<Value = Value> {
    let entry = prop_oneof![
        12 => (-3i32..12).prop_map(|n| Value::Number(f64::from(n))),
        1 => Just(Value::Number(f64::NAN)),
        4 => (-3i64..12).prop_map(|n| Value::Integer(n.into())),
        1 => Just(Value::array(vec![Value::Number(2.0), Value::Integer(3.into())])),
        1 => scalar(),
    ];
    let list = prop::collection::vec(entry, 0..7);
    let operator =
        prop::sample::select(vec!["arr_map", "arr_filter", "arr_sort", "arr_reduce", "arr_reduceRight"]);
    let step =
        (operator, number(), number(), any::<bool>()).prop_map(|(operator, initial, callback, counts)| {
            let mut step = vec![Value::text(operator)];
            if operator.starts_with("arr_reduce") {
                step.push(initial);
            }
            step.push(callback);
            step.extend(counts.then(|| Value::text("arr_length")));
            step
        });
    let start = prop::sample::select(vec!["", "", "@var_retain", "@var_copy", "@global_var_retain"]);
    (start, list, prop::collection::vec(step, 1..4)).prop_map(|(start, list, steps)| {
        let mut line: Vec<Value> = Vec::new();
        if !start.is_empty() {
            line.push(Value::text(start));
        }
        line.push(Value::Array(std::iter::once(Value::text("@Literal")).chain(list).collect()));
        line.extend(steps.into_iter().flatten());
        Value::Array(Array::new(line))
    })
}

/// A line that counts the entries of a list that a callback keeps. The two begin with words of their
/// own, which decide what they see of the variables around.
fn filter() -> impl Strategy<Value = Value> {
    let start = || {
        prop::sample::select(vec![
            "",
            "@var_retain",
            "@global_var_retain",
            "@global_var_retain_inner",
            "@global_var_copy_inner",
            "@global_var_none",
        ])
    };
    let operand = || {
        prop_oneof![
            4 => prop::sample::select(vec!["@Var -1", "@Var -2", "@Var 0", "@Var 1", "@Var 2"]).prop_map(Value::text),
            1 => (0usize..4).prop_map(Value::from),
        ]
    };
    let relation = prop::sample::select(vec!["=", "!=", ">", "<"]);
    let list = prop::sample::select(vec!["@GVar 1", "@GVar 1", "@Var 0"]);
    let word = |word: &str| (!word.is_empty()).then(|| Value::text(word));
    let callback = (start(), operand(), relation, operand()).prop_map(move |(start, a, relation, b)| {
        Value::Array(word(start).into_iter().chain([a, Value::text(relation), b]).collect())
    });
    (start(), list, callback, any::<bool>()).prop_map(move |(start, list, callback, is_nested)| {
        let counted = [Value::text(list), Value::text("arr_filter"), callback, Value::text("arr_length")];
        match is_nested {
            true => Value::Array(
                word(start)
                    .into_iter()
                    .chain([0usize.into(), Value::text("+"), Value::array(counted.to_vec())])
                    .collect(),
            ),
            false => Value::Array(word(start).into_iter().chain(counted).collect()),
        }
    })
}

/// A loop over a list in a variable, as scripts have them: it sets variables, and does more where a
/// condition holds.
fn loops() -> impl Strategy<Value = Value> {
    let words = |words: &[&str]| words.iter().map(|word| Value::text(*word)).collect::<Vec<Value>>();
    let line = move |parts: &[&str], more: Vec<Value>| Value::array([words(parts), more].concat());
    let entry = prop_oneof![
        12 => (-3i64..12).prop_map(|n| Value::Integer(n.into())),
        2 => (-3i32..12).prop_map(|n| Value::Number(f64::from(n))),
        1 => scalar(),
    ];
    let list = prop::collection::vec(entry, 0..7)
        .prop_map(|list| Value::Array(std::iter::once(Value::text("@Literal")).chain(list).collect()));
    let from = prop::sample::select(vec!["@Var 0", "@Var 0", "@Var 0", "@Var -3", "@GVar 1"]);
    let value = (from, 0usize..10, number(), filter())
        .prop_map(move |(from, which, other, filter)| match which {
            0 => line(&["@var_retain", from, "arr_elem", "@Var 1"], vec![]),
            1 => line(&["@var_retain", from, "arr_elem", "@Var 1", "absB"], vec![]),
            2 => line(&["@var_retain", "@Var 2", "DIVESeedUnlock", from], vec![0usize.into()]),
            3 => line(&["@var_retain", from, "arr_filter"], vec![other, Value::text("arr_length")]),
            4 => line(&["@var_retain", from, "arr_indexOf", "@Var 2"], vec![]),
            5 => line(&["@var_retain", from, "arr_length"], vec![]),
            6 => line(
                &["@var_retain", from, "arr_filter"],
                vec![
                    line(&["@var_retain", "@Var -1", "%B", "@Var 2", "="], vec![Value::Integer(0.into())]),
                    Value::text("arr_length"),
                ],
            ),
            7 => filter,
            8 => line(&["@var_retain", from, "arr_length", "+"], vec![filter]),
            _ => other,
        })
        .boxed();
    let relation = prop::sample::select(vec!["=", "!=", ">", "<"]);
    let condition = (value.clone(), relation, number()).prop_map(|(value, relation, other)| {
        Value::array(vec![Value::text("@var_retain"), value, Value::text(relation), other])
    });
    let set = |index: usize, value| vec![Value::text("@edit_var"), index.into(), value];
    let more = prop_oneof![
        value.clone().prop_map(move |value| set(2, value)),
        Just(vec![Value::text("@edit_gvar"), 0usize.into(), Value::text("@Var 2")]),
        Just(vec![Value::text("@edit_var"), 0usize.into(), Value::text("@GVar 1")]),
        Just(vec![Value::text("+"), 1usize.into()]),
    ];
    let body = (value, prop::option::of((condition, more)));
    let counts = prop_oneof![
        3 => (0usize..6).prop_map(Value::from),
        3 => Just(Value::array(words(&["@var_retain", "@Var 0", "arr_length"]))),
        1 => Just(Value::array(words(&["@GVar 1", "arr_length"]))),
    ];
    let start = prop::sample::select(vec!["", "", "@var_retain", "@global_var_retain"]);
    (start, list, counts, prop::collection::vec(body, 1..3)).prop_map(move |(start, list, count, bodies)| {
        let mut expression: Vec<Value> =
            (!start.is_empty()).then(|| Value::text(start)).into_iter().collect();
        expression.extend([
            list,
            0usize.into(),
            Value::Integer(1.into()),
            Value::text("@end_vars"),
            0usize.into(),
        ]);
        expression.extend([Value::text("@repeat"), count]);
        for (value, conditional) in bodies {
            expression.extend(set(2, value));
            if let Some((condition, more)) = conditional {
                expression.extend([Value::text("@if"), condition]);
                expression.extend(more);
                expression.push(Value::text("@end-if"));
            }
        }
        expression.extend(set(1, line(&["@var_retain", "@Var 1", "+"], vec![1usize.into()])));
        expression.extend(words(&["@end-repeat", "2nd", "@Var"]));
        Value::Array(Array::new(expression))
    })
}

/// A line whose conditions look at its running value.
fn conditions() -> impl Strategy<Value = Value> {
    let relations = vec!["=", "!=", "<", ">", "<=", "+", "+B", "typeof", "arr_length", "2nd"];
    let words =
        vec!["@Parent -2", "@Parent -2", "@Parent -2", "@Parent -2", "@Parent -1", "@Parent -3", "@Var -1"];
    let start = prop::sample::select(vec!["", "", "@var_retain", "@CalcArray"]);
    let relation = prop::sample::select(relations);
    let condition = (start, prop::sample::select(words), relation, number(), number());
    let condition = condition.prop_map(|(start, word, relation, a, b)| {
        let own = [start, word, relation].into_iter().filter(|word| !word.is_empty()).map(Value::text);
        let rest = match relation {
            "typeof" => vec![Value::text("="), Value::text("number")],
            "arr_length" => vec![Value::text("="), a],
            "+" | "+B" | "2nd" => vec![a, Value::text(">"), b],
            _ => vec![a],
        };
        Value::Array(own.chain(rest).collect())
    });
    let word = prop::sample::select(vec!["@if", "@if", "@if", "@else-if", "@else"]);
    let inside = (prop::sample::select(vec!["2nd", "2nd", "+", "+B", "Number", "@if"]), number());
    let block = (word, condition, inside).prop_map(|(word, condition, (operator, a))| {
        let condition = (word != "@else").then_some(condition);
        let argument = (operator != "Number").then_some(a);
        let end = Value::text(word.replace('@', "@end-"));
        let inside = std::iter::once(Value::text(operator)).chain(argument).chain([end]);
        std::iter::once(Value::text(word)).chain(condition).chain(inside).collect::<Vec<Value>>()
    });
    let plain = (prop::sample::select(vec!["+", "-B", "Number", "2nd", "="]), number());
    let plain = plain.prop_map(|(operator, a)| {
        let argument = (operator != "Number").then_some(a);
        std::iter::once(Value::text(operator)).chain(argument).collect::<Vec<Value>>()
    });
    let steps = prop::collection::vec(prop_oneof![3 => block, 1 => plain], 1..6);
    let start = prop::sample::select(vec!["", "", "@var_retain", "@global_var_retain"]);
    (start, number(), steps).prop_map(|(start, first, steps)| {
        let start = (!start.is_empty()).then(|| Value::text(start));
        Value::Array(start.into_iter().chain([first]).chain(steps.into_iter().flatten()).collect())
    })
}

/// A line that compares a cell with `@Empty`, and goes on.
fn is_empty() -> impl Strategy<Value = Value> {
    let cell = prop::sample::select(vec![
        "@Relative 0 1",
        "@Relative 1 0",
        "@Relative -1 -1",
        "@Relative 1 2",
        "@Relative 0.5 0",
        "@This",
        "@Relative 0 1 0",
        "@Next 1",
    ]);
    let other = prop_oneof![6 => Just(Value::text("@Empty")), 1 => scalar()];
    let more = prop::option::of(prop::sample::select(vec!["Number", "typeof", "!"]));
    (cell, prop::sample::select(vec!["=", "!="]), other, more).prop_map(|(cell, relation, other, more)| {
        let more = more.map(Value::text);
        Value::Array([Value::text(cell), Value::text(relation), other].into_iter().chain(more).collect())
    })
}

/// A line that reads cells of the grid and puts others into them.
fn cells() -> impl Strategy<Value = Value> {
    let index = prop_oneof![
        8 => (-1i32..4).prop_map(|n| Value::Number(f64::from(n))),
        1 => Just(Value::Number(0.5)),
        2 => prop::sample::select(vec!["@Var 0", "@GVar 0", "@GVar 3", "@Parent -1", "@VCoord"]).prop_map(Value::text),
        2 => (prop::sample::select(vec!["@Var 0", "@GVar 0", "@GVar 1", "@GVar 3", "@GVar 4"]), 0usize..2)
            .prop_map(|(list, index)| Value::array(vec![Value::text(list), Value::text("arr_elem"), index.into()])),
        2 => number(),
        1 => (0i32..3).prop_map(|n| Value::array(vec![Value::text("@var_retain"), Value::Number(f64::from(n))])),
        1 => (0usize..2, 0usize..2).prop_map(|(a, b)| {
            Value::array(vec![a.into(), Value::text("@add_score"), 1usize.into(), Value::text("+"), b.into()])
        }),
    ];
    let indices = [index.clone().boxed(), index.boxed()];
    let element = |index: Value| vec![Value::text("arr_elem"), index];
    // The cell some steps ahead: the place and a multiple of the direction.
    let along = |place: &str, direction: &str, steps: f64| {
        let distance = Value::array(vec![Value::text(direction), Value::text("*"), steps.into()]);
        Value::array(vec![Value::text(place), Value::text("+"), distance])
    };
    let ahead = (-1i32..3, 0usize..4).prop_map(move |(steps, other)| {
        let steps = f64::from(steps);
        let (row, column) = (along("@VCoord", "@VDir", steps), along("@HCoord", "@HDir", steps));
        // Lines that are nearly alike.
        match other {
            1 => [row, along("@HCoord", "@HDir", steps + 1.0)],
            2 => [row, along("@HCoord", "@VDir", steps)],
            _ => [row, column],
        }
    });
    let cell = prop_oneof![3 => indices.clone(), 1 => ahead]
        .prop_map(move |[row, column]| [vec![Value::text("@Grid")], element(row), element(column)].concat());
    let tile = prop_oneof![
        3 => number(),
        2 => cell.clone().prop_map(Value::array),
        1 => scalar(),
        2 => Just(Value::array(vec![Value::text("@Literal"), 9usize.into(), 1usize.into()])),
    ];
    let replace = (indices, tile)
        .prop_map(|([row, column], tile)| vec![Value::text("@replace_tile"), row, column, tile]);
    let step = prop_oneof![
        3 => replace,
        1 => Just(vec![Value::text("@add_score"), 2usize.into()]),
        1 => (prop::sample::select(vec!["arr_elem", "=", "2nd"]), number())
            .prop_map(|(operator, a)| vec![Value::text(operator), a]),
        1 => cell.clone().prop_map(|cell| vec![Value::text("2nd"), Value::array(cell)]),
        1 => Just(vec![Value::text("typeof")]),
        2 => is_empty().prop_map(|test| vec![Value::text("2nd"), test]),
    ];
    let start = prop::sample::select(vec!["", "", "@var_retain", "@CalcArray"]);
    (start, cell, prop::collection::vec(step, 0..5)).prop_map(|(start, cell, steps)| {
        let start = (!start.is_empty()).then(|| Value::text(start));
        Value::Array(start.into_iter().chain(cell).chain(steps.into_iter().flatten()).collect())
    })
}

/// A place on the small grid, and a direction; true if the grid is plain.
fn place() -> impl Strategy<Value = Place> {
    (spot(), any::<bool>())
}

type Place = ([f64; 4], bool);

fn spot() -> impl Strategy<Value = [f64; 4]> {
    prop::sample::select(vec![
        [0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
        [0.0, 1.0, 1.0, 0.0],
        [1.0, 2.0, 0.0, -1.0],
        [1.0, 2.0, -1.0, -1.0],
        [0.0, 1.0, 0.0, -0.5],
    ])
}

fn position(([v, h, vdir, hdir], _): Place) -> Position<'static> {
    Position { v: Coordinate::At(v), h: Coordinate::At(h), vdir, hdir, ..Position::default() }
}

fn limits() -> Limits {
    Limits { steps: 20_000, depth: 48, ..Limits::default() }
}

/// The visible results of an evaluation.
#[derive(Debug, PartialEq)]
struct Outcome {
    value: Option<Value>,
    variables: Vec<Value>,
    host: String,
}

/// `None` if a limit was reached: the two pay differently for the same work.
fn outcome(result: Result<Value, Error>, host: &Small, variables: Variables) -> Option<Outcome> {
    if result.as_ref().is_err_and(|error| matches!(error.kind(), ErrorKind::Limit(_))) {
        return None;
    }
    let seen = result.is_ok();
    Some(Outcome {
        value: result.ok(),
        // What a failed evaluation changed is for the host to undo.
        variables: if seen { variables.into_inner() } else { Vec::new() },
        host: if seen {
            format!("{:?} {:?} {} {}", host.grid, host.variables, host.score, host.draws)
        } else {
            String::new()
        },
    })
}

/// A trace that is not looked at: with one, every step is taken.
struct SilentTrace;

impl Trace for SilentTrace {
    fn step(&mut self, _: Traced<'_>) {}
}

/// Evaluates a program, or each step of it with a trace; returns the result, and what it leaves.
fn ran(
    expression: &Value,
    host: Small,
    (at, variables): (&Position, &Variables),
    limits: Limits,
    trace: Option<&mut dyn Trace>,
) -> (Result<Value, Error>, Small, Meter) {
    let (mut host, mut meter) = (host, Meter::new(limits.clone()));
    let program = Program::compile(expression, &limits);
    let result = program.and_then(|program| match trace {
        Some(trace) => program.trace(&mut host, at, &mut meter, variables, trace),
        None => program.run_with(&mut host, at, &mut meter, variables),
    });
    (result, host, meter)
}

/// Evaluates a program without variables on an empty place.
fn ran_within(
    limits: Limits,
    expression: &Value,
    trace: Option<&mut dyn Trace>,
) -> (Result<Value, Error>, Small, Meter) {
    let nothing = (&Position::default(), &Variables::default());
    ran(expression, small(([0.0; 4], true)), nothing, limits, trace)
}

/// Steps and bytes that are left after an evaluation that fails on nothing.
fn left(expression: &Value, place: Place, trace: Option<&mut dyn Trace>) -> Option<(u64, u64)> {
    let variables = Variables::new(vec![Value::Number(40.0)]);
    let (result, _, meter) = ran(expression, small(place), (&position(place), &variables), limits(), trace);
    result.ok().map(|_| (meter.steps_left(), meter.memory_left()))
}

/// Returns the result of a program, and its error.
fn run(expression: &Value, place: Place, trace: Option<&mut dyn Trace>) -> Option<(Outcome, Option<Error>)> {
    let variables = Variables::new(vec![Value::Number(40.0)]);
    let (result, host, _) = ran(expression, small(place), (&position(place), &variables), limits(), trace);
    let error = result.as_ref().err().cloned();
    outcome(result, &host, variables).map(|outcome| (outcome, error))
}

fn compiled(expression: &Value, place: Place) -> Option<Outcome> {
    run(expression, place, None).map(|(outcome, _)| outcome)
}

fn walked(expression: &Value, place: Place) -> Option<Outcome> {
    let (mut host, mut meter) = (small(place), Meter::new(limits()));
    let variables = Variables::new(vec![Value::Number(40.0)]);
    let position = position(place);
    let mut evaluator = Evaluator::new(&mut host, &mut meter, None);
    let scope = Scope {
        position: &position,
        variables: &variables,
        inherit: Inherit::Nothing,
        parents: None,
        inserted: &[],
    };
    let context = Context { scope: &scope, variables: &variables, inherit: Inherit::Nothing };
    let result = Walk { evaluator: &mut evaluator, parents: Vec::new() }.outermost(expression, context);
    outcome(result, &host, variables)
}

/// A literal that is evaluated, not converted, is a line of its own, and a line
/// without a start word has no variables.
#[test]
fn evaluated_literals_start_without_variables() {
    const CASES: [(&str, &str); 6] = [
        // Converted: it sees them.
        (r#"[3, "@end_vars", ["@Literal", ["@CalcArray", "@var_retain", "@Var 0"]]]"#, "[3]"),
        // A condition, which adds to a list of its own.
        (
            r#"[3, "@end_vars", 5, "@if", ["@Literal", ["@CalcArray", "@var_retain", 0, "@add_var", 7]],
                "@end-if", "2nd", "@Var"]"#,
            "[3]",
        ),
        // Such a condition behind a global start word.
        (
            r#"["@global_var_retain", 3, "@end_vars", 5, "@if",
                ["@Literal", ["@CalcArray", 0, "@add_var", 7]], "@end-if", "2nd", "@Var"]"#,
            "[40,3,7]",
        ),
        // The literal asks for the first entry of the line around: itself,
        // evaluated inside.
        (
            r#"[3, "@end_vars", ["@Literal", ["@CalcArray", "@var_retain", "@Var 0",
                "@if", ["@var_retain", "@Var 0", "=", 3], "2nd", "@Parent -2", "@end-if"]]]"#,
            r#"[["@Var 0"]]"#,
        ),
        (
            r#"["@global_var_copy", 3, "@end_vars", ["@Literal", ["@CalcArray", "@Var 1",
                "@if", ["@Var 1", "=", 3], "@edit_var", 1, 4, "2nd", "@Parent -2", "@end-if"]]]"#,
            "[[4]]",
        ),
        // NaN that is converted is 0, also where the line is arithmetic on tiles.
        (r#"["@NaN", "Number", "<", "@This 0"]"#, "true"),
    ];
    for (expression, value) in CASES {
        let expression = json::read(expression, &json::ReadLimits::default()).expect("an expression");
        let place = ([0.0; 4], false);
        let (compiled, walked) = (compiled(&expression, place), walked(&expression, place));
        assert_eq!(compiled, walked, "{}", json::write(&expression));
        let shown = walked.and_then(|outcome| outcome.value).map(|value| json::write(&value));
        assert_eq!(shown.as_deref(), Some(value), "{}", json::write(&expression));
    }
}

/// Calls that only compute are nested as deep as others.
#[test]
fn computed_calls_reach_the_limit_of_depth() {
    const CASES: [&str; 5] = [
        r#"[["@Literal",1,2],"arr_filter",["@var_retain","@Var -1"],"arr_length"]"#,
        r#"[["@Literal",1,2],"arr_map",["@var_retain","@Var -1"]]"#,
        r#"[["@Literal",1,2],"arr_reduce",0,["@Var -1","+",["@var_retain","@Var -2","+",1]]]"#,
        r#"[["@Literal",1,2],"arr_filter",["@Var -1","=",1,"@if",["@var_retain",1],"!","@end-if"]]"#,
        r#"[5,"@end_vars",0,"@repeat",2,"@edit_var",0,["@GVar 1","arr_filter",["@Var -1",">",1],"arr_length"],"@end-repeat"]"#,
    ];
    for text in CASES {
        let expression = json::read(text, &json::ReadLimits::default()).expect("an expression");
        let fails_within = |depth: u32, trace: Option<&mut dyn Trace>| {
            let (result, ..) = ran_within(Limits { depth, ..limits() }, &expression, trace);
            result.is_err_and(|error| matches!(error.kind(), ErrorKind::Limit(Limit::Depth)))
        };
        let failing: Vec<u32> = (1..12).filter(|depth| fails_within(*depth, None)).collect();
        let expected: Vec<u32> =
            (1..12).filter(|depth| fails_within(*depth, Some(&mut SilentTrace))).collect();
        assert_eq!(failing, expected, "{text}");
        assert!((2..8).contains(&failing.len()), "{text}: {failing:?}");
    }
}

/// The calls of a filter come before the step that counts what is kept, also where steps run out.
#[test]
fn entries_are_counted_after_the_calls() {
    // One call is made in the ordinary way, and changes the score.
    let text = r#"[["@Literal",1,["@Literal",["@CalcArray",2,"@add_score",1]]],"arr_filter",["@var_retain","@Var -1"],"arr_length"]"#;
    let expression = json::read(text, &json::ReadLimits::default()).expect("an expression");
    let mut failed = 0;
    for steps in 1..60 {
        let seen = |trace: Option<&mut dyn Trace>| {
            let (result, host, meter) = ran_within(Limits { steps, ..limits() }, &expression, trace);
            (result.map_err(|error| error.to_string()), host.score, meter.steps_left())
        };
        let (program, steps_taken) = (seen(None), seen(Some(&mut SilentTrace)));
        failed += u32::from(program.0.is_err());
        assert_eq!((program.0.is_err(), program.1), (steps_taken.0.is_err(), steps_taken.1), "{steps} steps");
    }
    assert!((5..59).contains(&failed), "{failed} times steps ran out");
}

/// Tiles ahead cost as many steps in rounds and calls that only compute as in others.
#[test]
fn tiles_ahead_cost_steps_in_loops() {
    for text in [
        r#"[5,"@end_vars",0,"@repeat",3,"+","@Next 1 0","@end-repeat"]"#,
        r#"[5,"@end_vars",0,"@repeat",3,"+",["@Next 1 0","*",2],"@end-repeat"]"#,
        r#"[5,"@end_vars",0,"@repeat",3,"@edit_var",0,["@var_retain","@Var 0","+",["@Next 1 0","+",1]],"@end-repeat"]"#,
        r#"[5,"@end_vars",0,"@repeat",3,"@edit_var",0,["@Next 1 0","min",9],"@end-repeat"]"#,
        r#"[5,"@end_vars",0,"@repeat",3,"@edit_var",0,"@Next 1 0","@if",["@GVar 1","arr_length","=",7],"@end-if","@end-repeat"]"#,
        r#"[["@Literal",1,2,3],"arr_map",["@var_retain","@Var -1","+","@Next 1 0"]]"#,
        r#"[["@Literal",1,2,3],"arr_filter",["@var_retain","@Var -1","<",["@Next 1 0","+",1]],"arr_length"]"#,
    ] {
        let expression = json::read(text, &json::ReadLimits::default()).expect("an expression");
        let place = ([0.0, 0.0, 0.0, 1.0], true);
        let counts = [left(&expression, place, None), left(&expression, place, Some(&mut SilentTrace))];
        assert!(counts[0].is_some() && counts[0] == counts[1], "{text}: {counts:?}");
    }
}

/// A callback that a loop computes sees the variables that its line hands down.
#[test]
fn callbacks_in_loops_see_what_their_line_sees() {
    const CASES: [(&str, &str, &str); 8] = [
        // The line has no variables of its own, and hands none down.
        ("5", r#"["@GVar 1","arr_filter",["@var_retain","@Var -1",">","@Var 0"],"arr_length"]"#, "2"),
        (
            "5",
            r#"["@var_retain",1,"+",["@GVar 1","arr_filter",["@var_retain","@Var -1",">","@Var 0"],"arr_length"]]"#,
            "3",
        ),
        // It sees those around.
        (
            "1",
            r#"["@var_retain","@GVar 1","arr_filter",["@var_retain","@Var -1",">","@Var 0"],"arr_length"]"#,
            "1",
        ),
        // A callback without a word sees what its line hands down to all lines in it.
        (
            "0,0",
            r#"["@global_var_retain","@GVar 1","arr_filter",["@Var -1",">","@Var 1"],"arr_length"]"#,
            "2",
        ),
        (
            "0,0",
            r#"["@global_var_retain_inner","@GVar 1","arr_filter",["@Var -1",">","@Var 1"],"arr_length"]"#,
            "1",
        ),
        (
            "0,0",
            r#"["@global_var_copy_inner","@GVar 1","arr_filter",["@Var -1",">","@Var 1"],"arr_length"]"#,
            "0",
        ),
        (
            "0,0",
            r#"["@global_var_retain",0,"+",["@GVar 1","arr_filter",["@Var -1",">","@Var 1"],"arr_length"]]"#,
            "2",
        ),
        // It sees only the values of the call.
        ("0,0", r#"["@var_retain","@GVar 1","arr_filter",["@Var -1",">","@Var 0"],"arr_length"]"#, "2"),
    ];
    for (variables, line, expected) in CASES {
        for body in [
            format!(r#""@edit_var",0,{line}"#),
            format!(r#""@if",["@var_retain",{line},"=",{expected}],"@edit_var",0,{expected},"@end-if""#),
        ] {
            let text =
                format!(r#"[{variables},"@end_vars",0,"@repeat",1,{body},"@end-repeat","2nd","@Var 0"]"#);
            let expression = json::read(&text, &json::ReadLimits::default()).expect("an expression");
            let place = ([0.0; 4], true);
            let (compiled, walked) = (compiled(&expression, place), walked(&expression, place));
            assert_eq!(compiled, walked, "{text}");
            let shown = walked.and_then(|outcome| outcome.value).map(|value| json::write(&value));
            assert_eq!(shown.as_deref(), Some(expected), "{text}");
            assert_eq!(
                left(&expression, place, None),
                left(&expression, place, Some(&mut SilentTrace)),
                "{text}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn a_compiled_program_gives_what_the_plain_walk_gives(
        expression in prop_oneof![expression(), number(), loops(), conditions(), cells(), is_empty()],
        place in place(),
    ) {
        if let (Some(compiled), Some(walked)) = (compiled(&expression, place), walked(&expression, place)) {
            prop_assert_eq!(compiled, walked, "{}", json::write(&expression));
        }
    }

    #[test]
    fn programs_give_what_the_interpreter_gives(
        expression in prop_oneof![expression(), number(), calls(), loops(), conditions(), cells(), is_empty()],
        place in place(),
    ) {
        let (program, steps) = (run(&expression, place, None), run(&expression, place, Some(&mut SilentTrace)));
        if let (Some(program), Some(steps)) = (program, steps) {
            prop_assert_eq!(program, steps, "{}", json::write(&expression));
        }
    }

    /// Expressions with branches are left out: arithmetic on doubles counts all of its branches.
    #[test]
    fn programs_count_what_the_interpreter_counts(
        expression in prop_oneof![expression(), number(), calls(), loops(), conditions(), cells(), is_empty()],
        place in place(),
    ) {
        const ON_TILES: [&str; 5] = ["@This 0", "@This 1", "@Next 1 0", "@Next 2 0", "@Next 1 1"];
        const LOOPS: [&str; 5] = ["arr_map", "arr_filter", "arr_reduce", "arr_reduceRight", "@repeat"];
        const BRANCHES: [&str; 5] = ["@if", "@else", "@else-if", "&&", "||"];
        let mentions = |words: &[&str]| words.iter().any(|word| expression.mentions(word));
        if mentions(&ON_TILES) || (mentions(&LOOPS) && mentions(&BRANCHES)) {
            return Ok(());
        }
        let (program, steps) = (left(&expression, place, None), left(&expression, place, Some(&mut SilentTrace)));
        if let (Some(program), Some(steps)) = (program, steps) {
            prop_assert_eq!(program, steps, "{}", json::write(&expression));
        }
    }

    #[test]
    fn writing_and_reading_a_value_is_the_identity(value in expression()) {
        let text = json::write(&value);
        prop_assert_eq!(json::read(&text, &json::ReadLimits::default()), Ok(value));
    }
}
