// Local storage that fails, or holds what nothing can be made of: nothing is
// written over, and what is wrong is told.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Local = typeof import("../../src/store/local.ts");
type Trouble = typeof import("../../src/store/trouble.ts");

/** The texts that are kept, and the call that fails the next time. */
let kept: Map<string, string>;
let failing = "";
let local: Local;
let lists: typeof import("../../src/store/lists.ts");
let trouble: Trouble;

const unless = (name: string) => {
  if (failing !== name) return;
  failing = "";
  throw new DOMException("on purpose", "UnknownError");
};

beforeEach(async () => {
  kept = new Map([
    ["list", "[1,2]"],
    ["half", "[1,2"],
    ["other", '{"a":1}'],
    ["mixed", '[1,"x",2]'],
  ]);
  failing = "";
  const calls = {
    getItem: (key: string) => {
      unless("getItem");
      return kept.get(key) ?? null;
    },
    setItem: (key: string, text: string) => {
      unless("setItem");
      kept.set(key, text);
    },
    removeItem: (key: string) => {
      unless("removeItem");
      kept.delete(key);
    },
  };
  vi.stubGlobal("localStorage", calls);
  vi.resetModules();
  local = await import("../../src/store/local.ts");
  lists = await import("../../src/store/lists.ts");
  trouble = await import("../../src/store/trouble.ts");
});

afterEach(() => vi.unstubAllGlobals());

const isNumber = (value: unknown): value is number => typeof value === "number";
const read = (key: string) => lists.readList(key, isNumber);
const add = (key: string) => local.writeLocal(key, JSON.stringify([...read(key), 3]));

test("a list is read and written", () => {
  expect(add("list")).toBe(true);
  expect(kept.get("list")).toBe("[1,2,3]");
  expect(trouble.errorOf("settings")).toBeNull();
});

test("a list that could not be asked for is not written over, but goes on in memory", () => {
  failing = "getItem";
  expect(add("list")).toBe(false);
  expect(kept.get("list")).toBe("[1,2]");
  expect(read("list")).toEqual([3]);
  expect(trouble.errorOf("settings")).not.toBeNull();
});

test("a list that can be read again is written again", () => {
  failing = "getItem";
  expect(read("list")).toEqual([]);
  expect(read("list")).toEqual([1, 2]);
  expect(add("list")).toBe(true);
  expect(kept.get("list")).toBe("[1,2,3]");
});

test.each([
  ["half", [], "[3]"],
  ["other", [], "[3]"],
  ["mixed", [1, 2], "[1,2,3]"],
])("%s: a text that is no such list is told and set aside", (key, right, then) => {
  const before = kept.get(key);
  expect(read(key)).toEqual(right);
  expect(trouble.errorOf("broken")).toEqual({ error: key });
  // Reading changes nothing.
  expect(kept.size).toBe(4);
  expect(add(key)).toBe(true);
  expect(kept.get(key)).toBe(then);
  expect([...kept].filter(([name]) => name.startsWith("polymerge-unread."))).toEqual([
    [expect.stringMatching(new RegExp(`\\.${key}$`)), before],
  ]);
});

test("a text that can't be set aside stays", () => {
  read("half");
  failing = "setItem";
  expect(local.writeLocal("half", "[3]")).toBe(false);
  expect(kept.get("half")).toBe("[1,2");
});

test.each(["setItem", "removeItem"])("a failing %s is told", (name) => {
  failing = name;
  if (name === "setItem") expect(local.writeLocal("list", "[]")).toBe(false);
  else local.removeLocal("list");
  expect(trouble.errorOf("settings")).not.toBeNull();
  expect(kept.get("list")).toBe("[1,2]");
});
