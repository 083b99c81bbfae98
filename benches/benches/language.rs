//! Expressions, each evaluated by a compiled CalcArray, by native Rust, and by
//! expression evaluators published as crates; everything is prepared
//! beforehand.
//!
//! Ours stand on the tile [3, 5], with the tile [3, 6] ahead; elsewhere the
//! operands are variables: `x` = 3, `y` = 5 on the tile, `a` = 3, `b` = 6 ahead
//! of it.

use std::hint::black_box;

use benches::compare::Comparison;
use benches::{Row, program};
use calcarray::{Limits, Meter, Position, Value};
use evalexpr::ContextWithMutableVariables;
use fasteval::{Compiler, Evaler};
use num_bigint::BigInt;
use num_integer::Integer;

const VARIABLES: [(&str, f64); 4] = [("x", 3.0), ("y", 5.0), ("a", 3.0), ("b", 6.0)];

fn main() {
    println!("best processor time, and how many times ours that is");
    condition();
    arithmetic();
    power();
    tile();
    loop_of_100();
    big_integer();
    map_and_reduce();
    filter();
}

/// A CalcArray.
fn ours(expression: &str) -> impl FnMut() -> Value {
    let program = program(expression);
    let mut host = Row::new("[[3,5],[3,6]]");
    let position = Position { hdir: 1.0, ..Position::default() };
    let mut meter = Meter::new(Limits::default());
    move || {
        meter.reset();
        black_box(&program).run(&mut host, &position, &mut meter).expect("no error")
    }
}

fn rhai(script: &str) -> impl FnMut() -> rhai::Dynamic {
    let mut engine = rhai::Engine::new();
    engine.set_optimization_level(rhai::OptimizationLevel::Full);
    let ast = engine.compile(script).expect("the benchmark's own script");
    let mut scope = rhai::Scope::new();
    for (name, value) in VARIABLES {
        scope.push(name, value);
    }
    let size = scope.len();
    move || {
        scope.rewind(size);
        engine.eval_ast_with_scope::<rhai::Dynamic>(&mut scope, black_box(&ast)).expect("no error")
    }
}

/// The library datalogic-rs.
fn json_logic(rule: &str) -> impl FnMut() -> bool {
    // Sessions borrow their engine; there are as many as there are rules here.
    let engine = Box::leak(Box::new(datalogic_rs::Engine::new()));
    let rule = engine.compile(rule).expect("the benchmark's own rule");
    let data = r#"{"x":3,"y":5,"a":3,"b":6,"list":[1,2,3,4,5,6,7,8,9,10]}"#;
    let data = datalogic_rs::ParsedData::from_json(data).expect("data");
    let mut session = engine.session();
    move || {
        session.reset();
        session.eval_borrowed(black_box(&rule), &data).map(|value| value.is_null()).expect("no error")
    }
}

fn evalexpr(expression: &str) -> impl FnMut() -> evalexpr::Value {
    let tree = evalexpr::build_operator_tree(expression).expect("the benchmark's own expression");
    let mut context = evalexpr::HashMapContext::new();
    for (name, value) in VARIABLES {
        context.set_value(name.into(), evalexpr::Value::Float(value)).expect("a new name");
    }
    move || black_box(&tree).eval_with_context(&context).expect("no error")
}

/// The library fasteval, which has no numbers but doubles.
fn fasteval(expression: &str) -> impl FnMut() -> f64 {
    let mut slab = fasteval::Slab::new();
    let parsed =
        fasteval::Parser::new().parse(expression, &mut slab.ps).expect("the benchmark's own expression");
    let compiled = parsed.from(&slab.ps).compile(&slab.ps, &mut slab.cs);
    let mut variables =
        |name: &str, _: Vec<f64>| VARIABLES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    move || black_box(&compiled).eval(&slab, &mut variables).expect("no error")
}

