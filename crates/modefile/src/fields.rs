//! The keys of an object, taken one by one; what is left over is unknown.

use calcarray::Value;

use crate::table::{KeyTable, MODE};
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Member, Node, Span};
use crate::text::problem::{Entry, Problems};

/// The context in which the parts of a mode are read.
pub(crate) struct Context<'a> {
    pub problems: &'a mut Problems,
    /// Names of the entries of a tile; empty if they have none.
    pub entries: &'a [String],
    /// Entries of a tile.
    pub entry_count: usize,
    /// The number of game variables.
    pub variable_count: usize,
    /// The expression for the value of a tile.
    pub tile_value: &'a Node,
    /// Conditions that became parts of larger ones: each must be true by itself.
    pub conditions: Vec<Node>,
    /// The names of the variables of each merge rule.
    pub rule_variables: Vec<Vec<String>>,
}

impl<'a> Context<'a> {
    /// Returns the context before anything was read.
    pub fn new(problems: &'a mut Problems, entries: &'a [String], tile_value: &'a Node) -> Context<'a> {
        Context {
            problems,
            entries,
            entry_count: 1,
            variable_count: 0,
            tile_value,
            conditions: Vec::new(),
            rule_variables: Vec::new(),
        }
    }

    /// A context for trying something out, whose problems are of no interest.
    pub fn trial<'b>(&'b self, problems: &'b mut Problems) -> Context<'b> {
        Context { problems, conditions: Vec::new(), rule_variables: Vec::new(), ..*self }
    }

    pub fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.problems.error(code, span, message);
    }

    /// Says that a value is of the wrong kind.
    pub fn expected(&mut self, wanted: &str, node: &Node) -> Entry<'_> {
        let message = format!("{wanted} is expected here, not {}", node.seen());
        self.problems.error("wrong-type", node.span, message)
    }

    /// The text of a value that has to be one.
    pub fn text(&mut self, node: &Node) -> Option<String> {
        let text = node.as_string();
        if text.is_none() {
            self.expected("a text", node);
        }
        text
    }
}

/// An object whose keys are being read.
pub(crate) struct Fields {
    table: &'static KeyTable,
    pub span: Span,
    members: Vec<Member>,
    /// True if a key was there whose value is not known.
    pub has_unknown: bool,
}

impl Fields {
    /// The keys of an object.
    pub fn of(node: Node, table: &'static KeyTable, cx: &mut Context) -> Option<Fields> {
        Fields::of_form(node, table, None, cx)
    }

    /// The keys of an object. If it is none, the help says how it could be written: in the form that
    /// is given, or in that of the table.
    pub fn of_form(
        node: Node,
        table: &'static KeyTable,
        form: Option<String>,
        cx: &mut Context,
    ) -> Option<Fields> {
        let (span, what) = (node.span, table.what);
        let is_list = node.as_array().is_some();
        if let Kind::Object(members) = node.kind {
            return Some(Fields { table, span, members, has_unknown: false });
        }
        let form = form.unwrap_or_else(|| table.form.to_owned());
        let form = (!form.is_empty()).then(|| format!("write {form}"));
        let raw = (is_list && table.takes_raw())
            .then(|| "a list as save codes have it is written {\"raw\": [...]}".to_owned());
        let help: Vec<String> = form.into_iter().chain(raw).collect();
        let entry = match is_list {
            true => {
                let message = format!("{what} is an object with keys, not a list");
                cx.problems.error("wrong-type", span, message)
            }
            false => cx.expected(what, &node),
        };
        if !help.is_empty() {
            entry.help(help.join("; "));
        }
        None
    }

    /// The value of a key; `null`, and what is not known, is as good as no key.
    pub fn take(&mut self, key: &'static str) -> Option<Node> {
        debug_assert!(self.table.find(key).is_some(), "{} has no row for {key}", self.table.what);
        let place = self.members.iter().position(|member| member.key == key)?;
        let value = self.members.swap_remove(place).value;
        self.has_unknown |= matches!(value.kind, Kind::Unknown);
        (!matches!(value.kind, Kind::Null | Kind::Unknown)).then_some(value)
    }

    /// The value of a key that is passed on as it is: `{"raw": ...}`
    /// then is what could not be written otherwise, such as `null`.
    pub fn value(&mut self, key: &'static str) -> Option<Node> {
        self.take(key).map(unwrapped)
    }

    /// The value of a key, or the one that it has if it is left out.
    pub fn take_or_default(&mut self, key: &'static str) -> Node {
        self.take(key).unwrap_or_else(|| self.default(key))
    }

    /// The value of a key that is passed on as it is, or the one that it has if it is left out.
    pub fn value_or_default(&mut self, key: &'static str) -> Node {
        self.value(key).unwrap_or_else(|| self.default(key))
    }

    fn default(&self, key: &str) -> Node {
        self.table.default(key, self.span)
    }

    /// The value of a key that must be there.
    pub fn need(&mut self, key: &'static str, cx: &mut Context) -> Option<Node> {
        let value = self.take(key);
        if value.is_none() && !self.has_unknown {
            cx.error("missing-key", self.span, format!("{} needs the key \"{key}\"", self.table.what));
        }
        value
    }

