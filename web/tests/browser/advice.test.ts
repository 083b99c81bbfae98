// Hints and autoplay, and learning in the workshop.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { beyond, faults } from "./axe.ts";
import { board, open, pressed, ready, settled } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

// A service worker would fetch what is learned where no test can put something else in its place.
eachInItsOwnBrowser({ viewport: { width: 1200, height: 900 }, serviceWorkers: "block" });
afterEach(() => expect(browser.errors).toEqual([]));

const hint = () => page.locator(".advice").getByRole("status");
const button = (name: string) => page.locator(".advice, .trial").getByRole("button", { name, exact: true });
const moreThan = async (count: number) => expect.poll(() => pressed(page)).toBeGreaterThan(count);

describe("a hint", () => {
  test.each([
    ["001-2048", /Hint: (up|down|left|right)$/],
    ["050-dive", /Hint: (up|down|left|right)$/],
    ["026-2584", /Hint: (up|down|left|right)$/],
    ["082", /Hint: ./],
  ])("is given in %s", async (mode, text) => {
    await open(page, site.url, `#/play/${mode}`);
    await page.keyboard.press("h");
    await hint().getByText(text).waitFor();
  });

  test.each([
    ["h", "hint"],
    ["p", "autoplay"],
  ])("is not given in a later game, nor in another mode, after %s for %s", async (key) => {
    await open(page, site.url, "#/play/001-2048");
    await page.keyboard.press(key);
    await (key === "h" ? hint().getByText("Hint: ").waitFor() : moreThan(2));
    if (key === "p") await page.keyboard.press("p");
    for (const next of ["n", "#/play/050-dive"]) {
      if (next === "n") await page.keyboard.press("n");
      else await page.evaluate((hash) => location.assign(hash), next);
      await ready(page);
      await expect.poll(() => pressed(page)).toBe(0);
      // Longer than a hint, or a move of autoplay, takes.
      await page.waitForTimeout(1500);
      expect(await pressed(page)).toBe(0);
      expect(await page.locator(".hint-arrow").count()).toBe(0);
      expect(await hint().getByText("Hint: ").count()).toBe(0);
    }
  });

  test("is told in words and by an arrow, with all directions, and goes with the next move", async () => {
    await open(page, site.url, "#/play/001-2048");
    await page.locator(".actions").getByRole("button", { name: "Hint" }).click();
    await hint().getByText("Hint: ").waitFor();
    expect(await hint().locator("svg").count()).toBe(1);
    await page.getByText("All directions").click();
    await expect.poll(() => page.locator(".advice li").count()).toBeGreaterThan(1);
    const [, name] = /^Hint: (\S+)/.exec((await hint().textContent())?.trim() ?? "") ?? [];
    expect(await page.locator(".advice li").first().textContent()).toMatch(new RegExp(`^${name}: `));
    // How this player's games end is said beside how a person's do.
    await page
      .locator(".advice .casual")
      .getByText(/^Played on by a person for fun: mean score [\d,]+, \d+ game/)
      .waitFor();
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await beyond(page)).toEqual([]);
    // The hinted direction moves something.
    const before = await board(page);
    await page.keyboard.press(`Arrow${name?.charAt(0).toUpperCase()}${name?.slice(1)}`);
    expect(await board(page)).not.toEqual(before);
    await expect.poll(() => hint().textContent()).toBe("");
  });
});

describe("before a hint is asked for", () => {
  const HINTS = /\/advice-[^/]+\.js$/;
  const button = () => page.locator('.action[title="Hint"][aria-disabled="false"]');

  test("a script that was lost on its way is fetched with the hint", async () => {
    let lost = 0;
    await page.route(HINTS, (route) => {
      lost += 1;
      return route.abort();
    });
    await open(page, site.url, "#/play/001-2048");
    await button().waitFor();
    await expect.poll(() => lost).toBe(1);
    await page.unroute(HINTS);
    await page.keyboard.press("h");
    await hint().getByText("Hint: ").waitFor();
    // The browser has noted it, the page has not.
    expect(browser.errors.splice(0)).toEqual([expect.stringContaining("ERR_FAILED")]);
  });

  test("its script is fetched, and its worker starts with the pointer or the focus on the button", async () => {
    for (const come of [() => button().hover(), () => button().focus()]) {
      const fetched = page.waitForRequest((request) => HINTS.test(request.url()));
      await open(page, site.url, "#/play/001-2048");
      await button().waitFor();
      await fetched;
      const workers = page.workers().length;
      await come();
      await expect.poll(() => page.workers().length).toBe(workers + 1);
      // It is the one that the hint comes from.
      await page.keyboard.press("h");
      await hint().getByText("Hint: ").waitFor();
      expect(page.workers().length).toBe(workers + 1);
      await page.goto("about:blank");
    }
  });
});

/**
 * Clicks on Hint, and returns the words of the hint and the elements that have changed by then, before any
 * other task and any frame: the elements of the line of the hint are "line".
 */
