// A test for each promise of docs/web.md about the package, named by its
// sentence, which must stand there. Arguments have a test of their own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as author from "polymerge/author";
import * as polymerge from "polymerge";
import { classes, declarationsOf, functions, interfaces } from "./declarations.mjs";

const { Batch, Game, Hint, Learner, Mode, ReplayPlayer, Trial } = polymerge;
const page = readFileSync(new URL("../../../docs/web.md", import.meta.url), "utf8");

/** A test named by a sentence of docs/web.md. */
function promise(sentence, run) {
  test(sentence, async () => {
    assert.ok(page.includes(sentence), `docs/web.md no longer promises: ${sentence}`);
    await run();
  });
}

function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, "PolymergeError", `${call}: ${error.stack}`);
    return error;
  }
  assert.fail(`${call} threw nothing`);
}

/** Calls something with a clock that stands at `time`, and says how often it was read. */
function withClock(time, call) {
  const { now } = Date;
  let count = 0;
  Date.now = () => {
    count++;
    return time;
  };
  try {
    return [call(), count];
  } finally {
    Date.now = now;
  }
}

const mode = Mode.builtIn("2048");
const begin = (options) => Game.start(mode, { seed: 7, now: 0, ...options });

function played() {
  const game = begin();
  for (let move = 1; move <= 40; move++) game.play(move % 4, move * 500);
  return game;
}

promise("A bad input throws a `PolymergeError` (an `Error` with a `kind` and a `code`) and never aborts", () => {
  const failing = '{ "extends": "001-2048.jsonc", "scripts": [{ "on": "EndTurn", "do": [0, "@repeat", "@Infinity", "+", 1, "@end-repeat"] }] }';
  const cases = [
    ["input", "no-such-mode", () => Mode.builtIn("no such mode")],
    ["input", "bad-argument", () => Mode.builtIn(5)],
    ["refused", "no-such-direction", () => begin().play(99)],
    ["code", "unknown-kind", () => Mode.fromCode("@2048PowComp")],
    ["file", "syntax", () => Mode.fromFile("{")],
    ["limit", "limit", () => Mode.fromCode(mode.toCode(), { limits: { codeLength: 10 } })],
    ["limit", "expression", () => [0, 1, 2, 3].forEach((direction) => Game.start(Mode.fromFile(failing), { seed: 7 }).play(direction))],
  ];
  for (const [kind, code, call] of cases) {
    const error = thrown(call);
    assert.deepEqual([error.kind, error.code], [kind, code], error.message);
    assert.ok(error instanceof Error);
  }
});

promise("A call that throws has changed nothing.", () => {
  const failing = '{ "extends": "001-2048.jsonc", "variables": [0], "scripts": [{ "on": "EndTurn", "do": [0, "@edit_gvar", 0, ["@GVar 0", "+", 1], [0, "@repeat", "@Infinity", "+", 1, "@end-repeat"]] }] }';
  const game = Game.start(Mode.fromFile(failing), { seed: 7, now: 0 });
  const before = game.snapshot(100);
  const failed = [0, 1, 2, 3].filter((direction) => {
    try {
      return !game.play(direction, 50);
    } catch {
      return true;
    }
  });
  assert.ok(failed.length > 0);
  assert.equal(game.state().steps, 0);
  assert.equal(game.snapshot(100), before);
});

promise("Returned objects are plain data and belong to the caller.", () => {
  const game = played();
  const replay = ReplayPlayer.ofGame(game);
  const batch = new Batch(mode, { games: 2 });
  const asked = [
    () => polymerge.modes()[3],
    () => polymerge.modifiers(),
    () => polymerge.presets(),
    () => author.operators(),
    () => mode.info,
    () => mode.directions,
    () => mode.settings,
    () => mode.rules(),
    () => mode.gallery(),
    () => game.state(),
    () => game.view(0),
    () => game.legal(),
    () => game.available(),
    () => game.values(),
    () => game.kinds(),
    () => game.kind(0),
    () => batch.legal(),
    () => batch.rewards(),
    () => batch.values(),
    () => polymerge.verify(mode, 7, polymerge.writeMoves(mode, [0]), 0),
    () => game.evaluate("[1]", { trace: true, now: 0 }),
    () => replay.state(),
    () => replay.times,
  ];
  for (const ask of asked) {
    const first = ask();
    const text = JSON.stringify(first);
    // Nothing else is the same after it was copied.
    assert.deepEqual(structuredClone(first), first, String(ask));
    for (const key of Object.keys(first)) ArrayBuffer.isView(first) ? first.fill(7) : delete first[key];
    assert.equal(JSON.stringify(ask()), text, String(ask));
  }
});

