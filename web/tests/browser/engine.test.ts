// An engine that takes long, that is stopped, and that stops by itself: the page
// lives on, and the game comes back as it was.

import { beforeEach, describe, expect, test } from "vitest";
import { board, choose, open, openCodes, pressed, ready, settled } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

/**
 * Code before the script of the worker: the next request of the name that the test tells it takes
 * long, or tears the worker down. The worker after that is none the worse for it, unless the test
 * wants it to begin like this.
 */
const SABOTAGE = `
let trap = BEGIN;
new BroadcastChannel("trap").onmessage = ({ data }) => { trap = data; };
addEventListener("message", ({ data }) => {
  if (!trap || data.name !== trap.name) return;
  const { kind, milliseconds } = trap;
  trap = null;
  if (kind === "panic") {
    postMessage({ id: data.id, fault: { kind: "engine", message: "unreachable" } });
    throw new Error("unreachable");
  }
  if (kind === "death") throw new Error("out of memory");
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
});
`;

/** The message with which workers begin that are started from now on. */
let begin: object | null = null;

// A service worker would have the script from elsewhere.
eachInItsOwnBrowser({ serviceWorkers: "block" });
beforeEach(async () => {
  await page.route("**/engine-*.js", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: SABOTAGE.replace("BEGIN", JSON.stringify(begin)) + (await response.text()),
    });
  });
});

type Trap = { kind: "panic" | "death" } | { kind: "wait"; milliseconds: number };

/** Has the worker fail, or take its time, at the next request of a name. */
async function trap(name: string, how: Trap): Promise<void> {
  await page.evaluate(
    async (trap) => {
      const channel = new BroadcastChannel("trap");
      channel.postMessage(trap);
      // The other end is in another thread.
      await new Promise((done) => setTimeout(done, 200));
      channel.close();
    },
    { name, ...how },
  );
}

const FOR_EVER = { kind: "wait", milliseconds: 120_000 } as const;
const notice = () => page.getByRole("status").getByText("The engine is working");
const stop = () => page.getByRole("button", { name: "Stop it" });
const told = (text: string) => page.locator(".message", { hasText: text });

/** A game of 2048 that has gone on for a while. */
async function played(): Promise<string[][]> {
  await open(page, site.url, "#/play/001-2048");
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft"])
    await page.keyboard.press(key);
  return board(page);
}

/** Presses keys until one moves something. */
async function moves(): Promise<void> {
  const before = await board(page);
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
  await expect.poll(() => board(page)).not.toEqual(before);
}

