//! Laws on generated expressions and texts.

use calcarray::{Value, json, ops};
use polymerge_formula::{NoNames, compile, show, show_lines};
use proptest::prelude::*;

/// Entries that mean something in lines: operators, words, values.
fn entry() -> impl Strategy<Value = Value> {
    let names: Vec<&'static str> = ops::all().map(|operator| operator.name).collect();
    let words = [
        "@This 0",
        "@Next 1 0",
        "@Var 0",
        "@Var -1",
        "@GVar 1",
        "@Score",
        "@Literal",
        "@CalcArray",
        "@end_vars",
        "@var_retain",
        "@var_copy",
        "@include_gvars",
        "@Empty",
        "@end-if",
        "@end-repeat",
        "@Relative 0 1",
        "@@x",
        "it's",
        "@Next  1",
        "= 5",
        "",
        "x`y",
    ];
    let constants = [
        "0",
        "1",
        "-1",
        "0.5",
        "1e-7",
        "1e21",
        "true",
        "false",
        "null",
        "\"@undefined\"",
        "\"@Infinity\"",
        "\"@-Infinity\"",
        "\"@NaN\"",
        "\"@BigInt 5\"",
        "\"@BigInt -5\"",
        "\"@BigRational 3 4\"",
        "\"@BigRational 1 0\"",
        "\"@GaussianBigInt 2 -3\"",
        "-0.0",
    ];
    let constants: Vec<Value> =
        constants.iter().map(|text| json::read(text, &Default::default()).unwrap()).collect();
    prop_oneof![
        3 => proptest::sample::select(names).prop_map(Value::text),
        2 => proptest::sample::select(words.to_vec()).prop_map(Value::text),
        3 => proptest::sample::select(constants),
    ]
}

fn expression() -> impl Strategy<Value = Value> {
    entry().prop_recursive(4, 40, 7, |inner| proptest::collection::vec(inner, 0..7).prop_map(Value::array))
}

/// Lines that are well formed as far as the table goes: a value, then operators with as many
/// arguments as they have.
fn line() -> impl Strategy<Value = Value> {
    let operators: Vec<&'static ops::Operator> = ops::all().collect();
    entry().prop_recursive(4, 60, 7, move |inner| {
        let step =
            (proptest::sample::select(operators.clone()), proptest::collection::vec(inner.clone(), 10));
        (inner, proptest::collection::vec(step, 0..4)).prop_map(|(first, steps)| {
            let mut entries = vec![first];
            for (operator, arguments) in steps {
                entries.push(Value::text(operator.name));
                entries.extend(arguments.into_iter().take(operator.arguments.len()));
            }
            Value::array(entries)
        })
    })
}

fn comes_back(value: &Value) {
    let shown = show(value, &NoNames);
    let back = compile(&shown, &NoNames).unwrap_or_else(|error| panic!("{shown}: {error}"));
    assert_eq!(json::write(&back), json::write(value), "{shown}");
    assert_eq!(show(&back, &NoNames), shown);
    let lines: Vec<String> = show_lines(value, &NoNames).iter().map(|line| line[1..].to_owned()).collect();
    let joined = compile(&format!("={}", lines.join(" ;")), &NoNames);
    let joined = joined.unwrap_or_else(|error| panic!("{lines:?}: {error}"));
    assert_eq!(json::write(&joined), json::write(value), "{lines:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_expression_comes_back(value in expression()) {
        comes_back(&value);
    }

    #[test]
    fn any_line_comes_back(value in line()) {
        comes_back(&value);
    }

    /// No text makes the compiler panic, and what it understands comes back.
    #[test]
    fn texts_are_understood_or_refused(parts in proptest::collection::vec(proptest::sample::select(vec![
        "1", "2n", "3/4q", "x", "score", "next", ".value", ".length", "[", "]", "(", ")", "{", "}", "+", "-", "*B",
        "==", "=", "&&", "!", "=>", ",", ";", ":", "let", "if", "else", "repeat", "for", "in", "_", "'a'", "`[1]`",
        "@Var", "@var_copy", "floor", "max", "count", "neighbours", ".filter", "^", " ", "\u{e9}", "'", "0x", "1e",
    ]), 0..14)) {
        let text = format!("={}", parts.join(" "));
        if let Ok(value) = compile(&text, &NoNames) {
            comes_back(&value);
        }
        let text = format!("={}", parts.concat());
        if let Ok(value) = compile(&text, &NoNames) {
            comes_back(&value);
        }
    }
}

#[test]
fn deep_and_long_texts_are_refused() {
    for text in [
        "(".repeat(10_000),
        "[".repeat(10_000),
        "!".repeat(10_000),
        "- ".repeat(10_000),
        "1+(".repeat(10_000),
    ] {
        assert!(compile(&format!("={text}1"), &NoNames).is_err());
    }
    assert!(compile(&format!("={}1", "1 + ".repeat(30_000)), &NoNames).is_err());
    assert!(compile(&format!("={}1", "x => ".repeat(10_000)), &NoNames).is_err());
    assert!(compile(&format!("={}", "if 1: ".repeat(10_000)), &NoNames).is_err());
    // What is long without being deep is no matter: a list, a script.
    assert!(compile(&format!("=[{}1]", "1, ".repeat(30_000)), &NoNames).is_ok());
    assert!(compile(&format!("={}1", "score += 1;".repeat(9_000)), &NoNames).is_ok());
    assert!(compile(&format!("=1{}", " + (1 + 1)".repeat(200)), &NoNames).is_ok());
    let nested = format!("{}1{}", "1 + (1 + ".repeat(90), format!("){}", " + 1".repeat(150)).repeat(90));
    assert!(compile(&format!("={nested}"), &NoNames).is_err());
}

#[test]
fn deep_expressions_are_shown() {
    let mut value = Value::Number(1.0);
    for _ in 0..200 {
        value = Value::array(vec![Value::Number(1.0), Value::text("+"), value]);
    }
    comes_back(&value);
    let steps = (0..1_000).flat_map(|_| [Value::text("+"), Value::Number(1.0)]);
    comes_back(&Value::array([vec![Value::Number(1.0)], steps.collect()].concat()));
    let steps = (0..1_000).flat_map(|_| [Value::text("@add_score"), Value::Number(1.0)]);
    comes_back(&Value::array([vec![Value::Number(0.0)], steps.collect()].concat()));
}

/// Showing takes no more than a multiple of the size, whatever a code holds.
#[test]
fn long_expressions_are_shown_soon() {
    // Words that share variables where they need not: every line has several forms to try.
    let mut value = Value::Number(1.0);
    for _ in 0..18 {
        let line = [Value::text("@var_retain"), value.clone(), Value::text("+"), value];
        value = Value::array(line.to_vec());
        if value.size() > 40_000 {
            break;
        }
    }
    comes_back(&value);
}
