//! The imports within a crate: which file uses an item that another one declares. A name is
//! followed through re-exports to the file of its declaration. A re-export uses nothing by itself,
//! so a module may hand out what the files in its folder declare. A function behind a type counts for the
//! file of the type, and a method that is called is not seen. Code for tests is left out.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tree::{File, Tree};

/// Modules that are looked through for a name, at most: imports can stand in a circle.
const MOST_STEPS: usize = 16;

/// A use of another file.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The path of the file that uses something.
    pub from: String,
    /// The line where it does so first.
    pub line: usize,
    /// The name that it uses there.
    pub name: String,
    /// The path of the file that declares it.
    pub to: String,
}

/// The files of a crate, and what they use of each other.
#[derive(Debug, Default)]
pub struct Imports {
    /// The folder of the sources.
    pub source: String,
    /// The paths of the files, as the modules are declared; those of tests are left out.
    pub files: Vec<String>,
    /// One import for each pair of files.
    pub imports: Vec<Import>,
}

/// A module: a file, or a part of one.
struct Module {
    file: usize,
    root: usize,
    parent: usize,
    /// The folder of its children.
    folder: String,
    names: HashMap<String, Vec<Meaning>>,
    /// The modules from which it imports all names.
    globs: Vec<Vec<String>>,
}

/// A meaning of a name in a module.
enum Meaning {
    /// An item that is declared here.
    Item,
    /// A macro by example that is declared here.
    Macro,
    /// A child.
    Module(usize),
    /// A name that is imported by its path.
    Import(Vec<String>),
}

/// The thing that a path leads to.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Module(usize),
    /// An item of a module.
    Item(usize),
}

/// A path in the code of a module.
struct Path {
    module: usize,
    line: usize,
    names: Vec<String>,
    is_macro: bool,
}

struct Reader<'t> {
    tree: &'t Tree,
    files: Vec<&'t File>,
    modules: Vec<Module>,
    paths: Vec<Path>,
}

impl Imports {
    /// Reads the crate whose sources lie in a folder.
    pub fn of(tree: &Tree, source: &str) -> Imports {
        let mut reader = Reader { tree, files: Vec::new(), modules: Vec::new(), paths: Vec::new() };
        for root in ["lib.rs", "main.rs"] {
            if let Some(file) = tree.file(&format!("{source}/{root}")) {
                reader.add_file(file, None, source.to_owned());
            }
        }
        reader.imports(source)
    }

    /// Returns the path of a file within the sources.
    pub fn within<'p>(&self, path: &'p str) -> &'p str {
        path.strip_prefix(&self.source).map_or(path, |path| path.trim_start_matches('/'))
    }
}

impl<'t> Reader<'t> {
    fn add_file(&mut self, file: &'t File, parent: Option<usize>, folder: String) -> usize {
        self.files.push(file);
        let id = self.add_module(self.files.len() - 1, parent, folder);
        self.read_items(id, file.tokens());
        id
    }

    fn add_module(&mut self, file: usize, parent: Option<usize>, folder: String) -> usize {
        let id = self.modules.len();
        self.modules.push(Module {
            file,
            root: parent.map_or(id, |parent| self.modules[parent].root),
            parent: parent.unwrap_or(id),
            folder,
            names: HashMap::new(),
            globs: Vec::new(),
        });
        id
    }

    fn declare(&mut self, module: usize, name: String, meaning: Meaning) {
        self.modules[module].names.entry(name).or_default().push(meaning);
    }

