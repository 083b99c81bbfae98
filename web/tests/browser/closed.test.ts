// Games and replays that a view opens for itself: the engine gets their memory back, also if they come
// after the view has gone away.

import { expect, test } from "vitest";
import { choose, open, play } from "./browser.ts";
import { browser, eachInItsOwnBrowser, page, site } from "./fresh.ts";

eachInItsOwnBrowser({ viewport: { width: 1200, height: 900 }, serviceWorkers: "block" });

/** Notes the names of all requests to the engine; those that open something for a view are late. */
function note(): void {
  const requests: string[] = [];
  Object.assign(globalThis, { requests });
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, message: { name?: string }) {
    const { name } = message;
    const send = () => postMessage.call(this, message);
    if (name) requests.push(name);
    if (name === "startFrom" || name === "openReplay") setTimeout(send, 500);
    else send();
  };
}

/** Returns the number of requests of a name so far. */
const count = (name: string) =>
  page.evaluate(
    (name) => (globalThis as never as { requests: string[] }).requests.filter((one) => one === name).length,
    name,
  );

const CASES = [
  {
    what: "the game of a hint for a position",
    names: ["startFrom", "close"],
    async ask() {
      await choose(page, "Set up a position");
      await page.getByRole("button", { name: "Ask for a hint" }).click();
    },
  },
  {
    what: "a replay",
    names: ["openReplay", "closeReplay"],
    ask: () => choose(page, "Replay"),
  },
];

test.each(CASES)("$what is closed", async ({ names: [opens = "", closes = ""], ask }) => {
  await page.addInitScript(note);
  await open(page, site.url, "#/play/classic");
  await play(page, 4);
  const before = await count(closes);
  await ask();
  await expect.poll(() => count(opens)).toBe(1);
  await page.evaluate(() => history.back());
  await expect.poll(() => count(closes)).toBe(before + 1);
  expect(browser.errors).toEqual([]);
});