promise("They are freed when the garbage collector finds them, or at once with `free()`. A freed handle is refused.", () => {
  const objects = [played(), Mode.builtIn("dive"), polymerge.open(mode.toCode()), ReplayPlayer.ofGame(played()), new Trial(mode), new Batch(mode), new Hint(played()), new Learner(mode, { memory: 1 << 18 })];
  for (const object of objects) {
    object.free();
    object.free();
  }
  const [game, dive, opened, replay, trial, batch] = objects;
  for (const call of [() => game.state(), () => dive.info, () => opened.kind, () => replay.length, () => trial.run(1), () => batch.legal()]) {
    assert.match(thrown(call).message, /was freed/);
  }
  // Their results can still be used.
  const lasting = Game.start(Mode.builtIn("2048"), { seed: 7 });
  const itsMode = lasting.mode;
  lasting.free();
  assert.equal(itsMode.info.title, "2048");
});

promise("Nothing here reads a clock, with one exception: if `now` is left out, it is `Date.now()`. Times are in milliseconds.", () => {
  const game = played();
  const [code, snapshot] = [game.save(30_000), game.snapshot(30_000)];
  const none = [
    () => Game.start(mode, { seed: 7, now: 0 }),
    () => Game.restore(code, { now: 0 }),
    () => Game.resume(snapshot, 0),
    () => game.play(1, 40_000),
    () => game.restart(50_000),
    () => game.tick(60_000),
    () => game.view(0),
    () => game.rules(0),
    () => game.boardSvg(0),
    () => game.save(0),
    () => game.replayCode(0),
    () => game.snapshot(0),
    () => game.evaluate("[1]", { now: 0 }),
    () => [game.undo(), game.redo(), game.state(), game.legal(), game.status, game.fork(1), game.values(), game.faceOf("[1]"), game.modeCode()],
    () => [mode.rules(), mode.gallery(), mode.directions, mode.toCode(), mode.change({})],
    () => ReplayPlayer.ofGame(game).view(),
    () => new Trial(mode, { games: 1, moves: 10 }).run(10),
    () => author.checkModeFile("{}", { games: 1 }),
  ];
  for (const call of none) assert.equal(withClock(0, call)[1], 0, String(call));
  // Moves are recorded with the time at which they are played.
  const [late] = withClock(1_000_000, () => Game.start(mode, { seed: 7 }));
  for (const direction of [0, 1, 2, 3]) withClock(1_002_500, () => late.play(direction));
  withClock(1_003_000, () => late.press(0));
  const { times } = ReplayPlayer.ofGame(late);
  assert.ok(times.includes(2500), `${times}`);
});

promise("Rows and columns count from 0 at the upper left. Directions are indices into `Mode.directions`.", () => {
  const game = begin();
  const step = { Up: [-1, 0], Down: [1, 0], Left: [0, -1], Right: [0, 1] };
  for (const { index, rows, columns, keys } of mode.directions) {
    const key = keys.find((key) => key.startsWith("Arrow")).slice("Arrow".length);
    assert.deepEqual([rows, columns], step[key]);
    const { events } = Game.resume(game.snapshot(0), 0).play(index, 0);
    for (const { from, to } of events.filter(({ kind }) => kind === "slide")) {
      assert.deepEqual([to.row - from.row, to.column - from.column], step[key]);
    }
  }
  game.state().grid.flat().forEach((content, place) => {
    const { tile } = game.view(0).cells[Math.floor(place / 4)][place % 4];
    assert.deepEqual(tile, content === "@Empty" ? null : content);
  });
});

