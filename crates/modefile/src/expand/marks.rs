//! Marks of values that are worked out while a file is read: `$` begins a name, `=` a formula, and
//! an object with one of some keys is a template.

use calcarray::Text;
use polymerge_formula::is_formula;

use crate::text::node::{Kind, Member, Node};

/// The keys of each kind of template; the first one says which it is.
pub(super) const TEMPLATES: [&[&str]; 3] =
    [&["if", "then", "else"], &["compute"], &["for", "in", "from", "to", "step", "make", "splice"]];

/// Returns true if an object is a template and not one of the keys of modes.
pub(crate) fn is_template(members: &[Member]) -> bool {
    members.iter().any(|member| TEMPLATES.iter().any(|keys| member.key == keys[0]))
}

/// The text of a formula, if a text is one: `==` at the start stands for a text that begins with `=`.
pub(crate) fn formula_in(text: &Text) -> Option<String> {
    let is_one = text.starts_with("=") && !text.starts_with("==");
    is_one.then(|| text.to_utf8()).flatten().filter(|text| is_formula(text))
}

/// The name in `"$name..."`.
pub(super) fn splice(text: &Text) -> Option<String> {
    if !text.starts_with("$") || text.starts_with("$$") {
        return None;
    }
    text.to_utf8()?.strip_prefix('$')?.strip_suffix("...").map(str::to_owned)
}

/// Returns true if a text has to be written with one `=` more to stay a text.
pub(crate) fn needs_escape(text: &Text) -> bool {
    text.starts_with("=") && text.to_utf8().is_some_and(|text| is_formula(&text))
}

/// The text as it has to be written to be read back as itself.
pub(crate) fn escape(node: Node) -> Node {
    let kind = match node.kind {
        Kind::Text(text) if text.starts_with("$") || needs_escape(&text) => {
            let first = text.units()[0];
            Kind::Text(Text::from_units([&[first], text.units()].concat()))
        }
        Kind::Array(entries) => Kind::Array(entries.into_iter().map(escape).collect()),
        Kind::Object(members) => {
            let member = |member: Member| Member { value: escape(member.value), ..member };
            Kind::Object(members.into_iter().map(member).collect())
        }
        other => other,
    };
    Node::new(node.span, kind)
}
