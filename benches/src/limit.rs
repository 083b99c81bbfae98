//! A limit to compare the engine with: an engine for plain 2048 and nothing else.
//!
//! One 64-bit board, one table of rows for each end, no branch on the
//! direction, a score table, xorshift64*: the well-known best form of a
//! 4×4 engine (after nneonneo's and its successors), in safe Rust.

/// A game of 2048.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Sixteen exponents.
    pub board: u64,
    /// The points.
    pub score: u64,
    random: u64,
}

/// The results of moving a row, by its contents.
pub struct Tables {
    changes: Vec<u16>,
    points: Vec<u32>,
}

impl Default for Tables {
    fn default() -> Tables {
        let mut tables = Tables { changes: vec![0; 2 << 16], points: vec![0; 1 << 16] };
        for row in 0..=u16::MAX {
            let (after, points) = moved(row);
            tables.changes[usize::from(row)] = row ^ after;
            tables.points[usize::from(row)] = points;
            tables.changes[1 << 16 | usize::from(mirrored(row))] = mirrored(row) ^ mirrored(after);
        }
        tables
    }
}

fn mirrored(row: u16) -> u16 {
    row << 12 | (row << 4 & 0x0F00) | (row >> 4 & 0x00F0) | row >> 12
}

/// A row moved towards its low end.
fn moved(row: u16) -> (u16, u32) {
    let tiles: Vec<u16> = (0..4).map(|cell| row >> (4 * cell) & 15).filter(|tile| *tile != 0).collect();
    let (mut after, mut points, mut at, mut next) = (0, 0, 0, 0);
    while next < tiles.len() {
        let mut tile = tiles[next];
        next += 1;
        if tiles.get(next) == Some(&tile) && tile < 15 {
            tile += 1;
            points += 1 << tile;
            next += 1;
        }
        after |= tile << (4 * at);
        at += 1;
    }
    (after, points)
}

fn transposed(board: u64) -> u64 {
    let corners = (board & 0xF0F0_0F0F_F0F0_0F0F)
        | (board & 0x0000_F0F0_0000_F0F0) << 12
        | (board & 0x0F0F_0000_0F0F_0000) >> 12;
    (corners & 0xFF00_FF00_00FF_00FF)
        | (corners & 0x00FF_00FF_0000_0000) >> 24
        | (corners & 0x0000_0000_FF00_FF00) << 24
}

impl Game {
    /// A game with two tiles.
    pub fn new(seed: u64) -> Game {
        let mut game = Game { board: 0, score: 0, random: seed | 1 };
        game.restart();
        game
    }

    /// The next game.
    pub fn restart(&mut self) {
        (self.board, self.score) = (0, 0);
        self.spawn();
        self.spawn();
    }

    /// The next random number.
    #[inline]
    pub fn random(&mut self) -> u64 {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        self.random.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    #[inline]
    fn spawn(&mut self) {
        let board = self.board;
        let mut empty = !(board | board >> 1 | board >> 2 | board >> 3) & 0x1111_1111_1111_1111;
        let random = self.random();
        let count = u64::from(empty.count_ones());
        for _ in 0..((random >> 32) * count) >> 32 {
            empty &= empty - 1;
        }
        let tile = if ((random & 0xFFFF_FFFF) * 10) >> 32 == 0 { 2 } else { 1 };
        self.board |= tile << empty.trailing_zeros();
    }

    /// Moves and, if anything moved, spawns. Returns true if anything moved.
    #[inline]
    pub fn play(&mut self, tables: &Tables, direction: u32) -> bool {
        let columns = u64::from(direction < 2).wrapping_neg();
        let part = usize::from(direction & 1 == 1) << 16;
        let lines = self.board ^ ((self.board ^ transposed(self.board)) & columns);
        let row = |place: u32| usize::from((lines >> place) as u16);
        let change = |place: u32| u64::from(tables.changes[part | row(place)]) << place;
        let change = change(0) | change(16) | change(32) | change(48);
        if change == 0 {
            return false;
        }
        // A row gives the same points whichever way it moves.
        let points = |place: u32| u64::from(tables.points[row(place)]);
        self.score += points(0) + points(16) + points(32) + points(48);
        self.board ^= change ^ ((change ^ transposed(change)) & columns);
        self.spawn();
        true
    }
}
