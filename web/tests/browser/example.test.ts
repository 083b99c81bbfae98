// The example page of the package, as a visitor of it sees it.

import { resolve } from "node:path";
import { expect, test } from "vitest";
import { visit } from "./browser.ts";
import { serve } from "./server.ts";

test("a page of 40 lines plays a mode, on phones too, and says which it does not know", async () => {
  const site = await serve(resolve(import.meta.dirname, "../../../crates/web"));
  const browser = await visit();
  const { page, errors } = browser;
  try {
    await page.goto(`${site.url}examples/page.html?mode=dive`);
    await page.getByRole("heading", { name: "DIVE" }).waitFor();
    const picture = page.getByRole("img", { name: "The board" });
    const look = () => picture.getAttribute("src");
    const start = await look();
    expect(start).toMatch(/^data:image\/svg\+xml/);
    // The picture is one: it has a size of its own.
    expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
    const played = await look();
    expect(played).not.toBe(start);
    await page.keyboard.press("u");
    expect(await look()).not.toBe(played);
    expect(await page.getByRole("status").textContent()).toMatch(/^Score \d+/);
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // A browser asks for this by itself.
    expect(errors.filter((error) => !/404/.test(error))).toEqual([]);
    await page.goto(`${site.url}examples/page.html?mode=nonsense`);
    await page.getByText("nonsense").waitFor();
  } finally {
    await browser.close();
    await site.close();
  }
});
