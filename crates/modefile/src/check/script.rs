//! Scripts and stat boxes.

use crate::check::Checker;
use crate::check::range::Range;
use crate::table::triggers;
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node};

/// Milliseconds between two runs of a script.
const EVERY: Range = Range::real(0.0, f64::MAX);

impl Checker<'_> {
    pub fn script(&mut self, node: &Node) {
        let [what, on, more @ ..] = node.as_array().unwrap_or_default() else { return };
        self.actions("what a script does", what);
        if on.as_array().is_some_and(<[Node]>::is_empty) {
            self.problems.error("trigger", on.span, "a script without a trigger never runs");
        }
        let names = on.as_array().unwrap_or(std::slice::from_ref(on));
        let mut interval = false;
        for trigger in names {
            let Some(name) = trigger.as_string() else {
                let message = format!("the name of a trigger is expected here, not {}", trigger.seen());
                self.problems.error("wrong-type", trigger.span, message);
                continue;
            };
            interval |= name == "Interval";
            if triggers().any(|known| known.name == name)
                || self.signals.contains(&name)
                || !self.signals_known
            {
                continue;
            }
            let entry = self.problems.error("trigger", trigger.span, format!("{name:?} scripts never run"));
            let known = triggers().map(|known| known.name).chain(self.signals.iter().map(String::as_str));
            match nearest(&name, known) {
                Some(meant) => entry.help(format!("did you mean \"{meant}\"?")),
                None => entry.help("scripts start such a trigger with \"@ScriptSignal\""),
            }
        }
        if interval && more.is_empty() {
            self.problems.error("missing-key", on.span, "an Interval script needs the key \"every\"");
        }
        if let Some(every) = more.first() {
            self.number("the time between two runs", every, EVERY);
        }
        if let Some(until) = more.get(1) {
            self.flag_or_expression("\"until\"", until);
        }
    }

    pub fn stat_box(&mut self, node: &Node) {
        let entries = node.as_array().unwrap_or_default();
        let given = |place: usize| entries.get(place).filter(|entry| !entry.is_word("@undefined"));
        if let Some(title) = given(0) {
            self.text(title);
        }
        if let Some(value) = given(1) {
            match given(4) {
                Some(_) => {
                    self.expression(value);
                }
                None => self.text(value),
            }
        }
        if let Some(show) = given(4).filter(|show| !show.is_word("Tile") && !show.is_word("TileArray")) {
            let message = "a box shows \"Tile\" or \"TileArray\"; anything else is text";
            self.problems.warning("wrong-type", show.span, message);
        }
        if let Some(scheme) = given(5) {
            self.scheme(scheme);
        }
        for (place, what) in [(2, "\"below\""), (3, "\"alone\"")] {
            if let Some(flag) = given(place) {
                self.flag(what, flag);
            }
        }
        if let Some(visible) = given(6) {
            self.flag_or_expression("\"visible\"", visible);
        }
        if let Some(click) = given(7) {
            self.actions("what a click does", click);
        }
        if let Some(border) = given(8) {
            self.border(border);
        }
        if let Some(shadow) = given(12)
            && !matches!(shadow.kind, Kind::Boolean(false))
        {
            self.shadow(shadow);
        }
        if let Some(when) = given(13) {
            self.condition(when);
        }
        for place in [9, 10, 11] {
            if let Some(colour) = given(place) {
                self.colour(colour);
            }
        }
    }

    /// A border: `false`, `true`, a CSS text, or `[width, colour]`.
    fn border(&mut self, border: &Node) {
        match &border.kind {
            Kind::Boolean(_) => {}
            Kind::Text(text) if !text.starts_with("@") && text.to_utf8().is_some() => self.css_words(border),
            Kind::Array(parts) => {
                if let Some(width) = parts.first() {
                    self.number("the width of a border", width, Range::real(0.0, f64::MAX));
                }
                if let Some(colour) = parts.get(1) {
                    self.colour(colour);
                }
            }
            _ => {
                let message =
                    format!("a border is true, false, a text or [width, colour], not {}", border.seen());
                self.problems.error("wrong-type", border.span, message);
            }
        }
    }
}
