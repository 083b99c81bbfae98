// Scripts that can't be fetched: what was asked for says so, and the rest goes on.

import { expect, test } from "vitest";
import { open, play, pressed, ready } from "./browser.ts";
import { browser, eachInItsOwnBrowser, site } from "./fresh.ts";

// A worker would have them from elsewhere.
eachInItsOwnBrowser({ serviceWorkers: "block" });

/** Has scripts with these names fail from now on, until the function given back is called. */
async function without(...names: string[]): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/(${names.join("|")})-[\\w-]+\\.js$`);
  let failed = 0;
  await browser.page.route(pattern, (route) => {
    failed += 1;
    return route.abort();
  });
  return async () => {
    expect(failed).toBeGreaterThan(0);
    await browser.page.unroute(pattern);
  };
}

test("a window that was asked for opens, says what is wrong, and closes; then keys play", async () => {
  const { page } = browser;
  const again = await without("during");
  await page.goto(`${site.url}#/play/050-dive`);
  await ready(page);
  // What was not asked for is not missed.
  expect(await page.locator(".problem").count()).toBe(0);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keys" });
  await dialog.locator(".problem").waitFor();
  const before = await pressed(page);
  await page.keyboard.press("ArrowLeft");
  expect(await pressed(page)).toBe(before);
  await dialog.getByRole("button", { name: "Close" }).click();
  await play(page, 4);
  await expect.poll(() => pressed(page)).toBe(before + 4);
  await again();
});

test("a window does not wait for the game of a link", async () => {
  const { page } = browser;
  await page.route(/small_bg-[\w-]+\.wasm$/, () => {});
  await page.goto(`${site.url}#/play/050-dive`);
  await page.locator(".board").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).locator("dt").first().waitFor();
});

test("a file that is dropped does not take the place of the page", async () => {
  const { page } = browser;
  const again = await without("during");
  await open(page, site.url);
  const isTaken = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["no code"], "a.txt"));
    const events = ["dragover", "drop"].map(
      (kind) => new DragEvent(kind, { dataTransfer, cancelable: true, bubbles: true }),
    );
    return events.map((event) => !document.body.dispatchEvent(event));
  });
  expect(isTaken).toEqual([true, true]);
  await again();
});

test("turns are played and announced without motions", async () => {
  const { page } = browser;
  const again = await without("motions");
  await open(page, site.url);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator(".arena [role=status]").textContent()).toMatch(/^(Down|Left)/);
  await again();
});

test("the result of a day is read and copied without what draws its picture", async () => {
  const { page } = browser;
  await without("sharing", "short");
  await page.addInitScript(() => {
    const here = new Date();
    const two = (number: number) => `${number}`.padStart(2, "0");
    const date = `${here.getFullYear()}-${two(here.getMonth() + 1)}-${two(here.getDate())}`;
    const result = { title: "2048", score: 1234, count: 99, largest: 128 };
    localStorage.setItem("polymerge.daily", JSON.stringify({ [date]: result }));
    // No window of the system.
    Object.defineProperty(navigator, "share", { value: undefined });
  });
  await page.goto(`${site.url}#/daily`);
  const result = page.getByRole("textbox", { name: "Your result of today" });
  await result.waitFor();
  expect(await result.inputValue()).toMatch(/: 2048\n1,234 points · 99 moves/);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("The result and the link are copied.").waitFor();
});

test("what waits to be sent is asked for with the next connection", async () => {
  const { page } = browser;
  await page.addInitScript(() => {
    const submission = { mode: "001-2048", seed: "7", moves: "Gw", count: 6 };
    localStorage.setItem("polymerge.unsent", JSON.stringify([{ submission, title: "2048", ends: null }]));
  });
  await without("during");
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "onLine", { value: false, writable: true }),
  );
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const isAsked = () => asked.some((url) => /\/parts-[\w-]+\.js$/.test(url));
  await page.goto(`${site.url}#/play/050-dive`);
  await ready(page);
  await page.waitForLoadState("networkidle");
  expect(isAsked()).toBe(false);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { value: true });
    dispatchEvent(new Event("online"));
  });
  await expect.poll(isAsked).toBe(true);
});
