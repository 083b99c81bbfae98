import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { board, choose, open, openCodes, play, ready, settled, type Visit, visit } from "./browser.ts";
import { browser, CLIPBOARD, eachInItsOwnBrowser, site } from "./fresh.ts";
import { serve } from "./server.ts";

const SHARED = process.env.POLYMERGE_SHARED ?? resolve(import.meta.dirname, "../../../../shared");
/** Codes that the original site made. */
const CODES = ["001-2048", "050-dive", "038-180"].map((name) => `${SHARED}/conformance/modes/${name}.txt`);

eachInItsOwnBrowser(CLIPBOARD);

async function score(page: Page): Promise<string | null> {
  await settled(page);
  return page.locator(".stat-value").first().textContent();
}

/** Returns the text that the share window gives under this name. */
async function exported(page: Page, name: string): Promise<string> {
  await choose(page, "Share");
  await openCodes(page);
  const line = page.locator(".offers li", { hasText: name });
  await line.getByRole("button").click();
  const text = await line.getByRole("textbox").inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await page.getByRole("button", { name: "Close" }).click();
  return text;
}

async function bring(page: Page, text: string): Promise<void> {
  await page.goto(`${site.url}#/import`);
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Open" }).click();
}

describe("a game", () => {
  test("is there after closing the page, also right after a move", async () => {
    const { page } = browser;
    await open(page, site.url);
    await play(page, 30);
    const [cells, points] = [await board(page), await score(page)];
    await page.reload();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
    await expect.poll(() => score(page)).toBe(points);
    expect(browser.errors).toEqual([]);
  });

  test("can be taken back after closing the page", async () => {
    const { page } = browser;
    await open(page, site.url);
    const boards = [await board(page)];
    await play(page, 8);
    for (let count = 0; count < 8; count++) {
      await page.keyboard.press("u");
      boards.push(await board(page));
    }
    for (let count = 0; count < 8; count++) await page.keyboard.press("r");
    await page.reload();
    await ready(page);
    for (const expected of boards.slice(1)) {
      await page.keyboard.press("u");
      await expect.poll(() => board(page)).toEqual(expected);
    }
    await expect.poll(() => board(page)).toEqual(boards[0]);
    // And made again, after closing it once more. Where nothing moved there is no step.
    const steps = boards.filter(
      (cells, place) => place > 0 && JSON.stringify(cells) !== JSON.stringify(boards[place + 1]),
    );
    await page.reload();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(boards[0]);
    for (const expected of steps.slice(0, -1).reverse()) {
      await page.keyboard.press("r");
      await expect.poll(() => board(page)).toEqual(expected);
    }
  });

  test("is one of many, with its best score", async () => {
    const { page } = browser;
    await open(page, site.url);
    await play(page, 12);
    const points = await score(page);
    await page.locator(".actions").getByRole("button", { name: "New game" }).click();
    await play(page, 3);
    await page.goto(`${site.url}#/play/002-2187`);
    // Until its game is shown, keys mean the other one.
    await page.getByRole("heading", { name: "2187" }).waitFor();
    await ready(page);
    await play(page, 3);
    await expect
      .poll(async () => {
        await page.goto(`${site.url}#/games`);
        await page.reload();
        await page.locator(".kept").waitFor();
        return page.locator(".kept-game").count();
      })
      .toBe(3);
    await page.locator(".kept-game").last().click();
    await ready(page);
    await expect.poll(() => score(page)).toBe(points);
    await page.goto(`${site.url}#/statistics`);
    await page.getByRole("row", { name: /2048/ }).waitFor();
    const cells = await page.getByRole("row", { name: /2048/ }).getByRole("cell").allTextContents();
    expect(cells[0]).toBe("2");
    expect(cells[3]).toBe(points);
  });

  test("is watched again, at any place", async () => {
    const { page } = browser;
    await open(page, site.url);
    const start = await board(page);
    await play(page, 10);
    const end = await board(page);
    await choose(page, "Replay");
    const slider = page.getByRole("slider", { name: "Move" });
    await slider.waitFor();
    await expect.poll(() => board(page)).toEqual(start);
    await slider.focus();
    await page.keyboard.press("End");
    await expect.poll(() => board(page)).toEqual(end);
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Step" }).click();
    await expect.poll(() => board(page)).toEqual(end);
    await slider.focus();
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(() => board(page), { timeout: 10_000 }).toEqual(end);
    expect(browser.errors).toEqual([]);
  });
});

