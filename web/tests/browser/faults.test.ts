// Every call by which the site keeps or reads something fails once: then either
// the page works, or it says what is wrong; and what was kept is as it was.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choose, open, play, pressed, ready, type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";
import { type Stores, takeStores } from "./stores.ts";

/** The calls that fail: the interface, its method, and the number of calls that fail in turn. */
const CALLS: readonly [owner: string, method: string, times: number][] = [
  ["IDBFactory", "open", 2],
  ["IDBDatabase", "transaction", 4],
  ["IDBTransaction", "objectStore", 4],
  ["IDBObjectStore", "get", 3],
  ["IDBObjectStore", "getAll", 4],
  ["IDBObjectStore", "count", 1],
  ["IDBObjectStore", "put", 2],
  ["IDBObjectStore", "delete", 1],
  ["Storage", "getItem", 4],
  ["Storage", "setItem", 2],
  ["Storage", "removeItem", 2],
  ["BroadcastChannel", "postMessage", 1],
  ["ServiceWorkerContainer", "register", 1],
  ["StorageManager", "persisted", 1],
  ["StorageManager", "persist", 1],
  ["Crypto", "randomUUID", 1],
  ["IDBTransaction", "LATE", 3],
];

const CASES = CALLS.flatMap(([owner, method, times]) =>
  Array.from({ length: times }, (_, time) => [owner, method, time + 1] as const),
);

/** Has a call fail that one time, from the beginning of the page on. */
function failing(
  page: Page,
  owner: string,
  method: string,
  time: number,
  error = "UnknownError",
): Promise<unknown> {
  return page.addInitScript(
    ({ owner, method, time, error }) => {
      let count = 0;
      if (method === "LATE") {
        // Transactions that write end without success, after the success of a request.
        const failing = new WeakSet<IDBTransaction>();
        const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (names, access, ...rest) {
          const transaction = begin.call(this, names, access, ...rest);
          if (access === "readwrite") count += 1;
          if (access === "readwrite" && count === time) failing.add(transaction);
          return transaction;
        };
        for (const name of ["put", "delete"] as const) {
          const right = IDBObjectStore.prototype[name] as (...values: unknown[]) => IDBRequest;
          Object.defineProperty(IDBObjectStore.prototype, name, {
            configurable: true,
            value(this: IDBObjectStore, ...values: unknown[]) {
              const request = right.apply(this, values);
              const { transaction } = this;
              if (failing.delete(transaction)) request.addEventListener("success", () => transaction.abort());
              return request;
            },
          });
        }
        return;
      }
      const { prototype } = window[owner as "IDBFactory"];
      const right = prototype[method as "open"] as (...values: unknown[]) => unknown;
      Object.defineProperty(prototype, method, {
        configurable: true,
        value(this: unknown, ...values: unknown[]) {
          count += 1;
          if (count === time) throw new DOMException("on purpose", error);
          return right.apply(this, values);
        },
      });
    },
    { owner, method, time, error },
  );
}

const SAID =
  /can't be read|not kept|is kept here|Nothing is kept|Nothing was taken|not deleted|not be deleted/;

let site: Site;
let browser: Visit;
let kept: Stores;

