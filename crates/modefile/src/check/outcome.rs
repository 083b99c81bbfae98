//! Winning and losing: conditions that no tile can meet.

use crate::check::Checker;
use crate::check::range::Range;
use crate::check::rule::is_tile;
use crate::keys::outcome;
use crate::keys::parts::Parts;
use crate::text::meant::is_line;
use crate::text::node::{Kind, Node};

const NEEDED: Range = Range::whole(0.0, f64::INFINITY);

impl Checker<'_> {
    pub fn outcomes(&mut self, parts: &Parts) {
        let spawned = spawned_types(parts.list("spawns"), self.entry_count);
        for (conditions, requirement) in
            [("win_conditions", "win_requirement"), ("lose_conditions", "lose_requirement")]
        {
            let Some(needed) = parts.get(requirement) else { continue };
            let tiles = parts.list(conditions);
            let key = if conditions == "win_conditions" { "\"win\"" } else { "\"lose\"" };
            if let Some(list) = parts.get(conditions).filter(|_| is_line(tiles)) {
                self.one_expression(list, key);
                continue;
            }
            let never = matches!(needed.kind, Kind::Boolean(false));
            let mut exact = 0;
            for node in tiles {
                match node.as_array() {
                    Some(entries) if is_tile(entries) => {
                        exact += 1;
                        // What is left in a list that counts for nothing does
                        // no harm.
                        if !never {
                            self.entries(node);
                            self.type_of(entries, &spawned);
                        }
                    }
                    None if is_bare(node) => outcome::not_a_tile(node, key, self.entry_count, self.problems),
                    Some(_) | None => self.condition(node),
                }
            }
            match needed.kind {
                Kind::Number(count) if exact == tiles.len() && count > exact as f64 => {
                    let tiles = if exact == 1 { "is" } else { "are" };
                    let message = format!(
                        "{} tiles are needed, but only {exact} {tiles} listed",
                        calcarray::number::to_text(count)
                    );
                    self.problems.error("outcome", needed.span, message);
                }
                Kind::Boolean(_) => {}
                Kind::Number(_) => _ = self.number("how many tiles are needed", needed, NEEDED),
                _ => self.condition(needed),
            }
        }
    }

    /// An expression where a list of tiles is read.
    fn one_expression(&mut self, list: &Node, key: &str) {
        let written = self.problems.list_at(list.span);
        let is_of_a_tile = list.any_text(&|text| text == "@This" || text.starts_with("@This "));
        let help = match is_of_a_tile {
            true => format!("write {key}: [{{ \"when\": {written} }}], which is true of a tile"),
            false => format!("write {key}: {{ \"needed\": {written} }}, which is about the whole game"),
        };
        let message = format!("{key} is a list of tiles; this is an expression");
        self.problems.error("goal", list.span, message).help(help);
        self.condition(list);
    }

    /// A tile whose entry is a number never equals one whose entry is a big
    /// integer of the same value.
    fn type_of(&mut self, entries: &[Node], spawned: &[Option<&'static str>]) {
        for (entry, spawned) in entries.iter().zip(spawned) {
            let (Some(spawned), Some(found)) = (spawned, type_name(entry)) else { continue };
            if *spawned != found {
                self.problems
                    .warning(
                        "outcome",
                        entry.span,
                        format!(
                            "no tile can ever have this value: it is {found}, but tiles spawn with {spawned}"
                        ),
                    )
                    .help("5 and \"@BigInt 5\" are different values");
            }
        }
    }
}

/// Returns true if this is a number, in quotes or not.
fn is_bare(node: &Node) -> bool {
    type_name(node).is_some() || node.as_string().is_some_and(|text| text.parse::<f64>().is_ok())
}

/// Returns the type of each entry of a tile, if all tiles that spawn agree on it.
fn spawned_types(spawns: &[Node], count: usize) -> Vec<Option<&'static str>> {
    let mut types: Vec<Option<Option<&'static str>>> = vec![None; count];
    for spawn in spawns {
        let tiles: &[Node] = match spawn.as_array().unwrap_or_default() {
            [word, _, contents @ ..] if word.is_word("Box") => contents,
            [tile, _] => std::slice::from_ref(tile),
            _ => return vec![None; count],
        };
        for entries in tiles.iter().filter_map(Node::as_array) {
            for (known, entry) in types.iter_mut().zip(entries) {
                let found = type_name(entry);
                *known = Some(match known {
                    None => found,
                    Some(before) if *before == found => found,
                    Some(_) => None,
                });
            }
        }
    }
    types.into_iter().map(Option::flatten).collect()
}

fn type_name(node: &Node) -> Option<&'static str> {
    match &node.kind {
        Kind::Number(_) => Some("a number"),
        Kind::Text(text) if text.starts_with("@BigInt ") => Some("a big integer"),
        Kind::Text(text) if text.starts_with("@BigRational ") => Some("a fraction"),
        Kind::Text(text) if text.starts_with("@GaussianBigInt ") => Some("a Gaussian integer"),
        _ => None,
    }
}
