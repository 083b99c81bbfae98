// Serves the built site as a static host does: compressed, with validators.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const DIST = resolve(import.meta.dirname, "../../dist");

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The compressed files by their names. */
const packed = new Map<string, Buffer>();

export interface Site {
  url: string;
  /** The address by another name, over which the page is no secure context: as on a home network. */
  plain: string;
  /** Names of the files that were asked for. */
  asked: string[];
  /** Sends only what the first frame needs of the page, until the function given back is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/**
 * Returns the place where the part of the page ends that the first frame needs: after the first
 * script in its body.
 */
export function endOfFirst(page: Buffer): number {
  return page.indexOf("</script>", page.indexOf("<body>")) + "</script>".length;
}

/** Starts a server of a folder, the built site if none is given, on a free port, with more headers if need be. */
export async function serve(folder = DIST, headers: Record<string, string> = {}): Promise<Site> {
  const asked: string[] = [];
  let held: Promise<void> | null = null;
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    const name = normalize(path.endsWith("/") ? `${path}index.html` : path);
    const file = join(folder, name);
    asked.push(name);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    if (held && (name === "/index.html" || name === "/workshop.html")) {
      const page = readFileSync(file);
      const first = endOfFirst(page);
      response.writeHead(200, { "content-type": type, "cache-control": "no-cache" });
      response.write(page.subarray(0, first));
      void held.then(() => response.end(page.subarray(first)));
      return;
    }
    // Browsers take brotli over secure connections alone.
    const encoding = /\bbr\b/.test(String(request.headers["accept-encoding"])) ? "br" : "gzip";
    const version = `${encoding} ${file} ${statSync(file).mtimeMs}`;
    let body = packed.get(version);
    if (!body) {
      // The engine is large: a better ratio would take longer than all that is tested with it.
      const params = { [constants.BROTLI_PARAM_QUALITY]: file.endsWith(".wasm") ? 4 : 11 };
      const bytes = readFileSync(file);
      body = encoding === "br" ? brotliCompressSync(bytes, { params }) : gzipSync(bytes);
      packed.set(version, body);
    }
    const usual = { "content-type": type, "content-encoding": encoding, "cache-control": "no-cache" };
    response.writeHead(200, { ...usual, ...headers });
    response.end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    // With PLAIN_HTTP set, all tests run where the page is no secure context.
    url: `http://${process.env.PLAIN_HTTP ? "site.example" : "127.0.0.1"}:${port}/`,
    plain: `http://site.example:${port}/`,
    asked,
    hold() {
      let release = () => {};
      held = new Promise((done) => {
        release = done;
      });
      return () => {
        held = null;
        release();
      };
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
