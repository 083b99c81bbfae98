//! The geometry of a board on the screen: the size and the place of its cells, and the visible part
//! of a board that is larger than the screen.

use polymerge::Cell;
use polymerge_app::board::{Board, Look};
use ratatui::layout::Rect;

/// The sizes of cells, the largest first: width, height, and the gaps between cells. Without a row
/// between them, cells of two rows and more leave half a row free.
const SIZES: [Size; 15] = [
    Size::new(22, 11, 2, 1),
    Size::new(18, 9, 2, 1),
    Size::new(18, 7, 2, 1),
    Size::new(18, 6, 2, 1),
    Size::new(13, 5, 2, 1),
    Size::new(10, 4, 2, 1),
    Size::new(8, 3, 2, 1),
    Size::new(8, 3, 2, 0),
    Size::new(7, 2, 1, 0),
    Size::new(5, 2, 1, 0),
    Size::new(7, 1, 1, 0),
    Size::new(6, 1, 1, 0),
    Size::new(5, 1, 1, 0),
    Size::new(4, 1, 1, 0),
    Size::new(3, 1, 1, 0),
];

/// The size for boards that are larger than the screen: most tiles are readable.
const READABLE: usize = 12;

/// The size of a cell and of the gaps around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u16,
    height: u16,
    across: u16,
    between: u16,
}

impl Size {
    const fn new(width: u16, height: u16, across: u16, between: u16) -> Size {
        Size { width, height, across, between }
    }

    /// Returns the distance between two columns; on hexagonal boards half a cell.
    fn step(self, hexagonal: bool) -> i32 {
        let step = i32::from(self.width + self.across);
        if hexagonal { (step + 1) / 2 } else { step }
    }

    /// Returns true if each cell leaves half a row free below it.
    fn has_half_gaps(self) -> bool {
        self.between == 0 && self.height > 1
    }

    /// Returns the number of rows above the first cell.
    fn top(self) -> i32 {
        i32::from(self.between) + i32::from(self.has_half_gaps())
    }

    /// Returns the width and the height of a whole board, with a gap around it.
    fn of(self, board: &Board) -> (i32, i32) {
        let columns = (board.width() as i32 - 1).max(0);
        let rows = board.rows.len() as i32;
        (
            columns * self.step(board.hexagonal) + i32::from(self.width + 2 * self.across),
            rows * i32::from(self.height + self.between) + self.top(),
        )
    }
}

/// The zoom and the position of the view of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Camera {
    /// The number of sizes above the one that fits.
    pub zoom: i8,
    /// The left and upper edge of the view, in characters of the board.
    pub corner: (i32, i32),
}

/// A rectangle that may reach beyond the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width.
    pub width: u16,
    /// The height.
    pub height: u16,
}

impl Frame {
    /// Returns the part of the rectangle in an area.
    pub fn within(self, area: Rect) -> Rect {
        let span = |start: i32, length: u16, low: u16, high: u16| {
            let end = (start + i32::from(length)).clamp(i32::from(low), i32::from(high));
            let start = start.clamp(i32::from(low), i32::from(high));
            (start as u16, (end - start) as u16)
        };
        let (x, width) = span(self.x, self.width, area.x, area.right());
        let (y, height) = span(self.y, self.height, area.y, area.bottom());
        Rect::new(x, y, width, height)
    }

    /// Returns a smaller frame, by some characters at each side.
    pub fn shrunk(self, across: u16, between: u16) -> Frame {
        Frame {
            x: self.x + i32::from(across),
            y: self.y + i32::from(between),
            width: self.width.saturating_sub(2 * across),
            height: self.height.saturating_sub(2 * between),
        }
    }
}

/// The layout of a board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The part of the screen that shows the board.
    pub area: Rect,
    size: Size,
    hexagonal: bool,
    rows: usize,
    columns: usize,
    corner: (i32, i32),
    whole: (i32, i32),
}

