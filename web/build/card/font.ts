// Outlines of the letters of a typeface in a WOFF file, for pictures that are
// made without a browser.

import { inflateSync } from "node:zlib";

/** Lines that enclose an area, in units of the typeface: x to the right, y up. */
export type Outline = [x: number, y: number][];

/** A point of a curve; those that are off the curve pull it. */
interface Point {
  x: number;
  y: number;
  isOn: boolean;
}

/** Straight pieces that a curve is drawn with. */
const PIECES = 6;

export class Typeface {
  readonly unitsPerEm: number;
  private readonly tables = new Map<string, Buffer>();
  private readonly known = new Map<number, Outline[]>();

  constructor(file: Buffer) {
    if (file.toString("latin1", 0, 4) !== "wOFF") throw new Error("the typeface is no WOFF file");
    for (let index = 0; index < file.readUInt16BE(12); index++) {
      const entry = 44 + 20 * index;
      const [from, packed, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at));
      const bytes = file.subarray(from, (from ?? 0) + (packed ?? 0));
      const isPacked = (packed ?? 0) < (length ?? 0);
      this.tables.set(file.toString("latin1", entry, entry + 4), isPacked ? inflateSync(bytes) : bytes);
    }
    this.unitsPerEm = this.table("head").readUInt16BE(18);
  }

  private table(name: string): Buffer {
    const table = this.tables.get(name);
    if (!table) throw new Error(`the typeface has no table ${name}`);
    return table;
  }

  /** The number of a letter's glyph; 0 if there is none. */
  glyphOf(letter: string): number {
    const code = letter.codePointAt(0) ?? 0;
    const cmap = this.table("cmap");
    for (let index = 0; index < cmap.readUInt16BE(2); index++) {
      const at = cmap.readUInt32BE(8 + 8 * index);
      // The format that covers the letters of the first plane.
      if (cmap.readUInt16BE(at) !== 4) continue;
      const segments = cmap.readUInt16BE(at + 6) / 2;
      const read = (list: number, segment: number) =>
        at + 14 + 2 * (list * segments + segment) + (list > 0 ? 2 : 0);
      for (let segment = 0; segment < segments; segment++) {
        if (code > cmap.readUInt16BE(read(0, segment))) continue;
        const first = cmap.readUInt16BE(read(1, segment));
        if (code < first) return 0;
        const delta = cmap.readUInt16BE(read(2, segment));
        const place = read(3, segment);
        const offset = cmap.readUInt16BE(place);
        if (offset === 0) return (code + delta) & 0xffff;
        const glyph = cmap.readUInt16BE(place + offset + 2 * (code - first));
        return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
      }
    }
    return 0;
  }

  /** How far the next letter is from this one. */
  advance(glyph: number): number {
    const metrics = this.table("hhea").readUInt16BE(34);
    return this.table("hmtx").readUInt16BE(4 * Math.min(glyph, metrics - 1));
  }

  outlines(glyph: number): Outline[] {
    const known = this.known.get(glyph) ?? this.read(glyph);
    this.known.set(glyph, known);
    return known;
  }

  private read(glyph: number): Outline[] {
    const loca = this.table("loca");
    const isLong = this.table("head").readInt16BE(50) === 1;
    const place = (index: number) =>
      isLong ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index);
    const data = this.table("glyf").subarray(place(glyph), place(glyph + 1));
    if (data.length === 0) return [];
    const contours = data.readInt16BE(0);
    return contours < 0 ? this.composed(data) : simple(data, contours).map(flattened);
  }

  /** A glyph that is made of others, such as a letter with an accent. */
  private composed(data: Buffer): Outline[] {
    const outlines: Outline[] = [];
    let at = 10;
    let flags: number;
    do {
      flags = data.readUInt16BE(at);
      const part = data.readUInt16BE(at + 2);
      const isWide = (flags & 1) !== 0;
      const [dx, dy] = isWide
        ? [data.readInt16BE(at + 4), data.readInt16BE(at + 6)]
        : [data.readInt8(at + 4), data.readInt8(at + 5)];
      at += isWide ? 8 : 6;
      // Parts that are turned or scaled are drawn as they are.
      if (flags & 8) at += 2;
      else if (flags & 0x40) at += 4;
      else if (flags & 0x80) at += 8;
      outlines.push(
        ...this.outlines(part).map((line) => line.map(([x, y]): [number, number] => [x + dx, y + dy])),
      );
    } while (flags & 0x20);
    return outlines;
  }
}

/** The contours of a glyph that is drawn by itself. */
function simple(data: Buffer, contours: number): Point[][] {
  const ends = Array.from({ length: contours }, (_, index) => data.readUInt16BE(10 + 2 * index));
  const count = (ends.at(-1) ?? -1) + 1;
  let at = 10 + 2 * contours;
  at += 2 + data.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = data.readUInt8(at++);
    const repeats = flag & 8 ? data.readUInt8(at++) : 0;
    for (let copy = 0; copy <= repeats; copy++) flags.push(flag);
  }
  const coordinates = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += data.readUInt8(at++) * (flag & same ? 1 : -1);
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(2, 16);
  const ys = coordinates(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, isOn: (flag & 1) > 0 }));
  return ends.map((end, index) => points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1));
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true });

/** A contour of quadratic curves as straight lines. */
function flattened(points: Point[]): Outline {
  const [first, second] = points;
  if (!first || !second) return [];
  // Between two points that are off the curve is one that is on it.
  const all = points.flatMap((point, index) => {
    const next = points[(index + 1) % points.length] ?? first;
    return point.isOn || next.isOn ? [point] : [point, between(point, next)];
  });
  const start = all.findIndex(({ isOn }) => isOn);
  const turned = [...all.slice(start), ...all.slice(0, start + 1)];
  const outline: Outline = [];
  for (const [index, point] of turned.entries()) {
    if (point.isOn) {
      outline.push([point.x, point.y]);
      continue;
    }
    const [from, to] = [turned[index - 1] ?? point, turned[index + 1] ?? point];
    for (let piece = 1; piece < PIECES; piece++) {
      const [t, u] = [piece / PIECES, 1 - piece / PIECES];
      const on = (name: "x" | "y") => u * u * from[name] + 2 * u * t * point[name] + t * t * to[name];
      outline.push([on("x"), on("y")]);
    }
  }
  return outline;
}
