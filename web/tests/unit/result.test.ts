import { expect, test } from "vitest";
import { Faces } from "../../src/board/faces.ts";
import type { GameView, TileFace } from "../../src/engine/types.ts";
import { ideaAfter, nextGoal, timed, undoing } from "../../src/game/ending.ts";
import { topTile } from "../../src/game/result.ts";
import { grouped } from "../../src/texts/numbers.ts";

test.each([
  ["999", "999"],
  ["2048", "2,048"],
  ["-1234567", "-1,234,567"],
  ["12.5", "12.5"],
  ["5 s", "5 s"],
  ["", ""],
])("%j is shown as %j", (text, shown) => {
  expect(grouped(text)).toBe(shown);
});

test.each([
  [0, "0.0 s"],
  [12_340, "12.3 s"],
  [59_960, "1 min 0.0 s"],
  [125_260, "2 min 5.3 s"],
])("%d milliseconds are %s", (milliseconds, text) => {
  expect(timed(milliseconds)).toBe(text);
});

test.each([
  [500, 4210, "Next goal: more than 4,210 points."],
  [4210, 4210, "Next goal: 5,000 points."],
  [0, 0, "Next goal: 100 points."],
  [8000, 100, "Next goal: 10,000 points."],
])("after %d points, best %d", (score, best, text) => {
  expect(nextGoal(score, best)).toBe(text);
});

test.each([
  [["2", "1,024", "512"], "1,024"],
  [["-3", "-1"], "-1"],
  [["x", ""], null],
])("the best of the tiles %j is %j", (texts, best) => {
  const faces = texts.map(
    (text, id): TileFace => ({ id, text, svg: "", background: "", color: "" }) as never,
  );
  const cells = [faces.map(({ id }) => ({ face: id })), [{ face: -1 }]];
  expect(topTile({ cells } as unknown as GameView, new Faces(faces))).toBe(best);
});

test.each([
  [null, "allowed", ""],
  [0, "allowed", "none"],
  [0, "one", "none"],
  [0, "off", "off"],
  [1, "allowed", "1 turn"],
  [3, "off", "3 turns"],
] as const)("%s turns that were taken back, with undo %s, are %j", (undone, wanted, text) => {
  expect(undoing(undone, wanted)).toBe(text);
});

const MODES = ["a1", "a2", "a3", "b1"].map((name) => ({ name, family: name.charAt(0) }));

test.each([
  ["a1", "0", [], "a2"],
  ["a1", "1", [], "a3"],
  ["a1", "0", ["a2"], "a3"],
  ["a1", "7", ["a2", "a3"], "b1"],
  ["a1", "0", ["a2", "a3", "b1"], "a2"],
  ["", "18446744073709551615", [], "b1"],
])("after %j with seed %s, when %j are known, the next idea is %s", (played, seed, known, next) => {
  expect(ideaAfter(played, seed, MODES, (name) => known.includes(name as never))?.name).toBe(next);
});

test("where there is no other mode there is no idea", () => {
  expect(ideaAfter("a1", "0", MODES.slice(0, 1), () => false)).toBe(null);
});
