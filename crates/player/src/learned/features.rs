//! Features of the hidden state, which are read beside a board: numbers that the rules ask for and
//! that change in random play.

use std::collections::BTreeSet;

use crate::learned::codes::Code;

/// A number of the hidden state that is read as a code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Feature {
    /// The index of the number in the hidden state.
    pub place: usize,
    /// The values that random play showed, in ascending order: a code is the place of a value.
    /// Empty if there were many: then the number is a counter, and its remainder is the code.
    pub known: Vec<u64>,
}

/// The most features of a network.
pub(crate) const MOST_FEATURES: usize = 8;
/// The most values of a feature.
pub(crate) const MOST_VALUES: u32 = 64;
/// The modulus of counters. It distinguishes events of every second, third or fourth move.
const PERIOD: f64 = 12.0;

/// The values of the hidden state that random play showed.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeenValues {
    places: Vec<BTreeSet<u64>>,
}

impl SeenValues {
    /// Adds the numbers of a position.
    pub(crate) fn add(&mut self, numbers: &[u64]) {
        self.places.resize(self.places.len().max(numbers.len()), BTreeSet::new());
        for (place, number) in self.places.iter_mut().zip(numbers) {
            if place.len() <= MOST_VALUES as usize {
                place.insert(*number);
            }
        }
    }

    /// Returns the features that change and have at most `most` codes each.
    pub(crate) fn features(self, most: u32) -> Vec<Feature> {
        let features = self.places.into_iter().enumerate().filter_map(|(place, values)| {
            let few = values.len() <= most.min(MOST_VALUES) as usize;
            let counts = most >= PERIOD as u32 && values.iter().all(|value| is_count(f64::from_bits(*value)));
            let is_one = values.len() > 1 && (few || counts);
            is_one.then(|| Feature { place, known: values.into_iter().filter(|_| few).collect() })
        });
        features.take(MOST_FEATURES).collect()
    }
}

fn is_count(number: f64) -> bool {
    (0.0..9e15).contains(&number) && number % 1.0 == 0.0
}

impl Feature {
    /// The code of this number among those of the hidden state.
    pub(crate) fn code(&self, numbers: &[u64]) -> Code {
        let number = numbers.get(self.place).copied().unwrap_or_default();
        match self.known.is_empty() {
            true => (f64::from_bits(number) % PERIOD).abs() as Code,
            false => self.known.binary_search(&number).unwrap_or_default() as Code,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_change_are_features() {
        let mut seen = SeenValues::default();
        for turn in 0..40_u32 {
            let [turn, odd, text] = [f64::from(turn), f64::from(turn % 2), 0.5 + f64::from(turn)];
            seen.add(&[turn.to_bits(), odd.to_bits(), 7, text.to_bits()]);
        }
        let features = seen.features(14);
        let places: Vec<usize> = features.iter().map(|feature| feature.place).collect();
        assert_eq!(places, [0, 1]);
        let code = |number: f64| features.iter().map(move |own| own.code(&[number.to_bits(); 2])).collect();
        let codes: [Vec<Code>; 2] = [code(25.0), code(1.0)];
        assert_eq!(codes, [vec![1, 0], vec![1, 1]]);
    }
}
