// How soon hints come in Chromium, in all modes, on a processor that takes four times as
// long: `npm run build && node tests/measure/browser-hints.mjs [MODE ...]`, in the folder web.
// The page is slowed down by the browser itself. The worker that looks for good moves waits for
// three times as long as it has worked, before its answers are sent; its clock shows that while it
// works. Hints are asked for by clicks, when the board has come to rest. No other program should use
// the processor meanwhile: unlike tests/measure/hints.mjs this has no clock of its own. A line of JSON
// for each mode has the times of its hints. DIST is another folder with a built site, to be compared.

import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { modes } from "polymerge";
import { preview } from "vite";

const SLOWER = 4;
/** Moves that are looked for in each mode, after the first hint. */
const MOVES = 2;
/** Milliseconds after which a board has come to rest. */
const REST = 450;
/** Milliseconds after which a mode is given up. */
const TIMEOUT = 30_000;
/**
 * The parts: from the click to the first answer as words on the page; until the frame with it is drawn; of
 * each first answer of the worker, whether it was looked for before or after the click: until its request is
 * there, until it is sent, until the page has it; from the request to the last answer.
 */
const PARTS = ["shown", "drawn", "way", "work", "back", "last"];

/** Runs in a worker before its script: makes it slower, and lets answers say when they came and were sent. */
function slowed(slower) {
  const now = performance.now.bind(performance);
  // The time at which the present request came; `null` between requests.
  let came = null;
  performance.now = () => (came === null ? now() : came + slower * (now() - came));
  addEventListener("message", () => {
    came = now();
  });
  const post = postMessage.bind(self);
  self.postMessage = (message) => {
    // What is sent while the engine starts answers no request.
    const until = came === null || !("id" in message) ? 0 : performance.now();
    const times = { came: performance.timeOrigin + (came ?? now()) };
    came = null;
    while (now() < until);
    post({ ...message, ...times, sent: performance.timeOrigin + now() });
  };
}

/** Runs in the page: notes the times of clicks, of words of hints, and of messages. */
function noted() {
  const real = () => performance.timeOrigin + performance.now();
  const asked = new Map();
  const times = { shown: [], drawn: [], way: [], work: [], back: [], last: [] };
  window.times = times;
  let clicked = 0;
  let begun = 0;
  addEventListener(
    "click",
    ({ target }) => {
      if (target.closest?.(".actions")) clicked = real();
    },
    { capture: true },
  );
  new MutationObserver(() => {
    if (!clicked || !document.querySelector(".advice [role=status]")?.textContent) return;
    const [start, there] = [clicked, real()];
    clicked = 0;
    times.shown.push(there - start);
    // A task after the next frame.
    requestAnimationFrame(() => setTimeout(() => times.drawn.push(real() - start), 0));
  }).observe(document, { subtree: true, childList: true, characterData: true });
  window.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        const request = asked.get(data.id);
        if (request?.worker !== this) return;
        if (request.name === "ask") {
          times.way.push(data.came - request.start);
          times.work.push(data.sent - data.came);
          times.back.push(real() - data.sent);
          begun = request.start;
        } else if (data.value?.done && data.value.ranking) times.last.push(real() - begun);
      });
    }
    postMessage(message) {
      asked.set(message.id, { worker: this, name: message.name, start: real() });
      super.postMessage(message);
    }
  };
}

const server = await preview({
  build: { outDir: process.env.DIST ?? "dist" },
  preview: { port: 0, host: "127.0.0.1" },
});
const address = `http://127.0.0.1:${server.httpServer.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
const session = await page.context().newCDPSession(page);
const slowDown = (rate) => session.send("Emulation.setCPUThrottlingRate", { rate });
await page.route("**/engine-*.js", async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `(${slowed})(${SLOWER});\n${await response.text()}` });
});
await page.addInitScript(noted);

const rest = () => new Promise((done) => setTimeout(done, REST));
const quantile = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

/** Times of the hints in a mode: for each part of them the first one of the page, then the others. */
async function hintsIn(mode) {
  await slowDown(1);
  await page.goto("about:blank");
  await page.goto(`${address}#/play/${mode}`);
  await page.locator(".board").waitFor();
  const hint = page.locator(".actions").getByRole("button", { name: "Hint" });
  await page.locator('.action[title="Hint"][aria-disabled="false"]').waitFor({ timeout: 2 * TIMEOUT });
  await slowDown(SLOWER);
  await rest();
  for (let moves = 0; moves <= MOVES; moves++) {
    await hint.click({ timeout: TIMEOUT });
    await page.waitForFunction((shown) => window.times.drawn.length > shown, moves, { timeout: TIMEOUT });
    await rest();
    if (moves === MOVES) break;
    await page.locator(".advice").getByRole("button", { name: "Step" }).click();
    await rest();
  }
  return page.evaluate(() => window.times);
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : modes().map(({ name }) => name);
const all = Object.fromEntries(["shown first", ...PARTS].map((part) => [part, []]));
for (const name of names) {
  const times = await hintsIn(name).catch((error) => {
    console.log(`${name}: ${error}`);
    return null;
  });
  if (!times) continue;
  // The first hint of a page opens the game in the worker.
  all["shown first"].push(times.shown[0]);
  for (const part of PARTS) all[part].push(...times[part].slice(1));
  const rounded = PARTS.map((part) => [part, times[part].map((time) => Math.round(10 * time) / 10)]);
  console.log(JSON.stringify({ mode: name, ...Object.fromEntries(rounded), load: loadavg()[0] }));
}
for (const [what, times] of Object.entries(all)) {
  const [median, most, worst] = [0.5, 0.95, 1].map((share) => (quantile(times, share) ?? 0).toFixed(1));
  console.log(`${what}: median ${median} ms, p95 ${most} ms, worst ${worst} ms, of ${times.length}`);
}
await browser.close();
await server.close();
