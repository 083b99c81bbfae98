//! Which merge rule applies to a tile, remembered by the tiles it looked at.
//!
//! A tile and those ahead of it are walked along one by one until what is
//! known suffices: two tests that see the same tiles look at the same ones.
//! What is remembered is only where to begin: the first rule that applies is
//! tested and carried out in the ordinary way.

use std::rc::Rc;
use std::sync::Arc;

use super::watch::Watch;
use super::Variables;
use crate::cell::Cell;
use crate::grid::Grid;
use crate::play::{Heading, Play};
use crate::tile::Tiles;

/// What a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To merge, with the first rule that applies.
    Merge,
    /// To change the tile at the end of the turn, with this rule.
    EndOfTurn(usize),
}

/// The edge of the grid, among ids of tiles.
const EDGE: u32 = u32::MAX;

/// Rows of larger grids are hardly ever met twice.
const LONGEST: usize = 256;

/// An answer that is still to be found further on.
const FURTHER: u32 = u32::MAX;
/// The answer depends on more than the tiles.
const UNSURE: u32 = u32::MAX - 1;

/// A tree of tiles, as a hash table of its branches.
#[derive(Debug)]
pub(crate) struct Tests {
    tiles: Option<Arc<Tiles>>,
    /// Where a branch leads, by where it begins and the tile on it; 0: free.
    branches: Vec<(u32, u32, u32)>,
    answers: Vec<u32>,
    most: usize,
    by_direction: bool,
    by_variables: bool,
    variables: Variables,
}

impl Tests {
    pub(crate) fn new(most: usize) -> Tests {
        Tests {
            tiles: None,
            branches: Vec::new(),
            answers: vec![FURTHER],
            most,
            by_direction: false,
            by_variables: false,
            variables: Variables::default(),
        }
    }

    /// Whether anything may be remembered.
    pub(crate) fn is_wanted(&self) -> bool {
        self.most > 0
    }

    fn clear(&mut self) {
        self.branches.fill((0, 0, 0));
        self.answers.clear();
        self.answers.push(FURTHER);
    }

    fn keep_to(&mut self, grid: &Grid) {
        if !self.tiles.as_ref().is_some_and(|own| Arc::ptr_eq(own, grid.tiles())) {
            self.tiles = Some(Arc::clone(grid.tiles()));
            self.clear();
        }
    }

