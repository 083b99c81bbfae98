//! Long flat lines take no more of the stack than short ones, and work in
//! proportion to their length.

use calcarray::host::NoGame;
use calcarray::{Limits, Meter, Position, Program, Value, internals, json};

/// A number of operators that no stack of that size would bear, however little each takes.
const LONG: usize = 4_000;

/// Far less than any thread or page has.
const STACK: usize = 256 << 10;

fn text(word: &str) -> Value {
    Value::text(word)
}

fn line(entries: &str) -> Vec<Value> {
    let value = json::read(&format!("[{entries}]"), &json::ReadLimits::default()).expect("the test's JSON");
    value.as_array().expect("an array").to_vec()
}

/// A line that begins so and goes on with `times` repetitions.
fn repeated(first: &str, part: &str, times: usize) -> Value {
    let part = line(part);
    let mut entries = line(first);
    entries.extend(std::iter::repeat_with(|| part.clone()).take(times).flatten());
    Value::array(entries)
}

/// Does everything that is done to an expression, in a thread with a small stack;
/// gives the value and how many steps it took.
fn run(expression: Value) -> (Value, u64) {
    let work = move || {
        let limits = Limits { steps: 1 << 40, memory: 1 << 40, ..Limits::default() };
        let program = Program::compile(&expression, &limits).expect("an expression");
        let mut meter = Meter::new(limits.clone());
        let value = program.run(&mut NoGame::default(), &Position::default(), &mut meter);
        let _ = (
            internals::predicate(&program, &limits),
            internals::formula(&program, &limits),
            format!("{program:?}").len(),
        );
        let copy = json::read(&json::write(&expression), &json::ReadLimits::default()).expect("its own text");
        assert_eq!(copy, expression);
        let (kept, dropped) = (program.clone(), program);
        drop((kept, dropped, copy, expression));
        let value = value.map_err(|error| error.to_string()).expect("a value");
        (value, (1 << 40) - meter.steps_left())
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread").join().expect("stack enough")
}

/// Beginnings and what is repeated after them.
const CHAINS: [(&str, &str); 24] = [
    ("0", r#""+",1"#),
    ("1", r#""abs""#),
    ("true", r#""&&",true"#),
    ("false", r#""||",["@This 0","=",1]"#),
    ("true", r#""!""#),
    ("0", r#""min",1"#),
    (r#""@BigInt 0""#, r#""+B",1"#),
    ("1", r#""/R",2,"*R",2"#),
    (r#"["@Literal",1]"#, r#""2nd",["@Literal",2]"#),
    ("0", r#""=",1"#),
    ("0", r#""@if",[1,"=",1],"+",1,"@end-if""#),
    ("true", r#""@if",[1,"=",1],"@end-if""#),
    ("true", r#""@if",[1,"=",1],"@if",[1,"=",2],"!","@end-if","@end-if""#),
    ("0", r#""@if",["@Parent -2","=",1],"+",1,"@end-if""#),
    (r#"0,"@if",false,"@end-if""#, r#""@else-if",[1,"=",2],"+",1,"@end-else-if""#),
    ("0", r#""@if",false,"@end-if","@else","+",1,"@end-else""#),
    ("0", r#""@repeat",1,"+",1,"@end-repeat""#),
    ("0", r#""@repeat",[false],"+",1,"@end-repeat""#),
    (r#"0,"@end_vars",0"#, r#""@edit_var",0,1"#),
    ("0", r#""pow",1"#),
    ("0", r#""@nothing""#),
    (r#""@Literal""#, r#"["@CalcArray",1,"+",1]"#),
    (r#""@var_retain""#, r#""@var_retain""#),
    (r#"["@Literal",1]"#, r#""arr_map",["@var_retain","@Var -1","+",1]"#),
];

#[test]
fn long_lines_take_no_stack() {
    for (first, part) in CHAINS {
        run(repeated(first, part, LONG));
    }
    assert_eq!(run(repeated("0", r#""+",1"#, 25 * LONG)).0, Value::Number(25.0 * LONG as f64));
}

/// Chains inside of what is run by an operator of its own.
#[test]
fn chains_in_blocks_and_callbacks_take_no_stack() {
    for (first, part, last) in [
        (r#"0,"@if",true"#, r#""+",1"#, r#""@end-if""#),
        (r#"0,"@repeat",2"#, r#""+",1"#, r#""@end-repeat""#),
        (r#"0,"@repeat",2"#, r#""+",["@This 0"]"#, r#""@end-repeat""#),
        ("1", "1", r#""@end_vars","@Var 0""#),
    ] {
        let mut entries = repeated(first, part, LONG).as_array().expect("an array").to_vec();
        entries.extend(line(last));
        run(Value::array(entries));
    }
    for operator in ["arr_map", "arr_filter"] {
        let chain = repeated(r#""@var_retain","@Var -1""#, r#""+",1"#, LONG);
        let numbers = Value::array(line(r#""@Literal",1,2,3"#));
        run(Value::array(vec![numbers, text(operator), chain]));
    }
    let code = repeated(r#""@Literal",1"#, r#""+",1"#, LONG);
    run(Value::array(vec![code, text("CalcArray")]));
}

#[test]
fn four_times_the_length_takes_four_times_the_steps() {
    for (first, part) in CHAINS {
        let [short, long] = [250, 1_000].map(|times| run(repeated(first, part, times)).1);
        assert!(long <= 4 * short + 4, "{part}: {short} and {long}");
    }
}
