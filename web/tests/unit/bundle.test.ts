// All games of a browser as a text.

import { describe, expect, test } from "vitest";
import { added, later, readBundle, writeBundle } from "../../src/store/bundle.ts";
import type { GameRecord, ModeRecord } from "../../src/store/record.ts";

const GAME: GameRecord = {
  id: "a-1",
  mode: "classic",
  title: "Classic 2048",
  started: 1,
  updated: 2,
  score: 3,
  moves: 4,
  merges: 5,
  time: 6,
  screen: "play",
  won: false,
  preview: [["#ffffff", ""]],
  snapshot: "{}",
  counted: { moves: 4, merges: 5, time: 6, won: false, over: false, score: 1 },
  undone: 2,
  helped: { hints: 1, moves: 0 },
  top: 8,
};
const MODE: ModeRecord = {
  ...{ mode: "classic", title: "Classic 2048", games: 1, finished: 0, won: 0 },
  ...{ best: 3, bestMoves: 4, moves: 4, merges: 5, time: 6, last: 2, bestHelped: true },
};
const BUNDLE = { games: [GAME], sums: [{ from: "here", modes: [MODE] }] };

test("what is written is read again, but for the page that wrote it", () => {
  const text = writeBundle({ ...BUNDLE, games: [{ ...GAME, writer: "page", base: 1 }] });
  expect(readBundle(text)).toEqual(BUNDLE);
});

describe("a file is refused, with the reason, that", () => {
  const data = (change: object) => JSON.stringify({ ...JSON.parse(writeBundle(BUNDLE)), ...change });
  test.each([
    ["is no JSON", "@code", /no file of games/],
    ["is something else", '{"title": "A mode"}', /no file of games/],
    ["is a list", "[]", /no file of games/],
    ["is newer", data({ version: 2 }), /newer version/],
    ["has no games", data({ games: 1 }), /nothing of any game/],
    ["has a game without a score", data({ games: [GAME, { ...GAME, score: "9" }] }), /game 2 can't be read/],
    ["has a game of a time that is none", data({ games: [{ ...GAME, updated: 1e300 }] }), /game 1/],
    ["has too many games", data({ games: Array(20_001).fill(GAME) }), /more than 20000 games/],
    ["has statistics without numbers", data({ sums: [{ from: "x", modes: [{}] }] }), /browser 1/],
  ])("%s", (_, text, reason) => expect(() => readBundle(text)).toThrow(reason));
});

test("statistics of browsers are added, those of one browser grow", () => {
  const more = { ...MODE, games: 2, best: 9, moves: 10, bestHelped: false };
  expect(added([[MODE], [more]])).toEqual([
    { ...MODE, games: 3, best: 9, bestHelped: false, bestMoves: 4, moves: 14, merges: 10, time: 12 },
  ]);
  expect(later([more], [MODE])).toEqual([more]);
});