    /// Reads the items of a module.
    fn read_items(&mut self, module: usize, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            let start = at;
            let (head, is_test) = item_head(&tokens, at);
            at = item_end(&tokens, head);
            match is_test {
                true => continue,
                false => self.read_item(module, &tokens[start..at], head - start),
            }
        }
    }

    /// Reads an item whose keyword stands at a place.
    fn read_item(&mut self, module: usize, tokens: &[TokenTree], head: usize) {
        let name = |at: usize| tokens.get(at).and_then(identifier);
        let keyword = name(head).unwrap_or_default();
        match (keyword.as_str(), name(head + 1)) {
            ("mod", Some(name)) => self.read_module(module, name, tokens.get(head + 2)),
            ("macro_rules", _) => {
                if let Some(name) = name(head + 2) {
                    self.declare(module, name, Meaning::Macro);
                }
                self.read_code(module, tokens);
            }
            ("use", _) => self.read_code(module, tokens),
            _ => {
                // `const fn`, `async unsafe fn`: the name stands behind the last of such words.
                let is_word = |at: &usize| name(*at).is_some_and(|name| DECLARING.contains(&name.as_str()));
                let last = (head..tokens.len()).take_while(is_word).last();
                if let Some(name) = last.and_then(|last| name(last + 1)) {
                    self.declare(module, name, Meaning::Item);
                }
                self.read_code(module, tokens);
            }
        }
    }

    /// Reads a module in braces, or in a file of its own.
    fn read_module(&mut self, parent: usize, name: String, body: Option<&TokenTree>) {
        let folder = format!("{}/{name}", self.modules[parent].folder);
        let id = match body {
            Some(TokenTree::Group(group)) => {
                let id = self.add_module(self.modules[parent].file, Some(parent), folder);
                self.read_items(id, group.stream());
                id
            }
            _ => match self.tree.file(&format!("{folder}.rs")) {
                Some(file) => self.add_file(file, Some(parent), folder),
                None => return,
            },
        };
        self.declare(parent, name, Meaning::Module(id));
    }

    /// Reads the paths in code, at any depth.
    fn read_code(&mut self, module: usize, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Punct(own) if own.as_char() == '#' => {
                    let (head, is_test) = item_head(tokens, at);
                    at = match (is_test, head > at) {
                        (true, _) => part_end(tokens, head),
                        // Attributes name macros and their helpers, which are no files.
                        (false, true) => head,
                        (false, false) => at + 1,
                    };
                    continue;
                }
                TokenTree::Group(group) => {
                    self.read_code(module, &group.stream().into_iter().collect::<Vec<_>>());
                }
                TokenTree::Ident(own) if own == "use" => {
                    let end = tokens[at..].iter().position(|token| is_mark(token, ';'));
                    let end = end.map_or(tokens.len(), |end| at + end);
                    let is_public = at > 0
                        && (identifier(&tokens[at - 1]).is_some_and(|name| name == "pub")
                            || matches!(&tokens[at - 1], TokenTree::Group(own) if own.delimiter() == Delimiter::Parenthesis));
                    self.read_use(module, &[], &tokens[at + 1..end], is_public);
                    at = end;
                    continue;
                }
                TokenTree::Ident(_) if begins_path(tokens, at) => {
                    at = self.read_path(module, tokens, at);
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads a path that begins at a place, and returns the place behind it.
    fn read_path(&mut self, module: usize, tokens: &[TokenTree], start: usize) -> usize {
        let (names, at) = path(tokens, start);
        let is_mark_at = |at: usize, mark: char| tokens.get(at).is_some_and(|token| is_mark(token, mark));
        // A field or a parameter before its type or value.
        let is_label = names.len() == 1 && is_mark_at(at, ':') && !is_mark_at(at + 1, ':');
        if !is_label {
            let line = tokens[start].span().start().line;
            let is_macro = is_mark_at(at, '!') && !is_mark_at(at + 1, '=');
            self.paths.push(Path { module, line, names, is_macro });
        }
        at
    }

    /// Reads a tree of imports behind a path.
    fn read_use(&mut self, module: usize, before: &[String], tokens: &[TokenTree], is_public: bool) {
        let (names, at) = path(tokens, 0);
        let line = tokens.first().map_or(0, |token| token.span().start().line);
        let mut names: Vec<String> = before.iter().cloned().chain(names).collect();
        // Behind the last name stand two colons, if a group or a star follows.
        let rest = tokens[at..].iter().find(|token| !is_mark(token, ':'));
        match rest {
            Some(TokenTree::Group(group)) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                for part in inner.split(|token| is_mark(token, ',')).filter(|part| !part.is_empty()) {
                    self.read_use(module, &names, part, is_public);
                }
                return;
            }
            Some(token) if is_mark(token, '*') => {
                self.modules[module].globs.push(names);
                return;
            }
            _ => {}
        }
        let is_renamed = rest.and_then(identifier).is_some_and(|name| name == "as");
        if names.len() > 1 && names.last().is_some_and(|name| name == "self") {
            names.pop();
        }
        let renamed = is_renamed.then(|| tokens.last().and_then(identifier)).flatten();
        if let Some(name) = renamed.or_else(|| names.last().cloned()) {
            self.declare(module, name, Meaning::Import(names.clone()));
        }
        if !is_public {
            self.paths.push(Path { module, line, names, is_macro: false });
        }
    }

    /// Returns the target of a path in a module.
    fn resolve(&self, module: usize, names: &[String], steps: usize) -> Option<Target> {
        let steps = steps.checked_sub(1)?;
        let mut names = names.iter().peekable();
        let mut at = module;
        let mut is_found = false;
        while let Some(name) = names.next() {
            let has_more = names.peek().is_some();
            let found = match name.as_str() {
                "crate" => Some(Target::Module(self.modules[at].root)),
                "super" => Some(Target::Module(self.modules[at].parent)),
                "self" => Some(Target::Module(at)),
                _ => self.look_up(at, name, has_more, steps),
            };
            match found {
                Some(Target::Module(id)) => at = id,
                Some(item) => return Some(item),
                // Something that a macro declares in a module which is known.
                None => return is_found.then_some(Target::Item(at)),
            }
            is_found = true;
        }
        Some(Target::Module(at))
    }

    /// Returns the target of a name in a module: a module if it has to lead on, otherwise an item
    /// if there is one.
    fn look_up(&self, module: usize, name: &str, leads_on: bool, steps: usize) -> Option<Target> {
        let own = &self.modules[module];
        let meanings = own.names.get(name).map_or(&[][..], Vec::as_slice);
        let found = meanings.iter().filter_map(|meaning| match meaning {
            Meaning::Item | Meaning::Macro => Some(Target::Item(module)),
            Meaning::Module(id) => Some(Target::Module(*id)),
            Meaning::Import(names) => self.resolve(module, names, steps),
        });
        let fits = |target: &Target| matches!(target, Target::Module(_)) == leads_on;
        let mut other = None;
        for target in found {
            if fits(&target) {
                return Some(target);
            }
            other = Some(target);
        }
        other.or_else(|| {
            own.globs.iter().find_map(|path| match self.resolve(module, path, steps)? {
                Target::Module(id) if id != module => self.look_up(id, name, leads_on, steps.checked_sub(1)?),
                _ => None,
            })
        })
    }

    /// Returns the module that declares a macro by example, which needs no import.
    fn macro_by_name(&self, name: &str) -> Option<usize> {
        let has = |module: &Module| {
            let meanings = module.names.get(name).map_or(&[][..], Vec::as_slice);
            meanings.iter().any(|meaning| matches!(meaning, Meaning::Macro))
        };
        self.modules.iter().position(has)
    }

    fn imports(self, source: &str) -> Imports {
        let mut imports = BTreeMap::new();
        for path in &self.paths {
            let by_macro = || self.macro_by_name(path.names.first()?).map(Target::Item);
            let target = self.resolve(path.module, &path.names, MOST_STEPS);
            let target = target.or_else(|| path.is_macro.then(by_macro).flatten());
            let from = self.modules[path.module].file;
            if let Some(Target::Item(module)) = target {
                let to = self.modules[module].file;
                let first = imports.entry((from, to)).or_insert(path);
                if path.line < first.line {
                    *first = path;
                }
            }
        }
        let name = |file: usize| self.files[file].path.clone();
        let is_other = |((from, to), _): &((usize, usize), &Path)| from != to;
        let import = |((from, to), path): ((usize, usize), &Path)| Import {
            from: name(from),
            line: path.line,
            name: path.names.last().cloned().unwrap_or_default(),
            to: name(to),
        };
        Imports {
            source: source.to_owned(),
            files: (0..self.files.len()).map(name).collect(),
            imports: imports.into_iter().filter(is_other).map(import).collect(),
        }
    }
}

