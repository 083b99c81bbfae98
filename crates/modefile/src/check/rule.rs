//! Merge rules and looks: their expressions, and whether they are ever used.

use std::collections::HashMap;

use calcarray::ops::Family;
use polymerge_rules::keywords::RESULTS;

use crate::check::line::Outcome;
use crate::check::merge_rule::Rule;
use crate::check::range::Range;
use crate::check::reach::{Earlier, Reached, steady};
use crate::check::special::is_looked_up;
use crate::check::{Checker, lint, vision};
use crate::text::meant::is_line;
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node, Span};

/// Conditions of looks by their fingerprints, and where the first look of each is.
#[derive(Default)]
struct Conditions<'n>(HashMap<u64, Vec<(&'n Node, Span)>>);

impl<'n> Conditions<'n> {
    /// Returns the place of an earlier look with this condition. The look is then an earlier one
    /// for those after it.
    fn again(&mut self, look: &Rule, condition: &'n Node) -> Option<Span> {
        // What is drawn may come out in another way the second time.
        if !look.variables.is_empty() || !steady(condition) {
            return None;
        }
        let alike = self.0.entry(condition.fingerprint()).or_default();
        let before = alike.iter().find(|(other, _)| other.same(condition)).map(|(_, span)| *span);
        if before.is_none() {
            alike.push((condition, look.span));
        }
        before
    }
}

