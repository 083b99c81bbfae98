// Drafts of the workshop: none goes but by its own deletion, which is told if it fails.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Drafts = typeof import("../../src/workshop/draft.ts");

let kept: Map<string, string>;
/** Calls that fail from now on. */
let failing: Set<string>;
let drafts: Drafts;

beforeEach(async () => {
  kept = new Map();
  failing = new Set();
  const unless = (name: string) => {
    if (failing.has(name)) throw new DOMException("on purpose", "UnknownError");
  };
  const calls = {
    getItem(key: string) {
      unless("getItem");
      return kept.get(key) ?? null;
    },
    setItem(key: string, text: string) {
      unless("setItem");
      kept.set(key, text);
    },
    removeItem(key: string) {
      unless("removeItem");
      kept.delete(key);
    },
  };
  // The keys of what is kept are those of the object itself.
  const storage = new Proxy(calls, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("history", { state: null, replaceState: () => {} });
  vi.resetModules();
  drafts = await import("../../src/workshop/draft.ts");
});
afterEach(() => vi.unstubAllGlobals());

/** Keeps a draft of its own. */
function draw(text: string) {
  const openDraft = new drafts.OpenDraft();
  openDraft.begin("");
  openDraft.keep(text);
  return openDraft;
}

const texts = () => drafts.allDrafts().map(({ text }) => text);

test("many drafts are all kept", () => {
  for (let count = 0; count < 80; count++) draw(`{ "title": "Draft ${count}" }`);
  expect(new Set(texts()).size).toBe(80);
});

test("a draft that can't be deleted is said to be there, and is", () => {
  const openDraft = draw('{ "title": "Mine" }');
  failing.add("removeItem");
  expect(() => openDraft.remove()).toThrow("Mine could not be deleted");
  expect([openDraft.isDraft, texts()]).toEqual([true, ['{ "title": "Mine" }']]);
  failing.clear();
  expect(openDraft.remove()?.text).toBe('{ "title": "Mine" }');
  expect([openDraft.isDraft, texts()]).toEqual([false, []]);
});

test("the draft of the first version is deleted wherever it lies", () => {
  kept.set("polymerge.workshop", "old");
  for (const isWritten of [false, true]) {
    const openDraft = new drafts.OpenDraft();
    expect(openDraft.newest()).toBe("old");
    if (isWritten) openDraft.keep("newer");
    const gone = openDraft.remove();
    expect([gone?.text, texts()]).toEqual([isWritten ? "newer" : "old", []]);
    if (!isWritten && gone) openDraft.restore(gone);
  }
});

test("a draft that can't be read is not written over", () => {
  const openDraft = draw("one");
  failing.add("getItem");
  openDraft.keep("two");
  failing.clear();
  expect(texts().sort()).toEqual(["one", "two"]);
});
