// A seed and moves come to equal states in WebAssembly and elsewhere:
// a game of every built-in mode, compared with stress/fingerprints.txt.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "target/conformance-wasm");
const { fingerprintOf, initSync, modeNames } = await import(join(built, "conformance.js"));
initSync({ module: readFileSync(join(built, "conformance_bg.wasm")) });

const lines = readFileSync(join(root, "stress/fingerprints.txt"), "utf8").trim().split("\n");
const known = new Map(lines.map((line) => line.split(" ")));

test("every mode has a fingerprint", () => assert.deepEqual(modeNames(), [...known.keys()]));
for (const [mode, fingerprint] of known) {
  test(mode, () => assert.equal(fingerprintOf(mode), fingerprint));
}
