//! Context keys: the part of a cache key that is not the tiles.
//!
//! What tiles do may be another thing in another direction, with other variables, or
//! in an odd move instead of an even one. Which of these matter is found out while
//! results are recorded; until then keys leave them out, and what was recorded with
//! fewer is forgotten.

use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, BitXor, BitXorAssign};
use std::sync::Arc;

use crate::board::lines::{Ways, WAYS_BITS};
use crate::board::value_key::ListKey;
use crate::fast::Memory;
use crate::game::state::{are_identical, Shared, State};
use crate::ruleset::Ruleset;

/// What tells lines of the same tiles apart; or a part of that: of the direction, or of
/// the game.
///
/// The class or number of the direction is in the low bits, the number of the contents
/// of variables above, with the parity of the move as its lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ContextKey(u32);

/// How a context key changes: the bits that do, since two changes of one key, in
/// whatever order, come to the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct KeyDelta(u32);

impl ContextKey {
    /// Where nothing tells lines apart.
    pub(crate) const NONE: ContextKey = ContextKey(0);
    /// Every bit, as a mask.
    pub(crate) const ALL: ContextKey = ContextKey(u32::MAX);
    /// Bits that keep keys apart from those of the time before it was known what lines
    /// depend on.
    const BY_DIRECTION: ContextKey = ContextKey(1 << 28);
    const BY_VARIABLES: ContextKey = ContextKey(1 << 29);

    /// The part for contents of variables with this number.
    fn of_variables(number: u32) -> ContextKey {
        ContextKey::BY_VARIABLES | ContextKey(number << WAYS_BITS)
    }

    /// The number of the contents of variables, if keys tell these apart.
    pub(crate) fn variables(self) -> Option<u32> {
        let number = (self.0 & (ContextKey::BY_DIRECTION.0 - 1)) >> WAYS_BITS;
        (self & ContextKey::BY_VARIABLES != ContextKey::NONE).then_some(number)
    }

    /// The key as a number below 2^30.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

impl KeyDelta {
    /// Nothing changes.
    pub(crate) const NONE: KeyDelta = KeyDelta(0);

    /// From a number of contents of variables to another one.
    pub(crate) fn between(one: u32, other: u32) -> KeyDelta {
        KeyDelta((one ^ other) << WAYS_BITS)
    }
}

impl BitOr for ContextKey {
    type Output = ContextKey;

    #[inline]
    fn bitor(self, other: ContextKey) -> ContextKey {
        ContextKey(self.0 | other.0)
    }
}

impl BitAnd for ContextKey {
    type Output = ContextKey;

    #[inline]
    fn bitand(self, mask: ContextKey) -> ContextKey {
        ContextKey(self.0 & mask.0)
    }
}

impl BitXor<KeyDelta> for ContextKey {
    type Output = ContextKey;

    #[inline]
    fn bitxor(self, delta: KeyDelta) -> ContextKey {
        ContextKey(self.0 ^ delta.0)
    }
}

impl BitXorAssign<KeyDelta> for ContextKey {
    #[inline]
    fn bitxor_assign(&mut self, delta: KeyDelta) {
        self.0 ^= delta.0;
    }
}

impl BitXor for KeyDelta {
    type Output = KeyDelta;

    #[inline]
    fn bitxor(self, other: KeyDelta) -> KeyDelta {
        KeyDelta(self.0 ^ other.0)
    }
}

impl BitXorAssign for KeyDelta {
    #[inline]
    fn bitxor_assign(&mut self, other: KeyDelta) {
        self.0 ^= other.0;
    }
}

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

    /// The number, where these are the game variables.
    pub(crate) fn number_with(&mut self, state: &State, game: &Shared) -> Option<u32> {
        let number = self.number_of(game, &state.modifier_variables)?;
        match self.by_parity {
            true => Some(number << 1 | state.parity_of_moves()?),
            false => Some(number),
        }
    }

    /// What changes of a key if these become the game variables of a state.
    pub(crate) fn delta_to(&mut self, state: &State, game: &Shared) -> Option<KeyDelta> {
        Some(KeyDelta::between(self.number(state)?, self.number_with(state, game)?))
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
    /// What tells lines of a move apart.
    pub(crate) fn context_key(&mut self, state: &State, ways: &Ways) -> Option<ContextKey> {
        Some(self.key_of_ways(ways) | self.key_of_variables(state)?)
    }

    /// The part of a key that is the direction's.
    pub(crate) fn key_of_ways(&self, ways: &Ways) -> ContextKey {
        match self.by_direction {
            true => ContextKey::BY_DIRECTION | ContextKey(ways.own),
            false => ContextKey(ways.class),
        }
    }

    /// The part of a key that is the game's. `None` if there are too many contents of
    /// variables.
    fn key_of_variables(&mut self, state: &State) -> Option<ContextKey> {
        match self.by_variables {
            true => self.variables.number(state).map(ContextKey::of_variables),
            false => Some(ContextKey::NONE),
        }
    }

    /// The game's part, where what happens at the end of a turn is told apart, too.
    pub(crate) fn key_of_game(&mut self, state: &State) -> Option<ContextKey> {
        match self.ends_by_variables {
            // What hardly comes again is not worth it.
            true => {
                let number = self.variables.number(state).filter(|number| *number < MOST_AT_END);
                number.map(ContextKey::of_variables)
            }
            false => self.key_of_variables(state),
        }
    }

    /// The bits of the game's part that tell lines apart.
    pub(crate) fn line_mask(&self) -> ContextKey {
        if self.by_variables {
            ContextKey::ALL
        } else {
            ContextKey::NONE
        }
    }

    /// What of a key changes with every move.
    pub(crate) fn delta_per_move(&self) -> KeyDelta {
        match self.by_variables || self.ends_by_variables {
            true => KeyDelta::between(0, self.variables.parity_bit()),
            false => KeyDelta::NONE,
        }
    }
}

/// How many contents of variables are told apart at the end of turns.
const MOST_AT_END: u32 = 64;
