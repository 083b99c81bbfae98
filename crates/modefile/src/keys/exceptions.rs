//! `modifiers`: where a mode is an exception to what modifiers do.

use polymerge_modifiers::{ModeTraits, Negatives, Simple};

use crate::fields::value;
use crate::fields::{self, Context, Fields};
use crate::keys::parts::Parts;
use crate::keys::spawn;
use crate::table;
use crate::text::node::{Kind, Node};

/// Reads what a mode says about modifiers.
pub(crate) fn read(node: Option<Node>, parts: &mut Parts, cx: &mut Context) -> ModeTraits {
    let mut traits = ModeTraits::default();
    let Some(mut fields) = node.and_then(|node| Fields::of(node, &table::MODIFIERS, cx)) else {
        return traits;
    };
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
            match chosen("simple", &node, table::words(table::SIMPLE), " or a list of spawns", cx) {
                Some("ignored") => Simple::Ignored,
                Some(_) => Simple::TwoIfNegative,
                None => Simple::default(),
            }
        }
        None => Simple::First,
    };
    for key in table::MODIFIERS.keys {
        // `simple` was taken already.
        let (Some(words), Some(node)) = (key.form.words(), fields.take(key.name)) else { continue };
        let words = table::words(words);
        // Forms of the mode were taken out of the file, with this word in their place.
        let own = Some("own").filter(|own| key.name == "negative_tiles" && node.is_word(own));
        if let Some(word) = own.or_else(|| chosen(key.name, &node, words, "", cx)) {
            set(&mut traits, key.name, word);
        }
    }
    fields.finish(cx);
    traits
}

/// Sets what a word says of a mode.
fn set(traits: &mut ModeTraits, key: &str, word: &str) {
    match (key, word) {
        ("lengths", _) => traits.lengths_follow_grid = true,
        ("equal", _) => traits.ignores_equal = true,
        ("colors", "ignored") => traits.ignores_colors = true,
        ("colors", _) => traits.colors_skip_look_behind = true,
        ("garbage", "ignored") => traits.garbage.ignored = true,
        ("garbage", "no_zeros") => traits.garbage.ignores_zeros = true,
        ("garbage", "zero_is_number") => traits.garbage.zero_is_number = true,
        ("garbage", _) => traits.garbage.tests_next = true,
        ("negative_tiles", "ignored") => traits.negatives = Negatives::Ignored,
        ("negative_tiles", "own") => traits.negatives = Negatives::Own,
        ("negative_tiles", _) => traits.negatives = Negatives::GeneralWithoutRules,
        ("negative_colours", _) => traits.turns_text_colour_only = true,
        _ => traits.ignores_clicks = true,
    }
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

/// Returns the word that a value is.
fn chosen(
    key: &str,
    node: &Node,
    words: impl Iterator<Item = &'static str> + Clone,
    more: &str,
    cx: &mut Context,
) -> Option<&'static str> {
    let found = words.clone().find(|word| node.is_word(word));
    if found.is_none() {
        let known: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
        cx.expected(&format!("{}{more} for \"{key}\"", known.join(" or ")), node);
    }
    found
}
