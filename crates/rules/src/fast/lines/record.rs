//! Recording of a line: the interpreter moves it alone.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use std::rc::Rc;
use std::sync::Arc;

use crate::board::direction::Direction;
use crate::board::heading::Heading;
use crate::board::tile_table::Kind;
use crate::error::TurnError;
use crate::fast::accelerator::Accelerator;
use crate::fast::decisions::DecisionKind;
use crate::fast::lines::recording::LineRecording;
use crate::turn::context::TurnContext;
use crate::turn::movement::Visit;
use crate::turn::read_tracker::{ReadTracker, Reads};
use crate::turn::wake_set::Passes;

/// The number of passes after which a line that still moves is not cached.
pub(crate) const MOST_PASSES: u64 = 256;

impl Accelerator<'_> {
    /// Moves the tiles of one line as if there were no other, and takes everything back.
    /// Returns whether the recording may be used, and the reads. It may not be used if the
    /// result is an error, or depends on more than a key can contain.
    ///
    /// In a move, a merge in any line wakes the tiles of all lines. So the line is moved
    /// with all its tiles awake in every pass. If one of them then does something that it
    /// would not have done alone, the line is uncacheable. Otherwise the other lines have
    /// no influence on this one.
    pub(crate) fn record_line(
        &self,
        play: &mut TurnContext<'_>,
        cells: &[u32],
        direction: &Direction,
        heading: &Heading,
        recording: &mut LineRecording,
    ) -> (bool, Reads) {
        let mut tracker = Rc::new(play.workspace.tracker.take().unwrap_or_default());
        ReadTracker::track(&mut tracker, &play.state.grid, cells, heading.step);
        recording.clear();
        let (result, renewed) = play.undone(&tracker, |play| {
            let tiles = Arc::clone(play.state.grid.tiles());
            // Merges are noted in the recording while the hooks hold it; the game does not
            // see them.
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
        (matches!(result, Ok(true)) && !reads.are_uncacheable() && !renewed, reads)
    }

    /// Returns true if it is known that no rule applies to these cells at the end of the
    /// turn, apart from rules that change single tiles and the countdown of temporary
    /// holes. It is always false for modes that are not eligible.
    fn ends_inert(&self, play: &mut TurnContext<'_>, cells: &[u32], heading: &Heading) -> bool {
        let rules = play.rules;
        if !rules.may_be_eligible() {
            return false;
        }
        cells.iter().map(|cell| *cell as usize).all(|cell| {
            let id = play.state.grid.ids()[cell];
            let mut candidates = rules.end_of_turn_rules_of_lines().iter();
            let mut first = |rule| {
                self.known_decision(play, cell, (heading, heading), DecisionKind::EndOfTurn(rule)).first_rule
            };
            match id.kind() {
                Kind::Tile => candidates.all(|rule| first(*rule) > *rule),
                _ => true,
            }
        })
    }
}

/// Moves the tiles of a line alone. Returns false if they do not come to rest, or if other
/// lines could change the result.
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
        // One more pass shows if other lines could wake a tile.
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
