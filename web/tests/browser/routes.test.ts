// Addresses: loaded anew, gone back to, wrong, and shared by several tabs.

import { describe, expect, test } from "vitest";
import { board, choose, open, openCodes, play, pressed, ready } from "./browser.ts";
import { browser, CLIPBOARD, eachInItsOwnBrowser, page, site } from "./fresh.ts";

const MODE = `{
  "title": "Brought", "tiles": [{ "colour": "#30c080" }], "spawns": [{ "tile": [3] }],
  "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }],
}`;

eachInItsOwnBrowser(CLIPBOARD);

async function bring(text: string): Promise<void> {
  await page.goto(`${site.url}#/import`);
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Open" }).click();
}

async function exported(name: string): Promise<string> {
  await choose(page, "Share");
  await openCodes(page);
  const line = page.locator(".offers li", { hasText: name });
  await line.getByRole("button").click();
  await line.getByRole("textbox").waitFor();
  const text = await line.getByRole("textbox").inputValue();
  await page.keyboard.press("Escape");
  return text;
}

/** Returns the game that is shown, with its title. */
async function shown(): Promise<unknown> {
  await ready(page);
  return [await page.getByRole("heading", { level: 1 }).textContent(), await board(page)];
}

async function honeycomb(): Promise<void> {
  await open(page, site.url, "#/play/001-2048");
  await choose(page, "Options");
  await page.getByText("Presets", { exact: true }).click();
  await page.getByRole("button", { name: /^Honeycomb/ }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator(".board.hexagonal").waitFor();
}

describe("loaded anew, the page shows the game that it showed", () => {
  const ways: Record<string, () => Promise<void>> = {
    "a first game before its first move": () => open(page, site.url),
    "a mode by a part of its name": async () => open(page, site.url, "#/play/dive"),
    "a mode by its number": async () => open(page, site.url, "#/play/50"),
    "a changed game": honeycomb,
    "a mode file": async () => {
      await bring(MODE);
      await page.getByRole("heading", { name: "Brought" }).waitFor();
    },
    "a new game in place of an old one": async () => {
      await open(page, site.url, "#/play/050-dive");
      await play(page, 4);
      await page.goto(`${site.url}#/games`);
      await page.locator(".kept-game").click();
      await ready(page);
      await page.keyboard.press("n");
      await expect.poll(() => pressed(page)).toBe(0);
    },
    "a game that is over": async () => {
      await open(page, site.url, "#/play/001-2048");
      await choose(page, "Options");
      await page.getByText("Grid", { exact: true }).click();
      await page.getByLabel("Width").fill("2");
      await page.getByLabel("Height").fill("2");
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      for (let tries = 0; tries < 30 && !(await page.locator(".outcome").isVisible()); tries++)
        await play(page, 4);
      await page.locator(".outcome").waitFor();
    },
  };
  test.each(Object.entries(ways))("%s", async (_, way) => {
    await way();
    const before = await shown();
    // As soon as it is kept, that is.
    await page.waitForTimeout(700);
    await page.reload();
    await expect.poll(() => shown()).toEqual(before);
    // Again, and after moves.
    await play(page, 3);
    const later = await shown();
    await page.reload();
    await expect.poll(() => shown()).toEqual(later);
    expect(browser.errors).toEqual([]);
  });

  test("a link to a game, which is not opened again by going back", async () => {
    await open(page, site.url, "#/play/050-dive");
    await play(page, 6);
    const link = await exported("Link to this game");
    await page.goto("about:blank");
    await page.goto(`${site.url}#/modes`);
    await page.locator(".card").first().waitFor();
    await page.goto(link);
    const game = await shown();
    // As soon as it is kept, the page has its address; until then it would be opened again.
    await page.waitForURL(/#\/game\//);
    await page.reload();
    await expect.poll(() => shown()).toEqual(game);
    await play(page, 3);
    const later = await shown();
    await page.goBack();
    await page.locator(".card").first().waitFor();
    expect(new URL(page.url()).hash).toBe("#/modes");
    await page.goForward();
    await expect.poll(() => shown()).toEqual(later);
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(2);
  });

  test("a replay from a code", async () => {
    await open(page, site.url, "#/play/001-2048");
    await play(page, 6);
    const code = await exported("Replay code");
    await bring(code);
    await page.getByRole("slider", { name: "Move" }).waitFor();
    const end = await page.getByRole("slider", { name: "Move" }).getAttribute("max");
    await page.reload();
    await page.getByRole("slider", { name: "Move" }).waitFor();
    expect(await page.getByRole("slider", { name: "Move" }).getAttribute("max")).toBe(end);
    await page.goBack();
    await page.getByRole("heading", { name: "Import" }).waitFor();
    expect(browser.errors).toEqual([]);
  });
});

test("back and forward show the games that were there", async () => {
  await open(page, site.url, "#/play/001-2048");
  await play(page, 4);
  const first = await shown();
  await page.goto(`${site.url}#/play/002-2187`);
  await page.getByRole("heading", { name: "2187" }).waitFor();
  await play(page, 2);
  const second = await shown();
  await page.goBack();
  await page.getByRole("heading", { name: "2048", exact: true }).waitFor();
  await expect.poll(() => shown()).toEqual(first);
  await page.goForward();
  await page.getByRole("heading", { name: "2187" }).waitFor();
  await expect.poll(() => shown()).toEqual(second);
});

test("a link to a changed game has its title and its changes", async () => {
  await honeycomb();
  for (const name of ["Link to the mode", "Link to this game"]) {
    const link = await exported(name);
    await page.goto("about:blank");
    await page.goto(link);
    await page.getByRole("heading", { name: "2048, changed", level: 1 }).waitFor();
    await ready(page);
  }
  await play(page, 4);
  await page.goto(`${site.url}#/games`);
  await page.locator(".kept-game", { hasText: "Hexagon" }).first().waitFor();
});

test("where the browser has no CloseWatcher, back closes windows and menus, and nothing of them is left behind", async () => {
  await browser.context.addInitScript(() => {
    delete (window as { CloseWatcher?: unknown }).CloseWatcher;
  });
  await open(page, site.url, "#/modes");
  await page.goto(`${site.url}#/play/002-2187`);
  const [dialog, menu] = [page.getByRole("dialog"), page.locator(".more:popover-open")];
  const game = await shown();
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await choose(page, "Options");
  await page.getByText("Grid", { exact: true }).click();
  await page.getByLabel("Width").fill("6");
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(await shown()).toEqual(game);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: "detached" });
  // What was typed is there still, and the game that begins is the one of this entry.
  await choose(page, "Options");
  await page.getByRole("button", { name: "Without Width: 6" }).waitFor();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "2187, changed" }).waitFor();
  const changed = await shown();
  await page.waitForTimeout(700);
  await page.reload();
  await expect.poll(() => shown()).toEqual(changed);
  // A way from the menu leads elsewhere, and back to the game in one step.
  await choose(page, "Set up a position");
  await expect.poll(() => new URL(page.url()).hash).toBe("#/setup");
  await page.goBack();
  await expect.poll(() => shown()).toEqual(changed);
  await choose(page, "Share");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  // The window takes its entry along, a moment after it is gone.
  await page.waitForTimeout(500);
  expect(await entries()).toBeLessThanOrEqual(before + 2);
  await page.goBack();
  await page.locator(".card").first().waitFor();
  expect(browser.errors).toEqual([]);
});

