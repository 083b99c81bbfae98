//! Lints of words that mean nothing, or something else, where they stand: tiles where no
//! tile is looked at, counters that are always 0 there.

use calcarray::number;

use crate::check::lint::{CheckedMode, Finding};
use crate::check::merge_rule::Rule;
use crate::table::{Counters, Trigger, triggers};
use crate::text::node::{Kind, Node};
use crate::text::problem::Help;

/// Counters of a game.
const COUNTERS: [&str; 5] = ["@Score", "@Moves", "@Merges", "@MergeMoves", "@MergesBefore"];

/// Fields of a mode whose expressions look at no tile, with what they are.
const WITHOUT_A_TILE: [(&str, &str); 4] = [
    ("spawn_conditions", "\"spawn_conditions\""),
    ("direction_blocked", "\"direction_blocked\""),
    ("before_game", "\"before_game\""),
    ("spawns", "what spawns"),
];

/// The texts of an expression that are special strings, with their parts.
fn words<'n>(node: &'n Node, found: &mut Vec<(&'n Node, Vec<String>)>) {
    match &node.kind {
        Kind::Array(entries) => entries.iter().for_each(|entry| words(entry, found)),
        Kind::Text(text) if text.starts_with("@") => {
            let text = text.to_string_lossy();
            found.push((node, text.split(' ').map(str::to_owned).collect()));
        }
        _ => {}
    }
}

fn words_of(node: &Node) -> Vec<(&Node, Vec<String>)> {
    let mut found = Vec::new();
    words(node, &mut found);
    found
}

fn parts(word: &[String]) -> Vec<&str> {
    word.iter().map(String::as_str).collect()
}

/// Tells whether a word is the tile at the place of an expression, an entry of it, or a tile at some
/// distance from it.
fn is_tile(word: &[String]) -> bool {
    match parts(word).as_slice() {
        ["@This"] => true,
        ["@This", entry] => !entry.starts_with('@'),
        ["@Next" | "@NextNE" | "@NextFull" | "@Relative", ..] => {
            !word.iter().any(|part| part.starts_with("@From"))
        }
        _ => false,
    }
}

/// The scripts with their triggers; none, if scripts run others, which then look at what
/// these look at.
fn scripts<'a>(mode: &CheckedMode<'a>) -> impl Iterator<Item = (&'a Node, Vec<String>)> {
    let runs_others = mode.parts.any_text(|word| word == "@run_script");
    let scripts = mode.parts.list("scripts").iter().filter(move |_| !runs_others);
    scripts.filter_map(|script| {
        let [what, on, ..] = script.as_array()? else { return None };
        let on = on.as_array().unwrap_or(std::slice::from_ref(on));
        Some((what, on.iter().filter_map(Node::as_string).collect()))
    })
}

fn all_are(on: &[String], is_one: impl Fn(&str) -> bool) -> bool {
    !on.is_empty() && on.iter().all(|name| is_one(name))
}

/// Returns true if this is the name of a trigger, and not of a signal, of which something holds.
fn is_trigger(name: &str, is_one: impl Fn(&Trigger) -> bool) -> bool {
    triggers().any(|trigger| trigger.name == name && is_one(trigger))
}

/// The scripts of triggers at which the counters are known to be such.
fn scripts_where<'a>(mode: &CheckedMode<'a>, counters: Counters) -> impl Iterator<Item = &'a Node> {
    let is_one = move |name: &str| is_trigger(name, |trigger| trigger.counters == counters);
    scripts(mode).filter(move |(_, on)| all_are(on, is_one)).map(|(what, _)| what)
}

/// `@This` where no tile is looked at, or one that has left.
pub(super) fn no_tile(mode: &CheckedMode) -> Vec<Finding> {
    let mut found = Vec::new();
    for (what, on) in scripts(mode) {
        if !on.iter().any(|name| is_trigger(name, |trigger| trigger.has_a_cell)) {
            let of = format!("scripts on {}", on.join(", "));
            let helps = [
                "the cell in row 1 and column 2 is \"@Grid 1 2\", counted from 0",
                "the cell in row 1 and column 2 is cell(1, 2), counted from 0",
            ];
            at_top_left(what, &of, helps, &mut found);
        } else if all_are(&on, |name| name == "Merge") && leaves_rear_cells(mode) {
            left_cell(
                what,
                "the cell of the rear tile, which is empty after the merge",
                NEW_TILE,
                &mut found,
            );
        } else if all_are(&on, |name| name == "TileMove") {
            left_cell(
                what,
                "the cell that the tile has left",
                ["the tile that moved is \"@Next 1\"", "the tile that moved is next"],
                &mut found,
            );
        }
    }
    for (field, of) in WITHOUT_A_TILE {
        if let Some(node) = mode.parts.get(field) {
            let helps =
                ["the cells of the grid are read with \"@Grid\"", "cell(row, column) is a cell of the grid"];
            at_top_left(node, of, helps, &mut found);
        }
    }
    found
}

