//! The state of the cells while tiles move.

use crate::board::direction::Strength;
use crate::board::heading::Heading;
use crate::board::places::Places;
use crate::merge::instance::Open;
use crate::turn::context::TurnContext;
use crate::turn::trigger::Trigger;

/// The passes of a move: which cells are awake and may merge.
pub(crate) struct Passes<'m> {
    pub(crate) heading: &'m Heading,
    pub(crate) strength: Strength,
    /// The part that each cell takes in merges. The flags belong to the cells, not to their tiles.
    open: Vec<Open>,
    /// The places of the cells that are awake.
    awake: Places,
    /// True if all cells were woken in this pass, even those that rest anyway.
    all_woken: bool,
    /// True if a slide is an event or runs a script.
    pub(crate) slides_are_reported: bool,
    pub(crate) done: u64,
    pub(crate) moved: bool,
}

impl<'m> Passes<'m> {
    /// Starts the first pass: all tiles are awake and may merge.
    pub(crate) fn new(play: &mut TurnContext<'_>, heading: &'m Heading, strength: Strength) -> Passes<'m> {
        let cells = play.state.grid.size();
        let slides_are_reported = play.emit_events || play.rules.has_scripts_for(Trigger::TileMove);
        let workspace = &mut play.workspace;
        workspace.open.clear();
        workspace.open.resize(cells, Open::Yes);
        workspace.awake_places.fill(cells);
        Passes {
            heading,
            strength,
            open: std::mem::take(&mut workspace.open),
            awake: std::mem::take(&mut workspace.awake_places),
            all_woken: false,
            slides_are_reported,
            done: 0,
            moved: false,
        }
    }

    /// Returns the borrowed memory after the last pass.
    pub(crate) fn end(&mut self, play: &mut TurnContext<'_>) {
        play.workspace.open = std::mem::take(&mut self.open);
        play.workspace.awake_places = std::mem::take(&mut self.awake);
    }

    /// Begins a pass.
    pub(crate) fn begin(&mut self) {
        self.all_woken = false;
    }

    /// The first place in the order of the move, from this one on, whose tile is
    /// awake. Those before it had their turn.
    #[inline]
    pub(crate) fn next_awake(&self, from: usize) -> Option<usize> {
        self.awake.next(from)
    }

    pub(crate) fn is_any_awake(&self) -> bool {
        self.all_woken || !self.awake.is_empty()
    }

    /// The place of a cell in the order of the move.
    #[inline]
    fn place(&self, index: usize) -> usize {
        // Headings of moves know the neighbours of all cells.
        self.heading.neighbours_of(index).map_or(index, |own| own.place as usize)
    }

    /// Wakes all cells.
    pub(crate) fn wake_all(&mut self) {
        self.all_woken = true;
        self.awake.fill(self.open.len());
    }

    #[inline]
    pub(crate) fn put_to_rest(&mut self, index: usize) {
        self.awake.remove(self.place(index));
    }

    /// Returns the part that a cell takes in merges.
    #[inline]
    pub(crate) fn is_open(&self, index: usize) -> Open {
        self.open[index]
    }

    /// Notes that a merge changed a cell, and whether it may merge again.
    pub(crate) fn note_merged(&mut self, index: usize, open: Open) {
        self.open[index] = open;
        self.moved = true;
    }

    /// Notes that a tile slid from one cell to another.
    #[inline]
    pub(crate) fn note_slide(&mut self, from: usize, to: usize) {
        self.moved = true;
        let (from, to) = (self.place(from), self.place(to));
        self.awake.remove(from);
        self.awake.insert(to);
    }
}
