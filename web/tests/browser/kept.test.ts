// What earlier versions of the site have kept is still there: games, statistics,
// presets, settings, and the draft of the workshop.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { board, choose, ready } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";
import { putStores, type Stores, takeStores } from "./stores.ts";

interface Kept {
  stores: Stores;
  /** The boards by titles; that of the game which was begun without the engine as "begun". */
  boards: Record<string, string[][]>;
  draft: string;
}

/** Made by kept/make.ts, each from the site of a version. */
const VERSIONS = ["first"];

eachInItsOwnBrowser();

describe.each(VERSIONS)("what the version %s kept", (version) => {
  const path = resolve(import.meta.dirname, `kept/${version}.json`);
  const { stores, boards, draft } = JSON.parse(readFileSync(path, "utf8")) as Kept;

  beforeEach(async () => {
    // A page of the site that keeps nothing itself.
    await page.goto(`${site.url}icon.svg`);
    await putStores(page, stores);
  });

  /** The games by their titles, with what is told of them. */
  async function listed(): Promise<string[]> {
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(Object.keys(boards).length);
    return page.locator(".kept-game .card-title").allTextContents();
  }

  test("games, as they stood", async () => {
    const titles = await listed();
    expect([...titles].sort()).toEqual(
      Object.keys(boards)
        .map((title) => title.replace("begun", "2048"))
        .sort(),
    );
    const begun = boards.begun;
    const seen: string[][][] = [];
    for (const [place, title] of titles.entries()) {
      await page.goto(`${site.url}#/games`);
      // A game that is looked at is not put in front by that.
      await page.locator(".kept-game").nth(place).click();
      await page.getByRole("heading", { name: title, exact: true }).waitFor();
      await ready(page);
      const cells = await board(page);
      expect([boards[title], begun]).toContainEqual(cells);
      seen.push(cells);
    }
    for (const [title, cells] of Object.entries(boards)) expect(seen, title).toContainEqual(cells);
    // The browser looks for an icon of a picture that is shown alone.
    expect(browser.errors.filter((error) => !error.includes("404"))).toEqual([]);
  });

  test("steps that were taken back", async () => {
    await listed();
    const { games = [] } = stores.database;
    const [first] = games as { id: string; title: string }[];
    await page.goto(`${site.url}#/game/${first?.id}`);
    await ready(page);
    for (let count = 0; count < 2; count++) await page.keyboard.press("r");
    await expect.poll(() => board(page)).not.toEqual(boards[first?.title ?? ""]);
    for (let count = 0; count < 2; count++) await page.keyboard.press("u");
    await expect.poll(() => board(page)).toEqual(boards[first?.title ?? ""]);
    for (let count = 0; count < 12; count++) await page.keyboard.press("u");
    expect((await board(page)).flat().filter((cell) => cell !== "empty")).toHaveLength(2);
  });

  test("statistics and the settings", async () => {
    await listed();
    await page.goto(`${site.url}#/statistics`);
    const row = (name: string | RegExp) =>
      page.getByRole("row", { name }).getByRole("cell").allTextContents();
    await page.getByRole("row", { name: /^2187/ }).waitFor();
    // The game that waited in local storage is counted now, too.
    expect((await row(/^2048 \d/))[0]).toBe("2");
    expect((await row(/^2048, changed/)).slice(0, 2)).toEqual(["1", "1"]);
    expect((await row(/^3125/))[0]).toBe("1");
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
    const games = (await takeStores(page)).database.games as { id: string }[];
    expect(games).toHaveLength(Object.keys(boards).length);
  });

  test("presets", async () => {
    await page.goto(`${site.url}#/play/002-2187`);
    await ready(page);
    await choose(page, "Options");
    await page.getByRole("searchbox").fill("bees");
    await page.getByRole("button", { name: /^My bees/ }).click();
    await page.getByText("hexagons, 6 directions").waitFor();
  });

  test("the draft of the workshop", async () => {
    await page.goto(`${site.url}workshop.html`);
    const lines = () => page.locator(".cm-content .cm-line").allTextContents();
    await expect.poll(async () => (await lines()).join("\n")).toBe(draft);
    await page.getByRole("tab", { name: "Play" }).click();
    await page.getByRole("heading", { name: "Own file" }).waitFor();
  });
});
