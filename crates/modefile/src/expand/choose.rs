//! The key `settings`: reading the declarations, and changing the file as was
//! chosen.

use std::collections::{HashMap, HashSet};

use calcarray::{Value, json};

use crate::expand::inherit::{merge, settle, too_many_copies};
use crate::expand::names::Names;
use crate::expand::setting::{Choice, Choices, Setting, SettingKind};
use crate::expand::template::{evaluate, number};
use crate::fields::value;
use crate::fields::{Context, Fields};
use crate::table::{self, KeyTable};
use crate::text::nearest::nearest_of;
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::Problems;

const MOST_SETTINGS: usize = 1_000;

/// Settings may change the keys of a file so many times. Each time all its
/// definitions are gone through.
const MOST_OVERLAYS: usize = 1_000;

/// Keys that settings lay over those of the file.
struct Overlay {
    /// The condition for laying the keys: decided already, or an expression.
    when: When,
    keys: Node,
}

enum When {
    Decided(bool),
    Holds(Node),
}

/// Takes the key `settings` out of a file, and changes the other keys as was
/// chosen.
pub(crate) fn apply(
    members: &mut Vec<Member>,
    choices: &Choices,
    options: &ReadOptions,
    problems: &mut Problems,
) -> Vec<Setting> {
    let Some(place) = members.iter().position(|member| member.key == "settings") else {
        return unknown(Vec::new(), choices, problems);
    };
    let declared = members.remove(place).value;
    let (mut settings, mut overlays) = (Vec::new(), Vec::new());
    let mut budget = options.values;
    let declared = declarations(declared, members, problems);
    let mut names = names_of(members);
    for entry in declared {
        let mut reader = DeclarationReader { names: &names, options, choices, budget: &mut budget, problems };
        if let Some((setting, chosen, own)) = reader.entry(entry) {
            if let Some((setting, span)) = setting {
                let node = Node::new(span, Node::from_value(&chosen).kind);
                names.define(&setting.name, node.clone());
                define(members, &setting.name, node, problems);
                settings.push(setting);
            }
            overlays.extend(own);
        }
    }
    if overlays.len() > MOST_OVERLAYS {
        let message = format!("settings change keys {} times; {MOST_OVERLAYS} is the most", overlays.len());
        problems.error("too-large", overlays[MOST_OVERLAYS].keys.span, message);
        overlays.truncate(MOST_OVERLAYS);
    }
    let mut copies = options.values;
    for overlay in overlays {
        let lay = match overlay.when {
            When::Decided(lay) => lay,
            When::Holds(condition) => {
                let names = &names_of(members);
                DeclarationReader { names, options, choices, budget: &mut budget, problems }.holds(&condition)
            }
        };
        match overlay.keys.kind {
            Kind::Object(mut keys) if lay => {
                if !merge(&mut keys, std::mem::take(members), &mut copies) {
                    too_many_copies(overlay.keys.span, problems);
                }
                settle(&mut keys);
                *members = keys;
            }
            Kind::Object(_) => {}
            _ => {
                let message = format!("keys of a mode file are expected here, not {}", overlay.keys.noun());
                problems.error("wrong-type", overlay.keys.span, message);
            }
        }
    }
    unknown(settings, choices, problems)
}

/// The names that a file has for now.
fn names_of(members: &[Member]) -> Names {
    const NAMED: [&str; 4] = ["define", "tile", "variables", "modifier_variables"];
    let mut named = members.iter().filter(|member| NAMED.contains(&member.key.as_str())).cloned().collect();
    Names::take(&mut named, &mut Problems::default())
}

/// Complains about choices for settings that are not there.
fn unknown(settings: Vec<Setting>, choices: &Choices, problems: &mut Problems) -> Vec<Setting> {
    for (name, _) in choices.all() {
        if !settings.iter().any(|setting| setting.name == *name) {
            problems.error("settings", Span::default(), format!("this mode has no setting {name:?}"));
        }
    }
    settings
}

