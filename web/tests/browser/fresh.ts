// A site for the tests of a file, and for each of them a browser that knows
// nothing of the others. What is exported here changes from test to test.

import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";

export let site: Site;
export let browser: Visit;
export let page: Page;

/** The permissions of a page that reads from and writes to the clipboard. */
export const CLIPBOARD: BrowserContextOptions = { permissions: ["clipboard-read", "clipboard-write"] };

/** A phone whose page has no service worker: that would have files from elsewhere which a test holds back. */
export const PHONE_ALONE: BrowserContextOptions = {
  serviceWorkers: "block",
  viewport: { width: 390, height: 844 },
};

/** Serves the site to the tests of a file. */
export function served(): void {
  beforeAll(async () => {
    site = await serve();
  });
  afterAll(() => site.close());
}

/** Serves the site to the tests of a file, and opens a browser for each of them. */
export function eachInItsOwnBrowser(options: BrowserContextOptions = {}): void {
  served();
  beforeEach(async () => {
    site.asked.length = 0;
    browser = await visit(options);
    page = browser.page;
  });
  afterEach(() => browser.close());
}

/** Opens a link while files of this name do not come; gives a function that lets them come, or fail. */
export async function openWithout(held: string, link: string): Promise<(fails?: boolean) => void> {
  let release: (fails?: boolean) => void = () => {};
  const asked = new Promise<boolean>((done) => {
    release = (fails = false) => done(fails);
  });
  await page.route(held, async (route) => ((await asked) ? route.abort() : route.continue()));
  await page.goto("about:blank");
  await page.goto(site.url + link, { waitUntil: "commit" });
  return release;
}
