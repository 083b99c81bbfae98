// Batches: what is refused, what follows the end of a game, copies, texts, games of their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Batch, Engine, Game, Mode } from "polymerge";

const mode = Mode.builtIn("2048");
const small = mode.change({ modifiers: { width: 2, height: 2 } });

function error(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, "PolymergeError", `${error.stack}`);
    return error;
  }
  assert.fail(`${call} threw nothing`);
}

/** The first legal direction of each game. */
function first(batch) {
  const legal = batch.legal();
  const row = (game) => legal.subarray(batch.directions * game, batch.directions * (game + 1));
  return Uint8Array.from({ length: batch.games }, (_, game) => Math.max(0, row(game).indexOf(1)));
}

const stands = (batch) => JSON.stringify([batch.values(), batch.rewards(), batch.scores(), batch.over(), batch.truncated(), batch.won(), batch.ended].map(String));

test("a batch looks ahead in all games as an engine does in one", () => {
  const batch = new Batch(mode, { games: 3, seed: 5 });
  const engine = new Engine(mode);
  const { cells, directions } = batch;
  for (let step = 0; step < 20; step++) {
    const { kinds, points } = batch.afterstates();
    const [now, legal] = [batch.kinds(), batch.legal()];
    assert.deepEqual([kinds.length, points.length], [3 * directions * cells, 3 * directions]);
    for (let place = 0; place < 3 * directions; place++) {
      const [game, direction] = [Math.floor(place / directions), place % directions];
      const after = legal[place] ? engine.position(batch.game(game)).afterstate(direction) : undefined;
      const board = after ? after.board.kinds() : now.slice(game * cells, (game + 1) * cells);
      assert.deepEqual([...kinds.slice(place * cells, (place + 1) * cells)], [...board]);
      assert.equal(points[place], after ? after.points : 0);
    }
    batch.step(first(batch));
  }
});

test("no games, too many, and what is no direction are refused before anything happens", () => {
  const batch = new Batch(mode, { games: 3 });
  batch.step(first(batch));
  const before = stands(batch);
  const cases = [
    [() => new Batch(mode, { games: 0 }), "bad-argument", "options.games must be a whole number from 1 to 65536, not 0"],
    [() => new Batch(mode, { games: 65_537 }), "bad-argument", "options.games must be a whole number from 1 to 65536, not 65537"],
    [() => new Batch(mode, { maxSteps: 0 }), "bad-argument", "options.maxSteps must be a whole number from 1 to 4294967295, not 0"],
    [() => new Batch(mode, { restart: "next" }), "bad-argument", 'options.restart must be one of sameStep, nextStep, byHand, not the string "next"'],
    [() => batch.step(new Uint8Array([0, 1, 4])), "no-such-direction", "directions[2] must be a whole number from 0 to 3, not 4"],
    [() => batch.step(new Uint8Array([255, 1, 4])), "no-such-direction", "directions[0] must be a whole number from 0 to 3, not 255"],
    [() => batch.step(new Uint8Array(2)), "bad-argument", "directions has 2 entries; there are 3 games"],
    [() => batch.restart(new Uint8Array(4)), "bad-argument", "which has 4 entries; there are 3 games"],
    [() => batch.game(3), "no-such-game", "there is no game with this number"],
    [() => batch.load(3, Game.start(mode)), "no-such-game", "there is no game with this number"],
    [() => batch.load(0, Game.start(small)), "foreign", "it belongs to another engine or ruleset"],
  ];
  for (const [call, code, message] of cases) {
    const found = error(call);
    assert.deepEqual([found.code, found.message], [code, message], String(call));
    if (code !== "no-such-game" && code !== "foreign") assert.equal(found.kind, "input");
  }
  assert.equal(stands(batch), before);
});

test("a mode without directions can't be stepped", () => {
  const still = Mode.fromFile('{ "extends": "001-2048.jsonc", "directions": [] }');
  const batch = new Batch(still, { games: 2 });
  assert.deepEqual([batch.directions, batch.legal().length], [0, 0]);
  const { code, message } = error(() => batch.step(new Uint8Array(2)));
  assert.deepEqual([code, message], ["no-such-direction", "the mode has no directions"]);
});

test("a direction that can't be pressed now leaves its game as it is", () => {
  const batch = new Batch(mode, { games: 2, seed: 7 });
  // What has moved nothing twice is not available any more.
  for (let step = 0; step < 20; step++) batch.step(new Uint8Array([0, step % 4]));
  const [before] = [batch.values().slice(0, 16)];
  batch.step(new Uint8Array(2));
  assert.deepEqual(batch.failures().map(({ game, code }) => [game, code])[0], [0, "unavailable"]);
  assert.deepEqual(batch.values().slice(0, 16), before);
});

