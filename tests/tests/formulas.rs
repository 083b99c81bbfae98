//! Expressions of modes as formulas: nearly all of them become one.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use calcarray::{Value, ops};
use conformance::Data;
use conformance::data::{file_name, read_json, read_lines, read_text};
use conformance::record::text;
use polymerge::advanced::modefile::{Content, Expressions, Tree, catalogue};
use polymerge::{Limits, Mode};

/// The least share of expressions that become a formula.
const SHARE: f64 = 0.95;

/// The numbers of expressions.
#[derive(Default)]
struct Counted {
    modes: usize,
    all: usize,
    /// Those that stay lists.
    lists: usize,
}

impl Counted {
    fn share(&self) -> f64 {
        1.0 - self.lists as f64 / self.all.max(1) as f64
    }

    /// Adds the expressions of a mode, and makes sure that its files are the mode.
    fn add(&mut self, name: &str, mode: &Mode) {
        let code = mode.to_code().unwrap_or_else(|error| panic!("{name}: {error}"));
        let expressions = [Expressions::Arrays, Expressions::Formulas].map(|form| {
            let file = mode.to_file_with(form).unwrap_or_else(|error| panic!("{name}: {error}"));
            let back = Mode::from_text(&file, &Limits::default());
            let back = back.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(back.to_code().unwrap() == code, "{name}: the code of the file differs");
            lists(&Tree::read(&file))
        });
        self.modes += 1;
        self.all += expressions[0];
        self.lists += expressions[1];
    }

    /// Prints the share, past the test harness, and makes sure of it.
    fn report(&self, what: &str) {
        let Counted { modes, all, lists } = self;
        let percent = 100.0 * self.share();
        _ = writeln!(
            io::stderr(),
            "{modes} {what}: of {all} expressions, {} become a formula ({percent:.2} %)",
            all - lists
        );
        assert!(*all > 0 && self.share() >= SHARE, "{what}: only {percent:.2} %");
    }
}

/// The number of expressions in a file that are lists, each with all that is in it.
fn lists(tree: &Tree) -> usize {
    let is_word = |tree: &Tree, word: &str| tree.text() == Some(word);
    let is_operator = |tree: &Tree| tree.text().is_some_and(|name| ops::find(name).is_some());
    match &tree.content {
        Content::List(entries) => match entries.as_slice() {
            [first, second, ..] if !is_word(first, "@Literal") => {
                let shares = first.text().is_some_and(|word| word.starts_with("@var_"));
                let has_variables = entries.iter().any(|entry| is_word(entry, "@end_vars"));
                match shares || has_variables || is_operator(second) {
                    true => 1,
                    false => entries.iter().map(lists).sum(),
                }
            }
            entries => entries.iter().map(lists).sum(),
        },
        Content::Object(members) => members.iter().map(|member| lists(&member.value)).sum(),
        _ => 0,
    }
}

#[test]
fn expressions_of_the_built_in_modes_become_formulas() {
    let mut counted = Counted::default();
    for mode in catalogue::modes() {
        let code = Mode::built_in(mode.name()).unwrap().to_code().unwrap();
        counted.add(mode.name(), &Mode::from_code(&code, &Limits::default()).unwrap());
    }
    counted.report("built-in modes");
    assert!(counted.modes >= 122);
}

/// All Custom and Infused Modes of the golden data, each code once.
fn codes(data: &Data) -> BTreeSet<(String, String)> {
    let mut known = BTreeSet::new();
    let mut codes = BTreeSet::new();
    let mut add = |name: String, code: &str| {
        if known.insert(code.trim().to_owned()) {
            codes.insert((name, code.trim().to_owned()));
        }
    };
    for file in ["custom.jsonl.gz", "infused.jsonl.gz"] {
        let path = data.find(&format!("modifiers/{file}")).unwrap();
        for line in read_lines(&path).unwrap() {
            let line: Value = read_json(&line).unwrap();
            add(text(&line, "name").unwrap(), &text(&line, "code").unwrap());
        }
    }
    for folder in ["custom", "infused"] {
        let files = data.files(&format!("savecodes/valid/{folder}"), &[".txt"]).unwrap();
        // Those of older versions and of modes, and what became of codes.
        let is_own = |path: &PathBuf| {
            let name = file_name(path);
            ![".migrated.", ".reexport.", ".source.", ".codec."].iter().any(|part| name.contains(part))
        };
        for path in files.into_iter().filter(is_own) {
            add(format!("{folder}/{}", file_name(&path)), &read_text(&path).unwrap());
        }
    }
    codes
}

#[test]
fn expressions_of_custom_modes_become_formulas() {
    let Some(data) = Data::shared() else { return };
    let mut counted = Counted::default();
    for (name, code) in codes(&data) {
        let mode =
            Mode::from_code(&code, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        counted.add(&name, &mode);
    }
    counted.report("custom modes");
    assert!(counted.modes >= 165, "only {} modes", counted.modes);
}