fn condition() {
    Comparison::new("a condition: x == a && y != b")
        .side("CalcArray", ours(r#"["@This 0","=","@Next 1 0","&&",["@This 1","!=","@Next 1 1"]]"#))
        .side("fasteval", fasteval("x == a && y != b"))
        .side(
            "datalogic-rs",
            json_logic(r#"{"and":[{"==":[{"var":"x"},{"var":"a"}]},{"!=":[{"var":"y"},{"var":"b"}]}]}"#),
        )
        .side("evalexpr", evalexpr("x == a && y != b"))
        .side("rhai", rhai("x == a && y != b"))
        .side("native", || black_box(3.0) == black_box(3.0) && black_box(5.0) != black_box(6.0))
        .print();
}

fn arithmetic() {
    Comparison::new("arithmetic: (x * 2 + y) % 7")
        .side("CalcArray", ours(r#"["@This 0","*",2,"+","@This 1","%",7]"#))
        .side("fasteval", fasteval("(x * 2 + y) % 7"))
        .side("datalogic-rs", json_logic(r#"{"%":[{"+":[{"*":[{"var":"x"},2]},{"var":"y"}]},7]}"#))
        .side("evalexpr", evalexpr("(x * 2 + y) % 7"))
        .side("rhai", rhai("(x * 2.0 + y) % 7.0"))
        .side("native", || (black_box(3.0_f64) * 2.0 + black_box(5.0)) % black_box(7.0))
        .print();
}

fn power() {
    Comparison::new("a power: 2 ^ (x + 1)")
        .side("CalcArray", ours(r#"[2,"^",["@This 0","+",1]]"#))
        .side("fasteval", fasteval("2 ^ (x + 1)"))
        .side(
            "datalogic-rs, by multiplying",
            json_logic(r#"{"*":[2,{"*":[2,{"*":[2,{"+":[{"var":"x"},1]}]}]}]}"#),
        )
        .side("evalexpr", evalexpr("2 ^ (x + 1)"))
        .side("rhai", rhai("2.0 ** (x + 1.0)"))
        .side("native", || black_box(2.0_f64).powf(black_box(3.0) + 1.0))
        .print();
}

fn tile() {
    let expression = r#"[false,"@if",["@This 0","=","@Next 1 0"],"2nd",["@Literal",["@CalcArray","@This 0","+",1]],"@end-if"]"#;
    Comparison::new("a tile: x == a ? [x + 1] : none")
        .side("CalcArray", ours(expression))
        .side(
            "datalogic-rs",
            json_logic(r#"{"if":[{"==":[{"var":"x"},{"var":"a"}]},[{"+":[{"var":"x"},1]}],null]}"#),
        )
        .side("rhai", rhai("if x == a { [x + 1.0] } else { [] }"))
        .side("native", || (black_box(3.0) == black_box(3.0)).then(|| vec![black_box(3.0) + 1.0]))
        .print();
}

fn loop_of_100() {
    let expression = r#"[0,"@end_vars",0,"@repeat",100,"+",["@var_retain","@Var 0","*","@This 0"],
        "@edit_var",0,["@var_retain","@Var 0","+",1],"@end-repeat"]"#;
    let native = || (0..100).fold(0.0_f64, |sum, k| black_box(sum) + f64::from(k) * black_box(3.0));
    Comparison::new("a loop: the sum of k * x for k from 0 to 99")
        .side("CalcArray", ours(expression))
        .side("rhai", rhai("let sum = 0.0; let k = 0.0; while k < 100.0 { sum += k * x; k += 1.0; } sum"))
        .side("native", native)
        .print();
}

fn big_integer() {
    Comparison::new("big integers: gcd(3 ^ 200, 6 ^ 100)")
        .side(
            "CalcArray",
            ours(r#"["@BigInt 3","^B","@BigInt 200","gcdB",["@BigInt 6","^B","@BigInt 100"]]"#),
        )
        .side("num-bigint", || BigInt::from(black_box(3)).pow(200).gcd(&BigInt::from(black_box(6)).pow(100)))
        .print();
}

fn map_and_reduce() {
    let expression =
        r#"[["@Literal",1,2,3,4,5,6,7,8,9,10],"arr_map",["@Var -1","*",2],"arr_reduce",0,["+","@Var -1"]]"#;
    let rule = r#"{"reduce":[{"map":[{"var":"list"},{"*":[{"var":""},2]}]},{"+":[{"var":"accumulator"},{"var":"current"}]},0]}"#;
    let script = "[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0].map(|k| k * 2.0).reduce(|sum, k| sum + k, 0.0)";
    Comparison::new("ten entries doubled, then added up")
        .side("CalcArray", ours(expression))
        .side("datalogic-rs", json_logic(rule))
        .side("rhai", rhai(script))
        .side("native", || {
            let doubled: Vec<f64> = (1..=10).map(|k| black_box(f64::from(k)) * 2.0).collect();
            doubled.iter().sum::<f64>()
        })
        .print();
}

fn filter() {
    let expression =
        r#"[["@Literal",1,2,3,4,5,6,7,8,9,10],"arr_filter",["@Var -1","%",2,"=",0],"arr_length"]"#;
    Comparison::new("the even ones of ten entries, counted")
        .side("CalcArray", ours(expression))
        .side("rhai", rhai("[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0].filter(|k| k % 2.0 == 0.0).len()"))
        .print();
}