/// The way in which a Merge script reads the new tiles.
const NEW_TILE: [&str; 2] = [
    "the list of the new tiles is the last variable: [\"@var_retain\", \"@Var -1\", \
     \"arr_elem\", 0, \"arr_elem\", 0] is the first entry of the first one",
    "the list of the new tiles is given(-1): given(-1)[0][0] is the first entry of the first one",
];

fn at_top_left(node: &Node, of: &str, [list, formula]: [&str; 2], found: &mut Vec<Finding>) {
    let mut last = None;
    for (word, parts) in words_of(node).into_iter().filter(|(_, parts)| is_tile(parts)) {
        // A word of a formula may stand for several.
        if last.replace(word.span) == Some(word.span) {
            continue;
        }
        let text = parts.join(" ");
        let message = format!("`{text}` is no tile of its own here: {of} look at the cell at the top left");
        found.push(Finding::at(word.span, message, Help::by_form(list, formula)));
    }
}

fn left_cell(node: &Node, what: &str, [list, formula]: [&str; 2], found: &mut Vec<Finding>) {
    let is_this = |word: &[String]| word.first().is_some_and(|head| head == "@This") && is_tile(word);
    for (word, parts) in words_of(node).into_iter().filter(|(_, parts)| is_this(parts)) {
        found.push(Finding::at(
            word.span,
            format!("`{}` is {what}", parts.join(" ")),
            Help::by_form(list, formula),
        ));
    }
}

/// Tells whether every merge leaves the cell of its rear tile empty.
fn leaves_rear_cells(mode: &CheckedMode) -> bool {
    let leaves = |rule: Rule| {
        let results = rule.parts.get(3).and_then(Node::as_array);
        let tiles = results.filter(|tiles| tiles.iter().all(|tile| tile.as_array().is_some()));
        let is_fewer = |length: usize| length == 0 || tiles.is_some_and(|tiles| tiles.len() < length);
        !rule.longer() && rule.length().is_some_and(is_fewer)
    };
    mode.parts.list("merge_rules").iter().map(Rule::of).all(leaves)
}

/// `@Relative` with an entry: in merge rules the original site reads ten times as far.
pub(super) fn relative(mode: &CheckedMode) -> Vec<Finding> {
    let is_off = |text: &str| number::parse(text).is_none_or(|steps| steps != 0.0);
    let rules = mode.parts.list("merge_rules").iter().flat_map(words_of);
    let found = rules.filter_map(|(node, word)| match parts(&word).as_slice() {
        ["@Relative", rows, columns, entry] if is_off(rows) || is_off(columns) => {
            let message = format!(
                "in a merge rule `{}` reads ten times as far, here as on the original site",
                word.join(" ")
            );
            let help = Help::by_form(
                format!(
                    "take the entry of the whole tile: [\"@Relative {rows} {columns}\", \"arr_elem\", {entry}]"
                ),
                format!("take the entry of the whole tile: near({rows}, {columns})[{entry}]"),
            );
            Some(Finding::at(node.span, message, help))
        }
        _ => None,
    });
    found.collect()
}

/// Counters that are 0 whenever a script runs, and merges that were counted already.
pub(super) fn zero_counter(mode: &CheckedMode) -> Vec<Finding> {
    let mut found = Vec::new();
    let begins = mode.parts.get("before_game").map(|node| (node, "before a game"));
    let starts = scripts_where(mode, Counters::Zero).map(|what| (what, "when a game begins"));
    let starts: Vec<(&Node, &str)> = starts.chain(begins).collect();
    // Scripts may give a game points to begin with; a later one sees them.
    let adds = starts.iter().filter(|(what, _)| what.any_text(&|word| word == "@add_score")).count();
    for (what, when) in starts {
        let is_given = adds > usize::from(what.any_text(&|word| word == "@add_score"));
        for (node, word) in words_of(what) {
            if let [counter] = parts(&word).as_slice()
                && COUNTERS.contains(counter)
                && !(is_given && *counter == "@Score")
            {
                let help = "what is to outlast a game, or to be known of the one before, is not kept";
                found.push(Finding::at(node.span, format!("`{counter}` is always 0 {when}"), help));
            }
        }
    }
    found.extend(merges_before(mode));
    found
}

/// `@Merges` and `@MergesBefore` compared where both are the same.
fn merges_before(mode: &CheckedMode) -> Vec<Finding> {
    // What automatic moves merge is counted in their own turns.
    if !mode.parts.list("auto_directions").is_empty() {
        return Vec::new();
    }
    let conditions = ["spawn_conditions", "direction_blocked", "spawns", "forced_spawns"];
    let fields = conditions.into_iter().filter_map(|field| mode.parts.get(field));
    let expressions = scripts_where(mode, Counters::Counted).chain(fields);
    let mut found = Vec::new();
    for what in expressions {
        let words = words_of(what);
        let of = |counter: &str| words.iter().find(|(_, word)| parts(word).as_slice() == [counter]);
        if let (Some(_), Some((node, _))) = (of("@Merges"), of("@MergesBefore")) {
            let message = "`@MergesBefore` always equals `@Merges` here: the merges of the turn are in both";
            let help = "compare them in a script on \"EndMovement\", and keep what you need in a variable";
            found.push(Finding::at(node.span, message, help));
        }
    }
    found
}
