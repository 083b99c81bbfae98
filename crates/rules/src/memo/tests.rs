//! Which merge rule applies to a tile, remembered by the tiles it looked at.
//!
//! A tile and those ahead of it and behind it are looked at one by one, in the
//! order in which the test did, until what is known suffices: two tests that
//! have seen the same tiles look at the same one next.
//! What is remembered is which rule applies first, and, if that depends on
//! nothing but these tiles either, what the merge makes of them. Otherwise the
//! rule is tested and carried out in the ordinary way.

use std::rc::Rc;
use std::sync::Arc;

use super::pairs::Pairs;
use super::watch::{Side, Watch};
use super::Variables;
use crate::cell::Cell;
use crate::form::Open;
use crate::grid::Grid;
use crate::merge::Match;
use crate::merging::Merged;
use crate::play::{Heading, Play};
use crate::ruleset::Ruleset;
use crate::state::State;
use crate::tile::{TileId, Tiles};

/// What a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To merge, with the first rule that applies.
    Merge,
    /// The same, with the first one behind this rule.
    MergeAfter(usize),
    /// To change the tile at the end of the turn, with this rule.
    EndOfTurn(usize),
}

/// The edge of the grid, among ids of tiles.
const EDGE: u32 = u32::MAX;

/// Rows of larger grids are hardly ever met twice.
const LONGEST: usize = 256;

/// Nothing is known here yet.
const UNKNOWN: u32 = u32::MAX;
/// The answer depends on the next tile ahead.
const AHEAD: u32 = u32::MAX - 1;
/// The answer depends on the next tile behind.
const BEHIND: u32 = u32::MAX - 2;
/// The answer depends on more than the tiles.
const UNSURE: u32 = u32::MAX - 3;
/// Added to the place of a merge whose result is known. Below are rules.
const MERGE: u32 = 1 << 31;

/// What is known of a test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownTest {
    /// The first rule that has to be tested: those before it do not apply. As
    /// many as there are rules, if none applies.
    pub(crate) first_rule: usize,
    /// What that rule does, for [`Tests::merge`].
    pub(crate) merge: Option<usize>,
}

/// What a test comes to, as far as the tiles tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The first rule that has to be tested, or beyond the last one.
    Rule(usize),
    /// Where in [`Tests::merge`] that is what it does.
    Merge(usize),
    /// It depends on more than the tiles.
    Unsure,
}

