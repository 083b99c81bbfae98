// The small entry `polymerge/bots`: without built-in modes, pictures and replays, and with
// the same games.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import * as polymerge from "polymerge";
import * as bots from "polymerge/bots";

const code = polymerge.Mode.builtIn("dive").toCode();

test("it is a sixth smaller than the package", () => {
  const size = (folder) => brotliCompressSync(readFileSync(new URL(`../${folder}/polymerge_bg.wasm`, import.meta.url))).length;
  const [small, whole] = [size("bots"), size("pkg")];
  assert.ok(small < 0.84 * whole, `${small} of ${whole} bytes`);
});

test("it plays the games of the package", () => {
  const [one, other] = [polymerge, bots].map(({ Game, Mode }) => Game.start(Mode.fromCode(code), { seed: 7, now: 0 }));
  for (let turn = 0; turn < 100 && !one.isOver; turn++) {
    const [direction] = one.legal();
    assert.deepEqual(other.legal(), one.legal());
    assert.deepEqual(other.play(direction, 0), one.play(direction, 0));
  }
  assert.deepEqual(other.values(), one.values());
  assert.equal(other.save(0), one.save(0));
});

test("it searches, gives hints, plays many games at once and checks claims", () => {
  const mode = bots.Mode.fromFile('{ "spawns": [{ "tile": [1] }], "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }] }');
  const engine = new bots.Engine(mode);
  const position = engine.start(7);
  assert.ok(position.legal().length > 0);
  const game = bots.Game.start(mode, { seed: 7 });
  const hint = new bots.Hint(game, { seed: 1 });
  hint.run(1000);
  assert.ok(game.legal().includes(hint.ranking().choices[0].direction));
  const { spawns } = position.afterstate(position.legal()[0]);
  assert.equal(position.copy().playSpawn(position.legal()[0], spawns[0]), true);
  assert.deepEqual(engine.resume(position.snapshot(), 7).values(), position.values());
  const batch = new bots.Batch(mode, { games: 10, seed: 7 });
  batch.step(new Uint8Array(10));
  assert.equal(batch.rewards().length, 10);
  assert.deepEqual(bots.Batch.resume(mode, batch.snapshot()).levels(), batch.levels());
  assert.equal(batch.game(9, 0).score, batch.scores()[9]);
  assert.throws(() => structuredClone(batch), { code: "not-data" });
  const moves = bots.writeMoves(mode, [0, 1, 2, 3]);
  const { score } = bots.playMoves(mode, 7, [0, 1, 2, 3]);
  assert.equal(bots.verify(mode, 7, moves, score).holds, true);
});

test("what is not in it is said", () => {
  assert.throws(() => bots.Mode.builtIn("dive"), { code: "no-such-mode" });
  for (const name of ["ReplayPlayer", "modePicture", "open"]) assert.equal(name in bots, false, name);
});
