//! Moving all tiles by what is remembered of their lines.

use crate::board::direction::Direction;
use crate::board::lines::Ways;
use crate::board::tile_table::TileId;
use crate::error::TurnError;
use crate::fast::accelerator::Accelerator;
use crate::fast::context_key::ContextKey;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::lines::record::LineRecording;
use crate::fast::lines::simulate::MoveContext;
use crate::fast::lines::table::Table;
use crate::fast::Memory;
use crate::turn::context::{Heading, TurnContext};
use crate::turn::read_tracker::Reads;
use crate::turn::steps::Move;

/// What the lines of a move do together.
struct Sum {
    merges: u32,
    points: f64,
    exact: Exact,
    /// A tile that was never seen before.
    discovered: Option<TileId>,
    moved: bool,
}

impl Sum {
    fn new() -> Sum {
        Sum { merges: 0, points: 0.0, exact: Exact::ALL, discovered: None, moved: false }
    }
}

impl Accelerator<'_> {
    /// Moves the tiles as [`TurnContext::pass_until_rest`] does. `None` if it can't
    /// be done by memory; nothing has happened then.
    pub(crate) fn pass_by_memory(
        &self,
        play: &mut TurnContext<'_>,
        mv: Move<'_>,
    ) -> Result<Option<bool>, TurnError> {
        if play.emit_events || !play.rules.moves_by_lines() {
            return Ok(None);
        }
        let Move { mover, direction, heading, .. } = mv;
        let Some(ways) = play.rules.ways(mover) else { return Ok(None) };
        let Some(memory) = self.memory.take() else { return Ok(None) };
        let moved = self.recall(play, memory, direction, heading, ways);
        match moved.is_some() {
            true => memory.used.remembered += 1,
            false => memory.used.plain += 1,
        }
        self.memory.set(Some(memory));
        match moved {
            Some(Sum { discovered: Some(id), moved, .. }) => {
                play.discover_tile(id)?;
                Ok(Some(moved))
            }
            moved => Ok(moved.map(|sum| sum.moved)),
        }
    }

    fn recall(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        direction: &Direction,
        heading: &Heading,
        ways: &Ways,
    ) -> Option<Sum> {
        if ways.lines.is_empty() || memory.limits.lines < ways.lines.len() || memory.backoff.rests() {
            return None;
        }
        memory.keep_to(&play.state.grid);
        // A script may have put tiles there that are still to be discovered, and
        // a filter may have to be asked about tiles again and again.
        let filtered = !play.rules.discovered_filter().is_empty();
        if (filtered || play.rules.has_scripts_in_turns())
            && !play.state.discoveries.have_all_been_seen(&play.state.grid)
        {
            return None;
        }
        let sum = match memory.recall_lines(&play.state, ways) {
            Ok(()) => {
                memory.backoff.note(ways.lines.len() as u32, true);
                let mut sum = Sum::new();
                for line in memory.keys.iter().map(|key| memory.hot_lines.line(key)) {
                    let created = line.created();
                    add(
                        play,
                        &mut sum,
                        line.moved,
                        u32::from(line.merges),
                        line.points,
                        line.exact,
                        created,
                    )?;
                }
                let sum = in_any_order(play, sum)?;
                for (cells, key) in ways.lines.iter().zip(&memory.keys) {
                    memory.hot_lines.line(key).put(cells, |cell, id| play.state.grid.set_at(cell, id));
                }
                sum
            }
            Err(_) => {
                self.find_lines(play, memory, direction, heading, ways)?;
                let sum = sum_of_found(play, memory)?;
                for (cells, place) in ways.lines.iter().zip(&memory.found) {
                    let entry = memory.lines.entry(*place);
                    if entry.moved {
                        for (cell, id) in cells.iter().zip(memory.lines.after(entry)) {
                            play.state.grid.set_at(*cell as usize, *id);
                        }
                    }
                }
                sum
            }
        };
        play.state.merges += f64::from(sum.merges);
        play.state.score += sum.points;
        Some(sum)
    }

    /// Finds what the lines of a move become, and learns those that are not
    /// known yet.
    fn find_lines(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        direction: &Direction,
        heading: &Heading,
        ways: &Ways,
    ) -> Option<()> {
        memory.found.clear();
        let mut context = memory.context_key(&play.state, ways)?;
        while let Some(cells) = ways.lines.get(memory.found.len()) {
            match self.find_line(play, memory, cells, context, direction, heading) {
                Some(place) => memory.found.push(place),
                None => {
                    memory.found.clear();
                    context = memory.context_key(&play.state, ways)?;
                }
            }
        }
        Some(())
    }

    /// The place of a line, which is learned if it is not known. `None`: all
    /// lines were forgotten.
    fn find_line(
        &self,
        play: &mut TurnContext<'_>,
        memory: &mut Memory,
        cells: &[u32],
        context: ContextKey,
        direction: &Direction,
        heading: &Heading,
    ) -> Option<u32> {
        let tiles = cells.iter().map(|cell| play.state.grid.ids()[*cell as usize]);
        let hash = Table::hash(context, tiles.clone());
        let known = memory.lines.find(hash, context, tiles.clone());
        memory.backoff.note(1, known.is_some_and(|place| memory.lines.entry(place).usable));
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
            // Those that set variables are for packed boards only.
            Some(reads) => (recording.variables.is_none(), reads),
            None => self.learn(play, cells, direction, heading, &mut recording),
        };
        // A line that can't be used is one whatever it depends on.
        let untold = reads.direction && !memory.by_direction || reads.variables && !memory.by_variables;
        if usable && untold {
            // What was learned so far was not told apart by this.
            memory.by_direction |= reads.direction;
            memory.by_variables |= reads.variables;
            memory.forget_lines();
            return None;
        }
        let tiles = cells.iter().map(|cell| play.state.grid.ids()[*cell as usize]);
        let place = memory.lines.insert(hash, context, tiles, usable.then_some(&recording));
        memory.recording = recording;
        Some(place)
    }

    /// What a line becomes, if all its tests are known.
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

    /// Learns those lines of a move that are not known yet, among those that
    /// have a bit in `wanted`. The game stays as it is.
    pub(crate) fn learn_lines(&self, play: &mut TurnContext<'_>, mv: Move<'_>, ways: &Ways, wanted: u64) {
        let Move { direction, heading, .. } = mv;
        let Some(memory) = self.memory.take() else { return };
        if !memory.backoff.rests() {
            memory.keep_to(&play.state.grid);
            let is_wanted =
                |(place, cells)| (place >= u64::BITS || wanted >> place & 1 == 1).then_some(cells);
            for cells in (0..).zip(&ways.lines).filter_map(is_wanted) {
                let Some(context) = memory.context_key(&play.state, ways) else { break };
                self.find_line(play, memory, cells, context, direction, heading);
            }
        }
        self.memory.set(Some(memory));
    }
}

