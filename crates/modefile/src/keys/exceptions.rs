//! `modifiers`: where a mode is an exception to what modifiers do.

use polymerge_modifiers::{ModeTraits, Negatives, Simple};

use crate::keys::parts::Parts;
use crate::keys::spawn;
use crate::text::fields::value;
use crate::text::fields::{self, Context, Fields};
use crate::text::node::{Kind, Node};

/// A word, and what it says of a mode.
type Word = (&'static str, fn(&mut ModeTraits));

const WHAT: &str = "\"modifiers\"";

/// Reads what a mode says about modifiers.
pub(crate) fn read(node: Option<Node>, parts: &mut Parts, cx: &mut Context) -> ModeTraits {
    let mut traits = ModeTraits::default();
    let Some(mut fields) = node.and_then(|node| Fields::of(node, WHAT, cx)) else { return traits };
    traits.default_side = whole(fields.take("default_side"), 1.0, cx);
    let hidden_text = fields.take("hidden_text");
    if let Some(node) = &hidden_text {
        parts.put("hidden_text_variable", node.clone());
    }
    traits.hidden_text_variable = whole(hidden_text, 0.0, cx);
    traits.simple = match fields.take("simple") {
        Some(node) if node.as_array().is_some() => {
            let spawns = fields::list(node, "spawns", cx, spawn::read);
            value(&spawns, cx.problems).map(Simple::List).unwrap_or_default()
        }
        Some(node) => {
            let words = [("ignored", Simple::Ignored), ("two_if_negative", Simple::TwoIfNegative)];
            chosen("simple", node, words, " or a list of spawns", cx).unwrap_or_default()
        }
        None => Simple::First,
    };
    let mut word = |key, words: &[Word], cx: &mut Context| {
        let Some(node) = fields.take(key) else { return };
        if let Some(set) = chosen(key, node, words.iter().copied(), "", cx) {
            set(&mut traits);
        }
    };
    word("lengths", &[("as_grid", |traits| traits.lengths_follow_grid = true)], cx);
    word("equal", &[("ignored", |traits| traits.ignores_equal = true)], cx);
    word(
        "colors",
        &[
            ("ignored", |traits| traits.ignores_colors = true),
            ("keep_look_behind", |traits| traits.colors_skip_look_behind = true),
        ],
        cx,
    );
    word(
        "garbage",
        &[
            ("ignored", |traits| traits.garbage.ignored = true),
            ("no_zeros", |traits| traits.garbage.ignores_zeros = true),
            ("zero_is_number", |traits| traits.garbage.zero_is_number = true),
            ("tests_next_first", |traits| traits.garbage.tests_next = true),
        ],
        cx,
    );
    word(
        "negative_tiles",
        &[
            ("ignored", |traits| traits.negatives = Negatives::Ignored),
            ("own", |traits| traits.negatives = Negatives::Own),
            ("keep_rules", |traits| traits.negatives = Negatives::GeneralWithoutRules),
        ],
        cx,
    );
    word("negative_colours", &[("text", |traits| traits.turns_text_colour_only = true)], cx);
    word("destroying_clicks", &[("ignored", |traits| traits.ignores_clicks = true)], cx);
    fields.finish(cx);
    traits
}

/// A whole number, such as that of a variable.
fn whole(node: Option<Node>, least: f64, cx: &mut Context) -> Option<usize> {
    const MOST: f64 = 9_999.0;
    let node = node?;
    match node.kind {
        Kind::Number(number) if number.fract() == 0.0 && (least..=MOST).contains(&number) => {
            Some(number as usize)
        }
        _ => {
            cx.expected(&format!("a whole number from {least} to {MOST}"), &node);
            None
        }
    }
}

/// Returns the meaning of one of a few words.
fn chosen<'w, T>(
    key: &str,
    node: Node,
    words: impl IntoIterator<Item = (&'w str, T)>,
    more: &str,
    cx: &mut Context,
) -> Option<T> {
    let mut known = Vec::new();
    for (word, meaning) in words {
        if node.is_word(word) {
            return Some(meaning);
        }
        known.push(format!("\"{word}\""));
    }
    cx.expected(&format!("{}{more} for \"{key}\"", known.join(" or ")), &node);
    None
}
