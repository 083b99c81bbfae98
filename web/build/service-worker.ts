// Writes worker.js: the worker of src/worker.ts with the list of all files.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Plugin, transformWithOxc } from "vite";

/**
 * Files that are not kept: answers for servers, search engines and those who install the site, the
 * pages of modes, and the page of a single mode, which is as large as the engine.
 */
const NOT_KEPT = [
  "healthz",
  "immutable.txt",
  "page.html",
  "robots.txt",
  "screenshot-narrow.png",
  "screenshot-wide.png",
  "sitemap.xml",
  // The one of a build before this one.
  "worker.js",
];

/** The files of a folder that are kept, none of them in two forms; what is in folders is not. */
function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_KEPT.includes(entry.name) && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name);
}

export function serviceWorker(): Plugin {
  let folder = "";
  let out = "";
  let built = "";
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      folder = config.root;
      out = config.publicDir;
      built = resolve(config.root, config.build.outDir);
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const version = createHash("sha256");
        const files = Object.keys(bundle).sort();
        for (const name of files) {
          const file = bundle[name];
          version.update(name).update(file?.type === "chunk" ? file.code : (file?.source ?? ""));
        }
        const fixed = namesIn(out).sort();
        for (const name of fixed) version.update(name).update(readFileSync(resolve(out, name)));
        // The workshop was built before.
        const others = namesIn(built).filter((name) => !bundle[name] && !fixed.includes(name));
        for (const name of others) version.update(name).update(readFileSync(resolve(built, name)));
        const source = readFileSync(resolve(folder, "src/worker.ts"), "utf8");
        const { code } = await transformWithOxc(source, "worker.ts");
        // What was learned of modes, and files of single modes, are kept once they were asked for.
        const list = [...files, ...fixed, ...others]
          .filter((name) => name !== "index.html" && !/\.weights$|\//.test(name))
          .map((name) => `./${name}`);
        this.emitFile({
          type: "asset",
          fileName: "worker.js",
          source: code
            .replace('"VERSION"', JSON.stringify(version.digest("hex").slice(0, 16)))
            .replace("FILES", JSON.stringify(["./", ...list])),
        });
      },
    },
  };
}
