//! References to the specification: each names a file and a heading of `docs/spec` that exist
//! (`docs/spec/README.md` says how they are written). Links between documents lead to files.

use std::collections::{HashMap, HashSet};

use super::Fault;
use crate::tree::{File, Tree, root};

const SPEC: &str = "docs/spec/";
/// This file is about references; its examples need not exist.
const OWN: &str = "xtask/src/lint/references.rs";

type Pages<'t> = HashMap<&'t str, Page>;

/// Returns a text on one line, without the marks of comments, so that a reference
/// may be broken over lines.
fn one_line(text: &str) -> String {
    let marks: &[char] = &['/', '!', '#', '*', '>', ' '];
    let lines = text.lines().map(|line| line.trim().trim_start_matches(marks));
    lines.collect::<Vec<&str>>().join(" ")
}

/// Returns a heading without its number or letter, and without code marks.
fn name(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().replace('`', "");
    match heading.split_once(' ') {
        Some((number, name)) if is_number(number) => name.to_owned(),
        _ => heading,
    }
}

/// Returns true if a word is a number such as `3.` or `3.2`, or a letter such as `A.`
fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numeric = word.contains('.') && word.trim_end_matches('.').split('.').all(digits);
    numeric || matches!(word.as_bytes(), [b'A'..=b'Z', b'.'])
}

/// The sections of a page of the specification, by the names of their headings.
struct Page {
    sections: HashMap<String, String>,
    numbers: HashSet<String>,
    /// Names that several headings have.
    repeated: Vec<String>,
}

impl Page {
    fn new(text: &str) -> Page {
        let lines: Vec<&str> = text.lines().collect();
        let level = |line: &str| line.bytes().take_while(|byte| *byte == b'#').count();
        let mut page = Page { sections: HashMap::new(), numbers: HashSet::new(), repeated: Vec::new() };
        for (place, line) in lines.iter().enumerate().filter(|(_, line)| level(line) > 0) {
            let within = |next: &&&str| level(next) == 0 || level(next) > level(line);
            let section: Vec<&str> = lines[place + 1..].iter().take_while(within).copied().collect();
            let number = line.trim_start_matches('#').trim().split(' ').next().unwrap_or_default();
            page.numbers.insert(number.trim_end_matches('.').to_owned());
            if page.sections.insert(name(line), section.join("\n")).is_some() {
                page.repeated.push(name(line));
            }
        }
        page
    }
}

fn pages(tree: &Tree) -> Pages<'_> {
    tree.below(SPEC.trim_end_matches('/'), "md")
        .map(|file| (file.path.as_str(), Page::new(&file.text)))
        .collect()
}

/// The part of a file that a reference names next.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Heading,
    /// A step or a word in bold type within the section.
    Bold,
}

/// A reference: a file, and the text after its name.
struct Reference<'a> {
    file: &'a str,
    rest: &'a str,
}

/// Returns the references in a text.
fn named(text: &str) -> impl Iterator<Item = Reference<'_>> {
    text.match_indices(SPEC).map(|(start, _)| {
        let after = &text[start..];
        let end = after.find(|c: char| !(c.is_ascii_alphanumeric() || "/._-".contains(c)));
        let file = after[..end.unwrap_or(after.len())].trim_end_matches('.');
        Reference { file, rest: after[file.len()..].trim_start_matches('`') }
    })
}

