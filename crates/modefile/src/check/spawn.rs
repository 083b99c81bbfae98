//! Spawns, and the tiles that are made.

use calcarray::Value;
use calcarray::number::to_text;
use calcarray::ops::Family;
use polymerge_rules::keywords::CELLS;

use crate::check::Checker;
use crate::check::line::Outcome;
use crate::check::special::is_looked_up;
use crate::expand::template::{evaluate, number};
use crate::text::meant::{is_line, list_of};
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node};
use crate::text::problem::Help;

impl Checker<'_> {
    /// A tile that is made: the right number of entries, each of which may be
    /// an expression.
    pub fn tile(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else { return self.cell(node) };
        match entries {
            [word, rest @ ..] if word.is_word("@CalcArray") || word.is_word("@STCalcArray") => {
                self.expression(&Node::array(node.span, rest.to_vec()));
            }
            _ => {
                self.entries(node);
                for entry in entries {
                    self.expression(entry);
                }
            }
        }
    }

    /// A cell of the grid at the start.
    pub fn cell_or_tile(&mut self, node: &Node) {
        match node.as_array() {
            Some(_) => self.entries(node),
            None => self.cell(node),
        }
    }

    /// Checks the content of a cell: a tile, or a word for something else.
    fn cell(&mut self, node: &Node) {
        let Some(word) = node.as_string().filter(|word| word.starts_with('@')) else {
            let message = format!("a tile is a list of its entries, not {}", node.seen());
            let help = self.tile_of(&node.as_string().unwrap_or_default(), node);
            let entry = self.problems.error("tile", node.span, message);
            if let Some(help) = help {
                entry.help(help);
            }
            return;
        };
        let lasts = word.strip_prefix("@TemporaryHole ").and_then(calcarray::number::parse);
        if lasts.is_some() || CELLS.find(&word).is_some_and(|cell| cell.form.is_empty()) {
            return;
        }
        let (tile, written) = (self.tile_of(&word, node), self.problems.word_at(node.span, &word));
        let entry = self.problems.error("tile", node.span, format!("there is no cell `{written}`"));
        if let Some(help) = tile {
            return entry.help(help);
        }
        entry.help_with(|| match nearest(&word, CELLS.keywords.iter().map(|cell| cell.name)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                "cells are tiles, \"@Empty\", \"@Void\", \"@Slippery\" and \"@TemporaryHole 3\"".to_owned()
            }
        });
    }

    /// The tile that a text was meant to be.
    pub fn tile_of(&self, word: &str, node: &Node) -> Option<String> {
        let entry = match list_of(word) {
            Some(list) => list,
            None if is_looked_up(word) => format!("\"{}\"", self.problems.word_at(node.span, word)),
            None => number_in(node)?,
        };
        (self.entry_count == 1).then(|| format!("write [{entry}]"))
    }

    /// A tile as it is: the right number of entries.
    pub fn entries(&mut self, node: &Node) {
        let found = node.as_array().map_or(0, <[Node]>::len);
        if found != self.entry_count {
            let count = if found == 1 { "1 entry".to_owned() } else { format!("{found} entries") };
            let message = format!("this tile has {count}, the tiles of this mode have {}", self.entry_count);
            let written = self.problems.list_at(node.span);
            let entry = self.problems.error("tile", node.span, message);
            if node.as_array().is_some_and(is_line) {
                let tile =
                    if self.entry_count == 1 { format!("[{written}]") } else { format!("[{written}, …]") };
                entry.help(Help::by_form(
                    format!("an entry that is calculated is a list of its own: {tile}"),
                    format!("a tile is a list of its entries: {tile}"),
                ));
            }
        }
    }

    pub fn spawn(&mut self, node: &Node) {
        match node.as_array().unwrap_or_default() {
            [word, weight, contents @ ..] if word.is_word("Box") => {
                self.weight(weight);
                self.boxed(contents, node);
            }
            [word, rest @ ..] if word.is_word("@CalcArray") => {
                if !self.is_nothing(&Node::array(node.span, rest.to_vec())) {
                    self.expression(node);
                }
            }
            [tile, weight] => {
                self.tile(tile);
                self.weight(weight);
            }
            _ => {
                let message = "a spawn entry is a tile with its weight, or a box";
                self.problems.error("wrong-type", node.span, message);
            }
        }
    }

    /// Checks the contents of a box: tiles, each followed by its number.
    fn boxed(&mut self, contents: &[Node], node: &Node) {
        let mut holds_any = false;
        let mut after_tile = false;
        for item in contents {
            match item.kind {
                Kind::Number(_) if !after_tile => {
                    let message = "a tile is expected here: in a box, each tile is followed by its number";
                    self.problems.error("wrong-type", item.span, message);
                    holds_any = true;
                }
                Kind::Number(count) if count < 0.0 || count.fract() != 0.0 || count.is_infinite() => {
                    let message = "a box holds a whole number of each tile";
                    self.problems.error("weight", item.span, message);
                    holds_any = true;
                }
                Kind::Number(count) => holds_any |= count > 0.0,
                _ => self.tile(item),
            }
            after_tile = !matches!(item.kind, Kind::Number(_));
        }
        if !holds_any && !after_tile {
            self.problems.error("weight", node.span, "this box holds no tile");
        }
    }

    fn weight(&mut self, node: &Node) {
        match node.kind {
            Kind::Number(weight) if weight < 0.0 || weight.is_nan() => {
                let message = format!("a weight has to be positive, not {}", to_text(weight));
                self.problems.error("weight", node.span, message);
            }
            Kind::Number(0.0) => {
                // Another value of a setting may give it another weight, and so may a script.
                let is_written = self.problems.written(node.span).is_some_and(|text| text.parse() == Ok(0.0));
                if is_written && !self.changes_spawns {
                    self.problems.warning("weight", node.span, "with a weight of 0 this never spawns");
                }
            }
            Kind::Array(_) if self.is_nothing(node) => {}
            Kind::Number(_) | Kind::Array(_) => {
                if let Outcome::Known(Family::Boolean | Family::Text | Family::Array) = self.expression(node)
                {
                    self.problems.error("weight", node.span, "a weight has to be a number");
                } else if let Some(why) = self.constant(node).as_ref().and_then(bad_weight) {
                    self.problems.error("weight", node.span, why);
                }
            }
            _ => {
                self.problems.error(
                    "weight",
                    node.span,
                    format!("a weight is a number, not {}", node.seen()),
                );
            }
        }
    }

    /// The value of an expression that is the same in all games, as far as that
    /// shows.
    pub fn constant(&mut self, node: &Node) -> Option<Value> {
        let known = self.with_constants(node)?;
        evaluate(&known, self.limits, &mut self.work).ok()
    }

    /// The expression with the values of variables that nothing changes in
    /// place of their names; `None` if it reads anything else of a game.
    fn with_constants(&self, node: &Node) -> Option<Node> {
        let kind = match &node.kind {
            Kind::Array(entries) => {
                Kind::Array(entries.iter().map(|entry| self.with_constants(entry)).collect::<Option<_>>()?)
            }
            Kind::Text(text) if text.starts_with("@GVar ") => {
                let index: usize = text.to_utf8()?.strip_prefix("@GVar ")?.parse().ok()?;
                return self.constants.get(index)?.clone();
            }
            Kind::Text(text) if text.starts_with("@") => {
                let word = text.to_utf8()?;
                let number = ["@BigInt ", "@BigRational "].iter().any(|start| word.starts_with(start));
                number.then_some(())?;
                node.kind.clone()
            }
            Kind::Text(text) if text.to_string_lossy().to_lowercase().contains("rand") => return None,
            Kind::Unknown | Kind::UnknownEntries => return None,
            other => other.clone(),
        };
        Some(Node::new(node.span, kind))
    }

    pub fn forced_spawn(&mut self, node: &Node) {
        let [when, at, lose, tiles @ ..] = node.as_array().unwrap_or_default() else { return };
        self.condition(when);
        if !at.is_word("BeforeSpawns") && !at.is_word("AfterSpawns") {
            let message = "a forced spawn happens \"at\" \"BeforeSpawns\" or \"AfterSpawns\"";
            self.problems.error("wrong-type", at.span, message);
        }
        if !self.is_nothing(lose) {
            for flag in lose.as_array().unwrap_or(std::slice::from_ref(lose)) {
                self.flag_or_expression("whether the game is lost, and whether the entry is removed,", flag);
            }
        }
        if tiles.is_empty() {
            self.problems.error("missing-key", node.span, "a forced spawn needs \"tiles\"");
        }
        for tile in tiles {
            self.tile(tile);
        }
    }
}

/// The number that a value is, in quotes or not.
fn number_in(node: &Node) -> Option<String> {
    match &node.kind {
        Kind::Number(number) => Some(to_text(*number)),
        _ => node.as_string().filter(|text| text.parse::<f64>().is_ok()),
    }
}

/// Returns the reason why a value is no weight.
pub(crate) fn bad_weight(value: &Value) -> Option<String> {
    match number(value) {
        Some(weight) if weight < 0.0 || weight.is_nan() => {
            Some(format!("a weight has to be positive; this gives {}", to_text(weight)))
        }
        Some(_) => None,
        None => Some("a weight has to be a number".to_owned()),
    }
}