/// The entries of `settings`, with named ones in place of their names.
fn declarations(declared: Node, members: &[Member], problems: &mut Problems) -> Vec<Node> {
    let Kind::Array(entries) = declared.kind else {
        let message = format!("a list of settings is expected here, not {}", declared.noun());
        problems.error("wrong-type", declared.span, message);
        return Vec::new();
    };
    let defined: HashMap<&str, &Node> = members
        .iter()
        .filter(|member| member.key == "define")
        .flat_map(|define| define.value.as_object().unwrap_or_default())
        .map(|member| (member.key.as_str(), &member.value))
        .collect();
    let defined = |name: &str| defined.get(name).map(|node| (*node).clone());
    let mut all = Vec::new();
    for entry in entries {
        let name = entry.as_string().and_then(|text| text.strip_prefix('$').map(str::to_owned));
        let named = name.as_deref().map(|name| defined(name.trim_end_matches("...")));
        match (name, named) {
            (None, _) => all.push(entry),
            (Some(name), Some(Some(Node { kind: Kind::Array(list), .. }))) if name.ends_with("...") => {
                all.extend(list.into_iter().take(MOST_SETTINGS + 1));
            }
            (Some(name), Some(Some(node))) if !name.ends_with("...") => all.push(node),
            (Some(name), _) => {
                problems.error("name", entry.span, format!("nothing that fits is named `{name}`"));
            }
        }
        if all.len() > MOST_SETTINGS {
            let message = format!("a mode may have {MOST_SETTINGS} settings at most");
            problems.error("too-large", declared.span, message);
            return Vec::new();
        }
    }
    all
}

/// Makes the value of a setting a definition.
fn define(members: &mut Vec<Member>, name: &str, value: Node, problems: &mut Problems) {
    let span = value.span;
    let entry = Member { key: name.to_owned(), key_span: span, value };
    match members.iter_mut().find(|member| member.key == "define") {
        Some(Member { value: Node { kind: Kind::Object(definitions), .. }, .. }) => {
            if definitions.iter().any(|known| known.key == name) {
                problems.error("name", span, format!("`{name}` is also a name of \"define\""));
            }
            definitions.push(entry);
        }
        Some(_) => {}
        None => {
            let value = Node::new(span, Kind::Object(vec![entry]));
            members.push(Member { key: "define".to_owned(), key_span: span, value });
        }
    }
}

/// The context in which a declaration is read.
struct DeclarationReader<'a> {
    names: &'a Names,
    /// The number of values that may still be computed.
    budget: &'a mut usize,
    options: &'a ReadOptions,
    choices: &'a Choices,
    problems: &'a mut Problems,
}

/// Says which options are there twice.
fn twice(choices: &[Choice], spans: &[Span], cx: &mut Context) {
    let mut known = HashSet::new();
    for (choice, span) in choices.iter().zip(spans) {
        if !known.insert(json::write(&choice.value)) {
            let message = format!("there is another option for {}", json::write(&choice.value));
            cx.error("settings", *span, message);
        }
    }
}

/// Returns the reason why a setting takes no value at all.
fn takes_nothing(kind: &SettingKind) -> Option<String> {
    match kind {
        SettingKind::Choice(choices) if choices.is_empty() => {
            Some("a setting of the kind \"choice\" needs \"options\"".to_owned())
        }
        SettingKind::Whole { from, to } | SettingKind::Number { from, to, .. } if from > to => {
            Some(format!("there is no number from {from} to {to}"))
        }
        _ => None,
    }
}

type Entry = (Option<(Setting, Span)>, Value, Vec<Overlay>);

