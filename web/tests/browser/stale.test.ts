// A page that stays open while its site is renewed, where no service worker keeps
// the files of its version: it is loaded anew, once, or says that there is a new
// version.

import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { board, choose, open, play, ready, type Visit, visit } from "./browser.ts";
import { type Site, serve } from "./server.ts";

let folder: string;
let site: Site;
let browser: Visit;
let page: Page;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "polymerge-stale-"));
  cpSync(resolve(import.meta.dirname, "../../dist"), folder, { recursive: true });
  rmSync(join(folder, "worker.js"));
  site = await serve(folder);
  browser = await visit();
  page = browser.page;
});

afterEach(async () => {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The parts of the site by what their names have of what is in them. */
const PART = /[-.]([A-Za-z0-9_-]{8})\.(js|wasm|json)$/;

/** Makes the site another version: all of its parts have other names. */
function renew(): void {
  const names = readdirSync(folder).filter((name) => PART.test(name));
  expect(names.length).toBeGreaterThan(10);
  const other = (name: string) =>
    name.replace(PART, (all, hash: string) => all.replace(hash, `${hash.slice(1)}_`));
  for (const name of readdirSync(folder)) {
    if (!/\.(html|js)$/.test(name)) continue;
    const path = join(folder, name);
    let text = readFileSync(path, "utf8");
    for (const part of names) text = text.replaceAll(part, other(part));
    writeFileSync(path, text);
  }
  for (const name of names) renameSync(join(folder, name), join(folder, other(name)));
  // The build writes what scripts may run; their texts differ now.
  for (const name of ["index.html", "workshop.html"]) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(/script-src [^;"]*/, "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'"),
    );
  }
}

/** Notes in the page that it is this one, and not one that was loaded anew. */
const mark = () => page.evaluate(() => Object.assign(window, { isFirst: true }));
const isFirst = () => page.evaluate(() => "isFirst" in window);
const loadedAnew = () => expect.poll(() => isFirst().catch(() => true)).toBe(false);

describe("is loaded anew", () => {
  // The list of modes comes with the first page, so that it is not missing later.
  test.each(["#/settings", "#/statistics", "#/games", "#/about"])("for %s, and shows it", async (view) => {
    await open(page, site.url);
    await play(page, 5);
    await mark();
    renew();
    await page.evaluate((view) => {
      location.hash = view;
    }, view);
    await loadedAnew();
    await page.locator("main h1").waitFor();
    expect(await page.getByText(/imported module|could not be fetched/).count()).toBe(0);
  });

  test("for a dialog; the game goes on as it stood", async () => {
    await open(page, site.url);
    await play(page, 6);
    const cells = await board(page);
    await mark();
    renew();
    await choose(page, "Share");
    await loadedAnew();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
  });

  test("for the engine and its worker, where a first page had none yet", async () => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(`${site.url}#/settings`);
    await page.locator("main h1").waitFor();
    await mark();
    renew();
    await page.unroute("**/*.wasm");
    await page.evaluate(() => {
      location.hash = "#/play/050-dive";
    });
    await loadedAnew();
    await ready(page);
  });

  test("in the workshop, with what was written", async () => {
    await open(page, site.url, "workshop.html");
    await page.locator(".cm-content").press("Control+Home");
    await page.keyboard.type("// mine\n");
    await mark();
    renew();
    await page.getByRole("button", { name: "Begin with …" }).click();
    await loadedAnew();
    await page.locator(".cm-content").getByText("// mine").waitFor();
  });
});

test("is not loaded anew twice from one version, but says that there is another", async () => {
  await open(page, site.url);
  await mark();
  const old = readFileSync(join(folder, "index.html"));
  renew();
  // A cache on the way still has the page of before.
  let isAsked = true;
  await page.route(
    ({ pathname }) => pathname === "/",
    (route) =>
      route.request().isNavigationRequest() && isAsked
        ? route.fulfill({ body: old, contentType: "text/html" })
        : route.continue(),
  );
  await page.evaluate(() => {
    location.hash = "#/settings";
  });
  await loadedAnew();
  await page.getByText("There is a new version of this site.").waitFor();
  await mark();
  await page.waitForTimeout(500);
  expect(await isFirst()).toBe(true);
  isAsked = false;
  await page.getByRole("button", { name: "Load it" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
});

test("is not loaded anew where something would be lost", async () => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page, site.url);
  await play(page, 5);
  await page.getByRole("status").getByText("no room left").waitFor();
  await mark();
  renew();
  await page.evaluate(() => {
    location.hash = "#/settings";
  });
  await page.getByText("There is a new version of this site.").waitFor();
  expect(await isFirst()).toBe(true);
});

test("says in plain words that a part can't be fetched, where there is no new version", async () => {
  await open(page, site.url);
  await mark();
  await site.close();
  await page.evaluate(() => {
    location.hash = "#/settings";
  });
  await page.getByText("A part of this page could not be fetched. Is there a connection?").waitFor();
  expect(await isFirst()).toBe(true);
});
