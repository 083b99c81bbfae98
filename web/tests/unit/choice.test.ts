// What plays the game of a link until the whole engine is there, and how long that is waited for.

import first from "virtual:first-mode";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { smallModes } from "../../build/small-modes.ts";
import { readRoute } from "../../src/address.ts";
import { begunOf, mayBeName, type Present, smallChoice, starts, takesEngine } from "../../src/game/choice.ts";
import type { Opening } from "../../src/game/opening.ts";
import { FILES, fileOf, nameOf } from "../../src/game/openingfile.ts";
import type { Begun } from "../../src/store/unkept.ts";

const begun = (mode: string, more: Partial<Begun> = {}): Begun => ({
  id: `of-${mode}`,
  mode,
  seed: "7",
  time: 0,
  started: 0,
  updated: 0,
  won: false,
  deeds: [{ do: "undo" }],
  ...more,
});
const DIVE = "#/play/050-dive";
const NEW: Present = { hasWorker: false, mayHoldGames: false, begun: [] };

test.each<[string, string, Partial<Present>, string]>([
  ["a link to a mode", DIVE, {}, "050-dive"],
  ["a game of another browser", "#/game/a-1/play/050-dive", {}, "050-dive"],
  ["a game of this browser alone", "#/game/a-1", {}, ""],
  ["a game that a link brings", "#/game/a-1/packed/1x9=050-dive.a-_9", {}, ""],
  ["a mode that is called by its title", "#/play/dive", {}, ""],
  ["a mode without a number", "#/play/crummy", {}, ""],
  ["a title that looks like a name, of which there is no file", "#/play/232-240", {}, "232-240"],
  ["a mode with a clock", "#/play/120-vs-the-void-tiler", {}, "120-vs-the-void-tiler"],
  ["a page that a service worker keeps", DIVE, { hasWorker: true }, ""],
  ["where games may be kept", DIVE, { mayHoldGames: true }, ""],
  ["where a game of the mode is begun", DIVE, { mayHoldGames: true, begun: [begun("050-dive")] }, "050-dive"],
  ["where it is over", DIVE, { mayHoldGames: true, begun: [begun("050-dive", { over: true })] }, ""],
  ["where another one is begun", DIVE, { begun: [begun("classic")] }, ""],
  ["where nothing was done in that", DIVE, { begun: [begun("classic", { deeds: [] })] }, "050-dive"],
])("%s", (_, fragment, more, mode) => {
  expect(smallChoice(readRoute(fragment), { ...NEW, ...more })).toBe(mode);
});

test("all names of modes may be one, as may some titles and parts of names", async () => {
  const { modes } = await import("polymerge");
  const names = modes().map(({ name }) => name);
  expect(names.filter((name) => !mayBeName(name))).toEqual([]);
  const called = ["232-240", "145-965", "839-808", "dive", "50", "1/512", "DIVE"];
  expect(called.filter(mayBeName)).toEqual(["232-240", "145-965", "839-808"]);
});

test.each<[string, string, Partial<Present>, "starter" | "small" | "engine" | "nothing"]>([
  ["a first visit", "#/", {}, "starter"],
  ["a visit where games may be kept", "#/", { mayHoldGames: true }, "engine"],
  ["a visit with a game of the first mode", "#/", { begun: [begun("classic")] }, "starter"],
  ["a visit with a game of another mode", "#/", { begun: [begun("050-dive")] }, "engine"],
  ["a link to the first mode", `#/play/${first.mode}`, {}, "starter"],
  ["that where games may be kept", `#/play/${first.mode}`, { mayHoldGames: true }, "engine"],
  ["a link to a mode", DIVE, {}, "small"],
  ["that with a service worker", DIVE, { hasWorker: true }, "engine"],
  ["a link by a title", "#/play/dive", {}, "engine"],
  ["a game that is kept", "#/game/a-1", { mayHoldGames: true }, "engine"],
  ["a code", "#/code/1x9", {}, "engine"],
  ["a replay", "#/replay/1", {}, "engine"],
  ["moves of the first mode", "#/moves/classic/7/2/", {}, "engine"],
  ["a race", "#/race/038-180/7/2/", {}, "engine"],
  ["the page of a mode", "#/mode/050-dive", { mayHoldGames: true }, "nothing"],
  ["the list of modes", "#/modes", { mayHoldGames: true }, "nothing"],
])("one thing begins the game of an address: %s", (_, fragment, more, expected) => {
  const [route, present] = [readRoute(fragment), { ...NEW, ...more }];
  const parts = {
    starter: starts(route, present),
    small: smallChoice(route, present) !== "",
    engine: takesEngine(route, present),
  };
  const taken = Object.entries(parts).flatMap(([name, isTaken]) => (isTaken ? [name] : []));
  expect(taken).toEqual(expected === "nothing" ? [] : [expected]);
});

