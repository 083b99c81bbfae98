// What the settings do.

import { describe, expect, test } from "vitest";
import { packed } from "../../src/engine/packed.ts";
import { writePosition } from "../../src/engine/position.ts";
import { type Name, SETTINGS, type Settings } from "../../src/store/settings.ts";
import { faults } from "./axe.ts";
import { ARROWS, board, open, play, pressed, ready, settled } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Presses the mouse beside the board or on it, and goes to the right by so many pixels. */
async function drag(selector: string, far: number): Promise<void> {
  const box = await page.locator(selector).boundingBox();
  const [x, y] = [100, (box?.y ?? 0) + 5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + far, y, { steps: 4 });
  await page.mouse.up();
}

/** Notes each tone and each vibration, and each tile that is moved by an animation. */
function observe(): void {
  const noted = { tones: 0, felt: 0, moved: 0 };
  Object.assign(globalThis, { noted });
  OscillatorNode.prototype.start = () => {
    noted.tones += 1;
  };
  // What was not started can't be stopped.
  OscillatorNode.prototype.stop = () => {};
  navigator.vibrate = () => {
    noted.felt += 1;
    return true;
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...values) {
    if (this.classList.contains("tile")) noted.moved += 1;
    return animate.apply(this, values);
  };
}

type Noted = "tones" | "felt" | "moved";

/** Plays a few turns that can be seen; returns true if something is noted of them. */
async function isNoted(what: Noted): Promise<boolean> {
  await open(page, site.url, "#/play/classic");
  // A turn that follows another one too soon is not animated.
  for (let move = 0; move < 12; move++) {
    await page.keyboard.press(ARROWS[move % 4] ?? "ArrowUp");
    await page.waitForTimeout(150);
  }
  await settled(page);
  return page.evaluate(
    (what) => (globalThis as never as { noted: Record<Noted, number> }).noted[what] > 0,
    what,
  );
}

const styleOf = (selector: string, property: "backgroundColor" | "filter") =>
  page.locator(selector).evaluate((element, property) => getComputedStyle(element)[property], property);

const classic = () => open(page, site.url, "#/play/classic");

async function movesBy(selector: string, far: number): Promise<number> {
  await classic();
  await drag(selector, far);
  // A press that is answered later would count as well.
  await page.waitForTimeout(300);
  return pressed(page);
}

/** A value, and the effect that a person sees: also that of the first value, where it is no text or picture. */
interface Effect<T> {
  value: T;
  effect: () => Promise<unknown>;
  seen?: readonly [unknown, unknown];
}

/** Another value of each setting, and its effect; the compiler asks for new ones. */
const EFFECTS: { [K in Name]: Effect<Settings[K]> } = {
  language: { value: "es", effect: async () => page.locator("h1").textContent() },
  theme: { value: "dark", effect: () => styleOf("body", "backgroundColor") },
  apart: {
    value: true,
    effect: async () => {
      await classic();
      return styleOf(".board", "filter");
    },
  },
  pace: { value: 0, effect: () => isNoted("moved"), seen: [true, false] },
  undo: {
    value: "off",
    effect: async () => {
      await classic();
      await play(page, 4);
      return page.locator('.action[title="Undo"]').getAttribute("aria-disabled");
    },
  },
  hand: {
    value: "left",
    seen: [false, true],
    effect: async () => {
      await classic();
      const left = async (name: string) =>
        (await page.locator(`.action[title="${name}"]`).boundingBox())?.x ?? 0;
      return (await left("More")) < (await left("Undo"));
    },
  },
  pad: {
    value: true,
    seen: [0, 1],
    effect: async () => {
      await classic();
      return page.locator(".pad").count();
    },
  },
  ask: {
    value: true,
    seen: [0, 1],
    effect: async () => {
      await classic();
      await play(page, 4);
      await page.keyboard.press("n");
      return page.getByRole("dialog").count();
    },
  },
  sound: { value: true, effect: () => isNoted("tones"), seen: [false, true] },
  vibration: { value: true, effect: () => isNoted("felt"), seen: [false, true] },
  anywhere: { value: true, effect: () => movesBy(".lead", 60), seen: [0, 1] },
  swipe: { value: 80, effect: () => movesBy(".board", 60), seen: [1, 0] },
};

describe("each setting", () => {
  const names = Object.keys(SETTINGS) as Name[];
  test.each(names)("is chosen on the page, kept and in effect: %s", async (name) => {
    await page.addInitScript(observe);
    const { value, effect, seen } = EFFECTS[name];
    await open(page, site.url, "#/settings");
    const before = await effect();
    await open(page, site.url, "#/settings");
    const all = page.locator(`[name="${name}"]`);
    const kind = await all.first().evaluate((control) => (control as HTMLInputElement).type);
    const control = kind === "radio" ? page.locator(`[name="${name}"][value="${value}"]`) : all;
    const isText = !["radio", "checkbox"].includes(kind);
    // Another language loads the page anew by itself.
    if (kind === "select-one")
      await Promise.all([page.waitForEvent("load"), control.selectOption(`${value}`)]);
    else await (isText ? control.fill(`${value}`) : control.check());
    await page.reload();
    expect(await (isText ? control.inputValue() : control.isChecked())).toBe(isText ? `${value}` : true);
    expect(await faults(page)).toEqual([]);
    const after = await effect();
    expect(after).not.toEqual(before);
    if (seen) expect([before, after]).toEqual(seen);
    expect(browser.errors).toEqual([]);
  });
});

