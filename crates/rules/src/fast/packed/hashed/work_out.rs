//! Lines of packed boards that are worked out from meetings.

use crate::board::tile_table::TileId;
use crate::fast::collide::compaction::{self, Closing};
use crate::fast::collide::table::{Gap, Meetings, Met, Outcome, View};
use crate::fast::collide::trie::EDGE;
use crate::fast::packed::bytes::{cells, Row, Size};
use crate::fast::packed::hashed::{Change, Effect, Hashed};
use crate::fast::packed::layout::{AboutTests, KindSet, Orientation, Shift, Teacher, LONGEST};

/// Of how many classes meetings are known.
const CLASSES: usize = 32;
/// How many questions are asked about a line.
const MOST_QUESTIONS: usize = 256;
/// How much may be known of the meetings in lines of a class: no more than there
/// are numbers for.
const MOST: usize = 1 << 22;

/// What is known of meetings in lines of some classes.
#[derive(Debug, Default)]
pub(crate) struct MeetingsOfClasses {
    classes: Vec<(u32, Meetings)>,
    /// By what tests they were learned.
    about: AboutTests,
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

    /// Kinds have other numbers now. What is about those without one is forgotten.
    pub(crate) fn rename(&mut self, kind: impl Fn(u8) -> Option<u8>) {
        for (_, meetings) in &mut self.classes {
            meetings.rename(&kind);
        }
    }

    pub(crate) fn keep_to(&mut self, about: AboutTests) {
        if self.about != about {
            self.about = about;
            self.classes.clear();
        }
    }
}

/// Whether more than two bits are set.
#[inline]
fn are_many(set: u64) -> bool {
    let but_one = set & set.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) != 0
}

impl<S: Size> Hashed<S> {
    /// What a move does whose lines are worked out, those that can't be are
    /// looked up.
    pub(crate) fn work_out(&self, board: S::Board, orientation: Orientation, class: u32) -> Shift<Hashed<S>> {
        let Some(meetings) = self.meetings.of(class) else {
            return self.look_up_all(board, orientation, class);
        };
        match meetings.glances().often_look_at_two(self.frame.kinds.len()) {
            true => self.work_out_by::<true>(meetings, board, orientation, class),
            false => self.work_out_by::<false>(meetings, board, orientation, class),
        }
    }

    /// The same where nothing is known of meetings yet.
    #[cold]
    fn look_up_all(&self, board: S::Board, orientation: Orientation, class: u32) -> Shift<Hashed<S>> {
        let shape = self.frame.shape(orientation);
        self.habit.work_out(shape.0, 0);
        Self::shifted(board, orientation, shape, |line, shift| self.look_up(line, class, shift))
    }

