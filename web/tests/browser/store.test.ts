// Browsers that keep nothing, have no room, or never answer: the page is played
// on and says what is so. And games that must not be lost, or counted twice.

import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { board, choose, open, play, pressed, ready } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

const listed = (page: Page) => page.locator(".kept-game");

/** Returns true if anything on the page says that games are kept. */
async function claims(page: Page): Promise<boolean> {
  const text = await page.locator("main").innerText();
  return /kept here from|kept in this browser/.test(text);
}

/** Browsers by how they fail to keep things. */
const BROWSERS: Record<string, [kind: () => void, said: string]> = {
  "that blocks all data of the site": [
    () => {
      const denied = () => {
        throw new DOMException("denied", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, name, { get: denied });
      Object.defineProperty(navigator, "serviceWorker", { get: denied });
    },
    "does not let this site keep data",
  ],
  "without a database": [
    () => Object.defineProperty(window, "indexedDB", { value: undefined }),
    "does not let this site keep data",
  ],
  "whose database refuses": [
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("denied", "InvalidStateError");
      };
    },
    "does not let this site keep data",
  ],
  "whose database never answers": [
    () => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    },
    "does not answer",
  ],
  "without any room": [
    () => {
      const full = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      IDBObjectStore.prototype.put = full;
      Storage.prototype.setItem = full;
    },
    "no room left",
  ],
};

test("a game that can't be read is not taken for one of another browser", async () => {
  await open(page, site.url, "#/play/002-2187");
  await play(page, 6);
  await page.waitForTimeout(800);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "UnknownError");
    };
  });
  await page.goto("about:blank");
  await page.goto(`${site.url}#/game/a-1/play/050-dive`);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  expect(await page.locator(".board").count()).toBe(0);
});

describe.each(Object.entries(BROWSERS))("a browser %s", (_, [kind, said]) => {
  beforeEach(() => page.addInitScript(kind));

  test("opens a link that has a game of another browser", async () => {
    await page.goto(`${site.url}#/game/a-1/play/050-dive`);
    await ready(page);
    expect(await page.locator("h1").textContent()).toBe("DIVE");
    await play(page, 3);
    expect(await pressed(page)).toBe(3);
  });

  test("plays, says so, and loses nothing as long as the page is open", async () => {
    await page.goto(site.url);
    await page.locator(".board .tile").first().waitFor();
    await ready(page);
    await play(page, 6);
    const cells = await board(page);
    await page.getByRole("status").getByText(said).first().waitFor();
    await page.keyboard.press("n");
    await expect.poll(() => pressed(page)).toBe(0);
    await play(page, 3);
    for (const view of ["#/games", "#/statistics", "#/modes"]) {
      await page.evaluate((view) => {
        location.hash = view;
      }, view);
      await page.getByRole("status").getByText(said).first().waitFor();
      expect(await claims(page), view).toBe(false);
    }
    await page.evaluate(() => {
      location.hash = "#/games";
    });
    await expect.poll(() => listed(page).count()).toBe(2);
    await listed(page).last().click();
    await expect.poll(() => board(page)).toEqual(cells);
    expect(browser.errors).toEqual([]);
  });

  test("has no list of games that promises more", async () => {
    await page.goto(`${site.url}#/games`);
    await page.getByRole("heading", { name: "Games" }).waitFor();
    // A browser without room is known by what it does not take.
    if (said === "no room left") await page.getByText("Every game is kept here").waitFor();
    else {
      await page.locator("main").getByText(said).waitFor();
      expect(await claims(page), await page.locator("main").innerText()).toBe(false);
    }
  });
});

test("presets and drafts that are not kept are said not to be", async () => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page, site.url, "#/settings");
  await page.getByLabel("Light", { exact: true }).check();
  await page.getByRole("status").getByText("no room left").waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
  await open(page, site.url, "workshop.html");
  await page.locator(".cm-content").press("End");
  await page.keyboard.type(" ");
  await page.getByRole("status").getByText("no room left").waitFor();
});

