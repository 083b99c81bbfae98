//! The layout `Nibble4x4`: small boards of few different tiles in one word.
//!
//! A grid of up to 4x4 cells with up to 14 codes is sixteen numbers of four bits. The
//! result of a row is looked up in a table by its 16 bits. All entries come from a
//! [`LineSource`].
//!
//! See docs/dev/fast-path.md, "Layouts".

use crate::board::tile_table::Tiles;
use crate::fast::context_key::ContextKey;
use crate::fast::line_result::LineResult;
use crate::fast::lines::exact_sum::Exact;
use crate::fast::packed::layout::{
    BoardLayout, CodeSet, Frame, LineSource, MoveResult, Orientation, TileCode,
};
use crate::ruleset::Ruleset;

/// A board: four bits for each cell, the first cell of the first row lowest.
pub(crate) type Board = u64;

/// The edge of the packed grid.
const SIDE: usize = 4;
/// The code of cells that the grid does not have.
const OUTSIDE: TileCode = 15;
/// A word with one bit for each cell.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// An entry of the table of rows: the change, and the place of the effect.
#[derive(Clone, Copy, Default)]
struct RowEntry {
    /// The bits that change.
    change: u16,
    /// The place of the effect.
    effect: u16,
}

/// The place of the effect of rows without merges; 0 stands for unknown rows.
const NO_EFFECT: u16 = 1;

/// The effect of merges: their points, their number, and the codes that they made.
///
/// All parts are in one word, so that the effects of four rows are added at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effect(u64);

impl Effect {
    const POINTS: u32 = 44;
    const MERGES: u32 = 4;
    const SUMS: u64 = (1 << (Effect::POINTS + Effect::MERGES)) - 1;
    const LARGEST: f64 = (1u64 << (Effect::POINTS - 2)) as f64;

    /// Makes an effect; `None` if a part does not fit.
    fn new(points: f64, merges: u32, made: u16) -> Option<Effect> {
        let fits = (0.0..Effect::LARGEST).contains(&points) && Exact::of(points).is_whole() && merges < 4;
        fits.then(|| Effect(points as u64 | u64::from(merges) << Effect::POINTS | u64::from(made) << 48))
    }

    #[inline]
    fn sum(effects: [Effect; SIDE]) -> Effect {
        let sums = effects.iter().map(|own| own.0 & Effect::SUMS).sum::<u64>();
        let made = effects.iter().fold(0, |made, own| made | own.0) & !Effect::SUMS;
        Effect(sums | made)
    }

    /// Returns the points.
    #[inline]
    pub(crate) fn points(self) -> f64 {
        (self.0 & ((1 << Effect::POINTS) - 1)) as f64
    }

    /// Returns the number of merges.
    #[inline]
    pub(crate) fn merges(self) -> u32 {
        (self.0 >> Effect::POINTS) as u32 & ((1 << Effect::MERGES) - 1)
    }

    /// Returns a bit for each code that merges made, and bit 15 if the row is not known.
    #[inline]
    pub(crate) fn made(self) -> u16 {
        (self.0 >> 48) as u16
    }
}

/// The length of the table of rows. All indices are below it, so the hot path has no bounds
/// checks.
const ROWS: usize = 2 << 16;
/// The length of the table of effects. All indices are below it.
const EFFECTS: usize = 1 << 16;
/// The initial entry of `changes_by_axis`: it is not known if moves along the row change
/// it. Bits of columns are 0.
const UNKNOWN_CHANGES: u8 = 0b0101_0000;

/// Transposes a board.
#[inline]
fn transposed(board: Board) -> Board {
    let corners = (board & 0xF0F0_0F0F_F0F0_0F0F)
        | (board & 0x0000_F0F0_0000_F0F0) << 12
        | (board & 0x0F0F_0000_0F0F_0000) >> 12;
    (corners & 0xFF00_FF00_00FF_00FF)
        | (corners & 0x00FF_00FF_0000_0000) >> 24
        | (corners & 0x0000_0000_FF00_FF00) << 24
}

/// The layout of up to 4x4 cells with four bits for each, and its table of rows.
pub(crate) struct Nibble4x4 {
    /// The grid and the palette.
    frame: Frame<u64>,
    /// The rows whose front is the low end, then those whose front is the high end.
    rows: Box<[RowEntry; ROWS]>,
    /// The effects, each once.
    effects: Box<[Effect; EFFECTS]>,
    /// The number of effects.
    effects_known: u16,
    /// The moves that change a row, as [`BoardLayout::changes_by_axis`] has them for
    /// boards.
    changes_by_axis: Box<[u8; EFFECTS]>,
}

