//! Looks in the shape that the golden data has them in.

use calcarray::Value;
use calcarray::color::Paint;
use calcarray::number::to_text;
use polymerge_display::{
    BoxShadow, Frame, Layer, LayerKind, Picture, Shadow, StatBox, StatContent, StatValue, TileView,
};

use super::object;

fn css(paint: &Paint) -> Value {
    Value::text(paint.to_css().as_str())
}

fn optional(paint: &Option<Paint>) -> Value {
    paint.as_ref().map_or(Value::Undefined, css)
}

fn percent(value: Option<f64>) -> Value {
    value.map_or(Value::Undefined, |value| Value::text(format!("{}%", to_text(value)).as_str()))
}

fn html(markup: &polymerge_display::Markup) -> Value {
    Value::text(markup.to_html(true).as_str())
}

fn shadow(shadow: &Shadow) -> Value {
    match shadow {
        Shadow::None => Value::Undefined,
        Shadow::Css(text) => Value::text(&**text),
        Shadow::Scaled { lengths, color } => {
            let text = |length: &Value| match length {
                Value::Number(number) => Value::text(to_text(*number).as_str()),
                other => other.clone(),
            };
            let mut entries: Vec<Value> = lengths.iter().map(text).collect();
            entries.push(css(color));
            Value::array(entries)
        }
    }
}

/// A tile, with the number of the rule if `with_rule`.
pub fn tile(view: &TileView, with_rule: bool) -> Value {
    let mut members = vec![
        ("bg", view.picture.background.as_ref().map_or(Value::text("transparent"), css)),
        ("img", optional(&view.picture.image)),
        ("color", css(&view.color)),
        ("shadow", shadow(&view.shadow)),
        ("size", if view.size > 0.0 { Value::Number(view.size) } else { Value::Undefined }),
        ("text", html(&view.text)),
        ("layers", layers(&view.picture)),
    ];
    if with_rule {
        members.push(("rule", Value::Number(view.rule.map_or(-1.0, |rule| rule as f64))));
    }
    object(members)
}

fn layers(picture: &Picture) -> Value {
    match &picture.layers[..] {
        [] => Value::Undefined,
        layers => Value::array(layers.iter().map(layer).collect::<Vec<_>>()),
    }
}

fn layer(layer: &Layer) -> Value {
    let kind = match layer.kind {
        LayerKind::Prime => "primeImage",
        LayerKind::Subtile => "subtile",
        LayerKind::VerticalSideBox => "VSideBox",
        LayerKind::HorizontalSideBox => "HSideBox",
        LayerKind::CornerBox => "cornerBox",
        LayerKind::SubBox => "subBox",
        LayerKind::Text => "text",
    };
    let area = &layer.area;
    let mut members = vec![
        ("kind", Value::text(kind)),
        ("hex", if layer.hexagon { Value::Boolean(true) } else { Value::Undefined }),
        ("bg", optional(&layer.picture.background)),
        ("img", optional(&layer.picture.image)),
        ("mask", optional(&layer.mask)),
        ("opacity", layer.opacity.map_or(Value::Undefined, |opacity| Value::text(to_text(opacity).as_str()))),
        ("w", percent(area.width)),
        ("h", percent(area.height)),
        ("left", percent(area.left)),
        ("right", percent(area.right)),
        ("top", percent(area.top)),
        ("bottom", percent(area.bottom)),
        ("scale", if layer.mirrored { Value::text("1 -1") } else { Value::Undefined }),
        ("layers", layers(&layer.picture)),
    ];
    if let Some(border) = &layer.border {
        let key = if border.paint.is_image() { "border_img" } else { "border" };
        members.push((key, css(&border.paint)));
        members.push(("border_w", Value::Number(border.width)));
    }
    if let Some(inscription) = &layer.inscription {
        let side = |side: i8| Value::text(["flex-start", "center", "flex-end"][(side + 1) as usize]);
        members.push(("text", html(&inscription.text)));
        members.push(("size", Value::Number(inscription.size)));
        members.push(("valign", side(inscription.vertical)));
        members.push(("halign", side(inscription.horizontal)));
        members.push(("color", optional(&inscription.color)));
        members.push(("shadow", shadow(&inscription.shadow)));
    }
    object(members)
}

/// A length of the page's grid unit.
fn length(value: f64) -> String {
    format!("calc(1vw * var(--grid_vw) * 1 * {})", to_text(value))
}

/// A stat box.
pub fn stat_box(stat_box: &StatBox) -> Value {
    let size = match stat_box.title_size {
        1.0 => "100%".to_owned(),
        size => format!("calc(75% *{})", to_text(size / 0.75)),
    };
    let mut members = vec![
        ("place", Value::text(if stat_box.below { "below" } else { "above" })),
        ("own_row", Value::Boolean(stat_box.own_row)),
        ("visible", Value::Boolean(stat_box.content.is_some())),
        ("title_size", Value::text(size.as_str())),
        ("clickable", Value::Boolean(stat_box.clickable)),
    ];
    if let Some(content) = &stat_box.content {
        members.extend(stat_content(content));
    }
    object(members)
}

fn stat_content(content: &StatContent) -> Vec<(&'static str, Value)> {
    let border = match &content.border {
        Frame::None => Value::text("none"),
        Frame::Unchanged => Value::Undefined,
        Frame::Css(text) => Value::text(text.as_str()),
        Frame::Solid(width, color) => Value::text(format!("{} solid {color}", length(*width)).as_str()),
    };
    let shadow = match &content.shadow {
        BoxShadow::None => Value::text("none"),
        BoxShadow::Css(text) => Value::text(text.as_str()),
        BoxShadow::Scaled([dx, dy, blur], color) => {
            Value::text(format!("{} {} {} {color}", length(*dx), length(*dy), length(*blur)).as_str())
        }
    };
    let tiles =
        |views: &[TileView]| Value::array(views.iter().map(|view| tile(view, false)).collect::<Vec<_>>());
    let (kind, value) = match &content.value {
        StatValue::Text(markup) => ("text", ("value", html(markup))),
        StatValue::Tile(view) => ("tile", ("tiles", tiles(std::slice::from_ref(view)))),
        StatValue::Tiles(views) => ("tiles", ("tiles", tiles(views))),
    };
    vec![
        ("title", html(&content.title)),
        ("kind", Value::text(kind)),
        value,
        ("border", border),
        ("box_color", css(&content.color)),
        ("box_shadow", shadow),
        ("value_color", css(&content.value_color)),
        ("title_color", css(&content.title_color)),
    ]
}
