import { readFileSync } from "node:fs";
import { basename } from "node:path";
import * as polymerge from "polymerge";
import { expect, test } from "vitest";
import { weightsByRules } from "../../build/weights.ts";
import { Adviser } from "../../src/engine/adviser.ts";

const files = weightsByRules();

/** A new game as the page keeps it. */
function begun(mode: string) {
  const game = polymerge.Game.start(polymerge.Mode.builtIn(mode), { seed: 7, now: 0 });
  return { snapshot: game.snapshot(0), at: 0, deeds: [] };
}

/** The first answer of a hint and the last one. */
function hint(adviser: Adviser, key: number) {
  const [first, last] = [adviser.ask(key, [], 6), adviser.more(key, 1000, 70)];
  return { first: first?.ranking, last: last?.ranking, done: last?.done };
}

test("files of what was learned are found by the rules of the modes that they are named after", () => {
  expect(files.size).toBeGreaterThan(0);
  for (const [rules, file] of files) {
    expect(polymerge.Mode.builtIn(basename(file, ".weights")).rulesHash()).toBe(rules);
  }
});

test("hints go by what was learned as soon as it is there, in games of its mode alone", () => {
  const adviser = new Adviser(polymerge);
  const { key, rules, known } = adviser.follow(begun("classic"));
  expect(known).toBe(false);
  expect(hint(adviser, key).first).toHaveProperty("objective");
  const weights = readFileSync(files.get(rules) ?? "");
  expect(adviser.know(key, rules, weights)).toBe(true);
  const learned = hint(adviser, key);
  expect(learned).toMatchObject({ first: { foreseen: "points" }, last: { foreseen: "points" }, done: true });
  // Another game of the mode, then one of another.
  const again = adviser.follow(begun("classic"));
  expect(again).toMatchObject({ rules, known: true });
  expect(adviser.know(key, rules, weights)).toBe(false);
  expect(hint(adviser, again.key).last).toHaveProperty("foreseen");
  const other = adviser.follow(begun("dive"));
  expect(other.known).toBe(false);
  expect(() => adviser.know(other.key, other.rules, weights)).toThrow("other rules");
  expect(hint(adviser, other.key).first).toHaveProperty("objective");
});
