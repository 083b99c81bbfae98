import { defineConfig } from "vite";
import { firstMode } from "./build/first-mode.ts";
import { onePage } from "./build/one-page.ts";
import { serviceWorker } from "./build/service-worker.ts";

export default defineConfig({
  // Works in any folder of any server.
  base: "./",
  build: {
    target: "es2022",
    assetsDir: "",
    modulePreload: false,
    // Assets stay files: a data address would weigh more and can't be kept.
    assetsInlineLimit: 0,
  },
  plugins: [firstMode(), onePage(), serviceWorker()],
  server: { fs: { allow: [".."] } },
});
