//! References to the specification: every one in the tree names a file and a
//! heading of `docs/spec` that exist (`docs/spec/README.md` says how they are
//! written). Links between documents lead to files.

#![cfg(test)]

mod tree;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use tree::{files, root};

const SPEC: &str = "docs/spec/";
/// What is searched, beside the files of the top folder.
const FOLDERS: [&str; 9] =
    ["benches", "crates", "docs", "examples", "fuzz", "modes", "stress", "tests", "web"];
const KINDS: [&str; 8] = ["rs", "md", "ts", "mjs", "jsonc", "toml", "html", "css"];

fn all_files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        files(&root().join(folder), &KINDS, &mut found);
    }
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    found.extend(top.filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    // This file is about references; its examples need not exist.
    found.retain(|path| !path.ends_with("tests/references.rs"));
    found.sort();
    found
}

/// A text on one line, without the marks of comments, so that a reference
/// may be broken over lines.
fn one_line(text: &str) -> String {
    let marks: &[char] = &['/', '!', '#', '*', '>', ' '];
    let lines = text.lines().map(|line| line.trim().trim_start_matches(marks));
    lines.collect::<Vec<&str>>().join(" ")
}

/// A heading without its number or letter, and without code marks.
fn name(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().replace('`', "");
    match heading.split_once(' ') {
        Some((number, name)) if is_number(number) => name.to_owned(),
        _ => heading,
    }
}

/// `3.`, `3.2` or `A.`
fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numeric = word.contains('.') && word.trim_end_matches('.').split('.').all(digits);
    numeric || matches!(word.as_bytes(), [b'A'..=b'Z', b'.'])
}

/// The sections of a file of the specification, by the names of their headings.
struct Page {
    sections: HashMap<String, String>,
    numbers: HashSet<String>,
}

impl Page {
    fn read(path: &Path) -> Page {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let level = |line: &str| line.bytes().take_while(|byte| *byte == b'#').count();
        let (mut sections, mut numbers) = (HashMap::new(), HashSet::new());
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| level(line) > 0) {
            let within = |next: &&&str| level(next) == 0 || level(next) > level(line);
            let section: Vec<&str> = lines[place + 1..].iter().take_while(within).copied().collect();
            let number = line.trim_start_matches('#').trim().split(' ').next().unwrap_or_default();
            numbers.insert(number.trim_end_matches('.').to_owned());
            let known = sections.insert(name(line), section.join("\n"));
            assert!(known.is_none(), "{} has two headings \"{}\"", path.display(), name(line));
        }
        Page { sections, numbers }
    }
}

/// What follows a file in a reference.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Heading,
    /// A step or a word in bold type within the section.
    Bold,
}

/// One reference: a file, and what it names in it.
struct Reference<'a> {
    file: &'a str,
    rest: &'a str,
}

fn references(text: &str) -> impl Iterator<Item = Reference<'_>> {
    text.match_indices(SPEC).map(|(start, _)| {
        let after = &text[start..];
        let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || "/._-".contains(c)));
        let file = after[..end.unwrap_or(after.len())].trim_end_matches('.');
        Reference { file, rest: after[file.len()..].trim_start_matches('`') }
    })
}

/// What is wrong with a reference.
fn check(reference: &Reference<'_>, pages: &HashMap<String, Page>) -> Result<(), String> {
    let Reference { file, mut rest } = *reference;
    let Some(page) = pages.get(file) else {
        let exists = root().join(file).exists();
        return if exists { Ok(()) } else { Err(format!("there is no {file}")) };
    };
    let (mut part, mut section) = (Part::Heading, "");
    while let Some(next) = [", ", " and ", " to "].iter().find_map(|word| rest.strip_prefix(word)) {
        rest = next;
        if let Some(next) = ["steps ", "step ", "under "].iter().find_map(|word| rest.strip_prefix(word)) {
            (part, rest) = (Part::Bold, next);
        }
        if let Some(next) =
            ["row ", "bug ", "fault ", "quirk "].iter().find_map(|word| rest.strip_prefix(word))
        {
            let number: String = next.chars().take_while(char::is_ascii_digit).collect();
            let starts = [format!("| {number} |"), format!("{number}. ")];
            if !section.lines().any(|line| starts.iter().any(|start| line.starts_with(start))) {
                return Err(format!("{file} has no number {number} there"));
            }
            break;
        }
        let Some((named, next)) = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) else { break };
        rest = next;
        match part {
            Part::Heading => match page.sections.get(named) {
                Some(found) => section = found,
                None => return Err(format!("{file} has no heading \"{named}\"")),
            },
            Part::Bold if ["**", ".**"].iter().any(|end| section.contains(&format!("**{named}{end}"))) => {}
            Part::Bold => return Err(format!("{file} has no \"{named}\" in bold type there")),
        }
    }
    Ok(())
}

