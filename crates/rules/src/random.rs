//! Sources of random numbers.

/// A stream of uniform random numbers.
pub trait Randomness {
    /// The next number u, 0 <= u < 1; `None` if there is none left.
    fn next(&mut self) -> Option<f64>;

    /// The next number in units of 2^-53, of which those of most generators are
    /// a whole number: for who is faster with these. Draws one number, as
    /// [`Randomness::next`] does.
    #[inline]
    fn next_parts(&mut self) -> Option<Parts> {
        self.next().map(Parts::of)
    }

    /// Returns the way in which free cells are drawn.
    fn placement(&self) -> Placement {
        Placement::ByTrial
    }
}

/// Random numbers that can be drawn again: what attempts in vain have drawn comes
/// once more before those to come.
pub(crate) struct Redraw<'r, R: ?Sized> {
    /// The numbers drawn so far.
    drawn: Vec<f64>,
    /// The number of these that the present attempt has drawn.
    next: usize,
    random: &'r mut R,
}

impl<'r, R: ?Sized> Redraw<'r, R> {
    /// A stream whose next numbers are these, which were drawn in vain.
    pub(crate) fn after(drawn: Vec<f64>, random: &'r mut R) -> Redraw<'r, R> {
        Redraw { drawn, next: 0, random }
    }

    /// The next attempt draws them from the first one on.
    pub(crate) fn begin_again(&mut self) {
        self.next = 0;
    }

    /// Returns all numbers that have been drawn.
    pub(crate) fn into_drawn(self) -> Vec<f64> {
        self.drawn
    }
}

impl<R: Randomness + ?Sized> Randomness for Redraw<'_, R> {
    fn next(&mut self) -> Option<f64> {
        if self.next == self.drawn.len() {
            self.drawn.push(self.random.next()?);
        }
        let number = self.drawn.get(self.next).copied();
        self.next += 1;
        number
    }

    fn placement(&self) -> Placement {
        self.random.placement()
    }
}

/// A random number in units of 2^-53.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parts {
    /// The number of units, fewer than 2^53.
    Whole(u64),
    /// The number itself, where it is not a whole number of units.
    Number(f64),
}

impl Parts {
    /// The number of units in 1.
    pub(crate) const ONE: u64 = 1 << 53;

    fn of(number: f64) -> Parts {
        let scaled = number * Parts::ONE as f64;
        let parts = scaled as u64;
        match parts as f64 == scaled && parts < Parts::ONE {
            true => Parts::Whole(parts),
            false => Parts::Number(number),
        }
    }

    /// The whole part of the number times `count`, which is at most 64, as
    /// doubles are multiplied.
    ///
    /// Where the product is not so near below a whole number that it would be
    /// rounded to it, whole numbers give the same, in a fifth of the time.
    #[inline(always)]
    pub(crate) fn whole_part(self, count: u32) -> u32 {
        let number = match self {
            Parts::Whole(parts) => {
                let product = parts.wrapping_mul(u64::from(count));
                if product % Parts::ONE < Parts::ONE - 64 {
                    return (product / Parts::ONE) as u32;
                }
                parts as f64 / Parts::ONE as f64
            }
            Parts::Number(number) => number,
        };
        (number * f64::from(count)) as u32
    }
}

/// The way in which the cell of a new tile is drawn. Both ways give every free cell the same
/// chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Placement {
    /// Among all cells, until one is free: as the reference does, so that a
    /// game goes as there with the same numbers.
    #[default]
    ByTrial,
    /// Among the free cells, with one number for each tile.
    Direct,
}

/// Randomness with which free cells are drawn directly ([`Placement::Direct`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direct<R>(pub R);

impl<R: Randomness> Randomness for Direct<R> {
    #[inline]
    fn next(&mut self) -> Option<f64> {
        self.0.next()
    }

    #[inline]
    fn next_parts(&mut self) -> Option<Parts> {
        self.0.next_parts()
    }

    fn placement(&self) -> Placement {
        Placement::Direct
    }
}

impl<R: Randomness + ?Sized> Randomness for &mut R {
    #[inline]
    fn next(&mut self) -> Option<f64> {
        (**self).next()
    }

    #[inline]
    fn next_parts(&mut self) -> Option<Parts> {
        (**self).next_parts()
    }

    fn placement(&self) -> Placement {
        (**self).placement()
    }
}

/// A source without numbers: a turn that needs one fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoRandomness;

impl Randomness for NoRandomness {
    fn next(&mut self) -> Option<f64> {
        None
    }
}

/// Random numbers for a turn that is only tried out: it is noted whether any was drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guess(Option<Rng>);

impl Guess {
    /// Returns true if any number was drawn.
    pub(crate) fn is_used(&self) -> bool {
        self.0.is_some()
    }
}

impl Randomness for Guess {
    fn next(&mut self) -> Option<f64> {
        self.0.get_or_insert_with(|| Rng::new(0)).next()
    }
}