describe("what a new game replaces", () => {
  test.each([
    ["N", () => page.keyboard.press("n"), () => page.keyboard.press("u")],
    [
      "New",
      () => page.locator(".actions").getByRole("button", { name: "New game" }).click(),
      () => page.keyboard.press("Control+z"),
    ],
    [
      "Restart",
      () => page.keyboard.press("t"),
      () => page.locator(".notice").getByRole("button", { name: "Undo" }).click(),
    ],
    [
      "N and the notice",
      () => page.keyboard.press("n"),
      () => page.locator(".notice").getByRole("button", { name: "Undo" }).click(),
    ],
    [
      "N, N",
      async () => {
        await page.keyboard.press("n");
        await expect.poll(() => pressed(page)).toBe(0);
        await page.keyboard.press("n");
      },
      () => page.keyboard.press("u"),
    ],
  ] as const)("comes back: %s", async (_, replace, back) => {
    await open(page, site.url, "#/play/001-2048");
    await play(page, 6);
    const cells = await board(page);
    await replace();
    await expect.poll(() => pressed(page)).toBe(0);
    await page.getByText("The one before is kept.").waitFor();
    await back();
    await expect.poll(() => board(page)).toEqual(cells);
    // With its steps.
    await ready(page);
    await page.keyboard.press("u");
    await expect.poll(() => board(page)).not.toEqual(cells);
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => listed(page).count()).toBe(1);
    expect(browser.errors).toEqual([]);
  });

  test("comes back by keys that are pressed one upon the other", async () => {
    await open(page, site.url, "#/play/001-2048");
    await play(page, 6);
    const cells = await board(page);
    for (const key of ["n", "n", "u", "r", "u"]) await page.keyboard.press(key);
    await expect.poll(() => board(page)).toEqual(cells);
    expect(browser.errors).toEqual([]);
  });

  test("and the new game comes again", async () => {
    await open(page, site.url, "#/play/001-2048");
    await play(page, 6);
    await page.keyboard.press("n");
    await expect.poll(() => pressed(page)).toBe(0);
    const next = await board(page);
    await page.keyboard.press("u");
    await expect.poll(() => board(page)).not.toEqual(next);
    await page.keyboard.press("r");
    await expect.poll(() => board(page)).toEqual(next);
    // Once something is done in it, undoing ends at its start.
    await play(page, 4);
    for (let count = 0; count < 8; count++) await page.keyboard.press("u");
    await expect.poll(() => board(page)).toEqual(next);
  });

  test("Space after a click on New begins no other game", async () => {
    await open(page, site.url, "#/play/001-2048");
    await play(page, 4);
    await page.locator(".actions").getByRole("button", { name: "New game" }).click();
    await expect.poll(() => pressed(page)).toBe(0);
    const next = await board(page);
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("u");
    await expect.poll(() => board(page)).toEqual(next);
  });
});

describe("a game that is deleted", () => {
  const remove = () =>
    page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
  const games = async () => {
    await page.goto(`${site.url}#/statistics`);
    const cells = page.getByRole("row", { name: /2048/ }).getByRole("cell");
    await cells.first().waitFor();
    return (await cells.allTextContents())[0];
  };

  test("stays away, and is counted once", async () => {
    await open(page, site.url);
    await play(page, 6);
    await page.goto(`${site.url}#/games`);
    await remove();
    await expect.poll(() => listed(page).count()).toBe(0);
    await page.goto(`${site.url}#/`);
    await ready(page);
    await play(page, 3);
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => listed(page).count()).toBe(1);
    await page.reload();
    await expect.poll(() => listed(page).count()).toBe(1);
    expect(await games()).toBe("2");
  });

  test("is brought back as it was", async () => {
    await open(page, site.url);
    await play(page, 6);
    const cells = await board(page);
    await page.goto(`${site.url}#/games`);
    await remove();
    await page.getByText("2048 is deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => listed(page).count()).toBe(1);
    await listed(page).click();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
    await play(page, 1);
    await page.waitForTimeout(600);
    expect(await games()).toBe("1");
  });

  test("leaves the list where it is", async () => {
    await open(page, site.url);
    for (let count = 0; count < 12; count++) {
      await play(page, 3);
      await page.keyboard.press("n");
      await expect.poll(() => pressed(page)).toBe(0);
    }
    await page.setViewportSize({ width: 500, height: 400 });
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => listed(page).count()).toBe(12);
    await page
      .getByRole("button", { name: /^Delete/ })
      .nth(9)
      .scrollIntoViewIfNeeded();
    // Pictures of games may still be on their way, and move what is below them.
    await page.waitForTimeout(1000);
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(200);
    await page
      .getByRole("button", { name: /^Delete/ })
      .nth(9)
      .click();
    await expect.poll(() => listed(page).count()).toBe(11);
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(100);
  });
});

