//! The lints, one row each.

use std::fmt::{self, Display, Formatter};

use crate::tree::{File, Tree};

mod circles;
mod layers;
mod prose;
mod readme;
mod references;
mod scripts;
mod test_programs;
mod unsafe_code;
mod versions;
mod words;

/// A fault in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The path of the file, and the number of the line if one is meant.
    pub place: String,
    /// The fault, and its correction where there is one.
    pub message: String,
}

impl Fault {
    fn in_file(file: &File, message: impl Into<String>) -> Fault {
        Fault { place: file.path.clone(), message: message.into() }
    }

    fn in_line(file: &File, line: usize, message: impl Into<String>) -> Fault {
        Fault { place: format!("{}:{line}", file.path), message: message.into() }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// A lint: its name, its purpose, and the function that finds its faults.
pub struct Lint {
    /// The name, as the command takes it.
    pub name: &'static str,
    /// The rule in a few words.
    pub about: &'static str,
    /// Finds the faults of a tree.
    pub find: fn(&Tree) -> Vec<Fault>,
}

/// All lints.
pub const LINTS: &[Lint] = &[
    Lint { name: "comments", about: "comments stand alone and name their subject", find: prose::comments },
    Lint { name: "phrases", about: "documents use plain words", find: prose::phrases },
    Lint { name: "words", about: "identifiers use the words of the glossary", find: words::identifiers },
    Lint { name: "subjects", about: "doc comments begin with their subject", find: words::subjects },
    Lint {
        name: "script-words",
        about: "identifiers of the site use the words of the field",
        find: scripts::identifiers,
    },
    Lint {
        name: "script-subjects",
        about: "doc comments of the site begin with their subject",
        find: scripts::subjects,
    },
    Lint {
        name: "pointers",
        about: "modules point to the document that explains them",
        find: words::pointers,
    },
    Lint { name: "layers", about: "files import only what is below them", find: layers::layers },
    Lint { name: "circles", about: "no file uses another one that uses it", find: circles::circles },
    Lint { name: "unsafe", about: "unsafe code is in one file", find: unsafe_code::unsafe_code },
    Lint { name: "references", about: "references to the specification exist", find: references::references },
    Lint { name: "numbers", about: "comments refer to no numbered sections", find: references::numbers },
    Lint {
        name: "sections",
        about: "the specification has the sections it names",
        find: references::sections,
    },
    Lint { name: "links", about: "links of documents lead to files and headings", find: references::links },
    Lint { name: "book", about: "the book has all documents", find: references::book },
    Lint { name: "readme", about: "the README's programs are those of its documents", find: readme::readme },
    Lint {
        name: "tests",
        about: "all tests beside the sources of a crate are one program",
        find: test_programs::test_programs,
    },
    Lint {
        name: "versions",
        about: "the stated version of Rust is the one that is needed",
        find: versions::versions,
    },
    Lint {
        name: "packages",
        about: "all packages state the version, licence and address of the workspace",
        find: versions::packages_alike,
    },
];
