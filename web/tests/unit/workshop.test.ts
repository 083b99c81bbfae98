import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { unpackedText } from "../../src/engine/packed.ts";
import { histogram, median } from "../../src/workshop/histogram.ts";
import { ModeSchema } from "../../src/workshop/schema.ts";
import { addressOf, asked } from "../../src/workshop/share.ts";
import { spotAt } from "../../src/workshop/spot.ts";

/** The spot of the mark in a text. */
function spot(marked: string) {
  return spotAt(marked.replace("^", ""), marked.indexOf("^"));
}

describe("where a position is", () => {
  test.each<[string, "key" | "value", (string | number)[]]>([
    ["{ ^", "key", []],
    ['{ "gr^', "key", []],
    ['{ "grid": ^', "value", ["grid"]],
    ['{ "grid": "4^x4" }', "value", ["grid"]],
    ['{ "merges": [{ "match": [{}, {}], ^', "key", ["merges", 0]],
    ['{ "merges": [{}, { "when": ["@This", "^"', "value", ["merges", 1, "when", 1]],
    ['{ "a": { "b": [1, [2, "x", ^', "value", ["a", "b", 1, 2]],
    ['{ /* } [ */ "a": // "b":\n ^', "value", ["a"]],
    ['{ "a": "\\"}", ^', "key", []],
  ])("%s", (marked, kind, path) => {
    expect(spot(marked)).toMatchObject({ kind, path });
  });

  test.each(["{ // a^", "{ /* ^ */", "{ /* never closed ^"])("%s is a comment", (marked) => {
    expect(spot(marked)).toBeNull();
  });

  test("keys that are there already, and the inside of a string", () => {
    const text = '{ "title": "x", "tile": "va^lue" }';
    expect(spot(text)).toMatchObject({ keys: ["title"], string: { from: 25, to: 30 } });
  });
});

describe("what the schema says", () => {
  const file = join(import.meta.dirname, "../../../modes/mode.schema.json");
  const schema = new ModeSchema(readFileSync(file, "utf8"));

  test("keys of the file and of what is in it", () => {
    expect(schema.keys([]).map(({ name }) => name)).toContain("merges");
    const keys = schema.keys(["merges", 0]);
    expect(keys.find(({ name }) => name === "match")?.description).toContain("@This first");
    expect(schema.keys(["spawns", 3]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["tile", "weight"]),
    );
    expect(schema.keys(["title", 0, "x"])).toEqual([]);
  });

  test("values and descriptions", () => {
    expect(schema.values(["grid", "shape"])).toContain("hexagon");
    expect(schema.values(["merges", 0, "include_game_variables"])).toEqual([true, false]);
    expect(schema.describe(["spawns"])).toBe("What spawns.");
    expect(schema.describe(["merges", 0, "order"])).toContain("fixed");
    expect(schema.describe(["nothing"])).toBe("");
  });
});

test("scores are counted in ranges of a round width", () => {
  expect(histogram([])).toEqual([]);
  expect(histogram([7, 7])).toEqual([{ from: 7, to: 8, count: 2 }]);
  const bars = histogram(
    Array.from({ length: 100 }, (_, index) => index * 10),
    10,
  );
  expect(bars).toHaveLength(10);
  expect(bars.every(({ from, to, count }) => to - from === 100 && count === 10)).toBe(true);
  expect(histogram([Number.POSITIVE_INFINITY, 3])).toEqual([{ from: 3, to: 4, count: 1 }]);
});

test("the value in the middle", () => {
  expect([median([]), median([3]), median([9, 1, 5]), median([4, 1, 2, 3])]).toEqual([0, 3, 5, 2.5]);
});

test("a file goes into an address and comes back", async () => {
  const text = '{ "title": "Größe ∞" } // 🂡\n'.repeat(20);
  const address = await addressOf(text);
  expect(address).toMatch(/^#\/file\/[\w-]+$/);
  const wanted = asked(address);
  const packed = wanted && "packed" in wanted ? wanted.packed : "";
  expect(packed.length).toBeLessThan(text.length / 2);
  expect(await unpackedText(packed)).toBe(text);
  await expect(unpackedText(packed.slice(0, -8))).rejects.toThrow();
  expect(asked("#/mode/050-dive")).toEqual({ mode: "050-dive" });
  expect(asked("")).toBeNull();
});
