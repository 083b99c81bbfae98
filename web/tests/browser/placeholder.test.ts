// The board of a mode that a link leads to, before the engine has come.

import { describe, expect, test } from "vitest";
import { packed } from "../../src/engine/packed.ts";
import { faults } from "./axe.ts";
import { ARROWS, board, play, pressed, ready } from "./browser.ts";
import { browser, eachInItsOwnBrowser, openWithout, PHONE_ALONE, page, site } from "./fresh.ts";

eachInItsOwnBrowser(PHONE_ALONE);

/** Opens a link while the engine does not come; gives a function that lets it come, or fail. */
const begin = (link: string) => openWithout("**/*.wasm", link);

/** Waits for the empty board of a mode; gives its size. */
async function empty(title: string): Promise<string> {
  await page.locator("main[aria-busy=true] .board").waitFor();
  expect(await page.locator("h1").textContent()).toBe(title);
  const cells = await board(page);
  expect(new Set(cells.flat())).toEqual(new Set(["empty"]));
  return `${cells.length}x${cells[0]?.length}`;
}

const tiles = async () => (await board(page)).flat().filter((cell) => cell !== "empty").length;

/** Returns the places of parts of the view. */
function places() {
  return page.evaluate(() =>
    [...document.querySelectorAll(".board, .stat, h1, .lead, .actions, .about")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      // Examples of merges come last of what stands beside the board, and later.
      return [element.className, x, y, width, element.matches(".about") ? 0 : height];
    }),
  );
}

describe("the empty board of a mode comes before the engine, for links", async () => {
  test.each([
    ["#/play/dive", "DIVE", "4x4"],
    ["#/play/50", "DIVE", "4x4"],
    ["#/play/1%2F512", "1/512", "5x5"],
    ["#/play/180", "180", "7x7"],
    ["#/moves/038-180/7/2/", "180", "7x7"],
    [`#/position/038-180/${await packed("[0,[]]")}`, "180", "7x7"],
    ["#/packed/050-dive.x", "DIVE", "4x4"],
  ])("%s", async (link, title, size) => {
    await begin(link);
    expect(await empty(title)).toBe(size);
    expect(await page.title()).toContain(title);
    expect(browser.errors).toEqual([]);
  });
});

test("it comes for a link by name where games are kept", async () => {
  (await begin("#/play/038-180"))();
  await ready(page);
  await play(page, 4);
  await page.goto(`${site.url}#/games`);
  await page.locator(".kept-game").first().waitFor();
  await page.unrouteAll();
  const release = await begin("#/play/050-dive");
  expect(await empty("DIVE")).toBe("4x4");
  // Nothing is shown of a game that may be kept.
  expect((await page.locator(".stats .stat-value").first().textContent())?.trim()).toBe("");
  release();
  await ready(page);
  await expect.poll(tiles).toBe(2);
  expect(browser.errors).toEqual([]);
});

// By their numbers: where the name is known, an opening takes the place of the empty board at once.
test.each([
  ["50", 390, 844],
  ["38", 320, 568],
  ["41", 844, 390],
  ["108", 390, 844],
  ["120", 1440, 900],
])("nothing moves when the engine comes: %s on %d by %d", async (mode, width, height) => {
  await page.setViewportSize({ width, height });
  const release = await begin(`#/play/${mode}`);
  await page.locator("main[aria-busy=true] .board").waitFor();
  const before = await places();
  release();
  await ready(page);
  await expect.poll(tiles).toBe(2);
  expect(await page.locator("main[aria-busy=true], .coming").count()).toBe(0);
  const after = await places();
  expect(after.length).toBe(before.length);
  for (const [index, [name, ...place]] of after.entries())
    for (const [side, value] of place.entries())
      expect(Math.abs(Number(value) - Number(before[index]?.[side + 1])), `${name}`).toBeLessThan(1);
  expect(browser.errors).toEqual([]);
});

test.each(["light", "dark"] as const)(
  "axe finds nothing at the empty board in the %s theme",
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await begin("#/play/108");
    await empty("Aquatic SQUART");
    expect(await faults(page)).toEqual([]);
  },
);

test("keys that are pressed at the empty board are done when its game is there", async () => {
  const release = await begin("#/play/dive");
  await empty("DIVE");
  for (const key of ["ArrowLeft", ...ARROWS]) await page.keyboard.press(key);
  // What is not seen yet can't be clicked.
  await page.locator(".board .cell").first().click();
  release();
  await ready(page);
  await expect.poll(() => pressed(page)).toBe(5);
  await expect.poll(tiles).toBeGreaterThan(2);
  await page.keyboard.press("u");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => pressed(page)).toBe(6);
  expect(browser.errors).toEqual([]);
});

test("a new game that is asked for at the empty board is begun, and keys after that are its", async () => {
  const release = await begin("#/play/dive");
  await empty("DIVE");
  for (const key of ["ArrowLeft", "n", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  release();
  await ready(page);
  await expect.poll(() => pressed(page)).toBe(2);
  expect(browser.errors).toEqual([]);
});

test("a game that was kept is not another one first", async () => {
  (await begin("#/play/dive"))();
  await ready(page);
  await play(page, 12);
  const cells = await board(page);
  const best = await page.locator(".best .stat-value").textContent();
  await page.unrouteAll();
  const release = await begin("#/play/dive");
  await empty("DIVE");
  await expect.poll(() => page.locator(".best .stat-value").textContent()).toBe(best);
  expect((await page.locator(".stats .stat-value").first().textContent())?.trim()).toBe("");
  release();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(cells);
  expect(browser.errors).toEqual([]);
});

test("another view in between leaves nothing of the empty board", async () => {
  const release = await begin("#/play/dive");
  await empty("DIVE");
  await page.keyboard.press("ArrowLeft");
  await page.goto(`${site.url}#/play/038-180`);
  await expect.poll(() => page.locator("h1").textContent()).toBe("180");
  expect(await empty("180")).toBe("7x7");
  release();
  await ready(page);
  await expect.poll(() => page.locator("h1").textContent()).toBe("180");
  await expect.poll(() => pressed(page)).toBe(0);
});

test("an engine that does not come is told, and can be asked for again", async () => {
  const release = await begin("#/play/dive");
  await empty("DIVE");
  release(true);
  await page.getByRole("alert").waitFor();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await expect.poll(tiles).toBe(2);
});

test("where the mode is not known by its name, there is a word until the engine comes", async () => {
  const release = await begin("#/play/nothing");
  await page.locator(".page > .coming").waitFor();
  release();
  await page.getByRole("alert").waitFor();
});
