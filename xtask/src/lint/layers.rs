//! Layers of the crates: each file imports only what is below it, and in `rules` the
//! interpreter knows nothing of the fast path.

use super::Fault;
use crate::tree::{code_lines, File, Tree};

/// The layers of a crate.
struct Layers {
    name: &'static str,
    /// Modules of `src`, layer by layer, with the names that others import from them.
    layers: &'static [(&'static str, &'static [&'static str])],
    /// True if all other names that are imported are those that the crate exports, which
    /// are at the top. Otherwise there must be none.
    others_are_exported: bool,
    /// The modules that tests compare with: they may import everything.
    free: &'static [&'static str],
}

const CRATES: &[Layers] = &[
    Layers {
        name: "calcarray",
        layers: &[
            ("limits error", &["limits", "Limit", "Limits", "Meter", "error", "Error", "ErrorKind"]),
            ("html", &[]),
            (
                "numbers",
                &[
                    "float", "gaussian", "integer", "number", "rational", "rounded", "Gaussian", "Integer",
                    "Rational",
                ],
            ),
            (
                "values",
                &[
                    "abbreviate",
                    "array",
                    "base",
                    "compare",
                    "convert",
                    "primes",
                    "text",
                    "unlock",
                    "value",
                    "Array",
                    "Primes",
                    "Text",
                    "Type",
                    "Value",
                ],
            ),
            ("json", &[]),
            ("ir", &["host", "trace", "Board", "Container", "Coordinate", "Host", "Position", "Variables"]),
            ("color", &[]),
            ("doubles", &[]),
            ("compile", &[]),
            ("exec", &[]),
            ("ops words keywords", &[]),
            ("program internals lib", &["program", "Program"]),
        ],
        others_are_exported: false,
        free: &["oracle"],
    },
    Layers {
        name: "formula",
        layers: &[
            ("error entry types", &[]),
            ("tree names token known", &[]),
            ("signs kinds", &[]),
            ("sugar", &[]),
            ("parse", &[]),
            ("compile print spacing doubts", &[]),
            ("lift", &[]),
            ("lib", &[]),
        ],
        others_are_exported: false,
        free: &[],
    },
    Layers {
        name: "modefile",
        layers: &[
            ("text", &[]),
            ("table keywords", &[]),
            ("fields", &[]),
            ("expand", &[]),
            ("keys", &[]),
            ("file", &[]),
            ("draft", &[]),
            ("read shown rewrite", &[]),
            ("check write feature tag group", &[]),
            ("summary", &[]),
            ("catalogue recognised lib", &[]),
        ],
        others_are_exported: true,
        free: &[],
    },
    Layers {
        name: "assist",
        layers: &[
            ("walk tokens explain", &[]),
            ("names", &[]),
            ("file", &[]),
            ("format", &["Edit"]),
            ("complete hover rename symbols highlight", &[]),
            ("lib", &[]),
        ],
        others_are_exported: true,
        free: &[],
    },
    Layers {
        name: "modifiers",
        layers: &[
            ("error", &[]),
            ("parts", &[]),
            ("choices", &[]),
            ("message", &[]),
            ("effects", &[]),
            ("code custom infused", &[]),
            ("lib", &[]),
        ],
        others_are_exported: true,
        free: &[],
    },
    Layers {
        name: "server",
        layers: &[
            ("token source skeleton counted queue account ending engines places log undrawn", &[]),
            ("pool", &[]),
            ("metrics", &[]),
            ("names daily operators link", &[]),
            ("config drawn", &[]),
            ("limit store", &[]),
            ("modes writer orders outage title ranked connections patience", &[]),
            ("plain share", &[]),
            ("verify quota moderation prune upgrade", &[]),
            ("judge", &[]),
            ("admin reverify export api", &[]),
            ("gauges serve robot lib main", &[]),
        ],
        others_are_exported: false,
        free: &[],
    },
    Layers {
        name: "app",
        layers: &[
            ("failure figures line object", &[]),
            ("folders keys board signals", &[]),
            ("input", &[]),
            ("config mode_file modifiers presets weights", &[]),
            ("source", &[]),
            ("changes", &[]),
            ("begin", &[]),
            ("saves", &[]),
            ("days file_watch open_game ranker reasons recorded_mode", &[]),
            ("record ranking_thread", &[]),
            ("lib", &[]),
        ],
        others_are_exported: false,
        free: &[],
    },
];

/// Modules of `rules`, each with the names that it must not use.
const UNKNOWN_IN_RULES: &[(&str, &[&str])] = &[
    ("board", &["fast", "turn", "merge", "game", "ruleset", "mode"]),
    ("merge", &["fast"]),
    ("turn", &["fast"]),
    ("game", &["fast"]),
    ("ruleset", &["fast"]),
    ("mode", &["fast", "turn", "merge::apply", "game"]),
    ("random", &["fast", "turn", "merge", "game", "board"]),
    ("fast/collide", &["fast::packed::games", "fast::engine", "fast::rollout", "fast::batch"]),
];

