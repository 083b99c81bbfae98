//! The public data of the engine: one description, from which all languages have their names.
//!
//! Names are in `snake_case` here, in Python and in C; JavaScript has them in `camelCase`
//! ([`camel`]). `docs/data.md`, the declarations for JavaScript and the records of Python are
//! written from these sources: `APPROVE=1 cargo test -p polymerge-schema`.

pub mod limits;

/// Returns the name that JavaScript has for a name.
///
/// ```
/// assert_eq!(polymerge_schema::camel("text_length"), "textLength");
/// ```
pub fn camel(name: &str) -> String {
    let mut parts = name.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (head, rest) = part.split_at(part.len().min(1));
        text + &head.to_ascii_uppercase() + rest
    })
}