test.each(["#/foo/bar", "#/foo", "#/play", "#/games/x", "#foo"])(
  "%s is said to be no page",
  async (fragment) => {
    await page.goto(`${site.url}${fragment}`);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    expect(await page.locator(".board").count()).toBe(0);
    await page.getByRole("link", { name: "To the game" }).click();
    await ready(page);
  },
);

test("a file that is dropped anywhere is opened, and the page is not left", async () => {
  const views = { "#/modes": "Modes", "#/play/001-2048": "2048" };
  for (const [view, name] of Object.entries(views)) {
    await page.goto(`${site.url}${view}`);
    // What is dropped while another view still comes is overtaken by it.
    await page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();
    const left = await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.jsonc"));
      const said = (type: string) =>
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      return [said("dragover"), said("drop")];
    }, MODE);
    // Whatever is not taken, the browser opens in place of the page.
    expect(left, view).toEqual([false, false]);
    await page.getByRole("heading", { name: "Brought" }).waitFor();
  }
});

describe("two tabs", () => {
  test("play a game one at a time, and lose no move", async () => {
    await open(page, site.url);
    await play(page, 6);
    const other = await browser.context.newPage();
    await other.goto(site.url);
    await ready(other);
    const played = await board(page);
    await expect.poll(() => board(other)).toEqual(played);
    await page.getByText("This game is played in another tab now.").waitFor();
    await play(other, 30);
    const cells = await board(other);
    const before = await board(page);
    await play(page, 3);
    await expect.poll(() => board(page)).toEqual(before);
    await page.getByRole("button", { name: "Play here" }).click();
    await expect.poll(() => board(page)).toEqual(cells);
    await other.getByText("This game is played in another tab now.").waitFor();
    await play(page, 2);
    const end = await board(page);
    await other.close();
    await page.reload();
    await ready(page);
    await expect.poll(() => board(page)).toEqual(end);
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(1);
  });

  test("show the first game as far as it was played, if the other has not kept it yet", async () => {
    await page.route(/archive/, async (route) => {
      await new Promise((done) => setTimeout(done, 2000));
      await route.continue();
    });
    await open(page, site.url);
    await play(page, 6);
    const played = await board(page);
    const other = await browser.context.newPage();
    await other.goto(site.url);
    await expect.poll(() => board(other)).toEqual(played);
    await page.getByText("This game is played in another tab now.").waitFor();
  });

  test("that can't tell each other anything keep both games", async () => {
    await browser.context.addInitScript(() => {
      Object.assign(window, {
        BroadcastChannel: class {
          constructor() {
            throw new DOMException("denied", "SecurityError");
          }
        },
      });
    });
    await open(page, site.url);
    await play(page, 6);
    await page.waitForTimeout(700);
    const other = await browser.context.newPage();
    await other.goto(site.url);
    await ready(other);
    await play(other, 30);
    await other.waitForTimeout(700);
    const cells = await board(other);
    await play(page, 1);
    await page.waitForTimeout(700);
    await page.getByText("Both are kept").waitFor();
    await other.close();
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(2);
    await page.locator(".kept-game").last().click();
    await expect.poll(() => board(page)).toEqual(cells);
  });

  test("are left at once, and both games are there", async () => {
    await open(page, site.url, "#/play/001-2048");
    await play(page, 4);
    const other = await browser.context.newPage();
    await other.goto(`${site.url}#/play/002-2187`);
    await ready(other);
    await play(other, 4);
    const [first, second] = [await board(page), await board(other)];
    await Promise.all([page.goto(`${site.url}icon.svg`), other.goto(`${site.url}icon.svg`)]);
    await page.goto(`${site.url}#/play/001-2048`);
    await ready(page);
    await expect.poll(() => board(page)).toEqual(first);
    await other.goto(`${site.url}#/play/002-2187`);
    await ready(other);
    expect(await board(other)).toEqual(second);
  });

  test("of which one deletes the game of the other", async () => {
    await open(page, site.url);
    await play(page, 6);
    const cells = await board(page);
    // Until the game is kept.
    await page.waitForTimeout(700);
    const other = await browser.context.newPage();
    await other.goto(`${site.url}#/games`);
    await other.getByRole("button", { name: /^Delete/ }).click();
    await page.getByText("This game was deleted in another tab.").waitFor();
    await page.getByRole("button", { name: "Keep it" }).click();
    await play(page, 1);
    await page.keyboard.press("u");
    await expect.poll(() => board(page)).toEqual(cells);
    await page.goto(`${site.url}#/games`);
    await expect.poll(() => page.locator(".kept-game").count()).toBe(1);
  });
});

test("a real-time mode stands still behind a dialog and behind other views, and goes on in front of the player", async () => {
  // Longer than the void takes from one attack to the next.
  const attack = () => page.waitForTimeout(7000);
  await open(page, site.url, "#/play/120");
  await play(page, 1);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  const cells = await board(page);
  await attack();
  await expect.poll(() => board(page)).toEqual(cells);
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await page.locator(".card").first().waitFor();
  await attack();
  await page.goBack();
  await ready(page);
  await expect.poll(() => board(page)).toEqual(cells);
  await expect.poll(() => board(page), { timeout: 20_000 }).not.toEqual(cells);
  expect(browser.errors).toEqual([]);
});
