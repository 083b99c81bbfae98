// All games of a browser as one file, brought to another browser.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { faults } from "./axe.ts";
import { board, choose, open, play, type Visit, visit } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

/** Opens the list of games. */
async function games(page: Page): Promise<void> {
  await page.goto(`${site.url}#/games`);
  await page.reload();
  await page.getByRole("button", { name: "Save all as a file" }).waitFor();
}

/** Waits until so many games are listed; those that were left a moment ago come a moment later. */
async function listed(page: Page, count: number): Promise<void> {
  await games(page);
  await expect.poll(() => page.locator(".kept-game").count()).toBe(count);
}

/** The file with all games. */
async function saved(page: Page): Promise<Buffer> {
  await games(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save all as a file" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^polymerge-games-\d{4}-\d\d-\d\d\.json$/);
  return readFileSync(await file.path());
}

async function bring(page: Page, buffer: Buffer): Promise<void> {
  await games(page);
  const file = { name: "games.json", mimeType: "application/json", buffer };
  await page.locator(".all-games input[type=file]").setInputFiles(file);
}

/** Games played, and moves made, in all modes together. */
async function totals(page: Page): Promise<string[]> {
  await page.goto(`${site.url}#/statistics`);
  await page.reload();
  await page.getByRole("table").waitFor();
  const all = await page.locator(".totals dd").allTextContents();
  return [all[1] ?? "", all[3] ?? ""];
}

test("nothing is lost, overwritten or counted twice", async () => {
  // A game in which nothing is done comes along; it is neither listed nor counted.
  await open(page, site.url, "#/play/050-dive");
  await choose(page, "Replay");
  await page.getByRole("slider", { name: "Move" }).waitFor();
  await open(page, site.url, "#/play/002-2187");
  await play(page, 12);
  const cells = await board(page);
  await listed(page, 1);
  const [, moves] = await totals(page);
  const file = await saved(page);

  const other: Visit = await visit();
  try {
    await open(other.page, site.url);
    await play(other.page, 6);
    await listed(other.page, 1);
    const [, own] = await totals(other.page);
    await bring(other.page, file);
    await other.page.getByText("1 game added.").waitFor();
    await listed(other.page, 2);
    const both = ["2", `${Number(own) + Number(moves)}`];
    expect(await totals(other.page)).toEqual(both);
    // Once more: nothing changes.
    await bring(other.page, file);
    await other.page.getByText("0 games added. 1 game here already.").waitFor();
    expect(await totals(other.page)).toEqual(both);
    // It goes on from where it was.
    await other.page.goto(`${site.url}#/play/002-2187`);
    await other.page.getByRole("heading", { name: "2187" }).waitFor();
    await expect.poll(() => board(other.page)).toEqual(cells);
    await play(other.page, 4);
    const further = await board(other.page);
    await listed(other.page, 2);

    // Here it goes on differently: both are kept.
    await bring(page, await saved(other.page));
    await page.getByText("2 games added. 1 game of these went on differently here: both are kept.").waitFor();
    await listed(page, 3);
    expect(await totals(page)).toEqual(await totals(other.page));
    await page.goto(`${site.url}#/play/002-2187`);
    await page.getByRole("heading", { name: "2187" }).waitFor();
    await expect.poll(() => board(page)).toEqual(further);
    expect(other.errors).toEqual([]);
  } finally {
    await other.close();
  }
  expect(browser.errors).toEqual([]);
});

test("what is no file of games is refused, and nothing is taken from it", async () => {
  await open(page, site.url);
  await play(page, 4);
  await listed(page, 1);
  const file = JSON.parse((await saved(page)).toString());
  const broken = { ...file, games: [...file.games, { ...file.games[0], id: "other", score: null }] };
  await bring(page, Buffer.from(JSON.stringify(broken)));
  await page.getByText("Of this file, game 2 can't be read. Nothing was taken from it.").waitFor();
  await bring(page, Buffer.from("@Mode"));
  await page.getByRole("alert").getByText("This is no file of games").waitFor();
  expect(await faults(page)).toEqual([]);
  await listed(page, 1);
});
