// Objects of classes are handles: what would copy them as data is refused in words, or has a
// text by which they are made again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { MessageChannel } from "node:worker_threads";
import * as polymerge from "polymerge";
import { mode, samples } from "./calls.mjs";

const { Batch, Engine, Game, Mode } = polymerge;
const notData = { name: "PolymergeError", kind: "input", code: "not-data" };

test("handles are not cloned or posted, and the reason is said", () => {
  const { port1, port2 } = new MessageChannel();
  for (const [name, make] of Object.entries(samples)) {
    const handle = make();
    assert.throws(() => structuredClone(handle), { ...notData, message: /snapshot\(\)/ }, name);
    assert.throws(() => structuredClone({ deep: [handle] }), notData, name);
    assert.throws(() => port1.postMessage(handle), notData, name);
  }
  port1.close();
  port2.close();
});

test("JSON has the text by which a handle is made again, or refuses it", () => {
  const game = Game.start(mode, { seed: 7, now: 0 });
  for (let move = 0; move < 20; move++) game.play(game.legal()[0], move * 100);
  const position = new Engine(mode).position(game, 5);
  const batch = new Batch(mode, { games: 2, seed: 3 });
  const kept = JSON.parse(JSON.stringify({ mode, game, position, batch }));
  assert.deepEqual(Object.values(kept).map((text) => typeof text), Array(4).fill("string"));
  assert.equal(Mode.fromFile(kept.mode).digest(), mode.digest());
  const again = Game.resume(kept.game);
  assert.deepEqual(again.state().grid, game.state().grid);
  assert.ok(again.undo());
  assert.deepEqual(new Engine(mode).resume(kept.position, 5).values(), position.values());
  assert.deepEqual(Batch.resume(mode, kept.batch).values(), batch.values());
  const texts = ["Mode", "Game", "Position", "Batch"];
  for (const [name, make] of Object.entries(samples)) {
    if (!texts.includes(name)) assert.throws(() => JSON.stringify(make()), { ...notData, message: new RegExp(name) });
  }
});

test("consoles show what a handle is", () => {
  const game = Game.start(mode, { seed: 7, now: 0 });
  const cases = [
    [mode, "Mode { name: '001-2048', title: '2048' }"],
    [game, "Game { seed: '7', status: 'playing', score: 0, moves: 0 }"],
    [new Engine(mode).position(game), "Position { isOver: false, score: 0, moves: 0 }"],
    [new Batch(mode, { games: 2 }), "Batch { games: 2, ended: 0 }"],
    [new Engine(mode), "Engine {}"],
    [{ a: { b: { game } } }, "{ a: { b: { game: [Game] } } }"],
  ];
  for (const [value, text] of cases) assert.equal(inspect(value), text);
  for (const [name, make] of Object.entries(samples)) {
    const handle = make();
    assert.match(inspect(handle), new RegExp(`^${name} \\{`));
    handle.free();
    assert.equal(inspect(handle), `[${name}, freed]`);
  }
});
