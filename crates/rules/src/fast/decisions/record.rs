//! Looking decisions up, and recording them from tests of the interpreter.
//!
//! See docs/dev/fast-path.md, "What a cache key is".

use std::rc::Rc;
use std::sync::Arc;

use crate::board::cell::Cell;
use crate::board::grid::Grid;
use crate::board::heading::Heading;
use crate::board::shared_values::are_identical;
use crate::board::tile_table::TileId;
use crate::fast::accelerator::Accelerator;
use crate::fast::decisions::{
    Decision, DecisionKind, DecisionTrie, KnownDecision, KnownMerge, MERGE, UNSURE,
};
use crate::merge::apply::Merged;
use crate::merge::matching::{Match, Placed};
use crate::turn::budget::size_of_list;
use crate::turn::context::TurnContext;
use crate::turn::read_tracker::{Look, ReadTracker, Side};
use crate::turn::trigger::Trigger;

/// The largest size of the variables of a merge that are kept for scripts.
const MOST_SEEN: u64 = 512;

/// The largest edge of grids whose decisions are cached; rows of larger ones rarely repeat.
const LONGEST: usize = 256;

impl Accelerator<'_> {
    /// Returns the known decision about a cell, whose tile has a heading of its own in some moves.
    #[inline(always)]
    pub(crate) fn known_decision(
        &self,
        play: &mut TurnContext<'_>,
        index: usize,
        (heading, of_move): (&Heading, &Heading),
        purpose: DecisionKind,
    ) -> KnownDecision {
        let from = match purpose {
            DecisionKind::Merge => 0,
            DecisionKind::MergeAfter(rule) => rule + 1,
            DecisionKind::EndOfTurn(rule) => rule,
        };
        let unknown = KnownDecision { first_rule: from, merge: None };
        // Decisions are kept by the direction alone.
        if !moves_as_all(heading, of_move) {
            return unknown;
        }
        let Some(decisions) = self.decisions.take() else { return unknown };
        let known = self.ask_decisions(play, decisions, index, heading, purpose);
        self.decisions.set(Some(decisions));
        known.unwrap_or(unknown)
    }

    /// Asks the trie; returns `None` if it has no entry.
    fn ask_decisions(
        &self,
        play: &mut TurnContext<'_>,
        decisions: &mut DecisionTrie,
        index: usize,
        heading: &Heading,
        purpose: DecisionKind,
    ) -> Option<KnownDecision> {
        let size = play.state.grid.height().max(play.state.grid.width());
        if heading.step.is_still() || size > LONGEST {
            return None;
        }
        let (decision, looks_beside) = self.find_decision(play, decisions, index, heading, purpose);
        let known = match decision {
            Some(Decision::Rule(rule)) => Some(KnownDecision { first_rule: rule, merge: None }),
            Some(Decision::Merge(merge)) => {
                Some(KnownDecision { first_rule: decisions.merges[merge].rule, merge: Some(merge) })
            }
            Some(Decision::Unsure) | None => None,
        };
        if let Some(tracker) = &play.tracker {
            // The line that is being recorded depends on all that its tests depend on.
            if decisions.by_direction {
                tracker.direction();
            }
            if *decisions.by_variables(purpose) {
                tracker.variables();
            }
            if looks_beside {
                tracker.other();
            }
        }
        known
    }

    fn find_decision(
        &self,
        play: &mut TurnContext<'_>,
        decisions: &mut DecisionTrie,
        index: usize,
        heading: &Heading,
        purpose: DecisionKind,
    ) -> (Option<Decision>, bool) {
        decisions.invalidate_if_changed(&play.state.grid);
        let mut looks_beside = false;
        let Some(root) = decisions.root(heading.info.index.as_number(), &play.state, purpose) else {
            return (None, false);
        };
        let grid = &play.state.grid;
        let (mut ahead, mut behind) = (Some(index), Some(index));
        let begin = decisions.begin(root);
        let (mut looks, mut looks_ahead, mut cell) = (0, true, None);
        // The walk starts with the tile itself, then goes on ahead or behind it as the test
        // did.
        let known = decisions.walk_anywhere(begin, |look| {
            looks += 1;
            looks_ahead &= look == Look::Along(Side::Ahead);
            let looked_at = match look {
                Look::Along(Side::Ahead) => {
                    let next = ahead.and_then(|index| heading.neighbour(grid, index));
                    std::mem::replace(&mut ahead, next)
                }
                Look::Along(Side::Behind) => {
                    behind = behind.and_then(|index| heading.behind(grid, index));
                    behind
                }
                Look::Beside(way) | Look::Empty(way) => {
                    looks_beside = true;
                    way.place(grid, *cell.get_or_insert_with(|| grid.place(index)))
                }
            };
            Some(looked_at.map(|index| grid.ids()[index]))
        });
        if let (DecisionKind::EndOfTurn(rule), Some(Decision::Rule(first)), true) =
            (purpose, known, looks_ahead)
        {
            let (own, is_nothing) = (grid.ids()[index], first > rule);
            match looks {
                0..=1 if is_nothing => decisions.starts.note_at_rest(root, own),
                2 if is_nothing => {
                    decisions.starts.note_pair_at_rest(root, own, id_ahead(grid, index, heading));
                }
                _ => {}
            }
        }
        match known {
            None => self.record_decision(play, decisions, index, heading, purpose),
            known => (known, looks_beside),
        }
    }

    /// Returns the place of the first rule of the end of a turn that is not known to do nothing to the
    /// tile of a cell because of the tile or what is ahead of it.
    pub(crate) fn first_end_by_memory(
        &self,
        play: &TurnContext<'_>,
        index: usize,
        heading: &Heading,
    ) -> usize {
        // What is tracked already has to see what the tests read.
        if play.tracker.is_some() || heading.step.is_still() {
            return 0;
        }
        let Some(decisions) = self.decisions.take() else { return 0 };
        let (rules, grid) = (play.rules.end_of_turn_rules(), &play.state.grid);
        let mut at_rest = 0;
        if decisions.know(grid.tiles()) {
            let (own, ahead) = (grid.ids()[index], id_ahead(grid, index, heading));
            let direction = heading.info.index.as_number();
            let mut is_at_rest = |rule: &&usize| {
                let root = decisions.root(direction, &play.state, DecisionKind::EndOfTurn(**rule));
                root.is_some_and(|root| decisions.starts.is_at_rest(root, own, ahead))
            };
            at_rest = rules.iter().take_while(&mut is_at_rest).count();
        }
        self.decisions.set(Some(decisions));
        at_rest
    }

    /// Tests the rules, takes all effects back, and records the answer. Returns true with it if the
    /// tests looked beside the line.
    #[cold]
    fn record_decision(
        &self,
        play: &mut TurnContext<'_>,
        decisions: &mut DecisionTrie,
        index: usize,
        heading: &Heading,
        purpose: DecisionKind,
    ) -> (Option<Decision>, bool) {
        let mut looks_beside = false;
        let decision = self.recorded_decision(play, decisions, (index, heading), purpose, &mut looks_beside);
        (decision, looks_beside)
    }

    fn recorded_decision(
        &self,
        play: &mut TurnContext<'_>,
        decisions: &mut DecisionTrie,
        (index, heading): (usize, &Heading),
        purpose: DecisionKind,
        looks_beside: &mut bool,
    ) -> Option<Decision> {
        let cell = index;
        let grid = &play.state.grid;
        let ahead = |own: &usize| heading.neighbour(grid, *own);
        let behind = |own: &usize| heading.behind(grid, *own);
        let ray: Vec<usize> = std::iter::successors(Some(index), ahead).collect();
        let after: Vec<usize> = std::iter::successors(behind(&index), behind).collect();
        let line: Vec<u32> = ray.iter().rev().chain(&after).map(|index| *index as u32).collect();
        if let Some(nothing) = find_no_rule(play, decisions, heading, (purpose, looks_beside), (&ray, &after))
        {
            return Some(nothing);
        }
        let cells: Vec<Cell> = ray.iter().map(|index| grid.place(*index)).collect();
        let behind: Vec<Cell> = after.iter().map(|index| grid.place(*index)).collect();
        let tracker = Rc::new(ReadTracker::reach(grid, &line, ray.len() - 1, heading.step));
        // A rule of the end of the turn that changes single tiles does not change lines.
        // Variables that other merges set are left to the interpreter.
        let sets_variables =
            matches!(purpose, DecisionKind::EndOfTurn(_)) && play.rules.changes_single_tiles();
        let (mut answer, mut reads, merge) = play.undone(&tracker, |play| {
            let (answer, found) = test_rules(play, &cells, heading, purpose);
            let reads = tracker.reads();
            if sets_variables {
                tracker.let_set_variables();
            }
            let merge = found.and_then(|found| try_merge(play, &found, (&cells, &behind), heading));
            (answer, reads, merge)
        });
        let looks = tracker.looks();
        *looks_beside = looks.iter().any(|look| !matches!(look, Look::Along(_)));
        if reads.direction && !decisions.by_direction {
            decisions.by_direction = true;
            decisions.clear();
        }
        let mut merge = merge.filter(|_| !tracker.reads().are_uncacheable());
        decisions.conditions_vary |= reads.variables && !matches!(purpose, DecisionKind::EndOfTurn(_));
        let by_variables = *decisions.by_variables(purpose);
        let only_merge_varies = tracker.reads().variables && !reads.variables && !by_variables;
        if merge.is_some() && only_merge_varies {
            match decisions.variables_come_again(&play.state) {
                Some(true) => {}
                Some(false) => merge = None,
                None => return Some(Decision::of(answer)),
            }
        }
        if merge.is_some() {
            reads = tracker.reads();
        }
        if (reads.direction && !decisions.by_direction) || (reads.variables && !by_variables) {
            decisions.by_direction |= reads.direction;
            *decisions.by_variables(purpose) |= reads.variables;
            decisions.clear();
        }
        if reads.are_uncacheable() {
            (answer, merge) = (UNSURE, None);
        }
        if decisions.nodes as usize + 2 * (looks.len() + 6) > decisions.most {
            decisions.clear();
        }
        let index = heading.info.index.as_number();
        let root = decisions.root(index, &play.state, purpose)?;
        let is_nothing = merge.is_none() && answer as usize == purpose.no_rule(play.rules.rules().len());
        if let Some(merge) = merge {
            answer = MERGE + decisions.merges.len() as u32;
            decisions.merges.push(merge);
        }
        let (mut ahead, mut behind) = (ray.iter(), after.iter());
        let grid = &play.state.grid;
        let seen = |look| {
            let place = match look {
                Look::Along(Side::Ahead) => ahead.next().copied(),
                Look::Along(Side::Behind) => behind.next().copied(),
                Look::Beside(way) | Look::Empty(way) => way.place(grid, grid.place(cell)),
            };
            (look, place.map(|place| grid.ids()[place]))
        };
        let looks: Vec<(Look, Option<TileId>)> = looks.into_iter().map(seen).collect();
        let any = decisions.root_of_any(index, purpose).filter(|_| is_nothing && !reads.variables);
        for root in [Some(root), any].into_iter().flatten() {
            if !decisions.note(root, &looks, answer)? {
                return Some(Decision::Unsure);
            }
        }
        Some(Decision::of(answer))
    }
}