impl Answer {
    fn of(word: u32) -> Answer {
        match word {
            UNSURE.. => Answer::Unsure,
            MERGE.. => Answer::Merge((word - MERGE) as usize),
            rule => Answer::Rule(rule as usize),
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

const NO_BRANCH: Branch = Branch { from: 0, on: 0, to: 0, answer: UNKNOWN };

/// A tree of tiles, as a hash table of its branches.
#[derive(Debug)]
pub(crate) struct Tests {
    tiles: Option<Arc<Tiles>>,
    /// See [`Tiles::numbers`]: tests look at fewer tiles if they are such.
    numbers: usize,
    /// A power of two of them.
    branches: Vec<Branch>,
    /// How many nodes there are, the root included.
    nodes: u32,
    merges: Vec<KnownMerge>,
    /// Where the last walk began: it does so nearly always.
    last_root: Option<([u32; 3], Branch)>,
    /// What is known of pairs of tiles where walks begin there.
    pub(crate) pairs: Pairs,
    most: usize,
    by_direction: bool,
    by_variables: bool,
    variables: Variables,
    /// How often it was asked whether it is worth telling them apart.
    asked_for_variables: usize,
}

impl Tests {
    pub(crate) fn new(most: usize, rules: &Ruleset) -> Tests {
        Tests {
            tiles: None,
            numbers: 0,
            branches: Vec::new(),
            nodes: 1,
            merges: Vec::new(),
            last_root: None,
            pairs: Pairs::default(),
            most,
            by_direction: false,
            by_variables: false,
            variables: Variables::new(rules),
            asked_for_variables: 0,
        }
    }

    /// Whether anything may be remembered.
    pub(crate) fn is_wanted(&self) -> bool {
        self.most > 0
    }

    fn clear(&mut self) {
        self.branches.fill(NO_BRANCH);
        self.nodes = 1;
        self.merges.clear();
        self.last_root = None;
        self.pairs.clear();
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

    /// Whether what is known depends on the direction, and on variables.
    pub(crate) fn depend_on(&self) -> (bool, bool) {
        (self.by_direction, self.by_variables)
    }

    fn keep_to(&mut self, grid: &Grid) {
        if !self.know(grid.tiles()) {
            self.tiles = Some(Arc::clone(grid.tiles()));
            self.numbers = grid.tiles().numbers();
            self.clear();
        }
    }

    /// Whether what depends on variables is worth remembering: not where they
    /// hold something else in nearly every turn.
    fn variables_come_again(&mut self, state: &State) -> bool {
        const FEWEST: usize = 16;
        self.asked_for_variables += 1;
        let is_known = self.variables.number(state).is_some();
        let often = 4 * self.variables.known.len() <= self.asked_for_variables;
        is_known && often && self.asked_for_variables >= FEWEST
    }

    fn slot(&self, node: u32, symbol: u32) -> Option<usize> {
        let mask = self.branches.len().checked_sub(1)?;
        let hash = (u64::from(node) << 32 | u64::from(symbol)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let branch = &self.branches[slot];
            if branch.to == 0 || (branch.from, branch.on) == (node, symbol) {
                return Some(slot);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn branch(&self, node: u32, symbol: u32) -> Option<Branch> {
        let branch = self.branches[self.slot(node, symbol)?];
        (branch.to != 0).then_some(branch)
    }

    /// The same; a new one if there is none. To be changed before the next.
    fn grow(&mut self, node: u32, symbol: u32) -> Option<&mut Branch> {
        if self.nodes as usize * 2 >= self.branches.len() {
            let size = (self.branches.len() * 2).max(1 << 8);
            let old = std::mem::replace(&mut self.branches, vec![NO_BRANCH; size]);
            for branch in old.into_iter().filter(|branch| branch.to != 0) {
                if let Some(slot) = self.slot(branch.from, branch.on) {
                    self.branches[slot] = branch;
                }
            }
        }
        let slot = self.slot(node, symbol)?;
        let branch = &mut self.branches[slot];
        if branch.to == 0 {
            *branch = Branch { from: node, on: symbol, to: self.nodes, answer: UNKNOWN };
            self.nodes += 1;
        }
        Some(branch)
    }

    /// The symbols before the tiles, which tell equal tiles apart. `index` is
    /// what `@DirectionIndex` shows.
    pub(crate) fn root(&mut self, index: Option<f64>, state: &State, purpose: Purpose) -> Option<[u32; 3]> {
        let purpose = match purpose {
            Purpose::Merge => 0,
            Purpose::MergeAfter(rule) => 2 * rule as u32 + 1,
            Purpose::EndOfTurn(rule) => 2 * rule as u32 + 2,
        };
        let direction = match self.by_direction {
            true => index? as i64 as u32,
            false => 0,
        };
        let variables = match self.by_variables {
            true => self.variables.number(state)?,
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
    ) -> Option<Answer> {
        while let Some(Branch { to, answer, .. }) = branch {
            let looked_at = match answer {
                UNKNOWN => return None,
                AHEAD => look(Side::Ahead),
                BEHIND => look(Side::Behind),
                answer => return Some(Answer::of(answer)),
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
        let branch = self.begin_seldom(root)?;
        self.last_root = Some((root, branch));
        self.pairs.keep_to(root);
        Some(branch)
    }

    /// The same, where the next walk hardly begins there, too.
    pub(crate) fn begin_seldom(&self, root: [u32; 3]) -> Option<Branch> {
        let next = |branch: Branch, symbol| self.branch(branch.to, symbol);
        root.into_iter().try_fold(NO_BRANCH, next)
    }

    /// The same of walks whose tiles are still to be learned.
    fn begin_new(&mut self, root: [u32; 3]) -> Option<&mut Branch> {
        self.last_root = None;
        let mut node = 0;
        for symbol in &root[..2] {
            node = self.grow(node, *symbol)?.to;
        }
        self.grow(node, root[2])
    }
}

impl Play<'_> {
    /// What is known of the test of the rules at a cell.
    #[inline(always)]
    pub(crate) fn known_test(&mut self, index: usize, heading: &Heading, purpose: Purpose) -> KnownTest {
        let from = match purpose {
            Purpose::Merge => 0,
            Purpose::MergeAfter(rule) => rule + 1,
            Purpose::EndOfTurn(rule) => rule,
        };
        let unknown = KnownTest { first_rule: from, merge: None };
        match self.tests.is_some() {
            true => self.ask_tests(index, heading, purpose, unknown),
            false => unknown,
        }
    }

    /// The same, where tests are remembered.
    fn ask_tests(
        &mut self,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
        unknown: KnownTest,
    ) -> KnownTest {
        let size = self.state.grid.height().max(self.state.grid.width());
        if heading.step.is_still() || size > LONGEST || self.rules.movement_parameters().is_some() {
            return unknown;
        }
        let Some(tests) = self.tests.take() else { return unknown };
        let known = match self.recall_test(tests, index, heading, purpose) {
            Some(Answer::Rule(rule)) => KnownTest { first_rule: rule, merge: None },
            Some(Answer::Merge(merge)) => {
                KnownTest { first_rule: tests.merges[merge].rule, merge: Some(merge) }
            }
            Some(Answer::Unsure) | None => unknown,
        };
        if let Some(watch) = &self.watch {
            // The line that is being learned depends on what its tests do.
            if tests.by_direction {
                watch.direction();
            }
            if tests.by_variables {
                watch.variables();
            }
        }
        self.tests = Some(tests);
        known
    }

    fn recall_test(
        &mut self,
        tests: &mut Tests,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<Answer> {
        tests.keep_to(&self.state.grid);
        let root = tests.root(heading.info.index.as_number(), &self.state, purpose)?;
        let grid = &self.state.grid;
        let (mut ahead, mut behind) = (Some(index), Some(index));
        let begin = tests.begin(root);
        let known = tests.walk(begin, |side| {
            let looked_at = match side {
                Side::Ahead => {
                    let next = ahead.and_then(|index| heading.neighbour(grid, index));
                    std::mem::replace(&mut ahead, next)
                }
                Side::Behind => {
                    behind = behind.and_then(|index| heading.behind(grid, index));
                    behind
                }
            };
            looked_at.map(|index| grid.ids()[index])
        });
        known.or_else(|| self.learn_test(tests, index, heading, purpose))
    }

    /// Tests the rules as if nothing came of it, and remembers the answer.
    #[cold]
    fn learn_test(
        &mut self,
        tests: &mut Tests,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<Answer> {
        let grid = &self.state.grid;
        let ahead = |own: &usize| heading.neighbour(grid, *own);
        let behind = |own: &usize| heading.behind(grid, *own);
        let ray: Vec<usize> = std::iter::successors(Some(index), ahead).collect();
        let after: Vec<usize> = std::iter::successors(behind(&index), behind).collect();
        let line: Vec<u32> = ray.iter().rev().chain(&after).map(|index| *index as u32).collect();
        let cells: Vec<Cell> = ray.iter().map(|index| grid.place(*index)).collect();
        let behind: Vec<Cell> = after.iter().map(|index| grid.place(*index)).collect();
        let watch = Rc::new(Watch::ray(grid, &line, ray.len() - 1, heading.step));
        let (mut answer, mut reads, merge) = self.undone(&watch, |play| {
            let (answer, found) = play.test_rules(&cells, heading, purpose);
            let reads = watch.reads();
            let merge = found.and_then(|found| play.try_merge(&found, (&cells, &behind), heading));
            (answer, reads, merge)
        });
        let mut merge = merge.filter(|_| !watch.reads().are_unsure());
        let only_merge_varies = watch.reads().variables && !reads.variables && !tests.by_variables;
        if only_merge_varies && !tests.variables_come_again(&self.state) {
            merge = None;
        }
        if merge.is_some() {
            reads = watch.reads();
        }
        if (reads.direction && !tests.by_direction) || (reads.variables && !tests.by_variables) {
            tests.by_direction |= reads.direction;
            tests.by_variables |= reads.variables;
            tests.clear();
        }
        if reads.are_unsure() {
            (answer, merge) = (UNSURE, None);
        }
        if tests.nodes as usize + line.len() + 6 > tests.most {
            tests.clear();
        }
        let root = tests.root(heading.info.index.as_number(), &self.state, purpose)?;
        if let Some(merge) = merge {
            answer = MERGE + tests.merges.len() as u32;
            tests.merges.push(merge);
        }
        let mut branch = tests.begin_new(root)?;
        let (mut ahead, mut behind) = (ray.iter(), after.iter());
        for side in watch.looks() {
            let (word, next) = match side {
                Side::Ahead => (AHEAD, ahead.next()),
                Side::Behind => (BEHIND, behind.next()),
            };
            match branch.answer {
                UNKNOWN => branch.answer = word,
                same if same == word => {}
                // A test that saw the same did not look there: it was none of
                // the tiles alone that led it.
                _ => {
                    tests.clear();
                    return Some(Answer::Unsure);
                }
            }
            let node = branch.to;
            branch = tests.grow(node, next.map_or(EDGE, |index| self.state.grid.ids()[*index].bits()))?;
        }
        branch.answer = answer;
        Some(Answer::of(answer))
    }

    /// The first rule that applies to the first tile of a ray.
    fn test_rules(&mut self, ray: &[Cell], heading: &Heading, purpose: Purpose) -> (u32, Option<Match>) {
        let (range, ends) = match purpose {
            Purpose::Merge => (0..self.rules.rules().len(), false),
            Purpose::MergeAfter(rule) => (rule + 1..self.rules.rules().len(), false),
            Purpose::EndOfTurn(rule) => (rule..rule + 1, true),
        };
        for rule in range.clone() {
            match self.test_rule(rule, ray[0], heading) {
                Ok(Some(found)) if (found.length == 0) == ends => return (rule as u32, Some(found)),
                Ok(_) => {}
                Err(_) => return (UNSURE, None),
            }
        }
        (range.end as u32, None)
    }

    /// What a merge does, if it fills only the cells of the tiles that merge
    /// and some right behind, and there is none between them.
    fn try_merge(
        &mut self,
        found: &Match,
        (ray, behind): (&[Cell], &[Cell]),
        heading: &Heading,
    ) -> Option<KnownMerge> {
        let merging = self.merging_cells(found, heading.step);
        if ray.get(..merging.len()) != Some(&merging[..]) {
            return None;
        }
        let tiles = Arc::clone(self.state.grid.tiles());
        let Merged { placed, points, .. } = self.carry_out(found, &merging, heading).ok()?;
        let extra = placed.cells.len().checked_sub(merging.len())?;
        let cells = merging.iter().rev().chain(behind.get(..extra)?);
        let same_cells = placed.cells.iter().map(|(cell, _)| cell).eq(cells);
        if !same_cells || !Arc::ptr_eq(&tiles, self.state.grid.tiles()) {
            return None;
        }
        let grid = &self.state.grid;
        let cells = placed.cells.iter().enumerate();
        Some(KnownMerge {
            rule: found.rule,
            cells: cells.map(|(place, (cell, _))| (grid.id(*cell), found.form.flag(place))).collect(),
            length: merging.len(),
            points,
        })
    }
}