test("the list shows what another tab does", async () => {
  await open(page, site.url, "#/games");
  await page.getByRole("heading", { name: "Games" }).waitFor();
  const other = await browser.context.newPage();
  await open(other, site.url, "#/play/050-dive");
  await play(other, 4);
  await page.bringToFront();
  await expect.poll(() => listed(page).count()).toBe(1);
  await other.goto(`${site.url}#/games`);
  await other.getByRole("button", { name: /^Delete/ }).click();
  await page.bringToFront();
  await expect.poll(() => listed(page).count()).toBe(0);
  await other.bringToFront();
  await other.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => listed(other).count()).toBe(1);
  await page.bringToFront();
  await expect.poll(() => listed(page).count()).toBe(1);
});

test("a game in which nothing was done is neither listed nor counted", async () => {
  await open(page, site.url, "#/play/050-dive");
  await choose(page, "Replay");
  await page.getByRole("slider", { name: "Move" }).waitFor();
  await page.goto(`${site.url}#/games`);
  await page.getByText("Every game is kept here").waitFor();
  expect(await listed(page).count()).toBe(0);
  await page.goto(`${site.url}#/statistics`);
  await page.getByText("You have not played").waitFor();
});

test("changed games of a mode have best scores of their own", async () => {
  await open(page, site.url, "#/play/001-2048");
  const begin = async (width: string) => {
    await choose(page, "Options");
    await page.getByText("Grid", { exact: true }).click();
    await page.getByLabel("Width").fill(width);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await ready(page);
  };
  await begin("7");
  await play(page, 30);
  await page.waitForTimeout(600);
  // Whose best score it is comes from the engine.
  const best = () => page.locator(".best .stat-value").textContent();
  await expect.poll(best).toMatch(/^[1-9]/);
  await begin("6");
  await expect.poll(best).toBe("0");
  await play(page, 30);
  await page.waitForTimeout(600);
  await page.goto(`${site.url}#/statistics`);
  await page.getByRole("row", { name: /2048, changed\s*Width: 7/ }).waitFor();
  await page.getByRole("row", { name: /2048, changed\s*Width: 6/ }).waitFor();
});

test("a thousand games are listed at once, and the page begins with one", async () => {
  await open(page, site.url);
  await play(page, 6);
  await page.waitForTimeout(600);
  const cells = await board(page);
  await page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done) => {
        request.onsuccess = () => done(request.result);
      });
    const database = await answer(indexedDB.open("polymerge"));
    const transaction = database.transaction(["games", "lines"], "readwrite");
    const [game] = await answer(transaction.objectStore("games").getAll());
    const [line] = await answer(transaction.objectStore("lines").getAll());
    for (let count = 1; count < 1000; count++) {
      const other = { id: `copy-${count}`, updated: game.updated - count };
      transaction.objectStore("games").put({ ...game, ...other });
      transaction.objectStore("lines").put({ ...line, ...other });
    }
    await new Promise((done) => {
      transaction.oncomplete = done;
    });
    database.close();
  });
  await page.addInitScript(() => {
    const all = IDBObjectStore.prototype.getAll;
    Object.assign(window, { read: [] as string[] });
    IDBObjectStore.prototype.getAll = function (...rest) {
      (window as unknown as { read: string[] }).read.push(this.name);
      return all.apply(this, rest);
    };
  });
  await page.goto(`${site.url}#/games`);
  await page.reload();
  await expect.poll(() => listed(page).count()).toBe(1000);
  await open(page, site.url);
  await expect.poll(() => board(page)).toEqual(cells);
  // Lists are read, games are not.
  const stores = await page.evaluate(() => (window as unknown as { read: string[] }).read);
  expect(stores).toContain("lines");
  expect(stores).not.toContain("games");
});
