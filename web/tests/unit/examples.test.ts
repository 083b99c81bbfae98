// Examples of merges, as the engine makes them from the rules of a mode.

import * as polymerge from "polymerge";
import { expect, test, vi } from "vitest";
import { type Examples, examplesOf } from "../../src/engine/examples.ts";
import { examplesIn } from "../../src/game/merges.ts";

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

test("the search ends long before the page says that the engine works", () => {
  // It has no merges, and room for many moves.
  const file = `{ "title": "T", "grid": "6x6", "tiles": [{ "colour": "#f0c040" }], "spawns": [{ "tile": [1] }], "merges": [] }`;
  const game = Game.start(Mode.fromFile(file), { seed: 7, now: 0 });
  let time = 0;
  // Each look at the clock is a move.
  examplesOf(polymerge, game, () => (time += 100));
  expect(time).toBeLessThanOrEqual(700);
});

test("the engine is asked once for the examples of a mode, and not again where that failed", async () => {
  const examples: Examples = { merges: [{ inputs: [1, 1], outputs: [2] }], faces: [] };
  const gameOf = (answer: () => Promise<Examples>) => ({ ask: vi.fn(answer) as never });
  const fine = () => gameOf(async () => examples);
  const [first, later, changed, other] = [fine(), fine(), fine(), fine()];
  expect(await examplesIn("a", first)).toBe(examples);
  expect(await examplesIn("a", later)).toBe(examples);
  expect(later.ask).not.toHaveBeenCalled();
  for (const game of [changed, changed, other]) expect(await examplesIn("", game)).toBe(examples);
  expect([changed, other].map(({ ask }) => vi.mocked(ask as () => void).mock.calls.length)).toEqual([1, 1]);
  const failing = gameOf(async () => {
    throw new Error("the engine has stopped");
  });
  for (const game of [failing, fine()]) expect((await examplesIn("b", game)).merges).toEqual([]);
});
