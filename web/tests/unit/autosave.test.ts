// Keeping the game that is played: what is noted of it in local storage goes when the database has
// the game, and not before.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Change, GameModel } from "../../src/game/model.ts";
import type { GameRecord } from "../../src/store/record.ts";

let kept: Map<string, string>;
let watcher: (change: Change) => void;
let leave: () => void;

const model = {
  ...{
    began: 1,
    time: 5,
    undone: 0,
    helped: { hints: 1, moves: 2 },
    pressed: 0,
    waiting: 0,
    isLocked: false,
    noted: null,
  },
  state: { score: 4, moves: 2, merges: 1, screen: "play" },
  view: { cells: [] },
  facts: { name: "dive", title: "DIVE" },
  faces: {},
  saved: { snapshot: "s", at: 1, deeds: [] },
  engineGame: { save: async () => ({ snapshot: "s", at: 1, deeds: [] }) },
  watch(own: (change: Change) => void) {
    watcher = own;
    return () => {};
  },
} as unknown as GameModel;

beforeEach(() => {
  kept = new Map();
  const page = {
    addEventListener: (_: string, listener: () => void) => {
      leave = listener;
    },
    removeEventListener: () => {},
    visibilityState: "hidden",
  };
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", page.addEventListener);
  vi.stubGlobal("removeEventListener", page.removeEventListener);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([true, false])("a game that the database has taken: %s", async (isKept) => {
  const { Autosave, newGame } = await import("../../src/game/autosave.ts");
  const { LEFT, noteBegun, noteLeft } = await import("../../src/store/unkept.ts");
  const written: GameRecord[] = [];
  const store = Promise.resolve({
    async keep(record: GameRecord) {
      written.push(record);
      return { ...record, isKept };
    },
    rulesOf: async () => undefined,
    parted: () => {},
  });
  const autosave = new Autosave(model, newGame("a", model), store);
  noteBegun({ id: "a", mode: "dive", started: 1, updated: 1, won: false, seed: "7", time: 0, deeds: [] });
  noteLeft({ id: "a" } as GameRecord);
  watcher({ kind: "shown", reason: "undone" });
  await autosave.keep();
  expect([...kept.keys()].sort()).toEqual(isKept ? [] : ["polymerge.begun.a", `${LEFT}.a`]);
  // What goes on from a game that was never written goes on from nothing.
  await autosave.keep(true);
  expect(written.map(({ base }) => base !== undefined)).toEqual([false, isKept]);
});

test.each([
  ["waits", 1, true],
  ["waits in a game that is played in another tab", 1, false],
  ["was not made", 0, false],
])("a move that %s when the page is left", async (_, waiting, isNoted) => {
  const { Autosave, newGame } = await import("../../src/game/autosave.ts");
  const deeds = [{ do: "play", direction: 1, now: 2 }];
  const noted = { seed: "7", time: 0, started: 2, deeds };
  const isLocked = waiting > 0 && !isNoted;
  const begun = { ...model, noted, waiting, isLocked, saved: null, engineGame: null } as unknown as GameModel;
  new Autosave(begun, newGame("a", begun), new Promise(() => {}));
  leave();
  const text = kept.get("polymerge.begun.a");
  expect(text !== undefined && JSON.parse(text)).toEqual(
    isNoted && expect.objectContaining({ id: "a", mode: "dive", started: 2, deeds }),
  );
});
