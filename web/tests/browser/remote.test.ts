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