/// Numbers that were recorded, in order.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    draws: Vec<f64>,
    used: usize,
}

impl Recorded {
    /// Creates a source of these numbers, none of them used yet.
    pub fn new(draws: impl Into<Vec<f64>>) -> Recorded {
        Recorded { draws: draws.into(), used: 0 }
    }

    /// Returns the number of draws so far.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Returns the number of draws that are left.
    pub fn left(&self) -> usize {
        self.draws.len() - self.used
    }
}

impl Randomness for Recorded {
    fn next(&mut self) -> Option<f64> {
        let draw = self.draws.get(self.used).copied()?;
        self.used += 1;
        Some(draw)
    }
}

/// The seeded generator: the same seed gives the same numbers everywhere.
///
/// It is xoshiro256++ 1.0 (Blackman and Vigna), its state filled from the seed
/// by SplitMix64; a number is the upper 53 bits of an output times 2^-53.
/// Named `xoshiro256++/1` in the documentation; if it ever changes, so will
/// that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The name of the generator and the version of its use here.
    pub const NAME: &'static str = "xoshiro256++/1";

    /// The stream of this seed.
    pub fn new(seed: u64) -> Rng {
        let mut mixer = seed;
        Rng { state: std::array::from_fn(|_| split_mix(&mut mixer)) }
    }

    /// Returns the state of the stream: a saved game needs it to continue with the same numbers.
    pub fn state(&self) -> [u64; 4] {
        self.state
    }

    /// Goes on with a stream from where it was.
    pub fn from_state(state: [u64; 4]) -> Rng {
        Rng { state }
    }
}

/// The stream of a seed.
impl From<u64> for Rng {
    fn from(seed: u64) -> Rng {
        Rng::new(seed)
    }
}

/// The stream of a seed.
impl<R: From<u64>> From<u64> for Direct<R> {
    fn from(seed: u64) -> Direct<R> {
        Direct(R::from(seed))
    }
}

/// SplitMix64, recommended by the authors of xoshiro to fill its state.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The next number in units of 2^-53.
    #[inline]
    fn parts(&mut self) -> u64 {
        let s = &mut self.state;
        let output = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        output >> 11
    }
}

impl Randomness for Rng {
    #[inline]
    fn next(&mut self) -> Option<f64> {
        Some(self.parts() as f64 / Parts::ONE as f64)
    }

    #[inline]
    fn next_parts(&mut self) -> Option<Parts> {
        Some(Parts::Whole(self.parts()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_its_published_numbers() {
        // From the reference implementation with the state 1, 2, 3, 4.
        let mut generator = Rng { state: [1, 2, 3, 4] };
        let expected = [41_943_041_u64, 58_720_359, 3_588_806_011_781_223];
        for output in expected {
            let number = generator.next().unwrap();
            assert_eq!(number, (output >> 11) as f64 / (1u64 << 53) as f64);
        }
    }

    #[test]
    fn whole_parts_are_those_of_doubles() {
        let near = |parts: u64| (parts.saturating_sub(70)..=parts + 70).filter(|parts| *parts < Parts::ONE);
        for count in 1..=64_u32 {
            // Around every number whose product is about to become the next.
            let edges = (0..=u64::from(count)).map(|whole| Parts::ONE / u64::from(count) * whole);
            for parts in edges.flat_map(near) {
                let number = parts as f64 / Parts::ONE as f64;
                let expected = (number * f64::from(count)) as u32;
                assert_eq!(Parts::Whole(parts).whole_part(count), expected, "{parts} of {count}");
                assert_eq!(Parts::of(number), Parts::Whole(parts));
            }
        }
        for number in [0.1 / 1024.0, -0.5, 1.0, f64::NAN, f64::MIN_POSITIVE] {
            assert!(matches!(Parts::of(number), Parts::Number(_)), "{number}");
            assert_eq!(Parts::of(number).whole_part(16), (number * 16.0) as u32);
        }
    }

    #[test]
    fn parts_are_drawn_as_numbers_are() {
        let (mut numbers, mut parts) = (Rng::new(7), Direct(Rng::new(7)));
        for _ in 0..100 {
            let number = numbers.next().unwrap();
            assert_eq!(parts.next_parts(), Some(Parts::of(number)));
        }
        let mut recorded = Recorded::new([0.5]);
        assert_eq!(recorded.next_parts(), Some(Parts::Whole(Parts::ONE / 2)));
        assert_eq!(recorded.next_parts(), None);
    }

    #[test]
    fn recorded_numbers_run_out() {
        let mut recorded = Recorded::new([0.25, 0.5]);
        assert_eq!(recorded.next(), Some(0.25));
        assert_eq!((recorded.used(), recorded.left()), (1, 1));
        assert_eq!(recorded.next(), Some(0.5));
        assert_eq!(recorded.next(), None);
    }
}
