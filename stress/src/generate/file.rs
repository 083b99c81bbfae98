//! Mode files made from bytes: objects with keys of the table, each with its example, its default
//! or a value that it is said to take.

use calcarray::json;
use polymerge::advanced::modefile::{Form, Key, KeyTable, LeftOut, key_tables, triggers};

use super::expression::expression;
use super::leaf;
use crate::Picks;

/// Names that examples speak of.
const NAMES: &str = r#""define": { "base": 2, "goal": 3, "hide_texts": 0 },
  "variables": { "turns": 0, "next": 0, "picked": 0, "done": false, "modulus": 3 },
  "tile": ["value", "power", "colour"]"#;

/// Keys of a mode that are named above, or would replace all others.
const GIVEN: [&str; 4] = ["define", "variables", "tile", "extends"];

/// The text of a mode file. Most can be read.
pub fn file(picks: &mut Picks<'_>) -> String {
    let Some((_, mode)) = key_tables().next() else { return String::new() };
    let keys = mode.keys.iter().filter(|key| !GIVEN.contains(&key.name));
    let members: String = members(picks, keys, 6).iter().map(|member| format!(",\n  {member}")).collect();
    format!("{{\n  {NAMES}{members}\n}}\n")
}

/// Some keys with values: those that are needed, and once in `times` another.
fn members<'k>(picks: &mut Picks<'_>, keys: impl Iterator<Item = &'k Key>, times: usize) -> Vec<String> {
    let mut members = Vec::new();
    for key in keys {
        if key.left_out == LeftOut::Mistake || picks.once_in(times) {
            members.push(format!("\"{}\": {}", key.name, value(picks, key)));
        }
    }
    members
}

fn value(picks: &mut Picks<'_>, key: &Key) -> String {
    match (picks.below(5), key.left_out) {
        (0..=2, _) => key.example.to_owned(),
        (3, LeftOut::Value(json)) => json.to_owned(),
        _ => of_form(picks, &key.form),
    }
}

fn of_form(picks: &mut Picks<'_>, form: &Form) -> String {
    let quoted = |text: &str| format!("\"{text}\"");
    match *form {
        Form::Any | Form::Condition => json::write(&expression(picks)),
        Form::Flag | Form::Boolean => picks.once_in(2).to_string(),
        Form::AnyList | Form::Pair => list(picks, &[Form::Any]),
        Form::Colour => quoted(picks.one(&["#f0c040", "gold", "linear-gradient(#fff, #cde)"])),
        Form::Text | Form::Said(_) => quoted(picks.one(&["left", "up", "a"])),
        Form::Integer(least, most) | Form::Whole(least, most) | Form::Number(least, most) => {
            picks.one(&[least, least + 1.0, most.min(3.0), least - 1.0, most.min(1e9)]).to_string()
        }
        Form::Words(words) => quoted(picks.one(words).0),
        Form::Constant(json) => json.to_owned(),
        Form::Trigger => {
            let names: Vec<&str> = triggers().map(|trigger| trigger.name).collect();
            quoted(picks.one(&names))
        }
        Form::Tile => json::write(&leaf::tile(picks, 3)),
        Form::Types(types) => match picks.one(types) {
            "object" => "{}".to_owned(),
            "array" => list(picks, &[Form::Any]),
            _ => json::write(&leaf::scalar(picks)),
        },
        Form::Size => quoted(picks.one(&["3x3", "1x5", "4x2"])),
        Form::Names => r#"["value"]"#.to_owned(),
        Form::Object(table) => object(picks, table),
        Form::List(entry) => list(picks, &[*entry]),
        Form::Entries(entries) => list(picks, entries),
        Form::Raw => format!("{{ \"raw\": {} }}", json::write(&expression(picks))),
        Form::Reference => quoted(picks.one(&["$base", "$goal"])),
        Form::Either(forms) => {
            let form = picks.one(forms);
            of_form(picks, &form)
        }
    }
}

fn object(picks: &mut Picks<'_>, table: &KeyTable) -> String {
    format!("{{ {} }}", members(picks, table.keys.iter(), 4).join(", "))
}

fn list(picks: &mut Picks<'_>, forms: &[Form]) -> String {
    let entries = picks.list(3, |picks| {
        let form = picks.one(forms);
        of_form(picks, &form)
    });
    format!("[{}]", entries.join(", "))
}
