//! `display`: colours, texts, tile looks, schemes and stat boxes.
//!
//! The formats are described in the folder's README.

mod css;
mod shape;

use std::sync::Arc;

use calcarray::color::{self, Scope, System};
use calcarray::json::Object;
use calcarray::{Limits, Meter, Text, Value, Variables};
use polymerge_display::{
    Size, Stage, StatBox, Tables, Theme, TileStyle, Written, abbreviate, abbreviate_default, evaluate_text,
    from_arguments, show, view_by_scheme,
};
use polymerge_rules::Mode;

use crate::calcarray::host::VectorHost;
use crate::case::Case;
use crate::data::{Data, file_name, line_id, read_json, read_lines, read_text};
use crate::difference::exact;
use crate::record::{flag, get, list, need, text};

/// What several cases share.
struct Shared {
    tables: Tables,
    /// Display rules by set.
    sets: Value,
    /// Games that stat boxes belong to.
    contexts: Value,
    /// Tiles of sets whose display rules change the game variables, which the
    /// reference showed one after the other in one game.
    shown_in_turn: Vec<Value>,
}

type Check = fn(&Value, &Shared) -> Result<(), String>;

const FILES: [(&str, Check); 6] = [
    ("colors.jsonl", check_color),
    ("numbers.jsonl", check_number),
    ("text.jsonl", check_text),
    ("tiles.jsonl.gz", check_tile),
    ("schemes.jsonl.gz", check_scheme),
    ("statboxes.jsonl", check_stat_box),
];

/// One case per line.
///
/// # Errors
/// If there is no such folder.
pub fn cases(data: &Data) -> Result<Vec<Case>, String> {
    let object = |name: &str| match data.find(&format!("display/{name}")) {
        Ok(path) => read_text(&path).and_then(|text| read_json(&text)),
        Err(_) => Ok(Value::Undefined),
    };
    let sets = object("tilesets.json.gz")?;
    let shared = Arc::new(Shared {
        tables: Tables::new(),
        shown_in_turn: shown_in_turn(data, &sets)?,
        sets,
        contexts: object("statbox_contexts.json")?,
    });
    let mut cases = Vec::new();
    for file in data.files("display", &[".jsonl", ".jsonl.gz"])? {
        let check = FILES.into_iter().find(|(name, _)| *name == file_name(&file)).map(|(_, check)| check);
        let Some(check) = check else { return Err(format!("{} is not known", file.display())) };
        for (number, line) in read_lines(&file)?.into_iter().enumerate() {
            let shared = Arc::clone(&shared);
            cases.push(Case::new(line_id(&file, number, &line), move || {
                read_json(&line).and_then(|case| check(&case, &shared))
            }));
        }
    }
    Ok(cases)
}

fn shown_in_turn(data: &Data, sets: &Value) -> Result<Vec<Value>, String> {
    let Ok(path) = data.find("display/tiles.jsonl.gz") else { return Ok(Vec::new()) };
    let changes = |case: &Value| {
        let set = text(case, "set").and_then(|id| get(sets, &id)).and_then(|set| get(set, "tile_types"));
        set.is_some_and(|rules| calcarray::json::write(rules).contains("@edit_gvar"))
    };
    let cases = read_lines(&path)?.into_iter().map(|line| read_json(&line)).collect::<Result<Vec<_>, _>>()?;
    Ok(cases.into_iter().filter(changes).collect())
}

fn object(members: Vec<(&str, Value)>) -> Value {
    let members = members.into_iter().filter(|(_, value)| *value != Value::Undefined);
    Value::Object(Arc::new(Object::new(members.map(|(key, value)| (Text::from(key), value)).collect())))
}

