//! Special strings: `"@This 0"` and its like (docs/spec/calcarray.md, "Special
//! strings").

use calcarray::{number, ops, words};

use crate::check::Checker;
use crate::expand::names::is_name;
use crate::keywords::{is_keyword, keywords};
use crate::text::nearest::nearest;
use crate::text::node::{Kind, Node};
use crate::text::problem::Help;

/// Returns true if this is the first word of a special string.
pub(crate) fn is_word(head: &str) -> bool {
    words::find(head).is_some()
}

/// Returns true if an expression looks this text up.
pub(crate) fn is_looked_up(text: &str) -> bool {
    let head = text.split(' ').next().unwrap_or_default();
    is_word(head) || matches!(head, "@CalcArray" | "@Literal" | "@end_vars")
}

impl Checker<'_> {
    /// Checks a text that an expression looks up.
    pub fn special(&mut self, node: &Node) {
        let Some(text) = node.as_string() else { return };
        if self.lint_text(&text, node.span) {
            return;
        }
        if !text.starts_with('@') || text.starts_with("@@") {
            return;
        }
        let mut parts: Vec<&str> = text.split(' ').collect();
        while parts.len() > 2 && parts[parts.len() - 2].starts_with("@From") {
            parts.truncate(parts.len() - 2);
        }
        let head = parts[0];
        let Some((least, most)) = words::find(head).map(|word| word.parts) else {
            let known = is_keyword(head) || self.own_words.contains(&text);
            if !known {
                let entry = self.problems.warning(
                    "unknown-word",
                    node.span,
                    format!("`{head}` is not a word of the language; it is used as plain text"),
                );
                if ops::find(head).is_some() {
                    entry.help(format!("a line begins with a value: [0, \"{head}\", …]"));
                    return;
                }
                let keywords = keywords().flat_map(|group| group.keywords).map(|keyword| keyword.name);
                if let Some(meant) = nearest(head, words::all().map(|word| word.name).chain(keywords)) {
                    entry.help(format!("did you mean `{meant}`?"));
                }
            }
            return;
        };
        if !(least..=most).contains(&parts.len()) {
            let count = parts.len() - 1;
            let allowed = if least == most {
                (least - 1).to_string()
            } else {
                format!("{} to {}", least - 1, most - 1)
            };
            let message =
                format!("`{head}` takes {allowed} parts, not {count}: all of this is used as plain text");
            self.problems.warning("unknown-word", node.span, message);
            return;
        }
        if head == "@Var" && !self.variables_seen {
            let text = self.problems.word_at(node.span, &text);
            let why = match self.problems.is_in_formula(node.span) {
                true => "this word alone brings none along",
                false => "its list does not get those of the list around it",
            };
            self.problems
                .error("variables", node.span, format!("`{text}` can't read variables: {why}"))
                .help(Help::by_form(
                    "a list reads the variables of the list around it only if it starts with \"@var_retain\"",
                    "given(0) reads the first variable that is given, and others have names",
                ));
        }
        self.parts(head, &parts, node);
    }

    fn parts(&mut self, head: &str, parts: &[&str], node: &Node) {
        let last = parts.len() - 1;
        match (head, last) {
            ("@This", 1) | ("@Next", 2 | 3) | ("@NextNE" | "@NextFull", 2) | ("@Relative", 3) => {
                let entry = parts[last];
                if !matches!(entry, "@VCoord" | "@HCoord" | "@Position") {
                    self.index("tile entry", entry, self.entry_count, node);
                }
            }
            ("@GVar", 1) if !self.variables_grow => {
                self.index("game variable", parts[1], self.variable_count, node)
            }
            ("@MVar", 1) if !self.modifiers_grow => {
                self.index("modifier variable", parts[1], self.modifier_count, node);
            }
            _ => {}
        }
        if let (Some(length), "@Next" | "@NextNE", 1..) = (self.any_order, head, last) {
            // Where tiles are tried in every order, only those that merge have
            // a place (docs/spec/rules.md, "Arrangements").
            if number::parse(parts[1]).is_some_and(|distance| distance >= length as f64) {
                self.problems
                    .error(
                        "index",
                        node.span,
                        format!("`{head} {}` is beyond the {length} tiles that merge", parts[1]),
                    )
                    .help("with the order \"any\" such a reference means the rear tile itself");
            }
        }
    }

    fn index(&mut self, what: &str, written: &str, count: usize, node: &Node) {
        if is_name(written) {
            // Said already if the mode has names for these.
            self.problems.error("name", node.span, format!("there is no {what} `{written}`"));
            return;
        }
        let number = number::parse(written);
        let fits = |number: f64| {
            let index = if number < 0.0 && what != "tile entry" { number + count as f64 } else { number };
            index >= 0.0 && index < count as f64 && index.fract() == 0.0
        };
        if number.is_some_and(fits) {
            return;
        }
        let message = format!("there is no {what} {written}");
        let entry = self.problems.error("index", node.span, message);
        match count {
            0 => entry.help(format!("this mode has no {what}")),
            1 => entry.help(format!("this mode has one {what}: 0")),
            count => entry.help(format!("this mode has {count}, 0 to {}", count - 1)),
        }
    }

    /// The number of a variable that an operator changes.
    pub fn index_operand(&mut self, operator: &str, node: &Node) {
        let Kind::Number(number) = node.kind else { return };
        let (what, count, grow) = match operator {
            "@edit_gvar" => ("game variable", self.variable_count, self.variables_grow),
            "@edit_mvar" => ("modifier variable", self.modifier_count, self.modifiers_grow),
            "@run_script" => ("script", self.script_count, false),
            "@edit_spawn" | "@remove_spawn" => ("entry of the spawns", self.spawn_counts.0, self.spawns_grow),
            "@edit_forced_spawn" | "@remove_forced_spawn" => {
                ("forced spawn", self.spawn_counts.1, self.spawns_grow)
            }
            _ => return,
        };
        if !grow {
            self.index(what, &number::to_text(number), count, node);
        }
    }
}
