//! Moves of the interpreter that are made from cached lines.
//!
//! See docs/dev/fast-path.md, "What happens at an unknown line".

use crate::board::direction::Direction;
use crate::board::heading::Heading;
use crate::board::lines::DirectionLines;
use crate::board::moves::Move;
use crate::error::TurnError;
use crate::fast::Memory;
use crate::fast::accelerator::Accelerator;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::lines::recording::LineRecording;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::lines::table::{Sum, Table};
use crate::fast::packed::games::grid_move::{GridMove, GridMoved};
use crate::turn::context::TurnContext;
use crate::turn::read_tracker::Reads;

impl Accelerator<'_> {
    /// Moves the tiles as [`TurnContext::pass_until_rest`] does. Returns `None` if the
    /// caches can't do it; nothing has happened then.
    pub(crate) fn pass_by_memory(
        &self,
        play: &mut TurnContext<'_>,
        mv: Move<'_>,
    ) -> Result<Option<bool>, TurnError> {
        if play.emit_events || !play.rules.moves_by_lines() {
            return Ok(None);
        }
        let Some(direction_lines) = play.rules.direction_lines(mv.mover) else { return Ok(None) };
        let Some(memory) = self.memory.take() else { return Ok(None) };
        // The caches are taken out, so that hooks called in the meantime find none.
        let moved = self.recall(play, memory, mv, direction_lines);
        match moved.is_some() {
            true => memory.used.remembered += 1,
            false => memory.used.plain += 1,
        }
        self.memory.set(Some(memory));
        match moved {
            Some(sum) => {
                if let Some(id) = sum.result.made {
                    play.discover_tile(id)?;
                }
                Ok(Some(sum.moved))
            }
            None => Ok(None),
        }
    }

    fn recall(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        mv: Move<'_>,
        direction_lines: &DirectionLines,
    ) -> Option<Sum> {
        let Move { direction, heading, .. } = mv;
        if direction_lines.lines.is_empty() || memory.limits.lines < direction_lines.lines.len() {
            return None;
        }
        memory.invalidate_if_changed(&play.state.grid);
        // A script may have put tiles on the grid that are still to be discovered, and a
        // filter may depend on more than the tile.
        let filtered = !play.rules.discovered_filter().is_empty();
        if (filtered || play.rules.has_scripts_in_turns())
            && !play.state.discoveries.have_all_been_seen(&play.state.grid)
        {
            return None;
        }
        let packed = self.move_packed(play, memory, mv, direction_lines);
        match packed {
            Some((_, GridMoved::Done(sum))) => return Some(sum),
            Some((_, GridMoved::NotByLines)) => return None,
            Some((_, GridMoved::UnknownLines | GridMoved::NoRoom)) | None => {}
        }
        if memory.backoff.rests() {
            return self.simulate_move(play, memory, mv, direction_lines);
        }
        self.find_lines(play, memory, direction, heading, direction_lines)?;
        if let Some((mv, GridMoved::UnknownLines)) = packed {
            memory.record_grid_by_lines(mv, (play.rules, &play.state.grid));
        }
        let state = &mut play.state;
        let is_new = |id| !state.discoveries.has_seen(&state.grid, id);
        let sum = memory.lines.sum(&memory.found, state.score, is_new).ok()?;
        if filtered && sum.result.made.is_some() {
            return None;
        }
        memory.lines.put_lines(&direction_lines.lines, &memory.found, &mut state.grid);
        state.merges += f64::from(sum.result.merges);
        state.score += sum.result.points;
        Some(sum)
    }

    /// Moves the tiles by the lines of a packed board. Returns the move, whose lines may have to be
    /// recorded first, and the result; `None` if no layout is to be asked.
    fn move_packed(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        mv: Move<'_>,
        direction_lines: &DirectionLines,
    ) -> Option<(GridMove, GridMoved)> {
        if memory.backoff_of_packed.rests() {
            return None;
        }
        let grid_move = memory.grid_move((play.rules, &play.state), (mv.mover, direction_lines))?;
        let mut moved = memory.move_grid(grid_move, &mut play.state);
        if let GridMoved::UnknownLines = moved
            && let (Some(index), Some(decisions)) = (mv.heading.info.index.as_number(), self.decisions.take())
        {
            let of = MoveContext { rules: play.rules, state: &play.state, direction: mv.direction, index };
            memory.record_grid_by_decisions(grid_move, of, decisions, direction_lines);
            self.decisions.set(Some(decisions));
            moved = memory.move_grid(grid_move, &mut play.state);
        }
        // An attempt without success costs more than one that saves a look at the line table gains.
        let done = matches!(moved, GridMoved::Done(_));
        memory.backoff_of_packed.note(if done { 1 } else { 4 }, u64::from(done));
        Some((grid_move, moved))
    }

    /// Looks up the results of the lines of a move, and records missing ones.
    fn find_lines(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        direction: &Direction,
        heading: &Heading,
        direction_lines: &DirectionLines,
    ) -> Option<()> {
        memory.found.clear();
        let mut context_key = memory.context_key(&play.state, direction_lines)?;
        while let Some(cells) = direction_lines.lines.get(memory.found.len()) {
            match self.find_line(play, memory, cells, context_key, direction, heading) {
                Some(place) => memory.found.push(place),
                None => {
                    memory.found.clear();
                    context_key = memory.context_key(&play.state, direction_lines)?;
                }
            }
        }
        Some(())
    }

    /// Returns the place of a line, which is recorded if it is missing. `None` says that
    /// the table was cleared.
    fn find_line(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        cells: &[u32],
        context_key: ContextKey,
        direction: &Direction,
        heading: &Heading,
    ) -> Option<u32> {
        let tiles = cells.iter().map(|cell| play.state.grid.ids()[*cell as usize]);
        let hash = Table::hash(context_key, tiles.clone());
        let known = memory.lines.find(hash, context_key, tiles.clone());
        let is_usable = known.is_some_and(|place| memory.lines.entry(place).usable);
        memory.backoff.note(1, u64::from(is_usable));
        if known.is_some() {
            return known;
        }
        if memory.lines.is_full() {
            memory.lines.clear();
            return None;
        }
        memory.used.learned += 1;
        let mut recording = std::mem::take(&mut memory.recording);
        let (usable, reads) = match self.simulate(play, cells, direction, heading, &mut recording) {
            Some(reads) => (true, reads),
            None => self.record_line(play, cells, direction, heading, &mut recording),
        };
        // An unusable line is unusable under every key.
        let needs_larger_key =
            reads.direction && !memory.by_direction || reads.variables && !memory.by_variables;
        if usable && needs_larger_key {
            // The lines recorded so far lack this part of the key.
            memory.by_direction |= reads.direction;
            memory.by_variables |= reads.variables;
            memory.lines.clear();
            return None;
        }
        let tiles = cells.iter().map(|cell| play.state.grid.ids()[*cell as usize]);
        let place = memory.lines.insert(hash, context_key, tiles, usable.then_some(&recording));
        memory.recording = recording;
        Some(place)
    }

    /// Moves the tiles by simulation alone, in games whose lines hardly come again. Returns `None` if a
    /// decision is not known, or the lines can't be added up; nothing has happened then.
    fn simulate_move(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        mv: Move<'_>,
        direction_lines: &DirectionLines,
    ) -> Option<Sum> {
        let lines = &direction_lines.lines;
        let recordings = &mut memory.simulated;
        recordings.resize_with(lines.len(), LineRecording::default);
        for (cells, recording) in lines.iter().zip(&mut *recordings) {
            self.simulate(play, cells, mv.direction, mv.heading, recording)?;
        }
        let state = &mut play.state;
        let mut sum = Sum { result: LineResult::without_merges((), None), moved: false };
        for recording in &*recordings {
            sum.moved |= recording.moved;
            sum.add(&recording.result(), |id| !state.discoveries.has_seen(&state.grid, id)).ok()?;
        }
        let LineResult { made, points, merges, exact, .. } = sum.result;
        let is_filtered = !play.rules.discovered_filter().is_empty() && made.is_some();
        if is_filtered || !exact.may_be_added(merges, state.score) {
            return None;
        }
        for (cells, recording) in lines.iter().zip(&*recordings).filter(|(_, own)| own.moved) {
            for (cell, id) in cells.iter().zip(&recording.after) {
                state.grid.set_at(*cell as usize, *id);
            }
        }
        state.merges += f64::from(merges);
        state.score += points;
        Some(sum)
    }

    /// Simulates a line; returns `None` if one of its tests is not known.
    fn simulate(
        &self,
        play: &TurnContext<'_>,
        cells: &[u32],
        direction: &Direction,
        heading: &Heading,
        recording: &mut LineRecording,
    ) -> Option<Reads> {
        let grid = &play.state.grid;
        let index = heading.info.index.as_number()?;
        let of = MoveContext { rules: play.rules, state: &play.state, direction, index };
        let decisions = self.decisions.take()?;
        let line = cells.iter().map(|cell| grid.ids()[*cell as usize]);
        let reads = decisions.simulate(of, grid.tiles(), line, recording);
        self.decisions.set(Some(decisions));
        reads
    }

    /// Records the lines of a move that are missing and have a bit in `wanted`. The game is
    /// unchanged.
    pub(crate) fn record_lines(
        &self,
        play: &mut TurnContext<'_>,
        mv: Move<'_>,
        direction_lines: &DirectionLines,
        wanted: u64,
    ) {
        let Move { direction, heading, .. } = mv;
        let Some(memory) = self.memory.take() else { return };
        if !memory.backoff.rests() {
            memory.invalidate_if_changed(&play.state.grid);
            let is_wanted =
                |(place, cells)| (place >= u64::BITS || wanted >> place & 1 == 1).then_some(cells);
            for cells in (0..).zip(&direction_lines.lines).filter_map(is_wanted) {
                let Some(context_key) = memory.context_key(&play.state, direction_lines) else { break };
                self.find_line(play, memory, cells, context_key, direction, heading);
            }
        }
        self.memory.set(Some(memory));
    }
}