const clicked = () =>
  page.evaluate(async () => {
    const line = document.querySelector(".advice [role=status]");
    const targets: Node[] = [];
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) targets.push(target);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    document.querySelector<HTMLElement>('.action[title="Hint"]')?.click();
    for (let steps = 0; steps < 50; steps++) await null;
    observer.disconnect();
    const changed = targets.map((target) => {
      const element = target instanceof Element ? target : target.parentElement;
      return line?.contains(target) ? "line" : `${element?.tagName} ${element?.className}`;
    });
    return { words: line?.textContent ?? "", changed: [...new Set(changed)] };
  });

test("a hint that was looked for in advance is in words with the click, and nothing else is drawn before", async () => {
  await open(page, site.url, "#/play/001-2048");
  await page.keyboard.press("h");
  await hint().getByText("Hint: ").waitFor();
  let seen = { words: "", changed: [] as string[] };
  // On a busy machine an answer in advance may come late.
  for (let tries = 0; tries < 10 && !seen.words; tries++) {
    await page.locator(".advice").getByRole("button", { name: "Step" }).click();
    await settled(page);
    await page.waitForTimeout(500);
    seen = await clicked();
    await page.locator(".hint-arrow").waitFor();
  }
  expect(seen).toEqual({ words: expect.stringMatching(/^ ?Hint: /), changed: ["line"] });
});

describe("what was learned before", () => {
  const work = () => page.locator(".advice details p");
  const ask = async (mode: string) => {
    await open(page, site.url, `#/play/${mode}`);
    await page.keyboard.press("h");
    await hint().getByText("Hint: ").waitFor();
    await page.getByText("All directions").click();
  };

  test("is fetched with the first hint, and gone by", async () => {
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(".weights")) fetched.push(request.url());
    });
    await open(page, site.url, "#/play/classic");
    expect(fetched).toEqual([]);
    await ask("classic");
    await work()
      .getByText(/moves? ahead/)
      .waitFor();
    expect(fetched.length).toBe(1);
  });

  test("is done without where it can't be read", async () => {
    await page.route("**/*.weights", (route) => route.fulfill({ body: "not found" }));
    await ask("classic");
    await work().getByText("random games").waitFor();
    await page.locator(".hint-by").getByText("could not be loaded").waitFor();
    // The next hint has more luck.
    await page.unroute("**/*.weights");
    await page.keyboard.press("h");
    await work()
      .getByText(/moves? ahead/)
      .waitFor();
    expect(await page.locator(".hint-by").textContent()).toBe("");
  });

  test("is said to be nothing, where there is nothing", async () => {
    await ask("038");
    await page.locator(".hint-by").getByText("nothing was learned").waitFor();
  });
});

describe("autoplay", () => {
  test("plays until it is paused, makes single moves, and stops when a key is pressed", async () => {
    await open(page, site.url, "#/play/001-2048");
    await page.keyboard.press("p");
    await hint().getByText("Playing by itself.").waitFor();
    await moreThan(3);
    await page.keyboard.press("p");
    await button("Autoplay").waitFor();
    await settled(page);
    const paused = await pressed(page);
    await page.waitForTimeout(1200);
    await expect.poll(() => pressed(page)).toBe(paused);
    await button("Step").click();
    await expect.poll(() => pressed(page)).toBe(paused + 1);
    await page.waitForTimeout(1200);
    await expect.poll(() => pressed(page)).toBe(paused + 1);
    await page.getByRole("slider", { name: "Speed" }).fill("4");
    await button("Autoplay").click();
    await moreThan(paused + 10);
    await page.keyboard.press("u");
    await button("Autoplay").waitFor();
  });
});

const SMALL = `{
  "title": "Small",
  "grid": "2x2",
  "tiles": [{ "colour": "#f0c040" }],
  "spawns": [{ "tile": [1] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}`;

describe("the workshop", () => {
  beforeEach(async () => {
    await open(page, site.url, "workshop.html");
    await page.getByRole("textbox", { name: "Mode file" }).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(SMALL);
    await page.getByRole("heading", { name: "Small" }).waitFor();
  });

  test("gives hints for the mode as it is written, and plays it to its end", async () => {
    await page.locator(".beside .game-column").getByRole("button", { name: "Hint" }).click();
    await hint().getByText("Hint: ").waitFor();
    await page.getByRole("slider", { name: "Speed" }).fill("4");
    await button("Autoplay").click();
    await page.locator(".preview-state").getByText("Game over.").waitFor();
    await button("Autoplay").waitFor();
  });

  test("learns to play it, and plays by that", async () => {
    await button("Learn to play this mode").click();
    const fact = (name: string) =>
      page.locator(".trial .totals div", { hasText: name }).locator("dd").textContent();
    await expect
      .poll(async () => Number((await fact("Games learned from"))?.replaceAll(",", "")))
      .toBeGreaterThan(50);
    await expect.poll(() => fact("Score, mean at random")).not.toBe("–");
    await button("Stop").click();
    await page.getByText("Hints and autoplay go by it").waitFor();
    await page.locator(".beside .game-column").getByRole("button", { name: "Hint" }).click();
    await hint().getByText("Hint: ").waitFor();
    await page.locator(".advice summary").click();
    await page.locator(".advice details p", { hasText: /moves? ahead/ }).waitFor();
    await button("Play by what was learned").click();
    await moreThan(2);
    expect(await faults(page)).toEqual([]);
  });
});
