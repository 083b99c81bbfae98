// LZMA, by which a page of a single mode carries its script and its engine: browsers know no method that
// makes them as small. The package that packs them (lzma1) unpacks as well, but its decoder can't be
// taken alone: with the encoder it has 127 KB, and this one 4. What is unpacked comes from the build of
// the page, so that nothing is checked; the content security policy refuses a script that came out wrong.

/** Bytes of a header: how literals and places are told apart, the size of the dictionary, the length. */
const HEADER = 13;
/** Bits of a probability. */
const EVEN = 1 << 10;
/** Bytes after which others may do something. */
const SLICE = 1 << 18;

const pause = () => new Promise((done) => setTimeout(done));

/** Reads bits, each with a probability that it learns. */
class Bits {
  private range = 0xffffffff;
  private code = 0;

  /** The first byte is not used. */
  constructor(
    private readonly data: Uint8Array,
    private at: number,
  ) {
    this.at += 1;
    for (let byte = 0; byte < 4; byte++) this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  private next(): number {
    return this.data[this.at++] ?? 0;
  }

  private refill(): void {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.next()) >>> 0;
  }

  bit(odds: Uint16Array, index: number): 0 | 1 {
    const chance = odds[index] as number;
    const bound = (this.range >>> 11) * chance;
    if (this.code < bound) {
      this.range = bound;
      odds[index] = chance + ((2048 - chance) >>> 5);
      this.refill();
      return 0;
    }
    this.range -= bound;
    this.code -= bound;
    odds[index] = chance - (chance >>> 5);
    this.refill();
    return 1;
  }

  /** Bits that are even. */
  plain(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left--) {
      this.range >>>= 1;
      const bit = this.code >= this.range ? 1 : 0;
      if (bit) this.code -= this.range;
      value = (value << 1) | bit;
      this.refill();
    }
    return value;
  }

  /** A number of bits, the first one the highest. */
  tree(odds: Uint16Array, start: number, count: number): number {
    let node = 1;
    for (let left = count; left > 0; left--) node = (node << 1) | this.bit(odds, start + node);
    return node - (1 << count);
  }

  /** A number of bits, the first one the lowest. */
  backwards(odds: Uint16Array, start: number, count: number): number {
    let [node, value] = [1, 0];
    for (let place = 0; place < count; place++) {
      const bit = this.bit(odds, start + node);
      node = (node << 1) | bit;
      value |= bit << place;
    }
    return value;
  }
}

const odds = (size: number) => new Uint16Array(size).fill(EVEN);

/** Lengths of repetitions, less two. */
class Lengths {
  private readonly choice = odds(2);
  private readonly low = odds(16 << 3);
  private readonly middle = odds(16 << 3);
  private readonly high = odds(256);

  read(bits: Bits, place: number): number {
    if (!bits.bit(this.choice, 0)) return bits.tree(this.low, place << 3, 3);
    if (!bits.bit(this.choice, 1)) return 8 + bits.tree(this.middle, place << 3, 3);
    return 16 + bits.tree(this.high, 0, 8);
  }
}

/** Distances of repetitions, less one. */
class Distances {
  private readonly slots = odds(4 << 6);
  private readonly near = odds(115);
  private readonly align = odds(16);

  read(bits: Bits, length: number): number {
    const slot = bits.tree(this.slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const start = ((2 | (slot & 1)) << count) >>> 0;
    if (slot < 14) return start + bits.backwards(this.near, start - slot, count);
    return start + bits.plain(count - 4) * 16 + bits.backwards(this.align, 0, 4);
  }
}

/** Unpacks data with their header, and lets others do something meanwhile. */
export async function unpacked(data: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const kind = data[0] as number;
  const [context, low, places] = [kind % 9, Math.floor(kind / 9) % 5, Math.floor(kind / 45)];
  const [lowMask, placeMask] = [(1 << low) - 1, (1 << places) - 1];
  const out = new Uint8Array(new DataView(data.buffer, data.byteOffset).getUint32(5, true));
  const bits = new Bits(data, HEADER);
  const literals = odds(0x300 << (context + low));
  const [isRepeat, isOld, isOlder, isOldest] = [odds(12), odds(12), odds(12), odds(12)];
  const [isMatch, isLong] = [odds(12 << 4), odds(12 << 4)];
  const [fresh, again, distances] = [new Lengths(), new Lengths(), new Distances()];
  /** The last distances, less one, the latest first. */
  let [first, second, third, fourth] = [0, 0, 0, 0];
  let [state, at, rest] = [0, 0, SLICE];

  const literal = () => {
    const before = at > 0 ? (out[at - 1] as number) : 0;
    const start = 0x300 * (((at & lowMask) << context) + (before >> (8 - context)));
    let symbol = 1;
    if (state >= 7) {
      // After a repetition the byte is likely to differ from the one that would have come.
      let expected = out[at - first - 1] as number;
      while (symbol < 0x100) {
        const bit = (expected >> 7) & 1;
        expected <<= 1;
        const read = bits.bit(literals, start + ((1 + bit) << 8) + symbol);
        symbol = (symbol << 1) | read;
        if (read !== bit) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bits.bit(literals, start + symbol);
    out[at++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };

  /** Takes one of the last distances for the latest; returns false if it is for one byte alone. */
  const recall = (place: number): boolean => {
    if (!bits.bit(isOld, state)) return bits.bit(isLong, (state << 4) + place) === 1;
    let distance = second;
    if (bits.bit(isOlder, state)) {
      distance = third;
      if (bits.bit(isOldest, state)) {
        distance = fourth;
        fourth = third;
      }
      third = second;
    }
    second = first;
    first = distance;
    return true;
  };

  const copy = (count: number) => {
    const end = Math.min(at + count, out.length);
    for (; at < end; at++) out[at] = out[at - first - 1] as number;
  };

  while (at < out.length) {
    if (at > rest) {
      rest += SLICE;
      await pause();
    }
    const place = at & placeMask;
    if (!bits.bit(isMatch, (state << 4) + place)) {
      literal();
    } else if (bits.bit(isRepeat, state)) {
      if (recall(place)) {
        copy(again.read(bits, place) + 2);
        state = state < 7 ? 8 : 11;
      } else {
        copy(1);
        state = state < 7 ? 9 : 11;
      }
    } else {
      [second, third, fourth] = [first, second, third];
      const length = fresh.read(bits, place);
      first = distances.read(bits, length);
      copy(length + 2);
      state = state < 7 ? 7 : 10;
    }
  }
  return out;
}
