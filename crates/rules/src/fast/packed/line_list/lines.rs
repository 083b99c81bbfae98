//! The lines of the directions of any geometry.
//!
//! See docs/dev/fast-path.md, "Layouts".

use crate::board::lines::DirectionLines;
use crate::fast::packed::layout::MOST_CELLS;
use crate::fast::packed::line_list::WORD;
use crate::ruleset::Ruleset;

/// The largest number of lines of a direction: as many as a word has bits.
const MOST_LINES: usize = u64::BITS as usize;

/// A line of a direction.
#[derive(Debug)]
pub(super) struct Line {
    /// The place among the lines of the direction.
    pub(super) number: u8,
    /// The place of the shape, a bit in the highest bit of each byte.
    pub(super) shape: u64,
    /// The place of the holes at the ends.
    pub(super) ends: u8,
    /// The cells without holes at the ends, the front one first.
    pub(super) cells: Box<[u8]>,
}

/// Returns the place of an entry in a list, to which it is added if it is missing.
fn place_in<T: PartialEq>(list: &mut Vec<T>, entry: T) -> Option<u8> {
    let place = list.iter().position(|own| *own == entry).unwrap_or(list.len());
    if place == list.len() {
        list.push(entry);
    }
    u8::try_from(place).ok()
}

/// Returns the lines of a direction; `None` if there are too many, or one is too long.
pub(super) fn lines_of(
    all_lines: &[Box<[u32]>],
    is_hole: impl Fn(u32) -> bool,
    longest: usize,
    (shapes, ends): (&mut Vec<[usize; 3]>, &mut Vec<[usize; 2]>),
) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    for (number, all) in all_lines.iter().enumerate() {
        let Some(first) = all.iter().position(|cell| !is_hole(*cell)) else { continue };
        let end = all.iter().rposition(|cell| !is_hole(*cell)).map_or(first, |last| last + 1);
        let behind = all.len() - end;
        let shape = place_in(shapes, [first, end - first, behind])?;
        let shape = (0..u8::BITS).map(|bit| u64::from(shape >> bit & 1) << (8 * bit + 7)).sum();
        let ends = place_in(ends, [first, behind])?;
        if all.len() > MOST_CELLS || end - first > longest || number >= MOST_LINES {
            return None;
        }
        let cells = all[first..end].iter().map(|cell| *cell as u8).collect();
        lines.push(Line { number: number as u8, shape, ends, cells });
    }
    Some(lines)
}

/// Returns true if the geometry of a mode fits [`List256`](super::List256), which has the
/// most room.
pub(crate) fn lines_can_be_packed(rules: &Ruleset) -> bool {
    // A direction that moves has no lines if the interpreter found them too long.
    let longest =
        |direction_lines: &DirectionLines| match direction_lines.lines.iter().map(|line| line.len()).max() {
            None if !direction_lines.heading.step.is_still() => usize::MAX,
            longest => longest.unwrap_or(0),
        };
    rules.starting_grid().size() <= 4 * WORD
        && rules.lines().of_directions.iter().chain(&rules.lines().of_auto_moves).all(|direction_lines| {
            longest(direction_lines) <= MOST_CELLS && direction_lines.lines.len() <= MOST_LINES
        })
}
