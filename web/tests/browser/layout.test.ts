// Where things stand on screens of several sizes: nothing sticks out, nothing lies
// upon another, and what is pressed is large enough.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { beyond } from "./axe.ts";
import { ARROWS, choose, open, settled, visit } from "./browser.ts";
import { served, site } from "./fresh.ts";

served();

const SCREENS = [
  [1440, 900],
  [820, 1180],
  [390, 844],
  [320, 568],
  [844, 390],
] as const;
const MODES = [
  "classic",
  "002-2187",
  "038-180",
  "050-dive",
  "070-16-plus-16i",
  "074",
  "093",
  "106-dual-tile-dive",
  "108",
  "120-vs-the-void-tiler",
];

/** Returns the faults of the places of the parts of a game. */
function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const shown = (name: string) =>
      [...document.querySelectorAll<HTMLElement>(name)].flatMap((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.height > 0 ? [{ element, box, name }] : [];
      });
    const [board] = shown(".board");
    if (!board) return ["there is no board"];
    const parts = [
      board,
      ...[".game-head h1", ".stat", ".lead", ".action", ".next", ".pad button"].flatMap(shown),
    ];
    for (const [index, a] of parts.entries())
      for (const b of parts.slice(index + 1)) {
        const over = (from: "left" | "top", to: "right" | "bottom") =>
          Math.min(a.box[to], b.box[to]) - Math.max(a.box[from], b.box[from]);
        if (over("left", "right") > 1 && over("top", "bottom") > 1)
          faults.push(
            `${a.name} "${a.element.textContent}" and ${b.name} "${b.element.textContent}" overlap`,
          );
      }
    for (const { box, element } of shown(".action"))
      if (box.width < 40 || box.height < 44) faults.push(`${element.title} is ${box.width} by ${box.height}`);
    for (const { box, element } of shown(".action"))
      if (element.scrollWidth > Math.ceil(box.width)) faults.push(`${element.title} has no room`);
    const rows = new Set(shown(".actions .action").map(({ box }) => Math.round(box.top)));
    if (rows.size !== 1) faults.push(`buttons in ${rows.size} rows`);
    // The rest has a phone's width, also where the board is small.
    const row = Math.max(board.box.width, Math.min(innerWidth - 16, 376));
    for (const { box, element } of shown(".stats .stat"))
      if (box.width > row + 1) faults.push(`"${element.textContent}" is wider than its row`);
    for (const { box } of shown(".board .cell")) {
      const size = [box.width, box.height, box.left - board.box.left, box.top - board.box.top];
      if (size.some((length) => Math.abs(length - Math.round(length)) > 0.01))
        faults.push(`a cell of ${size}`);
    }
    if (board.box.bottom > innerHeight)
      faults.push(`the board ends at ${board.box.bottom} of ${innerHeight}`);
    for (const { box, element } of shown(".actions .action, .pad button"))
      if (box.bottom > innerHeight + 0.5)
        faults.push(`${element.title} ends at ${Math.round(box.bottom)} of ${innerHeight}`);
    return [...new Set(faults)];
  });
}

/** A browser with a screen of this size, which is touched if it is small. */
function screen(width: number, height: number) {
  const touch = width < 800 || height < 500;
  return visit({ viewport: { width, height }, hasTouch: touch, isMobile: touch });
}

