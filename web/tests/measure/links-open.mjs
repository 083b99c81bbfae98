// How soon a link to a mode shows its board, when a first and a third move are seen, and when the
// engine is there: visits on a slow phone, after `npm run build`, in the folder web:
// `node tests/measure/links-open.mjs [--boards] [--all] [--again] [MODE ...]`. The network is that
// of tests/browser/speed.test.ts, or with --4g one of 150 ms and 1.6 Mbit/s. --again measures the
// second visit to a link, with what the first one has kept. DETAILS=1 lists what was fetched, and
// when. No other program should use the processor meanwhile.

import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { launch, NETWORKS, SCREEN, serve, slow } from "./phone.mjs";

const CATALOGUE = resolve(import.meta.dirname, "../../../crates/web/pkg/catalogue.json");
const VISITS = Number(process.env.VISITS ?? 5);
const MODES = ["050-dive", "038-180", "022-900", "108-aquatic-squart", "120-vs-the-void-tiler"];
const NETWORK = NETWORKS[process.argv.includes("--4g") ? "4g" : "fast3g"];

/** Whether only the boards are waited for. */
const isShort = process.argv.includes("--boards");
/** Whether visits after the first are measured. */
const isAgain = process.argv.includes("--again");
/** The marks of a visit, the last one last. */
const MARKS = isShort ? ["board"] : ["board", "playable", "moved", "third", ...(isAgain ? [] : ["live"])];

const site = await serve();

async function visit(link) {
  const browser = await launch();
  const context = await browser.newContext({ ...SCREEN, serviceWorkers: isAgain ? "allow" : "block" });
  if (isAgain) await keep(context, link);
  const page = await context.newPage();
  await slow(context, page, NETWORK);
  await page.addInitScript(() => {
    const marked = new Set();
    const seen = {
      board: ".board .cell",
      playable: ".board .tile",
      live: '.action[title="Hint"][aria-disabled="false"]',
    };
    /** The moves seen so far, and the board after the last one. */
    let [moves, presses, last] = [0, 0, ""];
    const read = () =>
      [...document.querySelectorAll('.board [role="cell"]')].map((cell) => cell.ariaLabel).join();
    /** Plays, as soon as there is a board: another direction where one is in vain. */
    const play = () => {
      const { waiting = "0" } = document.querySelector(".board")?.dataset ?? {};
      if (!marked.has("playable") || waiting !== "0" || moves > 2) return;
      const board = read();
      if (presses > 0 && board !== last) {
        moves += 1;
        if (moves !== 2) performance.mark(moves === 1 ? "moved" : "third");
      }
      last = board;
      const key = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"][presses++ % 4];
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    };
    const look = () => {
      play();
      for (const [name, selector] of Object.entries(seen)) {
        if (marked.has(name) || !document.querySelector(selector)) continue;
        marked.add(name);
        // When the frame is made that shows it.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => performance.mark(name);
        port2.postMessage(null);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(site.address + link, { waitUntil: "commit" });
  // Nothing is asked of the page meanwhile: it would have to answer with the same slow processor.
  await new Promise((done) => setTimeout(done, isShort || isAgain ? 2500 : 10_000));
  for (const mark of MARKS)
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark, {
      timeout: 120_000,
    });
  const times = await page.evaluate(() =>
    performance.getEntries().map(({ name, startTime, responseEnd }) => [name, startTime, responseEnd]),
  );
  await browser.close();
  const time = (name) => times.find(([mark]) => mark === name)?.[1];
  if (process.env.DETAILS)
    for (const [name, start, end] of times) console.log(name.slice(0, 80), start.toFixed(0), end?.toFixed(0));
  return Object.fromEntries(MARKS.map((mark) => [mark, time(mark)]));
}

/** Visits a link until all is kept that a next visit finds. */
async function keep(context, link) {
  const page = await context.newPage();
  await page.goto(site.address + link);
  await page.locator('.action[title="Hint"][aria-disabled="false"]').waitFor({ timeout: 120_000 });
  for (const key of ["ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
  await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true), null, {
    timeout: 120_000,
  });
  await page.waitForTimeout(2_000);
  await page.close();
}

// The first visit pays for the compression.
await visit("#/play/050-dive");
const asked = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const { modes } = JSON.parse(readFileSync(CATALOGUE, "utf8"));
const every = modes.filter(({ number }) => number !== undefined).map(({ name }) => name);
const measured = process.argv.includes("--all") ? every : MODES;
for (const mode of asked.length > 0 ? asked : measured) {
  const visits = [];
  for (let run = 0; run < VISITS; run++) visits.push(await visit(`#/play/${mode}`));
  const median = (name) => visits.map((times) => times[name]).sort((a, b) => a - b)[VISITS >> 1];
  const told = (name) => {
    const all = visits.map((times) => times[name].toFixed(0)).join(", ");
    return `${name} ${median(name).toFixed(0)} ms (${all})`;
  };
  console.log(`${mode}: ${MARKS.map(told).join(", ")}; load ${loadavg()[0].toFixed(1)}`);
}
site.close();