    #[inline(never)]
    fn work_out_by<const BY_TWO: bool>(
        &self,
        meetings: &Meetings,
        board: S::Board,
        orientation: Orientation,
        class: u32,
    ) -> Shift<Hashed<S>> {
        let (count, length) = self.frame.shape(orientation);
        // The ranks of the move lie in their order on the board, or from its other end.
        let mut across = S::across(board, orientation);
        let (front, step) = if orientation.backwards { (length.wrapping_sub(1), usize::MAX) } else { (0, 1) };
        let place = |rank: usize| front.wrapping_add(step.wrapping_mul(rank)) % S::SIDE;
        let inside = cells(count);
        let mut ranks = [0; LONGEST];
        for (rank, own) in ranks.iter_mut().enumerate().take(S::SIDE) {
            *own = if rank < length { across[place(rank)] & inside } else { 0 };
        }
        // It can't be foreseen which tiles do something: so all lines close up before any
        // tile is looked at, and all are looked at before any of them acts.
        let mut closing = Closing::of(&ranks, length);
        let glances = meetings.glances();
        let acting = glances.acting::<BY_TWO>(&closing, count, length);
        // One or two are tested as soon as looked at.
        let mut still = acting;
        if glances.often_rest_near() && are_many(acting) {
            still = 0;
            let mut left = acting;
            while left != 0 {
                let place = left.trailing_zeros();
                left &= left - 1;
                let rests = glances.rests(closing.around(place as usize / 8, place as usize % 8));
                still |= u64::from(!rests) << place;
            }
        }
        let mut shift = Self::no_shift(board);
        let mut slow = 0;
        while still != 0 {
            let number = still.trailing_zeros() as usize / 8;
            let [own_acting, own_still] = [acting, still].map(|all| (all >> (8 * number)) as u8);
            still &= !(0xFF << (8 * number));
            slow += 1;
            let (line, closed_up) =
                (compaction::of_line(&ranks, number, S::SIDE), closing.line(number, S::SIDE));
            match meetings.line_with(line, length, closed_up, (own_acting, own_still), |_| {}) {
                Ok(outcome) if outcome.merges == 0 => {}
                Ok(outcome) => {
                    shift.add(outcome.points, outcome.merges, outcome.made, outcome.exact);
                    shift.turns ^= outcome.turns;
                    closing.change(number, S::SIDE, closed_up.tiles, outcome.after);
                }
                Err(_) => {
                    let whole = S::lines(board, orientation, length).as_ref()[number % S::SIDE];
                    let Some(change) = self.look_up(whole, class, &mut shift) else {
                        shift.made = u128::NOT_KNOWN;
                        return shift;
                    };
                    closing.change(number, S::SIDE, closed_up.tiles, line ^ change.word());
                }
            }
        }
        self.habit.work_out(count, slow);
        let (tiles, mut moved) = (closing.tiles(), 0);
        for rank in 0..S::SIDE {
            moved |= ranks[rank] ^ tiles[rank];
            across[place(rank)] ^= ranks[rank] ^ tiles[rank];
        }
        shift.moved = moved != 0;
        if shift.moved {
            shift.after = S::board_of_across(across, orientation);
        }
        shift
    }

    /// How a line changes, if meetings tell.
    pub(crate) fn outcome(&self, line: S::Row, length: usize, class: u32) -> Option<Change<S::Row>> {
        let outcome = self.meetings.of(class)?.line(line.word(), length).ok()?;
        Some(Self::change_to(outcome, line, length))
    }

    fn change_to(outcome: Outcome, line: S::Row, length: usize) -> Change<S::Row> {
        let Outcome { after, points, merges, made, exact, turns } = outcome;
        let change = S::Row::of_word(line.word() & cells(length) ^ after);
        (change, Effect { points, made, merges, exact }, turns)
    }

    /// Whether the merges of a line are known to be the same in both classes, one by
    /// one.
    pub(crate) fn merge_alike(&self, line: S::Row, length: usize, classes: [u32; 2]) -> bool {
        let [one, other] = classes.map(|class| self.meetings.of(class)?.merges(line.word(), length));
        one.is_some() && one == other
    }

    /// How a line changes, if meetings tell after asking somebody about them.
    pub(crate) fn learn_meetings(
        &mut self,
        line: S::Row,
        length: usize,
        class: u32,
        from: &mut impl Teacher,
    ) -> Option<Change<S::Row>> {
        let meetings = self.meetings.grow(class, self.most)?;
        let kinds = &mut self.frame.kinds;
        for _ in 0..MOST_QUESTIONS {
            let (sight, is_merge) = match meetings.line(line.word(), length) {
                Ok(outcome) => return Some(Self::change_to(outcome, line, length)),
                Err(Gap::Unknown(sight)) => (sight, false),
                Err(Gap::UnknownIfClosed(sight)) => (sight, true),
                Err(Gap::Unclear) => return None,
            };
            let id = |kind: &u8| (*kind != EDGE).then(|| kinds.id(*kind));
            let ahead: Vec<Option<TileId>> = sight.ahead().iter().map(id).collect();
            let behind: Vec<Option<TileId>> = sight.behind().iter().map(id).collect();
            let met = from.meet(&View { ahead: &ahead, behind: &behind }, class);
            // It is the same merge, and nothing more is known of it.
            if is_merge && !matches!(met, Met::Merges(merging) if merging.is_last) {
                return None;
            }
            meetings.note(&sight, met, |id| kinds.kind(id))?;
        }
        None
    }
}
