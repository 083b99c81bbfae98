//! The orders in which a rule's tiles are tried (docs/spec/rules.md,
//! "Arrangements").

/// Returns the number of arrangements of `length` tiles, at most `u64::MAX`.
pub(crate) fn count(length: usize) -> u64 {
    (1..=length as u64).fold(1, u64::saturating_mul)
}

/// Arrangement `index` of `length` tiles.
///
/// The sequence for n tiles: for each place from the last to the first, each
/// arrangement of n - 1 tiles with tile n - 1 inserted there.
pub(crate) fn nth(length: usize, index: u64) -> Vec<usize> {
    let mut order = Vec::with_capacity(length);
    // The places of the tiles, from the last tile to the first.
    let mut places = Vec::with_capacity(length);
    let mut rest = index;
    for tiles in (1..=length).rev() {
        let block = count(tiles - 1);
        places.push(tiles - 1 - (rest / block) as usize);
        rest %= block;
    }
    for (tile, place) in places.into_iter().rev().enumerate() {
        order.insert(place, tile);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_that_of_the_reference() {
        let sequence = |length| -> Vec<String> {
            let text = |order: Vec<usize>| order.iter().map(usize::to_string).collect::<String>();
            (0..count(length)).map(|index| text(nth(length, index))).collect()
        };
        assert_eq!(sequence(0), [""]);
        assert_eq!(sequence(1), ["0"]);
        assert_eq!(sequence(2), ["01", "10"]);
        assert_eq!(sequence(3), ["012", "102", "021", "120", "201", "210"]);
        assert_eq!(sequence(4)[..3], ["0123", "1023", "0213"]);
        assert_eq!(sequence(4)[6], "0132");
    }

    #[test]
    fn many_tiles_do_not_overflow() {
        assert_eq!(nth(40, 1)[..3], [1, 0, 2]);
    }
}
