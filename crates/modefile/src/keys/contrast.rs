//! The colour of a text that is not written: black or white, whichever is read better on the
//! colour behind it. Where that colour is calculated, so is this one.

use crate::text::colour_names::hexadecimal;
use crate::text::node::{Kind, Node};

/// The luminance at which black and white are read equally well.
const EQUAL: f64 = 0.179_128_784_747_792;

/// Gradients with more colours than this need a colour of the text that is written: what would be
/// calculated is long.
const MOST_COLOURS: usize = 8;

/// Heads of colours whose fourth part is the opacity.
const TO_ALPHA: [&str; 3] = ["@RGBA", "@HSLA", "@HSVA"];

/// A colour behind a text.
enum Back {
    /// Its relative luminance.
    Known(f64),
    /// An expression that gives its luminance.
    Computed(Node),
}

impl Back {
    fn known(&self) -> Option<f64> {
        match self {
            Back::Known(luminance) => Some(*luminance),
            Back::Computed(_) => None,
        }
    }
}

/// The colour of a text on a colour. `None` if the colour is a text that is none, or a
/// gradient as CSS, or one of too many colours, or lets see through it.
pub(super) fn on(colour: &Node) -> Option<Node> {
    let span = colour.span;
    let backs = match colours_of(colour)? {
        colours if colours.is_empty() || colours.len() > MOST_COLOURS => return None,
        colours => colours.into_iter().map(back).collect::<Option<Vec<Back>>>()?,
    };
    let known: Vec<f64> = backs.iter().filter_map(Back::known).collect();
    if known.len() == backs.len() {
        let low = known.iter().copied().fold(f64::INFINITY, f64::min);
        let high = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        return Some(Node::text(span, best(low, high)));
    }
    let all: Vec<Node> = backs
        .into_iter()
        .map(|back| match back {
            Back::Known(luminance) => Node::number(span, luminance),
            Back::Computed(expression) => expression,
        })
        .collect();
    let of = |operator: &str| {
        let mut list = vec![Node::text(span, RETAIN)];
        for (place, one) in all.iter().enumerate() {
            if place > 0 {
                list.push(Node::text(span, operator));
            }
            list.push(one.clone());
        }
        Node::array(span, list)
    };
    let mut entries = vec![Node::text(span, "@CalcArray"), Node::text(span, RETAIN), of("min"), of("max")];
    entries.extend(Node::of_json(CHOICE, span).as_array().unwrap_or_default().iter().cloned());
    Some(Node::array(span, entries))
}

/// Stands in an expression for the colour that it is about.
const COLOUR: &str = "the colour";

/// Black if the darkest colour is further from black than the brightest is from white: these two
/// are the last variables.
const CHOICE: &str = r##"["@end_vars",
    "#ffffff", "@if", ["@var_retain", "@Var -2", "+", 0.05, "*", ["@var_retain", "@Var -1", "+", 0.05], ">", 0.0525],
    "2nd", "#000000", "@end-if"]"##;

/// The luminance of a colour, from its hue, saturation and lightness. The variables are the text of the
/// colour read back, the list of its parts, its lightness, its amount of colour and its hue in twelfths.
/// A colour that is calculated as a name, or as a gradient, counts as white. The variables are of this
/// list alone: after a list that keeps those around it, they would stand between the results of two.
const LUMINANCE: &str = r#"["@CalcArray",
    ["@var_retain", "the colour", "evaluateColor", "deevaluateColor"],
    ["@var_retain", ["@Literal", "@HSLA", 0, 0, 100, 1], "@if",
        ["@var_retain", "@Var -1", "typeof", "=", "array", "&&",
            ["@var_retain", "@Var -1", "arr_elem", 0, "=", "@HSLA"]],
        "2nd", "@Var -1", "@end-if"],
    ["@var_retain", "@Var -1", "arr_elem", 3, "/", 100, "max", 0, "min", 1],
    ["@var_retain", "@Var -2", "arr_elem", 2, "/", 100, "max", 0, "min", 1,
        "*", ["@var_retain", "@Var -1", "min", ["@var_retain", 1, "-", "@Var -1"]]],
    ["@var_retain", "@Var -3", "arr_elem", 1, "/", 30],
    "@end_vars",
    LIGHT 0, "*", 0.2126,
    "+", ["@var_retain", LIGHT 8, "*", 0.7152],
    "+", ["@var_retain", LIGHT 4, "*", 0.0722]]"#;

