// How soon a visitor can make a first move where polymerge-server is the host of the built site, on a
// slow phone: `node tests/measure/hosted.mjs [MODE ...]` in the folder web, after `npm run build` and
// `cargo build -p polymerge-server`. A step of CI (.ci/hosted): it prints the figures, and fails where
// files come uncompressed, or a move can be made only after many times the usual time (HOSTED_BOUND
// seconds, if it is set).
//
// Both visits are of one browser: at the second one it has what it could keep.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { LEAST } from "../../build/pack.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const DIST = join(ROOT, "web/dist");
const VISITS = Number(process.env.VISITS ?? 1);
const BOUND = 1000 * Number(process.env.HOSTED_BOUND ?? 60);
const MODES = ["050-dive", "022-900", "120-vs-the-void-tiler"];
/** 150 ms until an answer comes, and 1.6 million bits a second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const targets = [process.env.CARGO_TARGET_DIR ?? "", join(ROOT, "target")];
const program = [
  process.env.HOST_PROGRAM ?? "",
  ...targets.flatMap((target) => ["debug", "service"].map((kind) => join(target, kind, "polymerge-server"))),
].find((path) => path !== "" && existsSync(path));
if (!program) {
  console.error("polymerge-server is not built: cargo build -p polymerge-server");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "polymerge-hosted-"));
const given = ["--create", "--listen", "127.0.0.1:0", "--site", DIST];
const service = spawn(program, [...given, "--database", `sqlite:${join(folder, "scores.db")}`], {
  stdio: ["ignore", "ignore", "pipe"],
});
/** The address of the service, which it says when it listens. */
const address = await new Promise((done, failed) => {
  let log = "";
  service.stderr.on("data", (text) => {
    log += text;
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(log);
    if (found) done(`${found[0]}/`);
  });
  service.once("exit", () => failed(new Error(log)));
});

/** Opens a link, and gives the time of the first move in milliseconds, and the bytes that came. */
async function visit(context, link) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", LINE);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const plain = [];
  client.on("Network.responseReceived", ({ response }) => {
    const isPacked = /^(br|gzip)$/.test(response.headers["content-encoding"] ?? "");
    const isSmall = Number(response.headers["content-length"]) < LEAST;
    if (
      /\.(wasm|js)$/.test(response.url) &&
      !response.fromDiskCache &&
      !response.fromServiceWorker &&
      !isPacked &&
      !isSmall
    )
      plain.push(response.url);
  });
  // Marks the frame in which a tile is there; a key is pressed in the next one.
  await page.addInitScript(() => {
    const press = () => {
      for (const code of ["ArrowLeft", "ArrowDown"])
        document.body.dispatchEvent(new KeyboardEvent("keydown", { code, key: code, bubbles: true }));
      performance.mark("pressed");
    };
    const look = () => {
      const found = document.querySelector(".board .tile");
      if (found) performance.mark("playable");
      requestAnimationFrame(found ? press : look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address + link, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("pressed").length > 0, null, {
    timeout: BOUND + 30_000,
    polling: 500,
  });
  await page.waitForFunction(() => Number(document.querySelector(".board")?.dataset.pressed ?? 0) > 0);
  const [playable] = await page.evaluate(() =>
    performance.getEntriesByName("playable").map(({ startTime }) => startTime),
  );
  const atMove = bytes;
  // What a second visit is to find is still on its way.
  await client.send("Network.emulateNetworkConditions", { ...LINE, latency: 0, downloadThroughput: -1 });
  await page.evaluate(() => navigator.serviceWorker?.ready.then(() => {}));
  await page.close();
  return { playable, bytes: atMove, plain };
}

const faults = [];
try {
  for (const link of [
    "",
    ...(process.argv[2] ? process.argv.slice(2) : MODES).map((mode) => `#/play/${mode}`),
  ]) {
    const [first, second] = [[], []];
    for (let run = 0; run < VISITS; run++) {
      const profile = mkdtempSync(join(tmpdir(), "polymerge-visit-"));
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        ...PHONE,
      });
      first.push(await visit(context, link));
      second.push(await visit(context, link));
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    }
    const median = (visits, of) => visits.map(of).sort((a, b) => a - b)[visits.length >> 1];
    const time = (visits) => median(visits, ({ playable }) => playable);
    const kilobytes = (visits) => (median(visits, ({ bytes }) => bytes) / 1000).toFixed(0);
    console.log(
      `${link || "home"}: first move after ${time(first).toFixed(0)} ms (${kilobytes(first)} KB), ` +
        `at the second visit after ${time(second).toFixed(0)} ms (${kilobytes(second)} KB); ` +
        `load ${loadavg()[0].toFixed(1)}`,
    );
    if (Math.max(time(first), time(second)) > BOUND) faults.push(`${link || "home"} takes too long`);
    for (const url of first.flatMap(({ plain }) => plain)) faults.push(`${url} came uncompressed`);
  }
} finally {
  service.kill("SIGTERM");
  await new Promise((done) => service.once("exit", done));
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of new Set(faults)) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
