//! Lints of tiles that are written in expressions, and of those in which nothing is
//! calculated.

use calcarray::number;
use calcarray::ops::Family;

use crate::check::line::Outcome;
use crate::check::line::Step;
use crate::check::lint::{CheckedMode, Finding, Names};
use crate::check::special::is_looked_up;
use crate::text::meant::{is_line, some_entries};
use crate::text::node::{Kind, Node, Span};
use crate::text::problem::Help;

/// Words of numbers, as far as that shows: counters, and entries of tiles.
fn is_number_word(text: &str) -> bool {
    let parts: Vec<&str> = text.split(' ').collect();
    let is_entry = match parts.as_slice() {
        ["@Score" | "@Moves" | "@Merges" | "@MergeMoves" | "@MergesBefore"] => return true,
        ["@This", entry] | ["@Next" | "@NextNE" | "@NextFull", _, entry] => entry,
        ["@Relative" | "@Grid", _, _, entry] => entry,
        _ => return false,
    };
    !is_entry.starts_with('@')
}

/// Tells whether an expression gives a number or a text where a list is taken.
fn is_bare(node: &Node, outcome: Option<&Outcome>) -> bool {
    use Family::{Boolean, Gaussian, Integer, Number, Rational, Text};
    match (&node.kind, outcome) {
        (Kind::Number(_) | Kind::Boolean(_), _) => true,
        (Kind::Text(text), _) => !text.starts_with("@") || is_number_word(&text.to_string_lossy()),
        (Kind::Array(_), Some(Outcome::Known(Number | Integer | Rational | Gaussian | Boolean | Text))) => {
            true
        }
        // A list of one value is this value.
        (Kind::Array(entries), _) => match entries.as_slice() {
            [only] => only.as_array().is_none() && is_bare(only, None),
            _ => false,
        },
        _ => false,
    }
}

/// Returns the argument of an operator that is a tile, a spawn entry or the like, with what it is
/// and how it is written.
fn taken(name: &str) -> Option<(usize, &'static str, [&'static str; 2])> {
    Some(match name {
        "@edit_spawn" | "@insert_spawn" | "@add_spawn" => (
            usize::from(name != "@add_spawn"),
            "an entry of the spawns is a tile with its weight",
            [
                "[\"@Literal\", [4], 10] spawns the tile [4] with the weight 10",
                "[[4], 10] spawns the tile [4] with the weight 10",
            ],
        ),
        "@edit_forced_spawn" | "@insert_forced_spawn" | "@add_forced_spawn" => (
            usize::from(name != "@add_forced_spawn"),
            "a forced spawn is a list",
            [
                "[\"@Literal\", true, \"AfterSpawns\", false, [4]] spawns the tile [4]",
                "[true, 'AfterSpawns', false, [4]] spawns the tile [4]",
            ],
        ),
        "@replace_tile" => {
            let helps = ["the tile [4] is written [\"@Literal\", 4]", "write [{}]"];
            (2, "a tile is a list of its entries", helps)
        }
        _ => return None,
    })
}

/// A spawn entry is a tile with its weight, and a tile is a list.
pub(super) fn bare_value(step: &Step, _: &Names) -> Option<Finding> {
    let (place, what, help) = taken(step.operator.name)?;
    let node = step.arguments.get(place)?;
    if !is_bare(node, step.outcomes.get(place)) {
        return None;
    }
    let found = match &node.kind {
        Kind::Array(_) => "the value of an expression: a list is calculated".to_owned(),
        Kind::Text(text) if text.starts_with("@") => "a number".to_owned(),
        _ => node.seen(),
    };
    let [list, formula] = help;
    Some(Finding::at(node.span, format!("{what}, not {found}"), Help::by_form(list, formula)))
}

/// A tile in a literal with more or fewer entries than the tiles of the mode.
pub(super) fn wrong_length(step: &Step, names: &Names) -> Option<Finding> {
    let count = names.entry_count.filter(|_| step.operator.name == "@replace_tile")?;
    let node = step.arguments.get(2)?;
    let [literal, entries @ ..] = node.as_array()? else { return None };
    let is_known = literal.is_word("@Literal") && !node.has_unknown();
    (is_known && entries.len() != count).then(|| {
        let found =
            if entries.len() == 1 { "1 entry".to_owned() } else { format!("{} entries", entries.len()) };
        let message = format!("this tile has {found}, the tiles of this mode have {count}");
        let entries = some_entries(count);
        let help = Help::by_form(format!("write [\"@Literal\", {entries}]"), format!("write [{entries}]"));
        Finding::at(node.span, message, help)
    })
}

/// An entry of a tile that was meant to be calculated, where nothing is: a special string,
/// or a list with an operator in it.
fn uncalculated<'n>(entries: &'n [Node]) -> Option<&'n Node> {
    let is_meant = |node: &&'n Node| match &node.kind {
        Kind::Text(text) => is_word_of_a_game(&text.to_string_lossy()),
        Kind::Array(list) => match list.first() {
            Some(first) if first.is_word("@CalcArray") => false,
            Some(first) => is_line(list) || first.as_string().is_some_and(|text| is_word_of_a_game(&text)),
            None => false,
        },
        _ => false,
    };
    entries.iter().find(is_meant)
}

