// The site over plain HTTP at a name that is not this machine's own, as on a home
// network: browsers give such a page no clipboard, no service worker, no storage
// manager and no `crypto.randomUUID`. With PLAIN_HTTP set, all tests run like that.

import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { board, choose, open, play, ready, visit } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

beforeEach(async () => {
  await open(page, site.plain);
  expect(await page.evaluate(() => [isSecureContext, "clipboard" in navigator])).toEqual([false, false]);
});

test("games are played and kept, also when the page is loaded anew", async () => {
  await play(page, 6);
  const cells = await board(page);
  await page.reload();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(cells);
  expect(browser.errors).toEqual([]);
});

test("all games go into a file, and out of it", async () => {
  await play(page, 6);
  await page.goto(`${site.plain}#/games`);
  await expect.poll(() => page.locator(".kept-game").count()).toBe(1);
  const save = async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save all as a file" }).click(),
    ]);
    return readFileSync(await file.path());
  };
  const first = await save();
  const { games, sums } = JSON.parse(first.toString());
  expect([games.length, sums.length, sums[0].modes.length]).toEqual([1, 1, 1]);
  await page.getByText("Saved, with the statistics.").waitFor();
  // The browser has its name from now on.
  expect(JSON.parse((await save()).toString()).sums[0].from).toBe(sums[0].from);
  const other = await visit();
  try {
    await other.page.goto(`${site.plain}#/games`);
    const file = { name: "games.json", mimeType: "application/json", buffer: first };
    await other.page.locator(".all-games input[type=file]").setInputFiles(file);
    await other.page.getByText("1 game added.").waitFor();
    expect(other.errors).toEqual([]);
  } finally {
    await other.close();
  }
});

test("links and codes are copied without a clipboard", async () => {
  await play(page, 6);
  await choose(page, "Share");
  const offer = page.getByRole("listitem").filter({ hasText: "Link to this game" }).first();
  await offer.getByRole("button", { name: "Copy" }).click();
  await offer.getByRole("button", { name: "Copied" }).waitFor();
  expect(await offer.getByRole("textbox").inputValue()).toMatch(/#\/moves\/classic\/\d+\/\d+\/%3D\w+%3D/);
  await open(page, site.plain, "workshop.html");
  await page.getByRole("button", { name: "File", exact: true }).click();
  await page.getByRole("button", { name: "Copy a link to the file" }).click();
  await page
    .getByText(/link .*copied|copied/i)
    .first()
    .waitFor();
  expect(browser.errors).toEqual([]);
});

test.each(["#/games", "#/statistics", "#/modes", "#/settings", "#/import", "#/about", "#/setup"])(
  "%s is shown without a fault",
  async (view) => {
    await page.goto(`${site.plain}${view}`);
    await page.locator("main h1").waitFor();
    await page.waitForTimeout(300);
    expect(browser.errors).toEqual([]);
  },
);
