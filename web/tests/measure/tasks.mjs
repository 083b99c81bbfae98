// What keeps the main thread of a page busy while it loads on a slow phone: each task of more than
// 50 ms of processor time, with the steps within it that took longest. After `npm run build`, in the folder web:
// `node tests/measure/tasks.mjs [--again] [PAGE ...]`; --again looks at a second visit.

import { loadavg } from "node:os";
import { launch, NETWORKS, SCREEN, serve, slow } from "./phone.mjs";

/** Steps shorter than this are not listed, in milliseconds. */
const LEAST = 6;
const isAgain = process.argv.includes("--again");
const site = await serve();

/** Returns the events of a trace that were recorded while a page loads. */
async function traced(name) {
  const browser = await launch();
  const context = await browser.newContext({ ...SCREEN, serviceWorkers: isAgain ? "allow" : "block" });
  if (isAgain) {
    const first = await context.newPage();
    await first.goto(site.address + name);
    await first.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await first.waitForTimeout(3_000);
    await first.close();
  }
  const page = await context.newPage();
  await slow(context, page, NETWORKS["4g"]);
  const tracing = await browser.newBrowserCDPSession();
  const events = [];
  tracing.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const ended = new Promise((done) => tracing.once("Tracing.tracingComplete", done));
  await tracing.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: [
        "devtools.timeline",
        "toplevel",
        "v8",
        "disabled-by-default-v8.compile",
        "blink.user_timing",
      ],
    },
  });
  await page.goto(site.address + name, { waitUntil: "commit" });
  await page.waitForTimeout(10_000);
  await tracing.send("Tracing.end");
  await ended;
  await browser.close();
  return events;
}

/** The processor time of a step in milliseconds: programs beside the browser don't count. */
const timeOf = ({ tdur, dur }) => (tdur ?? dur) / 1000;

/** A step in words: what it was, and of which script. */
function wordsOf({ name, args: { data = {}, beginData = {} } = {} }) {
  const {
    functionName = "",
    url = beginData.url ?? "",
    lineNumber = "",
    columnNumber = "",
    type = "",
  } = data;
  const place = url && `${String(url).split("/").pop() || "page"}:${lineNumber}:${columnNumber}`;
  return [name, type, functionName, place].filter(Boolean).join(" ");
}

const asked = process.argv.slice(2).filter((name) => !name.startsWith("--"));
for (const name of asked.length > 0 ? asked : [""]) {
  const events = await traced(name);
  const start = events.find(
    ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL?.startsWith(site.address),
  );
  if (!start) {
    console.error(`${name || "home"}: the trace does not have the start of the page`);
    process.exitCode = 1;
    continue;
  }
  const mine = events
    .filter(
      ({ ph, dur, pid, tid, ts }) =>
        ph === "X" && dur && pid === start.pid && tid === start.tid && ts >= start.ts,
    )
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  const tasks = mine.filter((event) => /RunTask$/.test(event.name) && timeOf(event) > 50);
  const blocked = tasks.reduce((sum, task) => sum + timeOf(task) - 50, 0);
  console.log(
    `${name || "home"}: ${tasks.length} tasks, ${blocked.toFixed(0)} ms beyond 50 ms each; load ${loadavg()[0].toFixed(1)}`,
  );
  for (const task of tasks) {
    console.log(`  at ${((task.ts - start.ts) / 1000).toFixed(0)} ms: ${timeOf(task).toFixed(0)} ms`);
    const within = mine.filter(
      (event) => event !== task && event.ts >= task.ts && event.ts + event.dur <= task.ts + task.dur,
    );
    const open = [];
    for (const event of within) {
      while (open.length > 0 && event.ts >= open.at(-1).ts + open.at(-1).dur) open.pop();
      if (timeOf(event) >= LEAST)
        console.log(`${"  ".repeat(open.length + 2)}${timeOf(event).toFixed(0)} ms ${wordsOf(event)}`);
      open.push(event);
    }
  }
}
site.close();
