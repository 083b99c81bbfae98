// The engine in the page itself, compressed: for pages of a single mode.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipAsync } from "@gfx/zopfli";
import type { Plugin } from "vite";

const here = resolve(import.meta.dirname, "..");
/** The folder into which `node crates/web/build.mjs --page` puts the engine without built-in modes. */
const ENGINE = resolve(here, "../target/page-engine");

/** Modules of the site, and what pages that carry their engine have in place of them. */
const OTHERS = new Map(
  ["sampler", "source", "thread", "weights"].map((name) => [
    join(here, `src/engine/${name}.ts`),
    join(here, `src/page/${name}.ts`),
  ]),
);

/** Takes the engine, and where it comes from, from elsewhere than the site does. */
export function ownEngine(): Plugin {
  return {
    name: "own-engine",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (source === "polymerge") {
        const script = join(ENGINE, "polymerge.js");
        if (!existsSync(script)) this.error("there is no engine for it: node crates/web/build.mjs --page");
        return script;
      }
      const found = await this.resolve(source, importer, { skipSelf: true });
      return OTHERS.get(found?.id ?? "") ?? null;
    },
    transform(code, id) {
      // The module is handed over; nothing is fetched.
      return id.startsWith(ENGINE)
        ? code.replaceAll(/new URL\('[^']*', import\.meta\.url\)/g, "undefined")
        : null;
    },
  };
}

/** Puts the engine into the page. */
export function carriedEngine(page: string): Plugin {
  return {
    name: "carried-engine",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const asset = bundle[page];
        if (asset?.type !== "asset") return;
        // Takes some seconds more than zlib does, and a twentieth less room.
        const packed = await gzipAsync(readFileSync(join(ENGINE, "polymerge_bg.wasm")), { numiterations: 5 });
        const text = Buffer.from(packed).toString("base64");
        const element = `<script type="application/gzip" id="engine">${text}</script>`;
        asset.source = String(asset.source).replace('<div id="app">', () => `${element}<div id="app">`);
      },
    },
  };
}
