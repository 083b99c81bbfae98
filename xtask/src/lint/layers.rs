//! Layers of the crates: each file uses only what is below it, and in `rules` the interpreter
//! knows nothing of the fast path.

use super::Fault;
use crate::imports::{Import, Imports};
use crate::tree::Tree;

/// The layers of a crate.
struct Layers {
    name: &'static str,
    /// Modules of `src`, layer by layer.
    layers: &'static [&'static str],
}

const CRATES: &[Layers] = &[
    Layers {
        name: "calcarray",
        layers: &[
            "limits error",
            "html",
            "numbers",
            "values",
            "json",
            "ir",
            "color",
            "doubles",
            "compile",
            "exec",
            "ops words keywords",
            "program internals lib",
        ],
    },
    Layers {
        name: "formula",
        layers: &[
            "error entry types",
            "tree names token known",
            "signs kinds",
            "sugar",
            "parse",
            "compile print spacing doubts",
            "lift",
            "lib",
        ],
    },
    Layers {
        name: "modefile",
        layers: &[
            "text",
            "table keywords",
            "fields",
            "expand",
            "keys",
            "file",
            "draft",
            "read shown rewrite",
            "check write feature tag group",
            "summary",
            "catalogue recognised lib",
        ],
    },
    Layers {
        name: "assist",
        layers: &[
            "walk tokens explain",
            "names",
            "file",
            "format",
            "complete hover rename symbols highlight",
            "lib",
        ],
    },
    Layers {
        name: "modifiers",
        layers: &["error", "parts", "choices", "message", "effects", "code custom infused", "lib"],
    },
    Layers {
        name: "server",
        layers: &[
            "token source skeleton counted queue account ending engines places log undrawn",
            "pool",
            "metrics",
            "names daily operators link",
            "config drawn",
            "limit store",
            "modes writer orders outage title ranked connections patience",
            "plain share",
            "verify quota moderation prune upgrade",
            "judge",
            "admin reverify export api",
            "gauges serve robot lib main",
        ],
    },
    Layers {
        name: "app",
        layers: &[
            "failure figures line object",
            "folders keys board signals",
            "input",
            "config mode_file modifiers presets weights",
            "source",
            "changes",
            "begin",
            "saves",
            "days file_watch open_game ranker reasons recorded_mode",
            "record ranking_thread",
            "lib",
        ],
    },
];

/// Modules of `rules`, each with the modules that it must not know.
const UNKNOWN_IN_RULES: &[(&str, &[&str])] = &[
    ("board", &["fast", "turn", "merge", "game", "ruleset", "mode"]),
    ("merge", &["fast"]),
    ("turn", &["fast"]),
    ("game", &["fast"]),
    ("ruleset", &["fast"]),
    ("mode", &["fast", "turn", "merge/apply", "game"]),
    ("random", &["fast", "turn", "merge", "game", "board"]),
    ("fast/collide", &["fast/packed/games", "fast/engine", "fast/rollout", "fast/batch"]),
];

/// Finds imports that go up, and files that are in no layer.
pub fn layers(tree: &Tree) -> Vec<Fault> {
    let of = |name: &str| tree.imports().iter().find(|own| own.source == format!("crates/{name}/src"));
    let layers = CRATES.iter().filter_map(|layers| Some(layers.faults(of(layers.name)?)));
    layers
        .flatten()
        .chain(of("rules").into_iter().flat_map(|rules| unknown(rules, UNKNOWN_IN_RULES)))
        .collect()
}

/// Finds the imports of files from modules that they must not know.
fn unknown(crate_: &Imports, rows: &[(&str, &[&str])]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (user, unknown) in rows {
        let is_of = |path: &str, module: &str| is_of(crate_.within(path), module);
        for import in crate_.imports.iter().filter(|import| is_of(&import.from, user)) {
            if let Some(module) = unknown.iter().find(|module| is_of(&import.to, module)) {
                faults.push(fault(import, format!("it must not know {module}")));
            }
        }
    }
    faults
}

