import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vite";
import { onePage } from "./build/one-page.ts";
import { plainImports } from "./build/plain-imports.ts";
import { cookbook } from "./build/recipes.ts";
import { weights } from "./build/weights.ts";
import { common } from "./vite.config.ts";

// The workshop, before the rest: its files join those that work offline.
export default defineConfig(
  mergeConfig(common, {
    build: { rollupOptions: { input: resolve(import.meta.dirname, "workshop.html") } },
    plugins: [plainImports(), weights(), cookbook(), onePage("workshop.html")],
  }),
);
