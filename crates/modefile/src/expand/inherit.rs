//! `extends`: a file that states only what differs from another.

use std::collections::HashMap;

use crate::expand::marks::is_template;
use crate::table;
use crate::text::built_in::{self, BuiltIn};
use crate::text::jsonc;
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::options::ReadOptions;
use crate::text::problem::{Problems, Severity};
use crate::text::source::{Source, SourceFile, decode, plain_name};

/// The word for the entries of the older list, in a list.
const REST: &str = "...";

/// Reads a file and everything it extends, as one object.
pub(crate) fn load(
    file: &SourceFile,
    source: &dyn Source,
    options: &ReadOptions,
    problems: &mut Problems,
) -> Option<Vec<Member>> {
    let mut values = options.values;
    let mut members = parse(file, options, &mut values, problems)?;
    let mut chain = vec![file.name.clone()];
    let mut from = file.clone();
    let mut copies = options.values;
    // From the file to its oldest ancestor; what is already there wins.
    let mut next = take_parent(&mut members, problems);
    while let Some(name) = next.take() {
        let Some(wanted) = name.as_string() else { break };
        let parent = match open_extended(&wanted, &from, source) {
            Ok(parent) => parent,
            Err(why) => {
                let message = format!("\"{wanted}\" can't be extended: {why}");
                let entry = problems.error("extends", name.span, message);
                if let Some(name) = file_meant(&wanted, from.built_in, source, &from.name) {
                    entry.help(format!("did you mean \"{name}\"?"));
                }
                return None;
            }
        };
        if let Some(start) = chain.iter().position(|known| *known == parent.name) {
            let circle: Vec<&str> = chain[start..].iter().chain([&parent.name]).map(String::as_str).collect();
            let message = format!("the files extend each other in a circle: {}", circle.join(" → "));
            problems.error("extends", name.span, message);
            return None;
        }
        if chain.len() > options.extends {
            let message = format!("more than {} files extend one another", options.extends);
            problems.error("extends", name.span, message);
            return None;
        }
        let mut inherited = parse(&parent, options, &mut values, problems)?;
        chain.push(parent.name.clone());
        from = parent;
        next = take_parent(&mut inherited, problems);
        inherited.retain(|member| !table::MODE.find(&member.key).is_some_and(|key| key.is_own));
        if !merge(&mut members, inherited, &mut copies) {
            too_many_copies(name.span, problems);
            return None;
        }
    }
    settle(&mut members);
    Some(members)
}

/// Opens the file that another one extends, by its name there.
///
/// # Errors
/// A sentence that says why it can't be had.
pub fn open_extended(wanted: &str, from: &SourceFile, source: &dyn Source) -> Result<SourceFile, String> {
    let name = plain_name(wanted)?;
    match from.built_in {
        true => BuiltIn.open(name, &from.name),
        false => source.open(name, &from.name),
    }
}

/// The file that a name was meant to be which is a path, or lacks its ending.
fn file_meant(wanted: &str, built_in: bool, source: &dyn Source, from: &str) -> Option<String> {
    let name = wanted.rsplit(['/', '\\']).next().unwrap_or_default();
    let opens = |name: &String| match built_in {
        true => BuiltIn.open(name, from).is_ok(),
        false => source.open(name, from).is_ok(),
    };
    let names = [name.to_owned(), format!("{name}.jsonc"), format!("{name}.json")];
    let found = names.into_iter().filter(|name| plain_name(name).is_ok()).find(opens);
    found.or_else(|| {
        let mode = built_in::suggest(name)?;
        Some(format!("{}.jsonc", mode.short_name())).filter(opens)
    })
}

fn parse(
    file: &SourceFile,
    options: &ReadOptions,
    values: &mut usize,
    problems: &mut Problems,
) -> Option<Vec<Member>> {
    let text = match decode(&file.bytes, options.bytes) {
        Ok(text) => text,
        Err((code, message)) => {
            problems.without_place(Severity::Error, code, format!("{}: {message}", file.name));
            return None;
        }
    };
    let index = problems.add_file(&file.name, text);
    let node = jsonc::read(text, index, options.depth, values, problems)?;
    match node.kind {
        Kind::Object(members) => Some(members),
        _ => {
            let message = format!("a mode file is an object, not {}", node.noun());
            problems.error("wrong-type", node.span, message);
            None
        }
    }
}

