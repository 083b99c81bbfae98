//! Which merge rule applies to a tile, remembered by the tiles it looked at.
//!
//! A tile and those ahead of it and behind it are looked at one by one, in the
//! order in which the test did, until what is known suffices: two tests that
//! have seen the same tiles look at the same one next.
//! What is remembered is which rule applies first, and, if that depends on
//! nothing but these tiles either, what the merge makes of them. Otherwise the
//! rule is tested and carried out in the ordinary way.

mod apply;
mod record;

use std::sync::Arc;

use crate::board::grid::Grid;
use crate::board::tile_table::{TileId, Tiles};
use crate::fast::context_key::Variables;
use crate::fast::probe_table::{Entry, ProbeTable};
use crate::game::state::{Shared, State};
use crate::merge::instance::Open;
use crate::ruleset::Ruleset;
use crate::turn::read_tracker::Side;

/// What a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecisionKind {
    /// To merge, with the first rule that applies.
    Merge,
    /// To merge, with the first rule behind this one that applies.
    MergeAfter(usize),
    /// To change the tile at the end of the turn, with this rule.
    EndOfTurn(usize),
}

impl DecisionKind {
    /// From which number on a rule is none that applies, of so many.
    pub(crate) fn no_rule(self, rules: usize) -> usize {
        match self {
            DecisionKind::Merge | DecisionKind::MergeAfter(_) => rules,
            DecisionKind::EndOfTurn(rule) => rule + 1,
        }
    }
}

/// The edge of the grid, among ids of tiles.
const EDGE: u32 = u32::MAX;

/// Nothing is known here yet.
const UNKNOWN: u32 = u32::MAX;
/// The answer depends on the next tile ahead.
const AHEAD: u32 = u32::MAX - 1;
/// The answer depends on the next tile behind.
const BEHIND: u32 = u32::MAX - 2;
/// The answer depends on more than the tiles.
const UNSURE: u32 = u32::MAX - 3;
/// In place of the number of what variables hold: whatever that is. Below are numbers.
const ANY_VARIABLES: u32 = u32::MAX;
/// Added to the place of a merge whose result is known. Below are rules.
const MERGE: u32 = 1 << 31;

/// What is known of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownDecision {
    /// The first rule that has to be tested: those before it do not apply. As
    /// many as there are rules, if none applies.
    pub(crate) first_rule: usize,
    /// What that rule does, for [`DecisionTrie::merge`].
    pub(crate) merge: Option<usize>,
}

/// What a test comes to, as far as the tiles tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The first rule that has to be tested, or beyond the last one.
    Rule(usize),
    /// Where in [`DecisionTrie::merge`] that is what it does.
    Merge(usize),
    /// It depends on more than the tiles.
    Unsure,
}

impl Decision {
    fn of(word: u32) -> Decision {
        match word {
            UNSURE.. => Decision::Unsure,
            MERGE.. => Decision::Merge((word - MERGE) as usize),
            rule => Decision::Rule(rule as usize),
        }
    }
}

/// What a merge does.
#[derive(Debug)]
pub(crate) struct KnownMerge {
    pub(crate) rule: usize,
    /// What the cells hold then and whether they may merge again, the front
    /// one first: those of the tiles that merge, and perhaps some behind.
    pub(crate) cells: Box<[(TileId, Open)]>,
    /// How many tiles merge.
    pub(crate) length: usize,
    pub(crate) points: f64,
    /// What the game variables are then, if a rule of the end of a turn sets them.
    pub(crate) variables: Option<Shared>,
}

/// A branch of a tree, with the node at its end: they are asked for together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    from: u32,
    /// The tile on it.
    on: u32,
    /// The node; 0: there is no branch.
    to: u32,
    /// What is known there.
    answer: u32,
}

impl Entry for Branch {
    const FREE: Branch = Branch { from: 0, on: 0, to: 0, answer: UNKNOWN };

    #[inline]
    fn is_free(&self) -> bool {
        self.to == 0
    }

    fn hash(&self) -> usize {
        hash(self.from, self.on)
    }
}

#[inline]
fn hash(node: u32, symbol: u32) -> usize {
    let hash = (u64::from(node) << 32 | u64::from(symbol)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash >> 32) as usize
}