fn pages() -> HashMap<String, Page> {
    let mut found = Vec::new();
    files(&root().join(SPEC), &KINDS, &mut found);
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    found.iter().map(|path| (name(path), Page::read(path))).collect()
}

#[test]
fn references_name_what_exists() {
    let pages = pages();
    let (mut count, mut problems) = (0, Vec::new());
    for path in all_files() {
        let text = one_line(&fs::read_to_string(&path).unwrap());
        for reference in references(&text) {
            count += 1;
            if let Err(problem) = check(&reference, &pages) {
                problems.push(format!("{}: {problem}", path.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 200, "only {count} references were found");
}

/// Places that a number refers to can't be told from the code, and change.
#[test]
fn comments_refer_to_no_numbered_sections() {
    let mut problems = Vec::new();
    for path in all_files().iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs")) {
        for (place, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
            let Some((_, comment)) = line.split_once("//") else { continue };
            let after = ["section ", "sections ", "(spec "].iter().find_map(|word| comment.split_once(word));
            let numbered = after.is_some_and(|(_, next)| next.starts_with(|c: char| c.is_ascii_digit()));
            // `(5.4)`, but not the argument of a call.
            let mut bare = comment.split(" (").skip(1).filter_map(|after| after.split_once(')'));
            let numbered =
                numbered || bare.any(|(inside, _)| is_number(inside) || inside.contains(", number "));
            let elsewhere = comment.replace(SPEC, "").contains("spec/");
            if numbered || elsewhere {
                problems.push(format!("{}:{}: {}", path.display(), place + 1, line.trim()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The pages of the specification refer to each other by number:
/// `rules.md 2.2`, and to themselves: `section 2.2`.
#[test]
fn the_specification_refers_to_sections_it_has() {
    let pages = pages();
    let mut problems = Vec::new();
    for file in pages.keys().filter(|file| file.matches('/').count() == 2) {
        let text = one_line(&fs::read_to_string(root().join(file)).unwrap());
        for (other, page) in &pages {
            let short = format!("{} ", other.trim_start_matches(SPEC));
            let mut places: Vec<&str> = text.split(&short).skip(1).collect();
            if other == file {
                places.extend(text.split("section ").skip(1));
            }
            for place in places {
                let number =
                    place.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default();
                let number = number.trim_end_matches('.');
                if !number.is_empty() && !page.numbers.contains(number) {
                    problems.push(format!("{file}: {other} has no section {number}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The names by which headings of a document are linked to, as code hosts and books make them.
fn anchors(text: &str) -> HashSet<String> {
    let mut is_code = false;
    let headings = text.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        !is_code && line.starts_with('#')
    });
    let anchor = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn links_of_documents_lead_to_files_and_headings() {
    let (mut count, mut problems) = (0, Vec::new());
    for path in all_files().iter().filter(|path| path.extension().is_some_and(|kind| kind == "md")) {
        let text = fs::read_to_string(path).unwrap();
        for link in text.split("](").skip(1).filter_map(|after| after.split_once(')')) {
            let (target, heading) = link.0.split_once('#').unwrap_or((link.0, ""));
            if link.0.is_empty() || link.0.contains("://") || link.0.contains(char::is_whitespace) {
                continue;
            }
            count += 1;
            let file = if target.is_empty() { path.clone() } else { path.with_file_name(target) };
            if !file.exists() {
                problems.push(format!("{}: {target}", path.display()));
            } else if !heading.is_empty() && !anchors(&fs::read_to_string(&file).unwrap()).contains(heading) {
                problems.push(format!("{}: {target} has no heading #{heading}", path.display()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(count > 30, "only {count} links were found");
}

/// Every document has its place in the book, and the book has no others.
#[test]
fn the_book_has_all_documents() {
    let folder = root().join("docs");
    let book = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    let mut files_of_docs = Vec::new();
    files(&folder, &["md"], &mut files_of_docs);
    for path in files_of_docs {
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        let is_listed = book.contains(&format!("]({name})"));
        // Each mode has a page in the specification, which its front page lists.
        assert!(is_listed || name == "SUMMARY.md" || name.starts_with("spec/modes/"), "{name}");
    }
}
