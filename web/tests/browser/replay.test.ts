// Replays: keys, and the ways from there.

import { expect, test } from "vitest";
import { faults } from "./axe.ts";
import { board, choose, open, play, pressAsItComes, ready, visit } from "./browser.ts";
import { browser, CLIPBOARD, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser(CLIPBOARD);

test("is gone through by keys, shared by a link, and played on from any place", async () => {
  await open(page, site.url, "#/play/001-2048");
  const start = await board(page);
  await play(page, 8);
  const end = await board(page);
  await choose(page, "Replay");
  const slider = page.getByRole("slider", { name: "Move" });
  await slider.waitFor();
  const place = () => slider.inputValue();
  const last = (await slider.getAttribute("max")) ?? "";
  await page.keyboard.press("End");
  await expect.poll(() => board(page)).toEqual(end);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(place).toBe(`${Number(last) - 1}`);
  await page.keyboard.press("Home");
  await expect.poll(() => board(page)).toEqual(start);
  const speed = page.getByRole("slider", { name: "Speed" });
  const before = Number(await speed.inputValue());
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => speed.inputValue()).toBe(`${before + 1}`);
  await page.keyboard.press("Space");
  await expect.poll(place).toBe(last);
  expect(await faults(page)).toEqual([]);

  await page.getByRole("button", { name: "Copy a link" }).click();
  await page.getByText("The link is copied.").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("link", { name: "Back to the game" }).click();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(end);

  await page.goto("about:blank");
  await page.goto(link);
  // Keys count as soon as it is there, however fast they come.
  const keys = ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft"];
  await pressAsItComes(page, ".scrubber", keys);
  await expect.poll(place).toBe("2");
  const middle = await board(page);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(middle);
  await play(page, 3);
  await expect.poll(() => board(page)).not.toEqual(middle);
  expect(browser.errors).toEqual([]);
});

test("on a phone that lies all of a replay is on the screen", async () => {
  const phone = await visit({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });
  const { page } = phone;
  try {
    await open(page, site.url, "#/play/050-dive");
    await play(page, 4);
    await choose(page, "Replay");
    await page.getByRole("button", { name: "Copy a link" }).waitFor();
    for (const name of [".board", ".buttons button"]) {
      const box = await page.locator(name).last().boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(390);
    }
  } finally {
    await phone.close();
  }
});
