//! Lists that expressions make of a grid, kept with it as long as no cell changes: scripts that run
//! one after the other often ask for the same ones.

use std::sync::OnceLock;

use crate::array::Array;

/// The number of lists of kept entries of which each has a callback of its own.
const MOST_KEPT: usize = 2;

/// The lists of a grid. A grid that has some drops them when a cell changes
/// ([`Board::lists`](crate::Board::lists)).
#[derive(Debug, Default)]
pub struct GridLists(OnceLock<Box<Lists>>);

#[derive(Debug)]
struct Lists {
    flat: FlatGrid,
    /// The entries of the flat grid that callbacks keep, each behind the callback as it is written.
    kept: [OnceLock<(Array, Array)>; MOST_KEPT],
}

/// All that is in the cells of a grid, one after the other, and what making it counts for.
#[derive(Debug)]
pub(crate) struct FlatGrid {
    pub cells: Array,
    pub steps: u64,
    pub bytes: u64,
}

impl GridLists {
    /// Returns true if there is no list.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }

    /// Returns the flat grid, if it has been made.
    pub(crate) fn flat(&self) -> Option<&FlatGrid> {
        self.0.get().map(|lists| &lists.flat)
    }

    /// Keeps the flat grid, unless there is one.
    pub(crate) fn keep(&self, flat: FlatGrid) {
        self.0.get_or_init(|| Box::new(Lists { flat, kept: Default::default() }));
    }

    /// Returns true if a list is the flat grid that is kept here.
    pub(crate) fn are_of(&self, list: &Array) -> bool {
        self.flat().is_some_and(|flat| flat.cells.same_storage(list))
    }

    /// Returns the entries of the flat grid that a callback keeps, if they are known.
    pub(crate) fn kept_by(&self, callback: &Array) -> Option<&Array> {
        let mut known = self.0.get()?.kept.iter().map_while(OnceLock::get);
        known.find(|(own, _)| is_same(own, callback)).map(|(_, kept)| kept)
    }

    /// Notes the entries of the flat grid that a callback keeps, which depend on nothing else.
    pub(crate) fn note_kept(&self, callback: &Array, kept: &Array) {
        let lists = self.0.get();
        if let Some(free) = lists.and_then(|lists| lists.kept.iter().find(|own| own.get().is_none())) {
            free.get_or_init(|| (callback.clone(), kept.clone()));
        }
    }
}

/// Returns true if two lists have identical entries.
fn is_same(one: &Array, other: &Array) -> bool {
    let identical = || one.iter().zip(other.iter()).all(|(own, other)| own.identical(other));
    one.same_storage(other) || one.len() == other.len() && identical()
}
