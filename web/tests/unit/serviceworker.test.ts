// The list of files that the service worker keeps: those of the workshop, which is built before, too.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serviceWorker, workshopFiles } from "../../build/service-worker.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "polymerge-files-"));
  for (const folder of ["src", "public"]) mkdirSync(join(root, folder));
  for (const page of ["index", "workshop"]) {
    writeFileSync(join(root, `${page}.html`), `<script type="module" src="./src/${page}.ts"></script>`);
    writeFileSync(join(root, `src/${page}.ts`), `console.log("${page}");`);
  }
  writeFileSync(join(root, "src/worker.ts"), 'export const version = "VERSION"; export const files = FILES;');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const built = (page: string, emptyOutDir: boolean) =>
  build({
    root,
    configFile: false,
    logLevel: "silent",
    build: { emptyOutDir, assetsDir: "", rollupOptions: { input: join(root, `${page}.html`) } },
    plugins: [page === "index" ? serviceWorker() : workshopFiles()],
  });
const workshop = () => built("workshop", true);
const site = () => built("index", false);
/** Returns the files that are kept, without what comes after their names. */
const kept = () =>
  [...readFileSync(join(root, "dist/worker.js"), "utf8").matchAll(/"\.\/(\w*)(?=[-.][^"]*"|")/g)].map(
    ([, name]) => name,
  );

test("the workshop is kept, also where the site is built once more; the list is no part of the site", async () => {
  await workshop();
  for (const _ of [1, 2]) {
    await site();
    expect(kept().sort()).toEqual(["", "index", "workshop", "workshop"]);
  }
  const names = readdirSync(join(root, "dist"));
  expect(names.filter((name) => name.endsWith(".json") || name.startsWith("."))).toEqual([]);
});

test("what is left of an older workshop is not kept", async () => {
  await workshop();
  writeFileSync(join(root, "dist/workshop-old.js"), "");
  await site();
  expect(readFileSync(join(root, "dist/worker.js"), "utf8")).not.toContain("workshop-old");
});

test("a site without a workshop has none to keep", async () => {
  await site();
  expect(kept().sort()).toEqual(["", "index"]);
});

test("a workshop whose files are not known stops the build", async () => {
  mkdirSync(join(root, "dist"));
  writeFileSync(join(root, "dist/workshop.html"), "");
  await expect(site()).rejects.toThrow("the workshop in");
});

test("so does one whose files are gone", async () => {
  await workshop();
  for (const name of readdirSync(join(root, "dist")))
    if (name.endsWith(".js")) rmSync(join(root, "dist", name));
  await expect(site()).rejects.toThrow("the workshop in");
});
