//! A walk over a mode file that says of every value which keys, names and forms are expected there.

use std::ops::Range;
use std::rc::Rc;

use polymerge_modefile::{
    Content, FILE_FORM, Form, Key, KeyTable, Member, Tree, key_tables, signature, taken_by_function, taking,
    triggers,
};

/// A name with the place where it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub name: String,
    pub span: Range<usize>,
    /// True for a variable that a definition takes from the place where it is used.
    pub is_taken: bool,
}

/// The surroundings of a value.
#[derive(Clone)]
pub(crate) struct Context<'t> {
    /// The forms that the value may have.
    pub forms: &'static [Form],
    /// The key whose value this is, or in whose list it stands, and its table.
    pub key: Option<(&'static KeyTable, &'static Key)>,
    /// The name of this key as it is written.
    pub key_name: &'t str,
    /// The entry before this one in a list.
    pub before: Option<&'t Tree>,
    /// The variables of the rule, look, script or function around it.
    pub locals: Rc<[Declared]>,
    /// The object that these belong to.
    pub owner: Range<usize>,
    /// The names that templates give.
    pub bound: Rc<[Declared]>,
    /// True if no names are looked for in texts.
    pub is_literal: bool,
}

/// A part of a file, outer parts before inner ones.
pub(crate) enum Part<'t> {
    /// An object, with the tables of the keys that it may have.
    Object(&'t Tree, Vec<&'static KeyTable>),
    /// A list.
    List(&'t Tree),
    /// A key, with its row.
    Key(&'t Member, Option<(&'static KeyTable, &'static Key)>),
    /// A text.
    Text(&'t Tree, &'t str),
    /// The texts of a script, or the single one of a formula.
    Formulas(Vec<&'t Tree>),
}

/// The keys of a mode file that names are declared in.
pub(crate) const NAMED: [&str; 3] = ["variables", "modifier_variables", "vars"];

/// Goes over a whole file.
pub(crate) fn walk<'t>(tree: &'t Tree, visit: &mut dyn FnMut(Part<'t>, &Context<'t>)) {
    let none: Rc<[Declared]> = Rc::new([]);
    let context = Context {
        forms: mode_forms(),
        key: None,
        key_name: "",
        before: None,
        locals: none.clone(),
        owner: 0..0,
        bound: none,
        is_literal: false,
    };
    value(tree, &context, visit);
}

/// The form of a mode file itself.
fn mode_forms() -> &'static [Form] {
    std::slice::from_ref(&FILE_FORM)
}

fn value<'t>(tree: &'t Tree, context: &Context<'t>, visit: &mut dyn FnMut(Part<'t>, &Context<'t>)) {
    match &tree.content {
        Content::Text(text) if !context.is_literal && is_formula(text) => {
            visit(Part::Formulas(vec![tree]), context);
        }
        Content::Text(text) => visit(Part::Text(tree, text), context),
        Content::List(entries) => list(tree, entries, context, visit),
        Content::Object(members) => object(tree, members, context, visit),
        Content::Other => {}
    }
}

/// Returns true if a text of a mode file is a formula, or one that is being written.
fn is_formula(text: &str) -> bool {
    text.starts_with('=') && !text.starts_with("==")
}

fn list<'t>(
    tree: &'t Tree,
    entries: &'t [Tree],
    context: &Context<'t>,
    visit: &mut dyn FnMut(Part<'t>, &Context<'t>),
) {
    let inner = Context { forms: of_entries(context.forms), before: None, ..context.clone() };
    visit(Part::List(tree), &inner);
    let is_formula = |entry: &&Tree| entry.text().is_some_and(is_formula);
    // The formulas of a script are one formula.
    let is_script = context.key_name == "do" && entries.iter().any(|entry| is_formula(&entry));
    if is_script {
        visit(Part::Formulas(entries.iter().filter(is_formula).collect()), &inner);
    }
    let mut before = None;
    for entry in entries.iter().filter(|entry| !(is_script && is_formula(entry))) {
        value(entry, &Context { before, ..inner.clone() }, visit);
        before = Some(entry);
    }
}

fn object<'t>(
    tree: &'t Tree,
    members: &'t [Member],
    context: &Context<'t>,
    visit: &mut dyn FnMut(Part<'t>, &Context<'t>),
) {
    let tables = tables_of(context, members);
    visit(Part::Object(tree, tables.clone()), context);
    let mut around = context.clone();
    around.before = None;
    // Here keys are names, also one such as "vars".
    let has_names = NAMED.contains(&context.key_name);
    let vars = tree.get("vars").filter(|vars| matches!(vars.content, Content::Object(_)) && !has_names);
    if let Some(vars) = vars {
        around.locals = declared(vars.members());
        around.owner = tree.span.clone();
    }
    let is_template = is_template(members);
    for member in members {
        let key = tables.iter().find_map(|table| Some((*table, table.find(&member.key)?)));
        visit(Part::Key(member, key), &around);
        let mut inner = around.clone();
        let name = member.key.as_str();
        match (is_template, key) {
            (true, _) => {
                inner.forms = if matches!(name, "make" | "then" | "else") { context.forms } else { &[] };
                if let Some(names) = tree.get("for").filter(|_| matches!(name, "make" | "splice")) {
                    let own = names.text().map(|text| named(text, names));
                    inner.bound = around.bound.iter().cloned().chain(own).collect();
                }
            }
            (_, Some((table, key))) => {
                inner.forms =
                    if holds_keys(table, key) { mode_forms() } else { std::slice::from_ref(&key.form) };
                inner.key = Some((table, key));
                inner.is_literal |= key.is_literal;
                inner.key_name = name;
            }
            _ => {
                inner.forms = &[];
                inner.key_name = name;
            }
        }
        if context.key_name == "define" {
            // A definition sees those variables of the place where it is used that it takes.
            inner.locals = parameters(member);
            inner.owner = member.value.span.clone();
            inner.key = None;
            inner.key_name = "";
        } else if has_names {
            inner.key_name = "";
        }
        value(&member.value, &inner, visit);
    }
}