test.each(SCREENS)("%d by %d", async (width, height) => {
  const browser = await screen(width, height);
  const { page } = browser;
  try {
    for (const mode of MODES) {
      await open(page, site.url, `#/play/${mode}`);
      expect(await misplaced(page), mode).toEqual([]);
      expect(await beyond(page), mode).toEqual([]);
      // A game that fits is not scrolled; below that of the front page, there is more to play.
      if (width >= 1440 && (await page.locator(".front").count()) === 0)
        expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
      for (const key of [...ARROWS, ...ARROWS, ...ARROWS]) await page.keyboard.press(key);
      await settled(page);
      expect(await misplaced(page), `${mode} after some moves`).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

test.each(SCREENS)("%d by %d, with buttons", async (width, height) => {
  const browser = await screen(width, height);
  const { page } = browser;
  try {
    // The pad is on the screen with its board when a game begins, also below boxes.
    for (const mode of ["classic", "050-dive"]) {
      await open(page, site.url, `#/play/${mode}`);
      if ((await page.locator(".pad").count()) === 0) await choose(page, "Buttons");
      await page.locator(".pad").waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      expect(await misplaced(page), mode).toEqual([]);
      const least = Math.min(width, height) > 350 ? 220 : 150;
      expect((await page.locator(".board").boundingBox())?.width, mode).toBeGreaterThan(least);
    }
    // What its buttons leave is not covered.
    const [pad] = await page.locator(".pad").evaluateAll((pads) =>
      pads.map((pad) => {
        const { left, top } = pad.getBoundingClientRect();
        return document.elementFromPoint(left + 2, top + 2)?.closest(".pad");
      }),
    );
    expect(pad).toBe(null);
  } finally {
    await browser.close();
  }
});

test.each([
  [1280, 900],
  [720, 900],
  [390, 844],
])("%d by %d, with letters of twice the size", async (width, height) => {
  const browser = await screen(width, height);
  const { page } = browser;
  try {
    await page.addInitScript(() =>
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = "200%";
      }),
    );
    await open(page, site.url);
    await page.locator(".discover .card").nth(2).waitFor();
    expect(await beyond(page)).toEqual([]);
    // Links of the bar beside one another, and cards with room for what they say.
    const faults = await page.evaluate(() => {
      const named = (name: string) => [...document.querySelectorAll<HTMLElement>(name)];
      const bar = named(".top > a, .top nav a");
      const crowded = [bar, named(".discover .card")].flatMap((elements) =>
        elements.flatMap((element, index) => {
          const [box, next] = [element, elements[index + 1]].map((one) => one?.getBoundingClientRect());
          if (!box || !next || box.bottom <= next.top + 1 || box.right <= next.left + 1) return [];
          return [`${element.textContent} and the next one overlap`];
        }),
      );
      const narrow = [...named(".top, .top nav, .discover, .discover .card")].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
      );
      return [
        ...crowded,
        ...narrow.map(({ className, textContent }) => `${className} "${textContent}" has no room`),
      ];
    });
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("two numbers on a tile are written below one another, large enough to read", async () => {
  const browser = await visit({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  try {
    await open(page, site.url, "#/play/106-dual-tile-dive");
    const heights = await page
      .locator(".board .tile tspan")
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(0);
    expect(Math.min(...heights)).toBeGreaterThan(18);
  } finally {
    await browser.close();
  }
});

test("a message stands above the board", async () => {
  const browser = await visit({ viewport: { width: 390, height: 844 } });
  const { page } = browser;
  try {
    await open(page, site.url, "#/play/050-dive");
    const message = page.locator(".message");
    for (let turn = 0; turn < 40 && !(await message.isVisible()); turn++) {
      await page.keyboard.press(ARROWS[turn % 4] ?? "ArrowUp");
      await settled(page);
    }
    const [said, board] = [await message.boundingBox(), await page.locator(".board").boundingBox()];
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(board?.y ?? 0);
  } finally {
    await browser.close();
  }
});

test("colours that the system chooses leave cells and boxes with an outline, and tiles as they are", async () => {
  const browser = await visit({ forcedColors: "active" });
  const { page } = browser;
  try {
    await open(page, site.url, "#/play/classic");
    const look = (name: string) =>
      page
        .locator(name)
        .first()
        .evaluate((element) => {
          const { outlineStyle, forcedColorAdjust } = getComputedStyle(element);
          return [outlineStyle, forcedColorAdjust];
        });
    expect(await look(".ground")).toEqual(["solid", "auto"]);
    expect(await look(".stat")).toEqual(["solid", "auto"]);
    expect((await look(".tile"))[1]).toBe("none");
  } finally {
    await browser.close();
  }
});
