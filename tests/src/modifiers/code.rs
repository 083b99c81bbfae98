//! Modifiers codes: read, typed, written.

use calcarray::Value;
use polymerge_modifiers::{CodeFields, GridShape, Modifier, Modifiers, Sizes};
use polymerge_savecode::{Content, Sheet, encode};

use crate::data::Data;
use crate::difference::exact;
use crate::modifiers::choice;
use crate::record::{entries, get, need, text};

/// A code: what is exported, and what comes of it when it is imported.
///
/// # Errors
/// What differs.
pub fn check(_data: &Data, line: &Value) -> Result<(), String> {
    let code = text(line, "code").ok_or("the case has no code")?;
    let sheet = Sheet::read(&code, &Default::default());
    if get(line, "error").is_some() {
        return sheet.err().map(|_| ()).ok_or_else(|| "the code should be refused".into());
    }
    let sheet = sheet.map_err(|error| error.to_string())?;
    let fields = fields(&sheet)?;
    let read = Modifiers::default().with_code(&fields).map_err(|error| error.to_string())?;
    // We keep no secrets: what is not known to a player is still there.
    let imported = get(line, "imported_all_unlocked").map_or_else(|| need(line, "imported"), Ok)?;
    let expected = Value::array(numbers_for_off(entries(need(imported, "modifiers")?)));
    exact("imported.modifiers", &expected, &Value::array(read.values()))?;
    exact(
        "imported.auto_directions",
        need(imported, "auto_directions")?,
        &Value::array(read.auto_moves.clone()),
    )?;
    if let (Some(grid), Some(expected)) = (&read.custom_grid, get(imported, "directions")) {
        exact("imported.directions", expected, grid.directions.as_ref().unwrap_or(&Value::Undefined))?;
    }
    let Some(chosen) = get(line, "modifiers") else { return Ok(()) };
    let mut chosen = choice::modifiers(chosen)?;
    page_sizes(&mut chosen);
    exact("values", need(line, "values")?, &Value::array(chosen.values()))?;
    let written = chosen.to_code();
    exact("settings", &fields.settings, &written.settings)?;
    exact("auto moves", &fields.auto_moves, &written.auto_moves)?;
    match (&fields.grid, &written.grid) {
        (None, None) => {
            let content = polymerge_savecode::Modifiers {
                settings: written.settings,
                auto_directions: written.auto_moves,
                grid: None,
            };
            let again = encode(&Content::Modifiers(content.into())).map_err(|error| error.to_string())?;
            exact("code", &Value::text(code), &Value::text(again))
        }
        // The reference does not export the grid that was drawn.
        (Some([_, _, hexagonal, _, directions]), Some([_, _, our_hexagonal, _, our_directions])) => {
            exact("hexagonal", hexagonal, our_hexagonal)?;
            exact("directions", directions, our_directions)
        }
        _ => Err("only one of the two has a custom grid".into()),
    }
}

/// The list of all modifiers, with numbers where old codes have `false` for
/// what is off, which the reference keeps (docs/spec/savecodes.md, "Modifiers codes").
pub fn numbers_for_off(values: &[Value]) -> Vec<Value> {
    let number = |(index, value): (usize, &Value)| match Modifier::at(index) {
        Some(modifier)
            if *value == Value::Boolean(false) && modifier.default_value().as_number().is_some() =>
        {
            modifier.default_value()
        }
        _ => value.clone(),
    };
    values.iter().enumerate().map(number).collect()
}

/// The sizes as the page of a mode of side 4 fills them in.
fn page_sizes(chosen: &mut Modifiers) {
    let sizes = Sizes::chosen(chosen, 4);
    let [a, b, c, d] = [sizes.a, sizes.b, sizes.c, sizes.d].map(|size| size as u32);
    match chosen.grid_shape {
        GridShape::Square | GridShape::Checkerboard | GridShape::Custom => {}
        GridShape::FourD => (chosen.size_a, chosen.size_b, chosen.size_c, chosen.size_d) = (a, b, c, d),
        GridShape::Diamond | GridShape::Hexagon | GridShape::HexaTriangle => chosen.size_a = a,
    }
}

/// What a code holds, as modifiers read it.
///
/// # Errors
/// If it has too few pieces.
pub fn fields(sheet: &Sheet) -> Result<CodeFields, String> {
    let [settings, auto_moves, grid @ ..] = &sheet.values[..] else {
        return Err("the code has too few pieces".into());
    };
    let grid = match grid {
        [] => None,
        grid => Some(<[Value; 5]>::try_from(grid.to_vec()).map_err(|_| "a grid has five pieces")?),
    };
    Ok(CodeFields { settings: settings.clone(), auto_moves: auto_moves.clone(), grid })
}
