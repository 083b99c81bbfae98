//! Conversion of CSS text into the colour expression that gives it: the operator `deevaluateColor`
//! (docs/spec/display.md, "Parsing a CSS string back").

use super::channels::read_hex;
use super::paint::{Color, Function, Gradient, Kind, Paint, Preamble};
use super::parse::{DEPTH, color, gradient_kind, preamble, read_number, split};
use super::words::{LAYERS, word_of};
use crate::value::Value;

/// The colour expression that gives this CSS text. Text that is no colour is
/// returned as it is.
pub fn deevaluate(text: &str) -> Value {
    expression(text, DEPTH).unwrap_or_else(|| Value::text(text))
}

fn expression(text: &str, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let parts = split(text, ',');
    let [part] = parts[..] else {
        let layers = parts.into_iter().map(|part| expression(part, depth)).collect::<Option<Vec<_>>>()?;
        return Some(starting_with(LAYERS, layers));
    };
    let part = part.trim();
    let Some((name, inside)) = part.split_once('(') else {
        return read_hex(part).map(|[r, g, b, a]| Color::rgba(r, g, b, a).to_expression());
    };
    let (name, inside) = (name.trim(), inside.strip_suffix(')').unwrap_or(inside));
    match color(name, inside) {
        Some(color) => Some(color.to_expression()),
        None => gradient(name, inside, depth),
    }
}

/// The words between the commas become entries one by one. A position keeps
/// its number, whatever its unit is: an expression has no units.
fn gradient(name: &str, inside: &str, depth: usize) -> Option<Value> {
    let (kind, repeating) = gradient_kind(name)?;
    let mut entries = Vec::new();
    for (index, part) in split(inside, ',').into_iter().enumerate() {
        let part = part.trim();
        if index == 0
            && let Some(found) = first_entries(kind, part)
        {
            entries.extend(found);
            continue;
        }
        let words = words(part);
        if words.iter().filter(|word| position(word).is_none()).count() > 1 {
            entries.push(Value::text(part));
            continue;
        }
        entries.extend(words.into_iter().map(|word| match position(word) {
            Some(number) => Value::Number(number),
            None => expression(word, depth).unwrap_or_else(|| Value::text(word)),
        }));
    }
    Some(starting_with(word_of(kind, repeating), entries))
}

/// Returns the entries before the colours: an angle as its number, a place and a shape as details.
/// The angle of a linear gradient is written as a position is, and read as one. In a conic
/// gradient, everything that has an angle is read as the preamble: a first colour with one is lost,
/// as in the original.
fn first_entries(kind: Kind, part: &str) -> Option<Vec<Value>> {
    if kind == Kind::Linear {
        return None;
    }
    let words = words(part);
    if kind == Kind::Conic && words.first() != Some(&"from") && words.iter().any(|word| word.ends_with("deg"))
    {
        return Some(words.iter().filter_map(|word| position(word)).map(Value::Number).collect());
    }
    match preamble(kind, part)? {
        Preamble::Angle(_) => {
            let angles = part.split(' ').filter(|word| !word.is_empty() && *word != "from");
            Some(angles.map(|angle| Value::Number(leading_number(angle))).collect())
        }
        other => Some(other.to_entry().into_iter().collect()),
    }
}

/// The words of a part of a gradient. A space between a function and its
/// position may be missing.
fn words(part: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in split(part, ' ') {
        let end = word.rfind(')').map_or(word.len(), |close| close + 1);
        let (function, position) = word.split_at(end);
        words.extend([function, position].into_iter().filter(|word| !word.is_empty()));
    }
    words
}

/// `30%` or `30deg`.
fn position(word: &str) -> Option<f64> {
    let unit = word.ends_with('%') || word.ends_with("deg");
    let number = read_number(word);
    (unit && !number.is_nan()).then_some(number)
}

/// The number before any unit.
fn leading_number(word: &str) -> f64 {
    let units = word.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
    read_number(units)
}

fn starting_with(word: &str, entries: Vec<Value>) -> Value {
    let mut all = vec![Value::text(word)];
    all.extend(entries);
    Value::array(all)
}

impl Color {
    fn to_expression(self) -> Value {
        let word = match self.function {
            Function::Rgb | Function::Rgba => "@RGBA",
            Function::Hsl | Function::Hsla => "@HSLA",
        };
        let [first, second, third] = self.channels;
        let channels = [first, second, third, self.alpha.unwrap_or(1.0)];
        starting_with(word, channels.map(Value::Number).to_vec())
    }
}

impl Paint {
    /// The colour expression that evaluates to this paint.
    pub fn to_expression(&self) -> Value {
        match self {
            Paint::Color(color) => color.to_expression(),
            Paint::Gradient(gradient) => gradient.to_expression(),
            Paint::List(paints) => starting_with(LAYERS, paints.iter().map(Paint::to_expression).collect()),
            Paint::Css(text) => Value::text(&**text),
            Paint::Other(value) => value.clone(),
        }
    }
}

impl Gradient {
    fn to_expression(&self) -> Value {
        let mut entries: Vec<Value> = self.preamble.to_entry().into_iter().collect();
        for stop in &self.stops {
            entries.push(stop.paint.to_expression());
            entries.extend(stop.at.iter().map(|at| Value::Number(*at)));
        }
        starting_with(word_of(self.kind, self.repeating), entries)
    }
}

