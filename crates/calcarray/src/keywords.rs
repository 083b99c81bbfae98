//! Keywords: what is written in expressions, texts, colours and looks and is neither an
//! operator nor a special string. Crates above add those of cells, merges and spawns.
//!
//! What reads them asks these tables what there is; help and documents are made from them.

/// A row of a table of keywords: the word, the parts that follow it, help, and an example with its result. The
/// crates above have rows of this form, too.
#[doc(hidden)]
#[macro_export]
macro_rules! keyword {
    ($name:literal, $form:literal, $help:literal, $example:literal => $value:literal) => {
        $crate::keywords::Keyword { name: $name, form: $form, help: $help, example: ($example, $value) }
    };
}

mod colours;
mod pictures;
mod starts;
mod texts;
mod types;

/// A word, or a value of a type, with what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keyword {
    /// The word itself; for values that have none, the name of their type.
    pub name: &'static str,
    /// The parts that follow it, each by its name; empty if there are none.
    pub form: &'static str,
    /// The meaning, in a line or two.
    pub help: &'static str,
    /// An expression or another form, and its result as the group says; tested.
    pub example: (&'static str, &'static str),
}

/// Keywords of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// A title for people.
    pub title: &'static str,
    /// A note about all of them, and about reading their examples.
    pub note: &'static str,
    /// One after the other.
    pub keywords: &'static [Keyword],
}

impl Keyword {
    /// The word with what follows it: `@HSLA hue saturation lightness opacity`.
    pub fn usage(&self) -> String {
        match self.form.is_empty() {
            true => self.name.to_owned(),
            false => format!("{} {}", self.name, self.form),
        }
    }

    /// Returns the number of parts that follow the keyword.
    pub fn arguments(&self) -> usize {
        self.form.split_whitespace().count()
    }
}

impl Group {
    /// The keyword of this name.
    ///
    /// ```
    /// let hsla = calcarray::keywords::COLOURS.find("@HSLA").unwrap();
    /// assert_eq!(hsla.form, "hue saturation lightness opacity");
    /// ```
    pub fn find(&self, name: &str) -> Option<&'static Keyword> {
        self.keywords.iter().find(|keyword| keyword.name == name)
    }
}

pub use colours::COLOURS;
pub use pictures::PICTURES;
pub use starts::{STARTS, is_start};
pub use texts::TEXTS;
pub use types::TYPES;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::json::{self, ReadLimits};
    use crate::ops::Family;
    use crate::words::tests::run_in_scene;

    fn read(text: &str) -> Value {
        json::read(text, &ReadLimits::default()).unwrap()
    }

    #[test]
    fn examples_of_values_and_starts_are_right() {
        for keyword in TYPES.keywords.iter().chain(STARTS.keywords) {
            let (expression, value) = keyword.example;
            assert_eq!(run_in_scene(&read(expression)), Ok(read(value)), "{expression}");
        }
    }

    /// A keyword that is a word stands in its example.
    #[test]
    fn examples_have_the_word() {
        for group in [TYPES, STARTS, TEXTS, COLOURS, PICTURES] {
            for keyword in group.keywords.iter().filter(|keyword| keyword.name.starts_with('@')) {
                let (written, value) = keyword.example;
                assert!(written.contains(keyword.name) || value.contains(keyword.name), "{written}");
            }
        }
    }

    /// The name that `typeof` gives is said of each type.
    #[test]
    fn types_are_named() {
        for keyword in TYPES.keywords {
            let value = run_in_scene(&read(keyword.example.0)).unwrap();
            let said = match keyword.name {
                // Its example is about it, not of it.
                "null" => "object",
                _ => value.kind().name(),
            };
            assert!(keyword.help.ends_with(&format!("typeof: {said}.")), "{}: {said}", keyword.name);
        }
    }

    #[test]
    fn what_operators_convert_to_is_a_type() {
        for (family, name) in [
            (Family::Number, "number"),
            (Family::Text, "text"),
            (Family::Boolean, "boolean"),
            (Family::Array, "array"),
            (Family::Integer, "@BigInt"),
            (Family::Gaussian, "@GaussianBigInt"),
            (Family::Rational, "@BigRational"),
        ] {
            let keyword = TYPES.find(name).unwrap();
            assert!(keyword.help.contains(family.name()) || name == family.name(), "{name}");
        }
    }

    #[test]
    fn examples_of_colours_are_right() {
        for keyword in COLOURS.keywords {
            let (colour, css) = keyword.example;
            let literal = colour.replacen('[', r#"["@Literal","#, 1);
            let expression = read(&format!(r#"[{literal},"evaluateColor"]"#));
            assert_eq!(run_in_scene(&expression), Ok(Value::text(css)), "{colour}");
        }
    }
}
