//! Context keys: the part of a cache key that is not the tiles.
//!
//! The same tiles may do something else in another direction, with other variables, or
//! in an odd move instead of an even one. Which of these matter is found out while
//! results are recorded; until then keys leave them out, and what was recorded with
//! fewer is forgotten. A context key is a number: the class or number of the direction
//! in the low bits, the number of the contents of variables above, the parity of the
//! move lowest in that. Two keys that differ by a delta are turned into one another by
//! an exclusive or.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::lines::{Ways, WAYS_BITS};
use crate::board::value_key::ListKey;
use crate::fast::Memory;
use crate::game::state::{are_identical, Shared, State};
use crate::ruleset::Ruleset;

/// Small numbers for the contents of the variables, and for what else is told
/// apart as they are.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    /// Whether odd moves are told from even ones, too.
    by_parity: bool,
    pub(crate) known: HashMap<[ListKey; 2], u32>,
    /// The game variables of each number.
    contents: Vec<Shared>,
    /// Those that were asked for lately, the last one first.
    last: Vec<(Shared, Shared, u32)>,
}

/// How many different contents of the variables are told apart.
const MOST_VARIABLES: usize = 4096;

impl Variables {
    /// How many contents are looked through one by one.
    const LAST: usize = 8;

    pub(crate) fn new(rules: &Ruleset) -> Variables {
        Variables { by_parity: rules.tells_parity(), ..Variables::default() }
    }

    /// The number of these contents; `None` if there are too many.
    pub(crate) fn number(&mut self, state: &State) -> Option<u32> {
        self.number_with(state, &state.game_variables)
    }

    /// The same, where these are the game variables instead.
    pub(crate) fn number_with(&mut self, state: &State, game: &Shared) -> Option<u32> {
        let number = self.number_of(game, &state.modifier_variables)?;
        match self.by_parity {
            true => Some(number << 1 | state.parity_of_moves()?),
            false => Some(number),
        }
    }

    /// What changes of a number if these become the game variables of a state.
    pub(crate) fn change_to(&mut self, state: &State, game: &Shared) -> Option<u32> {
        Some(self.number(state)? ^ self.number_with(state, game)?)
    }

    /// The game variables of a number.
    pub(crate) fn game_variables(&self, number: u32) -> Option<&Shared> {
        self.contents.get((number >> self.parity_bit()) as usize)
    }

    /// What tells the number of an odd move from that of an even one.
    fn parity_bit(&self) -> u32 {
        u32::from(self.by_parity)
    }

    fn number_of(&mut self, game: &Shared, modifier: &Shared) -> Option<u32> {
        if let Some((last_game, last_modifier, number)) = self.last.first() {
            if Arc::ptr_eq(last_game, game) && Arc::ptr_eq(last_modifier, modifier) {
                return Some(*number);
            }
        }
        let is_it =
            |last: &(Shared, Shared, u32)| are_identical(&last.0, game) && are_identical(&last.1, modifier);
        let lately = self.last.iter().position(is_it);
        let number = match lately {
            Some(place) => self.last.remove(place).2,
            None => self.numbered(game, modifier)?,
        };
        self.last.truncate(Variables::LAST - 1);
        self.last.insert(0, (Arc::clone(game), Arc::clone(modifier), number));
        Some(number)
    }

    fn numbered(&mut self, game: &Shared, modifier: &Shared) -> Option<u32> {
        let key = [game, modifier].map(|list| ListKey(Arc::clone(list)));
        let next = self.known.len() as u32;
        match self.known.get(&key) {
            Some(number) => Some(*number),
            None if self.known.len() >= MOST_VARIABLES => None,
            None => {
                self.contents.push(Arc::clone(game));
                Some(*self.known.entry(key).or_insert(next))
            }
        }
    }
}

impl Memory {
    /// What tells lines of the same tiles apart.
    pub(crate) fn class(&mut self, state: &State, ways: &Ways) -> Option<u32> {
        Some(self.class_of_ways(ways) | self.class_of_variables(state)?)
    }

    /// The part of it that is the direction's.
    pub(crate) fn class_of_ways(&self, ways: &Ways) -> u32 {
        match self.by_direction {
            true => BY_DIRECTION | ways.own,
            false => ways.class,
        }
    }

    /// The part of it that is the game's.
    pub(crate) fn class_of_variables(&mut self, state: &State) -> Option<u32> {
        match self.by_variables {
            true => self.class_of_fewer(state, u32::MAX),
            false => Some(0),
        }
    }

    /// The same, where what happens at the end of a turn is to be told apart, too.
    pub(crate) fn class_of_game(&mut self, state: &State) -> Option<u32> {
        match self.ends_by_variables {
            // What hardly comes again is not worth it.
            true => self.class_of_fewer(state, MOST_AT_END),
            false => self.class_of_variables(state),
        }
    }

    /// By the contents of the variables, if their number is below this one.
    fn class_of_fewer(&mut self, state: &State, most: u32) -> Option<u32> {
        let number = self.variables.number(state).filter(|number| *number < most)?;
        Some(BY_VARIABLES | number << WAYS_BITS)
    }

    /// The bits of that which tell lines apart.
    pub(crate) fn class_of_lines(&self) -> u32 {
        if self.by_variables {
            u32::MAX
        } else {
            0
        }
    }

    /// What of it changes with every move.
    pub(crate) fn delta_per_move(&self) -> u32 {
        match self.by_variables || self.ends_by_variables {
            true => self.variables.parity_bit() << WAYS_BITS,
            false => 0,
        }
    }
}

/// The number of the variables that a class is for, if it is for some.
pub(crate) fn number_of_variables(class: u32) -> Option<u32> {
    let number = (class & (BY_DIRECTION - 1)) >> WAYS_BITS;
    (class & BY_VARIABLES != 0).then_some(number)
}

/// How many contents of variables are told apart at the end of turns.
pub(crate) const MOST_AT_END: u32 = 64;

/// Bits that keep classes apart from those of the time before it was known what
/// they depend on.
const BY_DIRECTION: u32 = 1 << 28;
const BY_VARIABLES: u32 = 1 << 29;
