// A first look at the site, before each change lands: a game, a link to a mode, the workshop.

import { expect, test } from "vitest";
import { board, choose, open, play, ready } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

test("the first page is a game, which is there again after the page is opened anew", async () => {
  await open(page, site.url);
  const before = await board(page);
  await play(page, 4);
  const after = await board(page);
  expect(after).not.toEqual(before);
  await page.reload();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(after);
  expect(browser.errors).toEqual([]);
});

test("a link to a mode opens this mode, and a move can be taken back", async () => {
  await open(page, site.url, "#/play/050-dive");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("DIVE");
  const before = await board(page);
  await play(page, 4);
  expect(await board(page)).not.toEqual(before);
  for (let move = 0; move < 4; move++) await page.keyboard.press("u");
  await expect.poll(() => board(page)).toEqual(before);
  await choose(page, "Share");
  await page.getByRole("dialog").waitFor();
  expect(browser.errors).toEqual([]);
});

test("the workshop checks what is written", async () => {
  await open(page, site.url, "workshop.html");
  await page.getByRole("textbox", { name: "Mode file" }).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText('{ "title": "Mine", "spawn": [] }');
  await page.locator(".problem-count").getByText(/error/).waitFor();
  expect(browser.errors).toEqual([]);
});
