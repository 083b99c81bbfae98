// The game of a page of a single mode, in a browser that fails: nothing is written over, and what is
// wrong is told.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

type PageKept = typeof import("../../src/page/kept.ts");

const GAME = { snapshot: "s", at: 1, deeds: [], best: 4, time: 5 };
const KEY = "polymerge-page-d";
let stored: Map<string, string>;
let failing = "";
let page: PageKept;

beforeEach(async () => {
  stored = new Map();
  failing = "";
  const unless = (name: string) => {
    if (failing === name) throw new DOMException("on purpose", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", {
    getItem(key: string) {
      unless("getItem");
      return stored.get(key) ?? null;
    },
    setItem(key: string, text: string) {
      unless("setItem");
      stored.set(key, text);
    },
    removeItem(key: string) {
      unless("removeItem");
      stored.delete(key);
    },
  });
  vi.resetModules();
  page = await import("../../src/page/kept.ts");
});
afterEach(() => vi.unstubAllGlobals());

test("a game that can't be written down is said not to be kept, until the next one is", () => {
  page.noteUnkept();
  expect(page.troubleNow()).toBe("unkept");
  page.keep("d", GAME);
  expect([page.troubleNow(), page.kept("d")]).toEqual([null, GAME]);
});

test.each([
  ["", "unread"],
  ["setItem", "sealed"],
  ["removeItem", "sealed"],
])("a game that can't be read stays; %s fails", (call, trouble) => {
  stored.set(KEY, "{");
  failing = call;
  expect(page.kept("d")).toBeNull();
  expect(page.troubleNow()).toBe(trouble);
  page.keep("d", GAME);
  // Where it could not be set aside nothing is kept in its place.
  expect([...stored.values()]).toContain("{");
  expect(stored.get(KEY) === "{").toBe(trouble === "sealed");
  expect(page.troubleNow()).toBe(trouble);
});
