// The service worker: what it keeps, and how another version of the site comes.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { board, open, ready, settled, type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";

let browser: Visit;
let page: Page;
beforeEach(async () => {
  browser = await visit();
  page = browser.page;
});
afterEach(() => browser.close());

async function kept(): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

describe("without a network, from a server that answers with", () => {
  test.each([
    ["Vary: Origin", { vary: "Origin" }],
    ["Vary: Origin and others", { vary: "Origin, Accept-Encoding, Cookie" }],
    ["Vary: *", { vary: "*" }],
    ["a long life", { "cache-control": "public, max-age=31536000" }],
    ["no keeping", { "cache-control": "no-store" }],
  ] as [string, Record<string, string>][])("%s", async (_, headers) => {
    const site = await serve(undefined, headers);
    const failed: string[] = [];
    page.on("requestfailed", (request) => failed.push(new URL(request.url()).pathname));
    const refused: string[] = [];
    page.on("response", (answer) => {
      if (answer.status() >= 400) refused.push(new URL(answer.url()).pathname);
    });
    try {
      await open(page, site.url);
      for (const key of ["ArrowLeft", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
      const cells = await board(page);
      await kept();
      await site.close();
      await page.reload();
      await ready(page);
      await expect.poll(() => board(page)).toEqual(cells);
      await page.goto(`${site.url}#/modes`);
      await page
        .getByRole("status")
        .getByText(/^1[2-9]\d of 1[2-9]\d$/)
        .waitFor();
      await page.getByRole("link", { name: "Workshop" }).click();
      await page.locator(".beside .board").waitFor({ state: "attached" });
      // Whether there is a score service is asked of the server alone.
      expect(failed.filter((name) => name !== "/healthz")).toEqual([]);
      expect(refused).toEqual([]);
      // The console says of both only that they were.
      expect(browser.errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
    } finally {
      await site.close();
    }
  });
});

describe("another version", () => {
  let folder: string;
  let site: Site;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "polymerge-version-"));
    cpSync(resolve(import.meta.dirname, "../../dist"), folder, { recursive: true });
    site = await serve(folder);
  });
  afterEach(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Makes the site another version, which can be told from the one before. */
  function renew(): void {
    const replace = (name: string, from: RegExp, to: string) => {
      const before = readFileSync(join(folder, name), "utf8");
      const after = before.replace(from, to);
      expect(after).not.toBe(before);
      writeFileSync(join(folder, name), after);
    };
    replace("index.html", /<html lang="en"/, '<html lang="en" data-version="2"');
    replace("worker.js", /polymerge-\$\{"[0-9a-f]+"\}|polymerge-[0-9a-f]{16}/, "polymerge-2222222222222222");
  }

  const version = () => page.evaluate(() => document.documentElement.dataset.version ?? "1");

  test("is told, and comes when the page is loaded anew", async () => {
    await open(page, site.url);
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowLeft"]) await page.keyboard.press(key);
    const cells = await board(page);
    await kept();
    expect(await page.getByText("There is a new version").count()).toBe(0);
    renew();
    await page.reload();
    await page.getByText("There is a new version").waitFor();
    expect(await version()).toBe("1");
    await page.getByRole("button", { name: "Load it" }).click();
    await page.locator('html[data-version="2"]').waitFor();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
    expect(await page.getByText("There is a new version").count()).toBe(0);
  });

  test("comes by loading the page twice, too, and a page of the one before goes on", async () => {
    await open(page, site.url);
    await kept();
    const old = await browser.context.newPage();
    await old.route("**/*.wasm", () => {});
    await old.goto(`${site.url}#/modes`);
    renew();
    await page.reload();
    await page.getByText("There is a new version").waitFor();
    await page.reload();
    expect(await version()).toBe("2");
    // Its files are still there, also when the server has them no more.
    await old.unroute("**/*.wasm");
    await site.close();
    await old.goto(`${site.url}#/play/050-dive`);
    await ready(old);
    await settled(old);
  });
});
