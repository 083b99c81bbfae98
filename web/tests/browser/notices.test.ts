// What is said over the page covers neither score nor board nor anything that
// can be pressed, and not what is said as long as it is so.

import { expect, test } from "vitest";
import { open, ready, settled, visit } from "./browser.ts";
import { served, site } from "./fresh.ts";

served();

/** Texts of what lies under a passing notice. */
function covered(): string[] {
  const rect = (element: Element) => element.getBoundingClientRect();
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const notices = [...document.querySelectorAll(".notices .notice")];
  if (notices.length === 0) return ["there is no notice"];
  const others = [...document.querySelectorAll<HTMLElement>(".stat, .board, main button, .top a, .lasting")];
  return others
    .filter((other) => !other.closest(".notices"))
    .filter((other) => notices.some((one) => meet(rect(one), rect(other))))
    .map((other) => `${other.className}: ${other.innerText}`);
}

test.each([
  [1280, 800],
  [800, 900],
  [390, 844],
  [360, 640],
  [844, 390],
])("at %i by %i", async (width, height) => {
  for (const kept of [true, false]) {
    const { page, close } = await visit({ viewport: { width, height } });
    if (!kept) {
      await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
    }
    await open(page, site.url, "#/play/001-2048");
    await ready(page);
    if (!kept) await page.locator(".lasting").waitFor();
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
    await settled(page);
    await page.keyboard.press("n");
    await page.locator(".notices .notice").waitFor();
    await settled(page);
    expect(await page.evaluate(covered)).toEqual([]);
    await close();
  }
});