impl Checker<'_> {
    pub fn rules(&mut self, nodes: &[Node]) {
        let mut earlier = Earlier::of(nodes.iter().map(Rule::of));
        for (place, node) in nodes.iter().enumerate() {
            let rule = Rule::of(node);
            let [length, when, order, results, score, ..] = rule.parts else {
                let message = "a merge rule has at least length, condition, order, results and score";
                self.problems.error("length", rule.span, message);
                continue;
            };
            self.any_order = None;
            for variable in rule.variables {
                self.expression(variable);
            }
            self.length(length);
            if rule.any_order() && !rule.longer() {
                self.any_order = rule.length().filter(|&length| length > 0);
            }
            self.condition(when);
            if matches!(when.kind, Kind::Boolean(false)) {
                self.problems.warning(
                    "unreachable",
                    when.span,
                    "this rule never applies: its condition is false",
                );
            }
            self.order(order);
            self.results(results, &rule);
            self.score(score);
            if let Some(open) = rule.parts.get(5) {
                self.open(open);
            }
            self.further_lengths(rule.parts.get(6..).unwrap_or_default());
            self.any_order = None;
            self.check_reach(&rule, place, &mut earlier);
        }
    }

    fn score(&mut self, score: &Node) {
        if self.is_nothing(score) {
            return;
        }
        let found = match (self.expression(score), &score.kind) {
            _ if score.as_number().is_some_and(f64::is_nan) => "this is not a number".to_owned(),
            (Outcome::Known(family @ (Family::Boolean | Family::Text | Family::Array)), _) => {
                format!("this gives a value of the type {}", family.name())
            }
            (_, Kind::Text(text)) if !text.starts_with("@") => "this is a text".to_owned(),
            (_, Kind::Object(_)) => "this is an object".to_owned(),
            _ => return,
        };
        let help = lint::without_sign(score, &self.names);
        let entry = self.problems.error("score", score.span, format!("a score is a number; {found}"));
        if let Some(help) = help {
            entry.help(help);
        }
    }

    /// Checks the flags of the cells that may merge again: a list, or an expression that gives one.
    fn open(&mut self, node: &Node) {
        if !self.is_list("\"open\"", node) {
            return;
        }
        let entries = node.as_array().unwrap_or_default();
        let is_computed = entries.first().and_then(Node::as_text).is_some_and(|word| word.starts_with("@"));
        if is_computed {
            self.expression(node);
            return;
        }
        for entry in entries {
            match entry.as_array() {
                Some(_) => _ = self.expression(entry),
                None => self.flag("an entry of \"open\"", entry),
            }
        }
    }

    /// Checks the entries for further lengths: base, shift, step, max.
    fn further_lengths(&mut self, parts: &[Node]) {
        let lengths = Range::whole(0.0, f64::INFINITY);
        if let Some(base) = parts.first() {
            self.amount("\"base\"", base, lengths);
        }
        if let Some(shift) = parts.get(1)
            && self.is_list("\"shift\"", shift)
        {
            self.amounts("a \"shift\"", shift, Range::whole(f64::NEG_INFINITY, f64::INFINITY));
        }
        if let Some(step) = parts.get(2) {
            self.amount("\"step\"", step, Range::whole(1.0, f64::INFINITY));
        }
        if let Some(max) = parts.get(3) {
            self.amounts("\"max\"", max, lengths);
        }
    }

    fn length(&mut self, node: &Node) {
        self.amounts("the length of a merge", node, Range::whole(0.0, f64::INFINITY));
    }

    fn order(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else {
            return self.flag("whether the order is fixed", node);
        };
        if self.is_nothing(node) {
            return;
        }
        match entries {
            [word, rest @ ..] if word.is_word("@CheckStart") || word.is_word("@CheckEnd") => {
                let expression = Node::array(node.span, rest.to_vec());
                self.expression(&expression);
            }
            _ => {
                self.expression(node);
            }
        }
    }

    fn results(&mut self, node: &Node, rule: &Rule) {
        let Some(tiles) = node.as_array() else {
            self.problems.error(
                "wrong-type",
                node.span,
                format!("results are a list of tiles, not {}", node.noun()),
            );
            return;
        };
        if tiles.first().is_some_and(|word| word.is_word("@CalcArray")) {
            self.expression(node);
            return;
        }
        if is_line(tiles) {
            let written = self.problems.list_at(node.span);
            let help = format!("a tile is a list, and so is an entry that is calculated: [[{written}]]");
            let message = "results are a list of tiles; this is an expression";
            self.problems.error("tile", node.span, message).help(help);
            return;
        }
        let mut words = 0;
        let mut fill = false;
        for tile in tiles {
            match tile.as_string() {
                None => self.tile(tile),
                Some(word) => {
                    words += 1;
                    fill |= word == "fill";
                    if RESULTS.find(&word).is_none() {
                        let message = "a text is not a tile; the words allowed here are \"fill\" and \"@MergeOverflow…\"";
                        let tile_meant = self.tile_of(&word, tile);
                        let entry = self.problems.error("tile", tile.span, message);
                        if let Some(meant) = nearest(&word, RESULTS.keywords.iter().map(|word| word.name)) {
                            entry.help(format!("did you mean \"{meant}\"?"));
                        } else if let Some(help) = tile_meant {
                            entry.help(help);
                        }
                    }
                }
            }
        }
        // Further results are fine, but only where there is room for them.
        if let (Some(length @ 1..), 0, false, false) = (rule.length(), words, fill, rule.longer())
            && tiles.len() > length
        {
            self.problems
                .warning(
                    "results",
                    node.span,
                    format!(
                        "{} new tiles from {length}: this applies only where cells behind are empty",
                        tiles.len()
                    ),
                )
                .help("if this is intended, write \"@MergeOverflowEmpty\" before the tiles");
        }
    }

    /// Warns if an earlier rule takes everything that this one could merge.
    fn check_reach(&mut self, rule: &Rule, place: usize, earlier: &mut Earlier<'_>) {
        match earlier.reach(place) {
            Reached::Perhaps => {}
            Reached::Never(before) => {
                let line = earlier.span(before).map_or(0, |span| self.problems.line_of(span));
                let message = "this rule is never used: an earlier one applies wherever it could";
                self.problems
                    .warning("unreachable", rule.span, message)
                    .help(format!("the earlier rule is on line {line}"));
            }
            Reached::TooMany => {
                let message = "there are too many similar rules: it was not checked whether this rule and the later ones are ever used";
                self.problems.warning("many-rules", rule.span, message);
            }
        }
    }

    pub fn looks(&mut self, nodes: &[Node]) {
        for pair in nodes.windows(2) {
            if let [before, after] = pair {
                self.similar_colours(before, after);
            }
        }
        let mut all: Option<Span> = None;
        let mut known = Conditions::default();
        for node in nodes {
            let look = Rule::of(node);
            for variable in look.variables {
                self.expression(variable);
            }
            let [condition, text, colours @ ..] = look.parts else { continue };
            self.look_condition(condition);
            self.text(text);
            self.look_colours(colours);
            self.look_details(look.parts);
            if let Some(first) = all {
                let line = self.problems.line_of(first);
                self.problems
                    .warning(
                        "unreachable",
                        look.span,
                        "this look is never used: an earlier one is for all tiles",
                    )
                    .help(format!("the look for all tiles, on line {line}, has to be the last"));
                continue;
            }
            if matches!(condition.kind, Kind::Boolean(true)) {
                all = Some(look.span);
                continue;
            }
            if let Some(before) = known.again(&look, condition) {
                let line = self.problems.line_of(before);
                self.problems
                    .warning(
                        "unreachable",
                        look.span,
                        "this look is never used: an earlier one is for the same tiles",
                    )
                    .help(format!("the earlier look is on line {line}"));
            }
        }
    }

    /// Warns if the colours of two tiles that follow one another hardly differ.
    fn similar_colours(&mut self, before: &Node, after: &Node) {
        let colour = |node: &Node| {
            let look = Rule::of(node);
            let [_, _, colour, text_colour] = look.parts else { return None };
            let linear = crate::keys::contrast::linear(&colour.as_string()?)?;
            Some((colour.clone(), linear, text_colour.as_string()?))
        };
        let (Some((_, a, text_a)), Some((node, b, text_b))) = (colour(before), colour(after)) else { return };
        let (difference, who) = vision::difference(a, b);
        // Tiles of the same colour whose texts differ in colour are meant.
        if difference >= vision::LEAST_DIFFERENCE || text_a != text_b {
            return;
        }
        let who = who.map(|who| format!(" by people {who}")).unwrap_or_default();
        let difference = (difference * 10.0).floor() / 10.0;
        self.problems
            .warning(
                "alike",
                node.span,
                format!("this colour is hard to tell{who} from that of the tile before: they differ by {difference}"),
            )
            .help(format!("{} is enough; make one of them lighter or darker", vision::LEAST_DIFFERENCE));
    }

    fn look_condition(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else { return self.condition(node) };
        if is_tile(entries) {
            self.entries(node);
        } else {
            self.condition(node);
        }
    }

    fn look_colours(&mut self, entries: &[Node]) {
        match entries {
            [word, scheme, value, ..] if word.is_word("@ColorScheme") => {
                self.scheme(scheme);
                if self.is_list("\"value\"", value) {
                    self.is_nothing(value);
                }
                for part in value.as_array().unwrap_or_default() {
                    self.expression(part);
                }
            }
            [colour, text_colour, ..] => {
                self.colour(colour);
                self.colour(text_colour);
                self.contrast(colour, text_colour);
            }
            _ => {}
        }
    }
}

/// Returns true if a list is a tile rather than an expression: it has no operators.
pub(crate) fn is_tile(entries: &[Node]) -> bool {
    let plain = |node: &Node| match &node.kind {
        Kind::Number(_) | Kind::Boolean(_) | Kind::Null => true,
        Kind::Text(text) => {
            let text = text.to_string_lossy();
            !is_looked_up(&text) && calcarray::ops::find(&text).is_none()
        }
        Kind::Array(entries) => is_tile(entries),
        _ => false,
    };
    entries.iter().all(plain)
}