/// A tree of tiles, as a hash table of its branches.
#[derive(Debug)]
pub(crate) struct DecisionTrie {
    tiles: Option<Arc<Tiles>>,
    /// See [`Tiles::numbers`]: tests look at fewer tiles if they are such.
    numbers: usize,
    branches: ProbeTable<Branch>,
    /// How many nodes there are, the root included.
    nodes: u32,
    merges: Vec<KnownMerge>,
    /// Where the last walk began: it does so nearly always.
    last_root: Option<([u32; 3], Branch)>,
    most: usize,
    by_direction: bool,
    /// Whether tests of tiles that move depend on variables, and those of the end of
    /// a turn.
    by_variables: bool,
    ends_by_variables: bool,
    /// Whether variables may tell which rules apply to tiles that move, and not only
    /// what comes of them.
    conditions_vary: bool,
    variables: Variables,
    /// How often it was asked whether it is worth telling them apart.
    asked_for_variables: usize,
}

impl DecisionTrie {
    pub(crate) fn new(most: usize, rules: &Ruleset) -> DecisionTrie {
        DecisionTrie {
            tiles: None,
            numbers: 0,
            branches: ProbeTable::new(),
            nodes: 1,
            merges: Vec::new(),
            last_root: None,
            most,
            by_direction: false,
            by_variables: false,
            ends_by_variables: false,
            conditions_vary: false,
            variables: Variables::new(rules),
            asked_for_variables: 0,
        }
    }

    /// Whether anything may be remembered.
    pub(crate) fn is_wanted(&self) -> bool {
        self.most > 0
    }

    fn clear(&mut self) {
        self.branches.clear();
        self.nodes = 1;
        self.merges.clear();
        self.last_root = None;
    }

    /// A merge that is known.
    pub(crate) fn merge(&self, place: usize) -> &KnownMerge {
        &self.merges[place]
    }

    /// Whether what is known is about the tiles of this table.
    pub(crate) fn know(&self, tiles: &Arc<Tiles>) -> bool {
        let own = self.tiles.as_ref().is_some_and(|own| Arc::ptr_eq(own, tiles));
        own && self.numbers == tiles.numbers()
    }

    /// Whether what is known of lines depends on the direction, and on variables.
    pub(crate) fn depend_on(&self, rules: &Ruleset) -> (bool, bool) {
        let ends = self.ends_by_variables && !rules.end_of_turn_rules_of_lines().is_empty();
        (self.by_direction, self.by_variables || ends)
    }

    /// Whether variables may tell which rules apply to tiles that move.
    pub(crate) fn conditions_vary(&self) -> bool {
        self.conditions_vary
    }

    /// Whether what is known of the end of a turn depends on the direction, and on
    /// variables.
    pub(crate) fn ends_depend_on(&self) -> (bool, bool) {
        (self.by_direction, self.ends_by_variables)
    }

    /// Whether tests for this depend on variables.
    fn by_variables(&mut self, purpose: DecisionKind) -> &mut bool {
        match purpose {
            DecisionKind::Merge | DecisionKind::MergeAfter(_) => &mut self.by_variables,
            DecisionKind::EndOfTurn(_) => &mut self.ends_by_variables,
        }
    }

    fn invalidate_if_changed(&mut self, grid: &Grid) {
        if !self.know(grid.tiles()) {
            self.tiles = Some(Arc::clone(grid.tiles()));
            self.numbers = grid.tiles().numbers();
            self.clear();
        }
    }

    /// Whether what depends on variables is worth remembering: not where they hold
    /// something else in nearly every turn. `None`: that is to be seen.
    fn variables_come_again(&mut self, state: &State) -> Option<bool> {
        const FEWEST: usize = 16;
        const ENOUGH: usize = 256;
        self.asked_for_variables += 1;
        let is_known = self.variables.number(state).is_some();
        let often = 4 * self.variables.known.len() <= self.asked_for_variables;
        match self.asked_for_variables {
            FEWEST.. if is_known && often => Some(true),
            ENOUGH.. => Some(false),
            _ => None,
        }
    }

    fn branch(&self, node: u32, symbol: u32) -> Option<Branch> {
        let branch = self.branches.get(hash(node, symbol), |own| (own.from, own.on) == (node, symbol));
        (!branch.is_free()).then_some(*branch)
    }

    /// A branch to be changed before the next; a new one if it is not there.
    fn grow(&mut self, node: u32, symbol: u32) -> Option<&mut Branch> {
        if self.branch(node, symbol).is_none() {
            self.branches.insert(Branch { from: node, on: symbol, to: self.nodes, answer: UNKNOWN });
            self.nodes += 1;
        }
        self.branches.get_mut(hash(node, symbol), |own| (own.from, own.on) == (node, symbol))
    }