impl DeclarationReader<'_> {
    /// A setting, its value, and what it lays over the file; or only the
    /// latter.
    fn entry(&mut self, node: Node) -> Option<Entry> {
        let span = node.span;
        let none = Node::number(span, 0.0);
        let mut problems = std::mem::take(self.problems);
        let mut cx = Context::new(&mut problems, &[], &none);
        let found = self.fields(node, &mut cx);
        *self.problems = problems;
        found
    }

    fn fields(&mut self, node: Node, cx: &mut Context) -> Option<Entry> {
        let span = node.span;
        if node.as_object().is_some_and(|members| members.iter().any(|member| member.key == "when")) {
            return Some((None, Value::Undefined, vec![change(node, &table::CHANGE, cx)?]));
        }
        let mut fields = Fields::of(node, &table::SETTING, cx)?;
        let name = text(fields.need("name", cx), cx);
        let (title, about) = (text(fields.need("title", cx), cx), fields.text("about", cx));
        let kind = fields.need("kind", cx);
        let kind_span = kind.as_ref().map_or(span, |kind| kind.span);
        let kind = text(kind, cx);
        let default = fields.need("default", cx)?;
        let default_span = default.span;
        let default = value(&default, cx.problems)?;
        let (mut with, mut lay) = (Vec::new(), Vec::new());
        let (on, off) = (fields.take("on"), fields.take("off"));
        let options = fields.list("options", cx);
        let (from, to) = (fields.take("from"), fields.take("to"));
        let between = fields.boolean("between", cx);
        let (list, [from_, to_]) = (options.first(), [from.as_ref(), to.as_ref()]);
        let unused = match kind.as_str() {
            "flag" => [list, from_, to_, None],
            "choice" => [on.as_ref(), off.as_ref(), from_, to_],
            "whole" | "number" => [on.as_ref(), off.as_ref(), list, None],
            _ => [on.as_ref(), off.as_ref(), list, from_],
        };
        for node in unused.into_iter().flatten() {
            cx.error("settings", node.span, format!("settings of the kind {kind:?} have no use for this"));
        }
        let kind = match kind.as_str() {
            "flag" => {
                with.extend(on.map(|keys| (Value::Boolean(true), keys)));
                with.extend(off.map(|keys| (Value::Boolean(false), keys)));
                SettingKind::Flag
            }
            "choice" => {
                let (mut choices, mut spans) = (Vec::new(), Vec::new());
                for node in options {
                    let span = node.span;
                    if let Some(choice) = choice(node, &mut with, cx) {
                        choices.push(choice);
                        spans.push(span);
                    }
                }
                twice(&choices, &spans, cx);
                SettingKind::Choice(choices)
            }
            "whole" => SettingKind::Whole {
                from: self.bound(from, f64::NEG_INFINITY, cx),
                to: self.bound(to, f64::INFINITY, cx),
            },
            "number" => SettingKind::Number {
                from: self.bound(from, f64::NEG_INFINITY, cx),
                to: self.bound(to, f64::INFINITY, cx),
                between,
            },
            "any" => SettingKind::Any,
            "unused" => SettingKind::Unused,
            "" => return None,
            _ => {
                let message = format!("there is no kind of settings {kind:?}");
                let entry = cx.problems.error("settings", kind_span, message);
                entry.help(nearest_of(&kind, "the kinds are", table::words(table::KINDS)));
                return None;
            }
        };
        let mut setting = Setting { name, title, about, kind, default };
        if !self.choices.all().is_empty() {
            // What was chosen elsewhere may leave a range without the default.
            setting.default = setting.nearest(setting.default.clone());
        }
        if let Some(why) = takes_nothing(&setting.kind) {
            cx.error("settings", span, why);
            return None;
        }
        if !setting.allows(&setting.default) {
            let message = format!("the default is not what the setting takes: {}", setting.values());
            cx.error("settings", default_span, message);
        }
        let chosen = self.choices.get(&setting.name).unwrap_or(&setting.default).clone();
        if chosen != setting.default && !setting.allows(&chosen) {
            let message =
                format!("{} takes {}, not {}", setting.name, setting.values(), setting.shown(&chosen));
            cx.error("settings", span, message);
        }
        lay.extend(
            with.into_iter().map(|(value, keys)| Overlay { when: When::Decided(value == chosen), keys }),
        );
        let changes = fields.list("changes", cx);
        lay.extend(changes.into_iter().filter_map(|node| change(node, &table::SETTING_CHANGE, cx)));
        fields.finish(cx);
        Some((Some((setting, span)), chosen, lay))
    }

    /// An end of a range: a number, or an expression of settings before.
    fn bound(&mut self, node: Option<Node>, default: f64, cx: &mut Context) -> f64 {
        let Some(node) = node else { return default };
        let resolved = self.names.resolve(&node, false, self.budget, self.options, cx.problems);
        match evaluate(&resolved, &self.options.game.evaluation, self.budget).ok().as_ref().and_then(number) {
            Some(number) => number,
            None => {
                cx.expected("a number", &node);
                default
            }
        }
    }

    fn holds(&mut self, condition: &Node) -> bool {
        let resolved = self.names.resolve(condition, false, self.budget, self.options, self.problems);
        if resolved.has_unknown() {
            return false;
        }
        match evaluate(&resolved, &self.options.game.evaluation, self.budget) {
            Ok(value) => value.is_true(),
            Err(why) => {
                let message = format!("this can't be computed before a game: {why}");
                self.problems.error("compute", condition.span, message);
                false
            }
        }
    }
}

/// Keys with the condition under which they hold.
fn change(node: Node, table: &'static KeyTable, cx: &mut Context) -> Option<Overlay> {
    let mut fields = Fields::of(node, table, cx)?;
    let (when, keys) = (fields.need("when", cx), fields.need("with", cx));
    fields.finish(cx);
    Some(Overlay { when: When::Holds(when?), keys: keys? })
}

/// One of the options of a choice.
fn choice(node: Node, with: &mut Vec<(Value, Node)>, cx: &mut Context) -> Option<Choice> {
    let mut fields = Fields::of(node, &table::OPTION, cx)?;
    let chosen = fields.need("value", cx)?;
    let chosen = value(&chosen, cx.problems)?;
    let (name, title) = (fields.text("name", cx), fields.text("title", cx));
    with.extend(fields.take("with").map(|keys| (chosen.clone(), keys)));
    fields.finish(cx);
    Some(Choice { value: chosen, name, title })
}

fn text(node: Option<Node>, cx: &mut Context) -> String {
    node.and_then(|node| cx.text(&node)).unwrap_or_default()
}
