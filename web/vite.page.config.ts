import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vite";
import { carriedEngine, ownEngine } from "./build/carried-engine.ts";
import { onePage } from "./build/one-page.ts";
import { plainImports } from "./build/plain-imports.ts";
import { texts } from "./build/texts.ts";
import { common } from "./vite.config.ts";

const here = (name: string) => resolve(import.meta.dirname, name);

/** The texts that the page has. */
const TEXTS = new Set([
  "advice",
  "engine",
  "faults",
  "game",
  "keys",
  "links",
  "page",
  "board",
  "position",
  "site",
]);
const plugins = () => [texts(TEXTS)];

// The page of a single mode, in one file with its engine, which
// `node crates/web/build.mjs --page` makes.
export default defineConfig(
  mergeConfig(
    { ...common, plugins: plugins(), worker: { plugins } },
    {
      publicDir: false,
      build: {
        emptyOutDir: false,
        // All of it is in the page, the typeface too.
        assetsInlineLimit: 1 << 20,
        rolldownOptions: { input: here("page.html"), output: { codeSplitting: false } },
      },
      worker: { plugins: () => [ownEngine()] },
      plugins: [
        ownEngine(),
        plainImports(),
        onePage("page.html", {}, ["worker-src blob: data:", "font-src data:"]),
        carriedEngine("page.html"),
      ],
    },
  ),
);
