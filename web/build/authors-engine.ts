// The engine of the workshop: that of the site, and what an editor of mode files needs.

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const here = resolve(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const SERVICES = join(here, "src/engine/services.ts");

const MISSING = "there is no engine for the workshop: node crates/web/build.mjs --author";

/** The module that `node crates/web/build.mjs --author` makes. */
export function authorsModule(): string {
  const module = require.resolve("polymerge/author/wasm");
  if (!existsSync(module)) throw new Error(MISSING);
  return module;
}

/** Takes the engine of authors, and the services that go with it, in place of those of the site. */
export function authorsEngine(): Plugin {
  return {
    name: "authors-engine",
    enforce: "pre",
    async resolveId(source, importer) {
      const own = /^polymerge(\/wasm)?(\?url)?$/.exec(source);
      if (own) {
        const [, wasm = "", query = ""] = own;
        const found = await this.resolve(`polymerge/author${wasm}${query}`, importer, { skipSelf: true });
        if (!found) this.error(MISSING);
        return found;
      }
      if (!source.endsWith("/services")) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found?.id === SERVICES ? join(here, "src/workshop/services.ts") : null;
    },
  };
}
