//! The decision trie: which merge rule applies to a tile, by the tiles that its test looked
//! at.
//!
//! The keys of the trie are the tiles that a test looked at, one by one, in the order in
//! which the test did. Two tests that have seen the same tiles look at the same tile next,
//! so the trie can be walked without the test. A leaf holds the first rule that applies,
//! and the result of the merge if it depends on nothing but these tiles either. Otherwise
//! the interpreter tests and applies the rule.
//!
//! See docs/dev/fast-path.md, "What a cache key is".

mod apply;
mod record;
mod starts;

use std::sync::Arc;

use calcarray::Value;

use crate::board::grid::Grid;
use crate::board::shared_values::Shared;
use crate::board::tile_table::{TileId, Tiles};
use crate::fast::MOST_CACHED;
use crate::fast::context_key::Variables;
use crate::fast::probe_table::{Entry, ProbeTable};
use crate::game::state::State;
use crate::merge::instance::Open;
use crate::ruleset::Ruleset;
use crate::turn::read_tracker::{Look, Offset, Side};
use starts::Starts;

/// The purpose of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DecisionKind {
    /// A merge by the first rule that applies.
    Merge,
    /// A merge by the first rule after this one that applies.
    MergeAfter(usize),
    /// A change of the tile at the end of the turn by this rule.
    EndOfTurn(usize),
}

impl DecisionKind {
    /// Returns the number from which on a rule means that none applies, if there are
    /// `rules` rules.
    pub(crate) fn no_rule(self, rules: usize) -> usize {
        match self {
            DecisionKind::Merge | DecisionKind::MergeAfter(_) => rules,
            DecisionKind::EndOfTurn(rule) => rule + 1,
        }
    }
}

/// The edge of the grid, among ids of tiles.
const EDGE: u32 = u32::MAX;

/// The answer is not known yet.
const UNKNOWN: u32 = u32::MAX;
/// The answer depends on the next tile ahead.
const AHEAD: u32 = u32::MAX - 1;
/// The answer depends on the next tile behind.
const BEHIND: u32 = u32::MAX - 2;
/// The answer depends on more than the tiles.
const UNSURE: u32 = u32::MAX - 3;
/// The answer depends on a cell beside the line: the number of the way to it is to be added.
const BESIDE: u32 = UNSURE - Offset::COUNT;
const LAST_BESIDE: u32 = UNSURE - 1;
/// The answer depends on whether a cell beside the line is empty: the number of the way is to be
/// added.
const EMPTY: u32 = BESIDE - Offset::COUNT;
const LAST_EMPTY: u32 = BESIDE - 1;
/// A cell that is not empty, among ids of tiles.
const OCCUPIED: u32 = u32::MAX - 1;
/// The number that stands for all contents of variables; smaller ones stand for one each.
const ANY_VARIABLES: u32 = u32::MAX;
/// The offset of the places of known merges; smaller answers are rules.
const MERGE: u32 = 1 << 31;

/// The known answer of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownDecision {
    /// The first rule that has to be tested, because those before it do not apply. It is
    /// the number of rules if none applies.
    pub(crate) first_rule: usize,
    /// The place of the merge by this rule, for [`DecisionTrie::merge`].
    pub(crate) merge: Option<usize>,
}

/// The answer of a test, as far as it depends on the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The first rule that has to be tested, or a number beyond the last one.
    Rule(usize),
    /// The place of the merge, for [`DecisionTrie::merge`].
    Merge(usize),
    /// The answer depends on more than the tiles.
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

/// A merge and its results.
#[derive(Debug)]
pub(crate) struct KnownMerge {
    /// The rule that applies.
    pub(crate) rule: usize,
    /// The contents of the cells afterwards, the front one first, with their part in later
    /// merges: the cells of the merging tiles, and perhaps some behind.
    pub(crate) cells: Box<[(TileId, Open)]>,
    /// The number of tiles that merge.
    pub(crate) length: usize,
    /// The points of the merge.
    pub(crate) points: f64,
    /// The game variables afterwards, if a rule of the end of a turn sets them.
    pub(crate) variables: Option<Shared>,
    /// The variables that scripts for it see, if there are such scripts and the variables are small.
    pub(crate) seen_by_scripts: Option<Box<[Value]>>,
}

/// A branch of the trie together with the node at its end, because both are read together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    /// The node at which the branch begins.
    from: u32,
    /// The tile of the branch.
    on: u32,
    /// The node at the end; 0 is a free slot.
    to: u32,
    /// The answer at that node.
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

