// Writes worker.js: the worker of src/worker.ts with the list of all files.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Plugin, transformWithOxc } from "vite";

/** Public files that are not kept: answers for servers, and pictures for those who install the site. */
const NOT_KEPT = ["healthz", "screenshot-narrow.png", "screenshot-wide.png"];

/** Names the files of the workshop, which is built before: others may be left of an older build. */
const WORKSHOP = ".workshop.json";

const workshopFilesIn = (built: string): string[] => {
  const list = resolve(built, WORKSHOP);
  return existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
};

/** Leaves the names of the workshop's files for the build after it. */
export function workshopFiles(): Plugin {
  return {
    name: "workshop-files",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      writeFileSync(resolve(dir, WORKSHOP), JSON.stringify(Object.keys(bundle).sort()));
    },
  };
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
        const fixed = readdirSync(out)
          .filter((name) => !NOT_KEPT.includes(name))
          .sort();
        for (const name of fixed) version.update(name).update(readFileSync(resolve(out, name)));
        const others = workshopFilesIn(built).filter((name) => !bundle[name]);
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
