//! How many failures of a family are known: a list that only shrinks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::run::Tally;

/// Known failures: family and how many of its cases may fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known(BTreeMap<String, usize>);

impl Known {
    /// Reads lines of the form `family: count`; `#` starts a comment.
    ///
    /// # Errors
    /// If the file can't be read or a line is of another form.
    pub fn read(path: &Path) -> Result<Known, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Known::parse(&text).map_err(|error| format!("{}, {error}", path.display()))
    }

    fn parse(text: &str) -> Result<Known, String> {
        let mut known = BTreeMap::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let entry = line.split_once(':').and_then(|(family, count)| {
                crate::family(family.trim()).map(|found| (found.name, count.trim().parse().ok()))
            });
            match entry {
                Some((family, Some(count))) => known.insert(family.to_owned(), count),
                _ => return Err(format!("line {}: expected \"family: count\", found {line:?}", number + 1)),
            };
        }
        Ok(Known(known))
    }

    /// How many cases of a family may fail.
    pub fn allowed(&self, family: &str) -> usize {
        self.0.get(family).copied().unwrap_or(0)
    }

    /// Whether a family fails more often than is known.
    pub fn exceeded(&self, tally: &Tally) -> bool {
        tally.failures.len() > self.allowed(&tally.family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_family_and_count() {
        let known = Known::parse("# being written\ngames: 12\nrules: 0 # all\n").unwrap();
        assert_eq!(known.allowed("games"), 12);
        assert_eq!(known.allowed("calcarray"), 0);
        for bad in ["games", "games: many", "chess: 1"] {
            let message = format!("line 1: expected \"family: count\", found {bad:?}");
            assert_eq!(Known::parse(bad), Err(message));
        }
    }
}