impl std::fmt::Debug for Nibble4x4 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Nibble4x4({} codes, {} effects)", self.frame.palette.len(), self.effects_known)
    }
}

impl Nibble4x4 {
    /// Copies the answer of a source about one line of codes, the front one first, into the
    /// table.
    fn record_line(
        &mut self,
        line: &[u8],
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) -> Option<()> {
        let LineResult { after, points, merges, made, .. } =
            self.ask(line.iter().copied(), context_key, from)?;
        let effect = Effect::new(points, merges, made)?;
        // Equal effects are stored once, because an entry has only 16 bits for their place.
        let known = &self.effects[1..usize::from(self.effects_known)];
        let effect = match known.iter().position(|own| *own == effect) {
            Some(place) => place as u16 + 1,
            None if self.effects_known == u16::MAX => return None,
            None => {
                self.effects[usize::from(self.effects_known)] = effect;
                self.effects_known += 1;
                self.effects_known - 1
            }
        };
        let key = |codes: &[u8], backwards: bool| {
            let mut key = 0xFFFF_u16;
            for (cell, code) in codes.iter().enumerate() {
                let place = 4 * if backwards { codes.len() - 1 - cell } else { cell };
                key = key & !(15 << place) | u16::from(*code) << place;
            }
            key
        };
        // One answer fills both halves of the table: the line read from either end.
        for (part, backwards) in [(0, false), (1 << 16, true)] {
            let before = key(line, backwards);
            let change = before ^ key(&after[..line.len()], backwards);
            self.rows[part | usize::from(before)] = RowEntry { change, effect };
            self.note_change(before, backwards, change != 0);
        }
        Some(())
    }
}

impl Nibble4x4 {
    /// Notes whether a row changes in a move to its high end (`backwards`) or its low one.
    fn note_change(&mut self, row: u16, backwards: bool, changes: bool) {
        let way = 1 << (2 * u8::from(backwards));
        let own = &mut self.changes_by_axis[usize::from(row)];
        *own &= !(way << 4);
        if changes {
            *own |= way;
        }
    }
}

impl BoardLayout for Nibble4x4 {
    type Board = Board;
    type Codes = u16;
    type Cells = u64;
    const EXACT: bool = true;
    const ENDS: bool = false;
    const ALL: u64 = ONES;

    fn new(rules: &Ruleset, _: &Tiles, _: usize) -> Option<Nibble4x4> {
        let mut layout = Nibble4x4 {
            frame: Frame::of(rules, SIDE, 4, OUTSIDE)?,
            rows: table(RowEntry::default())?,
            effects: table(Effect(0))?,
            effects_known: NO_EFFECT + 1,
            changes_by_axis: table(UNKNOWN_CHANGES)?,
        };
        layout.effects[0] = Effect(u64::from(u16::NOT_KNOWN) << 48);
        // Rows that the grid does not have stay as they are.
        let nothing = RowEntry { change: 0, effect: NO_EFFECT };
        layout.rows[0xFFFF] = nothing;
        layout.rows[0x1_FFFF] = nothing;
        layout.note_change(0xFFFF, false, false);
        layout.note_change(0xFFFF, true, false);
        Some(layout)
    }

    fn frame(&self) -> &Frame<u64> {
        &self.frame
    }

    fn frame_mut(&mut self) -> &mut Frame<u64> {
        &mut self.frame
    }

    fn blank(&self) -> Board {
        !(self.frame.cells * 15)
    }

    #[inline]
    fn move_result(&self, board: Board, orientation: Orientation, _: ContextKey) -> MoveResult<Nibble4x4> {
        let lines = board ^ ((board ^ transposed(board)) & orientation.columns);
        let part = u32::from(orientation.backwards) << 16;
        let row = |place: u32| self.rows[(part | u32::from((lines >> place) as u16)) as usize % ROWS];
        let rows = [row(0), row(16), row(32), row(48)];
        let effects = rows.map(|row| self.effects[usize::from(row.effect)]);
        let [a, b, c, d] = rows.map(|row| u64::from(row.change));
        let change = a | b << 16 | c << 32 | d << 48;
        let change = change ^ ((change ^ transposed(change)) & orientation.columns);
        let effect = Effect::sum(effects);
        LineResult {
            after: board ^ change,
            points: effect.points(),
            merges: effect.merges(),
            made: effect.made(),
            exact: Exact::ALL,
        }
    }

    #[inline]
    fn changes_by_axis(&self, board: Board) -> Option<u8> {
        let rows = |board: Board| {
            let row = |place: u32| self.changes_by_axis[usize::from((board >> place) as u16)];
            row(0) | row(16) | row(32) | row(48)
        };
        Some(rows(board) | rows(transposed(board)) << 1)
    }

