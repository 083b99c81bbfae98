import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { open, pressed, ready, type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

let site: Site;
beforeAll(async () => {
  site = await serve();
});
afterAll(() => site.close());

/** Everything that axe finds, in words. */
async function faults(page: Page): Promise<string[]> {
  // Points that float up are half seen for a moment.
  await page.locator(".points").waitFor({ state: "detached" });
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}

/** Views, and what is done there before looking. */
const VIEWS: readonly [string, string, ((page: Page) => Promise<void>)?][] = [
  ["2048", "#/play/001-2048"],
  ["DIVE", "#/play/050-dive"],
  ["a mode with several stat boxes", "#/play/038-180"],
  ["the buttons", "#/play/001-2048", (page) => page.getByRole("button", { name: "Buttons" }).click()],
  ["the keys", "#/play/001-2048", (page) => page.getByRole("button", { name: "Keys" }).click()],
  [
    "sharing",
    "#/play/001-2048",
    async (page) => {
      await page.getByRole("button", { name: "Share" }).click();
      await page.getByRole("button", { name: "Copy" }).first().click();
    },
  ],
  [
    "the options of a new game",
    "#/play/001-2048",
    async (page) => {
      await page.getByRole("button", { name: "Options" }).click();
      for (const group of await page.locator(".new-game summary").all()) await group.click();
    },
  ],
  ["rules", "#/play/050-dive", (page) => page.getByText("Rules", { exact: true }).click()],
  ["the modes", "#/modes", (page) => page.locator(".card").last().waitFor()],
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
      await page.getByRole("button", { name: "Replay" }).click();
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
    browser = await visit({ colorScheme, viewport: { width: 320, height: 640 } });
    const { page } = browser;
    // Something for the lists to show.
    await open(page, site.url);
    for (let count = 0; count < 20; count++) await page.keyboard.press(count % 2 ? "ArrowLeft" : "ArrowDown");
    await page.waitForTimeout(500);
  });
  afterAll(() => browser.close());

  test.each(VIEWS)("%s", async (_, fragment, prepare) => {
    const { page } = browser;
    await page.goto("about:blank");
    await page.goto(`${site.url}${fragment}`);
    if (fragment.startsWith("#/play")) await ready(page);
    await prepare?.(page);
    expect(await faults(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, "nothing sticks out on a small screen").toBeLessThanOrEqual(320);
  });

  test("the end of a game", async () => {
    const { page } = browser;
    await page.goto("about:blank");
    await page.goto(`${site.url}#/play/001-2048`);
    await ready(page);
    const over = page.locator(".outcome");
    for (let moves = 0; moves < 4000 && !(await over.isVisible()); moves += 8) {
      for (const key of ["Left", "Down", "Right", "Up", "Left", "Up", "Right", "Down"])
        await page.keyboard.press(`Arrow${key}`);
    }
    await over.waitFor();
    expect(await faults(page)).toEqual([]);
  });
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
    for (const name of ["Skip to the content", "Polymerge", "Modes", "Import", "Undo", "Share", "Keys"]) {
      expect(seen).toContain(name);
    }
    // A button with the focus does not swallow the keys of the game.
    const before = await pressed(page);
    await page.keyboard.press("ArrowLeft");
    expect(await pressed(page)).toBe(before + 1);
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("m");
    await page.getByRole("heading", { name: "Modes" }).waitFor();
  } finally {
    await browser.close();
  }
});
