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

/** Serves the site to the tests of a file, and opens a browser for each of them. */
export function eachInItsOwnBrowser(options: BrowserContextOptions = {}): void {
  beforeAll(async () => {
    site = await serve();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    browser = await visit(options);
    page = browser.page;
  });
  afterEach(() => browser.close());
}
