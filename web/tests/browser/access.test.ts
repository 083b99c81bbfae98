import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beyond, faults } from "./axe.ts";
import { choose, open, playToTheEnd, pressed, type Visit, visit } from "./browser.ts";
import { served, site } from "./fresh.ts";

served();

/** Views, and what is done there before looking. */
const VIEWS: readonly [string, string, ((page: Page) => Promise<void>)?][] = [
  ["2048", "#/play/001-2048"],
  ["DIVE", "#/play/050-dive"],
  ["a mode with several stat boxes", "#/play/038-180"],
  ["the menu", "#/play/classic", (page) => page.getByRole("button", { name: "More" }).click()],
  ["the buttons", "#/play/001-2048", (page) => choose(page, "Buttons")],
  ["the keys", "#/play/001-2048", (page) => choose(page, "Keys")],
  [
    "sharing",
    "#/play/001-2048",
    async (page) => {
      await choose(page, "Share");
      await page.getByRole("button", { name: "Copy" }).first().click();
    },
  ],
  [
    "the options of a new game",
    "#/play/001-2048",
    async (page) => {
      await choose(page, "Options");
      for (const group of await page.locator(".new-game summary").all()) await group.click();
    },
  ],
  ["rules", "#/play/050-dive", (page) => page.locator(".about summary").click()],
  ["the modes", "#/modes", (page) => page.locator(".card").last().waitFor()],
  ["what a mode is like", "#/mode/001-2048", (page) => page.getByText("New tiles").waitFor()],
  ["the games", "#/games", (page) => page.locator(".kept-game").first().waitFor()],
  ["statistics", "#/statistics", (page) => page.getByRole("table").waitFor()],
  [
    "a failed import",
    "#/import",
    async (page) => {
      await page.getByRole("textbox").fill("@nothing");
      await page.getByRole("button", { name: "Open" }).click();
      await page.getByRole("alert").getByText(/./).waitFor();
    },
  ],
  [
    "a replay",
    "#/play/002-2187",
    async (page) => {
      await choose(page, "Replay");
      await page.getByRole("slider", { name: "Move" }).waitFor();
    },
  ],
  [
    "a start without the engine",
    "#/play/001-2048",
    async (page) => {
      await page.goto("about:blank");
      await page.route("**/*.wasm", (route) => route.abort());
      await page.goto(`${site.url}#/play/001-2048`);
      await page.getByRole("alert").getByText("could not be loaded").waitFor();
      await page.unroute("**/*.wasm");
    },
  ],
  ["something that isn't there", "#/game/none", (page) => page.getByText("can't be opened").waitFor()],
];

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  let browser: Visit;
  beforeAll(async () => {
    // What the service worker keeps could not be held back.
    browser = await visit({ colorScheme, viewport: { width: 320, height: 640 }, serviceWorkers: "block" });
    const { page } = browser;
    // Something for the lists to show.
    await open(page, site.url);
    for (let count = 0; count < 20; count++) await page.keyboard.press(count % 2 ? "ArrowLeft" : "ArrowDown");
    await page.waitForTimeout(500);
  });
  afterAll(() => browser.close());

  test.each(VIEWS)("%s", async (_, fragment, prepare) => {
    const { page } = browser;
    await open(page, site.url, fragment);
    await prepare?.(page);
    expect(await faults(page)).toEqual([]);
    expect(await beyond(page), "nothing sticks out on a small screen").toEqual([]);
  });

  test("the end of a game", async () => {
    const { page } = browser;
    await open(page, site.url, "#/play/001-2048");
    await playToTheEnd(page);
    expect(await faults(page)).toEqual([]);
  });
});

test.each([
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
])("boards fill a screen of %i by %i, in games and replays", async (width, height) => {
  const browser = await visit({ viewport: { width, height } });
  const { page } = browser;
  try {
    const size = async () => {
      await page.locator(".board .tile").first().waitFor();
      const box = await page.locator(".board").boundingBox();
      expect(await beyond(page)).toEqual([]);
      return box ? Math.min(box.width / width, box.height / height) : 0;
    };
    await open(page, site.url, "#/play/001-2048");
    expect(await size()).toBeGreaterThan(0.3);
    for (const key of ["ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
    await choose(page, "Replay");
    await page.getByRole("slider", { name: "Move" }).waitFor();
    expect(await size()).toBeGreaterThan(0.3);
  } finally {
    await browser.close();
  }
});

test("everything can be reached and done by keys alone", async () => {
  const browser = await visit();
  const { page } = browser;
  try {
    await open(page, site.url);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    const seen: string[] = [];
    for (let count = 0; count < 20; count++) {
      await page.keyboard.press("Tab");
      seen.push(await focused());
    }
    for (const name of ["Skip to the content", "Polymerge", "Modes", "Import", "New", "Undo", "More"]) {
      expect(seen).toContain(name);
    }
    await page.getByRole("button", { name: "More", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Options");
    await page.keyboard.press("Escape");
    await page.locator(".more").waitFor({ state: "hidden" });
    expect(await focused()).toBe("More");
    // A button with the focus does not swallow the keys of the game.
    const before = await pressed(page);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => pressed(page)).toBe(before + 1);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("m");
    await page.getByRole("heading", { name: "Modes", exact: true }).waitFor();
  } finally {
    await browser.close();
  }
});
