// The entry `polymerge/small`: the games of the package in a module that a page can wait for.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import * as polymerge from "polymerge";
import { SmallGame } from "polymerge/small";

/** Bytes with brotli that a first move may wait for. */
const MOST = 500_000;

test("module and script together stay below the bound", () => {
  const size = (file) => brotliCompressSync(readFileSync(new URL(`../small/${file}`, import.meta.url))).length;
  const [module, script] = [size("small_bg.wasm"), size("small.js")];
  console.log(`the small engine: ${module} + ${script} bytes with brotli`);
  assert.ok(module + script < MOST, `${module} + ${script}`);
});

/** Returns all that a page shows of a game, with looks in place of their numbers. */
function shown(game, now) {
  const looks = new Map();
  const look = (id) => {
    if (id < 0) return null;
    if (!looks.has(id)) looks.set(id, { ...game.face(id), id: 0 });
    return looks.get(id);
  };
  const view = game.view(now);
  return {
    state: game.state(),
    view: {
      ...view,
      cells: view.cells.map((row) => row.map((cell) => ({ ...cell, face: look(cell.face) }))),
      statBoxes: view.statBoxes.map((box) => ({ ...box, faces: box.faces.map(look) })),
      nextTiles: view.nextTiles.map(look),
    },
  };
}

const withoutFaces = (turn) => JSON.parse(JSON.stringify(turn, (key, value) => (key === "face" ? undefined : value)));

/** Does the same in both games, and gives what came of it. */
function both(games, call) {
  const [one, other] = games.map((game) => {
    try {
      return call(game);
    } catch (error) {
      return { kind: error.kind, code: error.code, message: error.message };
    }
  });
  assert.deepEqual(other, one);
  return one;
}

/** Chooses by a number from 0 on, in no order that a game could be made for. */
const chosen = (step, of) => ((step * step + 5 * step + 3) % 101) % of;

for (const { name } of polymerge.modes()) {
  test(`${name} is played and shown as by the package, move by move, and the package goes on`, () => {
    const mode = polymerge.Mode.builtIn(name);
    const [seed, began] = ["18446744073709551557", 1_000];
    const small = SmallGame.start(mode.toRaw(), seed, began);
    const games = [polymerge.Game.start(mode, { seed, now: began }), small];
    assert.equal(small.seed, seed);
    both(games, (game) => shown(game, began));
    both(games, (game) => game.rules(began));
    const count = mode.directions.length;
    let now = began;
    for (let step = 0; step < 40; step++) {
      now += 700;
      if (step % 9 === 8) assert.equal(both(games, (game) => game.undo()), true);
      if (step % 18 === 17) both(games, (game) => game.redo());
      if (mode.interval !== undefined) both(games, (game) => withoutFaces(game.tick(now, { faces: true })));
      if (small.state().canPlayOn) both(games, (game) => withoutFaces(game.playOn(now, { faces: true })));
      if (mode.tilesCanBeClicked && step % 5 === 0)
        both(games, (game) => withoutFaces(game.clickTile(step % 3, step % 2, now, { faces: true })));
      both(games, (game) => withoutFaces(game.play(chosen(step, count + (step % 10 === 0)), now, { faces: true })));
      both(games, (game) => shown(game, now));
    }
    both(games, (game) => game.rules(now));
    for (const game of games) game.free();
  });
}

test("a step more than a thousand is forgotten", () => {
  const fields = JSON.parse(polymerge.Mode.builtIn("classic").toRaw());
  // Without new tiles the first ones can go left and right for ever.
  const tilesPerTurn = 26;
  assert.equal(fields[tilesPerTurn], 1);
  fields[tilesPerTurn] = 0;
  const game = SmallGame.start(JSON.stringify(fields), "7", 0);
  let moves = 0;
  for (let press = 0; press < 1010; press++) moves += game.play(2 + (press % 2), press).moved ? 1 : 0;
  assert.ok(moves > 1005);
  let undone = 0;
  while (game.undo()) undone++;
  assert.equal(undone, 1000);
});

test("what is no raw mode, no seed or no time is refused", () => {
  const raw = polymerge.Mode.builtIn("classic").toRaw();
  for (const [mode, seed, now, message] of [
    ["{", "1", 0, /not JSON/],
    ["[]", "1", 0, /list of \d+ fields, not of 0/],
    [raw.replace(/^\[\d+/, "[-1"), "1", 0, /^width: /],
    [raw.replace(/^\[\d+/, "[7"), "1", 0, /^starting_grid: must be 4 rows of 7 cells/],
    [raw, "x", 0, /seed must be/],
    [raw, "18446744073709551616", 0, /seed must be/],
    [raw, "1", NaN, /time/],
  ])
    assert.throws(() => SmallGame.start(mode, seed, now), { name: "PolymergeError", kind: "input", message });
});
