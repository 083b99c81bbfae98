//! The look of a tile: a display rule with named keys (docs/spec/display.md, "Rule choice"), both
//! ways.

use crate::fields::{Context, Fields};
use crate::keys::contrast;
use crate::keys::tile::{self, Missing};
use crate::keys::variables::{LocalVariables, write_prefix};
use crate::table;
use crate::text::css;
use crate::text::node::{Kind, Node, Span};

/// Reads a look into the list that save codes have. `before` counts the
/// variables of the looks before this one: they stay visible
/// (docs/spec/display.md, "Rule choice").
pub(crate) fn read(node: Node, before: &mut usize, cx: &mut Context) -> Option<Node> {
    let mut fields = Fields::of(node, &table::LOOK, cx)?;
    let span = fields.span;
    let vars = LocalVariables::take(&mut fields, cx);
    let condition = match (fields.take("tile"), fields.take("when")) {
        (Some(tile), None) => {
            if !matches!(tile.kind, Kind::Array(_) | Kind::Object(_)) {
                cx.expected("a tile: a list or an object of its entries", &tile);
            }
            tile::read(tile, Missing::Error, cx)
        }
        (None, Some(when)) => when,
        (None, None) => Node::boolean(span, true),
        (Some(_), Some(when)) => {
            cx.error("wrong-type", when.span, "a look has either \"tile\" or \"when\"");
            when
        }
    };
    let text = fields.take("text").unwrap_or_else(|| cx.tile_value.clone());
    let mut entries = vec![condition, text];
    let (scheme, value) = (fields.take("scheme"), fields.take("value"));
    let (colour, text_colour) = (fields.take("colour"), fields.take("text_colour"));
    let shadow = fields.take("shadow");
    match scheme {
        Some(scheme) => {
            for other in [&colour, &text_colour, &shadow].into_iter().flatten() {
                cx.error("wrong-type", other.span, "a colour scheme gives all colours; leave this out");
            }
            entries.push(Node::text(span, "@ColorScheme"));
            entries.push(scheme);
            entries.push(value.unwrap_or_else(|| Node::array(span, vec![Node::text(span, "@This 0")])));
        }
        None => {
            if let Some(value) = value {
                cx.error("wrong-type", value.span, "\"value\" goes with \"scheme\"");
            }
            let colour = colour.unwrap_or_else(|| {
                cx.error("missing-key", span, "a look needs the key \"colour\" or \"scheme\"");
                Node::text(span, "#ffffff")
            });
            let text_colour = text_colour
                .unwrap_or_else(|| contrast::on(&colour).unwrap_or_else(|| no_text_colour(&colour, cx)));
            entries.push(colour);
            entries.push(text_colour);
        }
    }
    let size = fields.list("size", cx);
    if size.len() > 2 {
        cx.error("length", span, "\"size\" has two entries: the least length, and how it grows");
    }
    let add = fields.list("add", cx);
    fields.finish(cx);
    let scheme = entries.len() == 5;
    let undefined = || Node::text(span, "@undefined");
    let needed = !size.is_empty() || !add.is_empty();
    match shadow {
        Some(shadow) => entries.push(shadow),
        None if needed && !scheme => entries.push(undefined()),
        None => {}
    }
    entries.extend(size);
    if !add.is_empty() {
        while entries.len() < 7 {
            entries.push(undefined());
        }
        entries.extend(add);
    }
    let first = *before + if vars.with_game_variables { cx.variable_count } else { 0 };
    let entries: Vec<Node> = entries.into_iter().map(|entry| vars.resolve(entry, first, cx)).collect();
    let count = first - *before + vars.values.len();
    let mut rule = vars.prefix(span, first, cx);
    *before += count;
    rule.extend(entries);
    Some(Node::array(span, rule))
}

/// Says that the colour of the text has to be written, or, if the colour behind it is none,
/// that.
fn no_text_colour(colour: &Node, cx: &mut Context) -> Node {
    let text = colour.as_string().map(|text| cx.problems.word_at(colour.span, &text));
    let fault = text.and_then(|text| css::colour(&text).err());
    let (code, message, help) = match fault {
        Some(fault) => ("colour", fault.message, fault.help),
        None => (
            "missing-key",
            "with this colour, \"text_colour\" has to be written".to_owned(),
            Some("write \"text_colour\": \"#000000\" or \"#ffffff\" beside it; it is chosen by itself for colours such as \"#f0c040\" and \"gold\", and for lists: calculated colours, and gradients of up to 8 colours".to_owned()),
        ),
    };
    let entry = cx.problems.error(code, colour.span, message);
    if let Some(help) = help {
        entry.help(help);
    }
    Node::text(colour.span, "#000000")
}

/// Writes a display rule of a save code with named keys.
pub(crate) fn write(rule: &Node, _: &Context) -> Option<Node> {
    let mut members = Vec::new();
    let rest = write_prefix(rule.as_array()?, &mut members);
    let [condition, text, rest @ ..] = rest else { return None };
    let entry = |node: &Node| matches!(node.kind, Kind::Number(_) | Kind::Boolean(_)) || special_number(node);
    match &condition.kind {
        Kind::Boolean(true) => {}
        Kind::Array(entries) if !entries.is_empty() && entries.iter().all(entry) => {
            members.push(("tile", condition.clone()));
        }
        _ => members.push(("when", condition.clone())),
    }
    members.push(("text", text.clone()));
    let rest = match rest {
        [word, scheme, value, rest @ ..] if word.is_word("@ColorScheme") => {
            members.push(("scheme", scheme.clone()));
            members.push(("value", value.clone()));
            rest
        }
        [colour, text_colour, rest @ ..] => {
            members.push(("colour", colour.clone()));
            members.push(("text_colour", text_colour.clone()));
            match rest {
                [shadow, rest @ ..] => {
                    if !shadow.is_word("@undefined") {
                        members.push(("shadow", shadow.clone()));
                    }
                    rest
                }
                [] => rest,
            }
        }
        _ => return None,
    };
    let span = Span::default();
    let (size, add) = rest.split_at(rest.len().min(2));
    let absent = size.len() == 2 && size.iter().all(|entry| entry.is_word("@undefined")) && !add.is_empty();
    if !size.is_empty() && !absent {
        members.push(("size", Node::array(span, size.to_vec())));
    }
    if !add.is_empty() {
        members.push(("add", Node::array(span, add.to_vec())));
    }
    Some(Node::object(members))
}

fn special_number(node: &Node) -> bool {
    node.as_text().is_some_and(|text| text.starts_with("@Big") || text.starts_with("@Gaussian"))
}
