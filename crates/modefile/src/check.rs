//! What is wrong with a mode beyond the form of its file: expressions that
//! can't be meant, rules that can't be reached.

mod line;
mod look;
mod outcome;
mod reach;
mod rule;
mod setting;
mod special;
mod vision;

use std::collections::BTreeSet;

use calcarray::ops::Family;

use crate::check::line::Outcome;
use crate::draft::{draft, Draft};
use crate::nearest::nearest;
use crate::node::{Kind, Node};
use crate::problem::{Problems, Severity};
use crate::read::{ModeFile, ReadOptions};
use crate::script::TRIGGERS;
use crate::setting::Choices;
use crate::source::{Source, SourceFile};

/// What checking a file comes to.
#[derive(Debug)]
pub struct Checked {
    /// What is wrong, in the order of the files.
    pub problems: Problems,
    /// The mode, unless there are errors.
    pub file: Option<ModeFile>,
}

/// Reads a mode file and reports everything that is wrong with it, without
/// playing it.
///
/// A file without a title is there to be extended: what it leaves to the files
/// that extend it, such as names, is no mistake in it.
pub fn check(file: &SourceFile, source: &dyn Source, options: &ReadOptions) -> Checked {
    check_and(file, source, options, |_, _| {})
}

/// Checks a file, and then, if it is a mode without errors, in another way.
pub(crate) fn check_and(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    further: impl FnOnce(&Draft, &mut Problems),
) -> Checked {
    let mut problems = Problems::default();
    let draft = draft(file, source, options, &Choices::default(), &mut problems);
    match &draft {
        Some(draft) if draft.file.info.title.is_empty() => problems.leave_out(&LEFT_TO_OTHERS),
        Some(draft) => {
            Checker::of(draft, &mut problems).mode(draft);
            if !problems.has_errors() {
                setting::check(&draft.file, file, source, options, &mut problems);
            }
            if !problems.has_errors() {
                further(draft, &mut problems);
            }
        }
        None => {}
    }
    problems.sort();
    let file = draft.filter(|_| !problems.has_errors()).map(|draft| draft.file);
    Checked { problems, file }
}

/// Problems that a file without a title may leave to those that extend it.
const LEFT_TO_OTHERS: [&str; 3] = ["name", "missing-key", "tile"];

pub(crate) struct Checker<'a> {
    problems: &'a mut Problems,
    entry_count: usize,
    variable_count: usize,
    modifier_count: usize,
    script_count: usize,
    /// Whether scripts add to the game variables, and to the modifier ones.
    variables_grow: bool,
    modifiers_grow: bool,
    /// In a rule whose tiles may come in any order: how many there are.
    any_order: Option<usize>,
    /// Whether the line that is being checked has variables, as far as that
    /// shows, and whether all lines inside have those of the lines around.
    variables_seen: bool,
    all_seen: bool,
    /// Signals that scripts raise: triggers of the mode's own.
    signals: BTreeSet<String>,
    /// Texts with `@` that are entries of tiles or values of variables.
    own_words: BTreeSet<String>,
}

