//! Context keys: the part of a cache key that is not the tiles.
//!
//! Tiles may act differently in another direction, with other variables, or in an odd move
//! instead of an even one. Recording finds out which of these matter. Until then keys leave
//! them out, and results that were recorded with the smaller key are dropped.
//!
//! See docs/dev/fast-path.md, "What a cache key is".

use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, BitXor, BitXorAssign};
use std::sync::Arc;

use crate::board::lines::{DIRECTION_KEY_BITS, DirectionLines};
use crate::board::shared_values::{Shared, are_identical};
use crate::board::value_key::ListKey;
use crate::fast::Memory;
use crate::fast::packed::room;
use crate::game::state::State;
use crate::ruleset::Ruleset;
use crate::turn::budget::size_of_list;

/// The part of the key of a line that is not its tiles, or one half of this part: that of
/// the direction or that of the game.
///
/// The low bits hold the class or the number of the direction. The bits above hold the
/// number of the contents of variables, whose lowest bit is the parity of the move in modes
/// that mention the number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ContextKey(u32);

/// The change of a context key. It is a set of bits to flip, so changes can be combined in
/// any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct KeyDelta(u32);

impl ContextKey {
    /// The key of contexts that are not distinguished.
    pub(crate) const NONE: ContextKey = ContextKey(0);
    /// All bits, as a mask.
    pub(crate) const ALL: ContextKey = ContextKey(u32::MAX);
    /// A bit of keys that contain the number of the direction. It keeps them apart from
    /// older keys.
    const BY_DIRECTION: ContextKey = ContextKey(1 << 28);
    /// A bit of keys that contain the number of the contents of variables.
    const BY_VARIABLES: ContextKey = ContextKey(1 << 29);

    /// Makes the part of the contents of variables with this number.
    fn of_variables(number: u32) -> ContextKey {
        ContextKey::BY_VARIABLES | ContextKey(number << DIRECTION_KEY_BITS)
    }

    /// Returns the number of the contents of variables, if the key contains it.
    pub(crate) fn variables(self) -> Option<u32> {
        let number = (self.0 & (ContextKey::BY_DIRECTION.0 - 1)) >> DIRECTION_KEY_BITS;
        (self & ContextKey::BY_VARIABLES != ContextKey::NONE).then_some(number)
    }

    /// Returns the key as a number below 2^30.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

impl KeyDelta {
    /// No change.
    pub(crate) const NONE: KeyDelta = KeyDelta(0);

    /// Makes the change from one number of contents of variables to another.
    pub(crate) fn between(one: u32, other: u32) -> KeyDelta {
        KeyDelta((one ^ other) << DIRECTION_KEY_BITS)
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

/// The numbers of the contents of the variables, each with the parity of the move where it
/// matters.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    /// Flag: odd moves are distinguished from even ones.
    by_parity: bool,
    /// The largest size of game variables that get a number.
    largest: u64,
    /// The numbers, by the contents of the game's and the modifiers' variables.
    pub(crate) known: HashMap<[ListKey; 2], u32>,
    /// The game variables of each number.
    contents: Vec<Shared>,
    /// The contents that were looked up last, the latest first.
    last: Vec<(Shared, Shared, u32)>,
}

/// The largest number of different contents of variables.
const MOST_VARIABLES: usize = 4096;

impl Variables {
    /// The number of contents that are compared one by one before the hash table is asked.
    const LAST: usize = 8;

    pub(crate) fn new(rules: &Ruleset) -> Variables {
        let largest = room::largest_variables(rules.limits().kept);
        Variables { by_parity: rules.reads_parity(), largest, ..Variables::default() }
    }

    /// Returns the number of the contents of a state; `None` if there are too many, or they are
    /// too large.
    pub(crate) fn number(&mut self, state: &State) -> Option<u32> {
        self.number_with(state, &state.game_variables)
    }

    /// Returns the number of a state with other game variables.
    pub(crate) fn number_with(&mut self, state: &State, game: &Shared) -> Option<u32> {
        let number = self.number_of(game, &state.modifier_variables)?;
        match self.by_parity {
            true => Some(number << 1 | state.parity_of_moves()?),
            false => Some(number),
        }
    }

    /// Returns the change of a key if these become the game variables of a state.
    pub(crate) fn delta_to(&mut self, state: &State, game: &Shared) -> Option<KeyDelta> {
        Some(KeyDelta::between(self.number(state)?, self.number_with(state, game)?))
    }

    /// Returns the game variables of a number.
    pub(crate) fn game_variables(&self, number: u32) -> Option<&Shared> {
        self.contents.get((number >> self.parity_bit()) as usize)
    }

    /// Returns the bit of a number that holds the parity of the move.
    fn parity_bit(&self) -> u32 {
        u32::from(self.by_parity)
    }

    fn number_of(&mut self, game: &Shared, modifier: &Shared) -> Option<u32> {
        if let Some((last_game, last_modifier, number)) = self.last.first()
            && Arc::ptr_eq(last_game, game)
            && Arc::ptr_eq(last_modifier, modifier)
        {
            return Some(*number);
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
            None if self.known.len() >= MOST_VARIABLES || size_of_list(game) > self.largest => None,
            None => {
                self.contents.push(Arc::clone(game));
                Some(*self.known.entry(key).or_insert(next))
            }
        }
    }
}

impl Memory {
    /// Returns the context key of the lines of a move.
    pub(crate) fn context_key(
        &mut self,
        state: &State,
        direction_lines: &DirectionLines,
    ) -> Option<ContextKey> {
        Some(self.key_of_direction(direction_lines) | self.key_of_variables(state)?)
    }

    /// Returns the part of a key that belongs to the direction.
    pub(crate) fn key_of_direction(&self, direction_lines: &DirectionLines) -> ContextKey {
        match self.by_direction {
            true => ContextKey::BY_DIRECTION | ContextKey(direction_lines.own_key),
            false => ContextKey(direction_lines.shared_key),
        }
    }

    /// Returns the part of a key that belongs to the game; `None` if there are too many
    /// contents of variables.
    fn key_of_variables(&mut self, state: &State) -> Option<ContextKey> {
        match self.by_variables {
            true => self.variables.number(state).map(ContextKey::of_variables),
            false => Some(ContextKey::NONE),
        }
    }

    /// Returns the game's part of a key for the end of a turn, which may depend on more
    /// than lines do.
    pub(crate) fn key_of_game(&mut self, state: &State) -> Option<ContextKey> {
        match self.ends_by_variables {
            // Contents with a larger number rarely repeat, so a cache entry for them does
            // not pay.
            true => {
                let number = self.variables.number(state).filter(|number| *number < MOST_AT_END);
                number.map(ContextKey::of_variables)
            }
            false => self.key_of_variables(state),
        }
    }

    /// Returns the bits of the game's part that matter for lines.
    pub(crate) fn line_mask(&self) -> ContextKey {
        if self.by_variables { ContextKey::ALL } else { ContextKey::NONE }
    }

    /// Returns the change of a key with every move.
    pub(crate) fn delta_per_move(&self) -> KeyDelta {
        match self.by_variables || self.ends_by_variables {
            true => KeyDelta::between(0, self.variables.parity_bit()),
            false => KeyDelta::NONE,
        }
    }
}

/// The number of contents of variables that are distinguished at the end of turns.
const MOST_AT_END: u32 = 64;
