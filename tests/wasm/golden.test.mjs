// Recorded games of 20 modes, played inside WebAssembly and compared with what
// the reference did, line by line. The golden data is looked for where the
// environment variable POLYMERGE_SHARED says, or beside the workspace.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));
const data = join(process.env.POLYMERGE_SHARED ?? join(root, "../shared"), "conformance");
const built = join(root, "target/conformance-wasm");
const MODES = 20;

if (!existsSync(join(data, "games"))) {
  console.error(`SKIPPED: no recorded games were played in WebAssembly; there is no golden data at ${data}`);
} else {
  const { initSync, modeFile, playGame } = await import(join(built, "conformance.js"));
  initSync({ module: readFileSync(join(built, "conformance_bg.wasm")) });

  const text = (file) => {
    const bytes = readFileSync(join(data, file));
    return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  };
  const isVariant = (lines) => lines.slice(0, lines.indexOf("\n")).includes('"variant":true');

  // One game of each mode, and of the modes as many as are wanted, from first to last.
  const games = new Map();
  for (const name of readdirSync(join(data, "games")).sort()) {
    const mode = /^(\d+)-.*\.jsonl(\.gz)?$/.exec(name)?.[1];
    if (mode && !games.has(mode) && !isVariant(text(join("games", name)))) {
      games.set(mode, name);
    }
  }
  const names = [...games.values()];
  const chosen = Array.from({ length: MODES }, (_, place) => names[Math.floor((place * names.length) / MODES)]);

  test(`there are games of ${MODES} modes`, () => assert.equal(new Set(chosen).size, MODES));
  for (const name of chosen) {
    test(name, () => {
      const lines = text(join("games", name));
      playGame(name, lines, text(modeFile(lines)));
    });
  }
  test("a difference is noticed", () => {
    const lines = text(join("games", chosen[0]));
    const wrong = lines.replace(/"score":(\d+),(?=[^]*"op":"end")/, '"score":1$1,');
    assert.notEqual(wrong, lines);
    assert.throws(() => playGame(chosen[0], wrong, text(modeFile(lines))), (error) => /line \d+.*score/.test(String(error)));
  });
}
