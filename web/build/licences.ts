// Puts the licences that have to go with what is bundled beside the page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Files of the site, and the packages whose licences they are. */
const LICENCES = { "fredoka-licence.txt": "@fontsource/fredoka" };

export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      const { resolve } = createRequire(import.meta.url);
      for (const [fileName, name] of Object.entries(LICENCES)) {
        const source = readFileSync(join(dirname(resolve(`${name}/package.json`)), "LICENSE"), "utf8");
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}
