// A real browser for the tests, with nothing left over from others.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-quic",
  "--no-first-run",
  "--disable-component-update",
  "--disable-sync",
  // A name that is not this machine's own: over plain HTTP it is no secure context.
  "--host-resolver-rules=MAP site.example 127.0.0.1",
];

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** The errors of the page so far. */
  errors: string[];
  close(): Promise<void>;
}

/** Opens a browser with an empty profile, and a page in it. */
export async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  const profile = mkdtempSync(join(tmpdir(), "polymerge-site-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ARGUMENTS,
    viewport: { width: 800, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = context.pages()[0] ?? (await context.newPage());
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return {
    context,
    page,
    errors,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export const ARROWS = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"] as const;

/**
 * Presses the arrows by turns, and waits until all is done. Two presses may be in vain on a new
 * board, of three one moves.
 */
export async function play(page: Page, moves: number): Promise<void> {
  for (let move = 0; move < moves; move++) await page.keyboard.press(ARROWS[move % 4] ?? "ArrowUp");
  await settled(page);
}

/** Presses keys in the very moment in which something comes to the page, sooner than from outside. */
export async function pressAsItComes(page: Page, selector: string, keys: string[]): Promise<void> {
  await page.evaluate(
    async ({ selector, keys }) => {
      const isThere = () => document.querySelector(selector) !== null;
      await new Promise<void>((done) => {
        if (isThere()) return done();
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          done();
        });
        observer.observe(document.body, { childList: true, subtree: true });
      });
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    },
    { selector, keys },
  );
}

/** Waits until all is done that was asked for in the game that is shown, if there is one. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('.board[data-waiting]:not([data-waiting="0"])') === null,
  );
}

/** Returns the contents of the cells, row by row, as they are read aloud. */
export async function board(page: Page): Promise<string[][]> {
  await settled(page);
  return page.evaluate(() =>
    [...document.querySelectorAll('.board [role="row"]')].map((row) =>
      [...row.querySelectorAll('[role="cell"]')].map((cell) => cell.ariaLabel ?? "?"),
    ),
  );
}

/** Returns all that the page keeps of a game that was begun, for the message of a test that fails. */
export function begun(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify({ ...localStorage }));
}

/** Returns the number of directions that were pressed, in vain or not. */
export function pressed(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector<HTMLElement>(".board")?.dataset.pressed ?? 0));
}

/** Waits until a game is shown that the engine plays. */
export async function ready(page: Page): Promise<void> {
  await page.locator('.action[title="Hint"][aria-disabled="false"]').waitFor();
}

/** Does what the menu of rare actions offers. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.locator(".more").getByRole("button", { name, exact: true }).click();
}

/** Shows the codes that the window of Share has. */
export async function openCodes(page: Page): Promise<void> {
  await page.getByText("Codes for other sites").click();
}

/** Opens a view of the site, in a page that is loaded anew, and waits until it can be used. */
export async function open(page: Page, url: string, view = ""): Promise<void> {
  // Another fragment alone would be the same page.
  await page.goto("about:blank");
  await page.goto(`${url}${view}`);
  if (view.startsWith("workshop.html")) await page.locator(".beside .board").waitFor({ state: "attached" });
  else if (!view || view.startsWith("#/play")) await ready(page);
  expect(await page.title()).toContain("Polymerge");
}

/** Presses keys at random, as fast as the page can take them, until the game is over. */
export async function playToTheEnd(page: Page): Promise<void> {
  const over = await page.evaluate(async () => {
    const codes = ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"];
    for (let count = 0; count < 20_000; count++) {
      const code = codes[Math.floor(Math.random() * codes.length)] ?? "";
      const event = new KeyboardEvent("keydown", { code, key: code, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      if (count % 20 > 0) continue;
      await new Promise((done) => requestAnimationFrame(done));
      if (document.querySelector(".outcome")) return true;
    }
    return false;
  });
  expect(over).toBe(true);
}
