// What is fetched later needs no styles or other scripts to be fetched before it
// (build/one-page.ts refuses those): Vite's helper for that would only make the
// page longer. What can't be fetched may be of another version of the site: that
// is looked into where a part of it is imported, whichever that is.

import { resolve } from "node:path";
import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

const MISSING = JSON.stringify(resolve(import.meta.dirname, "../src/missing.ts"));
const CODE = `import { missing } from ${MISSING};
export const __vitePreload = (load) => load().catch((error) => missing.handle(error));`;

export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    load: (id) => (id === HELPER ? CODE : null),
  };
}