describe("a game that is played before the engine has come", () => {
  let slow: Visit;
  let deliver: () => void;

  beforeEach(async () => {
    // A worker would have the engine's file from elsewhere.
    slow = await visit({ serviceWorkers: "block" });
    const delivered = new Promise<void>((done) => {
      deliver = done;
    });
    await slow.page.route("**/*.wasm", async (route) => {
      await delivered;
      // The page that asked may be gone.
      await route.continue().catch(() => {});
    });
    await slow.page.goto(site.url);
    await slow.page.locator(".board .tile").first().waitFor();
  });
  afterEach(async () => {
    deliver();
    await slow.close();
  });

  /** Games, and the best score, as the statistics tell them. */
  async function statistics(page: Page): Promise<(string | undefined)[]> {
    await page.goto(`${site.url}#/statistics`);
    const cells = page.getByRole("row", { name: /2048/ }).getByRole("cell");
    await cells.first().waitFor();
    const texts = await cells.allTextContents();
    return [texts[0], texts[3]];
  }

  test("is kept when another is begun, and when its view is left", async () => {
    const { page } = slow;
    await play(page, 16);
    const [cells, points] = [await board(page), await score(page)];
    await page.locator(".actions").getByRole("button", { name: "New game" }).click();
    await expect.poll(() => board(page)).not.toEqual(cells);
    // What was reached is still the best.
    expect(await page.locator(".best .stat-value").textContent()).toBe(points);
    await play(page, 3);
    const second = await board(page);
    await page.goto(`${site.url}#/play/002-2187`);
    deliver();
    await ready(page);
    await page.getByRole("heading", { name: "2187" }).waitFor();
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(2);
    expect(await statistics(page)).toEqual(["2", points]);
    for (const [place, expected] of [
      [1, cells],
      [0, second],
    ] as const) {
      await page.goto(`${site.url}#/games`);
      await page.locator(".kept-game").nth(place).click();
      await ready(page);
      await expect.poll(() => board(page)).toEqual(expected);
    }
    // And as it was played, not only as it stood.
    await page.keyboard.press("u");
    await expect.poll(() => board(page)).not.toEqual(second);
    expect(slow.errors).toEqual([]);
  });

  test("is there after closing the page, before the engine and after", async () => {
    const { page, context } = slow;
    await play(page, 16);
    const [cells, points] = [await board(page), await score(page)];
    await page.reload();
    await page.locator(".board .tile").first().waitFor();
    await expect.poll(() => board(page)).toEqual(cells);
    // Begun anew and left at once: two games for the next visit.
    await page.locator(".actions").getByRole("button", { name: "New game" }).click();
    await play(page, 3);
    const second = await board(page);
    await page.goto("about:blank");
    deliver();
    const next = await context.newPage();
    await next.goto(`${site.url}#/games`);
    await expect.poll(() => next.locator(".kept-game").count()).toBe(2);
    expect(await statistics(next)).toEqual(["2", points]);
    await next.goto(site.url);
    await ready(next);
    expect(await board(next)).toEqual(second);
    // Nothing is brought home twice; the rules that were met are no games.
    const names = await next.evaluate(() => Object.keys(localStorage));
    expect(names.filter((name) => name !== "polymerge.met")).toEqual(["polymerge.kept"]);
    expect(slow.errors).toEqual([]);
  });
});

