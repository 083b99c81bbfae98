// What a slow phone notices of the pages of the site while they load: when the largest part is
// seen (LCP), how far things move (CLS), and how long the page can't answer (TBT: what tasks of the
// main thread take beyond 50 ms each, within ten seconds). After `npm run build`, in the folder web:
// `node tests/measure/vitals.mjs [PAGE ...]`.

import { loadavg } from "node:os";
import { launch, NETWORKS, SCREEN, serve, slow } from "./phone.mjs";

const VISITS = Number(process.env.VISITS ?? 3);
const PAGES = ["", "#/play/050-dive", "#/mode/050-dive", "mode/050-dive/", "workshop.html"];
const site = await serve();

async function visit(name) {
  const browser = await launch();
  const context = await browser.newContext({ ...SCREEN, serviceWorkers: "block" });
  const page = await context.newPage();
  await slow(context, page, NETWORKS["4g"]);
  await page.addInitScript(() => {
    const vitals = { lcp: 0, cls: 0, tbt: 0, moved: [] };
    globalThis.vitals = vitals;
    const watch = (type, note) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch("largest-contentful-paint", ({ startTime }) => {
      vitals.lcp = startTime;
    });
    watch("layout-shift", ({ value, hadRecentInput, sources, startTime }) => {
      if (hadRecentInput) return;
      vitals.cls += value;
      const names = sources.map(({ node }) => node?.className || node?.nodeName || "?");
      vitals.moved.push(`${value.toFixed(3)} at ${startTime.toFixed(0)} ms: ${names.join(", ")}`);
    });
    watch("longtask", ({ duration }) => {
      vitals.tbt += duration - 50;
    });
  });
  await page.goto(site.address + name, { waitUntil: "commit" });
  await page.waitForTimeout(10_000);
  const vitals = await page.evaluate(() => globalThis.vitals);
  await browser.close();
  return vitals;
}

const asked = process.argv.slice(2);
// The first visit pays for the compression.
await visit("");
for (const name of asked.length > 0 ? asked : PAGES) {
  const visits = [];
  for (let run = 0; run < VISITS; run++) visits.push(await visit(name));
  const middle = (key) => visits.map((vitals) => vitals[key]).sort((a, b) => a - b)[VISITS >> 1];
  const told = `LCP ${middle("lcp").toFixed(0)} ms, CLS ${middle("cls").toFixed(3)}, TBT ${middle("tbt").toFixed(0)} ms`;
  console.log(`${name || "home"}: ${told}; load ${loadavg()[0].toFixed(1)}`);
  for (const line of new Set(visits.flatMap(({ moved }) => moved))) console.log(`  ${line}`);
}
site.close();
