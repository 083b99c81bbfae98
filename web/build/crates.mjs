// Lists the crates that are part of the engine's module, with their licences:
// `node build/crates.mjs` writes build/crates.json. To be run when crates are
// added or updated (a test compares the list with Cargo.lock); it takes cargo.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const cargo = (...args) => execFileSync("cargo", args, { encoding: "utf8", maxBuffer: 1 << 28 });

const tree = cargo(
  "tree",
  "--locked",
  ...["--package", "polymerge-web", "--target", "wasm32-unknown-unknown"],
  ...["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{l}"],
);
const { packages } = JSON.parse(cargo("metadata", "--locked", "--format-version", "1"));

/** What has to go with the code: its licence, the shortest one where it can be chosen. */
function textOf(name, version) {
  const { manifest_path } = packages.find((found) => found.name === name && found.version === version);
  const folder = dirname(manifest_path);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|unlicense)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
  // What is shorter only says where the licences are.
  return texts.filter(({ length }) => length > 400).sort((a, b) => a.length - b.length)[0] ?? "";
}

const lines = new Set(tree.split("\n").filter((line) => line.includes("|") && !line.includes("(/")));
const crates = [...lines]
  .map((line) => /^(\S+) v([^ |]+).*?\|(.*)/.exec(line.replace(" (*)", "")))
  .filter(Boolean)
  .map(([, name, version, licence]) => ({
    name,
    version,
    licence: licence.trim(),
    text: textOf(name, version),
  }));
const unique = new Map(crates.map((crate) => [crate.name + crate.version, crate]));
const list = [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
writeFileSync(new URL("crates.json", import.meta.url), `${JSON.stringify(list, null, 2)}\n`);
for (const { name, version, licence, text } of list) console.log(name, version, licence, text.length);
