//! Boards of built-in modes as they are: there are only so many of these, and they stay.

use std::collections::HashSet;
use std::sync::OnceLock;

use polymerge::{Error, Mode, catalogue};

use crate::modes::hash;
use crate::source::Source;

/// The hashes of the built-in modes as they are.
///
/// A mode without a hash has no board: nothing was played in it.
fn built_in() -> &'static HashSet<String> {
    static HASHES: OnceLock<HashSet<String>> = OnceLock::new();
    let hash_of = |name: &str| -> Result<String, Error> {
        let source = Source { mode: name.to_owned(), ..Source::default() };
        let mode = Mode::built_in(name)?;
        hash(&mode, mode.to_code().ok().as_deref(), &source)
    };
    HASHES.get_or_init(|| catalogue::modes().filter_map(|mode| hash_of(mode.name()).ok()).collect())
}

/// Returns true if the mode of a board is a built-in one as it is, also if it was named by its
/// code. `mode` is the hash of the mode, `source` what the first player called it.
///
/// A name without changes counts even if the mode of this name is another one by now, or left the
/// catalogue; so does a source that can't be read: nothing is lost by a mistake.
pub fn is_plain(mode: &str, source: &str) -> bool {
    if built_in().contains(mode) {
        return true;
    }
    match serde_json::from_str::<Source>(source) {
        Ok(source) => source.is_plain(),
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::Named;
    use crate::source::limits;

    #[test]
    fn a_mode_is_plain_however_it_is_called() {
        let code = |name: &str, change: &str| {
            let mode = Mode::built_in(name).unwrap();
            let mode = if change.is_empty() { mode } else { mode.with(change).unwrap() };
            mode.to_code().unwrap()
        };
        for (mode, change, plain) in [
            ("dive", "", true),
            ("050", "", true),
            (code("dive", "").as_str(), "", true),
            (code("dive", "grid=5x5").as_str(), "", false),
            ("dive", "grid=5x5", false),
            (code("dive", "").as_str(), "grid=5x5", false),
        ] {
            let source =
                Source { mode: mode.to_owned(), modifiers_code: change.to_owned(), ..Source::default() };
            let named = Named::of(&source, &limits(1_000, 1_000_000)).unwrap();
            let text = serde_json::to_string(&named.source).unwrap();
            assert_eq!(is_plain(&named.hash, &text), plain, "{text}");
        }
    }

    #[test]
    fn a_name_that_left_the_catalogue_stays_plain() {
        for (source, plain) in [
            (r#"{"mode":"a mode of before"}"#, true),
            (r#"{"mode":"2048"}"#, true),
            (r#"{"mode":"2048","modifiersCode":"grid=5x5"}"#, false),
            (r#"{"mode":"2048","settings":{"a":"1"}}"#, false),
            (r#"{"mode":"@a code that nothing reads"}"#, false),
            ("no source", true),
        ] {
            assert_eq!(is_plain("0", source), plain, "{source}");
        }
    }
}