async function set(...names: string[]): Promise<void> {
  await open(page, site.url, "#/settings");
  for (const name of names) await page.getByLabel(name).check();
}

test("the theme is one of three, shown by pictures, and the page takes it at once", async () => {
  await set("Dark");
  // The colour of the page changes in a quarter of a second.
  await expect.poll(() => styleOf("body", "backgroundColor")).toBe("rgb(23, 21, 26)");
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  expect(await page.locator(".sample").count()).toBe(3);
  expect(await faults(page)).toEqual([]);
  await page.reload();
  expect(await page.getByLabel("Dark").isChecked()).toBe(true);
  await page.getByLabel("System").check();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined();
});

test("red and green are moved apart for the colour-blind, on boards and in pictures", async () => {
  await set("Colours for the colour-blind");
  const tile = page.locator(".card img, .board .tile").first();
  const pixel = async () => {
    const shot = await tile.screenshot();
    return page.evaluate(
      async (bytes) => {
        const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
        const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
        context?.drawImage(picture, 0, 0);
        return [...(context?.getImageData(picture.width / 2, picture.height / 8, 1, 1).data ?? [])];
      },
      [...shot],
    );
  };
  for (const show of [() => open(page, site.url, "#/play/classic"), () => page.keyboard.press("m")]) {
    await show();
    await tile.waitFor();
    await page.waitForLoadState("networkidle");
    const [red = 0, green = 0, blue = 0] = await pixel();
    await page.evaluate(() => delete document.documentElement.dataset.apart);
    const [r = 0, g = 0, b = 0] = await pixel();
    await page.evaluate(() => {
      document.documentElement.dataset.apart = "";
    });
    expect(blue).toBeGreaterThan(b);
    const moved = [r, 0.2 * r + 0.8 * g, Math.min(255, b + 0.52 * (r - g))];
    for (const [index, channel] of [red, green, blue].entries())
      expect(Math.abs(channel - (moved[index] ?? 0))).toBeLessThan(3);
  }
});

test("undo is off, or takes back one turn at a time", async () => {
  await set("Off");
  await open(page, site.url, "#/play/classic");
  await play(page, 6);
  const cells = await board(page);
  await page.keyboard.press("u");
  await expect.poll(() => board(page)).toEqual(cells);
  const undo = page.locator('.action[title="Undo"]');
  expect(await undo.getAttribute("aria-disabled")).toBe("true");
  await set("One turn, then a move");
  await open(page, site.url, "#/play/classic");
  await page.keyboard.press("u");
  await expect.poll(() => board(page)).not.toEqual(cells);
  const before = await board(page);
  await page.keyboard.press("u");
  await expect.poll(() => board(page)).toEqual(before);
  expect(await undo.getAttribute("aria-disabled")).toBe("true");
  await play(page, 4);
  expect(await undo.getAttribute("aria-disabled")).toBe("false");
});

test("a new game is asked about, and nothing slides", async () => {
  await set("Ask before a new game", "None");
  await open(page, site.url, "#/play/classic");
  for (const key of ARROWS) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.querySelectorAll(".ghost").length)).toBe(0);
  }
  const cells = await board(page);
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => board(page)).toEqual(cells);
  await page.keyboard.press("n");
  await dialog.getByRole("button", { name: "New game" }).click();
  await expect.poll(() => pressed(page)).toBe(0);
  // Without a move there is nothing to lose.
  await page.keyboard.press("n");
  expect(await dialog.count()).toBe(0);
});

test("a new game is asked about after a win, too", async () => {
  await set("Ask before a new game");
  const cells = [
    [[10], [10], "@Empty", "@Empty"],
    ...Array.from({ length: 3 }, () => Array(4).fill("@Empty")),
  ];
  await open(page, site.url, `#/position/classic/${await packed(writePosition({ cells, score: 0 }))}`);
  await ready(page);
  await page.keyboard.press("ArrowLeft");
  const result = page.getByRole("region", { name: "Result" });
  await result.getByRole("button", { name: "Again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go on" }).click();
  await result.getByText("You win!").waitFor();
});

test("swipes count anywhere, and buttons are pressed still", async () => {
  await set("Swipe anywhere", "For the left hand");
  await open(page, site.url, "#/play/classic");
  await drag(".lead", 60);
  await expect.poll(() => pressed(page)).toBe(1);
  const place = async (name: string) =>
    (await page.locator(`.action[title="${name}"]`).boundingBox())?.x ?? 0;
  expect(await place("More")).toBeLessThan(await place("Undo"));
  await page.locator(".actions").getByRole("button", { name: "New game" }).click();
  await expect.poll(() => pressed(page)).toBe(0);
});