impl Preamble {
    fn to_entry(&self) -> Option<Value> {
        let details = |entries: Vec<Value>| Some(starting_with("@GradientDetails", entries));
        match self {
            Preamble::None => None,
            Preamble::Angle(angle) => Some(Value::Number(*angle)),
            Preamble::Radial { x, y, circle, edge } => details(vec![
                Value::Number(*x),
                Value::Number(*y),
                Value::Boolean(*circle),
                Value::Number(*edge as u8 as f64),
            ]),
            // The reference looks for the three numbers in the wrong places.
            Preamble::Conic { .. } => {
                details(vec![Value::Number(f64::NAN), Value::Number(50.0), Value::Number(50.0)])
            }
            Preamble::Css(text) => Some(Value::text(&**text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::{self, ReadLimits};

    #[test]
    fn reads_css_back_into_expressions() {
        let red = r#"["@RGBA",255,0,0,1]"#;
        let blue = r#"["@RGBA",0,0,255,1]"#;
        for (css, expected) in [
            ("#f00", red.to_owned()),
            ("red", r#""red""#.to_owned()),
            ("rgb(1 2 3 / 0.5)", r#"["@RGBA",1,2,3,0.5]"#.to_owned()),
            ("hsla(@Var 0, 100%, 5%, 1)", r#"["@HSLA","@NaN",100,5,1]"#.to_owned()),
            // Angles and positions keep their number, in any unit and place.
            // In a conic gradient, a first colour with an angle is lost.
            ("conic-gradient(#f00 10deg, #00f 90deg)", format!(r#"["@conic-gradient",10,{blue},90]"#)),
            ("conic-gradient(#f00 10deg 20deg, #00f)", format!(r#"["@conic-gradient",10,20,{blue}]"#)),
            ("conic-gradient(rgb(255, 0, 0) 0.5deg, #00f)", format!(r#"["@conic-gradient",0.5,{blue}]"#)),
            ("conic-gradient(rgb(255, 0, 0)10deg, #00f)", format!(r#"["@conic-gradient",10,{blue}]"#)),
            ("conic-gradient(#f00, #00f 10deg)", format!(r#"["@conic-gradient",{red},{blue},10]"#)),
            (
                "repeating-conic-gradient(#f00 10deg, #00f)",
                format!(r#"["@repeating-conic-gradient",10,{blue}]"#),
            ),
            ("conic-gradient(#f00 0%, #00f 50%)", format!(r#"["@conic-gradient",{red},0,{blue},50]"#)),
            ("conic-gradient(#f00, 25%, #00f)", format!(r#"["@conic-gradient",{red},25,{blue}]"#)),
            (
                "conic-gradient(from -20.5deg, #f00, #00f)",
                format!(r#"["@conic-gradient",-20.5,{red},{blue}]"#),
            ),
            ("conic-gradient(from 0.25turn, #f00)", format!(r#"["@conic-gradient",0.25,{red}]"#)),
            ("conic-gradient(from 90deg 20deg, #f00)", format!(r#"["@conic-gradient",90,20,{red}]"#)),
            ("conic-gradient(90deg, #f00)", format!(r#"["@conic-gradient",90,{red}]"#)),
            ("radial-gradient(45deg, #f00)", format!(r#"["@radial-gradient",45,{red}]"#)),
            ("linear-gradient(#f00 45deg, #00f)", format!(r#"["@linear-gradient",{red},45,{blue}]"#)),
            ("linear-gradient(45deg 10%, #f00)", format!(r#"["@linear-gradient",45,10,{red}]"#)),
            ("linear-gradient(red 10%, #f00)", format!(r#"["@linear-gradient","red",10,{red}]"#)),
            ("linear-gradient(to right, #f00)", format!(r#"["@linear-gradient","to right",{red}]"#)),
            // The spelling of fixed pictures: no space, no end.
            ("linear-gradient(rgb(255, 0, 0)5%, #00f", format!(r#"["@linear-gradient",{red},5,{blue}]"#)),
            (
                "conic-gradient(from 30deg at 40% 60%, #f00)",
                format!(r#"["@conic-gradient",["@GradientDetails","@NaN",50,50],{red}]"#),
            ),
            (
                "radial-gradient(circle closest-side at 20% 30%, #f00), #00f",
                format!(
                    r#"["@multi-gradient",["@radial-gradient",["@GradientDetails",20,30,true,3],{red}],{blue}]"#
                ),
            ),
        ] {
            let expected = json::read(&expected, &ReadLimits::default()).unwrap();
            assert_eq!(format!("{:?}", deevaluate(css)), format!("{expected:?}"), "{css}");
        }
    }

    #[test]
    fn what_nests_without_end_is_left() {
        let inner = "linear-gradient(".repeat(84);
        let mut expected = Value::text(&*inner);
        for _ in 0..16 {
            expected = starting_with("@linear-gradient", vec![expected]);
        }
        assert_eq!(deevaluate(&"linear-gradient(".repeat(100)), expected);
    }
}
