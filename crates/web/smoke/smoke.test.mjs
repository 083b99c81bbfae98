// The package as others get it: packed, installed into an empty project, and used there from
// Node by `import` and `require`, in a worker, bundled for pages and for servers, and by
// TypeScript. `npm ci && npm test`, after `node crates/web/build.mjs`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const tools = join(here, "node_modules");
const project = mkdtempSync(join(tmpdir(), "polymerge-smoke-"));
after(() => rmSync(project, { recursive: true, force: true }));

function run(command, args, options) {
  try {
    return execFileSync(command, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
  } catch (error) {
    assert.fail(`${command} ${args.join(" ")}\n${error.stdout}\n${error.stderr}`);
  }
}

const tool = (name, ...args) => run(join(tools, ".bin", name), args);
const write = (name, text) => writeFileSync(join(project, name), text);
const node = (name, text) => (write(name, text), run(process.execPath, [name]).trim());

// The package was built before: building it again would take minutes.
const [{ filename }] = JSON.parse(run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", project], { cwd: join(here, "..") }));
const tarball = join(project, filename);
write("package.json", JSON.stringify({ private: true, type: "module" }));
run("npm", ["install", "--no-audit", "--no-fund", tarball]);

const play = `const game = Game.start(Mode.builtIn("2048"), { seed: 7, now: 0 });
while (!game.isOver) game.press(game.legal()[0], 0);
`;
const say = `${play}console.log(game.score);`;
const expected = node("expected.mjs", `import { Game, Mode } from "polymerge";\n${say}`);

test("a game goes to its end in Node, by import", () => assert.match(expected, /^\d{2,}$/));

test("by require", () => {
  assert.equal(node("required.cjs", `const { Game, Mode } = require("polymerge");\n${say}`), expected);
});

test("in a worker of Node", () => {
  const text = `import { parentPort, Worker, isMainThread } from "node:worker_threads";
import { Game, Mode } from "polymerge";
if (isMainThread) new Worker(new URL(import.meta.url)).on("message", console.log);
else {
  ${play}
  parentPort.postMessage(game.score);
}`;
  assert.equal(node("worker.mjs", text), expected);
});

test("without a file beside the program, and with a module that was loaded by hand", () => {
  assert.equal(node("inlined.mjs", `import { Game, Mode } from "polymerge/inline";\n${say}`), expected);
  const text = `import { readFileSync } from "node:fs";
import init, { Game, Mode } from "polymerge/web";
await init({ module_or_path: readFileSync(new URL(import.meta.resolve("polymerge/wasm"))) });
${say}`;
  assert.equal(node("web.mjs", text), expected);
});

test("the catalogue and package.json can be imported", () => {
  const text = `import list from "polymerge/catalogue.json" with { type: "json" };
import about from "polymerge/package.json" with { type: "json" };
console.log(list.modes.length > 100, about.name);`;
  assert.equal(node("data.mjs", text), "true polymerge");
});

test("Vite bundles it for pages, and with a worker", () => {
  write("index.html", `<script type="module" src="page.js"></script>`);
  write("page.js", `import init, { version } from "polymerge";
init().then(() => (document.title = version()));
new Worker(new URL("inside.js", import.meta.url), { type: "module" });`);
  write("inside.js", `import init, { version } from "polymerge";\ninit().then(() => postMessage(version()));`);
  write("vite.config.js", `export default { worker: { format: "es" } };`);
  tool("vite", "build", "--logLevel", "error");
  const assets = readdirSync(join(project, "dist/assets"));
  assert.ok(assets.some((name) => name.endsWith(".wasm")) && assets.filter((name) => name.endsWith(".js")).length >= 2, `${assets}`);
});

test("a bundle for servers runs wherever it is put", () => {
  write("server.js", `import { Game, Mode } from "polymerge/inline";\n${say}`);
  tool("vite", "build", "--ssr", "server.js", "--outDir", "server", "--logLevel", "error", "--config", config());
  rmSync(join(project, "node_modules"), { recursive: true });
  try {
    assert.equal(run(process.execPath, ["server/server.js"]).trim(), expected);
  } finally {
    run("npm", ["install", "--no-audit", "--no-fund", tarball]);
  }
});

/** Writes a configuration that bundles all dependencies, so that nothing is loaded from node_modules. */
function config() {
  write("server.config.js", `export default { ssr: { noExternal: true } };`);
  return "server.config.js";
}

test("its types compile as TypeScript checks them by default", () => {
  write("typed.ts", `import init, { Batch, Engine, Game, Mode, type PolymergeError, type Spawn } from "polymerge";
await init();
const mode = Mode.builtIn("2048");
const game = Game.start(mode, { seed: 7 });
const turn = game.play(2, 0, { faces: true });
for (const event of turn.events) if (event.kind === "merge") console.log(event.inputs[0]?.tile, event.score);
const kinds: Int32Array = new Engine(mode).start(1n).fork().kinds();
const masks: Uint8Array = new Batch(mode, { games: 2 }).legal();
const legal: number[] = game.legal();
const position = new Engine(mode).resume(new Engine(mode).start(7).snapshot(), 7);
const spawns: Spawn[] = position.afterstate(legal[0] ?? 0)?.spawns ?? [];
for (const spawn of spawns) console.log(position.copy().playSpawn(0, spawn), spawn.probability);
const levels: Float32Array = position.game(0).levels();
const batch = Batch.resume(mode, new Batch(mode, { restart: "nextStep", maxSteps: 100 }).snapshot()).copy();
batch.load(0, batch.game(1, 0).copy());
console.log(levels, batch.scores(), JSON.stringify(batch));
// @ts-expect-error there is no such word
new Batch(mode, { restart: "later" });
const failure = {} as PolymergeError;
console.log(kinds, masks, legal, failure.kind satisfies string);
// @ts-expect-error it is no number
game.play("left");
`);
  for (const options of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
    ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom"],
  ]) {
    tool("tsc", "--noEmit", "--strict", "--target", "es2022", "--types", "", "--skipLibCheck", "false", ...options, "typed.ts");
  }
});

test("publint and arethetypeswrong find nothing", () => {
  tool("publint", "--strict", tarball);
  tool("attw", tarball, "--profile", "node16", "--entrypoints", ".", "./package.json");
  // For pages and for bundlers of servers, which take modules.
  tool("attw", tarball, "--profile", "node16", "--entrypoints", "./web", "./inline", "--ignore-rules", "cjs-resolves-to-esm");
});

test("the licences are in it", () => {
  const packed = join(project, "node_modules/polymerge");
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "README.md"]) assert.ok(readFileSync(join(packed, name)).length > 500, name);
});
