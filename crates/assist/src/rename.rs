//! Renaming what an author has named.

use std::ops::Range;

use polymerge_formula::{KEYWORDS, constant, words};
use polymerge_modefile::is_name;

use crate::file::File;
use crate::format::Edit;
use crate::names::{Sort, Symbol, Use};

/// The edits that give something another name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renamed {
    /// The edits of the file, in the order of their places.
    pub edits: Vec<Edit>,
    /// The edits of the files that it extends, by their names.
    pub extended: Vec<(String, Vec<Edit>)>,
}

impl File {
    /// Returns the thing at a place that can be renamed.
    ///
    /// # Errors
    /// A sentence that says why it can't be.
    pub fn can_rename(&self, at: usize) -> Result<&Use, String> {
        let used = self.use_at(at).ok_or("nothing that an author has named stands here")?;
        let symbol = &used.symbol;
        let is_declared = match symbol.scope.is_empty() {
            true => self.declared(symbol).next().is_some(),
            false => true,
        };
        if !is_declared {
            return Err(match symbol.sort {
                Sort::Entry => "no file declares this entry: write \"tile\" first".to_owned(),
                _ => format!("it is not known which `{}` is meant here", symbol.name),
            });
        }
        let places = self.places_in_extended(symbol);
        match places.iter().find(|(part, _)| part.is_built_in) {
            Some((part, _)) => Err(format!("`{}` is a name of the built-in file {}", symbol.name, part.name)),
            None => Ok(used),
        }
    }

    /// Gives the thing at a place another name, wherever it stands.
    ///
    /// # Errors
    /// A sentence that says why that can't be.
    pub fn rename(&self, at: usize, name: &str) -> Result<Renamed, String> {
        let symbol = &self.can_rename(at)?.symbol;
        self.check(symbol, name)?;
        let edits = |places: Vec<Range<usize>>| {
            places.into_iter().map(|span| Edit { span, text: name.to_owned() }).collect()
        };
        let extended = self.places_in_extended(symbol).into_iter();
        Ok(Renamed {
            edits: edits(self.places_of(symbol)),
            extended: extended.map(|(part, places)| (part.name.clone(), edits(places))).collect(),
        })
    }

    /// Finds what speaks against a name.
    fn check(&self, symbol: &Symbol, name: &str) -> Result<(), String> {
        if !is_name(name) {
            return Err(format!(
                "{name:?} is no name: a name is a letter or _, then letters, digits, _ and -"
            ));
        }
        let is_word =
            KEYWORDS.contains(&name) || constant(name).is_some() || words().any(|word| word == name);
        if is_word {
            return Err(format!("`{name}` means something in every formula"));
        }
        if name.contains('-') && self.stands_in_formula(symbol) {
            return Err(format!("formulas can't have `-` in a name: {name}"));
        }
        let everywhere = |symbol: &Symbol| symbol.scope.is_empty() || symbol.sort == Sort::Loop;
        let meets = |other: &Symbol| {
            let (own, other) = (symbol, other);
            everywhere(own)
                || everywhere(other)
                || (own.scope.start < other.scope.end && other.scope.start < own.scope.end)
        };
        match self.uses.iter().find(|used| used.symbol.name == name && meets(&used.symbol)) {
            Some(used) => Err(format!("there is a {} `{name}` already", used.symbol.sort.noun())),
            None if self.names.all().any(|(known, _)| known == name) => Err(format!("`{name}` is taken")),
            // Definitions may read what is named at the place where they are used.
            None if matches!(symbol.sort, Sort::Local | Sort::Loop)
                && self.is_read_elsewhere(&symbol.name) =>
            {
                Err(format!("a definition may mean this `{}`", symbol.name))
            }
            None => Ok(()),
        }
    }

    /// Returns true if a name stands where nothing declares it.
    fn is_read_elsewhere(&self, name: &str) -> bool {
        let unknown = Symbol::of_mode(Sort::Unknown, name);
        !self.places_of(&unknown).is_empty() || !self.places_in_extended(&unknown).is_empty()
    }

    /// Returns true if a thing is written in a formula, where a name has no `-`.
    fn stands_in_formula(&self, symbol: &Symbol) -> bool {
        self.places_of(symbol).iter().any(|place| self.tokens_at(place.start).is_some())
    }
}
