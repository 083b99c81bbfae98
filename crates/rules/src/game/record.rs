//! The record of a game, for playing it back (docs/spec/rules.md, "Replay data").

use std::collections::VecDeque;
use std::sync::Arc;

use calcarray::{Error, ErrorKind, Value};

use crate::board::cell::Cell;
use crate::board::shared_list::SharedList;
use crate::board::shared_values::{Shared, push};
use crate::game::audit::Audit;

/// The record of a game so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// True if a record is kept at all.
    pub(crate) kept: bool,
    /// Finished records.
    pub(crate) moves_played: SharedList<Value>,
    /// The record in progress.
    pub(crate) current_move: Shared,
    /// Milliseconds from the start of the game to each record.
    pub(crate) timestamps: SharedList<f64>,
    /// The spawns of separate automatic moves.
    pub(crate) other_spawns: SharedList<Value>,
    /// Results of random operators and probabilities.
    pub(crate) random_events: Shared,
    /// The index of the next random event: where it is recorded, or in playback
    /// where it comes from.
    pub(crate) random_index: usize,
    /// The next spawns of separate automatic moves, in a playback.
    pub(crate) playback: Option<VecDeque<Value>>,
    /// The possible spawns of the mode, in a playback that compares recorded spawns with them.
    pub(crate) audit: Option<Box<Audit>>,
    /// The size of the finished records (see [`Value::size`]).
    pub(crate) size: u64,
}

/// The limit of the size of a game's record: well over a hundred thousand moves. The record is a
/// part of every code of the game, which must stay one that can be read; so a longer game continues
/// without its replay.
const LARGEST: u64 = 16 << 20;

/// The size that an entry of the other lists counts for.
const ENTRY: u64 = 64;

impl Record {
    /// The record of a game that starts.
    pub(crate) fn new() -> Record {
        Record {
            kept: true,
            moves_played: SharedList::default(),
            current_move: Arc::new(vec![Value::Number(-1.0)]),
            timestamps: [-1.0].into_iter().collect(),
            other_spawns: SharedList::default(),
            random_events: Arc::new(vec![Value::Number(0.0)]),
            random_index: 0,
            playback: None,
            audit: None,
            size: 0,
        }
    }

    /// Gives up a record that is too large.
    fn limit(&mut self) {
        let lists = self.random_events.len() + self.other_spawns.len();
        if self.size.saturating_add(ENTRY * lists as u64) > LARGEST && self.playback.is_none() {
            *self = Record { current_move: Arc::clone(&self.current_move), ..Record::new() };
        }
    }

    /// The record of a game that keeps none, as in rollouts.
    pub(crate) fn none() -> Record {
        Record { kept: false, ..Record::new() }
    }

    /// Becomes like `other`. Where nothing is kept, there is nothing to copy
    /// but what playing changes all the same.
    pub(crate) fn copy_from(&mut self, other: &Record) {
        if self.kept || other.kept {
            self.clone_from(other);
        } else {
            self.random_index = other.random_index;
        }
    }

    /// Ends the record in progress and begins another one.
    pub(crate) fn begin(&mut self, entry: impl FnOnce() -> Vec<Value>, elapsed: f64) {
        if !self.kept {
            return;
        }
        let entry = entry();
        let finished = std::mem::replace(&mut self.current_move, Arc::new(entry));
        let finished = Value::array(finished.to_vec());
        self.size = self.size.saturating_add(finished.size());
        self.moves_played.push(finished);
        self.timestamps.push(elapsed);
        self.limit();
    }

    /// Counts the steps, the start included.
    pub(crate) fn steps(&self) -> usize {
        self.moves_played.len() + 1
    }

    /// Notes a content that appeared in a cell.
    pub(crate) fn spawned(&mut self, content: &Value, cell: Cell) {
        if self.kept {
            push(&mut self.current_move, spawn_entry(content, cell));
        }
    }

    /// Takes, in a playback, the spawns of the next separate automatic move that moves anything.
    pub(crate) fn next_other_spawns(&mut self) -> Option<Vec<Value>> {
        let spawns = self.playback.as_mut()?.pop_front()?;
        spawns.as_array().map(|spawns| spawns.to_vec())
    }

    /// The next event, in playback.
    pub(crate) fn replay_event(&mut self) -> Option<Result<Value, Error>> {
        self.playback.as_ref()?;
        let event = self.random_events.get(self.random_index).cloned();
        self.random_index += 1;
        Some(event.ok_or_else(|| ErrorKind::Host("the replay has no more random events".to_owned()).into()))
    }

    /// Goes from playback to play: events that were not used are dropped.
    pub(crate) fn end_playback(&mut self) {
        let events = Arc::make_mut(&mut self.random_events);
        events.truncate(self.random_index);
        self.random_index = events.len();
        events.push(Value::Number(0.0));
        self.playback = None;
        self.audit = None;
    }

    /// Notes an event. The list always ends with a spare 0.
    pub(crate) fn event(&mut self, result: &Value) {
        if self.playback.is_some() || !self.kept {
            return;
        }
        let events = Arc::make_mut(&mut self.random_events);
        if events.len() <= self.random_index {
            events.resize(self.random_index + 1, Value::Number(0.0));
        }
        events[self.random_index] = result.clone();
        self.random_index += 1;
        if self.random_index == events.len() {
            events.push(Value::Number(0.0));
        }
    }
}

/// `[content, row, column]`.
pub(crate) fn spawn_entry(content: &Value, cell: Cell) -> Value {
    Value::array(vec![content.clone(), cell.row.into(), cell.column.into()])
}

/// The content and the cell of an entry.
pub(crate) fn read_spawn_entry(entry: &Value) -> Option<(Value, Cell)> {
    match entry.as_array()?.entries() {
        [content, row, column] => {
            Some((content.clone(), Cell::new(whole(row.as_number()?)?, whole(column.as_number()?)?)))
        }
        _ => None,
    }
}

/// The number as an index.
pub(crate) fn whole(number: f64) -> Option<usize> {
    // Where addresses have 32 bits, an index can be too large.
    count(number).and_then(|count| usize::try_from(count).ok())
}

/// The number as a count.
pub(crate) fn count(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
}
