// The random numbers of the engine: xoshiro256++ 1.0 by Blackman and Vigna,
// started by SplitMix64 (docs/turn.md, "Randomness").

const MASK = (1n << 64n) - 1n;

const rotated = (word: bigint, by: bigint) => ((word << by) | (word >> (64n - by))) & MASK;

export type Words = readonly [bigint, bigint, bigint, bigint];

/** A stream of random numbers that can be copied. */
export class Random {
  private constructor(private words: Words) {}

  static seeded(seed: bigint): Random {
    let state = seed & MASK;
    const next = () => {
      state = (state + 0x9e3779b97f4a7c15n) & MASK;
      let word = state;
      word = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & MASK;
      return word ^ (word >> 31n);
    };
    return new Random([next(), next(), next(), next()]);
  }

  copy(): Random {
    return new Random(this.words);
  }

  /** The next number, at least 0 and less than 1. */
  next(): number {
    const [a, b, c, d] = this.words;
    const word = (rotated((a + d) & MASK, 23n) + a) & MASK;
    const [x, y] = [c ^ a, d ^ b];
    this.words = [a ^ y, b ^ x, x ^ ((b << 17n) & MASK), rotated(y, 45n)];
    return Number(word >> 11n) / 2 ** 53;
  }
}
