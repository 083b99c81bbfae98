//! The printer: from a tree to text. Brackets stand in the tree already.

use std::fmt::Write;

use calcarray::ops::Operator;
use calcarray::{Text, Value, json};

use crate::names::SHARE;
use crate::signs::written;
use crate::token::{KEEP, is_of_name};
use crate::tree::{Callee, Expression, Form, Kind, Statement};

/// Writes statements on one line.
pub(crate) fn statements(statements: &[Statement]) -> String {
    let mut out = String::new();
    for (place, part) in statements.iter().enumerate() {
        if place > 0 {
            let is_else =
                matches!(part, Statement::Block { operator, .. } if operator.name.starts_with("@else"));
            let goes_on = is_else && matches!(statements[place - 1], Statement::Block { .. });
            out.push_str(if goes_on { " " } else { "; " });
        }
        statement(part, &mut out);
    }
    out
}

/// A line of a script that is longer is broken where blocks begin and end.
const WIDTH: usize = 80;

/// Writes statements line by line, with blocks set in.
pub(crate) fn lines(body: &[Statement], indent: usize, out: &mut Vec<String>) {
    let blanks = " ".repeat(indent);
    for part in body {
        let mut whole = blanks.clone();
        statement(part, &mut whole);
        match part {
            Statement::Block { operator, condition, body, is_open: false } if whole.len() > WIDTH => {
                let mut head = blanks.clone();
                block_head(operator, condition.as_ref(), &mut head);
                out.push(head + " {");
                lines(body, indent + 2, out);
                out.push(format!("{blanks}}}"));
            }
            _ => out.push(whole),
        }
    }
}

fn block_head(operator: &Operator, condition: Option<&Expression>, out: &mut String) {
    out.push_str(match operator.name {
        "@if" => "if",
        "@else-if" => "else_if",
        "@else" => "else",
        _ => "repeat",
    });
    if let Some(condition) = condition {
        out.push(' ');
        expression(condition, out);
    }
}

fn statement(statement: &Statement, out: &mut String) {
    match statement {
        Statement::Value(value) => expression(value, out),
        Statement::Let(name, value) => {
            let _ = write!(out, "let {name} = ");
            expression(value, out);
        }
        Statement::Set { target, operator, value } => {
            expression(target, out);
            let _ = write!(out, " {}= ", operator.map_or("", |operator| operator.name));
            expression(value, out);
        }
        Statement::Step(operator, arguments) => {
            out.push_str(operator.name.trim_start_matches('@'));
            list('(', arguments, ')', out);
        }
        Statement::Block { operator, condition, body, is_open } => {
            block_head(operator, condition.as_ref(), out);
            match is_open {
                true => {
                    let _ = write!(out, ":: {}", statements(body));
                }
                false => block(body, out),
            }
        }
    }
}

fn block(body: &[Statement], out: &mut String) {
    match body.is_empty() {
        true => out.push_str(" {}"),
        false => {
            let _ = write!(out, " {{ {} }}", statements(body));
        }
    }
}

fn list(open: char, entries: &[Expression], close: char, out: &mut String) {
    out.push(open);
    for (place, entry) in entries.iter().enumerate() {
        if place > 0 {
            out.push_str(", ");
        }
        expression(entry, out);
    }
    out.push(close);
}

/// Writes an expression.
pub(crate) fn expression(value: &Expression, out: &mut String) {
    match &value.kind {
        Kind::Constant(value) => constant(value, out),
        Kind::Text(value) => text(value, out),
        Kind::Name(name) => out.push_str(name),
        Kind::Word(word, parts) => {
            out.push_str(word);
            if !parts.is_empty() {
                let _ = write!(out, "({})", parts.join(", "));
            }
        }
        Kind::Tile { word, distance, entry } => tile(word, distance, entry.as_deref(), out),
        Kind::Member(base, entry) => {
            expression(base, out);
            let _ = write!(out, ".{entry}");
        }
        Kind::Splice(base, name) => match base {
            Some(base) => {
                expression(base, out);
                let _ = write!(out, ".${name}");
            }
            None => {
                let _ = write!(out, "...${name}");
            }
        },
        Kind::List(entries) => list('[', entries, ']', out),
        Kind::Call(name, arguments) => {
            out.push_str(name);
            list('(', arguments, ')', out);
        }
        Kind::Running => out.push('_'),
        Kind::Apply { operator, form, base, arguments } => applied(operator, *form, base, arguments, out),
        Kind::Lambda { words, parameters, body } => {
            if !words.is_empty() {
                let _ = write!(out, "{} ", starting(words));
            }
            match parameters.as_slice() {
                [single] => out.push_str(single),
                _ => {
                    let _ = write!(out, "({})", parameters.join(", "));
                }
            }
            out.push_str(" =>");
            match body.as_slice() {
                [Statement::Value(value)] => {
                    out.push(' ');
                    expression(value, out);
                }
                _ => block(body, out),
            }
        }
        Kind::Group(inner) => {
            out.push('(');
            expression(inner, out);
            out.push(')');
        }
        Kind::Sequence(body) => out.push_str(&statements(body)),
        Kind::Modified { words, body } => {
            out.push_str(&starting(words));
            block(body, out);
        }
    }
}

