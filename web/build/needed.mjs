// Stops the build of the site at once where something is missing that it puts together, and says what
// to type. The first step of `npm run build`.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TARGET = "wasm32-unknown-unknown";

/** What the site is put together from, and the commands that make it. */
const NEEDED = [
  ["crates/web/pkg/polymerge_bg.wasm", "node crates/web/build.mjs"],
  ["crates/web/pkg/catalogue.json", "node crates/web/build.mjs"],
  ["crates/web/small/small_bg.wasm", "node crates/web/build.mjs --small"],
  ["crates/web/author/polymerge_bg.wasm", "node crates/web/build.mjs --author"],
  ["target/page-engine/polymerge_bg.wasm", "node crates/web/build.mjs --page"],
  ["web/node_modules/vite/package.json", "(cd web && npm ci)"],
];

/** Whether there is a compiler for the engine: rustup's, or Debian's (crates/web/build.mjs). */
function hasCompiler() {
  if (existsSync("/usr/bin/wasm-ld-19") && existsSync("/usr/lib/rustlib/src/rust/library")) return true;
  try {
    const folder = execFileSync("rustc", ["--print", "target-libdir", "--target", TARGET], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return existsSync(folder.trim());
  } catch {
    return false;
  }
}

/** The sentence that says what is missing, and what to type in a folder; none if all is there. */
export function missing(root, compiler = hasCompiler) {
  const without = NEEDED.filter(([file]) => !existsSync(join(root, file))).map(([, command]) => command);
  if (without.length === 0) return null;
  const commands = [...new Set(without)];
  if (commands.some((command) => command.startsWith("node")) && !compiler())
    commands.unshift(`rustup target add ${TARGET}`);
  return `The site can't be built before its parts are: type in ${root}: ${commands.join(" && ")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sentence = missing(resolve(import.meta.dirname, "../.."));
  if (sentence) {
    console.error(sentence);
    process.exit(1);
  }
}
