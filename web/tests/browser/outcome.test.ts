// The end of a game.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { board, open, playToTheEnd, pressAsItComes } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser({ viewport: { width: 390, height: 844 } });

test("tells what was reached, can be put aside, and leads on", async () => {
  await open(page, site.url, "#/play/classic");
  await playToTheEnd(page);
  const result = page.getByRole("region", { name: "Result" });
  await result.getByText(/^[\d,]+ points · best tile [\d,]+/).waitFor();
  await result.getByText("Details").click();
  const texts = await result.locator(".result div").allTextContents();
  expect(texts.map((text) => text.replace(/[\d,.]+/g, "0"))).toEqual([
    "Score0",
    "Best tile0",
    "Moves0",
    expect.stringMatching(/^Time0 (s|min 0 s)$/),
    "Undonone",
  ]);
  await result.getByText(/Next goal: .* points/).waitFor();
  await result.getByText("Your best so far.").waitFor();
  await result.getByText(/First [\d,]+, first [\d,.]+ points\./).waitFor();
  // The board steps back, its best tile does not.
  const top = Math.max(...(await board(page)).flat().map(Number));
  expect(await page.locator(".top-tile").getAttribute("aria-label")).toBe(`${top}`);
  const opacity = (name: string) =>
    page
      .locator(name)
      .first()
      .evaluate((tile) => Number(getComputedStyle(tile).opacity));
  await expect.poll(() => opacity(".cell:not(.top-tile) .tile")).toBeLessThan(0.4);
  expect(await opacity(".top-tile .tile")).toBe(1);

  // A turn that is taken back is told, then and later.
  const undoTurn = page.locator(".actions").getByRole("button", { name: "Undo" });
  await undoTurn.click();
  await result.waitFor({ state: "detached" });
  await playToTheEnd(page);
  const undo = result.locator(".result div").last();
  await result.getByText("Details").click();
  await expect.poll(() => undo.textContent()).toBe("Undo1 turn");
  await page.reload();
  await result.getByText("Details").click();
  await expect.poll(() => undo.textContent()).toBe("Undo1 turn");

  await result.getByRole("button", { name: "Look at the board" }).click();
  expect(await page.locator(".ended").count()).toBe(0);
  // Keys count as soon as it is there.
  const put = pressAsItComes(page, ".outcome", ["Escape"]);
  await page.getByRole("button", { name: "Game over" }).click();
  await put;
  await result.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Game over" }).click();
  await result.getByRole("button", { name: "Share" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    result.getByRole("button", { name: "Picture" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("polymerge-classic-2048.png");
  const picture = readFileSync(await saved.path());
  expect(picture.toString("latin1", 1, 4)).toBe("PNG");
  expect(picture.readUInt32BE(16)).toBe(1000);
  await result.getByText("Details").click();
  await result.getByRole("button", { name: "Replay" }).click();
  await page.getByRole("slider", { name: "Move" }).waitFor();
  expect(browser.errors).toEqual([]);
});
