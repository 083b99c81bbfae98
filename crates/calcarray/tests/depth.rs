//! The stack: no nesting, however deep, can exhaust it.

use calcarray::host::NoGame;
use calcarray::{Array, ErrorKind, Limit, Limits, Meter, Position, Program, Value, json};

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
fn a_list_of_variables_that_grows_costs_as_much_as_is_read_of_it() {
    // Found by fuzzing: half a million entries were copied in a few thousand
    // steps.
    let expression = read(
        r#"[0, "@repeat", 1000, "+", ["@var_retain", 7, "@end_vars", "@Var", "arr_length"], "@end-repeat"]"#,
    );
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let program = Program::compile(&expression, &limits).expect("an expression");
    let run = |steps| {
        let mut meter = Meter::new(Limits { steps, ..limits.clone() });
        program.run(&mut NoGame::default(), &Position::default(), &mut meter)
    };
    assert_eq!(run(10_000_000).expect("enough"), Value::Number(500_500.0));
    let error = run(100_000).expect_err("a limit");
    assert!(matches!(error.kind(), ErrorKind::Limit(Limit::Steps)), "{error:?}");
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

/// Every way in which evaluations contain one another, down to the limit.
#[test]
fn there_is_stack_enough_down_to_the_limit() {
    type Wrap = fn(Value) -> Value;
    let wrap: &[(&str, Wrap)] = &[
        ("arguments", |inner| Value::array(vec![1.0.into(), "2nd".into(), inner])),
        ("first entries", |inner| Value::array(vec![inner, "2nd".into(), 1.0.into()])),
        ("texts", |inner| Value::array(vec!["a".into(), "str_concat".into(), inner])),
        ("conditions", |inner| Value::array(vec![1.0.into(), "@if".into(), inner, "@end-if".into()])),
        ("counts", |inner| Value::array(vec![1.0.into(), "@repeat".into(), inner, "@end-repeat".into()])),
        ("declarations", |inner| Value::array(vec![inner, "@end_vars".into(), 1.0.into()])),
        ("operators", |inner| Value::array(vec![1.0.into(), inner, 2.0.into()])),
        ("callbacks", |inner| {
            let one = Value::array(vec!["@Literal".into(), 1.0.into()]);
            Value::array(vec![one, "arr_map".into(), Value::array(vec!["2nd".into(), "2nd".into(), inner])])
        }),
        ("code in literals", |inner| {
            let code = match inner {
                Value::Array(code) => code.to_vec(),
                value => vec![value],
            };
            let code = std::iter::once("@CalcArray".into()).chain(code).collect::<Vec<Value>>();
            Value::array(vec!["@Literal".into(), Value::array(code)])
        }),
        ("arrays run as code", |inner| {
            let code = Value::array(vec!["@Literal".into(), 1.0.into(), "2nd".into(), inner]);
            Value::array(vec![code, "CalcArray".into()])
        }),
    ];
    for (what, wrap) in wrap {
        let deep = (0..400).fold(Value::Number(1.0), |inner, _| wrap(inner));
        let error = run(&deep).expect_err(what);
        assert!(matches!(error.kind(), ErrorKind::Limit(Limit::Nesting | Limit::Depth)), "{what}: {error}");
        for depth in [60, 120, 250] {
            let deep = (0..depth).fold(Value::Number(1.0), |inner, _| wrap(inner));
            let _ = run(&deep);
        }
    }
}

#[test]
fn blocks_have_stack_enough_down_to_the_limit() {
    let mut line = vec![Value::Number(1.0)];
    for _ in 0..250 {
        line.extend([Value::text("@if"), Value::Boolean(true), Value::text("@repeat"), Value::Number(1.0)]);
    }
    let _ = run(&Value::array(line));
    let mut line = vec![Value::Number(1.0)];
    for _ in 0..250 {
        line.extend([Value::text("@repeat"), Value::array(vec![Value::Number(1.0)])]);
    }
    let _ = run(&Value::array(line));
}

#[test]
fn sizes_beyond_64_bits_are_the_largest_there_is() {
    let grown = (0..80).fold(Value::Number(1.0), |inner, _| Value::array(vec![inner.clone(), inner]));
    let object = json::Object::new(["a", "b"].map(|key| (key.into(), grown.clone())).into());
    assert_eq!((grown.size(), object.size()), (u64::MAX, u64::MAX));
    let limits = Limits { array_length: usize::MAX, text_length: usize::MAX, ..Limits::default() };
    let mut meter = Meter::new(limits);
    assert!(meter.array(usize::MAX).is_err() && meter.text(usize::MAX).is_err());
    assert!(meter.array(usize::MAX / 16 + 1).is_err() && meter.text(usize::MAX / 2 + 1).is_err());
}