/// Returns the content ahead of a cell; `None` at the edge.
#[inline]
fn id_ahead(grid: &Grid, index: usize, heading: &Heading) -> Option<TileId> {
    heading.neighbour(grid, index).map(|ahead| grid.ids()[ahead])
}

/// Returns true if a tile has the step and the slide of its move.
#[inline]
fn moves_as_all(own: &Heading, of_move: &Heading) -> bool {
    std::ptr::eq(own, of_move) || own.step == of_move.step && own.info.slide.identical(&of_move.info.slide)
}

/// Returns the decision that no rule applies if a test found this without reading
/// variables, while they had other contents.
fn find_no_rule(
    play: &TurnContext<'_>,
    decisions: &mut DecisionTrie,
    heading: &Heading,
    (purpose, looks_beside): (DecisionKind, &mut bool),
    (ray, after): (&[usize], &[usize]),
) -> Option<Decision> {
    let index = heading.info.index.as_number();
    let any = decisions.root_of_any(index, purpose)?;
    let (mut ahead, mut behind, mut looks) = (ray.iter(), after.iter(), Vec::new());
    *looks_beside = false;
    let grid = &play.state.grid;
    let known = decisions.walk_anywhere(decisions.begin_uncached(any), |look| {
        let place = match look {
            Look::Along(Side::Ahead) => ahead.next().copied(),
            Look::Along(Side::Behind) => behind.next().copied(),
            Look::Beside(way) | Look::Empty(way) => {
                *looks_beside = true;
                way.place(grid, grid.place(*ray.first()?))
            }
        };
        let seen = place.map(|place| grid.ids()[place]);
        looks.push((look, seen));
        Some(seen)
    })?;
    let root = decisions.root(index, &play.state, purpose)?;
    let nothing = purpose.no_rule(play.rules.rules().len());
    (known == Decision::Rule(nothing) && decisions.note(root, &looks, nothing as u32)?).then_some(known)
}

