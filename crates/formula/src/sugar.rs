//! Functions and words that a formula has beyond the language: each stands for a longer formula.

use calcarray::Value;
use calcarray::ops;

use crate::known::FUNCTIONS;
use crate::names::SHARE;
use crate::signs::level;
use crate::tree::{Callee, Expression, Form, Kind, Pattern, Statement};

/// Returns the number of values that a function of formulas takes at least and at most.
pub(crate) fn arity(name: &str) -> Option<(usize, usize)> {
    FUNCTIONS.iter().find(|function| function.name == name).map(|function| function.values)
}

/// A parameter that no author can name.
pub(crate) const ENTRY: &str = "an entry";
/// The index of an entry, which no author can name.
pub(crate) const INDEX: &str = "an index";
const OUTER: &str = "an outer index";
const DISTANCE: &str = "a distance";

/// The formula that a function stands for.
pub(crate) fn call(name: &str, arguments: Vec<Expression>) -> Option<Expression> {
    let mut arguments = arguments.into_iter();
    let list = arguments.next()?;
    let function = arguments.next();
    Some(match (name, function) {
        ("count", None) => length(list),
        ("count", Some(test)) => length(filter(list, test)),
        ("any", Some(test)) => infix(">", length(filter(list, test)), number(0.0)),
        ("all", Some(test)) => {
            let negated = of_result(test, |result| apply("!", Form::Prefix, result, Vec::new()));
            infix("=", length(filter(list, negated)), number(0.0))
        }
        ("find", Some(test)) => entry(filter(list, test), number(0.0)),
        ("sum", function) => total(list, function, number(0.0), |sum, next| infix("+", sum, next)),
        ("largest", function) => {
            total(list, function, number(f64::NEG_INFINITY), |most, next| function_of("max", most, next))
        }
        ("smallest", function) => {
            total(list, function, number(f64::INFINITY), |least, next| function_of("min", least, next))
        }
        ("row_of", None) => entry(special("@Grid"), list),
        ("column_of", None) => {
            // The index is evaluated within a function of each row.
            postfix("arr_map", special("@Grid"), lambda(&[ENTRY], entry(word(ENTRY), list)))
        }
        ("pick", None) => {
            let last = infix("-", length(word(ENTRY)), number(1.0));
            let draw = entry(word(ENTRY), function_of("rand_int", number(0.0), last));
            let statements = vec![Statement::Let(ENTRY.to_owned(), list), Statement::Value(draw)];
            Expression::new(Kind::Group(Box::new(Expression::new(Kind::Sequence(statements)))))
        }
        _ => return None,
    })
}

/// The formula that a word stands for. On hexagonal boards a cell has other neighbours.
pub(crate) fn list(name: &str, is_hexagonal: bool) -> Option<Expression> {
    let all = || postfix("arr_flat", special("@Grid"), number(1.0));
    Some(match name {
        "cells" => all(),
        "tiles" => {
            let kind = Expression::new(Kind::Text("array".into()));
            let is_tile = infix("=", apply("typeof", Form::Function, word(ENTRY), Vec::new()), kind);
            filter(all(), lambda(&[ENTRY], is_tile))
        }
        "places" => {
            let place = Expression::new(Kind::List(vec![word(OUTER), word(INDEX)]));
            let row = postfix("arr_map", word(ENTRY), lambda(&["_", INDEX], place));
            let rows = postfix("arr_map", special("@Grid"), lambda(&[ENTRY, OUTER], row));
            postfix("arr_flat", rows, number(1.0))
        }
        "neighbours" if is_hexagonal => beside(&HEXAGONS),
        "neighbours" => beside(&SIDES),
        "around" => beside(&AROUND),
        _ => return None,
    })
}

/// The cells at some distances, without those beyond the edge: a word for such a cell stays a text.
fn beside(distances: &[(i32, i32)]) -> Expression {
    let tile = |&(rows, columns): &(i32, i32)| {
        let distance = vec![f64::from(rows), f64::from(columns)];
        Expression::new(Kind::Tile { word: "@Relative", distance, entry: None })
    };
    let text = |&(rows, columns): &(i32, i32)| {
        Expression::new(Kind::Text(format!("@Relative {rows} {columns}").as_str().into()))
    };
    let cells = Expression::new(Kind::List(distances.iter().map(tile).collect()));
    let texts = Expression::new(Kind::List(distances.iter().map(text).collect()));
    let place = postfix("arr_indexOf", texts, word(ENTRY));
    filter(cells, lambda(&[ENTRY], infix("=", place, number(-1.0))))
}

fn number(number: f64) -> Expression {
    Expression::new(Kind::Constant(Value::Number(number)))
}

fn word(name: &str) -> Expression {
    Expression::new(Kind::Name(name.to_owned()))
}

fn lambda(parameters: &[&str], body: Expression) -> Expression {
    let parameters = parameters.iter().map(|name| (*name).to_owned()).collect();
    Expression::new(Kind::Lambda { words: Vec::new(), parameters, body: vec![Statement::Value(body)] })
}

