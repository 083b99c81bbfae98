//! Definitions that are made of one another in a circle.

use std::collections::HashSet;

use crate::expand::marks::is_template;
use crate::expand::names::{Names, is_name};
use crate::text::node::{Kind, Node, Span};
use crate::text::problem::Problems;

/// A use of a definition: its name, and where it stands.
type Use = (String, Span);

/// Says so if definitions make up a circle that nothing uses. One that is used is found
/// where it is put in.
pub(crate) fn check(names: &Names, problems: &mut Problems) {
    let mut starts: Vec<(&String, &Node)> = names.definitions().iter().collect();
    starts.sort_by_key(|(_, node)| (node.span.file, node.span.start));
    let mut done: HashSet<String> = HashSet::new();
    for (start, _) in starts {
        // The definitions on the way, each with its uses that are still to be followed.
        let mut way: Vec<(String, Vec<Use>)> = Vec::new();
        let mut open: HashSet<String> = HashSet::new();
        let mut next = Some((start.clone(), Span::default()));
        loop {
            if let Some((name, span)) = next.take() {
                if open.contains(&name) {
                    let start = way.iter().position(|(known, _)| *known == name).unwrap_or_default();
                    let circle: Vec<&str> = way[start..].iter().map(|(name, _)| name.as_str()).collect();
                    let message = format!("`{name}` is defined by itself: {} → {name}", circle.join(" → "));
                    problems.error("name", span, message);
                } else if let (Some(node), false) = (names.definitions().get(&name), done.contains(&name)) {
                    let mut uses = Vec::new();
                    find_uses(node, &mut uses);
                    uses.reverse();
                    open.insert(name.clone());
                    way.push((name, uses));
                }
            }
            let Some((name, left)) = way.last_mut() else { break };
            next = left.pop();
            if next.is_none() {
                open.remove(name);
                done.insert(std::mem::take(name));
                way.pop();
            }
        }
    }
}

/// The uses in a value. Templates are left out: which of their parts count, and what a name
/// means in them, shows only when they are put in.
fn find_uses(node: &Node, uses: &mut Vec<Use>) {
    match &node.kind {
        Kind::Array(entries) => entries.iter().for_each(|entry| find_uses(entry, uses)),
        Kind::Object(members) if !is_template(members) => {
            members.iter().for_each(|member| find_uses(&member.value, uses));
        }
        Kind::Text(text) if text.starts_with("$") => {
            let written = text.to_string_lossy();
            let name = written[1..].strip_suffix("...").unwrap_or(&written[1..]);
            if is_name(name) {
                uses.push((name.to_owned(), node.span));
            }
        }
        _ => {}
    }
}
