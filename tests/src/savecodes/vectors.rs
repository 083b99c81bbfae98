//! Vector files: entities, base-64, numbers, JSON, markup, move strings.

use std::path::Path;

use calcarray::json::{self, ReadErrorKind};
use calcarray::{Value, number};
use polymerge_savecode::{base64, entity, markup, moves, number_text};

use super::{member, same, text};
use crate::case::Case;
use crate::data::{Data, read_text, stem};

type Check = fn(&Value) -> Result<(), String>;

/// The files, and how to check an entry of each.
const FILES: &[(&str, &str, Check)] = &[
    ("savecodes/he", "encode", encode_entities),
    ("savecodes/he", "decode", decode_entities),
    ("savecodes/he", "base64", read_base64),
    ("savecodes/values", "numbers", read_number),
    ("savecodes/values", "extended_json", read_values),
    ("savecodes/markup", "rules_text", read_rules_text),
    ("savecodes/markup", "text_expression", read_text_expression),
    ("savecodes/moves64", "encode", encode_moves),
    ("savecodes/moves64", "decode", decode_moves),
];

/// One case per entry of the files that are there.
pub(super) fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (folder, name, check) in FILES {
        let files = data.files(folder, &[".json"]).unwrap_or_default();
        // Further files of the same format have further words in their names.
        for file in files.iter().filter(|file| stem(file).starts_with(name)) {
            for (number, entry) in entries(file)?.into_iter().enumerate() {
                let id = format!("{folder}/{}:{number}", stem(file));
                cases.push(Case::new(id, move || check(&entry)));
            }
        }
    }
    cases.extend(named_references(data)?);
    Ok(cases)
}

/// All names of HTML, each with and without semicolon.
fn named_references(data: &Data) -> Result<Vec<Case>, String> {
    let Ok(path) = data.find("savecodes/he/named_references.json") else { return Ok(Vec::new()) };
    let names = plain_json(&path)?;
    Ok(vec![Case::new("savecodes/he/named_references", move || {
        let bare: Vec<String> = list(&names, "also_without_semicolon")?
            .iter()
            .filter_map(|name| name.as_text().and_then(|name| name.to_utf8()))
            .collect();
        let Some(Value::Object(known)) = member(&names, "with_semicolon") else {
            return Err("no names".to_owned());
        };
        for (name, characters) in known.members() {
            let characters = characters.as_text().map(|text| text.to_string_lossy()).unwrap_or_default();
            same("with semicolon", &characters, &entity::decode(&format!("&{name};")))?;
            if bare.contains(&name.to_string_lossy()) {
                same("without", &format!("{characters}="), &entity::decode(&format!("&{name}=")))?;
            }
        }
        Ok(())
    })])
}

/// The entries of a file. Texts in it are not special, they are data.
fn entries(path: &Path) -> Result<Vec<Value>, String> {
    match plain_json(path)? {
        Value::Array(entries) => Ok(entries.into_entries()),
        _ => Err(format!("{}: not a list", path.display())),
    }
}

fn plain_json(path: &Path) -> Result<Value, String> {
    json::read_plain(&read_text(path)?, &Default::default())
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn list<'a>(object: &'a Value, name: &str) -> Result<&'a [Value], String> {
    let list = member(object, name).and_then(Value::as_array).ok_or_else(|| format!("no {name}"))?;
    Ok(list.entries())
}

fn required(object: &Value, name: &str) -> Result<String, String> {
    text(object, name).ok_or_else(|| format!("no {name}"))
}

fn encode_entities(entry: &Value) -> Result<(), String> {
    let Some(Value::Text(plain)) = member(entry, "text") else { return Err("no text".to_owned()) };
    let encoded = entity::encode_units(plain);
    same("encoded", &required(entry, "encoded")?, &encoded)?;
    if let Some(utf8) = plain.to_utf8() {
        same("encoded as UTF-8", &encoded, &entity::encode(&utf8))?;
    }
    let mut piece = String::new();
    base64::append(&encoded, &mut piece).ok_or("not Latin-1")?;
    same("piece", &required(entry, "piece")?, &piece)?;
    let back = base64::read(&piece)?;
    same("decoded back", &required(entry, "decoded_back")?, &entity::decode(&back))
}

