// Builds the package: `node build.mjs`. With --quick the build is fast, and the
// result neither small nor fast. Options build other modules instead: --author the
// engine with what an editor of mode files needs; --bots the engine for programs
// that only play, without built-in modes, pictures and replays; --page the engine
// for pages of a single mode, without built-in modes; --small the engine that only
// shows and plays a game of a raw mode; --conformance the module that plays golden data.
//
// The compiler is the one on the path if it has the target
// wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`),
// otherwise Debian's, from the packages rustc-web, cargo-web, rust-web-src and
// lld-19, which builds the standard library along.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { guard, writeCommonJs, writeInline } from "./glue.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../..");
const target = "wasm32-unknown-unknown";
const built = join(root, "target/wasm");

/** The targets: the crate, its profile, the name of the module and its folder. */
const products = {
  package: { crate: "polymerge-web", file: "polymerge_web", profile: "wasm", name: "polymerge", to: join(here, "pkg") },
  author: {
    crate: "polymerge-web",
    file: "polymerge_web",
    profile: "wasm",
    name: "polymerge",
    to: join(here, "author"),
    options: ["--features", "author"],
  },
  bots: {
    crate: "polymerge-web",
    file: "polymerge_web",
    profile: "wasm",
    name: "polymerge",
    to: join(here, "bots"),
    options: ["--no-default-features", "--features", "whole"],
  },
  page: {
    crate: "polymerge-web",
    file: "polymerge_web",
    profile: "page",
    name: "polymerge",
    to: join(root, "target/page-engine"),
    options: ["--no-default-features", "--features", "faces,whole"],
  },
  small: {
    crate: "polymerge-web",
    file: "polymerge_web",
    profile: "small",
    name: "small",
    to: join(here, "small"),
    options: ["--no-default-features", "--features", "small"],
  },
  conformance: {
    crate: "conformance-wasm",
    file: "conformance_wasm",
    // The profile of the package: tests run the code that is published, and most crates are compiled once for both.
    profile: "wasm",
    name: "conformance",
    to: join(root, "target/conformance-wasm"),
  },
};

function run(command, args, options = {}) {
  console.log(`$ ${command} ${args.join(" ")}`);
  execFileSync(command, args, { stdio: "inherit", cwd: root, ...options });
}

function answer(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** The compiler: a command, its environment and further arguments. */
function compiler() {
  const env = { CARGO_TARGET_DIR: built };
  const libraries = answer("rustc", ["--print", "target-libdir", "--target", target]);
  if (libraries && existsSync(libraries)) {
    return { command: "cargo", env, args: [] };
  }
  if (existsSync("/usr/bin/wasm-ld-19") && existsSync("/usr/lib/rustlib/src/rust/library")) {
    return {
      command: "/usr/bin/cargo",
      env: {
        ...env,
        RUSTC: "/usr/bin/rustc",
        RUSTC_BOOTSTRAP: "1",
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: "wasm-ld-19",
      },
      args: ["-Zbuild-std=std,panic_abort"],
    };
  }
  console.error(`There is no compiler for ${target}: rustup target add ${target}, or on Debian
apt-get install rustc-web cargo-web rust-web-src lld-19`);
  process.exit(1);
}

function build({ crate, file, profile, name, to, options = [] }) {
  const { command, env, args } = compiler();
  const what = ["--locked", "--package", crate, "--lib", "--profile", profile, "--target", target, ...options];
  // Only the module: a library for Rust beside it would keep the compiler from optimising the whole of it.
  what.push("--crate-type", "cdylib");
  // Names and the list of features are left in: the bindings read them, and remove the names afterwards.
  run(command, ["rustc", ...what, ...args, "--", "-C", "strip=none"], { env: { ...process.env, ...env } });
  const tools = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "polymerge-ci/bindgen");
  const manifest = join(here, "bindgen/Cargo.toml");
  run("cargo", ["build", "--locked", "--quiet", "--manifest-path", manifest, "--target-dir", tools]);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  run(join(tools, "debug/polymerge-bindgen"), [join(built, target, profile, `${file}.wasm`), name, to]);
}

/** Writes the catalogue and its pictures, so that a start page need not wait for the engine. */
async function writeCatalogue({ to }) {
  const { modes, modePicture } = await import(pathToFileURL(join(here, "node.js")).href);
  // Tags come from measured games, and only the catalogue of the mode files has them.
  const lines = readFileSync(join(root, "crates/modefile/modes/catalogue.jsonl"), "utf8").trim().split("\n");
  const tags = new Map(lines.map((line) => JSON.parse(line)).map(({ name, tags = [] }) => [name, tags]));
  const list = modes().map((mode) => {
    return { ...mode, tags: tags.get(mode.name), picture: modePicture(mode.name) };
  });
  writeFileSync(join(to, "catalogue.json"), JSON.stringify({ modes: list }));
}

/** Puts the licences into the package. */
function addLicences() {
  for (const file of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, file), join(here, file));
}

function report({ name, to }, quick = false) {
  for (const file of [`${name}_bg.wasm`, `${name}.js`]) {
    const bytes = readFileSync(join(to, file));
    // Compressing takes half a minute, and says nothing of a module that is not made small.
    const packed = quick ? "" : `, ${brotliCompressSync(bytes).length} with brotli`;
    console.log(`${file}: ${bytes.length} bytes${packed}`);
  }
}

const asked = (option) => process.argv.includes(option);
const soon = (product) => (asked("--quick") ? { ...product, profile: "quick" } : product);
if (asked("--conformance")) {
  build(products.conformance);
} else if (asked("--page") || asked("--bots") || asked("--author")) {
  const product = asked("--page") ? products.page : asked("--bots") ? products.bots : products.author;
  build(soon(product));
  guard(product);
  report(product, asked("--quick"));
} else if (asked("--small")) {
  // A page calls it, which is checked with its types: no guard of its arguments.
  build(soon(products.small));
  report(products.small, asked("--quick"));
} else {
  build(soon(products.package));
  guard(products.package);
  writeCommonJs(products.package);
  writeInline(products.package, asked("--quick"));
  await writeCatalogue(products.package);
  addLicences();
  report(products.package, asked("--quick"));
}
