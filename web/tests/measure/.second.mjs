// timeline of a second visit: all events of note on all threads

import { mkdtempSync, rmSync } from "node:fs";
import { chromium } from "playwright-core";
import { NETWORKS, SCREEN, serve } from "/work/w-site/web/tests/measure/phone.mjs";

const [link = "#/play/050-dive", rounds = "1", verbose] = process.argv.slice(2);
const site = await serve();
const profile = mkdtempSync("/tmp/second-");
async function visit(context, traced) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORKS["4g"]);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const events = [];
  let tracing, ended;
  if (traced) {
    tracing = (await context.browser()?.newBrowserCDPSession()) ?? client;
    tracing.on("Tracing.dataCollected", ({ value }) => events.push(...value));
    ended = new Promise((d) => tracing.once("Tracing.tracingComplete", d));
    await tracing.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: {
        includedCategories: [
          "devtools.timeline",
          "toplevel",
          "v8",
          "v8.wasm",
          "disabled-by-default-v8.compile",
          "disabled-by-default-v8.wasm.detailed",
          "blink.user_timing",
          "loading",
          "ServiceWorker",
          "CacheStorage",
        ],
      },
    });
  }
  await page.addInitScript(() => {
    const press = () => {
      for (const code of ["ArrowLeft", "ArrowDown"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key: code, bubbles: true }));
      performance.mark("pressed");
      watch();
    };
    const watch = () => {
      const b = document.querySelector(".board");
      if (Number(b?.dataset.pressed ?? 0) > 0) performance.mark("moved");
      else requestAnimationFrame(watch);
    };
    const look = () => {
      const f = document.querySelector(".board .tile");
      if (f) performance.mark("playable");
      requestAnimationFrame(f ? press : look);
    };
    requestAnimationFrame(look);
    if (performance.getEntriesByType) addEventListener("DOMContentLoaded", () => performance.mark("dcl"));
  });
  await page.goto(site.address + link, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("moved").length > 0, null, {
    timeout: 60000,
    polling: 200,
  });
  const marks = await page.evaluate(() => ({
    marks: Object.fromEntries(
      performance.getEntriesByType("mark").map((m) => [m.name, Math.round(m.startTime)]),
    ),
    paint: Object.fromEntries(
      performance.getEntriesByType("paint").map((m) => [m.name, Math.round(m.startTime)]),
    ),
    nav: (({ responseStart, responseEnd, domInteractive, workerStart, fetchStart }) => ({
      workerStart,
      fetchStart,
      responseStart,
      responseEnd,
      domInteractive,
    }))(performance.getEntriesByType("navigation")[0]),
    res: performance
      .getEntriesByType("resource")
      .map(
        (r) =>
          `${Math.round(r.startTime)}-${Math.round(r.responseEnd)} ws${Math.round(r.workerStart)} rs${Math.round(r.responseStart)} ${r.name.split("/").pop()} ${r.initiatorType}`,
      ),
  }));
  if (traced) {
    await tracing.send("Tracing.end");
    await ended;
  }
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.evaluate(() => navigator.serviceWorker?.ready.then(() => {}));
  await page.waitForTimeout(4000);
  await page.close();
  return { marks, events };
}
const open = () =>
  chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    ...SCREEN,
  });
const context = await open();
console.log("first", JSON.stringify((await visit(context)).marks.marks));
for (let i = 0; i < +rounds; i++) {
  const { marks, events } = await visit(context, !!verbose && i === +rounds - 1);
  console.log(
    `again ${i}`,
    JSON.stringify(marks.marks),
    JSON.stringify(marks.paint),
    JSON.stringify(marks.nav),
  );
  if (i === +rounds - 1) console.log(marks.res.join("\n"));
  if (events.length) {
    const start = events.find(
      (e) => e.name === "navigationStart" && e.args?.data?.documentLoaderURL?.startsWith(site.address),
    );
    const t0 = start.ts;
    const names = new Map(
      events
        .filter((e) => e.ph === "M" && e.name === "thread_name")
        .map((e) => [`${e.pid}/${e.tid}`, e.args.name]),
    );
    const list = events
      .filter(
        (e) =>
          e.ts >= t0 - 5e4 &&
          ((e.ph === "X" &&
            e.dur >= (+verbose || 8) * 1000 &&
            !/RunTask|ThreadControllerImpl|SimpleWatcher|Scheduler|Receive mojo|^Graphics|Connector/.test(
              e.name,
            )) ||
            /moduleCache|cachedModule|wasm/i.test(e.name)),
      )
      .sort((a, b) => a.ts - b.ts);
    for (const e of list)
      console.log(
        `${((e.ts - t0) / 1000).toFixed(0).padStart(6)} ${((e.dur ?? 0) / 1000).toFixed(0).padStart(5)} ${((e.tdur ?? 0) / 1000).toFixed(0).padStart(5)} ${(names.get(`${e.pid}/${e.tid}`) ?? "?").slice(0, 22)} ${e.name} ${JSON.stringify(e.args?.data ?? e.args ?? {}).slice(0, 150)}`,
      );
  }
}
await context.close();
rmSync(profile, { recursive: true, force: true });
site.close();