    fn unknown(&self, board: Board, orientation: Orientation, _: ContextKey) -> u64 {
        let (count, _) = self.frame.shape(orientation);
        let lines = if orientation.is_columns() { transposed(board) } else { board };
        let part = usize::from(orientation.backwards) << 16;
        let is_unknown = |line: usize| {
            let row = self.rows[part | usize::from((lines >> (16 * line)) as u16)];
            self.effects[usize::from(row.effect)].made().has_unknown()
        };
        (0..count).fold(0, |unknown, line| unknown | u64::from(is_unknown(line)) << line)
    }

    fn record_lines(
        &mut self,
        board: Board,
        orientation: Orientation,
        context_key: ContextKey,
        from: &mut impl LineSource,
    ) {
        let unknown = self.unknown(board, orientation, context_key);
        for number in (0..SIDE).filter(|number| unknown >> number & 1 == 1) {
            let line = self.line_of(board, orientation, number);
            self.record_line(&line, context_key, from);
        }
    }

    #[inline]
    fn empty(board: Board) -> u64 {
        !(board | board >> 1 | board >> 2 | board >> 3) & ONES
    }

    #[inline]
    fn size(set: u64) -> u32 {
        match set {
            ONES => 16,
            _ => (set.wrapping_mul(ONES) >> 60) as u32,
        }
    }

    #[inline]
    fn nth(set: u64, n: u32) -> u32 {
        if set == ONES {
            return 4 * n;
        }
        // For each cell, the number of cells of the set up to it. The wanted cell is behind
        // all those with no more than n.
        const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
        const BYTES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let up_to = set.wrapping_mul(ONES);
        let wanted = u64::from(n).wrapping_mul(BYTES) | HIGH;
        let even = (wanted - (up_to & LOW)) & HIGH;
        let odd = (wanted - (up_to >> 4 & LOW)) & HIGH;
        let behind = ((even >> 7) + (odd >> 7)).wrapping_mul(BYTES) >> 56;
        4 * behind as u32
    }

    #[inline(always)]
    fn look_at_all<T>(&self, board: Board, into: &mut [T], mut convert: impl FnMut(TileCode) -> T) {
        let code = |place: usize| (board >> place) as u8 & 15;
        match <&mut [T; SIDE * SIDE]>::try_from(&mut *into) {
            // A full board has a constant number of cells, so the compiler unrolls the
            // loop.
            Ok(all) if self.frame.fills(SIDE) => {
                for (cell, into) in all.iter_mut().enumerate() {
                    *into = convert(code(4 * cell));
                }
            }
            _ => {
                for (into, place) in into.iter_mut().zip(&self.frame.places) {
                    *into = convert(code(*place as usize));
                }
            }
        }
    }

    #[inline]
    fn look(board: Board, place: u32) -> TileCode {
        (board >> place) as u8 & 15
    }

    #[inline]
    fn put(board: &mut Board, place: u32, code: TileCode) {
        *board |= u64::from(code) << place;
    }
}

/// Makes a table on the heap.
fn table<T: Clone, const SIZE: usize>(empty: T) -> Option<Box<[T; SIZE]>> {
    vec![empty; SIZE].into_boxed_slice().try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_and_found() {
        let sets = [ONES, 1, 1 << 60, 0x1001_0110_0000_1101, 0x0111_1111_1111_1111, 0x1111_1111_1111_1110];
        for set in sets {
            let places: Vec<u32> =
                (0..16).map(|cell| 4 * cell).filter(|place| set >> place & 1 == 1).collect();
            assert_eq!(Nibble4x4::size(set) as usize, places.len(), "{set:x}");
            for (n, place) in places.iter().enumerate() {
                assert_eq!(Nibble4x4::nth(set, n as u32), *place, "{n} of {set:x}");
            }
        }
    }

    #[test]
    fn rows_become_columns() {
        let board = 0xFEDC_BA98_7654_3210;
        assert_eq!(transposed(board), 0xFB73_EA62_D951_C840);
        assert_eq!(transposed(transposed(board)), board);
    }

    #[test]
    fn effects_add_up() {
        let one = Effect::new(8.0, 1, 0b1000).unwrap();
        let two = Effect::new(24.0, 2, 0b11000).unwrap();
        let sum = Effect::sum([one, two, one, Effect(0)]);
        assert_eq!((sum.points(), sum.merges(), sum.made()), (40.0, 4, 0b11000));
        for (points, merges) in [(0.5, 1), (-1.0, 1), (1e15, 1), (f64::NAN, 1), (1.0, 4)] {
            assert_eq!(Effect::new(points, merges, 0), None, "{points} {merges}");
        }
    }
}