test("the last game of a mode is gone on with", () => {
  const [over, last, first] = [begun("050-dive", { over: true }), begun("050-dive"), begun("050-dive")];
  expect(begunOf([begun("classic"), over, last, first], "050-dive")).toBe(last);
  expect(begunOf([over], "050-dive")).toBeUndefined();
});

test("all modes with a number have files with openings of their own, with the clock of those that have one", async () => {
  const { modes } = await import("polymerge");
  const files = await smallModes();
  const numbered = modes().filter(({ number }) => number !== undefined);
  const places = Array.from({ length: FILES }, (_, file) => file);
  const names = numbered.flatMap(({ name }) => places.map((file) => nameOf(name, file)));
  expect([...files.keys()].sort()).toEqual(names.sort());
  const seeds = places.flatMap((file) => {
    const { interval, openings } = JSON.parse(files.get(nameOf("120-vs-the-void-tiler", file))?.() ?? "{}");
    expect(interval).toBeGreaterThan(0);
    const own = openings.games.map(({ seed }: Opening) => seed);
    expect(own.map(fileOf)).toEqual([file, file, file, file]);
    return own;
  });
  expect(new Set(seeds).size).toBe(16);
});

const FILE = { name: "050-dive", title: "DIVE", about: "", directions: [], clickable: false, raw: "{}" };

type Part = () => Promise<unknown>;
const file: Part = async () => FILE;
const engine: Part = async () => () => {};
const never: Part = () => new Promise(() => {});
const gone: Part = () => Promise.reject(new Error("gone"));

/** Asks for a mode whose parts come like this; gives what came of it so far, and the engine's arrival. */
async function asked(file: Part, engine: Part) {
  const whole = { asked: 0, come: () => {} };
  // Nothing else plays such a mode: the engine comes if it is asked for.
  let fetchEngine = () => {};
  const fetching = new Promise<void>((resolve) => {
    fetchEngine = resolve;
  });
  const coming = fetching.then(engine);
  vi.doMock("../../src/game/ahead.ts", () => ({
    small: { mode: "050-dive", file: file(), engine: coming, fetchEngine, fetching },
  }));
  vi.doMock("../../src/engine/load.ts", () => ({
    engine: () => {
      whole.asked += 1;
      return Promise.reject(new Error("no engine"));
    },
    onEngine: (then: () => void) => {
      whole.come = then;
      return () => {};
    },
  }));
  const { smallMode } = await import("../../src/game/small.ts");
  const found: unknown[] = [];
  void smallMode("050-dive").then((mode) => found.push(mode?.facts.name));
  return { whole, found };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.doUnmock("../../src/game/ahead.ts");
  vi.doUnmock("../../src/engine/load.ts");
});

test.each<[string, Part, Part, unknown]>([
  ["both parts are there", file, engine, "050-dive"],
  ["the file fails", gone, engine, undefined],
  ["the engine fails", file, gone, undefined],
])("%s", async (_, file, engine, expected) => {
  const { whole, found } = await asked(file, engine);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([found, whole.asked]).toEqual([[expected], 0]);
});

test.each([
  ["file", never, engine],
  ["engine", file, never],
])("a small %s that never comes is waited for until the whole engine is there", async (_, file, engine) => {
  const { whole, found } = await asked(file, engine);
  await vi.advanceTimersByTimeAsync(7_000);
  expect([found, whole.asked]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([found, whole.asked]).toEqual([[], 1]);
  whole.come();
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toEqual([undefined]);
});