fn is_word_of_a_game(text: &str) -> bool {
    text.starts_with('@') && is_looked_up(text) && !["@CalcArray", "@Literal", "@end_vars"].contains(&text)
}

fn stays_unread(node: &Node, place: &str, help: impl Into<Help>) -> Finding {
    let what = match node.as_string() {
        Some(text) => format!("`{text}` stays a text {place}"),
        None => format!("this expression stays a list {place}"),
    };
    Finding::at(node.span, format!("{what}: nothing is calculated there"), help)
}

/// `["@Literal", "@Var v"]` is a tile with a text, which is drawn as nothing.
pub(super) fn not_calculated(step: &Step, _: &Names) -> Option<Finding> {
    if step.operator.name != "@replace_tile" {
        return None;
    }
    let [literal, entries @ ..] = step.arguments.get(2)?.as_array()? else { return None };
    let node = uncalculated(entries).filter(|_| literal.is_word("@Literal"))?;
    let help = match entries {
        [_] => "a tile of one calculated entry: [[…], \"Array\"], or [\"@Literal\", [\"@CalcArray\", …]]",
        _ => {
            "what is to be calculated in a literal begins with \"@CalcArray\": [\"@Literal\", [\"@CalcArray\", …]]"
        }
    };
    Some(stays_unread(node, "after \"@Literal\"", help))
}

/// Special strings and lists with operators in tiles of the grid at the start, and special
/// strings as entries of tiles that spawn.
pub(super) fn not_calculated_elsewhere(mode: &CheckedMode) -> Vec<Finding> {
    let mut found = Vec::new();
    let cells = mode.parts.list("starting_grid").iter().filter_map(Node::as_array).flatten();
    for tile in cells.filter_map(Node::as_array) {
        let help = "write the values themselves; a script on \"EndModeSetup\" can put calculated tiles into the grid";
        found.extend(uncalculated(tile).map(|node| stays_unread(node, "in the grid at the start", help)));
    }
    let spawns = mode.parts.list("spawns").iter().flat_map(super::spawns::tiles);
    let forced =
        mode.parts.list("forced_spawns").iter().filter_map(|entry| entry.as_array()?.get(3..)).flatten();
    for entries in spawns.chain(forced).filter_map(Node::as_array) {
        if entries.first().is_some_and(|word| word.is_word("@CalcArray")) {
            continue;
        }
        // Lists are calculated there.
        let word =
            entries.iter().find(|entry| entry.as_string().is_some_and(|text| is_word_of_a_game(&text)));
        let help = |node: &Node| match node.as_string() {
            Some(text) => format!("an entry that is calculated is a list: [\"{text}\"]"),
            None => String::new(),
        };
        found.extend(word.map(|node| stays_unread(node, "in a tile that spawns", help(node))));
    }
    found
}

/// A tile that is put where there is no cell.
pub(super) fn outside_grid(step: &Step, names: &Names) -> Option<Finding> {
    let (rows, columns) = names.grid?;
    let arguments = step.arguments.iter().zip([("row", rows), ("column", columns)]);
    let is_off = |number: f64, count: usize| number < 0.0 || number.fract() != 0.0 || number >= count as f64;
    let mut off = arguments.filter_map(|(node, (what, count))| match node.kind {
        Kind::Number(place) if step.operator.name == "@replace_tile" && is_off(place, count) => {
            let message = format!("there is no {what} {}: the game fails here", number::to_text(place));
            let help = format!("the {what}s of this grid are numbered from 0 to {}", count.saturating_sub(1));
            Some(Finding::at(node.span, message, help))
        }
        _ => None,
    });
    off.next()
}

/// A cell of the grid that there is not: the word stands for the whole row or grid then.
pub(super) fn outside_of_word(text: &str, _: bool, names: &Names) -> Option<Finding> {
    let (rows, columns) = names.grid?;
    let mut parts = text.split(' ');
    let is_grid = parts.next() == Some("@Grid");
    let off = parts.zip([("row", rows, "grid"), ("column", columns, "row")]).find(|(part, (_, count, _))| {
        number::parse(part).is_some_and(|number| number < 0.0 || number >= *count as f64) && !part.is_empty()
    });
    let (part, (what, count, stands_for)) = off.filter(|_| is_grid)?;
    let message = format!("there is no {what} {part}: `{text}` is the whole {stands_for}");
    let help = format!("the {what}s of this grid are numbered from 0 to {}", count.saturating_sub(1));
    Some(Finding::at(Span::default(), message, help))
}

/// An entry beyond the end of a list that is written there.
pub(super) fn beyond_list(step: &Step, _: &Names) -> Option<Finding> {
    let [literal, entries @ ..] = step.first?.as_array()? else { return None };
    let index = step.arguments.first()?;
    let Kind::Number(number) = index.kind else { return None };
    let count = entries.len() as f64;
    let is_off = number.trunc() >= count || number.trunc() < -count;
    (step.operator.name == "arr_elem" && literal.is_word("@Literal") && is_off).then(|| {
        let message =
            format!("there is no entry {} in this list: it gives no value", number::to_text(number));
        let help = match entries.len() {
            0 => "the list is empty".to_owned(),
            count => format!("its entries are numbered from 0 to {}", count - 1),
        };
        Finding::at(index.span, message, help)
    })
}
