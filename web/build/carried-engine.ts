// The engine and the script in the page itself, packed: for pages of a single mode.

import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { compress } from "lzma1";
import { build, type Plugin, type Rolldown } from "vite";
import { dense } from "../src/page/dense.ts";
import { hash } from "./one-page.ts";
import { BUILT_SOON } from "./pack.mjs";

const here = resolve(import.meta.dirname, "..");
/** The folder into which `node crates/web/build.mjs --page` puts the engine without built-in modes. */
const ENGINE = resolve(here, "../target/page-engine");

/** Modules of the site, and what pages that carry their engine have in place of them. */
const OTHERS = new Map(
  ["engine/sampler", "engine/source", "engine/thread", "engine/weights", "texts/translations"].map((name) => [
    join(here, `src/${name}.ts`),
    join(here, `src/page/${basename(name)}.ts`),
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

/** The start of the element of the page's script. */
const BEGIN = '<script type="module">';

/** Returns an element that carries data, packed. */
function packed(id: string, data: Uint8Array): string {
  const text = dense(new Uint8Array(compress(data, BUILT_SOON ? 1 : 9)));
  return `<script type="application/x-lzma" id="${id}">${text}</script>`;
}

/** Returns the script that unpacks that of the page. */
async function loader(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: {
      write: false,
      lib: { entry: join(here, "src/page/loader.ts"), formats: ["es"] },
    },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code.trim();
}

/** Puts the engine into the page, and packs its script. */
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
        const html = String(asset.source);
        const [before = "", rest] = html.split(BEGIN);
        if (rest === undefined) throw new Error(`${page} has no script`);
        const end = rest.indexOf("</script>");
        const [script, after] = [rest.slice(0, end), rest.slice(end)];
        const first = await loader();
        const engine = packed("engine", readFileSync(join(ENGINE, "polymerge_bg.wasm")));
        const bytes = (text: string) => new TextEncoder().encode(text);
        const [head = "", style = "", top = ""] = before.split(/<\/?style>/);
        const elements = engine + packed("style", bytes(style)) + packed("script", bytes(script));
        // The hash of its script is there already.
        const known = (head + top).replace("script-src ", () => `script-src ${hash(first)} `);
        asset.source = [known, elements, BEGIN, first, after].join("");
      },
    },
  };
}
