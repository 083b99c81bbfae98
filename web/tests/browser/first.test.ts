// The first frame of a first visit, before the rest of the page has arrived.

import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ARROWS, begun, board, pressed, ready, type Visit, visit } from "./browser.ts";
import { served, site } from "./fresh.ts";

let release: () => void;

served();
beforeEach(() => {
  release = site.hold();
});
afterEach(() => release());

/** Opens the page, as much as there is of it. */
async function begin(page: Page, view = ""): Promise<void> {
  await page.goto(`${site.url}${view}`, { waitUntil: "commit" });
}

/** Waits until all of the page is shown. */
async function whole(page: Page): Promise<void> {
  await page.locator(".top nav").waitFor();
}

// A worker would have the rest of the page from elsewhere.
const serviceWorkers = "block";

describe("the first frame", () => {
  let browser: Visit;
  beforeEach(async () => {
    browser = await visit({ serviceWorkers });
    await begin(browser.page);
    await browser.page.locator(".board .tile").first().waitFor();
  });
  afterEach(() => browser.close());

  test("is played, and goes on as the rest arrives and as the engine does", async () => {
    const { page } = browser;
    for (const key of [...ARROWS, ...ARROWS]) await page.keyboard.press(key);
    await page.keyboard.press("u");
    expect(await page.locator(".top nav").count()).toBe(0);
    await expect.poll(() => pressed(page)).toBe(8);
    const [cells, score] = [await board(page), await page.locator(".stat-value").first().textContent()];
    expect(cells.flat().filter((cell) => cell !== "empty").length).toBeGreaterThan(2);
    release();
    await whole(page);
    expect([await board(page), await pressed(page)]).toEqual([cells, 8]);
    expect(await page.locator(".stat-value").first().textContent()).toBe(score);
    await ready(page);
    expect([await board(page), await pressed(page)]).toEqual([cells, 8]);
    await page.keyboard.press("r");
    await expect.poll(() => board(page)).not.toEqual(cells);
    expect(browser.errors).toEqual([]);
  });

  test("keeps keys for what is not there yet, and those after them", async () => {
    const { page } = browser;
    await page.keyboard.press("ArrowLeft");
    const cells = await board(page);
    for (const key of ["n", "ArrowDown", "ArrowRight", "?"]) await page.keyboard.press(key);
    await expect.poll(() => board(page)).toEqual(cells);
    release();
    await page.getByRole("dialog").waitFor();
    await expect.poll(() => pressed(page)).toBe(2);
    expect(browser.errors).toEqual([]);
  });

  test("is there again when the page is closed before the rest arrives", async () => {
    const { page } = browser;
    for (const key of ARROWS) await page.keyboard.press(key);
    const [cells, story] = [await board(page), await begun(page)];
    await page.goto("about:blank");
    release();
    await begin(page);
    await ready(page);
    expect(await board(page), story).toEqual(cells);
    expect(browser.errors).toEqual([]);
  });
});

test("a swipe that begins before the rest arrives counts when it ends", async () => {
  const browser = await visit({
    serviceWorkers,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const { page, context } = browser;
  try {
    await begin(page);
    const box = await page.locator(".board").boundingBox();
    const client = await context.newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", way: number) => {
      const point = { x: (box?.x ?? 0) + 150 + way, y: (box?.y ?? 0) + 150 };
      return client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [point],
      });
    };
    await touch("touchStart", 0);
    await touch("touchMove", 10);
    release();
    await whole(page);
    await expect.poll(() => pressed(page)).toBe(0);
    await touch("touchMove", 40);
    await touch("touchEnd", 40);
    await expect.poll(() => pressed(page)).toBe(1);
    expect(browser.errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

test.each([
  [390, 844],
  [320, 568],
  [844, 390],
  [1440, 900],
  [2560, 1440],
])("nothing moves when the rest arrives on %d by %d", async (width, height) => {
  const phone = width < 1000;
  const browser = await visit({
    serviceWorkers,
    viewport: { width, height },
    hasTouch: phone,
    isMobile: phone,
  });
  const { page } = browser;
  try {
    await begin(page);
    // Texts come a frame after the board.
    await page.locator(".stat-value").first().waitFor();
    const places = () =>
      page.evaluate(() =>
        [".board", ".stat", ".stat-value", "h1", ".actions"].map((name) => {
          const element = document.querySelector(name);
          const { x, y, width, height } = element?.getBoundingClientRect() ?? {};
          return [name, x, y, width, height, element && getComputedStyle(element).color];
        }),
      );
    const before = await places();
    release();
    await whole(page);
    expect(await places()).toEqual(before);
  } finally {
    await browser.close();
  }
});

test("what was asked for is not another board first", async () => {
  const browser = await visit({ serviceWorkers });
  const { page } = browser;
  const nothing = async (view: string) => {
    await page.goto("about:blank");
    release = site.hold();
    await begin(page, view);
    await page.locator("#app").waitFor({ state: "attached" });
    // All of the first script has run when the next one has not come.
    await page.waitForFunction(() => "polymergeFirst" in globalThis);
    expect(await page.locator("#app").innerHTML(), view).toBe("");
    release();
    await whole(page);
  };
  try {
    for (const view of ["#/play/050-dive", "#/modes", "#/games", "#/code/x", "#/replay/x"])
      await nothing(view);
    // A game that is kept comes from the database.
    release();
    await page.goto("about:blank");
    await page.goto(`${site.url}#/play/050-dive`);
    await ready(page);
    for (const key of ARROWS) await page.keyboard.press(key);
    const cells = await board(page);
    await nothing("");
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
  } finally {
    await browser.close();
  }
});