promise("Everything that a stranger may have made is read within limits, and its games keep the same limits.", () => {
  const game = played();
  const codes = { mode: mode.toCode(), game: game.save(0), replay: game.replayCode(0) };
  const snapshot = game.snapshot(0);
  const file = mode.toFile();
  const modifiers = polymerge.modifiersCode({ modifiers: { garbage: 2 } });
  const moves = polymerge.writeMoves(mode, [0, 1, 2, 3, 0, 1, 2, 3]);
  const limits = (limits) => ({ limits });
  const cases = [
    [() => Mode.fromFile(file, "a", limits({ fileLength: 10 })), "file", /10/],
    [() => Mode.fromCode(codes.mode, limits({ codeLength: 10 })), "limit", /10/],
    [() => polymerge.open(file, "a", limits({ fileValues: 10 })), "file", /10|many/],
    [() => polymerge.open(codes.mode, undefined, limits({ codeLength: 10 })), "limit", /10/],
    [() => polymerge.open(codes.game, undefined, limits({ cells: 15 })), "limit", /15/],
    [() => Game.restore(codes.game, limits({ codeDepth: 1 })), "limit", /./],
    [() => Game.resume(snapshot, 0, limits({ codeValues: 10 })), "limit", /10|values/],
    [() => ReplayPlayer.fromCode(codes.replay, limits({ moves: 3 })), "limit", /3/],
    [() => polymerge.readModifiers(modifiers, limits({ codeLength: 10 })), "limit", /10/],
    [() => polymerge.modifiersCode({ modifiersCode: modifiers, limits: { codeLength: 10 } }), "limit", /10/],
    [() => mode.change({ modifiersCode: modifiers }), undefined],
    [() => Mode.builtIn("2048", limits({ codeLength: 10 })).change({ modifiersCode: modifiers }), "limit", /10/],
    [() => polymerge.open(file, "a", limits({ text: 10 })), "limit", /10/],
    [() => polymerge.open("1".repeat(5 << 20), undefined, limits("strict")), "limit", /allowed/],
    [() => Game.resume(snapshot, 0, limits({ text: 10 })), "limit", /10/],
    [() => ReplayPlayer.fromCode(codes.replay, limits({ gameWork: 100 })).seek(40), "limit", /game_work/],
    [() => polymerge.verify(Mode.builtIn("2048", limits({ gameWork: 100 })), 7, moves, 0), "limit", /game_work/],
    [() => Mode.builtIn("2048", limits({ cells: 15 })), "rules", /15/],
    [() => Game.start(Mode.builtIn("2048", limits({ turnSteps: 1 })), { seed: 7 }), "limit", /turn/],
  ];
  for (const [call, kind, message] of cases) {
    if (kind === undefined) {
      call();
      continue;
    }
    const error = thrown(call);
    assert.equal(error.kind, kind, `${call}: ${error.message}`);
    assert.match(error.message, message, String(call));
  }
  const problems = author.checkModeFile(file, limits({ fileLength: 10 }));
  assert.ok(problems.some(({ severity }) => severity === "error"));
  const count = '[0, "@repeat", 200, "+", 1, "@end-repeat"]';
  assert.equal(polymerge.evaluate(count).value, "200");
  assert.match(polymerge.evaluate(count, limits({ evaluationSteps: 50 })).error.message, /steps/);
  const careful = Game.start(Mode.builtIn("2048", limits({ evaluationSteps: 100, undoSteps: 2, undoBytes: 1e9 })), { seed: 7, now: 0 });
  assert.match(careful.evaluate(count).error.message, /steps/);
  assert.equal(careful.evaluate(count, limits({ evaluationSteps: 1e6 })).value, "200");
  for (let move = 0; move < 20; move++) careful.play(move % 4, move);
  assert.equal(careful.state().steps, 2);
  const strict = Game.start(Mode.builtIn("2048", limits("strict")), { seed: 7, now: 0 });
  assert.match(strict.evaluate('[0, "@repeat", 300000, "+", 1, "@end-repeat"]').error.message, /steps/);
  assert.equal(Game.resume(careful.snapshot(100), 100, limits({ undoSteps: 1 })).state().steps <= 1, true);
});

promise("whole numbers from 0 on; a limit that is left out has its default", () => {
  const names = interfaces.get("Limits").members.map(({ name }) => name);
  const game = played();
  const texts = [mode.toCode(), game.save(0), game.replayCode(0), mode.toFile()];
  // Nothing at all, one, and as many as there can be: an answer or an error, but never the end of the engine.
  for (const name of names) {
    for (const number of [0, 1, 8, 32]) {
      for (const text of texts) {
        try {
          const opened = polymerge.open(text, undefined, { limits: { [name]: number } });
          const again = opened.game({ seed: 7, now: 0 });
          for (let move = 0; move < 4; move++) again.play(move, move);
          again.view(0);
          if (opened.kind === "replay") opened.replay().seek(5);
        } catch (error) {
          assert.equal(error.name, "PolymergeError", `${name} ${number}: ${error.stack}`);
          assert.notEqual(error.kind, "engine", `${name} ${number}: ${error.message}`);
        }
      }
    }
    for (const wrong of [-1, 0.5, null, "1", 2 ** 60]) {
      assert.match(thrown(() => polymerge.evaluate("[1]", { limits: { [name]: wrong } })).message, new RegExp(`options.limits.${name} must be`));
    }
  }
  for (const [name, most] of Object.entries({ depth: 256, nesting: 256, codeDepth: 320, fileDepth: 300, scriptDepth: 32, fileExtends: 8 })) {
    const message = thrown(() => polymerge.evaluate("[1]", { limits: { [name]: most + 1 } })).message;
    assert.ok(message.includes(`from 0 to ${most}`), message);
  }
  assert.equal(polymerge.evaluate("[1]", { limits: {} }).value, "1");
  // The names of version 0.1.0.
  assert.throws(() => polymerge.open("1".repeat(11), undefined, { limits: { openedLength: 10 } }), { kind: "limit" });
});

