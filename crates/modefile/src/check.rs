//! Checks of a mode beyond the form of its file: expressions that can't be meant, rules that can't
//! be reached.

mod alone;
mod evidence;
pub(crate) mod explain;
mod field;
mod line;
mod lint;
mod look;
mod merge_rule;
mod outcome;
pub(crate) mod play;
pub(crate) mod played;
mod range;
mod reach;
mod rule;
mod script;
mod setting;
mod spawn;
mod special;
mod start;
mod vision;
pub(crate) mod written;

use std::collections::BTreeSet;
use std::sync::Arc;

use calcarray::ops::Family;
use calcarray::{Value, json};
use polymerge_rules::{Limits, Ruleset};

pub use crate::check::alone::{check_expression, check_json};
use crate::check::line::Outcome;
use crate::check::lint::{MOST_FOUND, Names};
use crate::check::played::Played;
pub(crate) use crate::check::spawn::bad_weight;
use crate::check::special::is_looked_up;
use crate::draft::{Draft, draft};
use crate::expand::setting::Choices;
use crate::file::ModeFile;
use crate::keys::parts::Parts;
use crate::text::meant::some_entries;
use crate::text::node::{Kind, Node};
use crate::text::options::ReadOptions;
use crate::text::problem::{Problems, Severity};
use crate::text::source::{Source, SourceFile};

/// The result of checking a file.
#[derive(Debug)]
pub struct Checked {
    /// The problems, in the order of the files.
    pub problems: Problems,
    /// The mode, unless there are errors.
    pub file: Option<ModeFile>,
    /// The best that games came to, if some were played without errors.
    pub played: Option<Played>,
}

/// Reads a mode file and reports everything that is wrong with it, without
/// playing it.
///
/// A file that says "base", or has no title, is there to be extended: what it leaves to the
/// files that extend it, such as names, is no mistake in it.
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
    if let Some(draft) = &draft {
        Checker::of(draft, &options.game.evaluation, &mut problems).mode(draft);
        let is_whole = match draft.is_base {
            true => leave_to_others(&mut problems),
            false => draft.has_title || check_untitled(&file.name, &mut problems),
        };
        if is_whole
            && !problems.has_errors()
            && let Some(rules) = compile(draft, &options.game, &mut problems)
        {
            lint::whole(draft, &rules, &mut problems);
            if !draft.is_base {
                start::check(draft, &rules, &mut problems);
            }
        }
        if is_whole && !problems.has_errors() {
            setting::check(&draft.file, file, source, options, &mut problems);
        }
        if is_whole && !problems.has_errors() {
            further(draft, &mut problems);
        }
    }
    problems.sort();
    let file = draft.filter(|_| !problems.has_errors()).map(|draft| draft.file);
    Checked { problems, file, played: None }
}

/// Takes back what a file may leave to the files that extend it. Gives whether it leaves
/// nothing to them, as far as that shows.
fn leave_to_others(problems: &mut Problems) -> bool {
    let is_whole = !problems.has_any(&LEFT_TO_OTHERS) && !problems.has_any(&["spawns"]);
    let lacks_names = problems.has_any(&["name"]);
    problems.leave_out(&LEFT_TO_OTHERS);
    problems.leave_out(&["spawns"]);
    if lacks_names {
        problems.leave_out(&["missing-key"]);
    }
    is_whole
}

/// Says that a file has no title: it may be there to be extended, and not say so.
fn check_untitled(name: &str, problems: &mut Problems) -> bool {
    let is_whole = leave_to_others(problems);
    problems.without_place(Severity::Warning, "title", format!("{name}: the file has no title")).help(
        "a mode has one: \"title\": \"…\"; a file that is only there to be extended says \"base\": true",
    );
    is_whole
}

/// Problems that a file may leave to those that extend it:
/// names, entries of tiles and variables.
const LEFT_TO_OTHERS: [&str; 3] = ["name", "index", "tile"];

/// The mode as it is played; says what of it can't be played at all.
fn compile(draft: &Draft, limits: &Limits, problems: &mut Problems) -> Option<Arc<Ruleset>> {
    match Ruleset::compile(draft.file.mode.clone(), limits.clone()) {
        Ok(rules) => Some(rules),
        Err(error) => {
            let what = match error.path.is_empty() {
                true => error.field.to_owned(),
                false => format!("this part of {}", error.field),
            };
            let span = draft.follow(error.field, &error.path);
            problems.error("mode", span, format!("{what} {}", error.reason));
            None
        }
    }
}

/// The values of the game variables, where they are plain and nothing changes
/// them.
fn constants(parts: &Parts) -> Vec<Option<Node>> {
    let changes = |word: &str| word.starts_with('@') && word.ends_with("_gvar");
    if parts.any_text(changes) || parts.get("before_game").is_some() {
        return Vec::new();
    }
    let plain = |node: &Node| matches!(node.kind, Kind::Number(_) | Kind::Boolean(_) | Kind::Text(_));
    parts.list("game_variables").iter().map(|node| plain(node).then(|| node.clone())).collect()
}

/// Tells whether an operator adds to what spawns.
fn adds_spawns(word: &str) -> bool {
    ["@add_spawn", "@insert_spawn", "@add_forced_spawn", "@insert_forced_spawn"].contains(&word)
}

