// The site as people share and install it: pages of modes, the manifest, what other programs hand over.

import { expect, test } from "vitest";
import { faults } from "./axe.ts";
import { board, choose, open, play, ready, visit } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";
import { serve } from "./server.ts";

eachInItsOwnBrowser();

test("the page of a mode is read without JavaScript, and leads to the game", async () => {
  const plain = await visit({ javaScriptEnabled: false });
  try {
    await plain.page.goto(site.url);
    await plain.page.getByRole("link", { name: "The rules of all modes" }).click();
    expect(await plain.page.locator("li").count()).toBeGreaterThanOrEqual(120);
    await plain.page.getByRole("link", { name: "DIVE", exact: true }).click();
    expect(await plain.page.getByRole("heading", { level: 1 }).textContent()).toBe("DIVE");
    const width = () =>
      plain.page.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    expect(plain.errors).toEqual([]);
  } finally {
    await plain.close();
  }
  await page.goto(`${site.url}mode/050-dive/`);
  expect(await faults(page)).toEqual([]);
  await page.getByRole("link", { name: "Play DIVE" }).click();
  await ready(page);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("DIVE");
  expect(browser.errors).toEqual([]);
});

test("the service worker leaves the pages of modes alone; without a network the game tells instead", async () => {
  const own = await serve();
  await open(page, own.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const name of ["", "index.html"]) {
    await page.goto(`${own.url}mode/050-dive/${name}`);
    await page.getByRole("link", { name: "Play DIVE" }).waitFor();
  }
  // The server itself is gone: a browser that is only said to be offline lets a service worker's
  // requests through again after the first page.
  await own.close();
  await page.goto(`${own.url}mode/050-dive/`);
  await page.getByText("New tiles").waitFor();
  expect(new URL(page.url()).hash).toBe("#/mode/050-dive");
  await page.goto(`${own.url}mode/`);
  await page.locator(".card").first().waitFor();
  expect(new URL(page.url()).hash).toBe("#/modes");
});

test("the manifest is one that Chromium installs", async () => {
  await open(page, site.url);
  const client = await browser.context.newCDPSession(page);
  const { errors, data = "{}" } = await client.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await client.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { icons, screenshots, shortcuts } = JSON.parse(data);
  const linked = [...icons, ...screenshots].map(({ src }: { src: string }) => src);
  for (const name of [...linked, ...shortcuts.map(({ url }: { url: string }) => url)])
    expect((await page.request.get(`${site.url}${name}`)).status(), name).toBe(200);
  for (const { src, sizes } of screenshots) {
    const picture = await (await page.request.get(`${site.url}${src}`)).body();
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
  }
});

test("a link and a code that are shared with the site are opened, once", async () => {
  await page.goto(`${site.url}?text=${encodeURIComponent(`${site.url}#/play/050-dive`)}`);
  await ready(page);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("DIVE");
  const mode = '{ "title": "Shared", "spawns": [{ "tile": [3] }] }';
  await page.goto(`${site.url}?title=&text=${encodeURIComponent(mode)}`);
  await page.getByRole("heading", { name: "Shared" }).waitFor();
  const cells = await board(page);
  expect(new URL(page.url()).search).toBe("");
  await page.reload();
  await page.getByRole("heading", { name: "Shared" }).waitFor();
  await expect.poll(() => board(page)).toEqual(cells);
  expect(browser.errors).toEqual([]);
});

test("a link to a changed game tells what differs, and opens it in another browser", async () => {
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, site.url, "#/play/050-dive");
  await choose(page, "Options");
  await page.getByText("Presets", { exact: true }).click();
  await page.getByRole("button", { name: /^Honeycomb/ }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".board.hexagonal").waitFor();
  await play(page, 8);
  await choose(page, "Share");
  const line = page.locator(".offers li", { hasText: "Link to this game" });
  await line.getByRole("button", { name: "Copy" }).click();
  const link = await line.getByRole("textbox").inputValue();
  expect(link).toMatch(/#\/packed\/\w+=050-dive\./);
  await page.keyboard.press("Escape");
  const cells = await board(page);
  const other = await visit();
  try {
    await other.page.goto(link);
    await ready(other.page);
    await expect.poll(() => board(other.page)).toEqual(cells);
    await other.page.goto("about:blank");
    await other.page.goto(link.replace(/~.*$/, "").slice(0, -9));
    await other.page.getByText("This link is not whole").waitFor();
  } finally {
    await other.close();
  }
});

test("the page about the site tells whose work it is", async () => {
  await page.goto(`${site.url}#/settings`);
  await page.getByRole("link", { name: "About Polymerge" }).click();
  await page.getByText("After DIVE by Alex Fink.").waitFor();
  await page.getByText(/^Packages of the page/).click();
  await page.getByText(/^preact /).waitFor();
  expect(await faults(page)).toEqual([]);
  expect((await page.request.get(`${site.url}licences.txt`)).status()).toBe(200);
  expect(browser.errors).toEqual([]);
});