/// The words at the start of a line, as formulas have them.
fn starting(words: &[String]) -> String {
    match words {
        [word] if word == SHARE => KEEP.to_owned(),
        _ => words.join(" "),
    }
}

fn tile(word: &str, distance: &[f64], entry: Option<&str>, out: &mut String) {
    let name =
        crate::names::TILES.iter().find(|(_, known, _)| *known == word).map_or("this", |(name, ..)| name);
    out.push_str(name);
    if !(distance.is_empty() || (name == "next" && distance == [1.0])) {
        let numbers: Vec<String> = distance.iter().map(f64::to_string).collect();
        let _ = write!(out, "({})", numbers.join(", "));
    }
    if let Some(entry) = entry {
        let _ = write!(out, ".{entry}");
    }
}

fn applied(operator: &Callee, form: Form, base: &Expression, arguments: &[Expression], out: &mut String) {
    let operator = match operator {
        Callee::Known(operator) => operator,
        Callee::Quoted(name) => {
            expression(base, out);
            out.push('.');
            text(name, out);
            return list('(', arguments, ')', out);
        }
    };
    let name = written(operator).unwrap_or(operator.name);
    match form {
        Form::Infix(_) => {
            expression(base, out);
            let _ = write!(out, " {name} ");
            arguments.iter().for_each(|argument| expression(argument, out));
        }
        Form::Prefix => {
            out.push_str(name);
            expression(base, out);
        }
        Form::Function => {
            let _ = write!(out, "{name}(");
            expression(base, out);
            for argument in arguments {
                out.push_str(", ");
                expression(argument, out);
            }
            out.push(')');
        }
        Form::Postfix => {
            expression(base, out);
            match (operator.name, arguments) {
                ("arr_elem", [_]) => list('[', arguments, ']', out),
                ("arr_length", []) => out.push_str(".length"),
                _ => {
                    let short = operator.name.strip_prefix("arr_");
                    let short = short.filter(|short| {
                        crate::parse::method(short).is_some_and(|found| found.name == operator.name)
                    });
                    let _ = write!(out, ".{}", short.unwrap_or(operator.name));
                    list('(', arguments, ')', out);
                }
            }
        }
    }
}

fn constant(value: &Value, out: &mut String) {
    let json = json::write(value);
    let parts: Vec<&str> = json.trim_matches('"').split(' ').collect();
    let _ = match (value, parts.as_slice()) {
        (Value::Number(number), _) if number.is_nan() => write!(out, "NaN"),
        (Value::Number(number), _) if number.is_infinite() => {
            write!(out, "{}", if *number > 0.0 { "Infinity" } else { "-Infinity" })
        }
        (Value::Number(_) | Value::Boolean(_) | Value::Null, _) => write!(out, "{json}"),
        (Value::Undefined, _) => write!(out, "undefined"),
        (Value::Integer(_), [_, number]) => write!(out, "{number}n"),
        (Value::Rational(_), [_, numerator, "1"]) => write!(out, "{numerator}q"),
        (Value::Rational(_), [_, numerator, denominator]) => write!(out, "{numerator}/{denominator}q"),
        (Value::Gaussian(_), [_, re, im]) => {
            let plus = if im.starts_with('-') { "" } else { "+" };
            write!(out, "{re}{plus}{im}i")
        }
        // Between backticks there is no other backtick.
        _ => write!(out, "`{}`", json.replace('`', "\\u0060")),
    };
}

/// Writes a text between single quotes.
pub(crate) fn text(value: &Text, out: &mut String) {
    out.push('\'');
    for unit in char::decode_utf16(value.units().iter().copied()) {
        let _ = match unit {
            Ok('\'') => write!(out, "\\'"),
            Ok('\\') => write!(out, "\\\\"),
            Ok('\n') => write!(out, "\\n"),
            Ok(control) if control.is_control() => write!(out, "\\u{:04x}", u32::from(control)),
            Ok(next) => write!(out, "{next}"),
            // Half of a pair, which no text in UTF-8 can hold.
            Err(half) => write!(out, "\\u{:04x}", half.unpaired_surrogate()),
        };
    }
    out.push('\'');
}

/// Returns true if a text can be a name in formulas.
pub fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && text.chars().all(is_of_name)
}