fn apply(name: &'static str, form: Form, base: Expression, arguments: Vec<Expression>) -> Expression {
    let operator = match ops::find(name) {
        Some(operator) => Callee::Known(operator),
        None => Callee::Quoted(name.into()),
    };
    let span = base.span.clone();
    Expression::at(Kind::Apply { operator, form, base: Box::new(base), arguments }, span)
}

fn infix(name: &'static str, base: Expression, argument: Expression) -> Expression {
    let form = ops::find(name).map_or(Form::Function, |operator| Form::Infix(level(operator)));
    apply(name, form, base, vec![argument])
}

fn postfix(name: &'static str, base: Expression, argument: Expression) -> Expression {
    apply(name, Form::Postfix, base, vec![argument])
}

fn function_of(name: &'static str, base: Expression, argument: Expression) -> Expression {
    apply(name, Form::Function, base, vec![argument])
}

fn length(list: Expression) -> Expression {
    apply("arr_length", Form::Postfix, list, Vec::new())
}

fn entry(list: Expression, index: Expression) -> Expression {
    postfix("arr_elem", list, index)
}

fn filter(list: Expression, test: Expression) -> Expression {
    postfix("arr_filter", list, test)
}

/// A function with something done to its result. What is no function is left as it is: it gets
/// its message later.
fn of_result(function: Expression, change: impl Fn(Expression) -> Expression) -> Expression {
    let Expression { kind, span, .. } = function;
    let kind = match kind {
        Kind::Lambda { words, parameters, body } => {
            let result = match <[Statement; 1]>::try_from(body) {
                Ok([Statement::Value(value)]) => value,
                Ok([other]) => Expression::new(Kind::Sequence(vec![other])),
                Err(body) => Expression::new(Kind::Sequence(body)),
            };
            Kind::Lambda { words, parameters, body: vec![Statement::Value(change(result))] }
        }
        kind => kind,
    };
    Expression::at(kind, span)
}

/// A value that goes over a list: `step` makes the next one of it and of an entry's.
fn total(
    list: Expression,
    function: Option<Expression>,
    first: Expression,
    step: impl Fn(Expression, Expression) -> Expression,
) -> Expression {
    let running = || Expression::new(Kind::Running);
    let function = match function {
        Some(function) => of_result(function, |result| step(running(), result)),
        None => lambda(&[ENTRY], step(running(), word(ENTRY))),
    };
    apply("arr_reduce", Form::Postfix, list, vec![first, function])
}

/// The statement that does something for each entry of a list. Its variables are at the end of
/// the list of variables while it runs, and are gone after it.
pub(crate) fn for_each(
    entry_name: &Pattern,
    index_name: Option<String>,
    list: Expression,
    mut body: Vec<Statement>,
) -> Statement {
    if let Some(Statement::Block { is_open, .. }) = body.last_mut() {
        *is_open = false;
    }
    let remove = || match ops::find("@remove_var") {
        Some(operator) => Statement::Step(operator, vec![number(-1.0)]),
        None => Statement::Value(number(0.0)),
    };
    let shared = |body| {
        let words = vec![SHARE.to_owned()];
        Statement::Value(Expression::new(Kind::Modified { words, body }))
    };
    let this_entry = entry(word(ENTRY), word(INDEX));
    let mut each = match entry_name {
        Pattern::Whole(name) => vec![Statement::Let(name.clone(), this_entry)],
        Pattern::Entries(_) => {
            let entries = entry_name.entries();
            entries.map(|(place, name)| Statement::Let(name, entry_of(&this_entry, place))).collect()
        }
    };
    each.extend(index_name.map(|name| Statement::Let(name, word(INDEX))));
    each.append(&mut body);
    // Variables that the body begins with are declared together with the entry.
    let declared = each.iter().take_while(|statement| matches!(statement, Statement::Let(..))).count();
    each.extend((0..declared).map(|_| remove()));
    let next = Statement::Set { target: word(INDEX), operator: ops::find("+"), value: number(1.0) };
    let mut statements =
        vec![Statement::Let(ENTRY.to_owned(), list), Statement::Let(INDEX.to_owned(), number(0.0))];
    statements.extend(ops::find("@repeat").map(|operator| Statement::Block {
        operator,
        condition: Some(length(word(ENTRY))),
        body: vec![shared(each), next],
        is_open: false,
    }));
    statements.extend([remove(), remove()]);
    shared(statements)
}

/// Returns true if one of the values of a list is this one: `list.includes(x)`.
pub(crate) fn includes(list: Expression, arguments: Vec<Expression>) -> Option<Expression> {
    let [value] = <[Expression; 1]>::try_from(arguments).ok()?;
    Some(infix("!=", postfix("arr_indexOf", list, value), number(-1.0)))
}