/// Words before the name of an item that is declared.
const DECLARING: &[&str] = &[
    "async", "const", "enum", "extern", "fn", "mut", "static", "struct", "trait", "type", "union", "unsafe",
];

fn identifier(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Ident(own) => Some(own.to_string()),
        _ => None,
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(own) if own.as_char() == mark)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(own) if own.delimiter() == Delimiter::Brace)
}

/// Returns the names of a path that begins at a place, and the place behind it.
fn path(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut names = Vec::new();
    while let Some(name) = tokens.get(at).and_then(identifier) {
        names.push(name);
        at += 1;
        let is_led_on = tokens.get(at..at + 3).is_some_and(|next| {
            is_mark(&next[0], ':') && is_mark(&next[1], ':') && identifier(&next[2]).is_some()
        });
        if !is_led_on {
            break;
        }
        at += 2;
    }
    (names, at)
}

/// Returns true if an identifier begins a path: it is no member, no lifetime and no part of one.
fn begins_path(tokens: &[TokenTree], at: usize) -> bool {
    let is_before = |back: usize, mark: char| at >= back && is_mark(&tokens[at - back], mark);
    let is_member = is_before(1, '.') && !is_before(2, '.');
    let is_led_to = is_before(1, ':') && is_before(2, ':');
    !(is_member || is_led_to || is_before(1, '\''))
}

