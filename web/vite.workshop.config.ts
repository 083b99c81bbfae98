import { statSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig, mergeConfig } from "vite";
import { authorsEngine, authorsModule } from "./build/authors-engine.ts";
import { onePage } from "./build/one-page.ts";
import { plainImports } from "./build/plain-imports.ts";
import { cookbook } from "./build/recipes.ts";
import { workshopFiles } from "./build/service-worker.ts";
import { drawnTemplates } from "./build/templates.ts";
import { weights } from "./build/weights.ts";
import { common } from "./vite.config.ts";

const here = (name: string) => resolve(import.meta.dirname, name);

// The workshop, before the rest: its files join those that work offline.
export default defineConfig(
  mergeConfig(common, {
    define: { "import.meta.env.ENGINE_BYTES": `${statSync(authorsModule()).size}` },
    worker: { plugins: () => [authorsEngine()] },
    build: {
      rollupOptions: {
        input: { workshop: here("workshop.html"), first: here("src/workshop/first.ts") },
        // A script that both pages fetch finds in each what it needs in other places: it is two files.
        output: { chunkFileNames: "workshop-[name]-[hash].js" },
      },
    },
    plugins: [
      authorsEngine(),
      plainImports(),
      weights(),
      cookbook(),
      drawnTemplates(),
      onePage("workshop.html", { first: "first" }),
      workshopFiles(),
    ],
  }),
);
