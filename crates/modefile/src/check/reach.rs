//! Unreachable merge rules: an earlier rule applies wherever they could.

use std::collections::HashMap;

use crate::check::merge_rule::Rule;
use crate::text::node::{Kind, Node, Span};

/// The number of pairs of rules of a mode that are compared, at most. Rules whose conditions have
/// no term in common need no comparison.
const MOST_COMPARISONS: usize = 1 << 20;

/// The rules of a mode from the first on, as far as they may leave nothing to others.
pub(crate) struct Earlier<'n> {
    entries: Vec<RuleTerms<'n>>,
    /// The number of rules with each term.
    frequencies: HashMap<u64, usize>,
    /// Rules by the term that the fewest of all ask for, in their order; all rules are
    /// looked for that ask for nothing.
    by_term: HashMap<u64, Vec<usize>>,
    comparisons: usize,
    is_over: bool,
}

/// The conditions of a rule.
struct RuleTerms<'n> {
    rule: Rule<'n>,
    /// Fingerprints of the terms, each once; `None` if it can't be told what they are.
    terms: Option<Vec<u64>>,
    /// Fingerprints of the terms that follow from these.
    implied: Vec<u64>,
}

/// The key of rules that ask for nothing.
const NOTHING: u64 = 0;

/// The result of a search.
pub(crate) enum Reached {
    /// An earlier rule, by its number, applies wherever this one could.
    Never(usize),
    /// A rule that no earlier one is known to replace.
    Perhaps,
    /// A rule with too many earlier ones to compare, like all rules after it; reported once.
    TooMany,
}

impl<'n> Earlier<'n> {
    /// Returns the rules of a mode; none of them counts as earlier yet.
    pub fn of(rules: impl Iterator<Item = Rule<'n>>) -> Earlier<'n> {
        let entries: Vec<RuleTerms<'n>> = rules.map(RuleTerms::of).collect();
        let mut frequencies = HashMap::new();
        for term in entries.iter().filter_map(|entries| entries.terms.as_ref()).flatten() {
            *frequencies.entry(*term).or_default() += 1;
        }
        Earlier { entries, frequencies, by_term: HashMap::new(), comparisons: 0, is_over: false }
    }

    /// Searches the rules before this one for one that takes everything that it could merge. The
    /// caller goes through the rules in order.
    pub fn reach(&mut self, place: usize) -> Reached {
        if self.is_over {
            return Reached::Perhaps;
        }
        let Some(RuleTerms { rule, terms: Some(terms), implied }) = self.entries.get(place) else {
            return Reached::Perhaps;
        };
        let mut found: Option<usize> = None;
        for term in terms.iter().chain(implied).chain([&NOTHING]) {
            for &before in self.by_term.get(term).into_iter().flatten() {
                if found.is_some_and(|found| found <= before) {
                    break;
                }
                if self.comparisons == MOST_COMPARISONS {
                    self.is_over = true;
                    return Reached::TooMany;
                }
                self.comparisons += 1;
                if self.entries.get(before).is_some_and(|entries| covers(&entries.rule, rule)) {
                    found = Some(before);
                }
            }
        }
        let rarest = terms.iter().min_by_key(|term| self.frequencies.get(term)).unwrap_or(&NOTHING);
        self.by_term.entry(*rarest).or_default().push(place);
        found.map_or(Reached::Perhaps, Reached::Never)
    }

    /// Returns the number of pairs of rules that were compared.
    #[cfg(test)]
    pub fn comparisons(&self) -> usize {
        self.comparisons
    }

    /// Returns the place of a rule.
    pub fn span(&self, place: usize) -> Option<Span> {
        self.entries.get(place).map(|own| own.rule.span)
    }
}

impl<'n> RuleTerms<'n> {
    fn of(rule: Rule<'n>) -> RuleTerms<'n> {
        let terms = rule.parts.get(1).filter(|_| rule.length().is_some() && !rule.longer());
        let fingerprint = |term: &[Node]| {
            // Never that of nothing.
            term.iter().fold(1, |whole: u64, entry| whole.rotate_left(7) ^ entry.fingerprint()) | 1
        };
        let terms = terms.and_then(terms_of);
        let implied = terms.as_deref().map_or(Vec::new(), implied);
        let implied = implied.iter().map(|term| fingerprint(term)).collect();
        let terms = terms.map(|terms| {
            let mut prints: Vec<u64> = terms.into_iter().map(fingerprint).collect();
            prints.sort_unstable();
            prints.dedup();
            prints
        });
        RuleTerms { rule, terms, implied }
    }
}

/// Returns true if the first rule applies wherever the second could.
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
    let ([_, when, order, results, ..], [_, other, other_order, ..]) = (first.parts, second.parts) else {
        return false;
    };
    // An expression for the order may ask for more.
    if !matches!(order.kind, Kind::Boolean(_)) && !order.same(other_order) {
        return false;
    }
    // With more results than tiles, there may be no room for it.
    if results.as_array().is_none_or(|tiles| tiles.len() > few) {
        return false;
    }
    if !(same(first.variables, second.variables) || first.variables.is_empty()) {
        return false;
    }
    let steady = first.variables.iter().chain(second.variables).chain([when, other, order]).all(steady);
    match (terms_of(when), terms_of(other)) {
        (Some(needed), Some(given)) if steady => {
            let more = implied(&given);
            let given = || given.iter().copied().chain(more.iter().map(Vec::as_slice));
            needed.iter().all(|term| given().any(|other| same(term, other)))
        }
        _ => false,
    }
}

/// Returns the terms of a condition all of which must hold; none if it always holds. `None` if it
/// has no such form.
fn terms_of(when: &Node) -> Option<Vec<&[Node]>> {
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
        if let [inner] = term
            && let Some(entries) = inner.as_array()
        {
            *term = entries;
        }
    }
    Some(terms)
}

