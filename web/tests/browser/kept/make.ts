// Plays a site and writes down what it then keeps, for the test that later
// versions still open it. The folder holds a built site of that version:
// node -e 'import("vite").then(vite => vite.runnerImport("./tests/browser/kept/make.ts"))' FOLDER FILE

import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { board, choose, open, ready, visit } from "../browser.ts";
import { serve } from "../server.ts";
import { takeStores } from "../stores.ts";

const MODE_FILE = `{
  // A file of the player's own.
  "title": "Own file", "tiles": [{ "colour": "#30c080" }], "spawns": [{ "tile": [3] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}`;

const [folder, file] = process.argv.slice(-2);
if (!folder || !file) throw new Error("a folder and a file are needed");
const site = await serve(folder);
const browser = await visit();
const { page } = browser;
const boards: Record<string, string[][]> = {};

async function play(page: Page, moves: number): Promise<void> {
  const keys = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"];
  for (let move = 0; move < moves; move++) await page.keyboard.press(keys[move % 4] ?? "ArrowUp");
  // Until it is kept.
  await page.waitForTimeout(800);
}

async function options(page: Page, words: string, wish: () => Promise<void>): Promise<void> {
  await choose(page, "Options");
  await page.getByRole("searchbox").fill(words);
  await wish();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("heading", { name: "changed" }).waitFor();
}

await open(page, site.url);
await play(page, 12);
await page.keyboard.press("u");
await page.keyboard.press("u");
await page.waitForTimeout(800);
boards["2048"] = await board(page);

await page.goto(`${site.url}#/play/002-2187`);
await page.getByRole("heading", { name: "2187" }).waitFor();
await ready(page);
await play(page, 9);
boards["2187"] = await board(page);

await page.goto(`${site.url}#/play/050-dive`);
await page.getByRole("heading", { name: "DIVE" }).waitFor();
await ready(page);
await options(page, "shape of the grid", async () => {
  await page.getByLabel("Grid shape").selectOption("Hexagon");
});
await play(page, 5);
boards["DIVE, changed"] = await board(page);

// So small that it is soon over.
await page.goto(`${site.url}#/play/001-2048`);
await page.getByRole("heading", { name: "2048", exact: true }).waitFor();
await options(page, "grid", async () => {
  await page.getByLabel("Width").fill("2");
  await page.getByLabel("Height").fill("2");
});
for (let tries = 0; tries < 20 && !(await page.locator(".outcome").isVisible()); tries++) await play(page, 8);
await page.locator(".outcome").waitFor();
boards["2048, changed"] = await board(page);

await page.goto(`${site.url}#/import`);
await page.getByRole("textbox").fill(MODE_FILE);
await page.getByRole("button", { name: "Open" }).click();
await page.getByRole("tab", { name: "Play" }).click();
await page.getByRole("heading", { name: "Own file" }).waitFor();
await ready(page);
await play(page, 4);
boards["Own file"] = await board(page);
await choose(page, "Options");
const dialog = page.getByRole("dialog");
await dialog.getByText("Presets", { exact: true }).click();
await dialog.getByRole("button", { name: /^Honeycomb/ }).click();
await dialog.getByLabel("Keep these modifiers as").fill("My bees");
await dialog.getByRole("button", { name: "Keep", exact: true }).click();
await dialog.getByText("My bees is kept.").waitFor();
await page.keyboard.press("Escape");
await choose(page, "Buttons");
await page.goto(`${site.url}#/settings`);
await page.getByLabel("Light", { exact: true }).check();

await page.goto(`${site.url}workshop.html`);
await page.locator(".beside .board").waitFor({ state: "attached" });
await page.locator(".cm-content").fill(MODE_FILE);
await page.getByRole("tab", { name: "Play" }).click();
await page.getByRole("heading", { name: "Own file" }).waitFor();

const { local, database } = await takeStores(page);

// A game that was begun without the engine, and one that was left before it was kept.
const slow = await visit({ serviceWorkers: "block" });
await slow.page.route("**/*.wasm", () => {});
await slow.page.goto(site.url);
await slow.page.locator(".board .tile").first().waitFor();
await play(slow.page, 7);
boards.begun = await board(slow.page);
const begun = await slow.page.evaluate(() => ({ ...localStorage }));
await slow.close();
const left = await visit();
await open(left.page, site.url, "#/play/004-3125");
await play(left.page, 6);
boards["3125"] = await board(left.page);
const games = (await takeStores(left.page)).database.games as unknown[];
await left.close();

const stores = { local: { ...begun, ...local, "polymerge.unkept": JSON.stringify(games[0]) }, database };
writeFileSync(file, `${JSON.stringify({ stores, boards, draft: MODE_FILE }, null, 1)}\n`);
await browser.close();
await site.close();
