// A worker that runs a suite in the WebAssembly module, and says what is not
// as it must be.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

const { built, data, root, suite, expected } = workerData;
const bytes = readFileSync(join(built, "conformance_bg.wasm"));

/** All files below a folder. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

let instances = 0;

/** A fresh module with the suite's cases: after a panic, nothing of the one before is of use. */
async function load() {
  const module = await import(`${join(built, "conformance.js")}?${instances++}`);
  module.initSync({ module: bytes });
  if (suite.startsWith("golden ")) {
    for (const file of filesBelow(data)) module.putFile(relative(data, file), true, readFileSync(file));
  } else {
    for (const folder of ["fuzz/corpus", "stress/hostile"]) {
      for (const file of filesBelow(join(root, folder))) {
        module.putFile(relative(root, file), false, readFileSync(file));
      }
    }
  }
  return { module, names: module.open(suite) };
}

/** What is wrong with a text; empty: nothing. */
function fault(module, number, text) {
  if (!expected) return text;
  const digest = module.digestOf(text);
  if (digest === expected[number]?.slice(0, 16)) return "";
  return `differs from the native result (native-results --show ${suite} ${number}): ${text.slice(0, 500)}`;
}

let { module, names } = await load();
const faults = [];
for (const [number, name] of names.entries()) {
  try {
    const wrong = fault(module, number, module.run(number));
    if (wrong) faults.push(`${name}: ${wrong}`);
  } catch (error) {
    faults.push(`${name}: ${error}`);
    // A module is 3 MB of code that is never freed.
    if (instances > 50) break;
    ({ module } = await load());
  }
}
if (expected && expected.length !== names.length) {
  faults.push(`there are ${names.length} cases here and ${expected.length} natively`);
}
parentPort.postMessage({ count: names.length, faults });