fn decode_entities(entry: &Value) -> Result<(), String> {
    same("decoded", &required(entry, "decoded")?, &entity::decode(&required(entry, "text")?))
}

fn read_base64(entry: &Value) -> Result<(), String> {
    match (base64::read(&required(entry, "base64")?), text(entry, "latin1_text")) {
        (Ok(found), Some(expected)) => same("text", &expected, &found),
        (Err(_), None) => Ok(()),
        (Ok(found), None) => Err(format!("expected an error, found {found:?}")),
        (Err(error), Some(_)) => Err(error.to_owned()),
    }
}

fn read_number(entry: &Value) -> Result<(), String> {
    let number = number::parse(&required(entry, "text")?).unwrap_or(f64::NAN);
    let shown =
        if number == 0.0 && number.is_sign_negative() { "-0".to_owned() } else { number_text(number) };
    same("number", &required(entry, "number")?, &shown)?;
    same("written", &required(entry, "written")?, &number_text(number))?;
    same("written as JSON", &required(entry, "json_written")?, &json::write_canonical(&number.into()))
}

fn read_values(entry: &Value) -> Result<(), String> {
    let found = json::read(&required(entry, "text")?, &Default::default());
    match (found, text(entry, "written"), text(entry, "error")) {
        (Ok(value), Some(written), _) => same("written", &written, &json::write_canonical(&value)),
        (Err(error), _, Some(expected)) => {
            let name = match error.kind {
                ReadErrorKind::Syntax(_) => "bad-json",
                ReadErrorKind::Special => "bad-special",
                _ => "limit",
            };
            same("error", &expected, name)
        }
        (Ok(value), ..) => Err(format!("expected an error, found {}", json::write(&value))),
        (Err(error), ..) => Err(error.to_string()),
    }
}

fn read_rules_text(entry: &Value) -> Result<(), String> {
    read_markup(entry, "rules", markup::rules_text)
}

fn read_text_expression(entry: &Value) -> Result<(), String> {
    read_markup(entry, "expression", markup::text_expression)
}

fn read_markup(
    entry: &Value,
    result: &str,
    read: fn(&str) -> Result<Value, markup::MarkupError>,
) -> Result<(), String> {
    let found = match read(&required(entry, "html")?) {
        Ok(value) => json::write(&value),
        Err(error) => error.name().to_owned(),
    };
    let expected = match member(entry, result) {
        Some(value) => json::write(value),
        None => required(entry, "error")?,
    };
    same(result, &expected, &found)
}

fn encode_moves(entry: &Value) -> Result<(), String> {
    let moves = directions(list(entry, "moves")?);
    let found = moves::encode(&moves, 4).map_err(|error| error.to_string())?;
    same("text", &required(entry, "text")?, &found)
}

fn decode_moves(entry: &Value) -> Result<(), String> {
    let found = moves::decode(&required(entry, "text")?, 1_000_000);
    match (member(entry, "recommended"), found) {
        (None, Ok(found)) => {
            let expected = directions(list(entry, "moves")?);
            same("moves", &format!("{expected:?}"), &format!("{:?}", found.moves))
        }
        (Some(wanted), Err(moves::MoveStringError::BadCharacter { position })) => {
            let place = member(wanted, "position").and_then(Value::as_number);
            same("position", &format!("{place:?}"), &format!("{:?}", Some(position as f64)))
        }
        (_, found) => Err(format!("found {found:?}")),
    }
}

fn directions(moves: &[Value]) -> Vec<u8> {
    moves.iter().filter_map(Value::as_number).map(|direction| direction as u8).collect()
}
