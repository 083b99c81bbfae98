// The module "virtual:small-modes": the folder with a file for each numbered mode, from which the
// small engine plays a game before the whole engine is there (src/game/small.ts); and the modes with
// a clock, which the whole engine alone plays, since it alone can let the clock rest.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import type { SmallFile } from "../src/game/small.ts";
import { placeholders } from "./placeholders.ts";

const ID = "virtual:small-modes";
/** The folder where nothing is built: a server makes its files. */
const SERVED = "small-modes";

export interface SmallModes {
  /** The texts of the files by the names of the modes. */
  files: Map<string, string>;
  /** Names of numbered modes with a clock, which have no file. */
  clocks: string[];
}

export async function smallModes(): Promise<SmallModes> {
  const { Mode } = await import("polymerge");
  const files = new Map<string, string>();
  const clocks: string[] = [];
  for (const { number, ...placeholder } of await placeholders()) {
    if (number === undefined) continue;
    const mode = Mode.builtIn(placeholder.name);
    if (mode.interval !== undefined) clocks.push(placeholder.name);
    else {
      const file: SmallFile = { ...placeholder, number, raw: mode.toRaw() };
      files.set(placeholder.name, JSON.stringify(file));
    }
    mode.free();
  }
  return { files, clocks };
}

const moduleOf = (folder: string, clocks: readonly string[]) =>
  `export default ${JSON.stringify(folder)};\nexport const clocks = ${JSON.stringify(clocks)};`;

export function smallModeFiles(): Plugin {
  let isBuild = false;
  let making: Promise<SmallModes> | null = null;
  const made = () => (making ??= smallModes());
  return {
    name: "small-modes",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${SERVED}`, (request, response, next) => {
        made().then(({ files }) => {
          const text = files.get((request.url ?? "").replace(/^\/|\.json$/g, ""));
          if (text === undefined) return next();
          response.setHeader("content-type", "application/json").end(text);
        }, next);
      });
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    async load(id) {
      if (id !== `\0${ID}`) return null;
      const { files, clocks } = await made();
      if (!isBuild) return moduleOf(SERVED, clocks);
      // One name for all of them: each one's own would make the page longer.
      const hash = createHash("sha256");
      for (const text of files.values()) hash.update(text);
      const folder = `${SERVED}-${hash.digest("hex").slice(0, 8)}`;
      for (const [name, source] of files)
        this.emitFile({ type: "asset", fileName: `${folder}/${name}.json`, source });
      return moduleOf(folder, clocks);
    },
  };
}
