//! Learning what a line of tiles becomes, from the plain turn.

use std::rc::Rc;

use super::table::Outcome;
use super::watch::{Reads, Watch};
use crate::direction::Direction;
use crate::failure::TurnError;
use crate::movement::{Passes, Visit};
use crate::play::{Heading, Play};
use crate::tile::TileId;

/// What merges do while a line is learned, instead of doing it to the game.
#[derive(Debug, Default)]
pub(crate) struct Lesson {
    pub(crate) points: Vec<f64>,
    pub(crate) created: Vec<TileId>,
}

/// A line that has not come to rest after so many passes is not remembered.
const MOST_PASSES: usize = 256;

impl Play<'_> {
    /// Moves the tiles of one line, as if there were no other, and puts
    /// everything back. `None` if the result depends on more than a table
    /// could know, or is an error.
    ///
    /// In a move, a merge anywhere wakes the tiles everywhere. So the line is
    /// moved with all its tiles awake in every pass; if any of them then does
    /// what it would not have done on its own, the line is not remembered.
    /// Otherwise it goes this way whatever the other lines do.
    pub(crate) fn learn(
        &mut self,
        cells: &[u32],
        direction: &Direction,
        heading: &Heading,
    ) -> (Option<Outcome>, Reads) {
        let watch = Rc::new(Watch::line(&self.state.grid, cells, heading.step));
        let before: Vec<TileId> = cells.iter().map(|cell| self.state.grid.ids()[*cell as usize]).collect();
        // Whatever an expression does while it is watched has not happened.
        let untouched = self.state.clone();
        let signals = self.signals.clone();
        let random = self.random.take();
        self.watch = Some(Rc::clone(&watch));
        self.lesson = Some(Lesson::default());

        let result = self.move_alone(cells, direction, heading, &watch);

        self.watch = None;
        let lesson = self.lesson.take().unwrap_or_default();
        let after: Vec<TileId> = cells.iter().map(|cell| self.state.grid.ids()[*cell as usize]).collect();
        let renewed = !std::sync::Arc::ptr_eq(self.state.grid.tiles(), untouched.grid.tiles());
        self.state = untouched;
        self.signals = signals;
        self.random = random;
        let reads = watch.reads();
        let usable = matches!(result, Ok(true)) && !reads.other && !reads.spawns && !renewed;
        let Lesson { points, created } = lesson;
        let moved = matches!(result, Ok(true)) && (before != after || !points.is_empty());
        (usable.then_some(Outcome { after, created, points, moved }), reads)
    }

    /// Gives whether the tiles came to rest, each on its own.
    fn move_alone(
        &mut self,
        cells: &[u32],
        direction: &Direction,
        heading: &Heading,
        watch: &Watch,
    ) -> Result<bool, TurnError> {
        let place_of = |cell: usize| cells.iter().position(|own| *own as usize == cell);
        let mut passes = Passes::new(self.state.grid.size(), heading, direction.strength);
        let mut awake = vec![true; cells.len()];
        let mut rested = false;
        while !rested && (passes.done as f64) < direction.slide {
            if passes.done as usize > MOST_PASSES {
                return Ok(false);
            }
            // One pass more than the line needs on its own.
            rested = !awake.contains(&true);
            for (place, cell) in cells.iter().enumerate() {
                watch.moving(place);
                let visit = self.visit(*cell as usize, &mut passes)?;
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
}
