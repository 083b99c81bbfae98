// Stops the build of the site, or with --types the check of its types, at once where something is
// missing that it needs, and says what to type. The first step of `npm run build` and `npm run check`.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TARGET = "wasm32-unknown-unknown";

/** What the site is put together from, the commands that make it, and whether types need it. */
const NEEDED = [
  ["crates/web/pkg/polymerge_bg.wasm", "node crates/web/build.mjs", true],
  ["crates/web/pkg/catalogue.json", "node crates/web/build.mjs", false],
  ["crates/web/small/small_bg.wasm", "node crates/web/build.mjs --small", true],
  ["crates/web/author/polymerge_bg.wasm", "node crates/web/build.mjs --author", true],
  ["target/page-engine/polymerge_bg.wasm", "node crates/web/build.mjs --page", false],
  ["web/node_modules/vite/package.json", "(cd web && npm ci)", true],
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

/**
 * The sentence that says what is missing, and what to type in a folder; none if all is there. For
 * types alone, less is needed.
 */
export function missing(root, compiler = hasCompiler, types = false) {
  const needed = NEEDED.filter(([, , hasTypes]) => hasTypes || !types);
  const without = needed.filter(([file]) => !existsSync(join(root, file))).map(([, command]) => command);
  if (without.length === 0) return null;
  const commands = [...new Set(without)];
  if (commands.some((command) => command.startsWith("node")) && !compiler())
    commands.unshift(`rustup target add ${TARGET}`);
  return `The site can't be ${types ? "checked" : "built"} before its parts are: type in ${root}: ${commands.join(" && ")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sentence = missing(
    resolve(import.meta.dirname, "../.."),
    hasCompiler,
    process.argv.includes("--types"),
  );
  if (sentence) {
    console.error(sentence);
    process.exit(1);
  }
}