    fn slot(&self, node: u32, symbol: u32) -> Option<usize> {
        let mask = self.branches.len().checked_sub(1)?;
        let hash = (u64::from(node) << 32 | u64::from(symbol)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let (from, on, to) = self.branches[slot];
            if to == 0 || (from, on) == (node, symbol) {
                return Some(slot);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn child(&self, node: u32, symbol: u32) -> Option<u32> {
        let (_, _, to) = self.branches[self.slot(node, symbol)?];
        (to != 0).then_some(to)
    }

    fn grow(&mut self, node: u32, symbol: u32) -> u32 {
        if self.answers.len() * 2 >= self.branches.len() {
            let size = (self.branches.len() * 2).max(1 << 8);
            let old = std::mem::replace(&mut self.branches, vec![(0, 0, 0); size]);
            for branch in old.into_iter().filter(|branch| branch.2 != 0) {
                if let Some(slot) = self.slot(branch.0, branch.1) {
                    self.branches[slot] = branch;
                }
            }
        }
        let Some(slot) = self.slot(node, symbol) else { return 0 };
        if self.branches[slot].2 == 0 {
            self.branches[slot] = (node, symbol, self.answers.len() as u32);
            self.answers.push(FURTHER);
        }
        self.branches[slot].2
    }

    /// The symbols before the tiles, which tell equal tiles apart.
    fn root(&mut self, play: &Play<'_>, heading: &Heading, purpose: Purpose) -> Option<[u32; 3]> {
        let purpose = match purpose {
            Purpose::Merge => 0,
            Purpose::EndOfTurn(rule) => rule as u32 + 1,
        };
        let direction = match self.by_direction {
            true => heading.info.index.as_number()? as i64 as u32,
            false => 0,
        };
        let variables = match self.by_variables {
            true => self.variables.number(&play.state.game_variables, &play.state.modifier_variables)?,
            false => 0,
        };
        Some([purpose, direction, variables])
    }
}

impl Play<'_> {
    /// The first rule that has to be tested at a cell: those before it do not
    /// apply. As many as there are rules, if none applies.
    pub(crate) fn first_rule(&mut self, cell: Cell, heading: &Heading, purpose: Purpose) -> usize {
        let rules = self.rules;
        let from = match purpose {
            Purpose::Merge => 0,
            Purpose::EndOfTurn(rule) => rule,
        };
        let size = self.state.grid.height().max(self.state.grid.width());
        if rules.movement_parameters().is_some() || heading.step.is_still() || size > LONGEST {
            return from;
        }
        let Some(tests) = self.tests.take() else { return from };
        let answer = self.recall_test(tests, cell, heading, purpose);
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
        match answer {
            Some(answer) if answer < UNSURE => answer as usize,
            _ => from,
        }
    }

    fn recall_test(
        &mut self,
        tests: &mut Tests,
        cell: Cell,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<u32> {
        tests.keep_to(&self.state.grid);
        let root = tests.root(self, heading, purpose)?;
        let known = root.into_iter().try_fold(0, |node, symbol| tests.child(node, symbol));
        let mut next = Some(cell);
        let mut node = known;
        while let Some(place) = node {
            if tests.answers[place as usize] != FURTHER {
                return Some(tests.answers[place as usize]);
            }
            let symbol = next.map_or(EDGE, |cell| self.state.grid.id(cell).bits());
            node = tests.child(place, symbol);
            if symbol == EDGE {
                break;
            }
            next = next.and_then(|cell| self.state.grid.neighbour(cell, heading.step));
        }
        match node.map(|place| tests.answers[place as usize]) {
            Some(answer) if answer != FURTHER => Some(answer),
            _ => self.learn_test(tests, cell, heading, purpose),
        }
    }

    /// Tests the rules as if nothing came of it, and remembers the answer.
    #[cold]
    fn learn_test(
        &mut self,
        tests: &mut Tests,
        cell: Cell,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<u32> {
        let ahead = |own: &Cell| self.state.grid.neighbour(*own, heading.step);
        let ray: Vec<Cell> = std::iter::successors(Some(cell), ahead).collect();
        let watch = Rc::new(Watch::ray(&self.state.grid, &ray, heading.step));
        let untouched = self.state.clone();
        let signals = self.signals.clone();
        let random = self.random.take();
        let outer = self.watch.replace(Rc::clone(&watch));

        let (range, ends) = match purpose {
            Purpose::Merge => (0..self.rules.rules().len(), false),
            Purpose::EndOfTurn(rule) => (rule..rule + 1, true),
        };
        let mut answer = range.end as u32;
        for rule in range {
            match self.test_rule(rule, cell, heading) {
                Ok(Some(found)) if (found.length == 0) == ends => {
                    answer = rule as u32;
                    break;
                }
                Ok(_) => {}
                Err(_) => {
                    answer = UNSURE;
                    break;
                }
            }
        }

        self.watch = outer;
        self.random = random;
        self.signals = signals;
        self.state = untouched;
        let reads = watch.reads();
        if (reads.direction && !tests.by_direction) || (reads.variables && !tests.by_variables) {
            tests.by_direction |= reads.direction;
            tests.by_variables |= reads.variables;
            tests.clear();
        }
        if reads.other || reads.spawns {
            answer = UNSURE;
        }
        if tests.answers.len() + ray.len() + 4 > tests.most {
            tests.clear();
        }
        let root = tests.root(self, heading, purpose)?;
        let edge = (watch.looked_ahead() > ray.len()).then_some(EDGE);
        let tiles = ray.iter().take(watch.looked_ahead()).map(|cell| self.state.grid.id(*cell).bits());
        let node = root.into_iter().chain(tiles).chain(edge).fold(0, |node, symbol| tests.grow(node, symbol));
        tests.answers[node as usize] = answer;
        Some(answer)
    }
}
