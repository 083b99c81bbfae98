//! Special strings: names, words, tiles at a distance.

use calcarray::ops;
use calcarray::{Text, Value};

use super::Lifter;
use crate::names::{GIVEN, Local, Meaning, TILES, WORDS, Word, constant, is_modifier};
use crate::parse::is_place;
use crate::print::is_name;
use crate::token::KEYWORDS;
use crate::tree::{Expression, Kind};

impl<'a> Lifter<'a> {
    /// The name of the variable with this index.
    pub(super) fn bound(&self, index: f64) -> Option<String> {
        let found = self.bindings.iter().rev().find(|binding| binding.index(self.slots) == index)?;
        // A later one of the same name would be meant instead.
        let last = self.bindings.iter().rev().find(|binding| binding.name == found.name)?;
        (last.slot == found.slot && found.name != "_").then(|| found.name.clone())
    }

    /// A text: a name, a word, or a text.
    pub(super) fn text(&self, text: &Text) -> Expression {
        let found = text.is_special().then(|| text.to_utf8()).flatten().and_then(|text| self.special(&text));
        Expression::new(found.unwrap_or_else(|| Kind::Text(text.clone())))
    }

    pub(super) fn special(&self, text: &str) -> Option<Kind> {
        let parts: Vec<&str> = text.split(' ').collect();
        let numbers: Option<Vec<f64>> = parts[1..].iter().map(|part| written_number(part)).collect();
        let whole = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number as usize);
        let name = |meaning: Option<Meaning>| meaning.and_then(|meaning| self.names.name(&meaning));
        if let ["@Var", local] = parts.as_slice() {
            let named = name(Some(Meaning::Local(Local::Named((*local).to_owned()))));
            if let Some(name) = named.filter(|name| is_name(name)) {
                return Some(Kind::Name(name));
            }
        }
        if let Some(numbers) = &numbers {
            let found = match (parts[0], numbers.as_slice()) {
                ("@This", [entry]) => name(whole(*entry).map(Meaning::Entry)),
                ("@GVar", [number]) => name(whole(*number).map(Meaning::Variable)),
                ("@MVar", [number]) => name(whole(*number).map(Meaning::ModifierVariable)),
                ("@Var", [number]) => self
                    .bound(*number)
                    .or_else(|| name(whole(*number).map(|number| Meaning::Local(Local::Number(number))))),
                _ => None,
            };
            if let Some(name) = found.filter(|name| is_name(name)) {
                return Some(Kind::Name(name));
            }
        }
        if let Some(Word { name: known, .. }) = WORDS.iter().find(|known| known.word == text) {
            let is_free = self.names.meaning(known).is_none();
            let is_bound = self.bindings.iter().any(|binding| binding.name == *known);
            if is_free && !is_bound {
                return Some(Kind::Name((*known).to_owned()));
            }
        }
        if let (Some((_, word, counts)), Some(numbers)) =
            (TILES.iter().find(|(_, word, _)| *word == parts[0]), numbers)
        {
            let is_given = *word != GIVEN || self.given;
            let least = is_given
                && is_cell_of_grid(word, &numbers)
                && counts.first().is_some_and(|least| *least > 0 && *least == numbers.len());
            if least {
                return Some(Kind::Tile { word, distance: numbers, entry: None });
            }
            if let Some((entry, distance)) = numbers.split_last() {
                let entry = name(whole(*entry).map(Meaning::Entry)).filter(|name| is_name(name));
                let has_entry = counts.contains(&distance.len()) && !matches!(*word, "@This" | "@Relative");
                let has_entry = has_entry && is_cell_of_grid(word, distance);
                if let (Some(entry), true) = (entry, has_entry) {
                    return Some(Kind::Tile { word, distance: distance.to_vec(), entry: Some(entry) });
                }
            }
        }
        let is_word = is_name(&parts[0][1..]) && !is_modifier(parts[0]) && ops::find(parts[0]).is_none();
        let is_part = |part: &&str| {
            let word = part.strip_prefix('@').is_some_and(is_name);
            let plain = is_name(part) && constant(part).is_none() && !KEYWORDS.contains(part);
            word || plain || written_number(part).is_some()
        };
        let fits = is_word && parts[1..].iter().all(is_part);
        fits.then(|| {
            Kind::Word(parts[0].to_owned(), parts[1..].iter().map(|part| (*part).to_owned()).collect())
        })
    }
}

/// Returns false for a word of the grid that stands for no cell.
pub(super) fn is_cell_of_grid(word: &str, distance: &[f64]) -> bool {
    word != "@Grid" || distance.iter().all(|number| is_place(*number))
}

/// A number that is written so in a formula, too.
pub(super) fn written_number(part: &str) -> Option<f64> {
    let number: f64 = part.parse().ok()?;
    (number.is_finite() && number.to_string() == part).then_some(number)
}

pub(super) fn number(value: &Value) -> Option<usize> {
    let number = value.as_number()?;
    let is_whole = number >= 0.0 && number.fract() == 0.0 && !number.is_sign_negative();
    is_whole.then_some(number as usize)
}
