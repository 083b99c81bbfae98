// The screen of a game: nothing that is said moves the board or covers a box, and what is wanted most
// is under the thumb.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { packed } from "../../src/engine/packed.ts";
import { writePosition } from "../../src/engine/position.ts";
import { faults } from "./axe.ts";
import { board, open, play, playToTheEnd, ready, settled, visit } from "./browser.ts";
import { served, site } from "./fresh.ts";

served();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The place and size of the board. */
const place = async (page: Page) => JSON.stringify(await page.locator(".board").boundingBox());

/** A link to a game of Classic 2048 whose first move to the left has several merges. */
async function merging(): Promise<string> {
  const cells = [
    [[10], [9], [8], [8]],
    [[5], [5], "@Empty", "@Empty"],
    ["@Empty", "@Empty", "@Empty", "@Empty"],
    ["@Empty", "@Empty", "@Empty", [1]],
  ];
  return `#/position/classic/${await packed(writePosition({ cells, score: 1000 }))}`;
}

test("tiles of examples have their colours where others like them are there unseen", async () => {
  const browser = await visit({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
  const { page } = browser;
  try {
    await open(page, site.url, "#/play/050-dive");
    const shapes = page.locator(".merges clipPath > *");
    await shapes.first().waitFor({ state: "attached" });
    const seen = await shapes.evaluateAll((all) => all.map((shape) => getComputedStyle(shape).visibility));
    expect(new Set(seen)).toEqual(new Set(["visible"]));
  } finally {
    await browser.close();
  }
});

test("a narrow screen, such as a phone that shows all twice as large, has the title in a line", async () => {
  const browser = await visit({ ...PHONE, viewport: { width: 195, height: 422 } });
  try {
    await open(browser.page, site.url, "#/");
    const title = await browser.page.locator(".game-head h1").boundingBox();
    expect(title?.height).toBeLessThan(40);
  } finally {
    await browser.close();
  }
});

test.each([
  [1440, 900],
  [820, 1180],
  [390, 844],
  [320, 568],
  [844, 390],
])("the board stays where it is whatever is said, at %i by %i", async (width, height) => {
  const browser = await visit({ viewport: { width, height }, serviceWorkers: "block" });
  const { page } = browser;
  try {
    await open(page, site.url, "#/play/050-dive");
    const before = await place(page);
    const steps: [name: string, what: () => Promise<unknown>][] = [
      ["examples of merges", () => page.locator(".merges").first().waitFor({ state: "attached" })],
      ["a merge that is new", () => play(page, 12)],
      ["a hint", () => page.keyboard.press("h").then(() => page.locator(".hint-arrow").waitFor())],
      ["autoplay", () => page.keyboard.press("p")],
      ["a pause", () => page.keyboard.press("p").then(() => settled(page))],
      ["a new game", () => page.keyboard.press("n").then(() => page.locator(".notices .notice").waitFor())],
    ];
    for (const [name, what] of steps) {
      await what();
      expect(await place(page), name).toBe(before);
    }
    expect(browser.errors).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("boxes that get more tiles leave the board its size, at 320 by 568", async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 568 } });
  await open(page, site.url, "#/play/050-dive");
  const before = await place(page);
  const seeds = () => page.locator(".stat .tiles").nth(1).locator(".small-tile").count();
  for (let tries = 0; tries < 30 && (await seeds()) < 4; tries++) {
    await play(page, 8);
    expect(await place(page)).toBe(before);
  }
  expect(await seeds()).toBeGreaterThan(3);
  await close();
});

test("a hint is an arrow on the board, and goes with the move", async () => {
  const { page, close } = await visit(PHONE);
  await open(page, site.url, await merging());
  await ready(page);
  await page.locator(".actions").getByRole("button", { name: "Hint" }).click();
  const arrow = page.locator(".arena-frame .hint-arrow");
  await arrow.waitFor();
  const told = await page.locator(".advice [role=status]").textContent();
  const way = told?.replace("Hint: ", "").trim() ?? "";
  const angle = await arrow.locator("svg").evaluate((svg) => Number.parseFloat(getComputedStyle(svg).rotate));
  expect(way).toBe({ 0: "right", 90: "down", 180: "left", "-90": "up" }[angle]);
  // Fingers reach the board through it.
  const box = await page.locator(".board").boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  expect(
    await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest(".board") !== null,
      [x, y],
    ),
  ).toBe(true);
  await page.keyboard.press(`Arrow${way.charAt(0).toUpperCase()}${way.slice(1)}`);
  await arrow.waitFor({ state: "detached" });
  await close();
});

