// The package as a program in Node sees it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import init, * as polymerge from "polymerge";
import * as author from "polymerge/author";

const { Batch, Engine, Game, Mode, ReplayPlayer, Trial } = polymerge;

/** What a call throws: kind and message. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, "PolymergeError", `${error.stack}`);
    assert.ok(error instanceof Error);
    return error;
  }
  assert.fail("nothing was thrown");
}

/** A game of seed 7 after some moves, half a second each. */
function played(name = "2048", moves = 40) {
  const game = Game.start(Mode.builtIn(name), { seed: 7, now: 0 });
  for (let move = 1; move <= moves && game.state().screen === "play"; move++) {
    const open = game.available();
    game.play(open[move % open.length], move * 500);
  }
  return game;
}

test("the module and its JavaScript fit the budget of 1.35 MB", () => {
  const bytes = ["pkg/polymerge_bg.wasm", "pkg/polymerge.js"]
    .map((file) => brotliCompressSync(readFileSync(new URL(`../${file}`, import.meta.url))).length)
    .reduce((sum, length) => sum + length);
  assert.ok(bytes <= 1_350_000, `${bytes} bytes`);
});

test("initializing again does no harm", async () => {
  await init();
  assert.match(polymerge.version(), /^\d+\.\d+\.\d+$/);
});

test("the catalogue lists all modes, with pictures", () => {
  const modes = polymerge.modes();
  const file = new URL("../../modefile/modes/catalogue.jsonl", import.meta.url);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  assert.deepEqual(modes.map(({ name }) => name), lines.map((line) => JSON.parse(line).name));
  const dive = modes.find((mode) => mode.name === "050-dive");
  assert.equal(dive.title, "DIVE");
  assert.ok(dive.family && dive.width === 4 && Array.isArray(dive.features));
  const { modes: listed } = JSON.parse(readFileSync(new URL("../pkg/catalogue.json", import.meta.url), "utf8"));
  assert.deepEqual(listed.map(({ picture, tags, ...mode }) => mode), JSON.parse(JSON.stringify(modes)));
  assert.ok(listed.every(({ tags }) => Array.isArray(tags)));
  for (const { name, picture } of listed) {
    assert.match(picture, /^<svg [^]*<\/svg>$/, name);
    assert.ok(picture.split("<clipPath").length > 1, `${name} shows no tile`);
  }
});

test("tiles look the same, whether or not the turns before were looked at", () => {
  const texts = (game) =>
    game.view().cells.map((cells) => cells.map(({ face }) => (face < 0 ? "" : game.face(face).text)));
  const games = [0, 1].map(() => Game.start(Mode.builtIn("2048"), { seed: "1085274778", now: 0 }));
  for (const direction of [2, 1, 3, 0]) {
    texts(games[1]);
    for (const game of games) game.play(direction, 0);
  }
  assert.deepEqual(texts(games[0]), texts(games[1]));
  assert.deepEqual(texts(games[0])[0], ["1", "", "", "1"]);
});

test("a game is played, and its turns tell what happened", () => {
  const mode = Mode.builtIn("2048");
  const left = mode.directions.find(({ keys }) => keys.includes("ArrowLeft"));
  assert.deepEqual([left.rows, left.columns], [0, -1]);
  const game = Game.start(mode, { seed: 7, now: 0 });
  assert.equal(game.seed, "7");
  const kinds = new Set();
  let score = 0;
  for (let move = 0; move < 30; move++) {
    const [direction] = game.available();
    const turn = game.play(direction, move * 1000, { faces: true });
    score += turn.score;
    for (const event of turn.events) {
      kinds.add(event.kind);
      if (event.kind === "merge") {
        assert.equal(event.inputs.length, 2);
        assert.equal(game.face(event.outputs[0].face).text, String(2 * Number(game.face(event.inputs[0].face).text)));
      }
    }
  }
  assert.equal(game.state().score, score);
  for (const kind of ["slide", "merge", "spawn", "directionBlocked", "directionsFreed"]) {
    assert.ok(kinds.has(kind), kind);
  }
});

test("seeds can be written as number, bigint and string", () => {
  const grid = (seed) => JSON.stringify(Game.start(Mode.builtIn("2048"), { seed, now: 0 }).state().grid);
  assert.equal(grid(7), grid(7n));
  assert.equal(grid(7), grid("7"));
  assert.notEqual(grid(7), grid(8));
  const largest = Game.start(Mode.builtIn("2048"), { seed: 2n ** 64n - 1n });
  assert.equal(largest.seed, "18446744073709551615");
});

test("steps are undone, made again, and started over", () => {
  const game = played();
  const { grid, steps } = game.state();
  assert.ok(game.undo() && game.state().canRedo);
  assert.notDeepEqual(game.state().grid, grid);
  assert.ok(game.redo());
  assert.deepEqual(game.state().grid, grid);
  game.restart(100_000);
  assert.equal(game.state().moves, 0);
  assert.equal(game.state().steps, steps + 1);
  assert.ok(game.undo());
  assert.deepEqual(game.state().grid, grid);
});