beforeAll(async () => {
  site = await serve();
  browser = await visit();
  const { page } = browser;
  await open(page, site.url);
  for (const mode of ["002-2187", "050-dive"]) {
    await page.goto(`${site.url}#/play/${mode}`);
    await ready(page);
    await play(page, 8);
  }
  await page.evaluate(() => {
    const preset = { name: "Mine", code: "@Modifiers" };
    localStorage.setItem("polymerge.presets", JSON.stringify([preset]));
    localStorage.setItem("polymerge.player", JSON.stringify({ "": { name: "Ann", token: "secret" } }));
  });
  await page.waitForTimeout(800);
  await page.goto("about:blank");
  kept = await stores();
  expect(kept.database.games?.length).toBeGreaterThanOrEqual(2);
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Puts all that was kept at first back, after a test that has changed it. */
async function putBack(): Promise<void> {
  const page = await browser.context.newPage();
  await page.goto(`${site.url}icon.svg`);
  await page.evaluate(async ({ local, database }) => {
    localStorage.clear();
    for (const [key, text] of Object.entries(local)) localStorage.setItem(key, text);
    const opened = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open("polymerge");
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    const transaction = opened.transaction(Object.keys(database), "readwrite");
    for (const [name, records] of Object.entries(database)) {
      transaction.objectStore(name).clear();
      for (const record of records) transaction.objectStore(name).put(record);
    }
    await new Promise((done) => {
      transaction.oncomplete = done;
    });
    opened.close();
  }, kept);
  await page.close();
}

/** Reads the stores from a page of the site that keeps nothing itself. */
async function stores(): Promise<Stores> {
  const page = await browser.context.newPage();
  await page.goto(`${site.url}icon.svg`);
  const stores = await takeStores(page);
  await page.close();
  return stores;
}

/** All that was kept is there as it was; more may have come. */
async function expectUnchanged(): Promise<void> {
  const now = await stores();
  const ids = (list: unknown[] = []) => list as { id: string }[];
  for (const name of ["games", "lines"]) {
    const found = new Map(ids(now.database[name]).map((one) => [one.id, one]));
    for (const one of ids(kept.database[name])) expect(found.get(one.id), name).toEqual(one);
  }
  // A new game in which nothing was done is only noted as the last one.
  const counts = (list: unknown[] = []) => (list as { last: number }[]).map(({ last: _, ...rest }) => rest);
  expect(counts(now.database.modes)).toEqual(expect.arrayContaining(counts(kept.database.modes)));
  for (const key of ["polymerge.presets", "polymerge.player"]) expect(now.local[key]).toBe(kept.local[key]);
}

/** Works in a page of its own, in which something fails. */
async function inPage(
  fail: (page: Page) => Promise<unknown>,
  work: (page: Page) => Promise<void>,
  changes = false,
) {
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.setDefaultTimeout(15_000);
  try {
    await fail(page);
    await work(page);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
  if (!changes) await expectUnchanged();
}

const listed = () => (kept.database.lines as { moves: number }[]).filter(({ moves }) => moves > 0).length;
const said = async (page: Page) => SAID.test(await page.locator("body").innerText());

describe.each(CASES)("%s.%s fails at call %i", (owner, method, time) => {
  const fail = (page: Page) => failing(page, owner, method, time);

  test("the list is whole, or what is wrong is said; so is the file", async () => {
    await inPage(fail, async (page) => {
      await page.goto(`${site.url}#/games`);
      await page.getByRole("button", { name: "Save all as a file" }).waitFor();
      await expect
        .poll(async () => (await page.locator(".kept-game").count()) === listed() || (await said(page)))
        .toBe(true);
      const download = page.waitForEvent("download", { timeout: 15_000 }).catch(() => null);
      await page.getByRole("button", { name: "Save all as a file" }).click();
      const saved = page.getByText("Saved, with the statistics.");
      const refused = page.locator(".all-games .problem, .all-games [role=status]").filter({ hasText: SAID });
      await saved.or(refused).first().waitFor();
      if ((await saved.count()) === 0) return;
      const file = await download;
      const { games, sums } = JSON.parse(readFileSync((await file?.path()) ?? "", "utf8"));
      expect(games.length).toBe(kept.database.games?.length);
      expect(sums[0].modes.length).toBe(kept.database.modes?.length);
    });
  });

  test("a click that deletes a game, and Undo, do it or say that it is not done", async () => {
    try {
      await inPage(
        fail,
        async (page) => {
          await page.goto(`${site.url}#/games`);
          const games = page.locator(".kept-game");
          await expect.poll(async () => (await games.count()) > 0 || (await said(page))).toBe(true);
          if ((await games.count()) === 0) return;
          const before = await games.count();
          await page
            .getByRole("button", { name: /^Delete/ })
            .first()
            .click();
          const undo = page.getByRole("button", { name: "Undo" });
          await page.locator(".notices .notice").waitFor();
          const ids = async () => (await stores()).database.games?.length;
          // What is said to be deleted is.
          if ((await undo.count()) === 0) return expect(await ids()).toBe(kept.database.games?.length);
          expect(await games.count()).toBe(before - 1);
          await undo.click();
          await expect.poll(() => games.count()).toBe(before);
          await expect
            .poll(async () => (await ids()) === kept.database.games?.length || (await said(page)))
            .toBe(true);
        },
        true,
      );
    } finally {
      await putBack();
    }
  });

  test("a file of games is taken whole, or not at all, which is said", async () => {
    try {
      await inPage(
        fail,
        async (page) => {
          const game = (kept.database.games as { moves: number }[]).find(({ moves }) => moves > 0);
          const text = {
            format: "polymerge-games",
            version: 1,
            games: [{ ...game, id: "brought" }],
            sums: [],
          };
          await page.goto(`${site.url}#/games`);
          await page.locator(".all-games input[type=file]").setInputFiles({
            name: "games.json",
            mimeType: "application/json",
            buffer: Buffer.from(JSON.stringify(text)),
          });
          const added = page.getByText("1 game added.");
          const refused = page.locator(".all-games .problem");
          await added.or(refused).first().waitFor();
          const there = (await stores()).database.games as { id: string }[];
          expect(there.some(({ id }) => id === "brought")).toBe((await added.count()) > 0);
          if ((await added.count()) === 0) expect(await refused.textContent()).toMatch(SAID);
        },
        true,
      );
    } finally {
      await putBack();
    }
  });

  test("a draft of the workshop is kept and deleted, or what is not done is said", async () => {
    try {
      await inPage(
        fail,
        async (page) => {
          await page.goto(`${site.url}workshop.html`);
          const editor = page.getByRole("textbox", { name: "Mode file" });
          await page.locator(".beside .board").waitFor({ state: "attached" });
          await editor.click();
          await page.keyboard.press("Control+Home");
          await page.keyboard.insertText("// mine\n");
          const drafts = async () =>
            Object.entries((await stores()).local).filter(
              ([key, text]) => key.startsWith("polymerge.draft.") && text.includes("// mine"),
            ).length;
          await expect.poll(async () => (await drafts()) === 1 || (await said(page))).toBe(true);
          await page.getByRole("button", { name: "File", exact: true }).click();
          await page.getByRole("button", { name: "Delete this draft", exact: true }).click();
          const deleted = page.getByText("is deleted.");
          await expect.poll(async () => (await deleted.count()) > 0 || (await said(page))).toBe(true);
          if ((await deleted.count()) > 0) expect(await drafts()).toBe(0);
        },
        true,
      );
    } finally {
      await putBack();
    }
  });

  test("statistics and the best score are right, or what is wrong is said", async () => {
    await inPage(fail, async (page) => {
      await page.goto(`${site.url}#/statistics`);
      const modes = (kept.database.modes as { games: number }[]).filter(({ games }) => games > 0).length;
      await expect
        .poll(async () => (await page.locator("tbody tr").count()) === modes || (await said(page)))
        .toBe(true);
    });
  });
});

test("a database without room: all games go into the file", async () => {
  const full = (page: Page) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      IDBObjectStore.prototype.put = refuse;
      Storage.prototype.setItem = refuse;
    });
  await inPage(full, async (page) => {
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(listed());
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save all as a file" }).click(),
    ]);
    const { games, sums } = JSON.parse(readFileSync(await file.path(), "utf8"));
    expect([games.length, sums[0].modes.length]).toEqual([
      kept.database.games?.length,
      kept.database.modes?.length,
    ]);
  });
});