/// Checks a reference; an error names the missing file or heading.
fn check(reference: &Reference<'_>, pages: &Pages<'_>) -> Result<(), String> {
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

/// Finds references to files, headings, steps and rows that the specification does not have.
pub fn references(tree: &Tree) -> Vec<Fault> {
    let pages = pages(tree);
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(|file| file.path != OWN) {
        let text = one_line(&file.text);
        let problems = named(&text).filter_map(|reference| check(&reference, &pages).err());
        faults.extend(problems.map(|problem| Fault::in_file(file, problem)));
        let repeated = pages.get(file.path.as_str()).map(|page| page.repeated.iter()).into_iter().flatten();
        faults.extend(repeated.map(|name| Fault::in_file(file, format!("two headings are \"{name}\""))));
    }
    faults
}

/// Finds comments that refer to a section by its number: the code does not show where it
/// is, and it changes.
pub fn numbers(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(|file| file.ending() == "rs" && file.path != OWN) {
        let numbered = file.lines().filter(|(_, line)| refers_by_number(line));
        faults.extend(numbered.map(|(line, text)| Fault::in_line(file, line, text.trim())));
    }
    faults
}

fn refers_by_number(line: &str) -> bool {
    let Some((_, comment)) = line.split_once("//") else { return false };
    let after = ["section ", "sections ", "(spec "].iter().find_map(|word| comment.split_once(word));
    let is_numbered = after.is_some_and(|(_, next)| next.starts_with(|c: char| c.is_ascii_digit()));
    // `(5.4)`, but not the argument of a call.
    let mut bare = comment.split(" (").skip(1).filter_map(|after| after.split_once(')'));
    let is_bare = bare.any(|(inside, _)| is_number(inside) || inside.contains(", number "));
    is_numbered || is_bare || comment.replace(SPEC, "").contains("spec/")
}

/// Finds sections that pages of the specification name and do not have. They name each other's
/// by number, `rules.md 2.2`, and their own: `section 2.2`.
pub fn sections(tree: &Tree) -> Vec<Fault> {
    let pages = pages(tree);
    let mut faults = Vec::new();
    for file in
        tree.files.iter().filter(|file| file.path.starts_with(SPEC) && file.path.matches('/').count() == 2)
    {
        let text = one_line(&file.text);
        for (other, page) in &pages {
            let short = format!("{} ", other.trim_start_matches(SPEC));
            let mut places: Vec<&str> = text.split(&short).skip(1).collect();
            if *other == file.path {
                places.extend(text.split("section ").skip(1));
            }
            for place in places {
                let number =
                    place.split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default();
                let number = number.trim_end_matches('.');
                if !number.is_empty() && !page.numbers.contains(number) {
                    faults.push(Fault::in_file(file, format!("{other} has no section {number}")));
                }
            }
        }
    }
    faults
}

/// Returns the names by which headings of a document are linked to, as code hosts and books make
/// them.
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

/// Finds links of documents to files and headings that do not exist.
pub fn links(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for file in tree.files.iter().filter(|file| file.ending() == "md") {
        let links = file.text.split("](").skip(1).filter_map(|after| after.split_once(')'));
        faults.extend(links.filter_map(|(link, _)| link_fault(tree, file, link)));
    }
    faults
}

fn link_fault(tree: &Tree, file: &File, link: &str) -> Option<Fault> {
    if link.is_empty() || link.contains("://") || link.contains(char::is_whitespace) {
        return None;
    }
    let (target, heading) = link.split_once('#').unwrap_or((link, ""));
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = if target.is_empty() { file.path.clone() } else { joined(folder, target) };
    if !root().join(&path).exists() {
        return Some(Fault::in_file(file, format!("there is no {target}")));
    }
    let has_heading = || tree.file(&path).is_some_and(|other| anchors(&other.text).contains(heading));
    (!heading.is_empty() && !has_heading())
        .then(|| Fault::in_file(file, format!("{target} has no heading #{heading}")))
}

/// Returns the path that a relative path leads to from a folder.
fn joined(folder: &str, target: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Finds documents that have no place in the book.
pub fn book(tree: &Tree) -> Vec<Fault> {
    let contents = tree.file("docs/SUMMARY.md").map_or("", |file| file.text.as_str());
    let is_listed = |file: &&File| {
        let name = &file.path["docs/".len()..];
        name == "SUMMARY.md" || contents.contains(&format!("]({name})"))
    };
    let missing = tree.below("docs", "md").filter(|file| !is_listed(file));
    missing.map(|file| Fault::in_file(file, "it is not in docs/SUMMARY.md")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_checked() {
        let page = Page::new("# Rules\n## 2. The turn\n1. **Spawn.** A tile.\n| 3 | x |\n## 3. End");
        let pages: Pages<'_> = [("docs/spec/rules.md", page)].into();
        for (text, is_right) in [
            ("docs/spec/rules.md, \"The turn\"", true),
            ("docs/spec/rules.md, \"The turn\", step \"Spawn\"", true),
            ("docs/spec/rules.md, \"The turn\", row 3", true),
            ("docs/spec/rules.md, \"The turn\", row 4", false),
            ("docs/spec/rules.md, \"The turn\", step \"Move\"", false),
            ("docs/spec/rules.md, \"Turn\"", false),
            ("docs/spec/other.md", false),
        ] {
            let found: Vec<Reference<'_>> = named(text).collect();
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(check(&found[0], &pages).is_ok(), is_right, "{text}");
        }
        assert_eq!(Page::new("# One\n# One").repeated, ["One"]);
    }

    #[test]
    fn references_of_the_project_are_found() {
        let tree = Tree::read().unwrap();
        let count: usize = tree.files.iter().map(|file| named(&one_line(&file.text)).count()).sum();
        assert!(count > 200, "only {count} references were found");
    }

    #[test]
    fn numbered_sections_are_found() {
        for (line, is_found) in [
            ("// see section 3", true),
            ("let a = 1; // as there (5.4)", true),
            ("// f (5)", false),
            ("// see spec/rules.md", true),
            ("// see docs/spec/rules.md", false),
            ("section 3", false),
        ] {
            assert_eq!(refers_by_number(line), is_found, "{line}");
        }
    }

    #[test]
    fn links_are_followed() {
        let text = "# A heading, `b`\n[a](b.md#c)".to_owned();
        let tree = Tree::new(vec![File::new("docs/README.md", text)]);
        for (link, fault) in [
            ("https://example.org", None),
            ("#a-heading-b", None),
            ("#c", Some(" has no heading #c")),
            ("../README.md", None),
            ("no.md", Some("there is no no.md")),
        ] {
            let found = link_fault(&tree, &tree.files[0], link).map(|fault| fault.message);
            assert_eq!(found.as_deref(), fault, "{link}");
        }
    }
}
