// All suites of tests/wasm/src/suite.rs inside WebAssembly. Golden data tells
// what must come out, and otherwise what `native-results` wrote. The golden data
// is looked for where the environment variable POLYMERGE_SHARED says, or beside
// the workspace.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const root = fileURLToPath(new URL("../..", import.meta.url));
const data = join(process.env.POLYMERGE_SHARED ?? join(root, "../shared"), "conformance");
const built = join(root, "target/conformance-wasm");
const native = join(root, "target/native-results");
const { initSync, ownSuites, goldenSuites } = await import(join(built, "conformance.js"));
initSync({ module: readFileSync(join(built, "conformance_bg.wasm")) });

/** Runs a suite in a worker of its own, with the stack that browsers give. */
function run(suite, expected) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("suite.mjs", import.meta.url), {
      workerData: { built, data, root, suite, expected },
      resourceLimits: { stackSizeMb: 1 },
    });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the worker ended without an answer")));
  });
}

/** How many failures of a family are known. */
function known(suite) {
  const lines = readFileSync(join(root, "tests/known.txt"), "utf8").split("\n");
  const line = lines.find((line) => line.startsWith(`${suite.slice("golden ".length)}:`));
  return Number(line?.split(":")[1] ?? 0);
}

async function check(suite, expected) {
  const { count, faults } = await run(suite, expected);
  assert.ok(count > 0, "there are no cases");
  assert.ok(faults.length <= known(suite), `${faults.length} of ${count}:\n${faults.slice(0, 20).join("\n")}`);
}

describe("suites", { concurrency: 2 }, () => {
  const golden = existsSync(data);
  if (!golden) console.error(`SKIPPED: golden data in WebAssembly; there is none at ${data}`);
  for (const suite of golden ? goldenSuites() : []) test(suite, () => check(suite));
  for (const suite of ownSuites()) {
    test(suite, () => check(suite, readFileSync(join(native, `${suite}.txt`), "utf8").trim().split("\n")));
  }
  test("a difference is noticed", async () => {
    const lines = readFileSync(join(native, "wide.txt"), "utf8").trim().split("\n");
    const wrong = lines.with(1, lines[1].replace(/^./, (digit) => (digit === "0" ? "1" : "0")));
    const { faults } = await run("wide", wrong);
    assert.equal(faults.length, 1);
    assert.match(faults[0], /^\["@BigInt 6542","primeB"\]: differs/);
  });
});
