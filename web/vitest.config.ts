import { defineConfig } from "vitest/config";
import { firstMode } from "./build/first-mode.ts";

export default defineConfig({
  plugins: [firstMode()],
  test: {
    include: ["tests/**/*.test.ts"],
    // Browsers take their time on a busy machine, and get in each other's way.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    fileParallelism: false,
    // A game that is left before the engine has come is not kept yet (see
    // docs/web.md), which a busy machine meets: it is tried again there.
    retry: process.env.CI ? 2 : 0,
  },
});
