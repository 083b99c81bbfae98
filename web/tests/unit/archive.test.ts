// Games in the database, whose transactions fail before anything is done in them, or at their very
// end: nothing is lost, and what was not done is told.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { GameRecord } from "../../src/store/record.ts";

type Stores = Record<string, Map<string, unknown>>;

/** The stores, and when the next transactions that write fail. */
const base = vi.hoisted(() => ({
  stores: {} as Stores,
  fails: [] as ("before" | "late" | null)[],
}));

vi.mock("../../src/store/connection.ts", () => {
  const keyOf = (value: unknown) => {
    const { id, mode, from } = value as Record<string, string | undefined>;
    return from ?? id ?? mode ?? "";
  };
  /** A store that works on a copy. */
  const storeOf = (name: string, copy: Stores) => {
    copy[name] ??= new Map(base.stores[name]);
    const map = copy[name];
    // The mode of a game is not its key.
    const key = (value: unknown) => (name === "modes" ? (value as { mode: string }).mode : keyOf(value));
    return {
      get: (id: string) => map.get(id),
      getKey: (id: string) => (map.has(id) ? id : undefined),
      getAll: () => [...map.values()],
      count: () => map.size,
      put: (value: unknown) => void map.set(key(value), structuredClone(value)),
      delete: (id: string) => void map.delete(id),
    };
  };
  return {
    closings: { watch: () => () => {} },
    database: async () => ({}),
    answered: async (result: unknown) => result,
    transact: async (
      _: string[],
      access: string,
      work: (store: (name: string) => unknown) => Promise<unknown>,
    ) => {
      const fails = access === "readwrite" ? base.fails.shift() : null;
      if (fails === "before") throw new DOMException("on purpose", "UnknownError");
      const copy: Stores = {};
      const result = await work((name) => storeOf(name, copy));
      if (fails === "late") throw new DOMException("on purpose", "QuotaExceededError");
      Object.assign(base.stores, copy);
      return result;
    },
  };
});

type Archive = typeof import("../../src/store/archive.ts");
let archive: Archive;
let reported: string[];
const left = { read: [] as GameRecord[], forgotten: [] as string[] };

const game = (id: string, updated: number, more: Partial<GameRecord> = {}): GameRecord => ({
  ...{ id, mode: "dive", title: "DIVE", started: 1, updated, score: 4, moves: 2, merges: 1, time: 9 },
  ...{ screen: "play", won: false, preview: [], snapshot: `of ${id}` },
  counted: { moves: 0, merges: 0, time: 0, won: false, over: false },
  played: true,
  ...more,
});

beforeEach(async () => {
  base.stores = {};
  base.fails = [];
  reported = [];
  Object.assign(left, { read: [], forgotten: [] });
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.resetModules();
  archive = await import("../../src/store/archive.ts");
  archive.connect({
    clear: () => {},
    report: (kept) => reported.push(kept),
    readName: () => null,
    keepName: () => {},
    closed: () => {},
    readLeft: () => left.read,
    forgetLeft: (id) => left.forgotten.push(id),
    kept: () => {},
  });
});
afterEach(() => vi.unstubAllGlobals());

const ids = () => [...(base.stores.games?.keys() ?? [])];
const listed = async () => (await archive.listedLines()).map(({ id }) => id).sort();

describe.each(["before", "late"] as const)("a transaction that fails %s", (when) => {
  test("has a game held, and written with the next one", async () => {
    base.fails = [when];
    expect(await archive.keepGame(game("a", 10))).toMatchObject({ isKept: false });
    expect([ids(), await listed(), reported]).toEqual([[], ["a"], ["games"]]);
    expect(await archive.keepGame(game("b", 20))).toMatchObject({ isKept: true });
    expect(ids().sort()).toEqual(["a", "b"]);
  });

  test("has a game held as it was played last, and written so", async () => {
    base.fails = [when, when];
    await archive.keepGame(game("a", 20, { moves: 7 }));
    // What was noted when the game was begun is brought home once more.
    expect(await archive.keepGame(game("a", 10, { moves: 0, played: false }))).toMatchObject({
      isKept: false,
    });
    expect((await archive.listedLines()).map(({ moves }) => moves)).toEqual([7]);
    expect(await archive.keepGame(game("a", 10, { moves: 0, played: false }))).toMatchObject({
      isKept: true,
    });
    expect(base.stores.games?.get("a")).toMatchObject({ moves: 7 });
  });

  test("tells that a game is kept which is, though another one is not", async () => {
    base.fails = [when, null, when];
    await archive.keepGame(game("a", 10));
    expect(await archive.keepGame(game("b", 20))).toMatchObject({ id: "b", isKept: true });
    expect([ids(), await listed()]).toEqual([["b"], ["a", "b"]]);
  });

  test("deletes nothing, and says so", async () => {
    await archive.keepGame(game("a", 10));
    base.fails = [when];
    await expect(archive.forgetGame("a")).rejects.toThrow("The game was not deleted: ");
    expect([ids(), await listed(), left.forgotten]).toEqual([["a"], ["a"], []]);
    expect((await archive.forgetGame("a"))?.id).toBe("a");
    expect([ids(), await listed()]).toEqual([[], []]);
  });

  test("deletes a game that was only held", async () => {
    base.fails = [when, when];
    await archive.keepGame(game("a", 10));
    expect((await archive.forgetGame("a"))?.id).toBe("a");
    expect(await listed()).toEqual([]);
  });

  test("brings a game back later, once, as it was", async () => {
    await archive.keepGame(game("a", 10));
    const modes = structuredClone(base.stores.modes);
    const record = await archive.forgetGame("a");
    base.fails = [when];
    if (record) await archive.restoreGame(record);
    expect([ids(), await listed(), reported]).toEqual([[], ["a"], ["games"]]);
    // The next game takes it along, although it was deleted after it was played last.
    await archive.keepGame(game("b", 20, { mode: "other" }));
    expect(ids().sort()).toEqual(["a", "b"]);
    expect(base.stores.games?.get("a")).toEqual(record);
    expect([base.stores.gone?.size, base.stores.modes?.get("dive")]).toEqual([0, modes?.get("dive")]);
  });

  test("takes nothing of a file, and says so", async () => {
    await archive.keepGame(game("a", 10));
    const { text } = await archive.exportAll();
    await archive.forgetGame("a");
    base.fails = [when];
    await expect(archive.importAll(text)).rejects.toThrow("Nothing was taken from this file: ");
    expect(ids()).toEqual([]);
    expect((await archive.importAll(text)).added).toBe(1);
    expect(ids()).toEqual(["a"]);
  });

  test("leaves a game of the last visit where it was noted", async () => {
    left.read = [game("a", 10)];
    base.fails = [when];
    expect(await listed()).toEqual(["a"]);
    expect([left.forgotten, reported]).toEqual([[], ["games"]]);
    await archive.bringLeft();
    expect([left.forgotten, ids()]).toEqual([["a"], ["a"]]);
  });
});

test("a game in which nothing was done adds nothing to the statistics", async () => {
  await archive.keepGame(game("a", 10, { score: 0, moves: 0, merges: 0, time: 0, played: false, top: 8 }));
  expect(base.stores.modes?.get("dive")).toMatchObject({ games: 0, moves: 0 });
  expect(base.stores.modes?.get("dive")).not.toHaveProperty("tile");
});

test("a game is kept where other tabs can't be told of it", async () => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      postMessage() {
        throw new DOMException("on purpose", "UnknownError");
      }
    },
  );
  expect(await archive.keepGame(game("a", 10))).toMatchObject({ isKept: true });
  expect([ids(), reported]).toEqual([["a"], []]);
});