promise("A move that moves nothing is no error: `moved` is false. A direction that can't be pressed throws `refused`.", () => {
  const game = played();
  let still = 0;
  for (let press = 0; press < 200; press++) {
    const { moved, events } = game.play(press % 4 === 3 ? 0 : press % 4, 30_000 + press);
    if (moved) continue;
    still++;
    assert.ok(events.every(({ kind }) => kind === "directionBlocked" || kind === "screen"));
    break;
  }
  assert.equal(still, 1);
  assert.equal(thrown(() => game.play(4, 0)).kind, "refused");
});

promise("within one Game, the same look always has the same id", () => {
  const game = begin();
  const looks = new Map();
  for (let move = 0; move < 60; move++) {
    game.play(move % 4, move);
    for (const { face } of game.view(move).cells.flat().filter(({ face }) => face >= 0)) {
      const { svg } = game.face(face);
      assert.equal(looks.get(face) ?? svg, svg);
      looks.set(face, svg);
    }
  }
  assert.equal(new Set(looks.values()).size, looks.size);
});

promise("with trace: at most 10,000", () => {
  const { steps, more } = polymerge.evaluate('[0, "@repeat", 20000, "+", 1, "@end-repeat"]', { trace: true });
  assert.equal(steps.length, 10_000);
  assert.ok(more > 0);
});

promise("100 games of at most 1000 moves", () => {
  assert.equal(new Trial(mode).results().games, 100);
});

promise("positions are 0 (the start) to length - 1", () => {
  const replay = ReplayPlayer.ofGame(played());
  for (const position of [0, replay.length - 1, replay.length + 5]) replay.seek(position);
  assert.equal(replay.position, replay.length - 1);
  assert.equal(replay.step(), undefined);
});

promise("The declarations below are without their full comments; the package's `.d.ts` has them.", () => {
  // Every function, class member and interface member of the page is declared, with these types.
  const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block.replace(/\/\*[^]*?\*\/|\/\/.*/g, ""));
  const text = blocks.join("\n");
  const { functions, classes, interfaces } = declarationsOf("author");
  const small = declarationsOf("small", "small").classes;
  const declared = readFileSync(new URL("../pkg/polymerge.d.ts", import.meta.url), "utf8");
  assert.ok((declared.match(/\/\*\*/g) ?? []).length > 200);
  // What may be left out may be null in the small engine, too.
  const typeOf = ({ optional, type }) => (optional ? type.replace(/ \| null$/, "") : type);
  const signature = ({ name, parameters, type }) =>
    `${name}(${parameters.map((one) => `${one.name}${one.optional ? "?" : ""}: ${typeOf(one)}`).join(", ")}): ${type}`;
  const known = new Set([
    ...functions.map(signature),
    ...[...classes, ...small].flatMap(({ methods, getters }) => [...methods.map(signature), ...getters.map(({ name, type }) => `${name}: ${type}`)]),
    "restart(): void",
  ]);
  const said = [...text.matchAll(/(?:^|;)\s*(?:function |static )?(\w+\([^()]*\): [\w<>[\]| ]+);/gm)].map(([, line]) => line);
  assert.ok(said.length > 50, `${said.length}`);
  for (const line of said) assert.ok(known.has(line), `${line} is not declared`);
  for (const [, line] of text.matchAll(/^\s*readonly (\w+: [^;]+);/gm)) {
    if (!line.startsWith("kind:")) assert.ok(known.has(line), `${line} is not declared`);
  }
  // And the other way round: nothing is declared that the page does not tell.
  for (const line of [...functions.map(({ name }) => name), ...classes.map(({ name }) => name)]) {
    assert.match(page, new RegExp(`\\b${line}\\b`), `docs/web.md does not tell of ${line}`);
  }
  for (const [name, { members }] of interfaces) {
    const body = new RegExp(`interface ${name}\\b[^{\\n]*\\{([^\\n]*\\}\\s*$|[^]*?\\n\\})`, "m").exec(text);
    if (!body) continue;
    for (const member of members) {
      assert.match(body[1], new RegExp(`\\b${member.name}\\b`), `docs/web.md does not tell of ${name}.${member.name}`);
    }
  }
});