test("the next game begins in the same step, in the next one, or by hand", () => {
  const run = (options) => {
    const batch = new Batch(small, { games: 4, seed: 7, ...options });
    while (!batch.over().includes(1)) batch.step(first(batch));
    const place = batch.over().indexOf(1);
    const isLegal = () => batch.legal().slice(4 * place, 4 * place + 4).includes(1);
    return { batch, place, isLegal };
  };
  const same = run({});
  assert.ok(same.isLegal() && same.batch.scores()[same.place] === 0 && same.batch.finalScores()[same.place] > 0);
  const next = run({ restart: "nextStep" });
  assert.equal(next.isLegal(), false);
  assert.equal(next.batch.scores()[next.place], next.batch.finalScores()[next.place]);
  next.batch.step(first(next.batch));
  assert.equal(next.isLegal(), true);
  const hand = run({ restart: "byHand" });
  hand.batch.step(first(hand.batch));
  assert.equal(hand.isLegal(), false);
  assert.deepEqual(hand.batch.failures().map(({ game, code }) => [game, code]).filter(([game]) => game === hand.place), [[hand.place, "not-playing"]]);
  hand.batch.restart(hand.batch.over());
  assert.equal(hand.isLegal(), true);
});

test("games are cut off after the most steps", () => {
  const batch = new Batch(mode, { games: 2, maxSteps: 5 });
  for (let step = 0; step < 5; step++) {
    assert.deepEqual([...batch.truncated()], [0, 0]);
    batch.step(first(batch));
  }
  assert.deepEqual([[...batch.truncated()], [...batch.over()], batch.ended], [[1, 1], [0, 0], 2]);
});

test("a copy and a text go on as the batch does, to other games as well", () => {
  for (const options of [{}, { restart: "nextStep" }, { maxSteps: 9 }]) {
    const batch = new Batch(small, { games: 5, seed: 3, ...options });
    for (let step = 0; step < 15; step++) batch.step(first(batch));
    const others = [batch.copy(), Batch.resume(small, batch.snapshot()), Batch.resume(Mode.fromFile(small.toFile()), batch.snapshot())];
    for (const other of others) assert.equal(stands(other), stands(batch));
    for (let step = 0; step < 40; step++) {
      const directions = first(batch);
      for (const one of [batch, ...others]) one.step(directions);
      for (const other of others) assert.equal(stands(other), stands(batch), JSON.stringify(options));
    }
    assert.ok(batch.ended > 5);
  }
  const text = new Batch(mode, { games: 2 }).snapshot();
  for (const wrong of ["", "x", text.split("\n")[0], text.replace(/^\[\[\d+/, "[[77"), `${text}\n[]`, text.replaceAll("[0]", "[[0]]").slice(0, -3)]) {
    const { kind, code } = error(() => Batch.resume(mode, wrong));
    assert.deepEqual([kind, code], ["code", "bad-snapshot"], wrong);
  }
});

test("a game comes out of a batch and goes on as it would there", () => {
  const batch = new Batch(mode, { games: 3, seed: 5 });
  for (let step = 0; step < 20; step++) batch.step(first(batch));
  const games = [0, 1, 2].map((index) => batch.game(index, 0));
  assert.deepEqual(games.flatMap((game) => [...game.values()]), [...batch.values()]);
  for (let step = 0; step < 30 && batch.ended === 0; step++) {
    const directions = first(batch);
    batch.step(directions);
    games.forEach((game, index) => game.press(directions[index], step));
    if (batch.ended === 0) assert.deepEqual(games.flatMap((game) => [...game.values()]), [...batch.values()]);
  }
  assert.ok(games.every((game) => game.moves >= 40 && game.state().steps >= 20));
});

test("a game is loaded into a place", () => {
  const batch = new Batch(mode, { games: 2, seed: 5 });
  const game = Game.start(mode, { seed: 99, now: 0 });
  for (let move = 0; move < 30; move++) game.press(game.legal()[0], 0);
  const other = batch.values().slice(0, 16);
  batch.load(1, game);
  assert.deepEqual([...batch.values()], [...other, ...game.values()]);
  assert.equal(batch.scores()[1], game.score);
});

test("levels of all games are those of each", () => {
  const batch = new Batch(mode, { games: 2, seed: 5 });
  for (let step = 0; step < 20; step++) batch.step(first(batch));
  const levels = batch.levels();
  assert.ok(levels instanceof Float32Array && Math.max(...levels) > 2);
  assert.deepEqual([...levels], [0, 1].flatMap((index) => [...batch.game(index, 0).levels()]));
});

test("a copy of a game has its random numbers and its steps", () => {
  const game = Game.start(mode, { seed: 7, now: 0 });
  for (let move = 0; move < 10; move++) game.press(game.legal()[0], 0);
  const copy = game.copy();
  assert.deepEqual([copy.seed, copy.state()], [game.seed, game.state()]);
  for (let move = 0; move < 10; move++) for (const one of [game, copy]) one.press(one.legal()[0], 0);
  assert.deepEqual(copy.state(), game.state());
  while (copy.undo());
  assert.deepEqual([copy.moves, game.moves], [0, 20]);
});