/// Returns the first rule that applies to the first tile of a ray.
fn test_rules(
    play: &mut TurnContext<'_>,
    ray: &[Cell],
    heading: &Heading,
    purpose: DecisionKind,
) -> (u32, Option<Match>) {
    let (range, ends) = match purpose {
        DecisionKind::Merge => (0..play.rules.rules().len(), false),
        DecisionKind::MergeAfter(rule) => (rule + 1..play.rules.rules().len(), false),
        DecisionKind::EndOfTurn(rule) => (rule..rule + 1, true),
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

/// Returns the result of a merge if it fills the cells of the merging tiles and perhaps
/// some right behind, without a gap.
fn try_merge(
    play: &mut TurnContext<'_>,
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
    let Merged { placed: Placed { cells: placed, outputs }, points, .. } =
        play.carry_out(found, &merging, heading).ok()?;
    let extra = placed.len().checked_sub(merging.len())?;
    let cells = merging.iter().rev().chain(behind.get(..extra)?);
    // A known merge is applied by places along the line and by ids of contents. So its cells
    // must follow each other, and the table of ids must be the same.
    let same_cells = placed.iter().map(|(cell, _)| cell).eq(cells);
    if !same_cells || !Arc::ptr_eq(&tiles, play.state.grid.tiles()) {
        return None;
    }
    let grid = &play.state.grid;
    let cells = placed.iter().enumerate();
    let trigger = if found.length == 0 { Trigger::ZeroMerge } else { Trigger::Merge };
    let seen_by_scripts = play.rules.has_scripts_for(trigger).then(|| {
        let mut variables = found.variables.borrow().clone();
        variables.push(outputs.into());
        variables.into_boxed_slice()
    });
    let is_set = !are_identical(&variables, &play.state.game_variables);
    Some(KnownMerge {
        rule: found.rule,
        cells: cells.map(|(place, (cell, _))| (grid.id(*cell), found.instance.flag(place))).collect(),
        length: merging.len(),
        points,
        variables: is_set.then(|| Arc::clone(&play.state.game_variables)),
        seen_by_scripts: seen_by_scripts.filter(|seen| size_of_list(seen) <= MOST_SEEN),
    })
}
