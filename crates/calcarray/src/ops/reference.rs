//! The language reference: the operator table as a page for people.

use std::fmt::Write;

use super::{Family, Operator, TABLE};

/// The operator table as Markdown: a section for each family, a row for each
/// operator with its operands, its result and an example.
///
/// ```
/// assert!(calcarray::ops::reference().contains("| `arr_map` |"));
/// ```
pub fn reference() -> String {
    let mut page = String::from(INTRODUCTION);
    for (title, operators) in TABLE {
        let _ = write!(
            page,
            "\n## {title}\n\n| Operator | Operands | Result | What it gives | Example |\n|---|---|---|---|---|\n"
        );
        for operator in operators.iter() {
            page.push_str(&row(operator));
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Operators of the language

*Generated from the operator table; `APPROVE=1 cargo test -p calcarray` writes it anew.*

An expression is an array: a first entry, then operators with their arguments. It is computed from left to right:
`[3, \"+\", 4, \"*\", 2]` is 14. The *running value* is the result so far. The operands below are the running value and
then the arguments. Each is converted to its type in the table. *Any* means: not converted, but a special string
such as `\"@This 0\"` is looked up. *Expression* means an array that the operator runs itself, as often as necessary.

A number in brackets after the operands is the number of entries that the operator and its arguments remove from the
line. It is given where this is not one more than the number of arguments. The next entry is then the next operator.
";

fn row(operator: &Operator) -> String {
    let mut operands = vec![operator.operand.name()];
    operands.extend(operator.arguments.iter().map(|family| family.name()));
    let mut operands = operands.join(", ");
    let has_body = matches!(operator.run, super::Run::Control(_));
    if operator.removes != operator.arguments.len() + 1 && !has_body {
        let _ = write!(operands, " ({})", operator.removes);
    }
    let example = match operator.example {
        ("", _) => String::from("in a game"),
        (expression, value) => format!("`{}` → `{}`", escaped(expression), escaped(value)),
    };
    let result = if operator.result == Family::Raw { Family::Any } else { operator.result };
    let help = escaped(operator.help);
    format!("| `{}` | {operands} | {} | {help} | {example} |\n", escaped(operator.name), result.name())
}

/// A bar would end the cell of the table.
fn escaped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}
