// How a page of a single mode carries its script and its engine.

import { readFileSync } from "node:fs";
import { compress } from "lzma1";
import { describe, expect, test } from "vitest";
import { bytesOf, dense } from "../../src/page/dense.ts";
import { unpacked } from "../../src/page/lzma.ts";

/** Bytes that follow from a seed. */
function drawn(length: number, seed = 7, most = 256): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % most;
  });
}

describe("bytes as text", () => {
  test.each([0, 1, 2, 6, 7, 8, 13, 14, 5000])("%i of them come back", (length) => {
    const bytes = drawn(length);
    expect(bytesOf(dense(bytes))).toEqual(bytes);
  });
  test("have nothing that a page changes, and take a sixth more room", () => {
    const text = dense(drawn(100_000));
    expect(text).not.toMatch(/[\0\r<]/);
    expect(Buffer.byteLength(text)).toBeLessThan(100_000 * 1.18);
  });
});

describe("LZMA", () => {
  const text = (name: string) => Uint8Array.from(readFileSync(new URL(name, import.meta.url)));
  test.each([
    ["a byte", Uint8Array.of(7)],
    ["chance", drawn(3000)],
    ["few values", drawn(20_000, 3, 3)],
    ["one value", new Uint8Array(70_000).fill(9)],
    ["repetitions from far", Uint8Array.from([...drawn(150_000), ...drawn(150_000)])],
    ["structures", Uint8Array.from({ length: 60_000 }, (_, at) => (at % 4 === 0 ? at >> 8 : at % 13))],
    ["a script", text("./texts.test.ts")],
    ["texts", text("../../src/texts/de.json")],
  ])("unpacks %s", async (_, bytes) => {
    // As pages of a release are packed, and those that are only looked at.
    for (const mode of [9, 1]) {
      const packed = new Uint8Array(compress(bytes, mode));
      expect(Buffer.compare(await unpacked(packed), bytes)).toBe(0);
    }
  });
});
