//! The sources of the crate as data, from which documents are written: doc comments, names and
//! types. The sources are formatted, so that lines tell what is what.

use polymerge_schema::IN_JAVASCRIPT;

/// A line of an item, with the doc comment and the attributes before it.
#[derive(Default)]
pub struct Row {
    pub comment: String,
    pub attributes: String,
    pub line: String,
}

/// Returns the rows of a text.
pub fn rows(text: &str) -> Vec<Row> {
    let (mut rows, mut row, mut is_attribute) = (Vec::new(), Row::default(), false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if is_attribute || line.starts_with("#[") {
            row.attributes += line;
            is_attribute = !line.ends_with(")]");
        } else if let Some(text) = line.strip_prefix("///") {
            row.comment = format!("{} {}", row.comment, text.trim()).trim().to_owned();
        } else {
            row.line = line.to_owned();
            rows.push(std::mem::take(&mut row));
        }
    }
    rows
}

/// Returns the lines of a source between one that begins with `head` and the next `}` at its
/// indentation.
pub fn block<'s>(source: &'s str, head: &str) -> &'s str {
    let start = source.find(&format!("\n{head}")).unwrap_or_else(|| panic!("there is no {head}")) + 1;
    let body = start + source[start..].find('\n').unwrap() + 1;
    &source[body..body + source[body..].find("\n}").unwrap() + 1]
}

/// A field of a record, or of a variant.
pub struct Field {
    pub name: String,
    pub comment: String,
    /// The type, without `Option`.
    of: String,
    is_optional: bool,
    /// The type in TypeScript, where it is stated.
    stated: Option<String>,
    /// True if only JavaScript has it.
    pub is_js: bool,
}

/// A record, or one kind of an enum.
pub struct Record {
    pub name: String,
    pub comment: String,
    pub fields: Vec<Field>,
}

impl Field {
    fn of(record: &str, row: &Row) -> Field {
        let (name, of) = row.line.trim_start_matches("pub ").trim_end_matches(',').split_once(": ").unwrap();
        let inner = of.strip_prefix("Option<").and_then(|of| of.strip_suffix('>'));
        let stated = row
            .attributes
            .split_once("tsify(type = \"")
            .map(|(_, rest)| rest.split("\"))]").next().unwrap().replace("\\\"", "\""));
        let is_js = IN_JAVASCRIPT.contains(&(record, name));
        Field {
            name: name.to_owned(),
            comment: row.comment.clone(),
            of: inner.unwrap_or(of).to_owned(),
            is_optional: inner.is_some() && !is_js,
            stated,
            is_js,
        }
    }

    /// Returns the declaration in TypeScript.
    pub fn typescript(&self) -> String {
        let mark = if self.is_optional { "?" } else { "" };
        let of = self.stated.clone().unwrap_or_else(|| typescript(&self.of));
        format!("{}{mark}: {of}", polymerge_schema::camel(&self.name))
    }

    /// Returns the type in Python.
    pub fn python(&self) -> String {
        // Words that a text may be, as TypeScript has them.
        let words = self.stated.as_ref().filter(|stated| stated.starts_with('"'));
        let of = words.map_or_else(|| python(&self.of), |words| literal(&words.replace(" | ", ", ")));
        of + if self.is_optional { " | None" } else { "" }
    }
}

/// Returns the part of a type within brackets.
fn inner<'t>(of: &'t str, before: &str, after: &str) -> Option<&'t str> {
    of.strip_prefix(before)?.strip_suffix(after)
}

fn typescript(of: &str) -> String {
    if let Some(entry) = inner(of, "Vec<", ">").or(inner(of, "[", "; 6]")) {
        return typescript(entry) + "[]";
    }
    match of {
        "bool" => "boolean",
        "usize" | "u32" | "u64" | "i64" | "f64" => "number",
        "String" | "&'static str" | "char" => "string",
        other => other,
    }
    .to_owned()
}

fn literal(words: &str) -> String {
    format!("Literal[{words}]")
}

fn python(of: &str) -> String {
    if let Some(entry) = inner(of, "Vec<", ">").or(inner(of, "[", "; 6]")) {
        return format!("tuple[{}, ...]", python(entry));
    }
    match of {
        "usize" | "u32" | "u64" | "i64" => "int",
        "f64" => "float",
        "String" | "&'static str" | "char" | "ScreenName" => "str",
        "Sort" => return literal(r#""empty", "tile", "hole", "slippery", "temporary_hole", "other""#),
        "Content" => "Any",
        other => other,
    }
    .to_owned()
}

/// Returns the doc comment of an item of a source.
fn comment(source: &str, head: &str) -> String {
    let before = &source[..source.find(&format!("\n{head}")).unwrap()];
    let start = before.rfind("\n\n").unwrap();
    rows(&format!("{}\n{head}", &before[start..])).remove(0).comment
}

/// Returns a record of a source.
pub fn record(source: &str, name: &str) -> Record {
    let head = format!("pub struct {name} {{");
    let fields = rows(block(source, &head)).iter().map(|row| Field::of(name, row)).collect();
    Record { name: name.to_owned(), comment: comment(source, &head), fields }
}

/// Returns an enum of a source: its comment, and its kinds with their fields.
pub fn variants(source: &str, name: &str) -> (String, Vec<Record>) {
    let head = format!("pub enum {name} {{");
    let mut kinds: Vec<Record> = Vec::new();
    for row in rows(block(source, &head)) {
        if row.line.contains(": ") {
            kinds.last_mut().unwrap().fields.push(Field::of(name, &row));
        } else if let Some(kind) = row.line.strip_suffix(" {").or(row.line.strip_suffix(','))
            && kind != "}"
        {
            let kind = kind[..1].to_ascii_lowercase() + &kind[1..];
            kinds.push(Record { name: kind, comment: row.comment, fields: Vec::new() });
        }
    }
    (comment(source, &head), kinds)
}
