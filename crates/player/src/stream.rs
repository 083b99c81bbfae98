//! Streams of random numbers, derived from one seed.

use polymerge_rules::{Randomness, Rng};

/// The seed of stream `index` of a seed: two rounds of SplitMix64.
pub(crate) fn derive(seed: u64, index: u64) -> u64 {
    mix(mix(seed).wrapping_add(index))
}

/// A round of SplitMix64.
pub(crate) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A whole number below `count`, all with the same chance.
#[inline]
pub(crate) fn below(random: &mut Rng, count: u32) -> u32 {
    (random.next().unwrap_or_default() * f64::from(count)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_seed_and_index() {
        let mut streams: Vec<u64> =
            (0..30).flat_map(|seed| (0..30).map(move |index| derive(seed, index))).collect();
        streams.sort_unstable();
        streams.dedup();
        assert_eq!(streams.len(), 900);
    }
}