impl<'a> Checker<'a> {
    pub fn of(draft: &Draft, problems: &'a mut Problems) -> Checker<'a> {
        let parts = &draft.parts;
        let mut checker = Checker {
            problems,
            entry_count: draft.file.mode.tile_entries,
            variable_count: parts.list("game_variables").len(),
            modifier_count: parts.list("modifier_variables").len(),
            script_count: parts.list("scripts").len(),
            variables_grow: false,
            modifiers_grow: false,
            any_order: None,
            variables_seen: true,
            all_seen: false,
            signals: BTreeSet::new(),
            own_words: BTreeSet::new(),
        };
        let expressions = [
            "merge_rules",
            "scripts",
            "before_game",
            "stat_boxes",
            "spawns",
            "tile_types",
            "spawn_conditions",
        ];
        for field in expressions {
            if let Some(node) = parts.get(field) {
                checker.survey(node);
            }
        }
        for field in ["spawns", "game_variables", "starting_grid"] {
            if let Some(node) = parts.get(field) {
                checker.words(node);
            }
        }
        checker
    }

    /// Notes what expressions anywhere say about the whole mode.
    fn survey(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else { return };
        for (place, entry) in entries.iter().enumerate() {
            match entry.as_string().as_deref() {
                Some("@add_gvar" | "@insert_gvar") => self.variables_grow = true,
                Some("@add_mvar" | "@insert_mvar") => self.modifiers_grow = true,
                Some("@ScriptSignal") => {
                    self.signals.extend(entries.get(place + 1).and_then(Node::as_string));
                }
                _ => self.survey(entry),
            }
        }
    }

    fn words(&mut self, node: &Node) {
        match &node.kind {
            Kind::Array(entries) => entries.iter().for_each(|entry| self.words(entry)),
            Kind::Text(text) if text.starts_with("@") => self.own_words.extend(text.to_utf8()),
            _ => {}
        }
    }

    pub fn mode(&mut self, draft: &Draft) {
        let parts = &draft.parts;
        self.looks(parts.list("tile_types"));
        self.rules(parts.list("merge_rules"));
        for entry in parts.list("spawns") {
            self.spawn(entry);
        }
        for entry in parts.list("forced_spawns") {
            self.forced_spawn(entry);
        }
        self.outcomes(parts);
        for script in parts.list("scripts") {
            self.script(script);
        }
        for stat_box in parts.list("stat_boxes") {
            self.stat_box(stat_box);
        }
        for field in ["screen_background", "grid_background", "cell_background", "text_background"] {
            if let Some(node) = parts.get(field) {
                self.colour(node);
            }
        }
        for field in ["spawn_conditions", "spawn_tile_blocked", "direction_blocked"] {
            if let Some(node) = parts.get(field) {
                self.condition(node);
            }
        }
        for field in ["tile_value", "before_game"] {
            if let Some(node) = parts.get(field) {
                self.expression(node);
            }
        }
        for expression in parts.list("movement_parameters") {
            self.expression(expression);
        }
        for direction in parts.list("directions") {
            if let Some(available) = direction.as_array().and_then(|entries| entries.get(9)) {
                self.condition(available);
            }
        }
        for auto in parts.list("auto_directions") {
            if let Some(when) = auto.as_array().and_then(|entries| entries.get(2)) {
                self.condition(when);
            }
        }
        if parts.list("spawns").is_empty() {
            let message = match parts.list("forced_spawns") {
                [] => "nothing spawns: the mode has no spawns",
                _ => "the mode has no spawns but forced ones",
            };
            self.problems
                .without_place(Severity::Warning, "spawns", message.to_owned())
                .help("games of it can be saved, but no Mode code of it can be written: readers refuse one without spawns");
        }
    }

    /// An expression that has to be exactly `true` to hold.
    fn condition(&mut self, node: &Node) {
        let result = self.expression(node);
        let what = match (result, &node.kind) {
            (Outcome::Known(Family::Boolean | Family::Any), _) | (Outcome::Unknown, _) => return,
            (Outcome::Known(family), _) => family.name(),
        };
        self.problems
            .error(
                "condition",
                node.span,
                format!("this condition never holds: it gives a value of the type {what}"),
            )
            .help("a condition holds only if it is exactly true; compare the value with something");
    }

    /// A tile that is made: the right number of entries, each of which may be
    /// an expression.
    fn tile(&mut self, node: &Node) {
        let Some(entries) = node.as_array() else { return };
        match entries {
            [word, rest @ ..] if word.is_word("@CalcArray") || word.is_word("@STCalcArray") => {
                self.expression(&Node::array(node.span, rest.to_vec()));
            }
            _ => {
                self.entries(node);
                for entry in entries {
                    self.expression(entry);
                }
            }
        }
    }

    /// A tile as it is: the right number of entries.
    fn entries(&mut self, node: &Node) {
        let found = node.as_array().map_or(0, <[Node]>::len);
        if found != self.entry_count {
            let count = if found == 1 { "1 entry".to_owned() } else { format!("{found} entries") };
            let message = format!("this tile has {count}, the tiles of this mode have {}", self.entry_count);
            self.problems.error("tile", node.span, message);
        }
    }

    fn spawn(&mut self, node: &Node) {
        match node.as_array().unwrap_or_default() {
            [word, weight, contents @ ..] if word.is_word("Box") => {
                self.weight(weight);
                for item in contents {
                    match item.kind {
                        Kind::Number(count) if count < 0.0 || count.fract() != 0.0 => {
                            let message = "a box holds a whole number of each tile";
                            self.problems.error("weight", item.span, message);
                        }
                        Kind::Number(_) => {}
                        _ => self.tile(item),
                    }
                }
            }
            [word, ..] if word.is_word("@CalcArray") => {
                self.expression(node);
            }
            [tile, weight] => {
                self.tile(tile);
                self.weight(weight);
            }
            _ => {
                let message = "a spawn entry is a tile with its weight, or a box";
                self.problems.error("wrong-type", node.span, message);
            }
        }
    }

    fn weight(&mut self, node: &Node) {
        match node.kind {
            Kind::Number(weight) if weight < 0.0 || weight.is_nan() => {
                let message =
                    format!("a weight has to be positive, not {}", calcarray::number::to_text(weight));
                self.problems.error("weight", node.span, message);
            }
            Kind::Number(0.0) => {
                self.problems.warning("weight", node.span, "with a weight of 0 this never spawns");
            }
            Kind::Number(_) | Kind::Array(_) => {
                if let Outcome::Known(Family::Boolean | Family::Text | Family::Array) = self.expression(node)
                {
                    self.problems.error("weight", node.span, "a weight has to be a number");
                }
            }
            _ => {
                self.problems.error(
                    "weight",
                    node.span,
                    format!("a weight is a number, not {}", node.noun()),
                );
            }
        }
    }

    fn forced_spawn(&mut self, node: &Node) {
        let [when, _, _, tiles @ ..] = node.as_array().unwrap_or_default() else { return };
        self.condition(when);
        for tile in tiles {
            self.tile(tile);
        }
    }

    fn script(&mut self, node: &Node) {
        let [what, on, more @ ..] = node.as_array().unwrap_or_default() else { return };
        self.expression(what);
        let triggers = on.as_array().unwrap_or(std::slice::from_ref(on));
        let mut interval = false;
        for trigger in triggers {
            let Some(name) = trigger.as_string() else { continue };
            interval |= name == "Interval";
            if TRIGGERS.contains(&name.as_str()) || self.signals.contains(&name) {
                continue;
            }
            let entry =
                self.problems.error("trigger", trigger.span, format!("nothing ever runs {name:?} scripts"));
            let known = TRIGGERS.iter().copied().chain(self.signals.iter().map(String::as_str));
            match nearest(&name, known) {
                Some(meant) => entry.help(format!("did you mean \"{meant}\"?")),
                None => entry.help("a script raises a name of one's own with \"@ScriptSignal\""),
            }
        }
        if interval && more.is_empty() {
            self.problems.error("missing-key", on.span, "an Interval script needs the key \"every\"");
        }
        if let Some(until) = more.get(1) {
            self.expression(until);
        }
    }

    fn stat_box(&mut self, node: &Node) {
        let entries = node.as_array().unwrap_or_default();
        let given = |place: usize| entries.get(place).filter(|entry| !entry.is_word("@undefined"));
        if let Some(title) = given(0) {
            self.text(title);
        }
        if let Some(value) = given(1) {
            match given(4) {
                Some(_) => {
                    self.expression(value);
                }
                None => self.text(value),
            }
        }
        if let Some(show) = given(4).filter(|show| !show.is_word("Tile") && !show.is_word("TileArray")) {
            let message = "a box shows \"Tile\" or \"TileArray\"; anything else is text";
            self.problems.warning("wrong-type", show.span, message);
        }
        if let Some(scheme) = given(5) {
            self.scheme(scheme);
        }
        for place in [6, 7] {
            if let Some(expression) = given(place) {
                self.expression(expression);
            }
        }
        for place in [9, 10, 11] {
            if let Some(colour) = given(place) {
                self.colour(colour);
            }
        }
    }
}