fn take_parent(members: &mut Vec<Member>, problems: &mut Problems) -> Option<Node> {
    let place = members.iter().position(|member| member.key == "extends")?;
    let value = members.remove(place).value;
    if value.as_string().is_some() {
        return Some(value);
    }
    if matches!(value.kind, Kind::Null) {
        return None;
    }
    let message = format!("\"extends\" is the name of another mode file, not {}", value.seen());
    problems.error("wrong-type", value.span, message);
    None
}

/// Lays what the newer file says over what the older one says. Objects are
/// merged, everything else is replaced as a whole; in a list, `"..."` stands for
/// what the older one has. The older file's keys come first, so that the
/// numbers of its variables stay what they were.
///
/// Where a list has `"..."` several times, the older entries are copied. `copies`
/// bounds how many values that may make; `false` if they were too many.
#[must_use]
pub(crate) fn merge(newer: &mut Vec<Member>, older: Vec<Member>, copies: &mut usize) -> bool {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut merged = older;
    for (place, member) in merged.iter().enumerate() {
        places.insert(member.key.clone(), place);
    }
    for member in newer.drain(..) {
        let Some(known) = places.get(&member.key).and_then(|&place| merged.get_mut(place)) else {
            merged.push(member);
            continue;
        };
        match (member.value.kind, &mut known.value.kind) {
            (Kind::Object(mut inner), Kind::Object(outer)) if !is_template(&inner) && !is_template(outer) => {
                if !merge(&mut inner, std::mem::take(outer), copies) {
                    return false;
                }
                *outer = inner;
                known.value.span = member.value.span;
            }
            (Kind::Array(entries), _) if entries.iter().any(|entry| entry.is_word(REST)) => {
                let older = std::mem::replace(&mut known.value, Node::new(member.value.span, Kind::Null));
                let Some(entries) = around(entries, older, copies) else { return false };
                known.value = Node::array(member.value.span, entries);
            }
            (kind, _) => known.value = Node::new(member.value.span, kind),
        }
        known.key_span = member.key_span;
    }
    *newer = merged;
    true
}

/// Says that lists were put into one another too often.
pub(crate) fn too_many_copies(span: Span, problems: &mut Problems) {
    problems.error("too-large", span, "the lists that stand for \"...\" make too many values");
}

/// The entries of a list with those of the older one in place of `"..."`.
fn around(entries: Vec<Node>, older: Node, copies: &mut usize) -> Option<Vec<Node>> {
    let mut older = match older.kind {
        Kind::Array(entries) => entries,
        Kind::Text(ref name) if name.starts_with("$") && !name.starts_with("$$") => {
            vec![Node::text(older.span, &format!("{}{REST}", name.to_string_lossy()))]
        }
        _ => vec![older],
    };
    let mut places = entries.iter().filter(|entry| entry.is_word(REST)).count();
    let size = older.iter().map(Node::size).sum::<usize>();
    let mut out = Vec::with_capacity(entries.len());
    for entry in entries {
        if !entry.is_word(REST) {
            out.push(entry);
            continue;
        }
        places -= 1;
        if places == 0 {
            out.append(&mut older);
        } else {
            *copies = copies.checked_sub(size.max(1))?;
            out.extend(older.iter().cloned());
        }
    }
    Some(out)
}

/// Resolves the marks that are left when no older file is left: a `null` at the top stands for the
/// default, and `"..."` stands for nothing, or for the one stat box that there is by default.
pub(crate) fn settle(members: &mut Vec<Member>) {
    members.retain(|member| !matches!(member.value.kind, Kind::Null));
    for member in members {
        match &mut member.value.kind {
            Kind::Array(entries) if member.key == "stat_boxes" => {
                let score = Node::text(member.value.span, "score");
                // A list of one entry makes no more than there are places.
                let mut copies = entries.len();
                *entries = around(std::mem::take(entries), score, &mut copies).unwrap_or_default();
            }
            Kind::Array(entries) => entries.retain(|entry| !entry.is_word(REST)),
            Kind::Object(members) if member.key == "define" => settle(members),
            _ => {}
        }
    }
}