impl Grid {
    /// Lays a board out in the middle of an area: at the largest size that fits, or as the camera
    /// has it.
    pub fn new(board: &Board, area: Rect, camera: Camera) -> Grid {
        let fits = |size: &Size| {
            let (width, height) = size.of(board);
            width <= i32::from(area.width) && height <= i32::from(area.height)
        };
        let natural = SIZES.iter().position(fits).unwrap_or(READABLE) as i32;
        let index = (natural - i32::from(camera.zoom)).clamp(0, SIZES.len() as i32 - 1);
        let size = SIZES[index as usize];
        let whole = size.of(board);
        let shown = (whole.0.min(area.width.into()), whole.1.min(area.height.into()));
        let area = Rect::new(
            area.x + (area.width - shown.0 as u16) / 2,
            area.y + (area.height - shown.1 as u16) / 2,
            shown.0 as u16,
            shown.1 as u16,
        );
        let corner =
            (camera.corner.0.clamp(0, whole.0 - shown.0), camera.corner.1.clamp(0, whole.1 - shown.1));
        let (rows, columns) = (board.rows.len(), board.width());
        Grid { area, size, hexagonal: board.hexagonal, rows, columns, corner, whole }
    }

    /// Returns, for left, right, top and bottom, if the board goes on there.
    pub fn more(&self) -> [bool; 4] {
        let (width, height) = (i32::from(self.area.width), i32::from(self.area.height));
        [
            self.corner.0 > 0,
            self.corner.0 + width < self.whole.0,
            self.corner.1 > 0,
            self.corner.1 + height < self.whole.1,
        ]
    }

    /// Returns the distance between neighbouring cells: characters across and down.
    pub fn steps(&self) -> (i32, i32) {
        (self.size.step(self.hexagonal), i32::from(self.size.height + self.size.between))
    }

    /// Returns true if there is room around a cell for a larger one.
    pub fn has_gaps(&self) -> bool {
        self.size.across > 1 && self.size.between > 0
    }

    /// Returns true if rows lie directly under each other.
    pub fn is_tight(&self) -> bool {
        self.size.between == 0 && !self.has_half_gaps()
    }

    /// Returns true if each cell leaves half a row free below it.
    pub fn has_half_gaps(&self) -> bool {
        self.size.has_half_gaps()
    }

    /// Returns the rectangle of a cell.
    pub fn cell(&self, cell: Cell) -> Frame {
        self.between(cell, cell, 0.0)
    }

    /// Returns the rectangle at a part of the way from one cell to another.
    pub fn between(&self, from: Cell, to: Cell, way: f64) -> Frame {
        let (across, down) = self.steps();
        let mix = |from: usize, to: usize, step: i32| {
            let (from, to) = (from as f64, to as f64);
            ((from + (to - from) * way) * f64::from(step)).round() as i32
        };
        Frame {
            x: i32::from(self.area.x) + i32::from(self.size.across) + mix(from.column, to.column, across)
                - self.corner.0,
            y: i32::from(self.area.y) + self.size.top() + mix(from.row, to.row, down) - self.corner.1,
            width: self.size.width,
            height: self.size.height,
        }
    }

    /// Returns true if the whole cell is visible.
    pub fn shows(&self, cell: Cell) -> bool {
        let frame = self.cell(cell);
        let seen = frame.within(self.area);
        (seen.width, seen.height) == (frame.width, frame.height)
    }

    /// Returns the corner of the closest view that shows a cell with a little around it.
    pub fn corner_for(&self, cell: Cell) -> (i32, i32) {
        let frame = self.cell(cell);
        let (across, down) = self.steps();
        let shift = |start: i32, length: i32, low: i32, high: i32, margin: i32| {
            if length + 2 * margin > high - low {
                return start + length / 2 - (low + high) / 2;
            }
            (start - margin - low).min(0) + (start + length + margin - high).max(0)
        };
        let (x, y) = (i32::from(self.area.x), i32::from(self.area.y));
        let (right, bottom) = (i32::from(self.area.right()), i32::from(self.area.bottom()));
        let dx = shift(frame.x, frame.width.into(), x, right, across);
        let dy = shift(frame.y, frame.height.into(), y, bottom, down);
        (self.corner.0 + dx, self.corner.1 + dy)
    }