test("the view has everything to draw, with a stable face for each look", () => {
  for (const name of ["2048", "dive", "hexagonal", "3307"]) {
    let mode;
    try {
      mode = Mode.builtIn(name);
    } catch {
      mode = Mode.builtIn("2048").change({ modifiers: { grid: "hexagon" } });
    }
    const game = Game.start(mode, { seed: 1, now: 0 });
    for (let move = 0; move < 10; move++) {
      game.play(game.available()[0], move);
    }
    const view = game.view(10);
    const state = game.state();
    assert.equal(view.cells.length, state.rows);
    assert.deepEqual(view.failures, []);
    const faces = view.cells.flat().filter(({ tile }) => tile !== null);
    assert.ok(faces.length > 0);
    for (const { face, tile } of faces) {
      const { id, svg, text, background, ink } = game.face(face);
      assert.equal(id, face);
      assert.match(svg, /^<svg [^]*<\/svg>$/);
      assert.match(background + ink, /^(#[0-9a-f]{6}){2}$/);
      assert.ok(text.length > 0, tile);
    }
    assert.deepEqual(game.view(10), view);
    assert.ok(view.statBoxes.some(({ visible, title }) => visible && title.length > 0));
    assert.match(game.boardSvg(10), /^<svg /);
  }
});

test("names in the pictures of different faces differ", () => {
  const game = played();
  const ids = new Map();
  for (const { face } of game.view(0).cells.flat().filter(({ face }) => face >= 0)) {
    for (const [, id] of game.face(face).svg.matchAll(/ id="([^"]+)"/g)) {
      assert.equal(ids.get(id) ?? face, face);
      ids.set(id, face);
    }
  }
  assert.ok(ids.size > 1);
});

test("what is saved comes back", () => {
  const game = played("dive");
  const code = game.save(50_000);
  const restored = Game.restore(code, { seed: 7, now: 90_000 });
  assert.deepEqual(restored.state().grid, game.state().grid);
  assert.equal(restored.save(120_000), code, "byte for byte, as long as nothing happens");
  assert.equal(polymerge.open(`  ${code}\n`).kind, "game");
  restored.play(restored.available()[0], 130_000);
  assert.notEqual(restored.save(130_000), code);

  const mode = Mode.fromCode(game.modeCode());
  assert.equal(mode.toCode(), Mode.builtIn("dive").toCode());
  assert.equal(Mode.fromFile(mode.toFile()).toCode(), mode.toCode());
});

test("a snapshot goes on with the same random numbers", () => {
  const game = played();
  const copy = Game.resume(game.snapshot(50_000), 50_000);
  for (let move = 0; move < 10 && game.state().screen === "play"; move++) {
    const [direction] = game.available();
    game.play(direction, 60_000 + move);
    copy.play(direction, 60_000 + move);
  }
  assert.deepEqual(copy.state().grid, game.state().grid);
  assert.equal(copy.mode.info.title, "2048");
});

test("a snapshot keeps the last steps, with what would come", () => {
  for (const [name, moves] of [["2048", 300], ["dive", 300], ["111", 60]]) {
    const game = played(name, moves);
    const { steps } = game.state();
    // Kept more than once: the way back then begins with a state that is known already.
    game.snapshot(200_000);
    const later = Game.resume(game.snapshot(250_000), 9_000_000);
    const kept = later.state().steps;
    assert.ok(kept === steps || kept >= 100, `${name}: ${kept} of ${steps} steps`);
    const again = Game.resume(later.snapshot(9_000_100), 20_000_000);
    for (let step = 0; step < kept; step++) {
      assert.ok(game.undo() && later.undo() && again.undo(), `${name}: ${step}`);
      assert.deepEqual(later.state().grid, game.state().grid, `${name}: ${step}`);
      assert.deepEqual(again.state().grid, game.state().grid, `${name}: ${step}`);
    }
    const [direction] = game.available();
    assert.deepEqual(again.play(direction, 20_000_200), game.play(direction, 250_300), name);
  }
});

test("a snapshot keeps steps that were taken back, to make them again", () => {
  for (const [name, moves] of [["2048", 300], ["dive", 300], ["111", 60]]) {
    const game = played(name, moves);
    for (let step = 0; step < 5; step++) {
      assert.ok(game.undo());
    }
    const later = Game.resume(game.snapshot(250_000), 9_000_000);
    assert.deepEqual(later.state().grid, game.state().grid, name);
    for (let step = 0; step < 5; step++) {
      assert.ok(game.redo() && later.redo(), `${name}: ${step}`);
      assert.deepEqual(later.state().grid, game.state().grid, `${name}: ${step}`);
    }
    assert.equal(later.state().canRedo, false, name);
  }
});

test("a snapshot whose steps lead elsewhere is still a game", () => {
  const game = played();
  const snapshot = JSON.parse(game.snapshot(50_000));
  const wrong = [
    { done: snapshot.history.done.slice(1) },
    { done: ["jump@1"] },
    { done: ["play:99@1"] },
    { code: "@" },
    { random: ["x", "0", "0", "0"] },
    { now: 0 },
  ];
  for (const change of wrong) {
    const history = { ...snapshot.history, ...change };
    const back = Game.resume(JSON.stringify({ ...snapshot, history }), 60_000);
    assert.deepEqual(back.state().grid, game.state().grid);
    assert.equal(back.state().canUndo, false, JSON.stringify(change));
  }
  // The format of earlier versions.
  const { history, ...older } = snapshot;
  assert.equal(Game.resume(JSON.stringify(older), 60_000).state().canUndo, false);
});

test("what the site has kept since its first version goes on", () => {
  const kept = JSON.parse(readFileSync(new URL("../../../web/tests/browser/kept/first.json", import.meta.url), "utf8"));
  const { games } = kept.stores.database;
  assert.ok(games.length > 3);
  for (const { snapshot } of games) {
    const game = Game.resume(snapshot, 2e12);
    assert.equal(game.seed, JSON.parse(snapshot).seed);
    assert.equal(game.mode.info.name, JSON.parse(snapshot).mode);
    assert.ok(game.state().moves > 0 && game.undo() && game.redo());
    assert.equal(polymerge.open(snapshot).kind, "game");
    // Today's format is read as well.
    assert.deepEqual(Game.resume(game.snapshot(2e12), 2e12).state(), game.state());
  }
});

test("a snapshot that is opened goes on with its own random numbers, a code with those of a seed", () => {
  const game = played();
  const after = (one) => (one.play(one.legal()[0], 60_000), JSON.stringify(one.state().grid));
  const opened = polymerge.open(game.snapshot(50_000));
  assert.equal(opened.kind, "game");
  const [own, other] = [opened.game({ now: 50_000 }), opened.game({ now: 50_000, seed: 1 })];
  assert.deepEqual([own.seed, other.seed, own.state().canUndo, other.state().canUndo], ["7", "1", true, false]);
  assert.equal(polymerge.open(game.save(50_000)).game({ seed: 1, now: 50_000 }).seed, "1");
  assert.equal(after(own), after(game));
});

test("legal directions are those that move something, and a dead board is over", () => {
  const game = Game.start(Mode.builtIn("2048"), { seed: 3, now: 0 });
  assert.deepEqual(game.legalMoves(), game.available());
  while (!game.isOver) {
    const legal = game.legal();
    for (const direction of [0, 1, 2, 3]) {
      const fork = game.fork(1);
      const isOpen = game.available().includes(direction);
      assert.equal(isOpen && fork.press(direction, 0), legal.includes(direction));
      fork.free();
    }
    assert.equal(game.status, "playing");
    assert.ok(game.press(legal[0], 0));
  }
  assert.deepEqual([game.status, game.isWon, game.legal()], ["over", false, []]);
  assert.deepEqual([game.score, game.moves], [game.state().score, game.state().moves]);
  assert.ok(game.undo());
  assert.equal(game.status, "playing");
});

test("forks and reseeded games have another future", () => {
  const game = played();
  const [direction] = game.legal();
  const next = (seed) => {
    const fork = game.fork(seed);
    assert.equal(fork.state().canUndo, false);
    fork.press(direction, 30_000);
    return JSON.stringify(fork.state().grid);
  };
  assert.equal(next(5), next("5"));
  assert.ok(new Set([1, 2, 3, 4, 5, 6].map(next)).size > 1);
  assert.equal(typeof next(undefined), "string");
  const futures = new Set();
  for (let seed = 0; seed < 6; seed++) {
    game.press(direction, 30_000);
    futures.add(JSON.stringify(game.state().grid));
    assert.ok(game.undoReseeded(seed));
    assert.equal(game.redo(), false);
  }
  assert.ok(futures.size > 1);
});

test("boards are read as numbers", () => {
  const game = played();
  const cells = game.view(0).cells.flat();
  const texts = cells.map(({ face }) => (face < 0 ? "0" : game.face(face).text));
  assert.ok(game.values() instanceof Float64Array && game.kinds() instanceof Int32Array);
  assert.deepEqual([...game.values()].map(String), texts);
  const kinds = [...game.kinds()].map((number) => game.kind(number));
  assert.deepEqual(kinds.map(({ content }) => content), game.state().grid.flat());
  assert.deepEqual(kinds.map(({ value }) => String(value)), texts);
  assert.ok(kinds.every(({ sort }) => sort === "empty" || sort === "tile"));
  assert.deepEqual([thrown(() => game.kind(1000)).kind, thrown(() => game.kind(1000)).code], ["input", "no-such-kind"]);
});

test("what cells hold is data", () => {
  const game = Game.start(Mode.builtIn("2048"), { seed: 7, now: 0 });
  const tiles = game.state().grid.flat().filter((content) => content !== "@Empty");
  assert.deepEqual(tiles, [[0], [0]]);
  assert.deepEqual(game.faceOf([3]), game.faceOf("[3]"));
  const large = Game.start(Mode.builtIn("dive"), { seed: 7, now: 0 });
  assert.ok(large.state().grid.flat().some((content) => JSON.stringify(content) === '["@BigInt 2"]'));
  const { events } = game.play(game.legal()[0], 0);
  const spawn = events.find(({ kind }) => kind === "spawn");
  assert.deepEqual([spawn.tile, spawn.face], [[1], -1]);
  assert.deepEqual([-1, -2].map((kind) => game.kind(kind).sort), ["empty", "hole"]);
});

test("the faces of a turn are drawn when they are asked for", () => {
  const faces = (options) => {
    const { events } = Game.start(Mode.builtIn("2048"), { seed: 7, now: 0 }).play(2, 0, options);
    return events.filter(({ kind }) => kind === "spawn").map(({ face }) => face);
  };
  assert.ok(faces({ faces: true }).every((face) => face >= 0) && faces().every((face) => face === -1));
});

test("positions of an engine go as the games of their seeds", () => {
  for (const name of ["2048", "dive"]) {
    const mode = Mode.builtIn(name);
    const engine = new Engine(mode);
    const position = engine.start(7);
    const game = Game.start(mode, { seed: 7, now: 0 });
    const fork = position.fork(1);
    for (let move = 0; move < 60 && !position.isOver; move++) {
      const legal = position.legal();
      assert.deepEqual(legal, game.legal());
      assert.equal(position.play(legal[move % legal.length]), game.press(legal[move % legal.length], 0));
      assert.deepEqual([position.score, position.moves, [...position.values()]], [game.score, game.moves, [...game.values()]]);
    }
    assert.deepEqual([...engine.position(game, 1).values()], [...position.values()]);
    assert.deepEqual([...position.kinds()].map((kind) => engine.kind(kind).content), game.state().grid.flat());
    assert.equal(fork.moves, 0);
    const tries = new Set(Array.from({ length: 8 }, (_, seed) => {
      const one = fork.fork(seed);
      one.play(one.legal()[0]);
      return String(one.kinds());
    }));
    assert.ok(tries.size > 1);
  }
  const other = Game.start(Mode.builtIn("classic"), { seed: 7, now: 0 });
  assert.equal(thrown(() => new Engine(Mode.builtIn("2048")).position(other)).code, "foreign");
});

test("programs that call require have the same package", () => {
  const common = createRequire(import.meta.url)("polymerge");
  assert.deepEqual(Object.keys(common).sort(), Object.keys(polymerge).sort());
  assert.equal(common.Game.start(common.Mode.builtIn("2048"), { seed: 7, now: 0 }).legal().length > 0, true);
});

test("the games of a batch are those of their seeds", () => {
  const mode = Mode.builtIn("2048");
  const batch = new Batch(mode, { games: 3, seed: 5 });
  assert.deepEqual([batch.games, batch.cells, batch.directions, batch.ended], [3, 16, 4, 0]);
  const games = [5, 6, 7].map((seed) => Game.start(mode, { seed, now: 0 }));
  const masks = () => games.map((_, place) => [...batch.legal().slice(4 * place, 4 * place + 4)]);
  let steps = 0;
  for (; !games.some((game) => game.isOver); steps++) {
    const actions = masks().map((mask, place) => {
      assert.deepEqual(mask, [0, 1, 2, 3].map((direction) => Number(games[place].legal().includes(direction))));
      return mask.indexOf(1);
    });
    batch.step(new Uint8Array(actions));
    const gained = games.map((game, place) => {
      const { score } = game;
      game.press(actions[place], 0);
      return game.score - score;
    });
    assert.deepEqual([...batch.rewards()], gained);
    assert.deepEqual([...batch.moved()], [1, 1, 1]);
    // Another game follows at once where one is over.
    if (batch.ended === 0) assert.deepEqual([...batch.values()], games.flatMap((game) => [...game.values()]));
  }
  assert.ok(steps > 20);
  const ended = batch.over().indexOf(1);
  assert.equal(batch.finalScores()[ended], games[ended].score);
  assert.ok(games[ended].isOver && batch.finalWins()[ended] === 0);
  batch.reset(0, 5);
  assert.deepEqual([...batch.values()].slice(0, 16), [...Game.start(mode, { seed: 5 }).values()]);
  assert.equal(batch.kind(batch.kinds().find((number) => number >= 0)).sort, "tile");
  assert.equal(thrown(() => new Batch(mode.change({ modifiers: { random_holes: 1 } }))).code, "drawn-mode");
});

test("a claim of a score is checked", () => {
  const mode = Mode.builtIn("2048");
  const directions = [2, 0, 3, 1, 2, 2, 0, 1];
  const { score } = polymerge.playMoves(mode, 7, directions);
  assert.ok(score > 0);
  const moves = polymerge.writeMoves(mode, directions);
  const verdict = polymerge.verify(mode, 7, moves, score, 8);
  assert.deepEqual([verdict.holds, verdict.score, verdict.played + verdict.ignored], [true, score, 8]);
  assert.equal(polymerge.verify(mode, 7, moves, score + 1000).holds, false);
  assert.equal(thrown(() => polymerge.verify(mode, 7, moves, score, 99)).code, "moves-do-not-fit");
  assert.equal(thrown(() => polymerge.writeMoves(mode, [4])).code, "bad-moves");
  assert.deepEqual(polymerge.readMoves(mode, moves, 8), directions);
  // Three moves a character: the ninth may be padding, or a move up.
  assert.deepEqual(polymerge.readMoves(mode, moves, 9), [...directions, 0]);
  const ambiguous = thrown(() => polymerge.readMoves(mode, moves));
  assert.deepEqual([ambiguous.kind, ambiguous.code], ["input", "moves-are-ambiguous"]);
  assert.match(ambiguous.message, /8 to 9 moves/);
  const whole = [3, 2, 1];
  assert.deepEqual(polymerge.readMoves(mode, polymerge.writeMoves(mode, whole)), whole);
  assert.equal(thrown(() => polymerge.readMoves(mode, "?")).kind, "code");
});

test("a game tells the moves that lead to it, whatever was taken back", () => {
  const mode = Mode.builtIn("2048");
  const game = Game.start(mode, { seed: 7, now: 0 });
  const pressed = () => game.play(game.legal()[0], 5);
  pressed();
  pressed();
  game.undo();
  for (let count = 0; count < 20; count++) pressed();
  const directions = game.directions();
  assert.equal(directions.length, 21);
  assert.deepEqual(polymerge.playMoves(mode, 7, directions).state().grid, game.state().grid);
});

test("a replay says what is checked of it, and is played on by hand", () => {
  const player = ReplayPlayer.ofGame(played());
  assert.equal(player.checks, "everything");
  player.seek(5);
  const game = player.takeOver(3);
  assert.deepEqual([game.seed, game.state().grid], ["3", player.state().grid]);
  assert.ok(game.press(game.legal()[0]));
});

test("replays go to any position, forwards and backwards", () => {
  const game = played();
  const code = game.replayCode(50_000);
  const player = ReplayPlayer.fromCode(code);
  assert.equal(player.length, game.state().steps + 1);
  const grids = [player.state().grid];
  while (player.step()) {
    grids.push(player.state().grid);
  }
  assert.equal(grids.length, player.length);
  assert.deepEqual(grids.at(-1), game.state().grid);
  for (const position of [player.length - 2, 3, 17, 0, 20]) {
    player.seek(position);
    assert.equal(player.position, position);
    assert.deepEqual(player.state().grid, grids[position], `position ${position}`);
  }
  assert.equal(ReplayPlayer.ofGame(game).length, player.length);
  assert.equal(player.times.length, player.length);
  assert.ok(player.view().cells.flat().some(({ face }) => face >= 0 && player.face(face).svg));
  assert.equal(polymerge.open(code).replay().length, player.length);
  assert.equal(polymerge.open(`> My game: ${code} (mine)`).code, code);
  assert.equal(polymerge.open(game.mode.toFile()).code, undefined);
});

test("modes are changed by settings and modifiers", () => {
  const mode = Mode.builtIn("2048");
  assert.ok(mode.settings.length > 0);
  assert.equal(mode.change({ settings: { original_spawns: true } }).toFile().includes("85"), false);
  assert.match(thrown(() => mode.change({ settings: { original_spawn: true } })).message, /original_spawns/);
  const names = polymerge.modifiers().map(({ name }) => name);
  assert.ok(names.includes("garbage"));
  const hexagon = mode.change({ modifiers: { grid: "hexagon:3" } });
  assert.ok(hexagon.info.hexagonal);
  assert.equal(hexagon.directions.length, 6);
  assert.match(thrown(() => mode.change({ modifiers: { garbadge: 1 } })).message, /garbadge/);
  assert.match(thrown(() => mode.change({ modifyers: {} })).message, /modifyers/);
});

test("modifiers are chosen by presets, and shared as codes", () => {
  const presets = polymerge.presets();
  assert.ok(presets.length > 10);
  const mode = Mode.builtIn("2048");
  for (const { name, title, modifiers } of presets) {
    assert.ok(title && Object.keys(modifiers).length > 0, name);
    const code = polymerge.modifiersCode({ modifiers });
    assert.match(code, /^@2048PowCompModifiers\|3\.0\|/);
    assert.deepEqual(polymerge.readModifiers(` ${code}\n`), { modifiers, drawnGrid: false }, name);
    assert.equal(mode.change({ modifiersCode: code }).digest(), mode.change({ modifiers }).digest(), name);
  }
  const both = polymerge.modifiersCode({ modifiersCode: polymerge.modifiersCode({ modifiers: { garbage: 2 } }), modifiers: { colors: 3 } });
  assert.deepEqual(polymerge.readModifiers(both).modifiers, { colors: "3", garbage: "2" });
  assert.match(thrown(() => polymerge.readModifiers(mode.toCode())).message, /modifiers/);
  assert.match(thrown(() => polymerge.readModifiers("garbage=2")).message, /modifiers/);
});

test("what a mode file draws before every game is drawn however a game is started", () => {
  const file = `{
    "title": "Goals", "spawns": [{ "tile": [1] }], "tiles": [{ "colour": "#f0c040" }],
    "variables": { "goal": 0 },
    "before_game": [0, "@edit_gvar", "$goal", [10, "rand_int", 19]],
    "merges": [{ "match": [{}, {}], "result": [["@This 0", "+", 1]], "score": "@GVar goal" }],
  }`;
  const goal = (game) => Number(game.evaluate('["@GVar 0"]').value);
  const mode = Mode.fromFile(file);
  const options = { seed: 7, now: 0 };
  const game = Game.start(mode, options);
  assert.ok(goal(game) >= 10);
  for (const same of [
    Game.start(polymerge.open(file).mode(), options),
    polymerge.open(file).game(options),
    Game.start(Mode.fromFile(mode.toFile()), options),
    Game.start(mode.change({ modifiers: { start_tiles: 3 } }), options),
  ]) {
    assert.equal(goal(same), goal(game));
  }
  // A code has no place for it, but for what was drawn.
  assert.equal(thrown(() => mode.toCode()).code, "code-loses-before-game");
  assert.equal(goal(Game.start(Mode.fromCode(game.modeCode()), options)), goal(game));
  assert.equal(goal(Game.restore(game.save(1000))), goal(game));
  const goals = new Set([goal(game)]);
  for (let time = 0; time < 20; time++) {
    game.restart(time);
    goals.add(goal(game));
  }
  assert.ok(goals.size > 3 && Math.min(...goals) >= 10, [...goals].join());
  const trial = new Trial(mode, { games: 3, moves: 50, seed: 3 });
  while (trial.run(1000));
  assert.ok(trial.results().scores.every((score) => score >= 10));
});

test("a mode tells whether its tiles can be clicked", () => {
  const mode = Mode.builtIn("2048");
  assert.equal(mode.tilesCanBeClicked, false);
  assert.equal(mode.change({ modifiers: { destroying_clicks: 2 } }).tilesCanBeClicked, true);
});

test("mode files are checked, with places", () => {
  const text = '{\n  "title": "Broken 🂡",\n  "spawns": [{ "tile": [1] }],\n  "mergs": []\n}\n';
  const problems = author.checkModeFile(text);
  const problem = problems.find(({ code }) => code === "unknown-key");
  assert.deepEqual([problem.severity, problem.line, problem.column], ["error", 4, 3]);
  assert.equal(text.slice(problem.from, problem.to), '"mergs"');
  const error = thrown(() => Mode.fromFile(text));
  assert.equal(error.kind, "file");
  assert.deepEqual(error.problems.find(({ code }) => code === "unknown-key"), problem);
  const fixed = text.replace('"mergs": []', '"merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }]');
  assert.deepEqual(author.checkModeFile(fixed).filter(({ severity }) => severity === "error"), []);
  assert.ok(Array.isArray(author.checkModeFile(fixed, { games: 2, moves: 50 })));
  assert.equal(Game.start(Mode.fromFile(fixed)).state().moves, 0);
});

test("rules are read as text and as safe HTML", () => {
  const lines = Mode.builtIn("2187").rules();
  assert.ok(lines.some(({ level }) => level > 0) && lines.some(({ level }) => level === 0));
  for (const { html } of lines) {
    assert.doesNotMatch(html, /<(?!\/?(b|i|sup|sub|span)\b)/);
  }
});

test("expressions are evaluated, with steps", () => {
  const { value, steps } = polymerge.evaluate('[3, "+", 4, "*", 2]', { trace: true });
  assert.equal(value, "14");
  assert.deepEqual(steps.map(({ operator, result }) => [operator, result]), [["+", "7"], ["*", "14"]]);
  const game = played();
  assert.equal(game.evaluate('["@Score"]').value, String(game.state().score));
  const failed = polymerge.evaluate('["@BigInt 2", "^B", "@BigInt 99999999"]');
  assert.equal(failed.value, undefined);
  assert.match(failed.error.message, /integer_bits/);
  const operators = author.operators();
  assert.ok(operators.length > 200 && operators.every(({ help, group }) => help && group));
  assert.ok(JSON.parse(author.modeFileSchema()).properties.merges);
});

test("trials play many games, however they are sliced", () => {
  const results = (slice) => {
    const trial = new Trial(Mode.builtIn("2048"), { games: 5, moves: 100, seed: 3 });
    while (trial.run(slice));
    return trial.results();
  };
  const whole = results(1_000_000);
  assert.deepEqual([whole.games, whole.done, whole.error], [5, 5, undefined]);
  assert.equal(whole.scores.length, 5);
  assert.ok(whole.scores.every((score) => score > 0) && whole.rules.some((count) => count > 0));
  assert.deepEqual(results(7), whole);
});

test("trials are played by players, game by game", () => {
  const mode = Mode.builtIn("2048").change({ modifiers: { width: 3, height: 3 } });
  const learner = new polymerge.Learner(mode, { memory: 1 << 18 });
  learner.learn(2000);
  const weights = learner.weights();
  const games = (options) => {
    const trial = new Trial(mode, { games: 3, moves: 200, seed: 3, ...options });
    while (trial.run(7));
    assert.deepEqual(trial.games(1), trial.games(0).slice(1));
    return trial.games(0);
  };
  const mean = (games) => games.reduce((sum, { score }) => sum + score, 0) / games.length;
  const random = games({});
  assert.deepEqual(games({ player: "random", weights }), random);
  for (const { moves, directions, spawns, growth, won, end } of random) {
    assert.deepEqual([won, end], [null, "no moves"]);
    assert.equal(directions.reduce((sum, count) => sum + count), moves);
    assert.equal(Object.values(spawns).reduce((sum, count) => sum + count), moves + 2);
    assert.equal(growth.length, Math.floor(Math.log2(moves)) + 1);
  }
  for (const player of ["rollouts:100", "learned", "learned:20", "guided:50"]) {
    const played = games({ player, weights });
    assert.deepEqual(played.map(({ seed }) => seed), [3, 4, 5]);
    assert.ok(mean(played) > mean(random), `${player}: ${mean(played)}`);
  }
  const codes = [{ player: "best" }, { player: "rollouts:0" }, { player: "learned" }, { player: "learned", weights: new Uint8Array(9) }];
  assert.deepEqual(codes.map((options) => thrown(() => games(options)).code), ["no-such-player", "no-such-player", "no-weights", "bad-weights"]);
});

test("texts of strangers can't reach out of the page", () => {
  const file = `{
    "title": "Evil", "spawns": [{ "tile": [1] }],
    "tiles": [{ "text": ["@TextE", "<img src=x onerror=alert(1)>"], "colour": "url(https://example.invalid/x)", "text_colour": "#000" }],
    "colours": { "screen": "url(https://example.invalid/y)" },
  }`;
  const game = Game.start(Mode.fromFile(file), { seed: 1 });
  const { text, ...face } = game.face(game.view().cells.flat().find(({ face }) => face >= 0).face);
  // Text that is read aloud is plain, and stays as it was written.
  assert.equal(text, "<img src=x onerror=alert(1)>");
  const markup = JSON.stringify([game.view(), game.boardSvg(), face]);
  const found = /.{0,40}(example\.invalid|<img).{0,40}/.exec(markup);
  assert.equal(found?.[0], undefined);
});

test("anything that is wrong is an error with a kind and a message", () => {
  const mode = Mode.builtIn("2048");
  const game = Game.start(mode, { seed: 7, now: 0 });
  const player = ReplayPlayer.ofGame(game);
  const cases = [
    [() => Mode.builtIn("no such mode"), "input", /no such mode/],
    [() => Mode.builtIn(), "input", /must be a string/],
    [() => Mode.builtIn({}), "input", /must be a string/],
    [() => Mode.fromFile("{"), "file", /error/],
    [() => Mode.fromFile(""), "file", /error/],
    [() => Mode.fromCode("@2048PowCompCode@"), "code", /./],
    [() => Mode.fromCode("hello"), "code", /./],
    [() => polymerge.open("@"), "code", /./],
    [() => polymerge.open(5), "input", /must be a string/],
    [() => Game.restore(mode.toCode()), "code", /holds no game/],
    [() => Game.resume("{}"), "code", /saved game/],
    [() => Game.resume("x"), "code", /saved game/],
    [() => Game.start(mode, { seed: -1 }), "input", /seed/],
    [() => Game.start(mode, { seed: "x" }), "input", /seed/],
    [() => Game.start(mode, { sead: 1 }), "input", /sead/],
    [() => Game.start(mode, 5), "input", /options/],
    [() => game.play(9), "refused", /no such direction/],
    [() => game.play(-1), "input", /direction/],
    [() => game.play(0.5), "input", /direction/],
    [() => game.play("up"), "input", /direction/],
    [() => game.play(0, Number.NaN), "input", /now/],
    [() => game.playOn(), "refused", /win/],
    [() => game.clickTile(100, 100), "refused", /tile/],
    [() => game.clickStatBox(100), "refused", /stat box/],
    [() => game.face(123456), "input", /no face/],
    [() => game.faceOf("2"), "input", /array/],
    [() => game.faceOf("["), "input", /tile/],
    [() => game.evaluate("1"), "input", /not an array/],
    [() => polymerge.evaluate("["), "input", /expression/],
    [() => ReplayPlayer.fromCode(game.save()), "code", /not one of a replay/],
    [() => player.seek(-1), "input", /position/],
    [() => polymerge.open(game.save()).replay(), "input", /not a replay/],
    [() => new Trial(mode, { games: -1 }), "input", /games/],
    [() => author.checkModeFile(null), "input", /must be a string/],
    [() => polymerge.modePicture("x"), "input", /no mode/],
  ];
  for (const [call, kind, message] of cases) {
    const error = thrown(call);
    assert.equal(error.kind, kind, `${call}: ${error.message}`);
    assert.match(error.code, /^[a-z-]+$/, String(call));
    assert.match(error.message, message, String(call));
  }
  assert.equal(game.state().moves, 0);
});

test("hostile depth is refused, and the module lives on", () => {
  const deep = (depth, inner = "1") => "[".repeat(depth) + inner + "]".repeat(depth);
  for (const depth of [100, 250, 1000, 100_000]) {
    for (const call of [
      () => polymerge.evaluate(deep(depth)),
      () => polymerge.evaluate(`[1, "+", ${deep(depth)}]`),
      () => author.checkModeFile(`{ "title": "x", "spawns": ${deep(depth)} }`),
      () => author.checkModeFile(`{ "title": "x", "spawns": [{ "tile": [1] }], "spawn_conditions": ${deep(depth)} }`),
      () => Game.start(Mode.builtIn("2048")).faceOf(deep(depth)),
    ]) {
      try {
        call();
      } catch (error) {
        assert.equal(error.name, "PolymergeError", `depth ${depth}, ${call}: ${error.stack}`);
        assert.notEqual(error.kind, "engine", error.message);
      }
    }
  }
  assert.equal(polymerge.evaluate('[3, "+", 4]').value, "7");
});

/** Calls something where hardly any stack is left, then with more and more, until it succeeds or the engine stops. */
function withoutStack(call) {
  try {
    return withoutStack(call);
  } catch (error) {
    if (error.kind === "engine") throw error;
    return call();
  }
}

test("an engine that has stopped says so until it is loaded anew", () => {
  const deep = "[".repeat(200) + "1" + "]".repeat(200);
  for (let time = 1; time <= 3; time++) {
    const game = played();
    const replay = ReplayPlayer.ofGame(game);
    const [snapshot, state] = [game.snapshot(30_000), JSON.stringify(game.state())];
    assert.equal(thrown(() => withoutStack(() => polymerge.evaluate(deep))).kind, "engine");
    const calls = [() => game.play(0), () => game.state(), () => polymerge.modes(), () => Mode.builtIn("2048")];
    for (const call of [...calls, () => polymerge.evaluate("[1]")]) {
      const error = thrown(call);
      assert.equal(error.kind, "engine", `${call}: ${error.message}`);
      assert.match(error.message, /has stopped and must be loaded anew/, String(call));
    }
    polymerge.restart();
    assert.equal(polymerge.evaluate('[3, "+", 4]').value, "7");
    assert.equal(JSON.stringify(Game.resume(snapshot, 30_000).state()), state);
    // Objects of the engine before are distinguished from others.
    for (const call of [() => game.play(0), () => game.mode.info, () => replay.length, () => ReplayPlayer.ofGame(game)]) {
      const error = thrown(call);
      assert.equal(error.kind, "engine", `${call}: ${error.message}`);
      assert.match(error.message, /open it again/, String(call));
    }
    assert.equal(thrown(() => Game.start(Mode.builtIn("2048"), { seed: -1 })).kind, "input");
    game.free();
    replay.free();
    assert.equal(polymerge.evaluate('[3, "+", 4]').value, "7");
  }
});

test("numbers beyond 32 bits have the same answers as elsewhere", () => {
  const cases = [
    ['["@BigInt 5000","primeB"]', '"@BigInt 48611"'],
    ['[7000,"prime"]', "70657"],
    ['["@BigInt 4295098369","factorListB"]', '["@BigInt 1","@BigInt 65537","@BigInt 4295098369"]'],
  ];
  for (const [text, value] of cases) assert.equal(polymerge.evaluate(text).value, value, text);
});

test("the licences are in it", () => {
  for (const name of ["APACHE", "MIT"]) {
    const file = (folder) => readFileSync(new URL(`../${folder}/LICENSE-${name}`, import.meta.url), "utf8");
    assert.equal(file("."), file("../.."));
  }
});
