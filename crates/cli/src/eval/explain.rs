//! What an operator does, from the table that the evaluator itself reads.

use polymerge::calc::ops::{self, Operator};

/// A page about the operator of this name.
///
/// # Errors
/// If there is none; names the closest ones.
pub fn page(name: &str) -> Result<String, String> {
    let Some(operator) = ops::find(name) else {
        let similar = similar(name);
        let hint = match similar.is_empty() {
            true => String::new(),
            false => format!("; similar ones: {}", similar.join(", ")),
        };
        return Err(format!("there is no operator {name:?}{hint}"));
    };
    let (expression, value) = operator.example;
    Ok(format!("{}\n{}\n\n    {expression}\n    {value}\n", usage(operator), operator.help))
}

/// The line of an operator: what it takes and what comes out.
fn usage(operator: &Operator) -> String {
    let arguments: String = operator.arguments.iter().map(|family| format!(" ({})", family.name())).collect();
    format!("({}) {}{arguments} -> {}", operator.operand.name(), operator.name, operator.result.name())
}

/// Names that have the wanted one in them, or are in it, whatever the case.
fn similar(name: &str) -> Vec<&'static str> {
    let wanted = name.to_lowercase();
    let close = |known: &str| {
        let known = known.to_lowercase();
        known.contains(&wanted) || (known.len() > 2 && wanted.contains(&known))
    };
    ops::all().map(|operator| operator.name).filter(|known| close(known)).take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operator_is_explained_from_its_row() {
        let page = page("+").unwrap();
        assert!(page.starts_with("(number) + (number) -> number\n"), "{page}");
    }

    #[test]
    fn similar_names_are_offered() {
        let message = page("Floor").unwrap_err();
        assert!(message.contains("\"Floor\"; similar ones: floor"), "{message}");
    }
}
