// Positions that are set up by hand.

import { describe, expect, test } from "vitest";
import { beyond, faults } from "./axe.ts";
import { board, choose, open, ready, visit } from "./browser.ts";
import { browser, CLIPBOARD, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser({ ...CLIPBOARD, viewport: { width: 1200, height: 900 } });

const button = (name: string) => page.getByRole("button", { name, exact: true });
/** A cell of the board that is set up, by its row and column from 1 on. */
const cell = (row: number, column: number) =>
  page.locator(".setup-board").getByRole("button", { name: `Row ${row}, column ${column}:` });
const pick = (name: string) => page.locator(".palette").getByRole("radio", { name, exact: true }).check();
const status = () => page.locator(".setup-side > [role=status]").textContent();

/** Cells that hold something, such as "1,2 8". */
async function set(): Promise<string[]> {
  const names = await page
    .locator(".setup-board button")
    .evaluateAll((cells) => cells.map((cell) => cell.ariaLabel ?? ""));
  return names
    .filter((name) => !name.endsWith("empty"))
    .map((name) => name.replace(/Row (\d+), column (\d+):/, "$1,$2"));
}

/** Opens the board of a mode, and takes all tiles off. */
async function begin(mode: string): Promise<void> {
  await open(page, site.url, `#/play/${mode}`);
  await choose(page, "Set up a position");
  await button("Clear").click();
  await expect.poll(set).toEqual([]);
  expect(browser.errors).toEqual([]);
}

const EMPTY = ["empty", "empty", "empty", "empty"];

describe("a position", () => {
  test("is set up by clicks, and played from, and again", async () => {
    await begin("classic");
    await expect.poll(status).toBe("Put a tile on the board first.");
    expect(await button("Play from here").isDisabled()).toBe(true);
    await pick("1024");
    await cell(1, 1).click();
    await cell(1, 2).click();
    await pick("Hole");
    await cell(4, 4).click();
    await page.getByLabel("Score").fill("20000");
    await expect.poll(set).toEqual(["1,1 1024", "1,2 1024", "4,4 hole"]);
    await expect.poll(status).toBe("A game can begin here.");
    expect(await faults(page)).toEqual([]);
    await button("Play from here").click();
    const rows = [["1024", "1024", "empty", "empty"], EMPTY, EMPTY, ["empty", "empty", "empty"]];
    await expect.poll(() => board(page)).toEqual(rows);
    expect(await page.title()).toContain("Classic 2048, set up");
    await expect.poll(() => page.locator(".stat-value").first().textContent()).toBe("20,000");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => (await board(page))[0]?.[0]).toBe("2048");
    await button("Look at the board").click();
    await choose(page, "Restart");
    await expect.poll(() => board(page)).toEqual(rows);
    expect(browser.errors).toEqual([]);
  });

  test("is set up by keys", async () => {
    await begin("classic");
    await pick("8");
    await cell(1, 1).focus();
    for (const key of ["ArrowDown", "ArrowRight", "Space", "ArrowRight", "Enter"])
      await page.keyboard.press(key);
    await expect.poll(set).toEqual(["2,2 8", "2,3 8"]);
    // The chosen tile takes itself away.
    await page.keyboard.press("Enter");
    await expect.poll(set).toEqual(["2,2 8"]);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Delete");
    await expect.poll(set).toEqual([]);
    await button("Undo").click();
    await expect.poll(set).toEqual(["2,2 8"]);
    await button("As on the table").click();
    await expect.poll(async () => (await set()).length).toBe(2);
  });

  test("in which nothing moves is none, and says why", async () => {
    await begin("classic");
    for (const [odd, name] of ["2", "4"].entries()) {
      await pick(name);
      for (let at = 0; at < 16; at++)
        if (((at >> 2) + at) % 2 === odd) await cell((at >> 2) + 1, (at % 4) + 1).click();
    }
    await expect.poll(status).toMatch(/^No direction moves anything here/);
    expect(await button("Ask for a hint").count()).toBe(0);
  });

  test("has a hint, and changes nothing of the game on the table", async () => {
    await open(page, site.url, "#/play/050-dive");
    const before = await board(page);
    await choose(page, "Set up a position");
    await button("Ask for a hint").click();
    await page.getByText(/Hint: (up|down|left|right)$/).waitFor();
    await page.goBack();
    await expect.poll(() => board(page)).toEqual(before);
    expect(browser.errors).toEqual([]);
  });
});

test("a finger draws over several cells of a phone, all of which one undo takes back", async () => {
  const phone = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = phone;
  await open(page, site.url, "#/play/classic");
  await choose(page, "Set up a position");
  await page.getByRole("button", { name: "Clear" }).tap();
  await page.getByRole("radio", { name: "16", exact: true }).tap();
  const middles = await page
    .locator(".setup-board button")
    .evaluateAll((cells) => cells.slice(4, 8).map((cell) => cell.getBoundingClientRect()))
    .then((boxes) => boxes.map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })));
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: typeof middles) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  for (const [index, middle] of middles.entries())
    await touch(index === 0 ? "touchStart" : "touchMove", [middle]);
  await touch("touchEnd", []);
  const drawn = () => page.locator(".setup-board .piece").count();
  await expect.poll(drawn).toBe(4);
  expect(await beyond(page)).toEqual([]);
  expect(await faults(page)).toEqual([]);
  // A tap right after a drawn line may be lost in a browser that is driven.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(drawn).toBe(0);
  expect(phone.errors).toEqual([]);
  await phone.close();
});

describe("the link to a position", () => {
  async function link(): Promise<string> {
    await page.locator(".offers").getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http/);
    return page.evaluate(() => navigator.clipboard.readText());
  }

  test("of a built-in mode is short, and begins a game", async () => {
    await begin("050-dive");
    await pick("2");
    await cell(3, 2).click();
    await cell(3, 4).click();
    const address = await link();
    expect(address).toContain("#/position/050-dive/");
    expect(address.length).toBeLessThan(200);
    await page.goto("about:blank");
    await page.goto(address);
    await ready(page);
    await expect.poll(() => board(page)).toEqual([EMPTY, EMPTY, ["empty", "2", "empty", "2"], EMPTY]);
  });

  test("of a changed mode holds its rules", async () => {
    await open(page, site.url, "#/play/classic");
    await choose(page, "Options");
    await page.getByPlaceholder("Search the options").fill("grid shape");
    await page.getByLabel("Grid shape", { exact: true }).selectOption("Hexagon");
    await button("Start").click();
    await expect.poll(() => page.title()).toContain("changed");
    await ready(page);
    await choose(page, "Set up a position");
    await button("Clear").click();
    await pick("4");
    await page.locator(".setup-board button").first().focus();
    for (const key of ["Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await expect.poll(async () => (await set()).filter((cell) => cell.endsWith(" 4")).length).toBe(2);
    const address = await link();
    expect(address).toContain("#/packed/");
    await page.goto("about:blank");
    await page.goto(address);
    await ready(page);
    await expect.poll(async () => (await board(page)).flat().filter((name) => name === "4").length).toBe(2);
  });

  test("that is not whole says so", async () => {
    await page.goto(`${site.url}#/position/classic/abc`);
    await page.getByText("This link is not whole").waitFor();
  });
});
