//! Documents that are read as they stand in markup.

use std::borrow::Cow;

/// The writing of quotation marks and of the texts between them in a document that is read as it
/// stands in markup.
#[derive(Clone, Copy, Debug)]
pub struct Markup {
    /// The characters for a quotation mark, such as `&#x22;`: eight bytes at most. The first byte
    /// also starts everything else that stands for another character.
    pub quote: &'static str,
    /// Reads a text in which other characters are written so. What it makes of
    /// two texts in a row is what it makes of each, where the second one begins
    /// like a quotation mark.
    pub decode: for<'a> fn(&'a str) -> Cow<'a, str>,
}