/// Returns the terms that follow from others: of two entries that equal the same number, each
/// equals the other.
fn implied(terms: &[&[Node]]) -> Vec<Vec<Node>> {
    /// The number of entries that are compared with one another.
    const MOST: usize = 8;
    let equals_number = |term: &&[Node]| match term {
        [entry, equals, number] if equals.is_word("=") && entry.as_text().is_some() => {
            let is_number = match &number.kind {
                Kind::Number(_) => true,
                Kind::Text(text) => text.starts_with("@Big"),
                _ => false,
            };
            is_number.then(|| (entry.clone(), equals.clone(), number.clone()))
        }
        _ => None,
    };
    let known: Vec<_> = terms.iter().filter_map(equals_number).take(MOST).collect();
    let mut found = Vec::new();
    for (place, (entry, equals, number)) in known.iter().enumerate() {
        for (other, _, _) in known.iter().take(place).filter(|(_, _, known)| known.same(number)) {
            found.push(vec![entry.clone(), equals.clone(), other.clone()]);
            found.push(vec![other.clone(), equals.clone(), entry.clone()]);
        }
    }
    found
}

/// Returns true if an expression has no effects and no randomness: run twice, it gives the same
/// value.
pub(crate) fn steady(node: &Node) -> bool {
    const CHANGING: [&str; 8] =
        ["@edit_", "@add_", "@insert_", "@remove_", "@replace_", "@run_", "rand_", "weightedRandom"];
    match &node.kind {
        Kind::Array(entries) => entries.iter().all(steady),
        Kind::Text(text) => !CHANGING.iter().any(|word| text.starts_with(word)),
        _ => true,
    }
}

fn same(a: &[Node], b: &[Node]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule of two tiles with this condition.
    fn rule(terms: &[Node]) -> Node {
        let span = Span::default();
        let mut when = Vec::new();
        for term in terms {
            if !when.is_empty() {
                when.push(Node::text(span, "&&"));
            }
            when.push(term.clone());
        }
        let results = Node::array(span, vec![Node::array(span, vec![Node::number(span, 1.0)])]);
        let (when, always) = (Node::array(span, when), Node::boolean(span, true));
        Node::array(span, vec![Node::number(span, 2.0), when, always, results, Node::number(span, 0.0)])
    }

    fn term(entry: &str, number: f64) -> Node {
        let span = Span::default();
        Node::array(span, vec![Node::text(span, entry), Node::text(span, "="), Node::number(span, number)])
    }

    /// Returns the number of compared pairs, the rules that are never reached, and true if there
    /// were too many pairs.
    fn search(nodes: &[Node]) -> (usize, Vec<usize>, bool) {
        let mut earlier = Earlier::of(nodes.iter().map(Rule::of));
        let (mut never, mut too_many) = (Vec::new(), false);
        for place in 0..nodes.len() {
            match earlier.reach(place) {
                Reached::Never(_) => never.push(place),
                Reached::TooMany => too_many = true,
                Reached::Perhaps => {}
            }
        }
        (earlier.comparisons(), never, too_many)
    }

    #[test]
    fn rules_that_share_a_term_are_not_all_compared() {
        let common = term("@Next 1 0", 7.0);
        let rules = |count: usize| -> Vec<Node> {
            (0..count).map(|n| rule(&[common.clone(), term("@This 0", n as f64)])).collect()
        };
        for count in [100, 400, 1600] {
            let mut nodes = rules(count);
            nodes.push(rule(&[term("@This 0", 3.0), common.clone()]));
            let (comparisons, never, too_many) = search(&nodes);
            assert!(comparisons <= 2 * count, "{count}: {comparisons}");
            assert_eq!((never, too_many), (vec![count], false), "{count}");
        }
    }

    #[test]
    fn rules_that_share_their_terms_are_compared_within_a_bound() {
        // Each is shorter than those before, so that none covers another.
        let mut nodes: Vec<Node> = Vec::new();
        for length in (1..=2000).rev() {
            let mut node = rule(&[term("@This 0", 1.0)]);
            if let Kind::Array(parts) = &mut node.kind {
                parts[0] = Node::number(Span::default(), f64::from(length));
            }
            nodes.push(node);
        }
        assert_eq!(search(&nodes), (MOST_COMPARISONS, Vec::new(), true));
    }
}
