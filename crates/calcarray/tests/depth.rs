//! Nothing that nests, however deep, can exhaust the stack.

use calcarray::host::NoGame;
use calcarray::{json, Array, ErrorKind, Limit, Limits, Meter, Position, Program, Value};

const DEEP: usize = 100_000;

fn run(expression: &Value) -> Result<Value, calcarray::Error> {
    let limits = Limits::default();
    let program = Program::compile(expression, &limits)?;
    program.run(&mut NoGame::default(), &Position::default(), &mut Meter::new(limits))
}

fn read(text: &str) -> Value {
    json::read(text, &json::ReadLimits::default()).expect("the test's own JSON")
}

fn limit(expression: &Value) -> Option<Limit> {
    match run(expression).expect_err("a limit").kind() {
        ErrorKind::Limit(limit) => Some(*limit),
        _ => None,
    }
}

/// 100,000 arrays inside one another, around a number.
fn tower() -> Value {
    (0..DEEP).fold(Value::Number(1.0), |inner, _| Value::array(vec![inner]))
}

#[test]
fn a_text_nested_too_deep_is_refused_where_it_is_read() {
    let text = "[".repeat(DEEP) + "1" + &"]".repeat(DEEP);
    let error = json::read(&text, &json::ReadLimits::default()).expect_err("too deep");
    assert_eq!(error.kind, json::ReadErrorKind::Depth);

    let generous = json::ReadLimits { depth: 2 * DEEP, ..json::ReadLimits::default() };
    let value = json::read(&text, &generous).expect("within these limits");
    assert_eq!(limit(&value), Some(Limit::Nesting));
    assert_eq!(json::write(&value), text);
}

#[test]
fn a_value_nested_too_deep_is_no_expression() {
    let value = tower();
    assert_eq!(value.as_array().map(Array::depth), Some(DEEP as u32));
    assert_eq!(limit(&value), Some(Limit::Nesting));
    assert_eq!(value, tower());
    assert!(format!("{value:?}").len() > DEEP);
}

#[test]
fn values_that_an_expression_builds_stop_at_the_limit() {
    for expression in [
        r#"[1, "@repeat", 100000, "Array", "@end-repeat"]"#,
        r#"[["@Literal"], "@repeat", 100000, "arr_push", ["@Literal", ["@CalcArray", "@Parent -2"]], "@end-repeat"]"#,
        r#"[1, "@repeat", 100000, "2nd", ["@Literal", ["@CalcArray", "@Parent -2"]], "@end-repeat"]"#,
    ] {
        let limit = limit(&read(expression));
        assert!(
            matches!(limit, Some(Limit::Nesting | Limit::Memory | Limit::Steps)),
            "{expression}: {limit:?}"
        );
    }
}

#[test]
fn blocks_inside_blocks_stop_at_the_limit() {
    let mut line = vec![Value::Number(1.0)];
    for _ in 0..DEEP {
        line.extend([Value::text("@if"), Value::Boolean(true)]);
    }
    assert_eq!(limit(&Value::array(line)), Some(Limit::Nesting));
}

#[test]
fn evaluations_that_call_themselves_stop_at_the_limit() {
    for expression in [
        r#"["@Parent -1"]"#,
        r#"[["@Literal", "@var_retain", "@Var 0", "CalcArray"], "@end_vars", "@Var 0", "CalcArray"]"#,
        r#"[["@Literal", 1, 2], "arr_sort", ["@Parent -1"]]"#,
    ] {
        assert_eq!(limit(&read(expression)), Some(Limit::Depth), "{expression}");
    }
}

#[test]
fn expressions_within_the_limit_have_stack_enough() {
    let deep = (0..200).fold(Value::Number(1.0), |inner, _| {
        Value::array(vec![Value::Number(1.0), Value::text("2nd"), inner])
    });
    assert_eq!(run(&deep), Ok(Value::Number(1.0)));
}
