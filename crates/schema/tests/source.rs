//! The doc comments and names of the sources of the crate, from which documents are written.

/// The lines of an item with their doc comments before them: the comment, and the line.
pub fn rows(block: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut comment: Vec<&str> = Vec::new();
    for line in block.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("#[")) {
        match line.strip_prefix("///") {
            Some(text) => comment.push(text.trim()),
            None => rows.push((std::mem::take(&mut comment).join(" "), line.to_owned())),
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