/// What the lines found do together; `None` if the order of their merges
/// would show.
fn sum_of_found(play: &TurnContext<'_>, memory: &Memory) -> Option<Sum> {
    let mut sum = Sum::new();
    for place in &memory.found {
        let entry = memory.lines.entry(*place);
        if !entry.usable {
            return None;
        }
        let created = memory.lines.created(entry).iter().copied();
        add(play, &mut sum, entry.moved, entry.merges, entry.points, entry.exact, created)?;
    }
    in_any_order(play, sum)
}

/// Adds what a line does.
fn add(
    play: &TurnContext<'_>,
    sum: &mut Sum,
    moved: bool,
    merges: u32,
    points: f64,
    exact: Exact,
    created: impl Iterator<Item = TileId>,
) -> Option<()> {
    sum.moved |= moved;
    if merges == 0 {
        return Some(());
    }
    sum.merges += merges;
    sum.points += points;
    sum.exact = sum.exact.and(exact);
    for id in created {
        if !play.state.discoveries.has_seen(&play.state.grid, id) && sum.discovered != Some(id) {
            if sum.discovered.is_some() || !play.rules.discovered_filter().is_empty() {
                return None;
            }
            sum.discovered = Some(id);
        }
    }
    Some(())
}

fn in_any_order(play: &TurnContext<'_>, sum: Sum) -> Option<Sum> {
    sum.exact.may_be_added(sum.merges, play.state.score).then_some(sum)
}
