// A race as two browsers know it: what was reached here, what a link brought.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readRoute } from "../../src/address.ts";
import type { RemoteGame } from "../../src/engine/remote.ts";
import type { GameModel } from "../../src/game/model.ts";
import { ahead, challenge, noteOther, noteOwn, noteSent, type Result, raceOf } from "../../src/game/race.ts";
import { fragmentOf } from "../../src/route.ts";
import { mayBeRace } from "../../src/store/races.ts";

vi.mock("../../src/engine/load.ts", () => ({ engine: async () => null, engineNow: () => null }));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const result = (score: number, moves = 10, screen: Result["screen"] = "over"): Result => ({
  score,
  moves,
  screen,
});

test("a link of another one brings their result, and one's own is put beside it", () => {
  expect(mayBeRace("7")).toBe(false);
  const race = noteOther("classic", "7", result(100));
  expect([race.own, race.other?.score, ahead(race)]).toEqual([undefined, 100, null]);
  expect(mayBeRace("7")).toBe(true);
  const played = noteOwn(race, result(160));
  expect(ahead(played)).toEqual({ who: "own", points: 60 });
  expect(raceOf("classic", "7")).toEqual(played);
  expect(raceOf("classic", "8")).toBeNull();
});

test("one's own link, opened here, brings nobody", () => {
  const race = noteOwn({ mode: "classic", seed: "7" }, result(100));
  expect(noteOther("classic", "7", result(100))).toEqual(race);
  // The link that comes back does.
  expect(ahead(noteOther("classic", "7", result(130)))).toEqual({ who: "other", points: 30 });
});

test("a link that was sent from here before one played on brings nobody", async () => {
  /** A game that has come to so many points in so many moves. */
  const send = (score: number, count: number) => {
    const proof = { fault: "", mode: "classic", seed: "7", count, moves: "LUR", score };
    return challenge(
      { state: { screen: "play" } } as GameModel,
      { ask: async () => proof } as unknown as RemoteGame,
    );
  };
  await send(500, 40);
  await send(900, 70);
  const race = noteOther("classic", "7", result(500, 40, "play"));
  expect([race.own?.score, race.other]).toEqual([900, undefined]);
  expect(noteOther("classic", "7", result(500, 41)).other).toEqual(result(500, 41));
  // Races that were remembered before have no such results; of many the last ones are kept.
  let many = race;
  for (let moves = 0; moves < 30; moves++) many = noteSent(many, result(500, moves));
  expect(many.sent?.length).toBe(20);
  expect(raceOf("classic", "7")).toEqual(many);
});

test.each([
  [100, 10, 90, 5, 100],
  [90, 5, 100, 10, 100],
  [100, 10, 100, 8, 100],
])("of two games the better one counts", (first, firstMoves, second, secondMoves, best) => {
  const race = noteOther("classic", "7", result(first, firstMoves));
  expect(race.other?.score).toBe(first);
  expect(noteOther("classic", "7", result(second, secondMoves)).other?.score).toBe(best);
});

test("a game in which nothing was done is no result", () => {
  const race = noteOther("classic", "7", result(100));
  expect(noteOwn(race, result(0, 0, "play")).own).toBeUndefined();
});

test("the address of a race is read as it was written", () => {
  const route = { view: "race", mode: "050-dive", seed: "7", count: 3, moves: "=abc=LUR" } as const;
  expect(fragmentOf(route)).toBe("#/race/050-dive/7/3/%3Dabc%3DLUR");
  expect(readRoute(fragmentOf(route))).toEqual(route);
});
