// The game of a link that the small engine plays until the whole one is there.

import { expect, test } from "vitest";
import { board, play, pressed, ready, settled } from "./browser.ts";
import { browser, eachInItsOwnBrowser, openWithout, PHONE_ALONE, page, site } from "./fresh.ts";

eachInItsOwnBrowser(PHONE_ALONE);

/** Opens a link while files of this name do not come; gives a function that lets them come, or fail. */
const begin = (link: string, held = "**/polymerge_bg-*.wasm") => openWithout(held, link);

const scores = () => page.locator(".stats .stat-value").allTextContents();

test.each(["050-dive", "038-180", "108-aquatic-squart"])(
  "%s is played before the engine is there, which goes on with it",
  async (mode) => {
    const release = await begin(`#/play/${mode}`);
    await page.locator(".board .tile").first().waitFor();
    await play(page, 12);
    expect(await pressed(page)).toBe(12);
    await page.keyboard.press("u");
    const [cells, counted] = [await board(page), await scores()];
    expect(await page.locator('.action[title="Hint"][aria-disabled="false"]').count()).toBe(0);
    release();
    await ready(page);
    expect(await board(page)).toEqual(cells);
    expect(await scores()).toEqual(counted);
    await play(page, 4);
    expect(await pressed(page)).toBe(16);
    const last = await board(page);
    // Kept as any other game.
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("polymerge.begun"))),
      )
      .toBe(false);
    await page.reload();
    await ready(page);
    expect(await board(page)).toEqual(last);
    expect(browser.errors).toEqual([]);
  },
);

test.each(["050-dive", "108-aquatic-squart", "120-vs-the-void-tiler"])(
  "the first move in %s is seen before any engine has come, and those after it wait",
  async (mode) => {
    const release = await begin(`#/play/${mode}`, "**/*_bg-*.wasm");
    await page.locator(".board .tile").first().waitFor();
    const cells = await board(page);
    // Of three directions one moves something in these openings.
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight"]) {
      await page.keyboard.press(key);
      if (await page.locator('.board[data-waiting="1"]').count()) break;
      const moved = await board(page);
      if (JSON.stringify(moved) !== JSON.stringify(cells)) break;
    }
    const first = await board(page);
    expect(first).not.toEqual(cells);
    await page.keyboard.press("ArrowDown");
    await page.locator('.board[data-waiting="1"]').waitFor();
    release();
    await settled(page);
    await ready(page);
    await page.keyboard.press("u");
    if (mode !== "120-vs-the-void-tiler") await expect.poll(() => board(page)).toEqual(first);
    expect(browser.errors).toEqual([]);
  },
);

test("the small engine is not asked for before the file of the mode has come", async () => {
  const file = page.waitForRequest(/small-modes/);
  const release = await begin("#/play/050-dive", "**/small-modes-*/*");
  const isAsked = () => site.asked.some((path) => path.includes("small_bg"));
  await file;
  await page.waitForTimeout(2_500);
  expect(isAsked()).toBe(false);
  release();
  await expect.poll(isAsked).toBe(true);
});

test("a game is played on where no worker can be had for the small engine", async () => {
  await page.addInitScript(() => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        if (options?.name === "trial") throw new Error("no such worker");
        super(address, options);
      }
    };
  });
  await begin("#/play/050-dive");
  await page.locator(".board .tile").first().waitFor();
  await play(page, 6);
  expect(await pressed(page)).toBe(6);
});

test("what comes after the first move comes where the worker hangs and the engine is there", async () => {
  await page.route("**/trial-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto("about:blank");
  await page.goto(`${site.url}#/play/050-dive`, { waitUntil: "commit" });
  await expect.poll(() => site.asked.some((path) => path.includes("during-"))).toBe(true);
  expect(site.asked.some((path) => path.includes("trial-"))).toBe(false);
  await ready(page);
});

test("a tile of a thousand parts is one picture, with its text in the font of the page", async () => {
  await begin("#/play/050-dive", "**/*_bg-*.wasm");
  const tile = page.locator(".stats .stat", { hasText: "Score" }).locator(".small-tile svg");
  await tile.locator("image").waitFor();
  expect(await tile.locator("*").evaluateAll((all) => all.map(({ nodeName }) => nodeName))).toEqual([
    "image",
    "text",
    "text",
  ]);
  const address = (await tile.locator("image").getAttribute("href")) ?? "";
  const width = await page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return picture.naturalWidth;
  }, address);
  expect(width).toBe(100);
  expect(browser.errors).toEqual([]);
});

test("the clock of a game goes on when the small engine comes, and stands behind other views", async () => {
  await begin("#/play/120-vs-the-void-tiler");
  await page.locator(".board .tile").first().waitFor();
  await play(page, 4);
  await expect.poll(scores).not.toEqual(await scores());
  await page.keyboard.press("m");
  await page.locator(".board").waitFor({ state: "detached" });
  await page.waitForTimeout(1_000);
  await page.goBack();
  await page.locator(".board .tile").first().waitFor();
  await expect.poll(scores).not.toEqual(await scores());
  expect(browser.errors).toEqual([]);
});

test("a game goes on without the engine when the page is loaded anew", async () => {
  await begin("#/play/050-dive");
  await page.locator(".board .tile").first().waitFor();
  await play(page, 8);
  const cells = await board(page);
  await page.waitForTimeout(500);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/polymerge_bg-*.wasm", (route) => route.abort());
  await page.reload();
  await page.locator(".board .tile").first().waitFor();
  await expect.poll(() => board(page)).toEqual(cells);
  await play(page, 4);
  const later = await board(page);
  await page.waitForTimeout(500);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await ready(page);
  expect(await board(page)).toEqual(later);
});

test.each(["**/small_bg-*.wasm", "**/small-modes-*/*"])(
  "where %s never comes the engine begins the game, and nothing takes its place",
  async (file) => {
    await begin("#/play/050-dive", file);
    await ready(page);
    await play(page, 3);
    const cells = await board(page);
    await page.waitForTimeout(10_000);
    expect(await board(page)).toEqual(cells);
  },
);

test("moves made before the engine came are there when the page is loaded anew before that", async () => {
  await begin("#/play/050-dive");
  await page.locator(".board .tile").first().waitFor();
  await play(page, 8);
  const cells = await board(page);
  await page.waitForTimeout(500);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await ready(page);
  expect(await board(page)).toEqual(cells);
});

test("a new game before the engine is there is of the same mode", async () => {
  const release = await begin("#/play/050-dive");
  await page.locator(".board .tile").first().waitFor();
  await play(page, 5);
  await page.keyboard.press("n");
  await expect.poll(() => pressed(page)).toBe(0);
  expect(await page.locator("h1").textContent()).toBe("DIVE");
  await play(page, 3);
  const cells = await board(page);
  release();
  await ready(page);
  expect(await board(page)).toEqual(cells);
  expect(browser.errors).toEqual([]);
});

test.each(["**/small_bg-*.wasm", "**/small-modes-*/*"])(
  "without %s the engine begins the game",
  async (file) => {
    (await begin("#/play/050-dive", file))(true);
    await ready(page);
    await play(page, 2);
    expect(await pressed(page)).toBe(2);
  },
);
