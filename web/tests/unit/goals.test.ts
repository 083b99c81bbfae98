// Goals on the way: what a game was the first to reach in its mode.

import { describe, expect, test } from "vitest";
import { firstsOf } from "../../src/game/ending.ts";
import { largestTile, lastRound, type Milestone, roundPoints } from "../../src/store/goals.ts";

test.each([
  [0, 0],
  [99, 0],
  [100, 100],
  [2999, 2000],
  [3000, 3000],
  [74_999, 50_000],
  [80_000, 75_000],
])("%d points have reached %d", (score, round) => expect(lastRound(score)).toBe(round));

describe("tiles", () => {
  const reached = (tops: readonly [id: string, top: number][], isFirstGame = true) =>
    tops.reduce<Milestone | undefined>(
      (known, [id, top]) => largestTile(known, { id, top }, isFirstGame),
      undefined,
    );
  test("count when they are twice as large", () => {
    expect(
      reached([
        ["a", 256],
        ["b", 300],
        ["c", 512],
      ]),
    ).toEqual({ value: 512, game: "c" });
    expect(
      reached([
        ["a", 256],
        ["b", 300],
      ]),
    ).toEqual({ value: 256, game: "a" });
  });
  test("are not said to be the first where games were played before that were not looked at", () => {
    const unsure = reached(
      [
        ["a", 64],
        ["a", 128],
      ],
      false,
    );
    expect(unsure).toEqual({ value: 128, game: "a", isUnsure: true });
    expect(largestTile(unsure, { id: "b", top: 256 }, false)).toEqual({ value: 256, game: "b" });
  });
  test("need no numbers", () => expect(largestTile(undefined, { id: "a" }, true)).toBe(undefined));
});

test("points count beyond the best score before", () => {
  expect(roundPoints(undefined, { id: "a", score: 1200 }, 0)).toEqual({ value: 1000, game: "a" });
  expect(roundPoints(undefined, { id: "a", score: 1200 }, 1100)).toBe(undefined);
});

test("what a game was the first to reach is said of that game alone", () => {
  const record = { tile: { value: 512, game: "a" }, points: { value: 3000, game: "a" } };
  expect(firstsOf("a", record)).toBe("First 512, first 3,000 points.");
  expect(firstsOf("b", record)).toBe("");
  expect(firstsOf("a", { ...record, tile: { value: 512, game: "b" } })).toBe("First 3,000 points.");
});
