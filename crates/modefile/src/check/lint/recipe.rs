//! The results of a merge rule, as far as they depend on its tiles alone.

use calcarray::{Limits, Program, Value};

use crate::check::merge_rule::Rule;
use crate::text::node::{Kind, Node};

/// Longer merges are not followed.
const LONGEST: usize = 8;

/// A merge rule as it is played.
pub(super) struct Recipe {
    pub length: usize,
    /// The variables of the rule.
    pub variables: Vec<Program>,
    /// The conditions, all of which must hold, each with the number of tiles of the merge that it
    /// reads.
    pub terms: Vec<(Program, usize)>,
    /// The entries of the new tiles.
    pub results: Vec<Vec<Program>>,
    /// True if the rule has no other condition, such as the order of the tiles or other cells.
    pub is_exact: bool,
}

/// Reads expressions before they run.
pub(super) struct Reader {
    pub limits: Limits,
    /// True if the game variables keep their first values.
    pub constant: bool,
}

/// The things that an expression reads.
#[derive(Default)]
struct Reads {
    /// The number of tiles of the merge.
    tiles: usize,
    /// Variables of its rule.
    variables: bool,
    /// True if anything else is read that differs from game to game.
    others: bool,
}

/// Operators that read more of a game than their operands, or draw.
const OF_THE_GAME: [&str; 5] =
    ["tileValue", "mergeRuleApplies", "discoveredTilesFilter", "weightedRandom", "CalcArrayParent"];

/// Words that do or stand for the same everywhere.
const STEADY: [&str; 24] = [
    "@Literal",
    "@CalcArray",
    "@var_retain",
    "@var_copy",
    "@end_vars",
    "@if",
    "@else",
    "@else-if",
    "@repeat",
    "@end-if",
    "@end-else",
    "@end-else-if",
    "@end-repeat",
    "@end-stack",
    "@Parent",
    "@MLength",
    "@BigInt",
    "@BigRational",
    "@GaussianBigInt",
    "@Infinity",
    "@-Infinity",
    "@NaN",
    "@undefined",
    "@Signless",
];

impl Reader {
    /// The rule, or `None` if what it makes can't be told.
    pub fn recipe(&self, rule: &Value) -> Option<Recipe> {
        let node = Node::from_value(rule);
        if node.as_array()?.first()?.is_word("@include_gvars") {
            return None;
        }
        let rule = Rule::of(&node);
        let [_, when, order, results, ..] = rule.parts else { return None };
        let length = rule.length()?.max(1);
        if length > LONGEST {
            return None;
        }
        let mut is_exact = matches!(order.kind, Kind::Boolean(_));
        let variables_known = rule
            .variables
            .iter()
            .all(|variable| self.reads(variable).is_some_and(|reads| reads.tiles <= length));
        is_exact &= variables_known;
        let mut terms = Vec::new();
        let mut asked = Vec::new();
        conjuncts(when, &mut asked);
        for term in asked {
            match self.reads(&term) {
                Some(reads) if reads.tiles <= length && (variables_known || !reads.variables) => {
                    let tiles = if reads.variables { length } else { reads.tiles.max(1) };
                    terms.push((self.program(&term)?, tiles));
                }
                _ => is_exact = false,
            }
        }
        let variables = match variables_known {
            true => rule.variables.iter().map(|variable| self.program(variable)).collect::<Option<_>>()?,
            false => Vec::new(),
        };
        let mut made = Vec::new();
        for tile in results.as_array()? {
            let Some(entries) = tile.as_array() else {
                is_exact = false;
                if tile.is_word("@CalcArray") {
                    return None;
                }
                continue;
            };
            made.push(self.tile(entries, length, variables_known)?);
        }
        Some(Recipe { length, variables, terms, results: made, is_exact })
    }

    /// A tile whose entries are computed from so many tiles.
    pub fn tile(&self, entries: &[Node], length: usize, variables: bool) -> Option<Vec<Program>> {
        if entries.first().is_some_and(|word| word.is_word("@CalcArray") || word.is_word("@STCalcArray")) {
            return None;
        }
        let entry = |entry: &Node| {
            let reads = self.reads(entry)?;
            (reads.tiles <= length && (variables || !reads.variables)).then(|| self.program(entry))?
        };
        entries.iter().map(entry).collect()
    }

    pub fn program(&self, node: &Node) -> Option<Program> {
        Program::compile(&node.to_value().ok()?, &self.limits).ok()
    }

    /// A condition that is asked of one tile by itself, if nothing else counts.
    pub fn condition(&self, node: &Node) -> Option<Program> {
        let reads = self.reads(node)?;
        (reads.tiles <= 1 && !reads.variables).then(|| self.program(node))?
    }

    /// Returns the things that an expression reads, if those are only tiles and variables.
    fn reads(&self, node: &Node) -> Option<Reads> {
        let mut reads = Reads::default();
        self.add(node, &mut reads);
        (!reads.others).then_some(reads)
    }

    fn add(&self, node: &Node, reads: &mut Reads) {
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.add(entry, reads)),
            Kind::Text(text) => match text.to_utf8() {
                Some(text) => self.text(&text, reads),
                None => reads.others = true,
            },
            Kind::Object(_) | Kind::Unknown | Kind::UnknownEntries => reads.others = true,
            Kind::Null | Kind::Boolean(_) | Kind::Number(_) => {}
        }
    }

    fn text(&self, text: &str, reads: &mut Reads) {
        if !text.starts_with('@') {
            reads.others |= text.starts_with("rand") || OF_THE_GAME.iter().any(|word| text.starts_with(word));
            return;
        }
        let parts: Vec<&str> = text.split(' ').collect();
        match parts.as_slice() {
            // Where the tile lies differs from game to game.
            ["@This" | "@Next" | "@NextNE", .., place] if place.starts_with('@') => reads.others = true,
            ["@This"] | ["@This", _] => reads.tiles = reads.tiles.max(1),
            ["@Next" | "@NextNE", ahead] | ["@Next" | "@NextNE", ahead, _] => match ahead.parse::<usize>() {
                Ok(ahead) => reads.tiles = reads.tiles.max(ahead.saturating_add(1)),
                Err(_) => reads.others = true,
            },
            ["@Var", ..] => reads.variables = true,
            ["@GVar", _] => reads.others |= !self.constant,
            [head, ..] => reads.others |= !STEADY.contains(head),
            [] => {}
        }
    }
}

/// Adds what a condition asks for: terms all of which must hold.
fn conjuncts(when: &Node, terms: &mut Vec<Node>) {
    let entries = match &when.kind {
        Kind::Boolean(true) => return,
        Kind::Array(entries) => entries.as_slice(),
        _ => return terms.push(when.clone()),
    };
    let (retains, rest) = match entries {
        [word, rest @ ..] if word.is_word("@var_retain") => (&entries[..1], rest),
        _ => (&entries[..0], entries),
    };
    let has = |word: &str| rest.iter().any(|entry| entry.is_word(word));
    let parts: Vec<&[Node]> = rest.split(|entry| entry.is_word("&&")).collect();
    // Steps after the second part would apply to all before them.
    if has("||") || has("@end_vars") || parts.iter().skip(1).any(|part| part.len() != 1) {
        return terms.push(when.clone());
    }
    for part in parts {
        match part {
            [inner] if inner.as_array().is_some() => conjuncts(inner, terms),
            _ => terms.push(Node::array(when.span, [retains, part].concat())),
        }
    }
}