test("autoplay is paused by the button of the hint", async () => {
  const { page, close } = await visit(PHONE);
  await open(page, site.url, "#/play/050-dive");
  await page.keyboard.press("p");
  const actions = page.locator(".actions");
  await actions.getByRole("button", { name: "Pause" }).click();
  await actions.getByRole("button", { name: "Hint" }).waitFor();
  await close();
});

test("Undo and Hint are the largest buttons, at the lower edge of a phone", async () => {
  const { page, close } = await visit(PHONE);
  await open(page, site.url, "#/play/050-dive");
  const boxes = await page.locator(".actions > .action").evaluateAll((buttons) =>
    buttons.map((button) => {
      const { width, bottom } = button.getBoundingClientRect();
      return { name: button.ariaLabel ?? button.textContent, width, bottom };
    }),
  );
  const widest = [...boxes].sort((a, b) => b.width - a.width).slice(0, 2);
  expect(widest.map(({ name }) => name).sort()).toEqual(["Hint", "Undo"]);
  for (const { bottom } of boxes) expect(bottom).toBeGreaterThan(PHONE.viewport.height - 24);
  await close();
});

test("one tap has sounds on, for later visits as well", async () => {
  const { page, close } = await visit(PHONE);
  await page.addInitScript(() => {
    Object.assign(globalThis, { tones: 0 });
    OscillatorNode.prototype.start = () => {
      (globalThis as never as { tones: number }).tones += 1;
    };
    OscillatorNode.prototype.stop = () => {};
  });
  const tones = () => page.evaluate(() => (globalThis as never as { tones: number }).tones);
  await open(page, site.url, "#/play/classic");
  const sound = page.locator(".actions").getByRole("button", { name: "Sound" });
  expect(await sound.getAttribute("aria-pressed")).toBe("false");
  await sound.click();
  await expect.poll(tones).toBeGreaterThan(0);
  await page.reload();
  await ready(page);
  expect(await sound.getAttribute("aria-pressed")).toBe("true");
  await close();
});

test.each(["no-preference", "reduce"] as const)(
  "the score counts up, with motion: %s",
  async (reducedMotion) => {
    const { page, close } = await visit({ ...PHONE, reducedMotion });
    // From the beginning: the score with which a game is opened was not made here, and does not count up.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        const value = document.querySelector<HTMLElement>(".stat-value");
        if (value?.dataset.count) seen.push(`${value.dataset.count} of ${value.textContent}`);
      }).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-count"] });
    });
    await open(page, site.url, await merging());
    await ready(page);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => page.locator(".stat-value").first().textContent()).toBe("1,576");
    await page.locator(".stat-value[data-count]").first().waitFor({ state: "detached" });
    const seen = await page.evaluate(() => (globalThis as never as { seen: string[] }).seen);
    if (reducedMotion === "reduce") expect(seen).toEqual([]);
    // What is read is the new score from the first moment on.
    else expect(seen[0]).toBe("1,000 of 1,576");
    await close();
  },
);