/// The places of the names of the values of a function, `half(x, y)`, and of the variables that a
/// definition takes: `big[sum]`, `close(a, b)[sum]`.
pub(crate) fn parameters(member: &Member) -> Rc<[Declared]> {
    let values = signature(&member.key).map(|(_, names)| names).unwrap_or_default();
    let taken = taking(&member.key).map(|(_, names)| names);
    let taken = taken.or_else(|| taken_by_function(&member.key)).unwrap_or_default();
    let mut at = member.key.find(['(', '[']).unwrap_or_default();
    let place = |(name, is_taken): (&String, bool)| {
        at += member.key.get(at..).and_then(|rest| rest.find(name.as_str())).unwrap_or_default();
        let start = member.key_span.start + 1 + at;
        at += name.len();
        Declared { name: name.clone(), span: start..start + name.len(), is_taken }
    };
    let values = values.iter().map(|name| (name, false));
    values.chain(taken.iter().map(|name| (name, true))).map(place).collect()
}

fn named(text: &str, tree: &Tree) -> Declared {
    Declared { name: text.to_owned(), span: unquoted(&tree.span, text), is_taken: false }
}

/// The names that the keys of an object are.
fn declared(members: &[Member]) -> Rc<[Declared]> {
    let name = |member: &Member| Declared {
        name: member.key.clone(),
        span: unquoted(&member.key_span, &member.key),
        is_taken: false,
    };
    members.iter().map(name).collect()
}

/// The place of a name that is a whole text, without the quotes.
pub(crate) fn unquoted(span: &Range<usize>, name: &str) -> Range<usize> {
    span.start + 1..span.start + 1 + name.len()
}

/// Returns true if the value of a key is keys of the file again.
fn holds_keys(table: &KeyTable, key: &Key) -> bool {
    let is_object = matches!(key.form, Form::Types(["object"])) && key.name != "define";
    is_object || table.what == "negative tiles"
}

/// Returns true if an object stands for other values.
pub(crate) fn is_template(members: &[Member]) -> bool {
    members.iter().any(|member| matches!(member.key.as_str(), "for" | "if" | "compute"))
}

/// The tables of the keys of an object: those of its place, or those that fit all its keys.
fn tables_of(context: &Context<'_>, members: &[Member]) -> Vec<&'static KeyTable> {
    if is_template(members) || context.key_name == "define" || NAMED.contains(&context.key_name) {
        return Vec::new();
    }
    let mut tables = Vec::new();
    collect(context.forms, &mut tables);
    if tables.is_empty() && context.key.is_none() {
        let unknown =
            |table: &KeyTable| members.iter().filter(|member| table.find(&member.key).is_none()).count();
        let counted = key_tables().map(|(_, table)| (unknown(table), table));
        let counted: Vec<_> = counted.filter(|(unknown, _)| *unknown < members.len()).collect();
        // One key may be unfinished. The mode itself, which has many keys, comes last.
        let least = counted.iter().map(|(unknown, _)| *unknown).min().filter(|least| *least <= 1);
        tables =
            counted.iter().filter(|(unknown, _)| Some(*unknown) == least).map(|(_, table)| *table).collect();
        tables.sort_by_key(|table| table.what == "a mode");
    }
    tables
}

/// Returns true if the keys of an object are known by its place.
pub(crate) fn has_table(context: &Context<'_>) -> bool {
    let mut tables = Vec::new();
    collect(context.forms, &mut tables);
    !tables.is_empty()
}

fn collect(forms: &'static [Form], tables: &mut Vec<&'static KeyTable>) {
    for form in forms {
        match form {
            Form::Object(table) => tables.push(table),
            Form::Either(forms) => collect(forms, tables),
            _ => {}
        }
    }
}

/// The forms of the entries of a list.
fn of_entries(forms: &'static [Form]) -> &'static [Form] {
    let found = forms.iter().find_map(|form| match form {
        Form::List(entry) => Some(std::slice::from_ref(*entry)),
        Form::Entries(entries) => Some(*entries),
        Form::Either(forms) => Some(of_entries(forms)).filter(|forms| !forms.is_empty()),
        _ => None,
    });
    found.unwrap_or_default()
}

/// Returns the triggers and words that a value of some forms may be, each with its meaning.
pub(crate) fn choices(forms: &'static [Form]) -> Vec<(&'static str, &'static str)> {
    let mut found = Vec::new();
    for form in forms {
        match form {
            Form::Trigger => found.extend(triggers().map(|trigger| (trigger.name, trigger.when))),
            Form::Either(forms) => found.extend(choices(forms)),
            Form::Constant(json) => {
                found.extend(json.strip_prefix('"').map(|word| (word.trim_end_matches('"'), "")))
            }
            form => found.extend(form.words().into_iter().flatten().copied()),
        }
    }
    found
}