/// The amount of light of red, green or blue; `PLACE` is where it stands in the circle of hues.
const LIGHT: &str = r#"["@var_retain", "@Var -3", "-",
    ["@var_retain", PLACE, "-", 3, "min", ["@var_retain", 9, "-", PLACE], "min", 1, "max", -1, "*", "@Var -2"],
    "+", 0.055, "/", 1.055, "^", 2.4]"#;
const RETAIN: &str = "@var_retain";
const BLACK: &str = "#000000";
const WHITE: &str = "#ffffff";

/// Black or white, for a text on colours with luminances between these.
fn best(low: f64, high: f64) -> &'static str {
    let is_bright = (low + 0.05) * (high + 0.05) > (EQUAL + 0.05).powi(2);
    if is_bright { BLACK } else { WHITE }
}

/// The colours that a colour consists of: itself, or those of a gradient.
fn colours_of(colour: &Node) -> Option<Vec<&Node>> {
    let Some(entries) = colour.as_array() else { return Some(vec![colour]) };
    let Some(head) = entries.first().and_then(Node::as_string) else { return Some(vec![colour]) };
    let is_gradient = head.ends_with("-gradient");
    if !is_gradient {
        return Some(vec![colour]);
    }
    let mut colours = Vec::new();
    for entry in entries.iter().skip(1) {
        let first = entry.as_array().and_then(|parts| parts.first()).and_then(Node::as_string);
        match (&entry.kind, first.as_deref()) {
            (Kind::Number(_), _) | (_, Some("@CalcArrayNumber" | "@GradientDetails")) => {}
            // The direction of a gradient.
            (Kind::Text(_), _) if luminance(&entry.as_string()?).is_none() => {}
            _ => colours.extend(colours_of(entry)?),
        }
    }
    Some(colours)
}

/// The luminance of a colour, or what calculates it.
fn back(colour: &Node) -> Option<Back> {
    if let Kind::Text(_) = colour.kind {
        return luminance(&colour.as_string()?).map(Back::Known);
    }
    let entries = colour.as_array()?;
    if is_transparent(entries) {
        return None;
    }
    let numbers: Option<Vec<f64>> = entries.iter().skip(1).map(Node::as_number).collect();
    let head = entries.first().and_then(Node::as_string);
    match (head.as_deref(), numbers.as_deref()) {
        (Some("@RGBA"), Some([red, green, blue, ..])) => {
            Some(Back::Known(of_light([red, green, blue].map(|channel| (channel / 255.0).clamp(0.0, 1.0)))))
        }
        (Some("@HSLA"), Some([hue, saturation, lightness, ..])) => {
            Some(Back::Known(of_hsl(*hue, saturation / 100.0, lightness / 100.0)))
        }
        // An expression may also begin with variables.
        _ => Some(Back::Computed(computed(colour))),
    }
}

/// Returns true if something else is seen through a colour, as it is written.
fn is_transparent(entries: &[Node]) -> bool {
    let head = entries.iter().position(|entry| TO_ALPHA.iter().any(|word| entry.is_word(word)));
    let alpha = head.and_then(|head| entries.get(head + 4)?.as_number());
    alpha.is_some_and(|alpha| alpha < 1.0)
}

/// The relative luminance of a colour such as `#f0c040`, `#fc4` or `gold`.
pub(crate) fn luminance(colour: &str) -> Option<f64> {
    let [red, green, blue] = linear(hexadecimal(colour).as_deref().unwrap_or(colour))?;
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue)
}

/// Red, green and blue of a colour in hexadecimal, as amounts of light from 0 to 1.
pub(crate) fn linear(colour: &str) -> Option<[f64; 3]> {
    let digits = colour.strip_prefix('#')?;
    let wide = match digits.len() {
        3 => 1,
        6 => 2,
        _ => return None,
    };
    let channel = |place: usize| {
        let part = digits.get(place * wide..(place + 1) * wide)?;
        let value = f64::from(u8::from_str_radix(part, 16).ok()?) / if wide == 1 { 15.0 } else { 255.0 };
        Some(if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) })
    };
    Some([channel(0)?, channel(1)?, channel(2)?])
}

/// The luminance of red, green and blue from 0 to 1.
fn of_light(channels: [f64; 3]) -> f64 {
    let [red, green, blue] = channels.map(|channel| ((channel + 0.055) / 1.055).powf(2.4));
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn of_hsl(hue: f64, saturation: f64, lightness: f64) -> f64 {
    let lightness = lightness.clamp(0.0, 1.0);
    let amount = saturation.clamp(0.0, 1.0) * lightness.min(1.0 - lightness);
    of_light([0.0, 8.0, 4.0].map(|turn| {
        let place = (hue / 30.0 + turn).rem_euclid(12.0);
        lightness - amount * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0)
    }))
}

