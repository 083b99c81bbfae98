// Tests of what needs no editor: which files are mode files, and the grammar of formulas.

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const test = require("node:test");
const { isMode } = require("./recognise");

test("mode files are recognised by their keys", () => {
  const rows = [
    ['{ "$schema": "mode.schema.json" }', true],
    ['{ "$schema": "../modes/mode.schema.json" }', true],
    ['{\n  // rules\n  "merges": []\n}', true],
    ['{ "extends": "base.jsonc", "title": "Child" }', true],
    ['{\n  "title": "Child",\n  "extends": "base.jsonc"\n}', true],
    ['{\n  "extends": "./base.jsonc"\n}', false],
    ['{\n  "extends": "base.json"\n}', false],
    ['{\n  "compilerOptions": {}\n}', false],
    ['{\n  "about": "\\"merges\\": here"\n}', false],
    ["", false],
  ];
  for (const [text, expected] of rows) assert.equal(isMode(text), expected, text);
});

test("all built-in modes are recognised", () => {
  const folder = path.join(__dirname, "../../crates/modefile/modes");
  const modes = fs.readdirSync(folder).filter((name) => name.endsWith(".jsonc"));
  assert.ok(modes.length > 100);
  for (const name of modes) assert.ok(isMode(fs.readFileSync(path.join(folder, name), "utf8")), name);
});

test("the grammar is well formed, and its patterns are expressions", () => {
  const grammar = JSON.parse(fs.readFileSync(path.join(__dirname, "syntaxes/mode.tmLanguage.json"), "utf8"));
  const known = new Set(Object.keys(grammar.repository).map((name) => `#${name}`));
  const visit = (rule) => {
    for (const key of ["match", "begin", "end"]) if (rule[key]) new RegExp(rule[key]);
    if (rule.include?.startsWith("#")) assert.ok(known.has(rule.include), rule.include);
    for (const inner of rule.patterns ?? []) visit(inner);
  };
  for (const rule of [grammar, ...Object.values(grammar.repository)]) visit(rule);
});