/// Returns the symbol of a content in a key; `None` stands for the edge.
#[inline]
fn symbol(look: Look, seen: Option<TileId>) -> u32 {
    match (look, seen) {
        (_, None) => EDGE,
        (Look::Empty(_), Some(id)) if id != TileId::EMPTY => OCCUPIED,
        (_, Some(id)) => id.bits(),
    }
}

/// The trie of tests, as a hash table of its branches.
#[derive(Debug)]
pub(crate) struct DecisionTrie {
    /// The table of tiles that the keys refer to.
    tiles: Option<Arc<Tiles>>,
    /// The value of [`Tiles::numbers`] at recording: tests look at fewer tiles if all tiles
    /// are lists of numbers.
    numbers: usize,
    /// The value of [`Tiles::are_plain`] at recording: a content that is evaluated when it is read
    /// may equal another one.
    plain: bool,
    branches: ProbeTable<Branch>,
    /// The number of nodes, the root included.
    nodes: u32,
    merges: Vec<KnownMerge>,
    /// The starts of walks.
    starts: Starts,
    /// The largest number of nodes.
    most: usize,
    /// Flag: tests depend on the direction.
    by_direction: bool,
    /// Flag: tests of tiles that move depend on variables.
    by_variables: bool,
    /// Flag: tests of the end of a turn depend on variables.
    ends_by_variables: bool,
    /// Flag: variables may decide which rules apply to tiles that move, not only what
    /// merges make.
    conditions_vary: bool,
    /// The numbers of the contents of variables in the keys.
    variables: Variables,
    /// The number of calls of [`DecisionTrie::variables_come_again`].
    asked_for_variables: usize,
}

impl DecisionTrie {
    pub(crate) fn new(most: usize, rules: &Ruleset) -> DecisionTrie {
        DecisionTrie {
            tiles: None,
            numbers: 0,
            plain: true,
            branches: ProbeTable::new(),
            nodes: 1,
            merges: Vec::new(),
            starts: Starts::new(),
            most: most.min(MOST_CACHED),
            by_direction: false,
            by_variables: false,
            ends_by_variables: false,
            conditions_vary: false,
            variables: Variables::new(rules),
            asked_for_variables: 0,
        }
    }

    /// Returns true if the limits allow any entry.
    pub(crate) fn is_wanted(&self) -> bool {
        self.most > 0
    }

    fn clear(&mut self) {
        self.branches.clear();
        self.nodes = 1;
        self.merges.clear();
        self.starts.clear();
    }

    /// Returns a known merge.
    pub(crate) fn merge(&self, place: usize) -> &KnownMerge {
        &self.merges[place]
    }

    /// Returns true if the entries are about the tiles of this table.
    pub(crate) fn know(&self, tiles: &Arc<Tiles>) -> bool {
        let own = self.tiles.as_ref().is_some_and(|own| Arc::ptr_eq(own, tiles));
        own && self.numbers == tiles.numbers() && self.plain == tiles.are_plain()
    }

    /// Returns two flags: decisions about lines depend on the direction, and on variables.
    pub(crate) fn depend_on(&self, rules: &Ruleset) -> (bool, bool) {
        let ends = self.ends_by_variables && !rules.end_of_turn_rules_of_lines().is_empty();
        (self.by_direction, self.by_variables || ends)
    }

    /// Returns true if variables may decide which rules apply to tiles that move.
    pub(crate) fn conditions_vary(&self) -> bool {
        self.conditions_vary
    }

    /// Returns two flags: decisions about the end of a turn depend on the direction, and on
    /// variables.
    pub(crate) fn ends_depend_on(&self) -> (bool, bool) {
        (self.by_direction, self.ends_by_variables)
    }

    /// Returns the flag that tests of this purpose depend on variables.
    fn by_variables(&mut self, purpose: DecisionKind) -> &mut bool {
        match purpose {
            DecisionKind::Merge | DecisionKind::MergeAfter(_) => &mut self.by_variables,
            DecisionKind::EndOfTurn(_) => &mut self.ends_by_variables,
        }
    }

    /// Drops all entries if the grid has another table of tiles.
    fn invalidate_if_changed(&mut self, grid: &Grid) {
        if !self.know(grid.tiles()) {
            self.tiles = Some(Arc::clone(grid.tiles()));
            (self.numbers, self.plain) = (grid.tiles().numbers(), grid.tiles().are_plain());
            self.clear();
        }
    }

    /// Decides if results that depend on variables are worth an entry: not if nearly every
    /// turn has new contents. Returns `None` while there were too few turns to decide.
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

