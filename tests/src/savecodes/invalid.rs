//! Codes that are malformed, or nearly: each gets the recommended answer.

use calcarray::{Value, json};
use polymerge_savecode::{Content, DecodeLimits, Reason, decode, markup::MarkupError};

use super::{member, number, same, text};
use crate::case::Case;
use crate::data::{Data, read_json, read_text};

/// One case per entry of the index.
pub(super) fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let Ok(path) = data.find("savecodes/invalid/index.json") else { return Ok(Vec::new()) };
    let index = read_json(&read_text(&path)?)?;
    let entries = index.as_array().ok_or("the index of invalid codes is not a list")?;
    let mut cases = Vec::new();
    for entry in entries.iter() {
        let name = text(entry, "name").ok_or("an invalid code without a name")?;
        let (data, entry) = (data.clone(), entry.clone());
        let id = format!("savecodes/invalid/{name}");
        cases.push(Case::new(id, move || {
            let code = read_text(&data.find(&format!("savecodes/invalid/{name}.txt"))?)?;
            let wanted = member(&entry, "recommended").ok_or("no recommendation")?;
            answer(&code, wanted)
        }));
    }
    Ok(cases)
}

fn answer(code: &str, wanted: &Value) -> Result<(), String> {
    let accepted = text(wanted, "action").as_deref() == Some("accept");
    match decode(code, &DecodeLimits::default()) {
        Ok(_) if !accepted => Err(format!("accepted, where {} is expected", json::write(wanted))),
        Err(error) if accepted => Err(format!("refused: {error}")),
        Err(error) => {
            same("reason", &text(wanted, "error").unwrap_or_default(), error.reason.name())?;
            let piece = number(wanted, "piece").map(|piece| piece as usize);
            same("piece", &format!("{piece:?}"), &format!("{:?}", error.piece))?;
            match (text(wanted, "detail"), error.reason) {
                (Some(detail), Reason::Markup(error)) => same("detail", &detail, MarkupError::name(error)),
                _ => Ok(()),
            }
        }
        Ok(code) => {
            let values = |name: &str| member(wanted, name);
            if let (Some(rules), Content::Custom(custom)) = (values("rulesText"), &code.content) {
                // The recommendation has the four entries that were stored.
                let found: Vec<Value> = custom
                    .rules_text
                    .as_array()
                    .map(|rules| rules.iter().take(4).cloned().collect())
                    .unwrap_or_default();
                same("rulesText", &json::write(rules), &json::write(&found.into()))?;
            }
            Ok(())
        }
    }
}
