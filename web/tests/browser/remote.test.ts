// Playing by a gamepad or a remote control: moves, the controls of a game, menus.

import { expect, test } from "vitest";
import { board, open, pressed, ready } from "./browser.ts";
import { eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

/** Puts a gamepad into the page, of which nothing is held down. */
const plugIn = () =>
  page.addInitScript(() => {
    const buttons = Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 }));
    const pad = { connected: true, axes: [0, 0], buttons, mapping: "standard", index: 0 };
    Object.assign(window, { pad });
    navigator.getGamepads = () => [pad as unknown as Gamepad];
    // A page in a test has no window of its own.
    document.hasFocus = () => true;
  });

/** Presses a button for two frames. */
const press = (button: number) =>
  page.evaluate(async (button) => {
    const { pad } = window as unknown as { pad: { buttons: { pressed: boolean }[] } };
    const held = pad.buttons[button];
    const frames = (count: number): Promise<void> =>
      new Promise((done) =>
        requestAnimationFrame(() => (count > 1 ? void frames(count - 1).then(done) : done())),
      );
    if (held) held.pressed = true;
    await frames(2);
    if (held) held.pressed = false;
    await frames(2);
  }, button);

const focused = () =>
  page.evaluate(() => document.activeElement?.closest("a, button")?.textContent?.trim() ?? "");

test("a gamepad moves, takes back and begins anew", async () => {
  await plugIn();
  await open(page, site.url, "#/play/classic");
  await ready(page);
  const before = await board(page);
  for (const button of [14, 13, 15, 12]) await press(button);
  await expect.poll(() => pressed(page)).toBe(4);
  expect(await board(page)).not.toEqual(before);
  // As often as something moved, and once more.
  for (let turn = 0; turn < 5; turn++) await press(3);
  await expect.poll(() => board(page)).toEqual(before);
  await press(8);
  await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/modes");
});

test("Enter leads to the controls of a game, arrows from one to the next, Escape back to the board", async () => {
  await open(page, site.url, "#/play/classic");
  await ready(page);
  await page.keyboard.press("Enter");
  const first = await focused();
  expect(first).not.toBe("");
  const count = await pressed(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).not.toBe(first);
  expect(await pressed(page)).toBe(count);
  await page.keyboard.press("Escape");
  expect(await focused()).toBe("");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => pressed(page)).toBe(count + 1);
});

/** Gives the focus to the first of some elements, and presses keys there. */
const pressOn = async (selector: string, ...keys: string[]) => {
  await page.locator(selector).first().focus();
  for (const key of keys) await page.keyboard.press(key);
};

/** The kind of the element that has the focus, and its type if it is a field. */
const kind = () =>
  page.evaluate(() => {
    const own = document.activeElement;
    return own instanceof HTMLInputElement ? own.type : own?.localName;
  });

test("Escape closes the menu of a game first, and clicks on the board end the way over its controls", async () => {
  await plugIn();
  await open(page, site.url, "#/play/classic");
  await ready(page);
  const menu = page.locator("#more");
  const openMenu = () => pressOn("[popovertarget=more]", "Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  const before = await board(page);
  await page.keyboard.press("Enter");
  await openMenu();
  await expect.poll(() => menu.isVisible()).toBe(true);
  await page.keyboard.press("ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.closest("#more") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.isVisible()).toBe(false);
  await openMenu();
  await expect.poll(() => menu.isVisible()).toBe(true);
  await press(1);
  await expect.poll(() => menu.isVisible()).toBe(false);
  expect(await board(page)).toEqual(before);
  const count = await pressed(page);
  await page.locator(".arena").click();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => pressed(page)).toBe(count + 1);
});

test("arrows scroll a page of text although a link has the focus", async () => {
  await page.setViewportSize({ width: 800, height: 400 });
  await open(page, site.url, "#/about");
  await page.locator("main h1").waitFor();
  // Links far apart, with text between.
  await page.evaluate(() => {
    const main = document.querySelector("main");
    main?.insertAdjacentHTML(
      "beforeend",
      '<a href="#/about" id="near">near</a><p style="height: 3000px"></p>',
    );
    main?.insertAdjacentHTML("beforeend", '<a href="#/about" id="far">far</a>');
  });
  await pressOn("#near", "ArrowDown");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("near");
  const before = await page.evaluate(() => scrollY);
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
});

test("a page without a game is begun by Enter, or by an arrow that can't scroll", async () => {
  for (const key of ["Enter", "ArrowRight"]) {
    await open(page, site.url, "#/modes");
    await page.getByRole("searchbox").waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null), key).toBe(true);
  }
});

test("a search field, a checkbox and a list of choices let the focus go", async () => {
  await open(page, site.url, "#/modes");
  await pressOn("input[type=search]", "a", "ArrowLeft");
  expect(await kind()).toBe("search");
  await page.keyboard.press("ArrowDown");
  expect(await kind()).not.toBe("search");
  await open(page, site.url, "#/settings");
  await page.locator("main h1").waitFor();
  for (const [selector, key] of [
    ["input[type=checkbox]", "ArrowDown"],
    ["input[type=checkbox]", "ArrowUp"],
    ["select", "ArrowRight"],
    ["input[type=range]", "ArrowUp"],
  ] as const) {
    const field = page.locator(`main ${selector}`).last();
    await field.focus();
    await page.keyboard.press(key);
    expect(await field.evaluate((own) => own === document.activeElement), `${selector} ${key}`).toBe(false);
  }
  const range = page.locator("main input[type=range]");
  const before = await range.inputValue();
  await pressOn("main input[type=range]", "ArrowRight");
  expect(Number(await range.inputValue())).toBeGreaterThan(Number(before));
  // Radio buttons are chosen among, and the last one lets go.
  const [first, last] = [page.locator("input[name=hand]").first(), page.locator("input[name=hand]").last()];
  await first.focus();
  await page.keyboard.press("ArrowRight");
  expect(await last.isChecked()).toBe(true);
  await page.keyboard.press("ArrowDown");
  expect(await last.evaluate((own) => own === document.activeElement)).toBe(false);
  expect(await last.isChecked()).toBe(true);
});

test("arrows go over a menu once the focus is in it", async () => {
  await open(page, site.url, "#/settings");
  await page.locator("main h1").waitFor();
  await page.evaluate(() => document.querySelector<HTMLElement>("header a, nav a")?.focus());
  const first = await focused();
  await page.keyboard.press("ArrowRight");
  expect(await focused()).not.toBe(first);
  // Where something is chosen, arrows stay what they are.
  const isLeft = await page
    .locator("select")
    .first()
    .evaluate((own) => {
      own.focus();
      const init = { key: "ArrowDown", code: "ArrowDown", bubbles: true, cancelable: true };
      return own.dispatchEvent(new KeyboardEvent("keydown", init)) && own === document.activeElement;
    });
  expect(isLeft).toBe(true);
});