    /// Returns a branch, which is added if it is missing, to be changed before the next one
    /// is asked for.
    fn grow(&mut self, node: u32, symbol: u32) -> Option<&mut Branch> {
        if self.branch(node, symbol).is_none() {
            self.branches.insert(Branch { from: node, on: symbol, to: self.nodes, answer: UNKNOWN });
            self.nodes += 1;
        }
        self.branches.get_mut(hash(node, symbol), |own| (own.from, own.on) == (node, symbol))
    }

    /// Returns the symbols that stand before the tiles of a key. `index` is the value of
    /// `@DirectionIndex`.
    pub(crate) fn root(
        &mut self,
        index: Option<f64>,
        state: &State,
        purpose: DecisionKind,
    ) -> Option<[u32; 3]> {
        self.root_with(index, (state, &state.game_variables), purpose)
    }

    /// Returns the symbols for a state with other game variables.
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

    /// Returns the symbols of tests in which no rule applied and no variable was read, if
    /// other tests of this purpose do read variables.
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

    /// Walks the trie from a branch. `look` returns the tiles of a line that the test looks at, one
    /// by one; those ahead begin with its own. A test that looks beside the line is unsure.
    #[inline]
    pub(crate) fn walk(
        &self,
        branch: Option<Branch>,
        mut look: impl FnMut(Side) -> Option<TileId>,
    ) -> Option<Decision> {
        self.walk_anywhere(branch, |own| match own {
            Look::Along(side) => Some(look(side)),
            Look::Beside(_) | Look::Empty(_) => None,
        })
    }

    /// Walks the trie from a branch as [`DecisionTrie::walk`] does, also where tests look beside the
    /// line. Where `look` returns `None`, the answer is unsure.
    #[inline]
    fn walk_anywhere(
        &self,
        mut branch: Option<Branch>,
        mut look: impl FnMut(Look) -> Option<Option<TileId>>,
    ) -> Option<Decision> {
        while let Some(Branch { to, answer, .. }) = branch {
            let own = match answer {
                UNKNOWN => return None,
                AHEAD => Look::Along(Side::Ahead),
                BEHIND => Look::Along(Side::Behind),
                BESIDE..=LAST_BESIDE => Look::Beside(Offset::of_number(answer - BESIDE)),
                EMPTY..=LAST_EMPTY => Look::Empty(Offset::of_number(answer - EMPTY)),
                answer => return Some(Decision::of(answer)),
            };
            let Some(looked_at) = look(own) else { return Some(Decision::Unsure) };
            branch = self.branch(to, symbol(own, looked_at));
        }
        None
    }

    /// Returns the branch at which walks with these symbols start.
    pub(crate) fn begin(&mut self, root: [u32; 3]) -> Option<Branch> {
        if let Some(branch) = self.starts.branch(root) {
            return Some(branch);
        }
        let branch = self.begin_uncached(root)?;
        self.starts.keep(root, branch);
        Some(branch)
    }

    /// Returns the branch at which walks start, without keeping it for the next walk.
    pub(crate) fn begin_uncached(&self, root: [u32; 3]) -> Option<Branch> {
        let next = |branch: Branch, symbol| self.branch(branch.to, symbol);
        root.into_iter().try_fold(Branch::FREE, next)
    }

    /// Returns the branch at which walks start, added if it is missing.
    fn begin_new(&mut self, root: [u32; 3]) -> Option<&mut Branch> {
        self.starts.forget_branch(root);
        let mut node = 0;
        for symbol in &root[..2] {
            node = self.grow(node, *symbol)?.to;
        }
        self.grow(node, root[2])
    }

    /// Records the answer of a test that looked at these tiles, one by one. Returns false
    /// if the tiles do not determine the answer.
    fn note(&mut self, root: [u32; 3], looks: &[(Look, Option<TileId>)], answer: u32) -> Option<bool> {
        let mut branch = self.begin_new(root)?;
        for (look, seen) in looks {
            let word = match look {
                Look::Along(Side::Ahead) => AHEAD,
                Look::Along(Side::Behind) => BEHIND,
                Look::Beside(way) => BESIDE + way.number(),
                Look::Empty(way) => EMPTY + way.number(),
            };
            match branch.answer {
                UNKNOWN => branch.answer = word,
                same if same == word => {}
                // Another test saw the same tiles and looked elsewhere next.
                _ => {
                    self.clear();
                    return Some(false);
                }
            }
            let node = branch.to;
            branch = self.grow(node, symbol(*look, *seen))?;
        }
        branch.answer = answer;
        Some(true)
    }
}
