// What the build needs, and the files as hosts read them.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missing } from "../../build/needed.mjs";
import { hashedNames, pack } from "../../build/pack.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "polymerge-pack-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const TEXT = "a line of a page\n".repeat(200);

test("what becomes smaller has both forms beside it, which are the file again", async () => {
  write("index.html", TEXT);
  write("mode/dive/board.svg", TEXT);
  write("short.txt", "short");
  const dense = Buffer.from(crypto.getRandomValues(new Uint8Array(4000)));
  write("dense.weights", dense);
  // A form of a file that was there before.
  write("short.txt.gz", "old");
  const told = await pack(folder);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  expect(names.filter((name) => /\.(br|gz)$/.test(name))).toEqual(
    ["index.html.br", "index.html.gz", "mode/dive/board.svg.br", "mode/dive/board.svg.gz"].sort(),
  );
  for (const name of ["index.html", "mode/dive/board.svg"]) {
    expect(brotliDecompressSync(readFileSync(join(folder, `${name}.br`))).toString()).toBe(TEXT);
    expect(gunzipSync(readFileSync(join(folder, `${name}.gz`))).toString()).toBe(TEXT);
  }
  expect(told.files).toBe(4);
  expect(told.bytes).toBe(2 * TEXT.length + 5 + 4000);
  expect(told.packed).toBeLessThan(4500);
  // Once more it is the same: forms have no forms.
  expect(await pack(folder)).toEqual(told);
});

test.each([
  ["index-BcLrLJBP.js", true],
  ["catalogue-E-ZfbeS9.json", true],
  ["029-1535-1536-1537-D5Ih3WC1.weights", true],
  ["001-2048-8ZZAEorb.weights", true],
  ["index.html", false],
  ["worker.js", false],
  ["licences.txt", false],
  ["fredoka-licence.txt", false],
  ["screenshot-narrow.png", false],
  ["mode/050-dive/index.html", false],
  ["icon-abcdefgh.png", false],
])("the name %s has a hash: %s", (name, isHashed) => {
  expect(hashedNames([name], ["icon-abcdefgh.png"])).toEqual(isHashed ? [name] : []);
});

test("the list has the names with a hash, each in a line", async () => {
  for (const name of ["index.html", "a-BcLrLJBP.js", "b-8ZZAEorb.weights"]) write(name, TEXT);
  await pack(folder);
  expect(readFileSync(join(folder, "immutable.txt"), "utf8")).toBe("a-BcLrLJBP.js\nb-8ZZAEorb.weights\n");
});

const PARTS = {
  "crates/web/pkg/polymerge_bg.wasm": "node crates/web/build.mjs",
  "crates/web/pkg/catalogue.json": "node crates/web/build.mjs",
  "crates/web/small/small_bg.wasm": "node crates/web/build.mjs --small",
  "crates/web/author/polymerge_bg.wasm": "node crates/web/build.mjs --author",
  "target/page-engine/polymerge_bg.wasm": "node crates/web/build.mjs --page",
  "web/node_modules/vite/package.json": "(cd web && npm ci)",
};

test("where all parts are, nothing is missing", () => {
  for (const name of Object.keys(PARTS)) write(name, "");
  expect(missing(folder, () => false)).toBe(null);
});

test.each(Object.entries(PARTS))("without %s one sentence says what to type", (absent, command) => {
  for (const name of Object.keys(PARTS)) if (name !== absent) write(name, "");
  const sentence = `The site can't be built before its parts are: type in ${folder}: `;
  expect(missing(folder, () => true)).toBe(sentence + command);
  const compiler = command.startsWith("node") ? "rustup target add wasm32-unknown-unknown && " : "";
  expect(missing(folder, () => false)).toBe(sentence + compiler + command);
});

test("in a fresh clone all of it is said at once", () => {
  expect(missing(folder, () => true)).toBe(
    `The site can't be built before its parts are: type in ${folder}: node crates/web/build.mjs && ` +
      "node crates/web/build.mjs --small && node crates/web/build.mjs --author && " +
      "node crates/web/build.mjs --page && (cd web && npm ci)",
  );
  expect(missing(folder, () => true, true)).toBe(
    `The site can't be checked before its parts are: type in ${folder}: node crates/web/build.mjs && ` +
      "node crates/web/build.mjs --small && node crates/web/build.mjs --author && (cd web && npm ci)",
  );
});