/// Returns true if a file within a crate belongs to a module: its own file, or one in its folder.
fn is_of(file: &str, module: &str) -> bool {
    file.strip_prefix(module).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// Returns the module of a crate that a file belongs to.
fn top(file: &str) -> &str {
    file.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

fn fault(import: &Import, message: String) -> Fault {
    Fault {
        place: format!("{}:{}", import.from, import.line),
        message: format!("{}: {message}", import.name),
    }
}

impl Layers {
    fn of(&self, module: &str) -> Option<usize> {
        self.layers.iter().position(|modules| modules.split(' ').any(|own| own == module))
    }

    /// Finds the faults of the crate.
    fn faults(&self, own: &Imports) -> Vec<Fault> {
        let mut faults = Vec::new();
        for file in &own.files {
            let module = top(own.within(file));
            if self.of(module).is_none() {
                let message = format!("{module} of {} is in no layer", self.name);
                faults.push(Fault { place: file.clone(), message });
            }
        }
        for import in &own.imports {
            let (from, to) = (top(own.within(&import.from)), top(own.within(&import.to)));
            if self.of(from).zip(self.of(to)).is_some_and(|(from, to)| to > from) {
                faults.push(fault(import, format!("it is of {to}, which is above")));
            }
        }
        let modules = self.layers.iter().flat_map(|modules| modules.split(' '));
        let is_gone = |module: &&str| own.files.iter().all(|file| top(own.within(file)) != *module);
        faults.extend(modules.filter(is_gone).map(|module| Fault {
            place: format!("{}/{module}", own.source),
            message: "is named as a layer, and is gone".to_owned(),
        }));
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::File;

    const EXAMPLE: Layers = Layers { name: "example", layers: &["low", "high lib"] };

    /// Returns the imports of a crate with a low module, a high one, and the text of one of its files.
    fn example(path: &str, text: &str) -> Imports {
        let mut files = vec![
            ("lib.rs", "mod low;\nmod high;\nmod other;\npub use low::Low;\npub use high::High;"),
            ("low.rs", "pub struct Low;"),
            ("high.rs", "mod file;\npub struct High;"),
            ("high/file.rs", ""),
        ];
        files.retain(|(own, _)| *own != path);
        files.push((path, text));
        let file = |(path, text)| File::new(format!("crates/example/src/{path}"), text);
        Imports::of(&Tree::new(files.into_iter().map(file).collect()), "crates/example/src")
    }

    #[test]
    fn imports_that_go_up_are_found() {
        for (path, text, expected) in [
            ("low.rs", "use crate::high::High;", vec![":1: High: it is of high, which is above"]),
            ("low.rs", "fn f() {}\nuse crate::High;", vec![":2: High: it is of high, which is above"]),
            ("low.rs", "// use crate::high::High;", vec![]),
            ("low.rs", "fn f() {}\n#[cfg(test)]\nuse crate::high::High;", vec![]),
            ("high/file.rs", "use crate::{low::{self, Low}};", vec![]),
            ("other.rs", "", vec![": other of example is in no layer"]),
        ] {
            let found: Vec<String> =
                EXAMPLE.faults(&example(path, text)).iter().map(ToString::to_string).collect();
            let expected: Vec<String> =
                expected.iter().map(|fault| format!("crates/example/src/{path}{fault}")).collect();
            assert_eq!(found, expected, "{path}: {text}");
        }
    }

    #[test]
    fn layers_that_are_gone_are_found() {
        let layers = Layers { name: "example", layers: &["low", "middle", "high lib"] };
        let found = layers.faults(&example("high.rs", ""));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].place, "crates/example/src/middle");
    }

    #[test]
    fn modules_that_must_not_be_known_are_found() {
        let rows: &[(&str, &[&str])] = &[("low", &["high/file", "high"])];
        let found = unknown(&example("low.rs", "fn f() { crate::high::High; }"), rows);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "High: it must not know high");
        assert_eq!(unknown(&example("low.rs", "// crate::high::High"), rows), []);
    }
}