    /// Returns the cell at a place on the screen. Where cells overlap, as half of them do on
    /// hexagonal boards, it is the one that belongs to the board.
    pub fn at(&self, board: &Board, column: u16, row: u16) -> Option<Cell> {
        if !self.area.contains((column, row).into()) {
            return None;
        }
        let (across, down) = self.steps();
        let x = i32::from(column) - i32::from(self.area.x) + self.corner.0 - i32::from(self.size.across);
        let y = i32::from(row) - i32::from(self.area.y) + self.corner.1 - self.size.top();
        let row = usize::try_from(y.div_euclid(down)).ok().filter(|row| *row < self.rows)?;
        if y.rem_euclid(down) >= i32::from(self.size.height) {
            return None;
        }
        let last = x.div_euclid(across);
        let candidates = [last, last - 1].map(|column| {
            let column = usize::try_from(column).ok().filter(|column| *column < self.columns)?;
            let inside = x - column as i32 * across < i32::from(self.size.width);
            let look = board.rows.get(row)?.get(column)?;
            (inside && *look != Look::Void).then(|| Cell::new(row, column))
        });
        candidates.into_iter().flatten().next()
    }

    /// Returns the corner after moving by some cells.
    pub fn moved(&self, rows: i32, columns: i32) -> (i32, i32) {
        let (across, down) = self.steps();
        let across = if self.hexagonal { 2 * across } else { across };
        let limit = |place: i32, whole: i32, shown: u16| place.clamp(0, (whole - i32::from(shown)).max(0));
        (
            limit(self.corner.0 + columns * across, self.whole.0, self.area.width),
            limit(self.corner.1 + rows * down, self.whole.1, self.area.height),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: usize, columns: usize, hexagonal: bool) -> Board {
        let row = |row: usize| {
            let look = move |column: usize| {
                if hexagonal && (row + column) % 2 == 1 { Look::Void } else { Look::Empty }
            };
            (0..columns).map(look).collect()
        };
        Board { rows: (0..rows).map(row).collect(), hexagonal, frame: [0; 3], slot: [0; 3] }
    }

    #[test]
    fn every_cell_is_found_where_it_lies() {
        for (rows, columns, hexagonal) in [(1, 1, false), (4, 4, false), (7, 13, true), (30, 40, false)] {
            let board = board(rows, columns, hexagonal);
            for zoom in -2..=2 {
                let camera = Camera { zoom, corner: (5, 3) };
                let grid = Grid::new(&board, Rect::new(3, 2, 60, 20), camera);
                for row in 0..rows {
                    for column in (0..columns).filter(|c| board.rows[row][*c] != Look::Void) {
                        let cell = Cell::new(row, column);
                        let seen = grid.cell(cell).within(grid.area);
                        if seen.area() > 0 {
                            assert_eq!(grid.at(&board, seen.x, seen.y), Some(cell));
                            let (x, y) = (seen.right() - 1, seen.bottom() - 1);
                            assert_eq!(grid.at(&board, x, y), Some(cell));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn any_cell_of_a_large_board_can_be_brought_into_view() {
        let board = board(50, 50, false);
        let area = Rect::new(0, 0, 40, 10);
        let mut camera = Camera::default();
        for (row, column) in [(0, 0), (49, 49), (0, 49), (25, 3), (49, 0)] {
            let cell = Cell::new(row, column);
            camera.corner = Grid::new(&board, area, camera).corner_for(cell);
            let grid = Grid::new(&board, area, camera);
            assert!(grid.shows(cell), "{cell} from {:?}", camera.corner);
        }
    }

    #[test]
    fn a_board_that_fits_shows_whole() {
        let grid = Grid::new(&board(4, 4, false), Rect::new(0, 0, 60, 15), Camera::default());
        assert_eq!(grid.more(), [false; 4]);
        let large =
            Grid::new(&board(4, 4, false), Rect::new(0, 0, 60, 15), Camera { zoom: 4, corner: (1, 1) });
        assert_eq!(large.more(), [true; 4]);
    }
}
