//! Stat boxes that a player can add to any mode, and bounds of the caches.

/// The stat boxes to add, and the cache of the display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extras {
    /// The tiles discovered so far.
    pub discovered: bool,
    /// Counters, in the order of [`COUNTERS`].
    pub counters: [bool; 4],
    /// Times that run, each with the seconds that it is rounded to; in the order of
    /// [`TIMERS`].
    pub timers: [Option<f64>; 4],
    /// Times that stand still, in the order of [`STAMPS`].
    pub stamps: [bool; 2],
    /// The highest level at which tile pictures are remembered.
    pub tile_display_level: f64,
    /// The highest level at which merge results are remembered.
    pub merge_result_level: f64,
}

impl Default for Extras {
    fn default() -> Extras {
        Extras {
            discovered: false,
            counters: [false; 4],
            timers: [None; 4],
            stamps: [false; 2],
            tile_display_level: 3.0,
            merge_result_level: 2.0,
        }
    }
}

/// Title and expression of the counters.
pub const COUNTERS: [(&str, &str); 4] = [
    ("Moves", "@Moves"),
    ("Merges", "@Merges"),
    ("Merges Before This Move", "@MergesBefore"),
    ("Moves Where A Merge Occurred", "@MergeMoves"),
];

/// Title and expression of the times that run.
pub const TIMERS: [(&str, &str); 4] = [
    ("Time Since Game Began", "@TimeSinceStartGame"),
    ("Time Since First Move", "@TimeSinceFirstMove"),
    ("Time Since Previous Move Start", "@TimeSinceMoveStart"),
    ("Time Since Previous Move End", "@TimeSinceMoveEnd"),
];

/// Title and expression of the times that stand still.
pub const STAMPS: [(&str, &str); 2] =
    [("Time It Took To Win", "@TimestampVictory"), ("Time It Took To Game Over", "@TimestampGameOver")];