    /// A truth value, false if the key is missing.
    pub fn boolean(&mut self, key: &'static str, cx: &mut Context) -> bool {
        match self.take(key) {
            None => false,
            Some(Node { kind: Kind::Boolean(value), .. }) => value,
            Some(other) => {
                cx.expected("true or false", &other);
                false
            }
        }
    }

    /// A text, empty if the key is missing.
    pub fn text(&mut self, key: &'static str, cx: &mut Context) -> String {
        self.take(key).and_then(|node| cx.text(&node)).unwrap_or_default()
    }

    /// A list, empty if the key is missing.
    pub fn list(&mut self, key: &'static str, cx: &mut Context) -> Vec<Node> {
        match self.take(key) {
            None => Vec::new(),
            Some(Node { kind: Kind::Array(entries), .. }) => entries,
            Some(other) => {
                cx.expected("a list", &other);
                Vec::new()
            }
        }
    }

    /// Reports the keys that were not asked for.
    pub fn finish(mut self, cx: &mut Context) {
        self.members.sort_by_key(|member| member.key_span.start);
        let known: Vec<&str> = self.table.names().collect();
        for member in &self.members {
            let meant = self.table.meant_by(&member.key);
            unknown_key(&member.key, member.key_span, self.table.what, &known, meant, cx.problems);
        }
    }
}

/// Says that an object has no such key, and which one was `meant`.
pub(crate) fn unknown_key(
    key: &str,
    span: Span,
    what: &str,
    known: &[&str],
    meant: Option<&str>,
    problems: &mut Problems,
) {
    let entry = problems.error("unknown-key", span, format!("{what} has no key {key:?}"));
    match meant.or_else(|| nearest(key, known.iter().copied())) {
        Some("grid") if what == MODE.what => {
            entry.help("did you mean \"grid\"? \"grid\": \"5x4\" is 5 wide and 4 high")
        }
        Some(meant) => entry.help(format!("did you mean \"{meant}\"?")),
        None => entry.help(format!("its keys are: {}", known.join(", "))),
    }
}

/// The list in `{"raw": ...}`, the way around named keys.
pub(crate) fn raw(node: &Node) -> Option<&Node> {
    match node.as_object()? {
        [member] if member.key == "raw" => Some(&member.value),
        _ => None,
    }
}

/// A value without the `{"raw": ...}` around it.
pub(crate) fn unwrapped(node: Node) -> Node {
    match raw(&node) {
        Some(raw) => raw.clone(),
        None => node,
    }
}

/// A value as it has to be written to be passed on as it is.
pub(crate) fn wrapped(node: Node) -> Node {
    match node.kind {
        Kind::Null | Kind::Object(_) => Node::object(vec![("raw", node)]),
        _ => node,
    }
}

/// Reads a list whose members are objects with keys, or raw.
pub(crate) fn list(
    node: Node,
    what: &str,
    cx: &mut Context,
    mut read: impl FnMut(Node, &mut Context) -> Option<Node>,
) -> Node {
    if let Some(raw) = raw(&node) {
        return raw.clone();
    }
    let span = node.span;
    let Kind::Array(entries) = node.kind else {
        let entry = cx.expected(&format!("a list of {what}"), &node);
        if node.as_object().is_some() {
            entry.help("put it into a list: [{ … }]");
        }
        return Node::array(span, Vec::new());
    };
    let entries = entries
        .into_iter()
        .filter_map(|entry| match raw(&entry) {
            Some(raw) => Some(raw.clone()),
            None => read(entry, cx),
        })
        .collect();
    Node::array(span, entries)
}

/// Writes a list of a save code with named keys where that is exact.
pub(crate) fn write_list(
    value: &Node,
    cx: &mut Context,
    write: impl Fn(&Node, &Context) -> Option<Node>,
    mut read: impl FnMut(Node, &mut Context) -> Option<Node>,
) -> Node {
    let Some(entries) = value.as_array() else {
        return Node::object(vec![("raw", value.clone())]);
    };
    let written = entries.iter().map(|entry| {
        let candidate = write(entry, cx);
        exact(candidate, entry, cx, &mut read)
    });
    let written = written.collect();
    Node::array(Span::default(), written)
}

/// The candidate if reading it gives the original, otherwise the original as
/// it is.
pub(crate) fn exact(
    candidate: Option<Node>,
    original: &Node,
    cx: &mut Context,
    read: &mut impl FnMut(Node, &mut Context) -> Option<Node>,
) -> Node {
    let good = candidate.filter(|candidate| {
        let mut problems = Problems::default();
        let mut cx = cx.trial(&mut problems);
        let back = read(candidate.clone(), &mut cx);
        back.is_some_and(|back| back.same(original)) && problems.is_empty()
    });
    good.unwrap_or_else(|| Node::object(vec![("raw", original.clone())]))
}

/// The value of a tree; a text that is not what it seems is reported.
pub(crate) fn value(node: &Node, problems: &mut Problems) -> Option<Value> {
    match node.to_value() {
        Ok(value) => Some(value),
        Err(span) => {
            let message = "this text starts like a number type but is not a number of that type";
            problems
                .error("number", span, message)
                .help("write \"@BigInt 5\", \"@BigRational 1 2\" or \"@GaussianBigInt 1 -2\"");
            None
        }
    }
}
