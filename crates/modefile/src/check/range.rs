//! Numbers and words that stand somewhere: which are taken.

use calcarray::number::to_text;
use calcarray::ops::Family;

use crate::check::line::Outcome;
use crate::check::{Checker, lint};
use crate::text::node::{Kind, Node};

/// A range of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    least: f64,
    most: f64,
    whole: bool,
}

impl Range {
    /// Whole numbers; without an end, infinity too.
    pub const fn whole(least: f64, most: f64) -> Range {
        Range { least, most, whole: true }
    }

    /// Numbers of all kinds but NaN.
    pub const fn real(least: f64, most: f64) -> Range {
        Range { least, most, whole: false }
    }

    /// Any number that is no infinity.
    pub const FINITE: Range = Range::real(-f64::MAX, f64::MAX);

    fn allows(self, number: f64) -> bool {
        let whole = !self.whole || number.fract() == 0.0 || number.is_infinite();
        whole && (self.least..=self.most).contains(&number)
    }

    fn words(self) -> String {
        let what = if self.whole { "a whole number" } else { "a number" };
        match (self.least > -f64::MAX, self.most < f64::MAX) {
            (true, true) => format!("{what} from {} to {}", to_text(self.least), to_text(self.most)),
            (true, false) => format!("{what} from {} on", to_text(self.least)),
            _ => what.to_owned(),
        }
    }
}

impl Checker<'_> {
    /// A number as it is. Says whether it is one that is taken.
    pub fn number(&mut self, what: &str, node: &Node, range: Range) -> bool {
        let fits = node.as_number().is_some_and(|number| range.allows(number));
        if !fits {
            let message = format!("{what} is {}, not {}", range.words(), node.seen());
            self.problems.error("number", node.span, message);
        }
        fits
    }

    /// A number, or an expression that gives one.
    pub fn amount(&mut self, what: &str, node: &Node, range: Range) {
        if node.as_number().is_some() || !self.computed(what, node, range) {
            self.number(what, node, range);
        }
    }

    /// Checks an expression that gives a number; `false` if the node is none.
    fn computed(&mut self, what: &str, node: &Node, range: Range) -> bool {
        let is_expression = match &node.kind {
            Kind::Array(_) => true,
            Kind::Text(text) => text.starts_with("@"),
            _ => false,
        };
        if !is_expression {
            return false;
        }
        if self.is_nothing(node) {
            return true;
        }
        if let Outcome::Known(family @ (Family::Boolean | Family::Text | Family::Array)) =
            self.expression(node)
        {
            let message =
                format!("{what} is {}; this gives a value of the type {}", range.words(), family.name());
            self.problems.error("number", node.span, message);
        }
        true
    }

    /// `true` or `false`, without anything to compute.
    pub fn flag(&mut self, what: &str, node: &Node) {
        if !matches!(node.kind, Kind::Boolean(_)) {
            let message = format!("{what} is true or false, not {}", node.seen());
            let entry = self.problems.error("wrong-type", node.span, message);
            if let Some(word @ ("true" | "false")) = node.as_string().as_deref() {
                entry.help(format!("write it without quotes: {word}"));
            }
        }
    }

    /// `true` or `false`, or an expression.
    pub fn flag_or_expression(&mut self, what: &str, node: &Node) {
        match &node.kind {
            Kind::Array(_) if self.is_nothing(node) => {}
            Kind::Array(_) => _ = self.expression(node),
            Kind::Text(text) if text.starts_with("@") && node.as_number().is_none() => {
                self.expression(node);
            }
            _ => self.flag(what, node),
        }
    }

    /// A list of what is done.
    pub fn actions(&mut self, what: &str, node: &Node) {
        if self.is_list(what, node) && !self.is_nothing(node) {
            self.is_unused = true;
            self.expression(node);
            self.is_unused = false;
        }
    }

    /// A list.
    pub fn is_list(&mut self, what: &str, node: &Node) -> bool {
        let is_list = node.as_array().is_some();
        if !is_list {
            let message = format!("{what} is a list, not {}", node.seen());
            let help = lint::without_sign(node, &self.names);
            let entry = self.problems.error("wrong-type", node.span, message);
            if let Some(help) = help {
                entry.help(help);
            }
        }
        is_list
    }
}