describe("an engine that takes long", () => {
  test("does not hold up the page, and no key is lost", async () => {
    await played();
    const before = await pressed(page);
    await trap("act", { kind: "wait", milliseconds: 2500 });
    for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
    await expect.poll(() => pressed(page)).toBe(before + 4);
    await notice().waitFor();
    // The page answers meanwhile.
    await choose(page, "Keys");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await settled(page);
    await notice().waitFor({ state: "detached" });
    const late = await board(page);
    // Undo and redo after the wait show the boards that they show without one.
    for (let count = 0; count < 4; count++) await page.keyboard.press("u");
    const redone = async () => {
      for (let count = 0; count < 4; count++) await page.keyboard.press("r");
      return board(page);
    };
    expect(await redone()).toEqual(late);
    expect(browser.errors).toEqual([]);
  });

  test("is stopped, and the game is as it was before", async () => {
    const cells = await played();
    await trap("act", FOR_EVER);
    for (const key of ["ArrowLeft", "ArrowDown"]) await page.keyboard.press(key);
    await stop().click();
    await told("The engine was stopped. It was started anew, and the game is as it was before.").waitFor();
    await expect.poll(() => board(page)).toEqual(cells);
    await notice().waitFor({ state: "detached" });
    await moves();
    await page.reload();
    await ready(page);
    expect((await board(page)).flat()).not.toEqual(cells.flat());
    expect(browser.errors).toEqual([]);
  });

  test("is stopped before a game has begun, and the one before it goes on", async () => {
    const cells = await played();
    await page.goto(`${site.url}#/import`);
    await page.getByRole("textbox").fill('{ "title": "Endless", "spawns": [{ "tile": [1] }] }');
    await trap("open", FOR_EVER);
    await page.getByRole("button", { name: "Open" }).click();
    await stop().click();
    await page.getByRole("alert").getByText("The engine was stopped").waitFor();
    await page.goto(`${site.url}#/`);
    await ready(page);
    await expect.poll(() => board(page)).toEqual(cells);
    await moves();
    expect(browser.errors).toEqual([]);
  });

  test("is stopped from the options of a new game", async () => {
    const cells = await played();
    await trap("preview", FOR_EVER);
    await choose(page, "Options");
    await page.getByRole("dialog").getByRole("button", { name: "Stop it" }).click();
    await page.getByRole("dialog").getByText("The engine was stopped").waitFor();
    await page.getByText("Grid", { exact: true }).click();
    // A wrong value is marked where it is typed; what was said of it goes when it is mended.
    const width = page.getByRole("textbox", { name: "Width" });
    const fault = page.getByText(/width can't be 99999/i);
    await width.fill("99999");
    await page.locator(".field-problem").waitFor();
    expect(await width.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await expect.poll(() => fault.count()).toBe(3);
    await width.fill("5");
    await page.getByText("4 rows, 5 columns, 4 directions").waitFor();
    expect(await fault.count()).toBe(0);
    expect(await width.getAttribute("aria-invalid")).toBe("false");
    await page.keyboard.press("Escape");
    await expect.poll(() => board(page)).toEqual(cells);
    await moves();
  });

  test("is stopped in the middle of a replay", async () => {
    const cells = await played();
    await choose(page, "Replay");
    const slider = page.getByRole("slider", { name: "Move" });
    await slider.waitFor();
    await trap("seekReplay", FOR_EVER);
    await slider.focus();
    await page.keyboard.press("End");
    await stop().click();
    await page.getByRole("alert").getByText("The engine was stopped").waitFor();
    await slider.focus();
    await page.keyboard.press("End");
    await expect.poll(() => board(page)).toEqual(cells);
  });

  test("is stopped in the workshop", async () => {
    await open(page, site.url, "workshop.html");
    await trap("check", FOR_EVER);
    await page.getByRole("textbox", { name: "Mode file" }).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("// more\n");
    await stop().click();
    await page.locator(".problems li").getByText("The engine was stopped").waitFor();
    await page.keyboard.insertText("// and more\n");
    await page.locator(".problem-count").getByText("0 errors").waitFor();
    await page.getByRole("tab", { name: "Expressions" }).click();
    await page.getByRole("button", { name: "Evaluate" }).click();
    await page.locator(".console .result").waitFor();
  });
});

describe.each(["panic", "death"] as const)("an engine that stops by itself (%s)", (kind) => {
  test("says so, and is started anew with the game it had", async () => {
    const cells = await played();
    await trap("act", { kind });
    await page.keyboard.press("ArrowRight");
    await told("The engine has stopped").waitFor();
    expect(await told("It was started anew, and the game is as it was before.").count()).toBe(1);
    await expect.poll(() => board(page)).toEqual(cells);
    await moves();
    // Steps can still be taken back, those before it too.
    for (let count = 0; count < 12; count++) await page.keyboard.press("u");
    expect((await board(page)).flat().filter((cell) => cell !== "empty")).toHaveLength(2);
  });

  test("is also started anew when it was not the game that it was at", async () => {
    const cells = await played();
    await trap("code", { kind });
    await choose(page, "Share");
    await openCodes(page);
    const offer = page.getByRole("listitem").filter({ hasText: "Game code" });
    await offer.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("dialog").getByRole("alert").getByText("The engine has stopped").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => board(page)).toEqual(cells);
    await moves();
  });
});

test("a game that can't be brought back at once is brought back when it is played on", async () => {
  const cells = await played();
  begin = { name: "resume", kind: "panic" };
  await trap("act", { kind: "panic" });
  await page.keyboard.press("ArrowRight");
  await told("The game can't be brought back").waitFor();
  await expect.poll(() => board(page)).toEqual(cells);
  begin = null;
  // The worker that is there now has the same fault, the one after it does not.
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.locator(".message").count()).toBe(1);
  await settled(page);
  await page.keyboard.press("ArrowLeft");
  await told("It was started anew").waitFor();
  await moves();
  for (let count = 0; count < 14; count++) await page.keyboard.press("u");
  expect((await board(page)).flat().filter((cell) => cell !== "empty")).toHaveLength(2);
});