/// An expression that gives the luminance of a colour.
fn computed(colour: &Node) -> Node {
    let text = [0, 8, 4].iter().fold(LUMINANCE.to_owned(), |text, turn| {
        let place = format!(r#"["@var_retain", "@Var -1", "+", {turn}, "mod", 12]"#);
        text.replace(&format!("LIGHT {turn}"), &LIGHT.replace("PLACE", &place))
    });
    with_colour(Node::of_json(&text, colour.span), &turned(colour))
}

/// Returns a colour turned by no degrees, as a list that is not evaluated: turned colours are read back
/// with hue, saturation and lightness, however they are written. One that is turned already is left,
/// since it can't be turned again.
fn turned(colour: &Node) -> Node {
    let span = colour.span;
    let entries = colour.as_array().unwrap_or_default();
    let mut list = vec![Node::text(span, "@Literal")];
    if entries.iter().any(|entry| entry.is_word("@rotate")) {
        list.extend(entries.iter().cloned());
    } else {
        list.extend([
            Node::text(span, "@rotate"),
            Node::number(span, 0.0),
            Node::boolean(span, false),
            colour.clone(),
        ]);
    }
    Node::array(span, list)
}

/// An expression with a colour in its place.
fn with_colour(expression: Node, colour: &Node) -> Node {
    if expression.is_word(COLOUR) {
        return colour.clone();
    }
    match expression.kind {
        Kind::Array(entries) => {
            let entries = entries.into_iter().map(|entry| with_colour(entry, colour)).collect();
            Node::array(expression.span, entries)
        }
        kind => Node::new(expression.span, kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::node::Span;

    #[test]
    fn texts_on_known_colours_are_black_or_white() {
        for (colour, expected) in [
            (r##""#ffffff""##, Some(BLACK)),
            (r##""#000""##, Some(WHITE)),
            (r##""#ff0000""##, Some(BLACK)),
            (r##""#0000ff""##, Some(WHITE)),
            (r#""red""#, Some(BLACK)),
            (r#""navy""#, Some(WHITE)),
            (r##""#777777""##, Some(BLACK)),
            (r##""#757575""##, Some(WHITE)),
            (r#"["@RGBA", 255, 0, 0, 1]"#, Some(BLACK)),
            (r#"["@RGBA", 0, 0, 255, 1]"#, Some(WHITE)),
            (r#"["@HSLA", 60, 100, 50, 1]"#, Some(BLACK)),
            (r#"["@HSLA", 240, 100, 50, 1]"#, Some(WHITE)),
            (r#"["@HSLA", -120, 100, 50, 1]"#, Some(WHITE)),
            (r##"["@linear-gradient", 90, "#fff", 0, "#ccc", 100]"##, Some(BLACK)),
            (r##"["@linear-gradient", "to top", "#000", "navy"]"##, Some(WHITE)),
            (r##"["@multi-gradient", ["@radial-gradient", "#fff", "gold"]]"##, Some(BLACK)),
            (r#""linear-gradient(red, blue)""#, None),
            (r#""nothing""#, None),
            (r#""transparent""#, None),
            (r##""#12345""##, None),
            (r##""#ééé""##, None),
            // Something else is seen through them.
            (r#"["@RGBA", 255, 255, 255, 0]"#, None),
            (r#"["@HSLA", 60, 100, 50, 0.5]"#, None),
            (r#"["@HSVA", 60, 100, 50, 0.99]"#, None),
            (r#"["@HSLA", ["@This 0", "*", 20], 100, 50, 0.5]"#, None),
            (r#"["@include_gvars", "@RGBA", 0, 0, 0, 0.5]"#, None),
            (r##"["@linear-gradient", "#fff", ["@RGBA", 0, 0, 0, 0.5]]"##, None),
            (r##""#ffffff80""##, None),
            (r##""#fff8""##, None),
            (
                r##"["@linear-gradient", "#100", "#200", "#300", "#400", "#500", "#600", "#700", "#800", "#900"]"##,
                None,
            ),
        ] {
            let text = on(&Node::of_json(colour, Span::default()));
            assert_eq!(text.and_then(|text| text.as_string()).as_deref(), expected, "{colour}");
        }
    }
}
