//! Levels: one number for the content of each cell, which learners take as it is.
//!
//! See docs/dev/fast-path.md, "How a move is made".

/// The level of a cell: one number for its content, never NaN and never infinite. No two of
/// the rows below share a number, so that a program can tell tiles from other cells by it.
///
/// | content | level |
/// |---|---|
/// | empty | 0 |
/// | hole, slippery cell, temporary hole, other content | -1/8, -1/4, -3/8, -1/2 |
/// | tile of which the value can't be computed | 1/4 |
/// | tile of value 1 and more | 1 + log2(value), at most 1,026, which is that of infinity |
/// | tile of value 0 to 1 | 1/2 + 1/2 / (1 - log2(value)): 1/2 for 0, 3/4 for 1/2 |
/// | tile of a value below 0 | minus the level of the opposite value |
pub struct Level;

impl Level {
    /// The level of an empty cell.
    pub const EMPTY: f32 = 0.0;
    /// The level of a hole.
    pub const HOLE: f32 = -0.125;
    /// The level of a slippery cell, which tiles pass over.
    pub const SLIPPERY: f32 = -0.25;
    /// The level of a temporary hole.
    pub const TEMPORARY_HOLE: f32 = -0.375;
    /// The level of any other content without a tile.
    pub const OTHER: f32 = -0.5;
    /// The level of a tile of which the value can't be computed.
    pub const NO_VALUE: f32 = 0.25;
    /// The level of a tile of infinite value. Larger ones do not exist.
    pub const MOST: f32 = 1026.0;

    /// Returns the level of a tile of this value.
    ///
    /// ```
    /// # use polymerge_rules::Level;
    /// let levels = [1.0, 2.0, 2048.0, 0.0, -2.0].map(Level::of_value);
    /// assert_eq!(levels, [1.0, 2.0, 12.0, 0.5, -2.0]);
    /// assert_eq!(Level::of_value(f64::NAN), Level::NO_VALUE);
    /// ```
    pub fn of_value(value: f64) -> f32 {
        if value.is_nan() {
            return Level::NO_VALUE;
        }
        let size = value.abs();
        let log = libm::log2(size);
        let level = if size < 1.0 { 0.5 + 0.5 / (1.0 - log) } else { 1.0 + log };
        let level = (level as f32).min(Level::MOST);
        if value < 0.0 { -level } else { level }
    }
}
