//! The table of pieces against the one of the golden data.

use calcarray::Value;
use polymerge_savecode::{Kind, Version, layout};

use super::same;
use crate::case::Case;
use crate::data::{Data, read_json, read_text};

/// One case per kind and version.
pub(super) fn cases(data: &Data) -> Vec<Case> {
    let Ok(path) = data.find("savecodes/pieces.json") else { return Vec::new() };
    let table = match read_text(&path).and_then(|text| read_json(&text)) {
        Ok(Value::Object(table)) => table,
        other => return vec![Case::new("savecodes/pieces", move || Err(format!("not a table: {other:?}")))],
    };
    let mut cases = Vec::new();
    for (kind, versions) in table.members() {
        let Value::Object(versions) = versions else { continue };
        for (version, pieces) in versions.members() {
            let (kind, version, pieces) = (kind.to_string_lossy(), version.to_string_lossy(), pieces.clone());
            let id = format!("savecodes/pieces:{kind} {version}");
            cases.push(Case::new(id, move || check(&kind, &version, &pieces)));
        }
    }
    cases
}

fn check(kind: &str, version: &str, pieces: &Value) -> Result<(), String> {
    let kind = Kind::from_name(kind).ok_or("unknown kind")?;
    let (number, grid) = match version.split_once(' ') {
        Some((number, _)) => (number, true),
        None => (version, false),
    };
    let version = Version::from_name(number).ok_or("unknown version")?;
    let found: Vec<Value> = layout(kind, version)
        .enumerate()
        .filter(|(_, piece)| grid || !piece.is_optional())
        .map(|(place, piece)| {
            let encoding = piece.encoding(version).name();
            vec![Value::from(place + 2), piece.name.into(), encoding.into()].into()
        })
        .collect();
    same("pieces", &calcarray::json::write(pieces), &calcarray::json::write(&found.into()))
}
