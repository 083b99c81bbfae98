// A slow phone that visits the built site: 390 by 844 pixels, a processor four times slower, and a
// network of 1.6 Mbit/s. For the programs beside this one.

import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";

/** The built site, or another one to compare it with. */
const DIST = resolve(process.env.DIST ?? resolve(import.meta.dirname, "../../dist"));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** A network of 150 ms; and that of tests/browser/speed.test.ts. */
export const NETWORKS = {
  "4g": { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 },
  fast3g: {
    offline: false,
    latency: 562.5,
    downloadThroughput: (1.6e6 / 8) * 0.9,
    uploadThroughput: (750e3 / 8) * 0.9,
  },
};

/** Serves the built site with brotli. Gives its address. */
export async function serve() {
  const packed = new Map();
  const sent = (name) => {
    const file = join(DIST, name);
    if (!packed.has(file) && existsSync(file)) packed.set(file, compressed(file));
    return packed.get(file);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://site");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const body = sent(name);
    if (!body) return response.writeHead(404).end();
    const type = TYPES[extname(name)] ?? "application/octet-stream";
    response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The form that the build has made, if there is one. */
function compressed(file) {
  const form = `${file}.br`;
  return existsSync(form) ? readFileSync(form) : brotliCompressSync(readFileSync(file));
}

export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

export const SCREEN = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Makes a page as slow as on such a phone. */
export async function slow(context, page, network) {
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", network);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}