    /// The symbols before the tiles, which tell equal tiles apart. `index` is
    /// what `@DirectionIndex` shows.
    pub(crate) fn root(
        &mut self,
        index: Option<f64>,
        state: &State,
        purpose: DecisionKind,
    ) -> Option<[u32; 3]> {
        self.root_with(index, (state, &state.game_variables), purpose)
    }

    /// The symbols before the tiles, where these are the game variables.
    pub(crate) fn root_with(
        &mut self,
        index: Option<f64>,
        (state, variables): (&State, &Shared),
        purpose: DecisionKind,
    ) -> Option<[u32; 3]> {
        let variables = match *self.by_variables(purpose) {
            true => self.variables.number_with(state, variables)?,
            false => 0,
        };
        self.root_of(index, purpose, variables)
    }

    /// The symbols of tests that came to nothing without looking at variables, where
    /// others of this purpose do look at them.
    pub(crate) fn root_of_any(&mut self, index: Option<f64>, purpose: DecisionKind) -> Option<[u32; 3]> {
        match *self.by_variables(purpose) {
            true => self.root_of(index, purpose, ANY_VARIABLES),
            false => None,
        }
    }

    fn root_of(&self, index: Option<f64>, purpose: DecisionKind, variables: u32) -> Option<[u32; 3]> {
        let purpose = match purpose {
            DecisionKind::Merge => 0,
            DecisionKind::MergeAfter(rule) => 2 * rule as u32 + 1,
            DecisionKind::EndOfTurn(rule) => 2 * rule as u32 + 2,
        };
        let direction = match self.by_direction {
            true => index? as i64 as u32,
            false => 0,
        };
        Some([purpose, direction, variables])
    }

    /// What is known of a test that begins here. `look` gives the tiles that it
    /// looks at, one by one, those ahead from its own on.
    #[inline]
    pub(crate) fn walk(
        &self,
        mut branch: Option<Branch>,
        mut look: impl FnMut(Side) -> Option<TileId>,
    ) -> Option<Decision> {
        while let Some(Branch { to, answer, .. }) = branch {
            let looked_at = match answer {
                UNKNOWN => return None,
                AHEAD => look(Side::Ahead),
                BEHIND => look(Side::Behind),
                answer => return Some(Decision::of(answer)),
            };
            branch = self.branch(to, looked_at.map_or(EDGE, TileId::bits));
        }
        None
    }

    /// The branch at whose end walks with these symbols begin.
    pub(crate) fn begin(&mut self, root: [u32; 3]) -> Option<Branch> {
        if let Some((last, branch)) = self.last_root {
            if last == root {
                return Some(branch);
            }
        }
        let branch = self.begin_uncached(root)?;
        self.last_root = Some((root, branch));
        Some(branch)
    }

    /// The branch at whose end walks begin, where the next walk hardly begins there.
    pub(crate) fn begin_uncached(&self, root: [u32; 3]) -> Option<Branch> {
        let next = |branch: Branch, symbol| self.branch(branch.to, symbol);
        root.into_iter().try_fold(Branch::FREE, next)
    }

    /// The branch of walks whose tiles are still to be recorded; a new one if need be.
    fn begin_new(&mut self, root: [u32; 3]) -> Option<&mut Branch> {
        self.last_root = None;
        let mut node = 0;
        for symbol in &root[..2] {
            node = self.grow(node, *symbol)?.to;
        }
        self.grow(node, root[2])
    }

    /// Notes the answer of a test that begins here and looked at these tiles, one by
    /// one. Gives whether the tiles alone led it.
    fn note(&mut self, root: [u32; 3], looks: &[(Side, Option<TileId>)], answer: u32) -> Option<bool> {
        let mut branch = self.begin_new(root)?;
        for (side, seen) in looks {
            let word = if *side == Side::Ahead { AHEAD } else { BEHIND };
            match branch.answer {
                UNKNOWN => branch.answer = word,
                same if same == word => {}
                // A test that saw the same did not look there.
                _ => {
                    self.clear();
                    return Some(false);
                }
            }
            let node = branch.to;
            branch = self.grow(node, seen.map_or(EDGE, TileId::bits))?;
        }
        branch.answer = answer;
        Some(true)
    }
}