test("a mode is told in full when it is new, later in a line, with the rules one tap away", async () => {
  const { page, errors, close } = await visit(PHONE);
  await open(page, site.url, "#/play/050-dive");
  const intro = page.locator(".intro");
  const height = async () => (await intro.locator("p").boundingBox())?.height ?? 0;
  expect(await height()).toBeGreaterThan(60);
  await intro.getByRole("img", { name: /^2 \+ 2 become / }).waitFor();
  await page.getByRole("button", { name: "Rules" }).click();
  const dialog = page.getByRole("dialog", { name: "Rules" });
  await dialog.getByText("What is left of a number", { exact: false }).first().waitFor();
  await dialog
    .getByRole("img", { name: / become / })
    .first()
    .waitFor();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");

  // The first merge is explained when it happens.
  await page.locator(".lead .explained").waitFor({ state: "detached" });
  for (let tries = 0; tries < 10 && !(await page.locator(".explained").isVisible()); tries++)
    await play(page, 4);
  await page
    .locator(".lead [role=status] .explained")
    .getByRole("img", { name: / become / })
    .waitFor();
  await page.locator(".explained").waitFor({ state: "detached" });
  await page.reload();
  await ready(page);
  expect(await height()).toBeLessThan(30);
  // It was explained before.
  await play(page, 12);
  expect(await page.locator(".explained").count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

test.each([
  [390, 844],
  [320, 568],
  [844, 390],
  [1440, 900],
])(
  "the end leaves the best tile to be seen, and leads to another mode, at %i by %i",
  async (width, height) => {
    const { page, close } = await visit({ viewport: { width, height } });
    await open(page, site.url, "#/play/classic");
    await playToTheEnd(page);
    const result = page.getByRole("region", { name: "Result" });
    const next = result.getByRole("link", { name: /^Try / });
    await next.waitFor();
    await result.getByRole("button", { name: "Picture" }).waitFor();
    const isCovered = await page.locator(".top-tile").evaluate((tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return seen?.closest(".outcome") !== null;
    });
    expect(isCovered).toBe(false);
    const address = await next.getAttribute("href");
    await next.click();
    await page.waitForURL(`**/${address}`);
    await close();
  },
);

test.each([
  [390, 844],
  [820, 1180],
  [320, 568],
])("a new game can be taken back by a notice that covers nothing, at %i by %i", async (width, height) => {
  const { page, close } = await visit({ viewport: { width, height } });
  await open(page, site.url, "#/play/classic");
  await play(page, 8);
  const cells = await board(page);
  await page.locator(".actions").getByRole("button", { name: "New game" }).click();
  const notice = page.locator(".notices .notice");
  await notice.waitFor();
  const covered = await notice.evaluate((element) => {
    const a = element.getBoundingClientRect();
    return [...document.querySelectorAll(".stat, .board, h1, .action, .top a")]
      .filter((other) => {
        const b = other.getBoundingClientRect();
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      })
      .map((other) => other.textContent);
  });
  expect(covered).toEqual([]);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => board(page)).toEqual(cells);
  await close();
});

test("a notice that has no room above the board can be read and pressed, at 320 by 568", async () => {
  const { page, close } = await visit({ viewport: { width: 320, height: 568 } });
  await open(page, site.url, "#/play/050-dive");
  await play(page, 8);
  const cells = await board(page);
  await page.locator(".actions").getByRole("button", { name: "New game" }).click();
  const notice = page.locator(".notices .notice");
  const undo = notice.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  /** Returns true if all corners of a part are seen, a little within. */
  const isSeen = (part: typeof undo) =>
    part.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [left + 3, right - 3].every((x) =>
        [top + 3, bottom - 3].every((y) => {
          const seen = document.elementFromPoint(x, y);
          return seen !== null && (element.contains(seen) || seen.contains(element));
        }),
      );
    });
  expect([await isSeen(notice), await isSeen(undo)]).toEqual([true, true]);
  // Long messages, as of links that are not whole, take several lines.
  const text = notice.locator("span").first();
  await text.evaluate((span) => {
    span.textContent = `${span.textContent} `.repeat(8);
  });
  expect(await isSeen(text)).toBe(true);
  await undo.click();
  await expect.poll(() => board(page)).toEqual(cells);
  await close();
});

test("a mode of which games are kept is not new, though its merges were not noted", async () => {
  const { page, close } = await visit(PHONE);
  await open(page, site.url, "#/play/050-dive");
  await page.locator(".intro.unfolded").waitFor();
  await play(page, 8);
  await page.goto(`${site.url}#/games`);
  await page.locator(".kept-game", { hasText: "DIVE" }).waitFor();
  await page.evaluate(() => localStorage.removeItem("polymerge.met"));
  await open(page, site.url, "#/play/050-dive");
  await ready(page);
  await page.locator(".merges").first().waitFor({ state: "attached" });
  expect(await page.locator(".intro").getAttribute("class")).not.toContain("unfolded");
  await close();
});

test("the way to the rules keeps the focus while other things are said in its place", async () => {
  const { page, close } = await visit(PHONE);
  await open(page, site.url, "#/play/050-dive");
  await page.locator(".intro.unfolded").waitFor();
  const rules = page.locator(".intro").getByRole("button", { name: "Rules" });
  await rules.focus();
  const isFocused = () => rules.evaluate((button) => button === document.activeElement);
  for (let tries = 0; tries < 10 && !(await page.locator(".explained").isVisible()); tries++)
    await play(page, 4);
  expect(await page.locator(".explained").isVisible()).toBe(true);
  expect(await isFocused()).toBe(true);
  await page.locator(".explained").waitFor({ state: "detached" });
  // What is read does not fold meanwhile.
  expect(await page.locator(".intro").getAttribute("class")).toBe("intro unfolded");
  expect(await isFocused()).toBe(true);
  await close();
});
