//! The daily game for players without a score service: all who have none play the same one.

/// The modes that take turns, by their names.
pub const MODES: [&str; 3] = ["2048", "dive", "classic"];

/// The mode of a day.
pub fn mode(day: i64) -> &'static str {
    let place = usize::try_from(day.rem_euclid(3)).unwrap_or(0);
    MODES.get(place).copied().unwrap_or("2048")
}

/// The seed of a day, which anyone can calculate: the number that SplitMix64 gives for it.
pub fn seed(day: i64) -> u64 {
    let mixed = (day as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