/// Returns the place of an item's keyword, behind its attributes and its visibility, and true if it
/// is only there for tests.
fn item_head(tokens: &[TokenTree], mut at: usize) -> (usize, bool) {
    let mut is_test = false;
    while tokens.get(at).is_some_and(|token| is_mark(token, '#')) {
        let group = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|token| is_mark(token, '!')));
        match tokens.get(group) {
            Some(TokenTree::Group(own)) => {
                let text: String = own.stream().to_string().split_whitespace().collect();
                is_test |=
                    ["cfg(test)", "cfg(doctest)", "cfg(all(test,"].iter().any(|own| text.starts_with(own));
                at = group + 1;
            }
            _ => break,
        }
    }
    if tokens.get(at).and_then(identifier).is_some_and(|name| name == "pub") {
        at += 1;
        at += usize::from(matches!(tokens.get(at), Some(TokenTree::Group(_))));
    }
    (at, is_test)
}

/// Returns the place behind an item whose keyword stands at a place: behind a semicolon, or braces
/// that are no part of a value.
fn item_end(tokens: &[TokenTree], head: usize) -> usize {
    let word = |at: usize| tokens.get(at).and_then(identifier).unwrap_or_default();
    let has_value = match word(head).as_str() {
        "const" => !["fn", "unsafe", "async", "extern"].contains(&word(head + 1).as_str()),
        own => ["static", "type", "use", "let"].contains(&own),
    };
    let is_end = |token: &TokenTree| is_mark(token, ';') || is_braces(token) && !has_value;
    let end = tokens[head..].iter().position(is_end);
    end.map_or(tokens.len(), |end| head + end + 1)
}

/// Returns the place behind an item, or behind a field, a variant or a value in a list.
fn part_end(tokens: &[TokenTree], head: usize) -> usize {
    let keyword = tokens.get(head).and_then(identifier).unwrap_or_default();
    let end = item_end(tokens, head);
    let is_item = DECLARING.contains(&keyword.as_str())
        || ["impl", "mod", "use", "let", "macro_rules"].contains(&keyword.as_str());
    match tokens[head..end].iter().position(|token| is_mark(token, ',')) {
        Some(comma) if !is_item => head + comma + 1,
        _ => end,
    }
}
