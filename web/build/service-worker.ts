// Writes worker.js: the worker of src/worker.ts with the list of all files.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Plugin, type ResolvedConfig, transformWithOxc } from "vite";

/** Public files that are not kept: answers for servers, and pictures for those who install the site. */
const NOT_KEPT = ["healthz", "screenshot-narrow.png", "screenshot-wide.png"];

const builtIn = ({ root, build }: ResolvedConfig) => resolve(root, build.outDir);

/**
 * The file with the names of the workshop's files, which are built before: others may be left of an
 * older build. It is no part of the site, so it lies among what builds keep for one another.
 */
const listOf = (config: ResolvedConfig) => {
  const folder = createHash("sha256").update(builtIn(config)).digest("hex").slice(0, 8);
  return resolve(config.cacheDir, `workshop-${folder}.json`);
};

/** Reads the names of the workshop's files, if it is built. */
function workshopIn(config: ResolvedConfig): string[] {
  const built = builtIn(config);
  if (!existsSync(resolve(built, "workshop.html"))) return [];
  const list = listOf(config);
  const names: string[] = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : [];
  // Without its files it would not be there without a network, and that would be seen late.
  if (!names.includes("workshop.html") || !names.every((name) => existsSync(resolve(built, name))))
    throw new Error(`the workshop in ${built} is of another build: build it first (npm run build does)`);
  return names;
}

/** Leaves the names of the workshop's files for the build after it. */
export function workshopFiles(): Plugin {
  let list = "";
  return {
    name: "workshop-files",
    apply: "build",
    configResolved(config) {
      list = listOf(config);
    },
    writeBundle(_, bundle) {
      mkdirSync(resolve(list, ".."), { recursive: true });
      writeFileSync(list, JSON.stringify(Object.keys(bundle).sort()));
    },
  };
}

export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const { root: folder, publicDir: out } = config;
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
        const others = workshopIn(config).filter((name) => !bundle[name]);
        for (const name of others) version.update(name).update(readFileSync(resolve(builtIn(config), name)));
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
