//! Recording what a line becomes: the interpreter moves it alone.

use std::rc::Rc;
use std::sync::Arc;

use crate::board::direction::Direction;
use crate::board::tile_table::{Kind, TileId};
use crate::error::TurnError;
use crate::fast::accelerator::Accelerator;
use crate::fast::decisions::DecisionKind;
use crate::fast::line_result::{LineResult, TileLine};
use crate::fast::lines::exact_sum::Exact;
use crate::turn::context::{Heading, TurnContext};
use crate::turn::movement::Visit;
use crate::turn::read_tracker::{ReadTracker, Reads};
use crate::turn::wake_set::Passes;

/// What is learned of a line. Merges are noted here, instead of doing to the
/// game what they do.
#[derive(Debug, Default)]
pub(crate) struct LineRecording {
    /// The points of the merges, in order.
    pub(crate) points: Vec<f64>,
    /// The tiles that they made, intermediate ones included.
    pub(crate) created: Vec<TileId>,
    /// The cells afterwards.
    pub(crate) after: Vec<TileId>,
    pub(crate) moved: bool,
    /// Whether nothing happens to them then, at the end of the turn.
    pub(crate) inert: bool,
}

impl LineRecording {
    /// A merge put these contents into cells.
    pub(crate) fn note(&mut self, points: f64, contents: impl Iterator<Item = TileId>) {
        self.points.push(points);
        self.created.extend(contents.filter(|id| id.is_tile()));
    }

    /// Nothing has happened to these cells yet.
    pub(crate) fn begin(&mut self, line: impl Iterator<Item = TileId>) {
        self.clear();
        self.after.extend(line);
    }

    /// What the line becomes.
    pub(crate) fn result(&self) -> TileLine<'_> {
        LineResult {
            after: &self.after,
            made: &self.created,
            points: self.points.iter().sum(),
            merges: self.points.len() as u32,
            exact: self.points.iter().fold(Exact::ALL, |exact, points| exact.and(Exact::of(*points))),
        }
    }

    fn clear(&mut self) {
        self.points.clear();
        self.created.clear();
        self.after.clear();
        self.moved = false;
        self.inert = false;
    }
}

/// A line that has not come to rest after so many passes is not remembered.
pub(crate) const MOST_PASSES: u64 = 256;

impl Accelerator<'_> {
    /// Moves the tiles of one line, as if there were no other, and puts
    /// everything back. Gives whether the recording may be used: not if the result
    /// depends on more than a table could know, or is an error.
    ///
    /// In a move, a merge anywhere wakes the tiles everywhere. So the line is
    /// moved with all its tiles awake in every pass; if any of them then does
    /// what it would not have done on its own, the line is not remembered.
    /// Otherwise it goes this way whatever the other lines do.
    pub(crate) fn record_line(
        &self,
        play: &mut TurnContext<'_>,
        cells: &[u32],
        direction: &Direction,
        heading: &Heading,
        recording: &mut LineRecording,
    ) -> (bool, Reads) {
        let mut tracker = Rc::new(play.workspace.tracker.take().unwrap_or_default());
        ReadTracker::listen(&mut tracker, &play.state.grid, cells, heading.step);
        recording.clear();
        let (result, renewed) = play.undone(&tracker, |play| {
            let tiles = Arc::clone(play.state.grid.tiles());
            let outer = self.recording.replace(Some(std::mem::take(recording)));
            let result = move_alone(play, cells, direction, heading);
            *recording = self.recording.replace(outer).unwrap_or_default();
            let grid = &play.state.grid;
            recording.after.extend(cells.iter().map(|cell| grid.ids()[*cell as usize]));
            recording.inert = self.ends_inert(play, cells, heading);
            let grid = &play.state.grid;
            (result, !Arc::ptr_eq(grid.tiles(), &tiles))
        });
        let reads = tracker.reads();
        play.workspace.tracker = Rc::into_inner(tracker);
        let before = cells.iter().map(|cell| play.state.grid.ids()[*cell as usize]);
        recording.moved = !recording.points.is_empty() || !recording.after.iter().copied().eq(before);
        (matches!(result, Ok(true)) && !reads.are_unsure() && !renewed, reads)
    }

    /// Whether it is known that nothing happens to these cells at the end of the
    /// turn: no rule applies, apart from what happens to every tile by itself, and
    /// that temporary holes count down. Only asked where turns can be eligible.
    fn ends_inert(&self, play: &mut TurnContext<'_>, cells: &[u32], heading: &Heading) -> bool {
        let rules = play.rules;
        if !rules.may_be_eligible() {
            return false;
        }
        cells.iter().map(|cell| *cell as usize).all(|cell| {
            let id = play.state.grid.ids()[cell];
            let mut candidates = rules.end_of_turn_rules_of_lines().iter();
            let mut first =
                |rule| self.known_decision(play, cell, heading, DecisionKind::EndOfTurn(rule)).first_rule;
            match id.kind() {
                Kind::Tile => candidates.all(|rule| first(*rule) > *rule),
                _ => true,
            }
        })
    }
}

/// Moves the tiles of a line. Gives whether they came to rest, each on its own.
fn move_alone(
    play: &mut TurnContext<'_>,
    cells: &[u32],
    direction: &Direction,
    heading: &Heading,
) -> Result<bool, TurnError> {
    let mut passes = Passes::new(play, heading, direction.strength);
    let rests = rest_alone(play, cells, direction, &mut passes);
    passes.end(play);
    rests
}

fn rest_alone(
    play: &mut TurnContext<'_>,
    cells: &[u32],
    direction: &Direction,
    passes: &mut Passes<'_>,
) -> Result<bool, TurnError> {
    let place_of = |cell: usize| cells.iter().position(|own| *own as usize == cell);
    let mut awake = vec![true; cells.len()];
    let mut rested = false;
    while !rested && (passes.done as f64) < direction.slide {
        if passes.done > MOST_PASSES {
            return Ok(false);
        }
        // One pass more than the line needs on its own.
        rested = !awake.contains(&true);
        for (place, cell) in cells.iter().enumerate() {
            let visit = play.visit(*cell as usize, passes)?;
            if visit != Visit::Rested && !awake[place] {
                return Ok(false);
            }
            match visit {
                Visit::Rested => awake[place] = false,
                Visit::Merged => awake.fill(true),
                Visit::Slid(to) => {
                    awake[place] = false;
                    match place_of(to) {
                        Some(to) => awake[to] = true,
                        None => return Ok(false),
                    }
                }
            }
        }
        passes.done += 1;
    }
    Ok(true)
}
