// The page of a single mode: opened as a file, without a server.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Mode } from "polymerge";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./axe.ts";
import { board, play, type Visit, visit } from "./browser.ts";

const EMPTY = resolve(import.meta.dirname, "../../dist/page.html");
const FILE = `{
  // Two equal tiles make one of thrice the value.
  "title": "Triples & more", "about": "A </script> in words.", "credits": "By a tester.",
  "tiles": [{ "colour": "#f0c040" }], "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 3]], "score": ["@This value", "*", 3] }],
}`;

let browser: Visit;
let folder: string;
let address: string;

beforeAll(async () => {
  browser = await visit();
  folder = mkdtempSync(join(tmpdir(), "page-"));
  const file = join(folder, "triples.html");
  writeFileSync(file, Mode.fromFile(FILE).toPage(readFileSync(EMPTY, "utf8")));
  address = pathToFileURL(file).href;
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test("takes a third of its engine and 150 KB for all else, at most 2 MB in all", () => {
  const engine = statSync(resolve(import.meta.dirname, "../../../target/page-engine/polymerge_bg.wasm")).size;
  const { size } = statSync(EMPTY);
  expect(size).toBeLessThan(engine / 3 + 150_000);
  // A quick build has an engine of more than twice the size.
  expect(size).toBeLessThan(engine > 6_000_000 ? 3_000_000 : 2_000_000);
});

test("plays, keeps its game, gives hints and its mode, and asks for nothing", async () => {
  const { page } = browser;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address);
  await page.locator(".board").waitFor();
  expect(await page.title()).toBe("Triples & more");
  await page.getByText("A </script> in words.").waitFor();
  await page.getByText("By a tester.").waitFor();
  await play(page, 8);
  const cells = await board(page);
  await page.waitForTimeout(1000);
  await page.reload();
  await page.locator(".board").waitFor();
  await expect.poll(() => board(page)).toEqual(cells);
  await page.keyboard.press("h");
  await page.getByText(/^\s*Hint: (left|right|up|down)$/).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "The mode as a file" }).click(),
  ]);
  expect(readFileSync(await saved.path(), "utf8")).toBe(FILE);
  await page.getByRole("button", { name: "New game" }).click();
  await expect.poll(async () => (await board(page)).flat().filter((cell) => cell !== "empty").length).toBe(2);
  expect(await faults(page)).toEqual([]);
  const elsewhere = asked.filter((url) => !/^(file|blob|data):/.test(url));
  expect(elsewhere).toEqual([]);
  expect(browser.errors).toEqual([]);
});

test.each([
  ["script", (text: string) => text.slice(0, text.length / 2)],
  ["style", () => ""],
])("whose %s is damaged says so", async (name, damage) => {
  const packed = new RegExp(`(id="${name}">)([^<]+)`);
  const file = join(folder, `damaged-${name}.html`);
  const whole = readFileSync(EMPTY, "utf8");
  expect(whole).toMatch(packed);
  writeFileSync(
    file,
    whole.replace(packed, (_, start, text) => `${start}${damage(text)}`),
  );
  await browser.page.goto(pathToFileURL(file).href);
  await browser.page.getByRole("alert").getByText("This page can't be unpacked").waitFor();
  browser.errors.length = 0;
});

test("without a mode says what it is for", async () => {
  await browser.page.goto(pathToFileURL(EMPTY).href);
  await browser.page.getByText("polymerge export my-mode.jsonc --page . -o game.html").waitFor();
});
