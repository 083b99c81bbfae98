// A picture that areas of one colour are drawn on, with smooth edges, and that
// is written as PNG.

import { crc32, deflateSync } from "node:zlib";
import type { Outline } from "./font.ts";

/** Lines that are looked at for each row of pixels. */
const LINES = 4;
/** Steps between nothing and all of a pixel: few, so that there are few colours. */
const STEPS = 4;

interface Edge {
  from: Outline[number];
  to: Outline[number];
}

export class Canvas {
  private readonly pixels: Uint32Array;

  constructor(
    readonly width: number,
    readonly height: number,
    color: number,
  ) {
    this.pixels = new Uint32Array(width * height).fill(color);
  }

  /** Fills what outlines enclose; `color` is 0xrrggbb. Outlines that turn the other way are holes. */
  fill(outlines: readonly Outline[], color: number): void {
    const edges: Edge[] = outlines.flatMap((line) =>
      line.map((from, index) => ({ from, to: line[(index + 1) % line.length] ?? from })),
    );
    // Most edges are short: each row looks at its own alone.
    const rows = new Map<number, Edge[]>();
    for (const edge of edges) {
      const [first, last] = [edge.from[1], edge.to[1]].sort((a, b) => a - b).map(Math.floor);
      for (let row = Math.max(0, first ?? 0); row <= Math.min(this.height - 1, last ?? -1); row++)
        rows.set(row, [...(rows.get(row) ?? []), edge]);
    }
    const covered = new Float32Array(this.width);
    for (const [row, edges] of rows) {
      covered.fill(0);
      for (let line = 0; line < LINES; line++) {
        const y = row + (line + 0.5) / LINES;
        const crossings: [x: number, turn: number][] = [];
        for (const { from, to } of edges) {
          if (from[1] <= y === to[1] <= y) continue;
          const x = from[0] + ((y - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
          crossings.push([x, from[1] < to[1] ? 1 : -1]);
        }
        crossings.sort((a, b) => a[0] - b[0]);
        let turns = 0;
        for (const [index, [x, turn]] of crossings.entries()) {
          turns += turn;
          if (turns !== 0) this.cover(covered, x, crossings[index + 1]?.[0] ?? x);
        }
      }
      this.blend(row, covered, color);
    }
  }

  /** Notes how much of each pixel lies between two places of a line. */
  private cover(covered: Float32Array, from: number, to: number): void {
    const [left, right] = [Math.max(0, from), Math.min(this.width, to)];
    for (let x = Math.floor(left); x < right; x++) {
      const part = Math.min(right, x + 1) - Math.max(left, x);
      covered[x] = (covered[x] ?? 0) + part / LINES;
    }
  }

  private blend(row: number, covered: Float32Array, color: number): void {
    for (let x = 0; x < this.width; x++) {
      const step = Math.round(Math.min(1, covered[x] ?? 0) * STEPS);
      if (step === 0) continue;
      const at = row * this.width + x;
      this.pixels[at] = mixed(this.pixels[at] ?? 0, color, step / STEPS);
    }
  }

  /** The picture as PNG: with a palette, if its colours fit into one. */
  png(): Buffer {
    const colors = [...new Set(this.pixels)];
    const hasPalette = colors.length <= 256;
    const numbers = new Map(colors.map((color, index) => [color, index]));
    const size = hasPalette ? 1 : 3;
    const rows = Buffer.alloc(this.height * (1 + size * this.width));
    for (let y = 0, at = 0; y < this.height; y++) {
      // No filter.
      at += 1;
      for (let x = 0; x < this.width; x++, at += size) {
        const color = this.pixels[y * this.width + x] ?? 0;
        if (hasPalette) rows[at] = numbers.get(color) ?? 0;
        else rows.writeUIntBE(color, at, 3);
      }
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header[8] = 8;
    header[9] = hasPalette ? 3 : 2;
    const palette = Buffer.concat(colors.slice(0, 256).map((color) => bytesOf(color)));
    return Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      chunk("IHDR", header),
      ...(hasPalette ? [chunk("PLTE", palette)] : []),
      chunk("IDAT", deflateSync(rows, { level: 9 })),
      chunk("IEND", Buffer.alloc(0)),
    ]);
  }
}

function bytesOf(color: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(color, 0, 3);
  return bytes;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A colour between two. */
function mixed(below: number, above: number, part: number): number {
  if (part === 1) return above;
  const one = (shift: number) => {
    const [a, b] = [(below >> shift) & 255, (above >> shift) & 255];
    return Math.round(a + (b - a) * part) << shift;
  };
  return one(16) | one(8) | one(0);
}
