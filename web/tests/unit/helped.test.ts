// Help that a player had: it is counted with the game, and marks a best score.

import { expect, test, vi } from "vitest";
import { newGame } from "../../src/game/autosave.ts";
import type { GameModel } from "../../src/game/model.ts";
import { helpOf } from "../../src/game/result.ts";
import { type GameRecord, type Helped, joined, type ModeRecord } from "../../src/store/record.ts";

const counted = { moves: 4, merges: 5, time: 6, won: false, over: false };
const game = (score: number, helped?: Helped): GameRecord => ({
  ...{
    id: "a-1",
    mode: "classic",
    title: "Classic 2048",
    started: 1,
    updated: 2,
    score,
    moves: 4,
    merges: 5,
  },
  ...{ time: 6, screen: "play", won: false, preview: [], snapshot: "{}", counted },
  ...(helped && { helped }),
});
const mode = (best: number, bestHelped: boolean): ModeRecord => ({
  ...{ mode: "classic", title: "Classic 2048", games: 3, finished: 0, won: 0, best, bestHelped },
  ...{ bestMoves: 4, moves: 4, merges: 5, time: 6, last: 2 },
});
const NONE = { hints: 0, moves: 0 };
const HINT = { hints: 1, moves: 0 };

test.each([
  ["more points without help", game(9, NONE), mode(8, true), 9, false],
  ["more points with a hint", game(9, HINT), mode(8, false), 9, true],
  ["more points by itself", game(9, { hints: 0, moves: 3 }), mode(8, false), 9, true],
  ["more points in a game of which nothing is known", game(9), mode(8, true), 9, false],
  ["as many points without help", game(8, NONE), mode(8, true), 8, false],
  ["as many points in a game of which nothing is known", game(8), mode(8, true), 8, true],
  ["as many points with a hint", game(8, HINT), mode(8, false), 8, false],
  ["fewer points", game(7, HINT), mode(8, false), 8, false],
  ["fewer points without help", game(7, NONE), mode(8, true), 8, true],
])("%s", (_, record, before, best, bestHelped) => {
  expect(joined(record, { counted }, before).mode).toMatchObject({ best, bestHelped });
});

const came = (score: number, at: number, played: boolean): GameRecord => ({
  ...{ ...game(score, NONE), moves: 40, counted: { ...counted, score: at } },
  ...(!played && { played }),
});

test.each([
  ["is opened", came(9000, 9000, false), { best: 8, bestHelped: true, bestMoves: 4 }],
  ["is played on without points", came(9000, 9000, true), { best: 8, bestHelped: true, bestMoves: 4 }],
  [
    "is played on for points",
    came(9004, 9000, true),
    { best: 9004, bestHelped: false, bestMoves: 40, points: undefined },
  ],
  [
    "is played on to the next round number",
    came(10_004, 9000, true),
    { best: 10_004, points: { value: 10_000, game: "a-1" } },
  ],
])("a game that somebody else has played and that %s", (_, record, expected) => {
  const { game, mode: sum } = joined(record, undefined, mode(8, true));
  expect({ points: undefined, ...sum }).toMatchObject(expected);
  // Once it is kept, it still counts from where it came.
  expect(game.counted.score).toBe(9000);
  expect({ points: undefined, ...joined(game, game, mode(8, true)).mode }).toMatchObject(expected);
});

test("a game that begins here at no points counts without any", () => {
  const record = { ...game(0, NONE), moves: 9, counted: { ...counted, moves: 0 } };
  expect(joined(record, undefined, mode(0, false)).mode.bestMoves).toBe(9);
});

test.each([
  [0, 0, undefined],
  [3, 40, 40],
  [3, 0, 0],
])("a game that comes with %d moves and %d points is known to have %j", (moves, score, came) => {
  const model = { began: 1, state: { moves, score, merges: 0, screen: "play" } } as unknown as GameModel;
  expect(newGame("a", model).counted.score).toBe(came);
});

test.each([
  [null, ""],
  [NONE, ""],
  [HINT, "1 hint"],
  [{ hints: 2, moves: 1 }, "2 hints, 1 move by itself"],
])("%j is said as %j", (helped, text) => {
  expect(helpOf(helped)).toBe(text);
});

test.each([
  [
    "that goes on",
    [
      { id: "over", screen: "over", updated: 0 },
      { id: "on", screen: "play", updated: 0 },
    ],
    "on",
  ],
  ["of today that is over", [{ id: "over", screen: "over", updated: Date.now() }], "over"],
  ["of another day that is over", [{ id: "over", screen: "over", updated: 0 }], undefined],
])("a visit that asks for no game gets one %s", async (_, games, id) => {
  vi.resetModules();
  vi.doMock("../../src/store/database.ts", () => ({ allLines: async () => games, held: async () => ({}) }));
  vi.doMock("../../src/engine/load.ts", () => ({ engine: async () => null, engineNow: () => null }));
  vi.doMock("../../src/game/model.ts", () => ({ GameModel: {} }));
  const { lastGame } = await import("../../src/game/home.ts");
  expect(await lastGame()).toBe(id);
});