/// A game with one tile, and what else a vector says of it.
fn host_of(tile: &Value, game: &Value, tile_entries: f64) -> Result<VectorHost, String> {
    let member = |name: &str| get(game, name).cloned().unwrap_or_default();
    let game_variables = match member("gvars") {
        Value::Undefined => member("game_vars"),
        variables => variables,
    };
    let context = object(vec![
        ("grid", Value::array(vec![Value::array(vec![tile.clone()])])),
        ("tile_entries", Value::Number(tile_entries)),
        ("game_vars", game_variables),
        ("modifier_vars", member("modifier_vars")),
        ("score", member("score")),
        ("moves", member("moves")),
        ("merges", member("merges")),
        ("merge_moves", member("merge_moves")),
        ("merges_before", member("merges_before")),
        ("discovered", member("discovered_tiles")),
        ("winning", member("discovered_winning")),
    ]);
    VectorHost::new(&context, &Value::Undefined)
}

fn said<T>(result: Result<T, calcarray::Error>) -> Result<T, String> {
    result.map_err(|error| format!("unexpected error: {error}"))
}

/// Calls `work` at the one tile of a vector's game.
fn on_tile<T>(
    case: &Value,
    tile: &Value,
    tile_entries: f64,
    hexagonal: bool,
    work: impl FnOnce(&mut Stage<'_>) -> Result<T, String>,
) -> Result<T, String> {
    let mut host = host_of(tile, case, tile_entries)?;
    let mut meter = Meter::new(Limits::default());
    work(&mut Stage::new(&mut host, &mut meter, hexagonal))
}

fn check_color(case: &Value, _: &Shared) -> Result<(), String> {
    let (expression, expected) = (need(case, "expr")?, need(case, "out")?);
    let arguments = list(case, "args");
    on_tile(case, need(case, "tile")?, 2.0, flag(case, "hexagonal"), |stage| {
        let variables = Variables::default();
        let scope = Scope::new(&variables);
        let found = match text(case, "fn").as_deref() {
            Some("evaluateColor") => {
                Value::text(said(color::evaluate(stage, expression, &scope))?.to_css().as_str())
            }
            Some("convertColor") => {
                let target = arguments.first().and_then(Value::as_text).and_then(System::by_word);
                let target = target.ok_or("the case has no target")?;
                said(color::convert(stage, expression, target, &scope))?
            }
            Some("rotateColor") => {
                let degrees = arguments.first().and_then(Value::as_number).ok_or("no degrees")?;
                let invert = arguments.get(1).is_some_and(Value::is_true);
                said(color::rotate(stage, expression, degrees, invert, &scope))?
            }
            Some("deevaluateColor") => {
                color::deevaluate(&expression.as_text().ok_or("no text")?.to_string_lossy())
            }
            _ => return Err("the function is not known".into()),
        };
        css::compare("out", expected, &found)
    })
}

fn check_number(case: &Value, _: &Shared) -> Result<(), String> {
    let value = need(case, "value")?;
    let mut meter = Meter::new(Limits::default());
    if text(case, "fn").as_deref() == Some("abbreviateNumber") {
        let how = from_arguments(list(case, "args")).ok_or("the system is not known")?;
        return exact("out", need(case, "out")?, &said(abbreviate(value, &how, &mut meter))?);
    }
    let found = said(abbreviate_default(value, &mut meter))?;
    exact("out", need(case, "out")?, &found)?;
    let expression = match value {
        Value::Text(_) => value.clone(),
        other => Value::array(vec![other.clone()]),
    };
    on_tile(case, &Value::array(vec![Value::Number(0.0)]), 1.0, false, |stage| {
        let variables = Variables::default();
        let markup = said(show(stage, &expression, &Scope::new(&variables), true))?;
        exact("html", need(case, "html")?, &Value::text(markup.to_html(true).as_str()))
    })
}

fn check_text(case: &Value, _: &Shared) -> Result<(), String> {
    let abbreviate = flag(case, "abbreviate");
    let mut host = host_of(need(case, "tile")?, case, 2.0)?;
    calcarray::Host::add_score(&mut host, 1_234_567.0);
    let mut meter = Meter::new(Limits::default());
    let mut stage = Stage::new(&mut host, &mut meter, flag(case, "hexagonal"));
    let variables = Variables::default();
    let written = said(evaluate_text(&mut stage, need(case, "expr")?, &Scope::new(&variables), abbreviate))?;
    match written {
        Written::Markup(markup) => {
            let html = markup.to_html(flag(case, "html_encode"));
            css::compare("out", need(case, "out")?, &Value::text(html.as_str()))?;
            match get(case, "plain") {
                Some(plain) => exact("plain", plain, &Value::text(markup.plain().as_str())),
                None => Ok(()),
            }
        }
        Written::Value(value) => exact("out_value", need(case, "out_value")?, &value),
    }
}

fn mode_of(set: &Value) -> Mode {
    let member = |name: &str| get(set, name).cloned().unwrap_or_default();
    Mode {
        tile_types: member("tile_types"),
        hidden_tile_text: member("hidden_text"),
        hexagonal: member("hexagonal"),
        ..Mode::default()
    }
}

fn check_tile(case: &Value, shared: &Shared) -> Result<(), String> {
    let id = text(case, "set").ok_or("the case names no set")?;
    let set = get(&shared.sets, &id).ok_or_else(|| format!("there is no set {id:?}"))?;
    let theme = Theme::new(&mode_of(set));
    let tile = need(case, "tile")?;
    let entries = need(set, "tile_num_amount")?.as_number().unwrap_or(1.0);
    let earlier = shared.shown_in_turn.iter().take_while(|other| get(other, "id") != get(case, "id"));
    let earlier =
        earlier.filter(|other| get(other, "set") == get(case, "set")).filter_map(|other| get(other, "tile"));
    on_tile(set, tile, entries, theme.hexagonal(), |stage| {
        for tile in earlier {
            said(theme.lone_tile(stage, &shared.tables, tile, Size::Grid))?;
        }
        stage.meter.reset();
        let view = said(theme.tile(stage, &shared.tables, tile, Size::Grid))?;
        css::compare("out", need(case, "out")?, &shape::tile(&view, true))
    })
}

fn check_scheme(case: &Value, shared: &Shared) -> Result<(), String> {
    let scheme = text(case, "scheme").ok_or("the case names no scheme")?;
    let tile = Value::array(vec![need(case, "value")?.clone()]);
    on_tile(case, &tile, 1.0, flag(case, "hexagonal"), |stage| {
        let style = TileStyle { tables: &shared.tables, size: Size::Single, hidden_text: false };
        let view = said(view_by_scheme(stage, style, &scheme, list(case, "params"), &tile))?;
        css::compare("out", need(case, "out")?, &shape::tile(&view, false))
    })
}

fn check_stat_box(case: &Value, shared: &Shared) -> Result<(), String> {
    let id = text(case, "ctx").ok_or("the case names no context")?;
    let context = get(&shared.contexts, &id).ok_or_else(|| format!("there is no context {id:?}"))?;
    let mode = need(context, "mode")?;
    let set = match mode {
        Value::Number(number) => get(&shared.sets, &calcarray::number::to_text(*number)),
        other => get(&shared.sets, &other.as_text().map(|text| text.to_string_lossy()).unwrap_or_default()),
    };
    let mut mode = mode_of(set.unwrap_or(&Value::Undefined));
    mode.text_background = need(context, "text_color")?.clone();
    mode.grid_background = need(context, "grid_color")?.clone();
    let theme = Theme::new(&mode);
    let entries = need(context, "tile_num_amount")?.as_number().unwrap_or(1.0);
    on_tile(context, &Value::text("@Empty"), entries, theme.hexagonal(), |stage| {
        let found = said(StatBox::view(stage, &theme, &shared.tables, need(case, "box")?))?;
        css::compare("out", need(case, "out")?, &shape::stat_box(&found))
    })
}
