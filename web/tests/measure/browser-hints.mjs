// How soon hints come in Chromium, in all modes, on a processor that takes four times as
// long: `npm run build && node tests/measure/browser-hints.mjs [MODE ...]`, in the folder web.
// The clock of the worker that looks for good moves runs four times as fast, so that as little
// work is done in a time as there; what the page sees, from a request to its answer with
// messages and waiting for the processor, is counted four times. No other program should use the
// processor meanwhile: unlike tests/measure/hints.mjs this has no clock of its own.

import { loadavg } from "node:os";
import { chromium } from "playwright-core";
import { modes } from "polymerge";
import { preview } from "vite";

const SLOWER = 4;
/** Moves that are looked for in each mode, after the first hint. */
const MOVES = 5;
/** Milliseconds after which a mode is given up. */
const TIMEOUT = 30_000;

const server = await preview({ preview: { port: 0, host: "127.0.0.1" } });
const address = `http://127.0.0.1:${server.httpServer.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
await page.route("**/engine-*.js", async (route) => {
  const response = await route.fetch();
  const clock = `{ const now = performance.now.bind(performance); performance.now = () => ${SLOWER} * now(); }`;
  await route.fulfill({ response, body: `${await response.text()}\n${clock}` });
});
await page.addInitScript(() => {
  window.hints = [];
  const asked = new Map();
  window.Worker = class extends Worker {
    constructor(...options) {
      super(...options);
      this.addEventListener("message", ({ data }) => {
        const name = asked.get(data.id);
        const now = performance.now();
        const hint = window.hints.at(-1);
        if (!hint || hint.worker !== this) return;
        if (name === "ask") hint.first = now - hint.start;
        if (name && data.value?.done) hint.last = now - hint.start;
      });
    }
    postMessage(message) {
      asked.set(message.id, message.name);
      if (message.name === "ask") window.hints.push({ worker: this, start: performance.now() });
      super.postMessage(message);
    }
  };
});

/** Times of the hints so far, as many as are complete. */
const told = () =>
  page.evaluate(() => window.hints.filter(({ last }) => last).map(({ first, last }) => ({ first, last })));
const quantile = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

async function hintsIn(mode) {
  await page.goto("about:blank");
  await page.goto(`${address}#/play/${mode}`);
  await page.locator(".board").waitFor();
  await page.locator(".actions").getByRole("button", { name: "Hint" }).click({ timeout: TIMEOUT });
  const until = Date.now() + TIMEOUT;
  let hints = [];
  for (let moves = 0; moves <= MOVES; moves++) {
    while (hints.length <= moves && Date.now() < until) {
      await new Promise((done) => setTimeout(done, 50));
      hints = await told();
    }
    if (hints.length <= moves) break;
    await page.locator(".advice").getByRole("button", { name: "Step" }).click();
  }
  return hints.map(({ first, last }) => ({ first: SLOWER * first, last: SLOWER * last }));
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : modes().map(({ name }) => name);
const all = { "first on a page": [], first: [], last: [] };
for (const name of names) {
  const hints = await hintsIn(name).catch((error) => {
    console.log(`${name}: ${error}`);
    return [];
  });
  const [begin, ...rest] = hints;
  if (!begin) continue;
  all["first on a page"].push(begin.first);
  all.first.push(...rest.map(({ first }) => first));
  all.last.push(...hints.map(({ last }) => last));
  const worst = (what) => Math.max(0, ...rest.map((hint) => hint[what])).toFixed(1);
  console.log(
    `${name}: begins ${begin.first.toFixed(1)}, first ${worst("first")}, last ${worst("last")}, load ${loadavg()[0].toFixed(1)}`,
  );
}
for (const [what, times] of Object.entries(all)) {
  const [median, most, worst] = [0.5, 0.95, 1].map((share) => (quantile(times, share) ?? 0).toFixed(1));
  console.log(`${what}: median ${median} ms, p95 ${most} ms, worst ${worst} ms, of ${times.length}`);
}
await browser.close();
await server.close();
