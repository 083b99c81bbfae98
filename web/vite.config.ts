import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vite";
import { firstMode } from "./build/first-mode.ts";
import { hintsScript } from "./build/hints-script.ts";
import { licences } from "./build/licences.ts";
import { measures } from "./build/measures.ts";
import { pagesOfModes } from "./build/mode-pages.ts";
import { modePreviewFiles } from "./build/mode-previews.ts";
import { onePage } from "./build/one-page.ts";
import { placeholdersFile } from "./build/placeholders.ts";
import { plainImports } from "./build/plain-imports.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { smallModeFiles } from "./build/small-modes.ts";
import { texts } from "./build/texts.ts";
import { weights } from "./build/weights.ts";

const here = (name: string) => resolve(import.meta.dirname, name);

const engine = createRequire(import.meta.url).resolve("polymerge/wasm");

/** The settings that the game and the workshop have in common. */
export const common = defineConfig({
  // Address of the score server, where another host than that of the site is one.
  define: {
    "import.meta.env.SCORES_URL": JSON.stringify(process.env.SCORES_URL ?? ""),
    "import.meta.env.ENGINE_BYTES": `${statSync(engine).size}`,
  },
  // Works in any folder of any server.
  base: "./",
  build: {
    target: "es2022",
    assetsDir: "",
    modulePreload: false,
    // Assets stay files: a data address would weigh more and can't be kept.
    assetsInlineLimit: 0,
  },
  server: { fs: { allow: [".."] } },
  plugins: [texts()],
  worker: { plugins: () => [texts()] },
});

export default defineConfig(
  mergeConfig(common, {
    // The workshop is there already.
    build: {
      emptyOutDir: false,
      rollupOptions: {
        input: { index: here("index.html"), ahead: here("src/game/ahead.ts"), first: here("src/first.ts") },
      },
    },
    plugins: [
      plainImports(),
      weights(),
      firstMode(),
      placeholdersFile(),
      smallModeFiles(),
      modePreviewFiles(),
      measures(),
      licences(),
      hintsScript(),
      onePage("index.html", { ahead: "ahead", first: "first" }),
      serviceWorker(),
      pagesOfModes(),
    ],
  }),
);
