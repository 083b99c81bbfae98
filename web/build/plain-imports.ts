// What is fetched later needs no styles or other scripts to be fetched before it
// (build/one-page.ts refuses those): Vite's helper for that would only make the
// page longer.

import type { Plugin } from "vite";

const HELPER = "\0vite/preload-helper.js";

export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    load: (id) => (id === HELPER ? "export const __vitePreload = (load) => load();" : null),
  };
}
