import { defineConfig } from "vitest/config";
import { firstMode } from "./build/first-mode.ts";
import { measures } from "./build/measures.ts";
import { texts } from "./build/texts.ts";

export default defineConfig({
  plugins: [texts(), firstMode(), measures()],
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/unit/afterwards.ts"],
    // The engine is evaluated once, also for files of tests that read the site's modules anew.
    server: { deps: { external: [/crates\/web\/.*\.js$/] } },
    // Browsers take their time on a busy machine, and get in each other's way.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
  },
});
