// docs/web.md: "Arguments that TypeScript would refuse are refused at run time
// as well. A call that throws has changed nothing." Every parameter of every
// function in the type declarations is given what its type does not permit.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as polymerge from "polymerge";
import { calls, game, mode, replay, right, rightFor, samples } from "./calls.mjs";
import { classes, interfaces, membersOf } from "./declarations.mjs";

const { Batch, Game, Mode } = polymerge;

/** Values of all kinds, by what they are. */
const values = {
  undefined: [undefined],
  null: [null],
  boolean: [true, false],
  number: [1],
  "odd number": [1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53],
  string: ["", "0", "up"],
  bigint: [1n],
  symbol: [Symbol("0")],
  object: [{ nosuch: 1 }],
  "other object": [[], [0], () => 0, new Date(0), new Map(), new String("0"), new Number(0), new Boolean(true)],
};

/** What is refused where a type is declared. */
function wrong(type, name, path) {
  if (name === "limits") return [...except("string"), "", "lax", { nosuch: 1 }];
  if (type === "Uint8Array") return [...except(), new Uint8Array(3), new Uint16Array(2), [0, 0]];
  if (type === "number[]") return [...except("other object"), {}, new Uint8Array(1), ...wrong("number", "", "").map((one) => [one])];
  if (type === "number" && name === "score") return [...except("number", "odd number"), Number.NaN];
  if (type === "Content[] | string") return [...except("string", "other object"), {}, () => 0, new Uint8Array(1)];
  if (type === "string") return except("string");
  if (type === "boolean") return except("boolean");
  // Times may be any number that is finite.
  if (type === "number" && name === "now") return [...except("number", "odd number"), Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (type === "number" && name === "probability") return [...except("number", "odd number"), Number.NaN];
  if (type.includes('" | "')) return [...except("string"), "", "up"];
  // Negative ones are kinds of what is no tile.
  if (type === "number" && name === "kind") return [...except("number", "odd number"), 1.5, Number.NaN, 2 ** 31];
  // Work and bytes may be counted beyond 32 bits.
  if (type === "number") return [...except("number"), ...(path.includes(".limits.") ? [] : [2 ** 32])];
  if (type === "number | bigint | string") return [...except("number", "bigint", "string"), "up", "", "+1", "1.0", -1n, 2n ** 64n];
  if (type.startsWith("Record<")) return [...except("object"), ...except("boolean", "number", "odd number", "string").map((value) => ({ x: value }))];
  if (interfaces.has(type)) return except();
  if (classes.some((one) => one.name === type)) return [...except(), {}, freed(type), Object.create(polymerge[type].prototype), ...others(type)];
  assert.fail(`a test for the type ${type} is missing`);
}

function except(...kinds) {
  return Object.entries(values).flatMap(([kind, some]) => (kinds.includes(kind) ? [] : some));
}

function freed(type) {
  const object = samples[type]();
  object.free();
  return object;
}

function others(type) {
  return Object.keys(samples)
    .filter((name) => name !== type)
    .map((name) => samples[name]());
}

/** Everything wrong that a parameter can be given, with its name in messages. */
function* wrongFor({ name, type, optional }, path = name) {
  for (const value of wrong(type, name, path)) {
    if (!(optional && value === undefined)) yield { value, path };
  }
  const options = type.replace(' | "strict"', "");
  if (!interfaces.has(options)) return;
  for (const member of membersOf(options)) {
    // Only data of the engine has members that can't be left out.
    const rest = right[name] ?? {};
    assert.ok(member.optional || member.name in rest, `${type}.${member.name}`);
    for (const { value, path: inner } of wrongFor(member, `${path}.${member.name}`)) yield { value: { ...rest, [member.name]: value }, path: inner };
  }
  const thrower = { get [membersOf(options)[0].name]() { throw new RangeError("no"); } };
  yield { value: thrower, path };
  yield { value: new Proxy({}, { ownKeys() { throw new RangeError("no"); } }), path };
}

function refused(call, what, path) {
  try {
    call();
  } catch (error) {
    assert.equal(error.name, "PolymergeError", `${what}: ${error.stack}`);
    assert.equal(error.kind, "input", `${what}: ${error.message}`);
    assert.match(error.code, /^(bad-argument|unknown-option|bad-weights|freed|no-constructor)$/, what);
    if (path !== undefined) assert.ok(error.message.includes(path), `${what}: ${error.message} says nothing of ${path}`);
    return error.message;
  }
  assert.fail(`${what} was accepted`);
}

const shown = (value) => {
  try {
    return typeof value === "object" ? `${Object.prototype.toString.call(value)} ${JSON.stringify(value)}` : String(value);
  } catch {
    return "an object";
  }
};

/** The game as it stood, and an engine that works. */
const before = JSON.stringify([game.state(), game.snapshot(2000), replay.position]);
function nothingHasChanged(what) {
  assert.equal(JSON.stringify([game.state(), game.snapshot(2000), replay.position]), before, what);
}

test("every argument of a wrong type is refused, by its name, and nothing has changed", () => {
  let count = 0;
  for (const { name, parameters, call } of calls()) {
    const given = parameters.map((parameter) => rightFor[name]?.[parameter.name] ?? right[parameter.name]);
    for (const [place, parameter] of parameters.entries()) {
      assert.ok(parameter.name in right, `${name}: a sample for ${parameter.name} is missing`);
      for (const { value, path } of wrongFor(parameter)) {
        const all = given.with(place, value);
        refused(() => call(...all), `${name}(${parameter.name} = ${shown(value)})`, path);
        count++;
      }
    }
    nothingHasChanged(name);
    // With nothing wrong it does well, so that it was the argument that was refused.
    if (name !== "Game.playOn" && name !== "Position.playOn" && name !== "Game.clickTile" && name !== "Game.clickStatBox") {
      assert.doesNotThrow(() => call(...given), name);
    }
  }
  assert.ok(count > 1500, `${count} calls`);
  assert.equal(samples.Game().play(1, 3000).moved, true);
});

test("methods are refused on anything that is not of their class, or was freed", () => {
  for (const { name, methods, getters } of classes) {
    const receivers = [undefined, null, {}, 5, Object.create(polymerge[name].prototype), freed(name), ...others(name)];
    const own = polymerge[name].prototype;
    const members = [
      ...methods.filter((method) => !method.isStatic && method.name !== "free").map((method) => [method, own[method.name]]),
      ...getters.map((getter) => [getter, Object.getOwnPropertyDescriptor(own, getter.name).get]),
    ];
    for (const [member, call] of members) {
      const given = (member.parameters ?? []).map((parameter) => right[parameter.name]);
      for (const receiver of receivers) refused(() => call.apply(receiver, given), `${name}.${member.name} on ${shown(receiver)}`, name);
    }
  }
  nothingHasChanged();
});

test("classes are made by new only where that is declared, and freed as often as one likes", () => {
  for (const { name, constructor } of classes) {
    if (!constructor) refused(() => new polymerge[name](), `new ${name}()`, name);
    const object = samples[name]();
    for (let time = 0; time < 3; time++) object.free();
  }
  nothingHasChanged();
});

test("messages name what was given", () => {
  const cases = [
    [() => game.play(null), "direction must be a whole number from 0 to 4294967295, not null"],
    [() => game.play(""), 'direction must be a whole number from 0 to 4294967295, not the string ""'],
    [() => game.play([]), "direction must be a whole number from 0 to 4294967295, not an array"],
    [() => game.play(true), "direction must be a whole number from 0 to 4294967295, not true"],
    [() => game.play(1.5), "direction must be a whole number from 0 to 4294967295, not 1.5"],
    [() => game.play(2 ** 32), "direction must be a whole number from 0 to 4294967295, not 4294967296"],
    [() => game.play(), "direction must be a whole number from 0 to 4294967295, not undefined"],
    [() => game.play(0, "soon"), 'now must be a time in milliseconds, not the string "soon"'],
    [() => Mode.builtIn(50), "name must be a string, not 50"],
    [() => Mode.fromFile(new String("{}")), "text must be a string, not an object"],
    [() => Game.start(mode, null), "options must be a plain object, not null"],
    [() => Game.start(mode, { sead: 1 }), "there is no options.sead; there are seed, now"],
    [() => Game.start("2048"), "mode must be a Mode, not a value of the type string"],
    [() => Game.start(game), "mode must be a Mode, not another object"],
    [() => Game.start(freed("Mode")), "mode was freed: it can't be used any more"],
    [() => new Game(), "new Game() makes nothing: see the static functions of Game, and open()"],
    [() => mode.change({ modifiers: { garbage: null } }), "options.modifiers.garbage must be a string, a number or a boolean, not null"],
    [() => mode.change({ modifiers: { "garbage=2": true } }), '"garbage=2" in options.modifiers is no name'],
    [() => polymerge.evaluate("[1]", { trace: 1 }), "options.trace must be a boolean, not 1"],
    [() => polymerge.evaluate("[1]", { seed: "x".repeat(50) }), `options.seed must be a whole number from 0 to 2^64 - 1, as number, bigint or string, not the string "${"x".repeat(40)}"…`],
  ];
  for (const [call, message] of cases) assert.equal(refused(call, String(call)), message);
});

test("an option whose getter calls the engine is refused, and harms nothing", () => {
  const calls = [() => game.undo(), () => game.free(), () => polymerge.modes(), () => mode.info];
  for (const call of calls) {
    const options = { get row() { return call(); } };
    refused(() => game.evaluate("[1]", options), String(call), "options can't be read");
  }
  nothingHasChanged();
});

test("before the engine is loaded every call says so", async () => {
  const early = await import("../pkg/polymerge.js?early");
  for (const call of [() => early.version(), () => early.modes(), () => early.Mode.builtIn("2048"), () => early.restart()]) {
    assert.throws(call, { name: "PolymergeError", kind: "engine", message: /call init\(\) first/ });
  }
});

test("what only looks odd is accepted", () => {
  const bare = Object.assign(Object.create(null), { seed: 7n, now: undefined });
  assert.equal(Game.start(mode, bare).seed, "7");
  assert.equal(Game.start(mode, undefined).state().moves, 0);
  assert.equal(polymerge.evaluate("[1]", { row: -0, seed: "0".repeat(30) }).value, "1");
  assert.deepEqual(game.legal(), Array.from(game.legal()));
});
