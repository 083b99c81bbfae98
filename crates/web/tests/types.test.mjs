// Everything that is returned is of the type that the declarations tell, member by member: a
// plain array where they say array, a typed one where they say so, and no member besides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import * as polymerge from "polymerge";
import { calls, game, mode, right, rightFor, samples } from "./calls.mjs";
import { aliases, classes, functions, interfaces, membersOf } from "./declarations.mjs";

/** The parts of a type between these signs, outside of brackets. */
function split(type, sign) {
  const parts = [""];
  let depth = 0;
  for (const letter of type) {
    if ("([{<".includes(letter)) depth++;
    if (")]}>".includes(letter)) depth--;
    if (letter === sign && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** True if a value is an object of these members, and has no others. */
function hasMembers(value, members) {
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  if (!Object.keys(value).every((key) => members.some(({ name }) => name === key))) return false;
  return members.every(({ name, optional, type }) => (value[name] === undefined && optional) || conforms(value[name], type));
}

function conforms(value, type) {
  const choices = split(type, "|");
  if (choices.length > 1) return choices.some((choice) => conforms(value, choice));
  if (type.endsWith("[]")) {
    return Array.isArray(value) && value.every((entry) => conforms(entry, type.slice(0, -"[]".length)));
  }
  if (type.startsWith("[")) {
    const entries = split(type.slice(1, -1), ",");
    return Array.isArray(value) && value.length === entries.length && entries.every((entry, place) => conforms(value[place], entry));
  }
  const record = /^Record<string, (.*)>$/.exec(type);
  if (record) return isObject(value) && Object.values(value).every((entry) => conforms(entry, record[1]));
  if (type.startsWith("{")) {
    const members = split(type.slice(1, -1), ";").map((member) => /^(\w+)(\??): ([^]*)$/.exec(member));
    return hasMembers(value, members.map(([, name, optional, type]) => ({ name, optional: optional === "?", type })));
  }
  if (type === "void" || type === "undefined") return value === undefined;
  if (type === "null") return value === null;
  if (["string", "number", "boolean"].includes(type)) return typeof value === type;
  if (/^["\d]/.test(type)) return value === JSON.parse(type);
  if (/^\w+Array$/.test(type)) return value?.constructor === globalThis[type];
  if (aliases.has(type)) return conforms(value, aliases.get(type));
  if (interfaces.has(type)) return hasMembers(value, membersOf(type));
  if (polymerge[type] !== undefined) return value instanceof polymerge[type];
  assert.fail(`a test for the type ${type} is missing`);
}

function mustConform(value, type, what) {
  if (!conforms(value, type)) assert.fail(`${what} is not of the type ${type}: ${inspect(value, { depth: 8 }).slice(0, 1000)}`);
}

test("the test finds what is of another type", () => {
  const cases = [
    [new Int32Array(2), "number[]"],
    [[1, "2"], "number[]"],
    [[1], "Float64Array"],
    [{ row: 1 }, "Place"],
    [{ row: 1, column: 2, more: 3 }, "Place"],
    [null, "number | undefined"],
    ["left", '"up" | "down"'],
    [{ kind: "spawn" }, "TurnEvent"],
  ];
  for (const [value, type] of cases) assert.equal(conforms(value, type), false, `${JSON.stringify(value)} as ${type}`);
  assert.ok(conforms({ row: 1, column: 2 }, "Place") && conforms([[1], "@Empty"], "Content[]"));
});

test("what functions return is of the declared type", () => {
  const types = new Map(functions.map(({ name, type }) => [name, type]));
  for (const one of classes) for (const { name, type } of one.methods) types.set(`${one.name}.${name}`, type);
  // These are refused here: there is no win, and nothing to click.
  const refused = ["Game.playOn", "Position.playOn", "Game.clickTile", "Game.clickStatBox"];
  let count = 0;
  for (const { name, parameters, call } of calls()) {
    if (refused.includes(name) || name.startsWith("new ")) continue;
    const given = parameters.map((parameter) => rightFor[name]?.[parameter.name] ?? right[parameter.name]);
    mustConform(call(...given), types.get(name), name);
    count++;
  }
  assert.ok(count > 100, `${count} calls`);
});

test("what getters return is of the declared type", () => {
  for (const { name, getters } of classes) {
    const object = samples[name]();
    for (const getter of getters) mustConform(object[getter.name], getter.type, `${name}.${getter.name}`);
  }
});

test("whole games are of the declared types", () => {
  for (const name of ["2048", "dive", "1321", "vs-the-void-tiler", "3307", "111"]) {
    const own = polymerge.Mode.builtIn(name);
    const game = polymerge.Game.start(own, { seed: 7, now: 0 });
    const position = new polymerge.Engine(own).start(7);
    for (let move = 0; move < 60 && !game.isOver; move++) {
      const [direction] = game.legal();
      mustConform(game.play(direction, move * 100, { faces: true }), "Turn", name);
      mustConform(position.afterstate(direction)?.spawns, "Spawn[] | undefined", name);
      position.play(direction);
      if (game.status === "won") game.playOn(move * 100);
      if (position.isWon && position.legal().length === 0 && !position.isOver) position.playOn();
    }
    mustConform(game.state(), "GameState", name);
    mustConform(game.view(10_000), "GameView", name);
    mustConform(own.info, "ModeInfo", name);
    mustConform(own.settings, "Setting[]", name);
    mustConform([...game.kinds()].map((kind) => game.kind(kind)), "Kind[]", name);
  }
  const trial = new polymerge.Trial(mode, { games: 2, moves: 50 });
  while (trial.run(1000));
  mustConform(trial.games(0), "TrialGame[]", "games of a trial");
  const batch = new polymerge.Batch(mode, { games: 2 });
  for (let move = 0; move < 40; move++) batch.step(new Uint8Array([move % 2, move % 2]));
  mustConform(batch.failures(), "Failure[]", "failures");
  assert.ok(batch.failures().length > 0);
  mustConform(game.evaluate("[1]", { trace: true }), "Evaluation", "evaluate");
});
