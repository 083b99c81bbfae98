// How long a browser keeps games: it is asked to, people are told, and deleted data
// is no new version. And what a translation by the browser must not freeze.

import { expect, test } from "vitest";
import { open, play, pressed, ready } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser();

/** Counts the requests to the browser to keep what is here, which it answers like this. */
async function asked(answer: boolean): Promise<() => Promise<number>> {
  await page.addInitScript((answer) => {
    const key = "test.asked";
    // An empty page has none.
    if (!("StorageManager" in window)) return;
    let lasts = false;
    StorageManager.prototype.persisted = async () => lasts;
    StorageManager.prototype.persist = async () => {
      localStorage.setItem(key, `${Number(localStorage.getItem(key) ?? 0) + 1}`);
      lasts = answer;
      return answer;
    };
  }, answer);
  return () => page.evaluate(() => Number(localStorage.getItem("test.asked") ?? 0));
}

const begin = async () => {
  await play(page, 4);
  await page.keyboard.press("n");
  await expect.poll(() => pressed(page)).toBe(0);
};

test("the browser is asked once, after the first games", async () => {
  const times = await asked(false);
  await open(page, site.url);
  expect(await times()).toBe(0);
  await begin();
  await begin();
  await begin();
  await expect.poll(times).toBe(1);
  await begin();
  await page.reload();
  await ready(page);
  await begin();
  expect(await times()).toBe(1);
  expect(browser.errors).toEqual([]);
});

test("it is asked when the site is installed", async () => {
  const times = await asked(true);
  await open(page, site.url);
  await page.evaluate(() => dispatchEvent(new Event("appinstalled")));
  await expect.poll(times).toBe(1);
});

test.each([true, false])(
  "the list of games says what browsers do; asked for it, the browser says %s",
  async (answer) => {
    await asked(answer);
    await open(page, site.url);
    await play(page, 4);
    await page.goto(`${site.url}#/games`);
    await page.getByText("Browsers delete what sites keep").waitFor();
    await page.getByText("These games were never saved as a file.").waitFor();
    await page.getByRole("button", { name: "Ask the browser to keep them" }).click();
    await page.getByText(answer ? "The browser has promised" : "The browser has not promised").waitFor();
    const [, saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save all as a file" }).click(),
    ]);
    expect(saved).toBeUndefined();
    await page.getByText(/Last saved as a file: .*\d/).waitFor();
  },
);

test("deleted data is told as such, and the game goes on and is kept again", async () => {
  await open(page, site.url);
  await play(page, 6);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(800);
  const client = await browser.context.newCDPSession(page);
  const origin = new URL(site.url).origin;
  await client.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await page.getByText("What this browser had kept of this site was deleted").waitFor();
  expect(await page.getByText("There is a new version").count()).toBe(0);
  await play(page, 4);
  await page.waitForTimeout(800);
  await page.goto(`${site.url}#/games`);
  await expect.poll(() => page.locator(".kept-game").count()).toBe(1);
});

/** Puts elements in the place of all texts, as browsers do that translate pages. */
async function translate(): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("[translate=no], script, style, svg")) continue;
      const font = document.createElement("font");
      font.innerHTML = "<font></font>";
      font.firstElementChild?.append(`«${text.data}»`);
      text.replaceWith(font);
    }
    document.documentElement.classList.add("translated-ltr");
  });
}

test("a page that was translated shows new numbers and texts", async () => {
  await open(page, site.url, "#/play/001-2048");
  await translate();
  // The name of a mode is a name in every language.
  expect(await page.locator("main h1 font").count()).toBe(0);
  for (let count = 0; count < 8; count++) await play(page, 4);
  const score = () => page.locator(".stats .stat-value, .head-scores .stat-value").first().textContent();
  const best = () => page.locator(".best .stat-value").textContent();
  expect(Number((await score())?.replace(/\D/g, ""))).toBeGreaterThan(0);
  expect(await best()).toBe(await score());
  await page.keyboard.press("n");
  await page.getByText("The one before is kept.").waitFor();
  await translate();
  await page.keyboard.press("u");
  // Other views come and go, and have their own texts.
  for (const [view, text] of [
    ["#/games", "kept in this browser"],
    ["#/settings", "Swipe distance"],
    ["#/statistics", "Statistics"],
  ] as const) {
    await page.evaluate((view) => {
      location.hash = view;
    }, view);
    await page.getByText(text).first().waitFor();
    await translate();
  }
  expect(browser.errors).toEqual([]);
});

test("a text that changes after a translation is shown as it is now", async () => {
  await open(page, site.url, "#/games");
  await page.getByRole("heading", { name: "Games" }).waitFor();
  await open(page, site.url, "#/modes");
  const found = page.locator(".page-head [role=status]");
  await found.getByText(/\d/).waitFor();
  await translate();
  await page.getByRole("searchbox").fill("hexagon");
  await expect.poll(() => found.textContent()).not.toContain("«");
});
