// How soon one can write in the workshop on a first visit of a slow phone, and when the editor has
// taken that over: the built site, served with brotli, five visits. node tests/measure/workshop-start.mjs
//
// The network and the processor are those of tests/browser/speed.test.ts.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { chromium } from "playwright-core";

const DIST = resolve(import.meta.dirname, "../../dist");
const NETWORK = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const VISITS = 5;
/** How many times slower the processor is; 1 tells how much of the time others take. */
const SLOWER = Number(process.env.SLOWER ?? 4);
const TYPES = {
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
};

const packed = new Map();
function file(name) {
  if (!packed.has(name)) {
    const quality = name.endsWith(".wasm") ? 9 : 11;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24 };
    packed.set(name, brotliCompressSync(readFileSync(resolve(DIST, name)), { params }));
  }
  return packed.get(name);
}
const server = createServer((request, response) => {
  const name = new URL(request.url ?? "/", "http://site").pathname.slice(1) || "index.html";
  try {
    const body = file(name);
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-encoding": "br", "cache-control": "no-cache" });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}/workshop.html`;
const whole = readFileSync(resolve(DIST, "workshop.html"));
const first = brotliCompressSync(whole.subarray(0, whole.indexOf("</script>") + 9)).length;
console.log(`the page: ${file("workshop.html").length} bytes with brotli, its first part: ${first}`);

const times = [];
for (let visit = 0; visit < VISITS; visit++) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", NETWORK);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(() => {
    const look = () => {
      const field = document.querySelector(".cm-content, .editor textarea");
      if (!field) return requestAnimationFrame(look);
      // Typed as soon as there is something to type into.
      field.focus();
      document.execCommand("insertText", false, "typed");
      const text = () => field.value ?? field.textContent;
      requestAnimationFrame(() => performance.mark(text().includes("typed") ? "typed" : "lost"));
    };
    requestAnimationFrame(look);
    const edit = () => {
      const text = document.querySelector(".cm-content")?.textContent ?? "";
      if (text.includes("typed")) performance.mark("editor");
      else requestAnimationFrame(edit);
    };
    requestAnimationFrame(edit);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(3000);
  const marks = await page.evaluate(() =>
    Object.fromEntries(performance.getEntries().map(({ name, startTime }) => [name, startTime])),
  );
  const { typed = Infinity, editor = Infinity, "first-contentful-paint": seen } = marks;
  times.push({ seen, typed, editor });
  await browser.close();
}
server.close();
for (const what of ["seen", "typed", "editor"]) {
  const all = times.map((time) => time[what]).sort((a, b) => a - b);
  console.log(`${what}: median ${all[2].toFixed(0)} ms of ${all.map((time) => time.toFixed(0)).join(", ")}`);
}
