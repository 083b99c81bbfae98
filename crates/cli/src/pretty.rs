//! JSON for people, with everything on one line that fits.

use polymerge::Value;
use polymerge::calc::json;

/// The longest line, where possible.
const WIDTH: usize = 100;

/// Returns a value as text of several lines.
pub fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, 0, &mut out);
    out
}

/// Writes a value that starts at `column` of a line, inside a block indented by `indent`.
fn write(value: &Value, indent: usize, column: usize, out: &mut String) {
    let line = json::write(value);
    if column + line.chars().count() <= WIDTH {
        return out.push_str(&line);
    }
    let inside = indent + 2;
    match value {
        Value::Object(object) if !object.members().is_empty() => {
            let members = object.members().iter();
            let members =
                members.map(|(name, value)| (format!("{}: ", json::write(&name.clone().into())), value));
            each(['{', '}'], members, indent, |value, column, out| write(value, inside, column, out), out);
        }
        Value::Array(array) if !array.entries().is_empty() => {
            let entries = array.entries().iter().map(|entry| (String::new(), entry));
            each(['[', ']'], entries, indent, |value, column, out| write(value, inside, column, out), out);
        }
        _ => out.push_str(&line),
    }
}

/// Writes the parts of an array or object between brackets, a line or block each.
fn each<'v>(
    [open, close]: [char; 2],
    parts: impl Iterator<Item = (String, &'v Value)>,
    indent: usize,
    write: impl Fn(&Value, usize, &mut String),
    out: &mut String,
) {
    out.push(open);
    for (place, (name, value)) in parts.enumerate() {
        let comma = if place > 0 { "," } else { "" };
        out.push_str(&format!("{comma}\n{:width$}{name}", "", width = indent + 2));
        write(value, indent + 2 + name.chars().count(), out);
    }
    out.push_str(&format!("\n{:indent$}{close}", ""));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_broken_and_stays_the_same() {
        let long: Vec<Value> = (0..60).map(|number| Value::Number(f64::from(number))).collect();
        let value = polymerge_app::object::object([
            ("short", Value::array(long[..3].to_vec())),
            ("long", long.into()),
        ]);
        let text = pretty(&value);
        assert!(text.starts_with("{\n  \"short\": [0,1,2],\n  \"long\": [\n    0,\n"), "{text}");
        assert_eq!(json::read(&text, &Default::default()).unwrap(), value);
    }
}
