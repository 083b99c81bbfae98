//! Texts and colours of tiles and boxes (docs/spec/display.md, "Colour
//! expressions" and "Text expressions").

use calcarray::color;
use calcarray::keywords::TEXTS;

use crate::check::Checker;
use crate::check::range::Range;
use crate::text::css;
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node};

/// The special colour schemes (docs/spec/display.md, "The special colour
/// schemes").
const SCHEMES: [&str; 29] = [
    "Wildcard 2048",
    "mod 27",
    "1321",
    "180",
    "DIVE",
    "Anti-DIVE",
    "SQUARTSingle",
    "2295",
    "3069",
    "Odds-Only 3069",
    "SQUART",
    "Three-Tile SQUART",
    "Turatin",
    "3307",
    "2379",
    "Bitwise 2048",
    "SCAPRIM",
    "1845",
    "3385",
    "3385Single",
    "LOCEF",
    "Three-Tile SQUARTSingle",
    "TRIGAT",
    "Partial Absorb 180",
    "Rational DIVE",
    "RACUTE",
    "Gaussian DIVE",
    "Self",
    "",
];

/// Splits off the prefix of an expression of the display, which declares variables.
fn after_prefix(entries: &[Node]) -> (&[Node], &[Node]) {
    let words = |node: &Node| {
        node.as_string().is_some_and(|word| {
            word.starts_with("@global_var_") || word.starts_with("@var_") || word == "@include_gvars"
        })
    };
    let start = entries.iter().take_while(|entry| words(entry)).count();
    let rest = &entries[start..];
    match rest.iter().position(|entry| entry.is_word("@end_vars")) {
        Some(end) if !rest[0].is_word("@CalcArray") => (&rest[..end], &rest[end + 1..]),
        _ => (&[], rest),
    }
}

