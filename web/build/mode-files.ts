// Folders with a file for each mode, which pages fetch one by one: what the engine says of a mode when
// the site is built. A module of the site is the name of the folder.

import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Makes the texts of the files, by their names. */
export type ModeFiles = ReadonlyMap<string, () => string>;

const moduleOf = (folder: string) => `export default ${JSON.stringify(folder)}`;

/** Serves the files of a folder, or puts them beside the site; `virtual:FOLDER` is where they are. */
export function modeFiles(folder: string, make: () => Promise<ModeFiles>): Plugin {
  const id = `virtual:${folder}`;
  let isBuild = false;
  let making: Promise<ModeFiles> | null = null;
  const made = () => (making ??= make());
  return {
    name: folder,
    configResolved({ command }) {
      isBuild = command === "build";
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${folder}`, (request, response, next) => {
        made().then((files) => {
          const make = files.get((request.url ?? "").replace(/^\//, ""));
          if (make === undefined) return next();
          response.setHeader("content-type", "application/json").end(make());
        }, next);
      });
    },
    resolveId: (asked) => (asked === id ? `\0${id}` : null),
    async load(asked) {
      if (asked !== `\0${id}`) return null;
      // Nothing is built for a server, which makes the files.
      if (!isBuild) return moduleOf(folder);
      const files = await made();
      // One name for all of them: each one's own would make the page longer.
      const hash = createHash("sha256");
      const texts = [...files].map(([name, make]) => [name, make()] as const);
      for (const [, text] of texts) hash.update(text);
      const hashed = `${folder}-${hash.digest("hex").slice(0, 8)}`;
      for (const [name, source] of texts)
        this.emitFile({ type: "asset", fileName: `${hashed}/${name}`, source });
      return moduleOf(hashed);
    },
  };
}
