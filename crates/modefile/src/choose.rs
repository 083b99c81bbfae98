//! The key `settings`: reading the declarations, and changing the file as was
//! chosen.

use calcarray::Value;

use crate::fields::{Context, Fields};
use crate::inherit::{merge, settle};
use crate::naming::Names;
use crate::node::{Kind, Member, Node, Span};
use crate::parts::value;
use crate::problem::Problems;
use crate::read::ReadOptions;
use crate::setting::{Choice, Choices, Setting, SettingKind};
use crate::template::{evaluate, number};

/// Keys that settings lay over those of the file.
struct Overlay {
    /// Whether to do so: decided already, or an expression.
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
    for entry in declarations(declared, members, problems) {
        let names = Names::take(&mut members.clone(), &mut Problems::default());
        let mut work = Work { names, options, choices, problems };
        if let Some((setting, chosen, own)) = work.entry(entry) {
            if let Some((setting, span)) = setting {
                let node = Node::new(span, Node::from_value(&chosen).kind);
                define(members, &setting.name, node, problems);
                settings.push(setting);
            }
            overlays.extend(own);
        }
    }
    for overlay in overlays {
        let lay = match overlay.when {
            When::Decided(lay) => lay,
            When::Holds(condition) => {
                let names = Names::take(&mut members.clone(), &mut Problems::default());
                Work { names, options, choices, problems }.holds(&condition)
            }
        };
        match overlay.keys.kind {
            Kind::Object(mut keys) if lay => {
                merge(&mut keys, std::mem::take(members));
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
    let defined = |name: &str| {
        let define = members.iter().find(|member| member.key == "define")?.value.as_object()?;
        define.iter().find(|member| member.key == name).map(|member| member.value.clone())
    };
    let mut all = Vec::new();
    for entry in entries {
        let Some(name) = entry.as_string().and_then(|text| text.strip_prefix('$').map(str::to_owned)) else {
            all.push(entry);
            continue;
        };
        match (name.strip_suffix("..."), defined(name.trim_end_matches("..."))) {
            (Some(_), Some(Node { kind: Kind::Array(list), .. })) => all.extend(list),
            (None, Some(node)) => all.push(node),
            _ => {
                problems.error("name", entry.span, format!("nothing that fits is named `{name}`"));
            }
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

/// What reading a declaration needs.
struct Work<'a> {
    names: Names,
    options: &'a ReadOptions,
    choices: &'a Choices,
    problems: &'a mut Problems,
}

type Entry = (Option<(Setting, Span)>, Value, Vec<Overlay>);

impl Work<'_> {
    /// A setting, its value, and what it lays over the file; or only the
    /// latter.
    fn entry(&mut self, node: Node) -> Option<Entry> {
        let span = node.span;
        let none = Node::number(span, 0.0);
        let mut problems = std::mem::take(self.problems);
        let mut cx = Context {
            problems: &mut problems,
            entries: &[],
            entry_count: 1,
            variable_count: 0,
            tile_value: &none,
        };
        let found = self.fields(node, &mut cx);
        *self.problems = problems;
        found
    }

    fn fields(&mut self, node: Node, cx: &mut Context) -> Option<Entry> {
        let span = node.span;
        if node.as_object().is_some_and(|members| members.iter().any(|member| member.key == "when")) {
            return Some((None, Value::Undefined, vec![change(node, cx)?]));
        }
        let mut fields = Fields::of(node, "a setting", cx)?;
        let name = text(fields.need("name", cx), cx);
        let (title, about) = (text(fields.need("title", cx), cx), text(fields.take("about"), cx));
        let kind = text(fields.need("kind", cx), cx);
        let default = fields.need("default", cx)?;
        let default_span = default.span;
        let default = value(&default, cx.problems)?;
        let (mut with, mut lay) = (Vec::new(), Vec::new());
        let (on, off) = (fields.take("on"), fields.take("off"));
        let options = fields.list("options", cx);
        let (from, to) = (fields.take("from"), fields.take("to"));
        let between = fields.boolean("between", false, cx);
        let unused = match kind.as_str() {
            "flag" => [None, options.first(), from.as_ref()],
            "choice" => [on.as_ref(), off.as_ref(), from.as_ref()],
            _ => [on.as_ref(), off.as_ref(), options.first()],
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
                let choices = options.into_iter().filter_map(|node| choice(node, &mut with, cx)).collect();
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
            _ => {
                let message = format!("there is no kind of settings {kind:?}");
                let help = "the kinds are: flag, choice, whole, number, any, unused";
                cx.problems.error("settings", span, message).help(help);
                return None;
            }
        };
        let mut setting = Setting { name, title, about, kind, default };
        if !self.choices.all().is_empty() {
            // What was chosen elsewhere may leave a range without the default.
            setting.default = setting.nearest(setting.default.clone());
        }
        if !setting.allows(&setting.default) {
            let message = format!("the default is not what the setting takes: {}", setting.values());
            cx.error("settings", default_span, message);
        }
        let chosen = self.choices.get(&setting.name).unwrap_or(&setting.default).clone();
        if !setting.allows(&chosen) {
            let message =
                format!("{} takes {}, not {}", setting.name, setting.values(), setting.shown(&chosen));
            cx.error("settings", span, message);
        }
        lay.extend(
            with.into_iter().map(|(value, keys)| Overlay { when: When::Decided(value == chosen), keys }),
        );
        lay.extend(fields.list("changes", cx).into_iter().filter_map(|node| change(node, cx)));
        fields.finish(cx);
        Some((Some((setting, span)), chosen, lay))
    }

    /// An end of a range: a number, or an expression of settings before.
    fn bound(&mut self, node: Option<Node>, default: f64, cx: &mut Context) -> f64 {
        let Some(node) = node else { return default };
        let mut budget = self.options.values;
        let resolved = self.names.resolve(&node, &mut budget, self.options, cx.problems);
        match evaluate(&resolved, &self.options.game.evaluation).ok().as_ref().and_then(number) {
            Some(number) => number,
            None => {
                cx.expected("a number", &node);
                default
            }
        }
    }

    fn holds(&mut self, condition: &Node) -> bool {
        let mut budget = self.options.values;
        let resolved = self.names.resolve(condition, &mut budget, self.options, self.problems);
        match evaluate(&resolved, &self.options.game.evaluation) {
            Ok(value) => value.is_true(),
            Err(why) => {
                let message = format!("this can't be worked out before a game: {why}");
                self.problems.error("compute", condition.span, message);
                false
            }
        }
    }
}

/// Keys with the condition under which they hold.
fn change(node: Node, cx: &mut Context) -> Option<Overlay> {
    let mut fields = Fields::of(node, "a change", cx)?;
    let (when, keys) = (fields.need("when", cx), fields.need("with", cx));
    fields.finish(cx);
    Some(Overlay { when: When::Holds(when?), keys: keys? })
}

/// One of the options of a choice.
fn choice(node: Node, with: &mut Vec<(Value, Node)>, cx: &mut Context) -> Option<Choice> {
    let mut fields = Fields::of(node, "an option", cx)?;
    let chosen = fields.need("value", cx)?;
    let chosen = value(&chosen, cx.problems)?;
    let (name, title) = (text(fields.take("name"), cx), text(fields.take("title"), cx));
    with.extend(fields.take("with").map(|keys| (chosen.clone(), keys)));
    fields.finish(cx);
    Some(Choice { value: chosen, name, title })
}

fn text(node: Option<Node>, cx: &mut Context) -> String {
    let Some(node) = node else { return String::new() };
    node.as_string().unwrap_or_else(|| {
        cx.expected("a text", &node);
        String::new()
    })
}