describe("codes", () => {
  for (const file of CODES) {
    const found = existsSync(file);
    if (!found) console.warn(`SKIPPED: there is no golden data at ${file}`);
    test.skipIf(!found)(
      `of the original site come back byte for byte: ${file.split("/").at(-1)}`,
      async () => {
        const { page } = browser;
        const code = readFileSync(file, "utf8");
        await bring(page, code);
        await ready(page);
        expect(await exported(page, "Mode code")).toBe(code.trim());
        await play(page, 6);
        const [cells, game] = [await board(page), await exported(page, "Game code")];
        await bring(page, game);
        await ready(page);
        await expect.poll(() => board(page)).toEqual(cells);
        expect(await exported(page, "Game code")).toBe(game);
        expect(browser.errors).toEqual([]);
      },
    );
  }

  test("travel in links", async () => {
    const { page } = browser;
    await open(page, site.url);
    await play(page, 10);
    const cells = await board(page);
    const link = await exported(page, "Link to this game");
    const other = await visit();
    try {
      await other.page.goto(link);
      await ready(other.page);
      expect(await board(other.page)).toEqual(cells);
    } finally {
      await other.close();
    }
  });

  test("are dropped as files", async () => {
    const { page } = browser;
    const mode = `{
      "title": "Dropped", "tiles": [{ "colour": "#30c080" }], "spawns": [{ "tile": [3] }],
      "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
    }`;
    await page.goto(`${site.url}#/import`);
    await page.locator(".drop").waitFor();
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.jsonc"));
      document
        .querySelector(".drop")
        ?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, mode);
    await page.getByRole("heading", { name: "Dropped" }).waitFor();
    await ready(page);
    expect((await board(page)).flat().filter((cell) => cell === "3")).toHaveLength(2);
  });

  test("with something wrong in them are explained", async () => {
    const { page } = browser;
    await bring(page, "@3.0 nonsense");
    await expect.poll(() => page.getByRole("alert").textContent()).not.toBe("");
    await page.getByRole("textbox").fill("nonsense");
    await page.getByRole("button", { name: "Open" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("neither a save code");
    await page.getByRole("textbox").fill('{ "title": "Half a mode", "merge": [] }');
    await page.getByRole("button", { name: "Open" }).click();
    await expect.poll(() => page.getByRole("alert").textContent()).toContain("merge");
    expect(browser.errors).toEqual([]);
  });
});

test("one can play whatever was left in local storage", async () => {
  const { page } = browser;
  await open(page, site.url);
  await play(page, 8);
  const cells = await board(page);
  // Brings home what the page may have left there itself.
  await page.reload();
  await ready(page);
  const wrong: [string, string][] = [
    ["polymerge.unkept", "5"],
    ["polymerge.begun.x", '{"id":"x","mode":"none","seed":"z"}'],
    ["polymerge.begun.y", "{"],
    ["polymerge.theme", '"purple"'],
    ["polymerge.pad", "["],
  ];
  // A page of the site that keeps nothing itself; the browser looks for an icon of it.
  await page.goto(`${site.url}icon.svg`);
  await page.evaluate((items) => {
    for (const [name, value] of items) localStorage.setItem(name, value);
  }, wrong);
  await page.goto(site.url);
  await ready(page);
  await expect.poll(() => board(page)).toEqual(cells);
  await page.goto(`${site.url}#/games`);
  await expect.poll(() => page.locator(".kept-game").count()).toBe(1);
  expect(browser.errors.filter((error) => !error.includes("404"))).toEqual([]);
});

describe("without a network", () => {
  test("everything works that was there before", async () => {
    const { page, context } = browser;
    const own = await serve();
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(new URL(request.url()).pathname));
    await open(page, own.url);
    await play(page, 8);
    const cells = await board(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    // The server is gone, too: a browser that is only said to be offline lets a service worker's
    // requests through again after the first page.
    await own.close();
    await page.reload();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
    await page.goto(`${own.url}#/modes`);
    await page
      .getByRole("status")
      .getByText(/^1[2-9]\d of 1[2-9]\d$/)
      .waitFor();
    await page.goto(`${own.url}#/play/050-dive`);
    await ready(page);
    await play(page, 4);
    // A mode that was never played, in a page that is loaded anew.
    await page.goto(`${own.url}index.html#/play/038-180`);
    await ready(page);
    // The workshop is another page, also for the worker.
    await page.getByRole("link", { name: "Workshop" }).click();
    await page.locator(".beside .board").waitFor({ state: "attached" });
    // A score server alone may be asked for: what it says is never kept.
    expect(failed.filter((path) => path !== "/healthz")).toEqual([]);
    expect(browser.errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
  });
});

test("the site can be installed", async () => {
  const { page, context } = browser;
  await open(page, site.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const client = await context.newCDPSession(page);
  const { url, errors, data } = await client.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { icons, start_url, display } = JSON.parse(data ?? "{}");
  expect([new URL(start_url, url).href, display]).toEqual([site.url, "standalone"]);
  for (const { src } of icons) expect((await fetch(new URL(src, url))).status, src).toBe(200);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
});