impl Checker<'_> {
    /// A text expression.
    pub fn text(&mut self, node: &Node) {
        self.shown(node, Checker::text_inside);
    }

    /// A colour expression.
    pub fn colour(&mut self, node: &Node) {
        self.shown(node, Checker::colour_inside);
    }

    /// A part of the display: a word at its start may make all lists inside
    /// see its variables.
    fn shown(&mut self, node: &Node, inside: fn(&mut Self, &Node)) {
        if let Some([word, rest @ ..]) = node.as_array()
            && word.is_word("@CalcArray")
        {
            self.expression(&Node::array(node.span, rest.to_vec()));
            return;
        }
        let before = self.all_seen;
        let first = node.as_array().and_then(<[Node]>::first).and_then(Node::as_string);
        let retains = |word: &str| word.starts_with("@global_var_") && !word.starts_with("@global_var_none");
        self.all_seen |= first.as_deref().is_some_and(retains);
        inside(self, node);
        self.all_seen = before;
    }

    fn text_inside(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else {
            if matches!(node.kind, Kind::Boolean(_) | Kind::Object(_)) {
                let message = format!("a text or a text expression is expected here, not {}", node.seen());
                self.problems.error("wrong-type", node.span, message);
            }
            self.shown_text(node);
            return;
        };
        if self.is_nothing(node) {
            return;
        }
        let (variables, rest) = after_prefix(entries);
        let Some(word) = rest.first().and_then(Node::as_string) else {
            self.expression(node);
            return;
        };
        let Some(effect) = TEXTS.find(&word) else {
            self.expression(node);
            return;
        };
        for variable in variables {
            self.expression(variable);
        }
        if word == "@ComposeTE" {
            return;
        }
        let (arguments, texts) = rest[1..].split_at(effect.arguments().min(rest.len() - 1));
        for argument in arguments {
            self.colour(argument);
        }
        for text in texts {
            if text.as_string().is_none_or(|word| TEXTS.find(&word).is_none()) {
                self.text(text);
            }
        }
    }

    /// A text that is shown, unless it is a special string.
    pub(crate) fn shown_text(&mut self, node: &Node) {
        let before = std::mem::replace(&mut self.is_shown, true);
        self.special(node);
        self.is_shown = before;
    }

    fn colour_inside(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else { return self.colour_text(node) };
        let (variables, rest) = after_prefix(entries);
        let word = rest.first().and_then(Node::as_string).unwrap_or_default();
        let gradient = color::gradient_words().any(|known| known == word);
        let mixed = matches!(word.as_str(), "@HSLA" | "@HSVA" | "@RGBA");
        if !gradient && !mixed && !matches!(word.as_str(), "@multi-gradient" | "@rotate" | "@DisplayTile") {
            if let (Kind::Text(_), Some(meant)) =
                (&rest.first().map_or(&Kind::Null, |node| &node.kind), colour_word(&word))
            {
                self.problems
                    .error("colour", rest[0].span, format!("there is no kind of colour `{word}`"))
                    .help(format!("did you mean `{meant}`?"));
                return;
            }
            if !self.is_nothing(node) {
                self.expression(node);
            }
            self.parts_of_colours(node);
            return;
        }
        for variable in variables {
            self.expression(variable);
        }
        let parts = &rest[1..];
        match word.as_str() {
            "@DisplayTile" => {
                if let Some(text) = parts.first() {
                    self.text(text);
                }
                for colour in parts.iter().skip(1).take(2) {
                    self.colour(colour);
                }
            }
            "@rotate" => {
                for (place, part) in parts.iter().enumerate() {
                    if place < 2 {
                        self.expression(part);
                    } else {
                        self.colour(part);
                    }
                }
            }
            _ if mixed => {
                if parts.len() != 4 {
                    let message = format!("`{word}` takes 4 values, not {}", parts.len());
                    self.problems.error("colour", rest[0].span, message);
                }
                for part in parts {
                    self.channel(part);
                }
            }
            _ => {
                for (place, part) in parts.iter().enumerate() {
                    let first = part.as_array().and_then(<[Node]>::first);
                    let is_place = first.is_some_and(|word| {
                        word.is_word("@CalcArrayNumber") || word.is_word("@GradientDetails")
                    });
                    let is_number = part.as_number().is_some_and(|number| !number.is_nan());
                    match part.as_string() {
                        _ if is_place || is_number => {}
                        Some(text) => self.css(css::stop(&text, place == 0), part),
                        None => self.colour(part),
                    }
                }
            }
        }
    }

    /// Checks the parts of a look after its colours: shadow, sizes, pictures.
    pub fn look_details(&mut self, parts: &[Node]) {
        let is_scheme = parts.get(2).is_some_and(|word| word.is_word("@ColorScheme"));
        let given = |place: usize| parts.get(place).filter(|part| !part.is_word("@undefined"));
        if let Some(shadow) = given(4).filter(|_| !is_scheme) {
            self.shadow(shadow);
        }
        for place in [5, 6] {
            if let Some(size) = given(place) {
                self.amount("a size of a text", size, Range::FINITE);
            }
        }
        for addon in parts.iter().skip(7) {
            self.addon(addon);
        }
    }

    /// A further picture on a tile.
    fn addon(&mut self, node: &Node) {
        let given =
            |place: usize, rest: &[Node]| rest.get(place).filter(|part| !part.is_word("@undefined")).cloned();
        match node.as_array() {
            Some([word, rest @ ..]) if word.is_word("Innerscript") => {
                if let Some(text) = given(0, rest) {
                    self.text(&text);
                }
                if let Some(colour) = given(4, rest) {
                    self.colour(&colour);
                }
                if let Some(shadow) = given(5, rest) {
                    self.shadow(&shadow);
                }
            }
            Some([word, rest @ ..]) if word.is_word("PrimeImage") => {
                let inner = |node: &Node| {
                    let first = node.as_array().and_then(<[Node]>::first);
                    first.is_some_and(|word| word.is_word("@ColorScheme") || word.is_word("@DisplayTile"))
                };
                if let Some(image) = given(0, rest).filter(|image| !inner(image)) {
                    self.colour(&image);
                }
                if let Some(mask) = given(1, rest) {
                    self.colour(&mask);
                }
                for place in 2..6 {
                    if let Some(part) = given(place, rest) {
                        self.expression(&part);
                    }
                }
            }
            Some([word, rest @ ..]) if word.is_word("ExtraEntriesList") => {
                self.expression(&Node::array(node.span, rest.to_vec()));
            }
            _ => {
                let message = "a further picture is a list that starts with \"Innerscript\", \"PrimeImage\" or \"ExtraEntriesList\"";
                self.problems.error("wrong-type", node.span, message);
            }
        }
    }

    /// A channel of a colour: a number, an expression, or a number as a text.
    fn channel(&mut self, node: &Node) {
        let is_number = match node.as_string() {
            Some(text) => text.starts_with('@') || css::is_amount(&text),
            None => matches!(node.kind, Kind::Number(_) | Kind::Array(_)),
        };
        if !is_number {
            let message = format!("a part of a colour is a number or an expression, not {}", node.seen());
            self.problems.error("colour", node.span, message);
        } else if !self.is_nothing(node) {
            self.expression(node);
        }
    }

    /// A shadow: a CSS text, or `[dx, dy, blur, colour]`.
    pub fn shadow(&mut self, node: &Node) {
        match node.as_array() {
            Some([lengths @ .., colour]) if lengths.len() == 3 => {
                for length in lengths {
                    self.number("a length of a shadow", length, Range::FINITE);
                }
                self.colour(colour);
            }
            None if node.as_text().is_some_and(|text| css::is_shadow(&text.to_string_lossy())) => {
                self.css_words(node);
            }
            _ => {
                let message = "a shadow is \"none\", a CSS text, or [dx, dy, blur, colour]";
                self.problems.error("wrong-type", node.span, message);
            }
        }
    }

    /// A colour that is written as a text.
    fn colour_text(&mut self, node: &Node) {
        match node.as_string() {
            Some(text) => self.css(css::colour(&self.problems.word_at(node.span, &text)), node),
            None => {
                let message = format!("a colour is a text or a colour expression, not {}", node.seen());
                self.problems.error("colour", node.span, message);
            }
        }
    }

    /// A CSS text in which colours may stand among other words.
    pub fn css_words(&mut self, node: &Node) {
        self.css(css::words(&node.as_string().unwrap_or_default()), node);
    }

    /// Texts in an expression that gives a colour: they may be put together.
    fn parts_of_colours(&mut self, node: &Node) {
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.parts_of_colours(entry)),
            Kind::Text(text) if text.starts_with("#") => self.css(css::part(&text.to_string_lossy()), node),
            _ => {}
        }
    }

    fn css(&mut self, checked: Result<(), css::Fault>, node: &Node) {
        let Err(fault) = checked else { return };
        let entry = match fault.is_slip {
            true => self.problems.warning("colour", node.span, fault.message),
            false => self.problems.error("colour", node.span, fault.message),
        };
        if let Some(help) = fault.help {
            entry.help(help);
        }
    }

    /// The name of a special scheme.
    pub fn scheme(&mut self, node: &Node) {
        let Some(name) = node.as_string() else {
            let message = format!("the name of a colour scheme is expected here, not {}", node.seen());
            self.problems.error("scheme", node.span, message);
            return;
        };
        if SCHEMES.contains(&name.as_str()) {
            return;
        }
        let entry = self.problems.error("scheme", node.span, format!("there is no colour scheme {name:?}"));
        if let Some(meant) = nearest(&name, SCHEMES) {
            entry.help(format!("did you mean \"{meant}\"?"));
        }
    }

    /// Warns if a text is hard to read on its colour, where both are plain.
    pub fn contrast(&mut self, colour: &Node, text: &Node) {
        let luminance = |node: &Node| crate::keys::contrast::luminance(&node.as_string()?);
        let (Some(back), Some(front)) = (luminance(colour), luminance(text)) else { return };
        let ratio = (back.max(front) + 0.05) / (back.min(front) + 0.05);
        if ratio < 4.5 {
            // Cut, not rounded: 4.49 is not enough.
            let ratio = (ratio * 10.0).floor() / 10.0;
            self.problems
                .warning(
                    "contrast",
                    text.span,
                    format!("this text is hard to read: its contrast is {ratio}:1"),
                )
                .help("4.5:1 is enough; without \"text_colour\", black or white is chosen");
        }
    }
}

fn colour_word(word: &str) -> Option<&'static str> {
    if !word.starts_with('@') || word == "@CalcArray" {
        return None;
    }
    let words = ["@HSLA", "@HSVA", "@RGBA", "@multi-gradient", "@rotate"];
    nearest(word, words.into_iter().chain(color::gradient_words()))
}
