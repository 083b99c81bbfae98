//! Lines of packed boards that are worked out from meetings.

use super::Hashed;
use crate::memo::bytes::{cells, Row, Size};
use crate::memo::meetings::{Gap, Meetings, Met, Outcome, View};
use crate::memo::packing::{Orientation, Shift, Teacher};
use crate::memo::sights::EDGE;
use crate::tile::TileId;

/// Of how many classes meetings are known.
const CLASSES: usize = 32;
/// How many questions are asked about a line.
const MOST_QUESTIONS: usize = 256;
/// How much may be known of the meetings in lines of a class: no more than there
/// are numbers for.
const MOST: usize = 1 << 22;

/// What is known of meetings in lines of some classes.
#[derive(Debug, Default)]
pub(super) struct MeetingsOfClasses {
    classes: Vec<(u32, Meetings)>,
    /// See [`keep_to_numbers`](crate::memo::packing::Packing::keep_to_numbers).
    numbers: usize,
}

impl MeetingsOfClasses {
    #[inline]
    fn of(&self, class: u32) -> Option<&Meetings> {
        self.classes.iter().find(|(own, _)| *own == class).map(|(_, meetings)| meetings)
    }

    /// The same; new ones if there are none, and fewer than `most` of each class.
    fn grow(&mut self, class: u32, most: usize) -> Option<&mut Meetings> {
        let place = match self.classes.iter().position(|(own, _)| *own == class) {
            None if self.classes.len() == CLASSES => return None,
            None => {
                self.classes.push((class, Meetings::default()));
                self.classes.len() - 1
            }
            Some(place) => place,
        };
        let (_, meetings) = self.classes.get_mut(place)?;
        if meetings.len() > most.min(MOST) {
            *meetings = Meetings::default();
        }
        Some(meetings)
    }

    pub(super) fn keep_to_numbers(&mut self, numbers: usize) {
        if self.numbers != numbers {
            self.numbers = numbers;
            self.classes.clear();
        }
    }
}

impl<S: Size> Hashed<S> {
    /// What a move does whose lines are worked out, those that can't be are
    /// looked up.
    pub(super) fn work_out(&self, board: S::Board, orientation: Orientation, class: u32) -> Shift<Hashed<S>> {
        let (meetings, kinds) = (self.meetings.of(class), self.frame.kinds.len());
        match meetings.is_some_and(|meetings| meetings.often_look_at_two(kinds)) {
            true => self.work_out_by::<true>(meetings, board, orientation, class),
            false => self.work_out_by::<false>(meetings, board, orientation, class),
        }
    }

    #[inline(never)]
    fn work_out_by<const BY_TWO: bool>(
        &self,
        meetings: Option<&Meetings>,
        board: S::Board,
        orientation: Orientation,
        class: u32,
    ) -> Shift<Hashed<S>> {
        let (count, length) = self.frame.shape(orientation);
        let mut slow = 0;
        let shift = Self::shifted(board, orientation, (count, length), |line, shift| {
            let Some(meetings) = meetings else { return self.look_up(line, class, shift) };
            let word = line.word() & cells(length);
            let (after, is_all) = meetings.close_up::<BY_TWO>(word, length);
            if is_all {
                return Some(S::Row::of_word(word ^ after));
            }
            slow += 1;
            let Ok(outcome) = meetings.line::<BY_TWO>(word, length) else {
                return self.look_up(line, class, shift);
            };
            shift.add(outcome.points, outcome.merges, outcome.made, outcome.exact);
            Some(S::Row::of_word(word ^ outcome.after))
        });
        self.habit.work_out(count, slow);
        shift
    }

    /// What a line becomes, if lines are worked out, and this one can be.
    pub(super) fn outcome(&self, line: S::Row, length: usize, class: u32) -> Option<Outcome> {
        let meetings = self.meetings.of(class).filter(|_| self.habit.works_out())?;
        meetings.line::<false>(line.word(), length).ok()
    }

    /// Asks somebody about the meetings in a line, if lines are worked out. Gives
    /// whether this one can be then.
    pub(super) fn learn_meetings(
        &mut self,
        line: S::Row,
        length: usize,
        class: u32,
        from: &mut impl Teacher,
    ) -> bool {
        if !self.habit.works_out() {
            return false;
        }
        let Some(meetings) = self.meetings.grow(class, self.most) else { return false };
        let kinds = &mut self.frame.kinds;
        for _ in 0..MOST_QUESTIONS {
            let (sight, is_merge) = match meetings.line::<false>(line.word(), length) {
                Ok(_) => return true,
                Err(Gap::Unknown(sight)) => (sight, false),
                Err(Gap::UnknownIfClosed(sight)) => (sight, true),
                Err(Gap::Unclear) => return false,
            };
            let id = |kind: &u8| (*kind != EDGE).then(|| kinds.id(*kind));
            let ahead: Vec<Option<TileId>> = sight.ahead().iter().map(id).collect();
            let behind: Vec<Option<TileId>> = sight.behind().iter().map(id).collect();
            let met = from.meet(&View { ahead: &ahead, behind: &behind }, class);
            // It is the same merge, and nothing more is known of it.
            if is_merge && !matches!(met, Met::Merges(merging) if merging.is_last) {
                return false;
            }
            if meetings.note(&sight, met, |id| kinds.kind(id)).is_none() {
                return false;
            }
        }
        false
    }
}
