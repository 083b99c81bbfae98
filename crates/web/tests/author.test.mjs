// The entry `polymerge/author`: the package, and what an editor of mode files needs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as author from "polymerge/author";
import * as polymerge from "polymerge";

const MODE = `{
  "title": "Größe",
  "variables": { "hp": 3 },
  "merges": [{ "match": [{}, {}], "when": "= value == next.value", "result": ["= value * hp"] }],
  "spawns": [{ "tile": [1] }],
}`;

test("it has all of the package", () => {
  const missing = Object.keys(polymerge).filter((name) => !(name in author));
  assert.deepEqual(missing, []);
});

test("docs/web.md has what it has besides", () => {
  const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
  const declared = (text) => new Set([...text.matchAll(/^export (?:class|interface|function|type) (\w+)/gm)].map(([, name]) => name));
  const [own, rest] = ["../author/polymerge.d.ts", "../pkg/polymerge.d.ts"].map((file) => declared(read(file)));
  const [section] = /^## Editors of mode files\n(?:(?!^## )[^])*/m.exec(read("../../../docs/web.md"));
  for (const name of own)
    if (!rest.has(name) && name !== "InitInput" && name !== "InitOutput")
      assert.match(section, new RegExp(`^(class|interface|function) ${name}\\b`, "m"), name);
  for (const member of Object.getOwnPropertyNames(author.ModeFile.prototype))
    if (!/^(constructor|free|toJSON|__)/.test(member)) assert.match(section, new RegExp(`^ *${member}\\(`, "m"), member);
});

test("a file is written under its help", () => {
  const file = new author.ModeFile(MODE);
  const at = MODE.indexOf("hp\"] }");
  assert.equal(file.renamed(at), "hp");
  assert.deepEqual(
    file.rename(at, "health").map(({ from, to, insert }) => [MODE.slice(from, to), insert]),
    [["hp", "health"], ["hp", "health"]],
  );
  assert.ok(file.hover(MODE.indexOf("next.value") + 1).text.includes("next"));
  const { items } = file.complete(at);
  const own = items.findIndex(({ label }) => label === "hp");
  assert.equal(items[own].kind, "name");
  assert.equal(typeof file.explain(own), "string");
  assert.equal(file.explain(99_999), "");
  assert.ok(file.toArrays().includes('["@This value", "*", "@GVar hp"]'));
  assert.equal(new author.ModeFile(file.toArrays()).toFormulas(), MODE);
});

test("a game says why, what formulas are, and goes on over an edit", () => {
  const { Game, Mode } = author;
  const mode = Mode.fromFile(MODE);
  const game = Game.start(mode, { seed: 1, now: 0 });
  const [direction] = game.legal();
  const { moved, lines } = game.why(direction, 0);
  assert.ok(moved && lines.some(({ text }) => text.startsWith("A tile spawns")), JSON.stringify(lines));
  const { moves } = game.state();
  assert.equal(moves, 0, "the move is made on a copy");
  const values = game.formulaValues({ row: 0, column: 0, direction });
  assert.deepEqual(values.map(({ from, to }) => MODE.slice(from, to)), ['"= value == next.value"', '"= value * hp"']);
  const carried = game.carry(Mode.fromFile(MODE.replace("* hp", "* 5")));
  assert.deepEqual([carried.lost, carried.game().state().grid], [[], game.state().grid]);
  assert.ok(game.carry(Mode.fromFile(MODE.replace('"title"', '"grid": "2x2", "title"'))).lost[0].startsWith("the board"));
});

test("wrong arguments are refused", () => {
  const file = new author.ModeFile("{");
  const game = author.Game.start(author.Mode.builtIn("2048"), { seed: 1 });
  const wrong = [
    () => new author.ModeFile(7),
    () => file.complete("x"),
    () => file.complete(-1),
    () => file.rename(0, 7),
    () => game.why(99),
    () => game.why(0, Number.NaN),
    () => game.formulaValues({ rows: 1 }),
    () => game.carry({}),
  ];
  for (const call of wrong) assert.throws(call, { name: "PolymergeError" }, `${call}`);
  file.free();
  assert.throws(() => file.complete(0), { name: "PolymergeError" });
});

test("no text makes it fail", () => {
  for (const text of ["", "{", "[", '"', "= (", "\uD800", "😀".repeat(100), "[".repeat(20_000), `{ "a": "= ${"(".repeat(10_000)}" }`]) {
    const file = new author.ModeFile(text);
    for (const at of [0, 1, text.length, text.length + 10]) {
      file.complete(at);
      file.hover(at);
      file.signature(at);
      file.references(at);
    }
    file.highlight();
    file.symbols();
    file.format();
  }
});
