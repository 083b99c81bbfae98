//! The keys of modes among the saved games and records.

use polymerge::Mode;

/// Returns the name of the built-in mode that equals a mode. The mode may come from a code.
pub fn same_built_in(title: &str, mode: &Mode) -> Option<&'static str> {
    let own = Mode::built_in(title).ok()?;
    let is_same = own.digest().ok()? == mode.digest().ok()?;
    own.name().filter(|_| is_same)
}

/// Returns the key of a mode: its name if it is built in and unchanged, else its title and a few
/// digits of its hash.
pub fn key_of(built_in: Option<&str>, title: &str, mode: &Mode) -> String {
    if let Some(name) = built_in {
        return name.to_owned();
    }
    let letters = title.to_lowercase();
    let words = letters.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug: String = words.collect::<Vec<_>>().join("-").chars().take(40).collect();
    // A mode that can't be written as a code can't be saved either.
    let digest = mode.digest().unwrap_or_default();
    format!("{slug}~{}", digest.get(8..).unwrap_or_default())
}

/// The start of the keys of mode files.
const FILE: &str = "file:";

/// Returns the key of a mode from a mode file. All versions of the file have one key, so that a
/// file under work is one mode. Changes to it before a game make another one.
pub fn key_of_file(file: &str, changes: &str) -> String {
    match changes {
        "" => format!("{FILE}{file}"),
        changes => format!("{FILE}{file} ({changes})"),
    }
}

/// Returns whether a key is that of a mode file.
pub fn is_of_file(key: &str) -> bool {
    key.starts_with(FILE)
}

#[cfg(test)]
mod tests {
    use polymerge::Limits;
    use polymerge::advanced::rules::Mode as Raw;

    use super::*;

    #[test]
    fn keys_distinguish_modes() {
        let [small, large] = [3, 5].map(|side| Mode::from_raw(Raw::classic(side, side)));
        assert_eq!(key_of(Some("001-2048"), "2048", &small), "001-2048");
        let key = key_of(None, "My / Mode!", &small);
        assert!(key.starts_with("my-mode~"), "{key}");
        assert_eq!(key, "my-mode~dcafac9a");
        assert_ne!(key, key_of(None, "My / Mode!", &large));
        assert_eq!(same_built_in("2048", &small), None);
        assert_eq!(same_built_in("My / Mode!", &small), None);
        for (name, title) in [("001-2048", "2048"), ("050-dive", "DIVE")] {
            let code = Mode::built_in(name).unwrap().to_code().unwrap();
            let from_code = Mode::from_code(&code, &Limits::default()).unwrap();
            assert_eq!(same_built_in(title, &from_code), Some(name));
        }
    }
}