describe.each([
  ["polymerge.presets", "half"],
  ["polymerge.presets", "another form"],
  ["polymerge.player", "half"],
])("%s is %s", (key, how) => {
  test("it is said, and what is there is not written over", async () => {
    const page = await browser.context.newPage();
    try {
      const text = how === "half" ? (kept.local[key] ?? "").slice(0, 20) : '{"other":1}';
      await page.goto(`${site.url}icon.svg`);
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [key, text] as const);
      await page.goto(`${site.url}#/play/002-2187`);
      await ready(page);
      if (key === "polymerge.presets") {
        await choose(page, "Options");
        await page.getByText("Presets", { exact: true }).click();
        await page.getByLabel("Keep these modifiers as").fill("Other");
        await page.getByRole("button", { name: "Keep", exact: true }).click();
        await page.getByText("can't be read").first().waitFor();
        const all = await page.evaluate(() => Object.values({ ...localStorage }));
        expect(all).toContain(text);
        expect(await page.evaluate((key) => localStorage.getItem(key), key)).toContain("Other");
      } else expect(await page.evaluate((key) => localStorage.getItem(key), key)).toBe(text);
    } finally {
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
        key,
        kept.local[key] ?? "",
      ] as const);
      await page.close();
    }
  });
});

test("a game that was begun anew says so where others could not be read", async () => {
  // However often they are read: once they can be, nothing is wrong.
  const fail = (page: Page) =>
    page.addInitScript(() => {
      IDBObjectStore.prototype.getAll = () => {
        throw new DOMException("on purpose", "UnknownError");
      };
    });
  await inPage(fail, async (page) => {
    await page.goto(site.url);
    await page.locator(".board .tile").first().waitFor();
    await ready(page);
    expect(await pressed(page)).toBe(0);
    await expect.poll(() => said(page)).toBe(true);
  });
});
