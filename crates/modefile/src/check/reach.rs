//! Whether a merge rule leaves anything to the rules after it.

use crate::check::rule::Rule;
use crate::node::{Kind, Node};

/// Whether the first rule applies wherever the second could.
///
/// It does if everything it asks for is among what the second asks for, it
/// needs no more tiles, and no more of their order.
pub(crate) fn covers(first: &Rule, second: &Rule) -> bool {
    let (Some(few), Some(many)) = (first.length(), second.length()) else { return false };
    // Rules of length 0 all apply, one after the other. What a rule for
    // several lengths becomes depends on the grid.
    if few == 0 || few > many || first.longer() || second.longer() {
        return false;
    }
    // In any order, the two might mean different tiles.
    if second.any_order() && !(first.any_order() && few == many) {
        return false;
    }
    if few < many && first.any_order() {
        return false;
    }
    let ([_, when, _, results, ..], [_, other, ..]) = (first.parts, second.parts) else { return false };
    // With more results than tiles, there may be no room for it.
    if results.as_array().is_none_or(|tiles| tiles.len() > few) {
        return false;
    }
    if !(same(first.variables, second.variables) || first.variables.is_empty()) {
        return false;
    }
    let steady = first.variables.iter().chain(second.variables).chain([when, other]).all(steady);
    match (terms(when), terms(other)) {
        (Some(needed), Some(given)) if steady => {
            needed.iter().all(|term| given.iter().any(|other| same(term, other)))
        }
        _ => false,
    }
}

/// What a condition asks for, if it asks for several things all of which must
/// hold; nothing, if it always holds.
fn terms(when: &Node) -> Option<Vec<&[Node]>> {
    let entries = match &when.kind {
        Kind::Boolean(true) => return Some(Vec::new()),
        Kind::Array(entries) => entries.as_slice(),
        _ => return None,
    };
    let entries = match entries {
        [word, rest @ ..] if word.is_word("@var_retain") => rest,
        _ => entries,
    };
    if entries.iter().any(|entry| entry.is_word("||")) {
        return None;
    }
    let mut terms: Vec<&[Node]> = entries.split(|entry| entry.is_word("&&")).collect();
    // Steps after the second term would apply to all before them.
    if terms.iter().skip(1).any(|term| term.len() != 1) {
        return None;
    }
    for term in &mut terms {
        if let [inner] = term {
            if let Some(entries) = inner.as_array() {
                *term = entries;
            }
        }
    }
    Some(terms)
}

/// Whether an expression only looks: run twice, it gives the same.
fn steady(node: &Node) -> bool {
    const CHANGING: [&str; 7] = ["@edit_", "@add_", "@insert_", "@remove_", "@replace_", "@run_", "rand_"];
    match &node.kind {
        Kind::Array(entries) => entries.iter().all(steady),
        Kind::Text(text) => !CHANGING.iter().any(|word| text.starts_with(word)),
        _ => true,
    }
}

fn same(a: &[Node], b: &[Node]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
}
