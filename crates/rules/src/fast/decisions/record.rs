//! Asking what is known of tests, and learning it from the tests of a turn.

use std::rc::Rc;
use std::sync::Arc;

use crate::board::cell::Cell;
use crate::board::tile_table::TileId;
use crate::fast::accelerator::Accelerator;
use crate::fast::decisions::{Answer, KnownMerge, KnownTest, Purpose, Tests, MERGE, UNSURE};
use crate::game::state::are_identical;
use crate::merge::apply::Merged;
use crate::merge::matching::Match;
use crate::turn::context::{Heading, Play};
use crate::turn::read_tracker::{Side, Watch};

/// Rows of larger grids are hardly ever met twice.
const LONGEST: usize = 256;

impl Accelerator<'_> {
    /// What is known of the test of the rules at a cell.
    #[inline(always)]
    pub(crate) fn known_test(
        &self,
        play: &mut Play<'_>,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
    ) -> KnownTest {
        let from = match purpose {
            Purpose::Merge => 0,
            Purpose::MergeAfter(rule) => rule + 1,
            Purpose::EndOfTurn(rule) => rule,
        };
        let unknown = KnownTest { first_rule: from, merge: None };
        let Some(tests) = self.tests.take() else { return unknown };
        let known = self.ask_tests(play, tests, index, heading, purpose);
        self.tests.set(Some(tests));
        known.unwrap_or(unknown)
    }

    /// Asks what is remembered of tests; `None` if that is nothing.
    fn ask_tests(
        &self,
        play: &mut Play<'_>,
        tests: &mut Tests,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<KnownTest> {
        let size = play.state.grid.height().max(play.state.grid.width());
        if heading.step.is_still() || size > LONGEST || play.rules.movement_parameters().is_some() {
            return None;
        }
        let known = match self.recall_test(play, tests, index, heading, purpose) {
            Some(Answer::Rule(rule)) => Some(KnownTest { first_rule: rule, merge: None }),
            Some(Answer::Merge(merge)) => {
                Some(KnownTest { first_rule: tests.merges[merge].rule, merge: Some(merge) })
            }
            Some(Answer::Unsure) | None => None,
        };
        if let Some(watch) = &play.watch {
            // The line that is being learned depends on what its tests do.
            if tests.by_direction {
                watch.direction();
            }
            if *tests.by_variables(purpose) {
                watch.variables();
            }
        }
        known
    }

    fn recall_test(
        &self,
        play: &mut Play<'_>,
        tests: &mut Tests,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<Answer> {
        tests.keep_to(&play.state.grid);
        let root = tests.root(heading.info.index.as_number(), &play.state, purpose)?;
        let grid = &play.state.grid;
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
        known.or_else(|| self.learn_test(play, tests, index, heading, purpose))
    }

    /// Tests the rules as if nothing came of it, and remembers the answer.
    #[cold]
    fn learn_test(
        &self,
        play: &mut Play<'_>,
        tests: &mut Tests,
        index: usize,
        heading: &Heading,
        purpose: Purpose,
    ) -> Option<Answer> {
        let grid = &play.state.grid;
        let ahead = |own: &usize| heading.neighbour(grid, *own);
        let behind = |own: &usize| heading.behind(grid, *own);
        let ray: Vec<usize> = std::iter::successors(Some(index), ahead).collect();
        let after: Vec<usize> = std::iter::successors(behind(&index), behind).collect();
        let line: Vec<u32> = ray.iter().rev().chain(&after).map(|index| *index as u32).collect();
        if let Some(nothing) = recall_nothing(play, tests, heading, purpose, (&ray, &after)) {
            return Some(nothing);
        }
        let cells: Vec<Cell> = ray.iter().map(|index| grid.place(*index)).collect();
        let behind: Vec<Cell> = after.iter().map(|index| grid.place(*index)).collect();
        let watch = Rc::new(Watch::ray(grid, &line, ray.len() - 1, heading.step));
        let (mut answer, mut reads, merge) = play.undone(&watch, |play| {
            let (answer, found) = test_rules(play, &cells, heading, purpose);
            let reads = watch.reads();
            watch.let_set_variables();
            let merge = found.and_then(|found| try_merge(play, &found, (&cells, &behind), heading));
            (answer, reads, merge)
        });
        let mut merge = merge.filter(|_| !watch.reads().are_unsure());
        tests.conditions_vary |= reads.variables && !matches!(purpose, Purpose::EndOfTurn(_));
        let by_variables = *tests.by_variables(purpose);
        let only_merge_varies = watch.reads().variables && !reads.variables && !by_variables;
        if let Some(known) = merge.as_ref().filter(|_| only_merge_varies) {
            // What becomes of single tiles does not make lines others.
            let is_of_line = !matches!(purpose, Purpose::EndOfTurn(_)) || !play.rules.changes_single_tiles();
            let set = known.variables.is_some() && is_of_line;
            match tests.variables_come_again(&play.state, set) {
                Some(true) => {}
                Some(false) => merge = None,
                None => return Some(Answer::of(answer)),
            }
        }
        if merge.is_some() {
            reads = watch.reads();
        }
        if (reads.direction && !tests.by_direction) || (reads.variables && !by_variables) {
            tests.by_direction |= reads.direction;
            *tests.by_variables(purpose) |= reads.variables;
            tests.clear();
        }
        if reads.are_unsure() {
            (answer, merge) = (UNSURE, None);
        }
        if tests.nodes as usize + 2 * (line.len() + 6) > tests.most {
            tests.clear();
        }
        let index = heading.info.index.as_number();
        let root = tests.root(index, &play.state, purpose)?;
        let is_nothing = merge.is_none() && answer as usize == purpose.no_rule(play.rules.rules().len());
        if let Some(merge) = merge {
            answer = MERGE + tests.merges.len() as u32;
            tests.merges.push(merge);
        }
        let (mut ahead, mut behind) = (ray.iter(), after.iter());
        let look = |side| {
            let cell = if side == Side::Ahead { ahead.next() } else { behind.next() };
            (side, cell.map(|cell| play.state.grid.ids()[*cell]))
        };
        let looks: Vec<(Side, Option<TileId>)> = watch.looks().into_iter().map(look).collect();
        let any = tests.root_of_any(index, purpose).filter(|_| is_nothing && !reads.variables);
        for root in [Some(root), any].into_iter().flatten() {
            if !tests.note(root, &looks, answer)? {
                return Some(Answer::Unsure);
            }
        }
        Some(Answer::of(answer))
    }
}

/// Whether a test came to nothing without looking at variables, while they held
/// something else: so it does now.
fn recall_nothing(
    play: &Play<'_>,
    tests: &mut Tests,
    heading: &Heading,
    purpose: Purpose,
    (ray, after): (&[usize], &[usize]),
) -> Option<Answer> {
    let index = heading.info.index.as_number();
    let any = tests.root_of_any(index, purpose)?;
    let (mut ahead, mut behind, mut looks) = (ray.iter(), after.iter(), Vec::new());
    let known = tests.walk(tests.begin_seldom(any), |side| {
        let cell = if side == Side::Ahead { ahead.next() } else { behind.next() };
        let seen = cell.map(|cell| play.state.grid.ids()[*cell]);
        looks.push((side, seen));
        seen
    })?;
    let root = tests.root(index, &play.state, purpose)?;
    let nothing = purpose.no_rule(play.rules.rules().len());
    (known == Answer::Rule(nothing) && tests.note(root, &looks, nothing as u32)?).then_some(known)
}

/// The first rule that applies to the first tile of a ray.
fn test_rules(
    play: &mut Play<'_>,
    ray: &[Cell],
    heading: &Heading,
    purpose: Purpose,
) -> (u32, Option<Match>) {
    let (range, ends) = match purpose {
        Purpose::Merge => (0..play.rules.rules().len(), false),
        Purpose::MergeAfter(rule) => (rule + 1..play.rules.rules().len(), false),
        Purpose::EndOfTurn(rule) => (rule..rule + 1, true),
    };
    for rule in range.clone() {
        match play.test_rule(rule, ray[0], heading) {
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
    play: &mut Play<'_>,
    found: &Match,
    (ray, behind): (&[Cell], &[Cell]),
    heading: &Heading,
) -> Option<KnownMerge> {
    let merging = play.merging_cells(found, heading.step);
    if ray.get(..merging.len()) != Some(&merging[..]) {
        return None;
    }
    let tiles = Arc::clone(play.state.grid.tiles());
    let variables = Arc::clone(&play.state.game_variables);
    let Merged { placed, points, .. } = play.carry_out(found, &merging, heading).ok()?;
    let extra = placed.cells.len().checked_sub(merging.len())?;
    let cells = merging.iter().rev().chain(behind.get(..extra)?);
    let same_cells = placed.cells.iter().map(|(cell, _)| cell).eq(cells);
    if !same_cells || !Arc::ptr_eq(&tiles, play.state.grid.tiles()) {
        return None;
    }
    let grid = &play.state.grid;
    let cells = placed.cells.iter().enumerate();
    let is_set = !are_identical(&variables, &play.state.game_variables);
    Some(KnownMerge {
        rule: found.rule,
        cells: cells.map(|(place, (cell, _))| (grid.id(*cell), found.form.flag(place))).collect(),
        length: merging.len(),
        points,
        variables: is_set.then(|| Arc::clone(&play.state.game_variables)),
    })
}