/// Finds imports that go up, and files that are in no layer.
pub fn layers(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for layers in CRATES {
        let source = format!("crates/{}/src", layers.name);
        for file in tree.below(&source, "rs") {
            faults.extend(layers.faults(file, &file.path[source.len() + 1..]));
        }
        faults.extend(layers.paths().filter(|path| !path.is_empty()).filter_map(|path| {
            let path = format!("{source}/{path}");
            let is_there = tree.files.iter().any(|file| is_of(file, &path));
            (!is_there).then(|| Fault { place: path, message: "is named as a layer, and is gone".to_owned() })
        }));
    }
    for (path, unknown) in UNKNOWN_IN_RULES {
        let path = format!("crates/rules/src/{path}");
        let files = tree.below("crates/rules/src", "rs").filter(|file| is_of(file, &path));
        faults.extend(files.flat_map(|file| upward(file, unknown)));
    }
    faults
}

/// Returns true if a file belongs to a module: its own file, or one in its folder.
fn is_of(file: &File, module: &str) -> bool {
    file.is_below(module) || file.path.strip_suffix(".rs") == Some(module)
}

/// Finds the lines of a file that name a module which the file must not know.
fn upward(file: &File, unknown: &[&str]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for unknown in unknown {
        let behind = format!("{unknown}::");
        let naming = code_lines(&file.text).filter(|(_, line)| line.contains(&behind));
        faults.extend(
            naming.map(|(line, _)| Fault::in_line(file, line, format!("it must not know {unknown}"))),
        );
    }
    faults
}

/// Returns the part of a file before its tests, if it has some of its own.
fn without_tests(file: &File) -> &str {
    match file.text.split_once("\n#[cfg(test)]\n") {
        Some((code, _)) if !file.path.ends_with("lib.rs") => code,
        _ => &file.text,
    }
}

/// Returns the names behind `crate::` in a line.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    line.split("crate::").skip(1).map(move |rest| &rest[..end(rest)])
}

impl Layers {
    fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.layers.iter().flat_map(|(paths, _)| paths.split(' '))
    }

    /// Returns the layer that a name of the crate belongs to.
    fn of(&self, name: &str) -> Option<usize> {
        let is_of = |(paths, names): &(&str, &[&str])| {
            names.contains(&name) || paths.split(' ').any(|path| path == name)
        };
        let found = self.layers.iter().position(is_of);
        found.or(self.others_are_exported.then(|| self.layers.len() - 1))
    }

    /// Finds the faults of a file of the crate, whose path within `src` is given.
    fn faults(&self, file: &File, path: &str) -> Vec<Fault> {
        let top = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        if self.free.contains(&top) {
            return Vec::new();
        }
        let Some(own) = self.layers.iter().position(|(paths, _)| paths.split(' ').any(|path| path == top))
        else {
            return vec![Fault::in_file(file, format!("{top} of {} is in no layer", self.name))];
        };
        let mut faults = Vec::new();
        for (line, text) in code_lines(without_tests(file)) {
            for name in imported(text) {
                let message = match self.of(name) {
                    None => format!("{name} of {} is of no layer", self.name),
                    Some(other) if other > own => format!("it imports {name}, which is above it"),
                    Some(_) => continue,
                };
                faults.push(Fault::in_line(file, line, message));
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: Layers = Layers {
        name: "example",
        layers: &[("low", &["Low"]), ("high", &[])],
        others_are_exported: false,
        free: &["free"],
    };

    #[test]
    fn imports_that_go_up_are_found() {
        for (path, text, expected) in [
            ("low.rs", "use crate::high::High;", vec!["it imports high, which is above it"]),
            ("low.rs", "// use crate::high::High;", vec![]),
            ("low.rs", "fn f() {}\n#[cfg(test)]\nuse crate::high::High;", vec![]),
            ("high/file.rs", "use crate::{low};\nuse crate::Low;", vec!["of no layer"]),
            ("high/file.rs", "use crate::low::{self, Low};", vec![]),
            ("other.rs", "", vec!["other of example is in no layer"]),
            ("high.rs", "use crate::low;", vec![]),
            ("free/file.rs", "use crate::high::High;", vec![]),
        ] {
            let file = File { path: format!("crates/example/src/{path}"), text: text.to_owned() };
            let found: Vec<String> =
                EXAMPLE.faults(&file, path).into_iter().map(|fault| fault.message).collect();
            assert_eq!(found.len(), expected.len(), "{path}: {found:?}");
            assert!(
                found.iter().zip(&expected).all(|(found, expected)| found.contains(expected)),
                "{found:?}"
            );
        }
    }

    #[test]
    fn names_that_must_not_be_known_are_found() {
        let file = File { path: "a.rs".to_owned(), text: "use fast::x;\n// fast::y".to_owned() };
        assert_eq!(upward(&file, &["fast"]), [Fault::in_line(&file, 1, "it must not know fast")]);
    }
}
