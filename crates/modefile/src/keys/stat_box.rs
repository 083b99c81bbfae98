//! A box above or below the grid (docs/spec/display.md, "Stat boxes"), both
//! ways.

use calcarray::words;

use crate::fields::{Context, Fields};
use crate::table;
use crate::text::node::{Kind, Node, Span};

/// The box that most modes have.
pub(crate) fn score(span: Span) -> Node {
    Node::array(span, vec![Node::text(span, "Score"), Node::text(span, "@Score")])
}

/// Reads a box into the list that save codes have; `"score"` is the score.
pub(crate) fn read(node: Node, cx: &mut Context) -> Option<Node> {
    if node.is_word("score") {
        return Some(score(node.span));
    }
    let form = form(&node);
    let mut fields = Fields::of_form(node, &table::STAT_BOX, Some(form), cx)?;
    let span = fields.span;
    let title = fields.need("title", cx)?;
    let value = fields.need("value", cx)?;
    let mut entries: Vec<Option<Node>> = vec![Some(title), Some(value)];
    entries.extend(table::STAT_BOX.names().skip(2).map(|key| fields.take(key)));
    fields.finish(cx);
    if entries.get(4).is_some_and(Option::is_some) {
        // Where tiles are shown, the two places are usually written out.
        for place in entries.iter_mut().take(4).skip(2) {
            place.get_or_insert_with(|| Node::boolean(span, false));
        }
    }
    while entries.last().is_some_and(Option::is_none) {
        entries.pop();
    }
    let undefined = || Node::text(span, "@undefined");
    Some(Node::array(span, entries.into_iter().map(|entry| entry.unwrap_or_else(undefined)).collect()))
}

/// Returns the right form for a box; for the word `"moves"`, the box with it.
fn form(node: &Node) -> String {
    let written = node.as_string().unwrap_or_default();
    let name = written.trim_start_matches('@');
    let known = |word: &&str| word.strip_prefix('@').is_some_and(|known| known.eq_ignore_ascii_case(name));
    let word = words::all().map(|word| word.name).find(known).unwrap_or("@Moves");
    format!("{{ \"title\": \"{}\", \"value\": \"{word}\" }}", &word[1..])
}

/// Writes a box of a save code with named keys.
pub(crate) fn write(entry: &Node, _: &Context) -> Option<Node> {
    let entries = entry.as_array()?;
    if entry.same(&score(Span::default())) {
        return Some(Node::text(Span::default(), "score"));
    }
    if entries.len() > table::STAT_BOX.keys.len() {
        return None;
    }
    let tiles = entries.get(4).is_some_and(|entry| !entry.is_word("@undefined"));
    let keep = |place: usize, entry: &Node| {
        let usual = matches!(entry.kind, Kind::Boolean(false)) && tiles && (2..4).contains(&place);
        !usual && !entry.is_word("@undefined")
    };
    let keys = table::STAT_BOX.names().zip(entries).enumerate();
    Some(Node::object(
        keys.filter(|(place, (_, entry))| keep(*place, entry))
            .map(|(_, (key, entry))| (key, entry.clone()))
            .collect(),
    ))
}