pub(crate) struct Checker<'a> {
    problems: &'a mut Problems,
    entry_count: usize,
    variable_count: usize,
    modifier_count: usize,
    script_count: usize,
    /// The number of entries of the spawns and of the forced spawns.
    spawn_counts: (usize, usize),
    spawns_grow: bool,
    /// True if scripts add game variables.
    variables_grow: bool,
    modifiers_grow: bool,
    /// The number of tiles, in a rule whose tiles may come in any order.
    any_order: Option<usize>,
    /// True if the line that is being checked has variables, as far as that shows.
    variables_seen: bool,
    all_seen: bool,
    /// Set if a text that stands here is shown as it is.
    is_shown: bool,
    /// Set if nothing uses the value of the next line.
    is_unused: bool,
    names: Names<'a>,
    /// The number of mistakes that lints may still find.
    findings: usize,
    /// Signals that scripts raise: triggers of the mode's own.
    signals: BTreeSet<String>,
    /// Set if these are all: the name of a signal may be calculated.
    signals_known: bool,
    /// Texts with `@` that are entries of tiles or values of variables.
    own_words: BTreeSet<String>,
    /// The values of game variables that nothing changes, where they are plain.
    constants: Vec<Option<Node>>,
    /// Set if scripts change what spawns.
    changes_spawns: bool,
    /// The limits of each evaluation.
    limits: &'a calcarray::Limits,
    /// The number of values that may still be evaluated.
    work: usize,
}

/// Values that are worked out for checking.
const WORK: usize = 100_000;

impl<'a> Checker<'a> {
    pub fn of(draft: &'a Draft, limits: &'a calcarray::Limits, problems: &'a mut Problems) -> Checker<'a> {
        let parts = &draft.parts;
        let mut checker = Checker {
            problems,
            entry_count: draft.file.mode.tile_entries,
            variable_count: parts.list("game_variables").len(),
            modifier_count: parts.list("modifier_variables").len(),
            script_count: parts.list("scripts").len(),
            spawn_counts: (parts.list("spawns").len(), parts.list("forced_spawns").len()),
            spawns_grow: parts.any_text(adds_spawns),
            variables_grow: false,
            modifiers_grow: false,
            any_order: None,
            variables_seen: true,
            all_seen: false,
            is_shown: false,
            is_unused: false,
            names: Names::of(&draft.file),
            findings: MOST_FOUND,
            signals: BTreeSet::new(),
            signals_known: true,
            own_words: BTreeSet::new(),
            constants: constants(parts),
            changes_spawns: parts.any_text(|word| word.starts_with('@') && word.ends_with("_spawn")),
            limits,
            work: WORK,
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
                    let signal = entries.get(place + 1).and_then(Node::as_string);
                    let is_known = |signal: &String| !signal.starts_with('@') || !is_looked_up(signal);
                    match signal.filter(is_known) {
                        Some(signal) => _ = self.signals.insert(signal),
                        None => self.signals_known = false,
                    }
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
        for condition in parts.list("match_conditions") {
            self.condition(condition);
        }
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
        self.plain_fields(draft);
        // Spawns that can't be read, or whose key is misspelt, were said already.
        let is_reported = self.problems.has_any(&["wrong-type", "unknown-key"]);
        if parts.list("spawns").is_empty() && !is_reported && !self.spawns_grow {
            self.no_spawns(parts.list("forced_spawns").is_empty());
        }
    }

    fn no_spawns(&mut self, is_nothing_forced: bool) {
        let (message, help) = match is_nothing_forced {
            true => {
                let entries = some_entries(self.entry_count);
                let help = format!("write which tiles appear: \"spawns\": [{{ \"tile\": [{entries}] }}]");
                ("nothing spawns: the mode has no spawns", help)
            }
            false => ("the mode has only forced spawns", "its games can be saved, but it has no Mode code: the original site can't load a mode without spawns".to_owned()),
        };
        self.problems.without_place(Severity::Warning, "spawns", message.to_owned()).help(help);
    }

    /// An expression that has to be exactly `true` to hold.
    fn condition(&mut self, node: &Node) {
        if self.is_nothing(node) {
            return;
        }
        let result = self.expression(node);
        let message = match (result, &node.kind) {
            (_, Kind::Text(text)) if !text.starts_with("@") || node.as_number().is_some() => {
                format!("this condition never holds: it is {}", node.seen())
            }
            (_, Kind::Object(_)) => "this condition never holds: it is an object".to_owned(),
            (Outcome::Known(Family::Boolean | Family::Any) | Outcome::Unknown, _) => {
                match self.constant(node) {
                    Some(value) if !matches!(value, Value::Boolean(_)) => {
                        format!("this condition never holds: it gives {}", json::write(&value))
                    }
                    _ => return,
                }
            }
            (Outcome::Known(family), _) => {
                format!("this condition never holds: it gives a value of the type {}", family.name())
            }
        };
        let without_sign = lint::without_sign(node, &self.names);
        let entry = self.problems.error("condition", node.span, message);
        match (node.as_string().as_deref(), without_sign) {
            (Some(word @ ("true" | "false")), _) => entry.help(format!("write it without quotes: {word}")),
            (_, Some(help)) => entry.help(help),
            _ => entry.help("a condition holds only if it is exactly true; compare the value with something"),
        }
    }
}