/// The cell of a place, or of a row and a column: `cell(p)`, `cell(row, column)`.
pub(crate) fn cell_at(arguments: Vec<Expression>) -> Option<Expression> {
    let mut arguments = arguments.into_iter();
    let (first, second) = (arguments.next()?, arguments.next());
    let (row, column) = match second {
        Some(column) => (first, column),
        None => (entry(first.clone(), number(0.0)), entry(first, number(1.0))),
    };
    arguments.next().is_none().then(|| entry(entry(special("@Grid"), row), column))
}

/// An entry of a list, by its place.
pub(crate) fn entry_of(list: &Expression, place: usize) -> Expression {
    entry(list.clone(), number(place as f64))
}

/// The tile at a distance that is calculated: `near(a, b)`, `next(n)`, `next_tile(n)`, `next_full(n)`.
/// Beyond the edge it is undefined.
pub(crate) fn tile_at(name: &str, arguments: Vec<Expression>) -> Option<Expression> {
    let mut arguments = arguments.into_iter();
    let (first, second) = (arguments.next()?, arguments.next());
    let statements = match (name, second, arguments.next()) {
        ("near", Some(columns), None) => within_grid(Vec::new(), first, columns),
        ("next", None, None) => {
            let step = |special| infix("*", word(DISTANCE), self::special(special));
            let distance = vec![Statement::Let(DISTANCE.to_owned(), first)];
            within_grid(distance, step("@VDir"), step("@HDir"))
        }
        ("next_tile" | "next_full", None, None) => {
            let tiles = special(if name == "next_tile" { "@NextNE" } else { "@NextFull" });
            let tile = entry(tiles, infix("-", word(DISTANCE), number(1.0)));
            let is_ahead = infix(">", word(DISTANCE), number(0.0));
            let distance = Statement::Let(DISTANCE.to_owned(), first);
            [vec![distance], if_true(is_ahead, tile)].concat()
        }
        _ => return None,
    };
    Some(Expression::new(Kind::Group(Box::new(Expression::new(Kind::Sequence(statements))))))
}

/// The cell so many rows down and columns to the right, after some statements.
fn within_grid(before: Vec<Statement>, rows: Expression, columns: Expression) -> Vec<Statement> {
    const ROW: &str = "a row";
    const COLUMN: &str = "a column";
    let inside = |name, count| {
        let is_positive = infix(">=", word(name), number(0.0));
        infix("&&", is_positive, infix("<", word(name), special(count)))
    };
    let is_inside = infix("&&", inside(ROW, "@GridHeight"), inside(COLUMN, "@GridWidth"));
    let cell = entry(entry(special("@Grid"), word(ROW)), word(COLUMN));
    let places = vec![
        Statement::Let(ROW.to_owned(), infix("+", special("@VCoord"), rows)),
        Statement::Let(COLUMN.to_owned(), infix("+", special("@HCoord"), columns)),
    ];
    [before, places, if_true(is_inside, cell)].concat()
}

/// A value under a condition, and else undefined.
fn if_true(condition: Expression, value: Expression) -> Vec<Statement> {
    let block = ops::find("@if").map(|operator| Statement::Block {
        operator,
        condition: Some(condition),
        body: vec![Statement::Value(value)],
        is_open: false,
    });
    let nothing = Statement::Value(Expression::new(Kind::Constant(Value::Undefined)));
    std::iter::once(nothing).chain(block).collect()
}

/// A word of the language, whatever the names of the author are.
fn special(word: &str) -> Expression {
    Expression::new(Kind::Word(word.to_owned(), Vec::new()))
}

/// The places beside a place, without those beyond the edge: `neighbours(p)`, `around(p)`.
pub(crate) fn places_beside(name: &str, place: Expression, is_hexagonal: bool) -> Option<Expression> {
    let distances: &[(i32, i32)] = match (name, is_hexagonal) {
        ("neighbours", true) => &HEXAGONS,
        ("neighbours", false) => &SIDES,
        ("around", _) => &AROUND,
        _ => return None,
    };
    let at = |index: f64| entry(word(ENTRY), number(index));
    let moved = |&(rows, columns): &(i32, i32)| {
        let entries = [(0.0, rows), (1.0, columns)];
        let entries = entries.map(|(index, by)| infix("+", at(index), number(f64::from(by))));
        Expression::new(Kind::List(entries.into()))
    };
    let places = Expression::new(Kind::List(distances.iter().map(moved).collect()));
    let inside = infix(
        "&&",
        infix("&&", infix(">=", at(0.0), number(0.0)), infix("<", at(0.0), special("@GridHeight"))),
        infix("&&", infix(">=", at(1.0), number(0.0)), infix("<", at(1.0), special("@GridWidth"))),
    );
    let near = filter(places, lambda(&[ENTRY], inside));
    let statements = vec![Statement::Let(ENTRY.to_owned(), place), Statement::Value(near)];
    Some(Expression::new(Kind::Group(Box::new(Expression::new(Kind::Sequence(statements))))))
}

/// The distances of the neighbours of a cell, and of all cells around it.
const SIDES: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const HEXAGONS: [(i32, i32); 6] = [(-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2)];
const AROUND: [(i32, i32); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
