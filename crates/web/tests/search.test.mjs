// Positions of an engine: looking ahead, copies, texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine, Game, Mode } from "polymerge";
import { play } from "../examples/expectimax.js";

const mode = Mode.builtIn("2048");
const engine = new Engine(mode);
const sum = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
const thrown = (call) => assert.throws(call, { name: "PolymergeError" }) ?? error(call);

function error(call) {
  try {
    call();
  } catch ({ kind, code, message }) {
    return { kind, code, message };
  }
}

test("an afterstate is the board before anything spawns, with its points and spawns", () => {
  const position = engine.start(7);
  for (let move = 0; move < 60; move++) {
    for (const direction of position.legal()) {
      const after = position.afterstate(direction);
      assert.equal(after.board.score, position.score + after.points);
      assert.ok(Math.abs(sum(after.spawns.map(({ probability }) => probability)) - 1) < 1e-9);
      const before = [...after.board.kinds()];
      for (const spawn of [after.spawns[0], after.spawns.at(-1)]) {
        const placed = position.copy();
        assert.equal(placed.playSpawn(direction, spawn), true);
        const wanted = before.with(4 * spawn.row + spawn.column, spawn.kind);
        assert.deepEqual([...placed.kinds()], wanted);
        assert.deepEqual([placed.score, placed.moves], [after.board.score, position.moves + 1]);
      }
    }
    position.play(position.legal()[0]);
  }
});

test("there is no afterstate of what moves nothing, and no other tile is placed", () => {
  const row = Mode.fromFile('{ "extends": "001-2048.jsonc", "grid": "4x1" }');
  const own = new Engine(row);
  const position = own.start(7);
  const still = [0, 1, 2, 3].filter((direction) => !position.legal().includes(direction));
  assert.ok(still.length >= 2);
  for (const direction of still) assert.equal(position.afterstate(direction), undefined);
  const [direction] = position.legal();
  const { spawns } = position.afterstate(direction);
  const before = position.snapshot();
  for (const change of [{ row: 3 }, { column: 99 }, { kind: 77 }]) {
    const failed = thrown(() => position.playSpawn(direction, { ...spawns[0], ...change }));
    assert.deepEqual([failed.kind, failed.code], ["input", "no-such-spawn"]);
    assert.match(failed.message, /see the spawns of its afterstate/);
  }
  assert.equal(thrown(() => position.playSpawn(still[0], spawns[0])).code, "no-such-spawn");
  assert.equal(position.snapshot(), before);
  assert.equal(position.playSpawn(direction, spawns[0]), true);
});

test("spawns are found anew where another direction was looked at last", () => {
  const position = engine.start(7);
  const [one, other] = position.legal();
  const { spawns } = position.afterstate(one);
  position.afterstate(other);
  const copy = position.copy();
  copy.playSpawn(one, spawns[2]);
  assert.equal(copy.kinds()[4 * spawns[2].row + spawns[2].column], spawns[2].kind);
});

test("a copy goes on with the same random numbers, a fork with others", () => {
  const position = engine.start(7);
  const after = (one) => {
    for (let move = 0; move < 20; move++) one.play(one.legal()[0]);
    return String(one.kinds());
  };
  const [copy, fork] = [position.copy(), position.fork(8)];
  const wanted = after(position);
  assert.equal(after(copy), wanted);
  assert.notEqual(after(fork), wanted);
});

test("positions are texts, for other engines of equal rules", () => {
  const position = engine.start(7);
  for (let move = 0; move < 30; move++) position.play(position.legal()[0]);
  const other = new Engine(Mode.builtIn("2048")).resume(position.snapshot(), 3);
  const here = position.fork(3);
  for (let move = 0; move < 30 && !here.isOver; move++) {
    const [direction] = here.legal();
    here.play(direction);
    other.play(direction);
    assert.deepEqual([other.score, other.moves, String(other.values())], [here.score, here.moves, String(here.values())]);
  }
  for (const text of ["", "x", "[]", "[1]", "1".repeat(1000), position.snapshot().slice(1), position.snapshot().replace("[1,", "[9,")]) {
    assert.deepEqual([thrown(() => engine.resume(text)).kind, thrown(() => engine.resume(text)).code], ["code", "bad-snapshot"], text);
  }
  const dive = new Engine(Mode.builtIn("dive"));
  assert.match(thrown(() => dive.resume(position.snapshot())).message, /other rules/);
});

test("a position is a game again, with its random numbers", () => {
  const position = engine.start(7);
  for (let move = 0; move < 10; move++) position.play(position.legal()[0]);
  const game = position.game(0);
  for (let move = 0; move < 30; move++) {
    const [direction] = game.legal();
    game.play(direction, move);
    position.play(direction);
    assert.deepEqual([...game.values()], [...position.values()]);
  }
  assert.deepEqual([game.moves, game.state().steps], [40, 30]);
});

test("levels are numbers for learners, one for each content", () => {
  const game = Game.start(Mode.builtIn("2048"), { seed: 7, now: 0 });
  for (let move = 0; move < 40; move++) game.play(game.legal()[0], 0);
  const levels = game.levels();
  assert.ok(levels instanceof Float32Array);
  [...game.values()].forEach((value, cell) => assert.equal(levels[cell], value === 0 ? 0 : Math.fround(1 + Math.log2(value))));
  const own = new Engine(game.mode);
  assert.deepEqual(own.position(game).levels(), levels);
});

test("expectimax can be written, and plays better than random moves", () => {
  const searching = new Engine(Mode.builtIn("classic").change({ modifiers: { width: 3, height: 3 } }));
  const seeds = [1, 2, 3];
  const random = seeds.map((seed) => {
    const position = searching.start(seed);
    for (let move = seed; !position.isOver; move += 7) position.play(position.legal()[move % position.legal().length]);
    return position.score;
  });
  const searched = seeds.map((seed) => play(searching, seed, 1));
  assert.ok(searched.every(({ isOver }) => isOver));
  assert.ok(sum(searched.map(({ score }) => score)) > 2 * sum(random), `${searched.map(({ score }) => score)} against ${random}`);
});

test("docs/web.md shows the example as it is", () => {
  const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
  const [part] = /\/\*\* The mean [^]*?^\}\n/m.exec(read("../examples/expectimax.js"));
  assert.ok(read("../../../docs/web.md").includes(part));
});

test("what may spawn is not known in every mode, and expectimax plays those as well", () => {
  for (const [name, isKnown] of [["dive", true], ["prowler", false]]) {
    const own = new Engine(Mode.builtIn(name).change({ modifiers: { width: 3, height: 3 } }));
    const position = own.start(1);
    const after = position.afterstate(position.legal()[0]);
    assert.deepEqual([after !== undefined, after?.spawns], [isKnown, undefined], name);
    assert.equal(thrown(() => position.playSpawn(position.legal()[0], { row: 0, column: 0, kind: 0, probability: 1 })).code, "no-such-spawn");
    assert.ok(play(own, 1, 1).moves > 3, name);
  }
});
