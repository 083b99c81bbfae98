// Examples of merges, as the engine makes them from the rules of a mode.

import * as polymerge from "polymerge";
import { expect, test } from "vitest";
import { examplesOf } from "../../src/engine/examples.ts";

const { Game, Mode } = polymerge;

/** The merges of a mode in words; time does not end the search. */
function merges(mode: polymerge.Mode): string[] {
  const game = Game.start(mode, { seed: 7, now: 0 });
  const { merges, faces } = examplesOf(polymerge, game, () => 0);
  const names = (ids: readonly number[]) =>
    ids.map((id) => faces.find((face) => face.id === id)?.text).join(" + ");
  return merges.map(({ inputs, outputs }) => `${names(inputs)} = ${names(outputs)}`);
}

test.each([
  ["classic", ["2 + 2 = 4"]],
  ["002-2187", ["1 + 1 = 2", "2 + 1 = 3"]],
  ["026-2584", ["1 + 1 = 2", "2 + 1 = 3"]],
])("%s has %j", (name, expected) => {
  expect(merges(Mode.builtIn(name))).toEqual(expected);
});

test("a rule has an example of equal tiles and one of others", () => {
  const dive = merges(Mode.builtIn("050-dive"));
  expect(dive).toContain("2 + 2 = 4");
  expect(dive.some((merge) => /^(\d+) \+ (?!\1 )/.test(merge))).toBe(true);
});

test("a mode without merges has none, and tiles may vanish together", () => {
  const file = (result: string) =>
    `{ "title": "T", "grid": "3x3", "tiles": [{ "colour": "#f0c040" }], "spawns": [{ "tile": [1] }], "merges": [${result}] }`;
  expect(merges(Mode.fromFile(file("")))).toEqual([]);
  expect(merges(Mode.fromFile(file('{ "match": [{}, {}], "results": [], "score": 0 }')))).toEqual([
    "1 + 1 = ",
  ]);
});
