//! Infused Modes: the page, its settings, the mode that is made; and modes
//! that are infused.

use calcarray::{Text, Value};
use polymerge_modifiers::infused::{Change, InfusedMode, Page};
use polymerge_savecode::{Content, decode};

use crate::data::{Data, read_text};
use crate::difference::exact;
use crate::modifiers::custom::custom_mode;
use crate::modifiers::{choice, pieces, starts};
use crate::record::{get, list, need, text};

/// A page with settings changed, and the mode it makes.
///
/// # Errors
/// What differs.
pub fn check(_data: &Data, line: &Value) -> Result<(), String> {
    let code = text(line, "code").ok_or("the case has no code")?;
    let code = decode(&code, &Default::default()).map_err(|error| error.to_string())?;
    let Content::Infused(values) = code.content else { return Err("no infused mode".into()) };
    let infused = InfusedMode::read(&values).map_err(|error| error.to_string())?;
    let modifiers = choice::modifiers(need(line, "modifiers")?)?;
    let mut page = Page::open(infused, &modifiers).map_err(|error| error.to_string())?;
    for click in list(line, "clicks") {
        let (setting, change) = pressed(click).ok_or("a click on something unknown")?;
        page.change(setting, &change).map_err(|error| error.to_string())?;
    }
    exact("mode_vars", need(line, "mode_vars")?, &page.variables.clone().into())?;
    let (width, height) = page.size();
    exact("size", need(line, "size")?, &vec![width.into(), height.into()].into())?;
    exact("modifiers_on_page", need(line, "modifiers_on_page")?, &page.modifiers.values().into())?;
    exact("page_rules", need(line, "page_rules")?, &page.rules().map_err(|error| error.to_string())?)?;
    let (mode, in_game) = page.mode().map_err(|error| error.to_string())?;
    exact("modifiers_in_game", need(line, "modifiers_in_game")?, &in_game.values().into())?;
    let expected = need(line, "mode")?;
    for (piece, read) in pieces::PIECES {
        if let Some(expected) = get(expected, piece) {
            exact(piece, expected, &read(&mode))?;
        }
    }
    starts("", line, &mode, &in_game)
}

/// Reads the id of a control of the reference: `infusedMode_var0_plus`.
fn pressed(click: &Value) -> Option<(usize, Change)> {
    let (id, typed) = match click {
        Value::Array(pair) => (pair.first()?, pair.get(1).cloned()),
        id => (id, None),
    };
    let id = id.as_text().map(Text::to_string_lossy)?;
    let rest = id.strip_prefix("infusedMode_var")?;
    let (setting, control) = rest.split_once('_')?;
    let change = match (control, typed) {
        ("button", _) => Change::Next,
        ("plus", _) => Change::Plus,
        ("minus", _) => Change::Minus,
        ("change", Some(typed)) => Change::Text(typed),
        _ => return None,
    };
    Some((setting.parse().ok()?, change))
}

/// A mode, game or custom code that is brought into an Infused Mode.
///
/// # Errors
/// What differs.
pub fn infuse(data: &Data, line: &Value) -> Result<(), String> {
    let code = text(line, "code").ok_or("the case has no code")?;
    let code = if code.starts_with('@') { code } else { read_text(&data.find(&code)?)? };
    let code = decode(code.trim(), &Default::default()).map_err(|error| error.to_string())?;
    let infused = match &code.content {
        Content::Custom(custom) => custom_mode(custom)?.infuse(),
        content => {
            let mode = content.mode().ok_or("the code holds no mode")?;
            InfusedMode::from_mode(mode, mode.width)
        }
    };
    let expected = list(line, "values");
    let written = infused.write();
    let found = written.as_array().map_or(&[][..], |written| written.entries());
    for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
        let what = format!("value {index}");
        match index {
            // What the editor held before.
            23 => {}
            // The reference writes four flags and adds the fifth when it reads them.
            34 => exact(
                &what,
                expected,
                &Value::array(&found.as_array().map_or(&[][..], |f| f.entries())[..4]),
            )?,
            // The reference loses it when it reads a code.
            42 if expected.is_word("\"@NaN\"") => {}
            // The rules of a custom mode are in our words.
            22 | 30 if matches!(code.content, Content::Custom(_)) => {}
            _ => exact(&what, expected, found)?,
        }
    }
    Ok(())
}
