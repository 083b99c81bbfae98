// Modes with faces: the front page below its board, the list of modes, the page of a mode, and the
// colours of a mode on the page.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ARROWS, choose, open, pressed } from "./browser.ts";
import { browser, eachInItsOwnBrowser, PHONE_ALONE, site } from "./fresh.ts";

eachInItsOwnBrowser(PHONE_ALONE);

/** Plays some moves of a mode. */
async function play(page: Page, mode: string): Promise<void> {
  await open(page, site.url, `#/play/${mode}`);
  for (const key of ARROWS) await page.keyboard.press(key);
  await expect.poll(() => pressed(page)).toBe(4);
}

const colour = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--page").trim());

test("the front page has the day's game, the game that was left, and three modes to be tried", async () => {
  const { page } = browser;
  for (const [mode, title] of [
    ["050-dive", "DIVE"],
    ["026-2584", "2584"],
  ] as const) {
    await play(page, mode);
    // It is listed once it is kept.
    await page.goto(`${site.url}#/games`);
    await page.locator(".kept-game", { hasText: title }).waitFor();
  }
  await open(page, site.url);
  await page.locator(".day-card").waitFor();
  await expect.poll(() => page.locator(".discover .card img").count()).toBe(3);
  // The last game is on the board.
  await expect.poll(() => page.locator("h1").textContent()).toBe("2584");
  await page.locator(".left-game .card-title", { hasText: "DIVE" }).waitFor();
  await page.locator(".left-game a").click();
  await expect.poll(() => page.locator("h1").textContent()).toBe("DIVE");
  expect(browser.errors).toEqual([]);
});

test("the list of modes begins with those that were played, and its families unfold", async () => {
  const { page } = browser;
  await play(page, "026-2584");
  await page.goto(`${site.url}#/modes`);
  await page.locator("[aria-labelledby=recent] .card", { hasText: "2584" }).waitFor();
  // Few screens of a phone: the cards of a family come when it is unfolded.
  expect(await page.locator(".card").count()).toBeLessThan(10);
  expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThan(4);
  const families = page.locator(".family");
  expect(await families.count()).toBeLessThan(12);
  await families.first().locator("summary").click();
  await expect.poll(() => families.first().locator(".card").count()).toBeGreaterThan(40);
  expect(browser.errors).toEqual([]);
});

test("the page of a mode has its board, a sentence, one's own games and its colours", async () => {
  const { page } = browser;
  await open(page, site.url);
  const own = await colour(page);
  await play(page, "026-2584");
  await expect.poll(() => colour(page)).not.toBe(own);
  const worn = await colour(page);
  await page.goto(`${site.url}#/mode/026-2584`);
  await page.locator(".voice", { hasText: "Fibonacci" }).waitFor();
  await page.locator(".own-record", { hasText: "played once, best" }).waitFor();
  await page.locator(".mode-facts", { hasText: "looking ahead" }).waitFor();
  const board = await page.locator(".mode-board").boundingBox();
  expect(board?.width).toBeGreaterThan(150);
  expect(await colour(page)).toBe(worn);
  await page.goto(`${site.url}#/games`);
  await page.locator(".kept-game").first().waitFor();
  expect(await colour(page)).toBe(own);
  expect(browser.errors).toEqual([]);
});

test.each(["#/mode/050-dive", "#/mode/dive", "#/mode/classic", "#/mode/crummy"])(
  "the page of a mode comes without an engine: %s",
  async (link) => {
    const { page } = browser;
    const engines: string[] = [];
    await page.route("**/*.wasm", (route) => {
      engines.push(route.request().url());
      return route.abort();
    });
    await page.goto(site.url + link);
    await page.locator(".mode-board").waitFor();
    await page.locator(".mode-facts", { hasText: "New tiles" }).waitFor();
    await page.locator(".part .card").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(engines).toEqual([]);
    expect(browser.errors).toEqual([]);
  },
);

test.each([false, true])(
  "the front page of a small phone has the day's game and the game that was left, with buttons: %s",
  async (hasButtons) => {
    const { page } = browser;
    await page.setViewportSize({ width: 320, height: 568 });
    await play(page, "050-dive");
    await page.goto(`${site.url}#/games`);
    await page.locator(".kept-game", { hasText: "DIVE" }).waitFor();
    await play(page, "classic");
    if (hasButtons) await choose(page, "Buttons");
    await page.goto(`${site.url}#/games`);
    await page.locator(".kept-game", { hasText: "Classic" }).waitFor();
    await open(page, site.url);
    await page.locator(".day-card").waitFor();
    await page.locator(".left-game .card-title", { hasText: "DIVE" }).waitFor();
    // They come below what the board is played with.
    const bottom = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll(".actions, .pad button")].map(
          (part) => part.getBoundingClientRect().bottom + scrollY,
        ),
      ),
    );
    expect(bottom).toBeLessThanOrEqual(568.5);
    for (const part of [".day-card", ".left-game"])
      expect((await page.locator(part).boundingBox())?.y, part).toBeGreaterThanOrEqual(bottom - 1);
    expect(browser.errors).toEqual([]);
  },
);
