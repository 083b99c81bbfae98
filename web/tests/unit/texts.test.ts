// The texts of the site: each language says everything, and nothing is said past the tables.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ESTree, parseSync } from "vite";
import { afterEach, describe, expect, test } from "vitest";
import { codeOf, type Message } from "../../build/message.ts";
import {
  declarations,
  faultsOf,
  type Languages,
  readEngine,
  readLanguages,
  withoutNotes,
} from "../../build/texts.ts";
import { area, speak } from "../../src/texts/area.ts";
import { filled } from "../../src/texts/filled.tsx";
import { grouped, plural, shown } from "../../src/texts/numbers.ts";
import { spoken, TAGS } from "../../src/texts/spoken.ts";

const SCRIPTS = resolve(import.meta.dirname, "../../src");

test("each language says everything, made of the same things", () => {
  expect(faultsOf(readLanguages())).toEqual([]);
});

test.each(TAGS)("each message in %s is a script that runs", (tag) => {
  const tables = [...Object.values(readLanguages()[tag]).map(withoutNotes)];
  if (tag !== "en") tables.push(...Object.values(readEngine(tag)));
  const messages = tables.flatMap(Object.values<Message>);
  expect(messages.length).toBeGreaterThan(500);
  // Scripts of the page are strict: a place may have no name that is reserved there.
  const made = messages.map((message) => new Function("plural", `"use strict"; return ${codeOf(message)}`));
  const kinds = new Set(made.map((make) => typeof make(plural)));
  expect([...kinds].sort()).toEqual(["function", "object", "string"]);
});

test("the types of the texts are those of the English ones", () => {
  const file = resolve(SCRIPTS, "texts/virtual.d.ts");
  const written = declarations(readLanguages().en);
  if (process.env.APPROVE === "1") writeFileSync(file, written);
  expect(existsSync(file) && readFileSync(file, "utf8")).toBe(written);
});

/** Codes of faults in what the page itself asks: no person reads them. */
const OF_PROGRAMS = [
  "bad-argument",
  "games",
  "no-action",
  "no-page",
  "no-such-face",
  "no-such-kind",
  "no-such-player",
  "unknown-option",
];

describe("what the engine has in English", () => {
  const ROOT = resolve(SCRIPTS, "../..");
  const read = (folder: string, tag: string): Record<string, unknown> =>
    JSON.parse(readFileSync(resolve(SCRIPTS, `texts/${folder}/${tag}.json`), "utf8"));
  const modes = readFileSync(resolve(ROOT, "modes/catalogue.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { name: string; about: string; family: string });

  test.each(["de", "es"])("is there in %s: all modes with their numbers, families, modifiers", (tag) => {
    const numbers = (text: string) => {
      const found = text.replace(/(?<=\d)[.,](?=\d)/g, "").match(/\d+/g);
      return [...new Set(found)].sort();
    };
    const abouts = read("abouts", tag);
    const told = modes.map(({ name }) => [name, numbers(String(abouts[name]))]);
    expect(told).toEqual(modes.map(({ name, about }) => [name, numbers(about)]));
    expect(Object.keys(abouts)).toHaveLength(modes.length);
    const { families } = read("engine", tag) as { families: object };
    expect(new Set(Object.keys(families))).toEqual(new Set(modes.map(({ family }) => family)));
    const table = readFileSync(resolve(ROOT, "crates/modifiers/src/choices/catalogue.rs"), "utf8");
    const names = [...table.matchAll(/^ {4}row!\([^,]+, (\w+),/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(Object.keys(read("modifiers", tag))).toEqual(names);
  });

  test("the faults are alike in all languages, with codes that the engine has", () => {
    const [german, spanish] = ["de", "es"].map((tag) => read("engine", tag).faults as Record<string, string>);
    const places = (faults?: Record<string, string>) =>
      Object.entries(faults ?? {}).map(([code, text]) => [code, text.match(/\{\w+\}/g)]);
    expect(places(spanish)).toEqual(places(german));
    const sources = ["calcarray", "savecode", "rules", "polymerge", "web"].flatMap((crate) => {
      const folder = resolve(ROOT, `crates/${crate}/src`);
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
      return files
        .filter((name) => name.endsWith(".rs"))
        .map((name) => readFileSync(resolve(folder, name), "utf8"));
    });
    const code = sources.join("\n");
    // The last ones are kinds of places and files.
    const others = ["piece", "step", "move", "file"];
    const unknown = Object.keys(german ?? {}).filter((name) => !code.includes(`"${name}"`));
    expect(unknown.filter((name) => !others.includes(name))).toEqual([]);
    const stated = [...code.matchAll(/(?:Failure::\w+\(|ErrorKind::\w+,)\s*"([a-z0-9-]+)"/g)];
    const names = [...new Set(stated.map(([, name = ""]) => name))];
    expect(names).toContain("no-such-mode");
    const missing = names.filter((name) => !(name in (german ?? {})));
    expect(missing.filter((name) => !OF_PROGRAMS.includes(name))).toEqual([]);
  });
});

describe("what is wrong with a table is said with its place:", () => {
  const ENGLISH = {
    a: "{who} comes",
    b: "{n, plural, one {# move} other {# moves}}",
    c: "See <link/>",
    d: ["x", "y"],
  };
  /** Returns the faults of a German table beside the English one. */
  const german = (table: Languages["de"][string]) =>
    faultsOf({ en: { area: ENGLISH }, de: { area: { ...ENGLISH, ...table } }, es: { area: ENGLISH } });

  test.each([
    [{ a: "ja" }, "de: area.a has no places, in English {who}"],
    [{ a: "{wer} kommt" }, "de: area.a has {wer}, in English {who}"],
    [
      { a: "{who kommt" },
      "de: area.a has a place that is neither {name} nor {name, plural, one {…} other {…}}",
    ],
    [{ a: " " }, "de: area.a is no text"],
    [{ a: 7 }, "de: area.a is no text"],
    [{ b: "{n} Züge" }, "de: area.b has {n}, in English {n, plural}"],
    [{ b: "{n, plural, other {# Züge}}" }, "de: area.b has a place that is neither"],
    [{ c: "Siehe {link}" }, "de: area.c has {link}, in English <link/>"],
    [{ d: ["x"] }, "de: area.d has 1 texts, in English 2 texts"],
    [{ e: "mehr" }, "de: area.e is not in English"],
  ] as [never, string][])("%o", (table, fault) => {
    expect(german(table)).toEqual([expect.stringContaining(fault)]);
  });

  test("areas and texts that are missing, notes about nothing", () => {
    const languages = { en: { area: { "@b": "A note.", a: "A" } }, de: {}, es: { area: {} } };
    expect(faultsOf(languages as unknown as Languages)).toEqual([
      "en: area.@b is a note about no text",
      "de: area is missing",
      "es: area.a is missing",
    ]);
  });
});

describe("a message", () => {
  afterEach(() => speak("en", {}));
  /** Returns the text or the function that the build makes of a message. */
  const built = (message: string) => new Function("plural", `return ${codeOf(message)}`)(plural);

  test.each([
    ["nothing", undefined, "nothing"],
    ["{who} comes", "Ann", "Ann comes"],
    ["{n, plural, one {# move} other {# moves}}", 1, "1 move"],
    ["{n, plural, one {# move} other {# moves}}", 2048, "2,048 moves"],
    ["{b} of {a}, {b}", { a: "{b}", b: "$&" }, "$& of {b}, $&"],
    ['`\\$\u007bwho} "{who}"', "A", '`\\$A "A"'],
  ])("%s with %o is %s", (message, values, expected) => {
    const text = built(message);
    expect(typeof text === "string" ? text : text(values)).toBe(expected);
  });

  test("is read in the language that is spoken by then", () => {
    const texts = area("test", { a: "yes", b: built("{n, plural, one {# move} other {# moves}}") });
    expect(texts.a).toBe("yes");
    speak("de", { test: { a: "ja", b: built("{n, plural, one {# Zug} other {# Züge}}") } });
    expect([texts.a, (texts.b as unknown as (n: number) => string)(2048)]).toEqual(["ja", "2.048 Züge"]);
    // An area that comes later.
    expect(area("test", { a: "yes" }).a).toBe("ja");
  });
});

describe("numbers", () => {
  afterEach(() => {
    spoken.tag = "en";
  });

  test.each([
    ["en", "2,048", "16,384", "0.5"],
    ["de", "2.048", "16.384", "0,5"],
    ["es", "2048", "16.384", "0,5"],
  ] as const)("in %s are %s, %s and %s", (tag, small, large, part) => {
    spoken.tag = tag;
    expect([grouped("2048"), grouped("16384")]).toEqual([small, large]);
    expect([shown(2048), shown(16_384), shown(0.5)]).toEqual([small, large, part]);
  });
});

test("elements stand where the language wants them", () => {
  expect(filled("a <x/> b <y/>", { x: 1, y: 2 }).join("")).toBe("a 1 b 2");
});

/** Attributes that are read or heard. */
const READ = ["aria-label", "aria-valuetext", "alt", "placeholder", "title"];
/** Letters, but for the name of the site. */
const isSaid = (text: unknown) => typeof text === "string" && /\p{L}/u.test(text.replaceAll("Polymerge", ""));

/** Returns the texts of a script that are in no table. */
function literalsOf(code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type } = node as ESTree.Node;
    if (type === "JSXText") {
      const { value } = node as ESTree.JSXText;
      if (isSaid(value)) found.push(value.trim());
    } else if (type === "JSXAttribute") {
      const { name, value } = node as ESTree.JSXAttribute;
      const isRead = name.type === "JSXIdentifier" && READ.includes(name.name);
      if (isRead && value?.type === "Literal" && isSaid(value.value)) found.push(`${value.value}`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync("script.tsx", code).program);
  return found;
}

test("a text in a script is found", () => {
  const code = `const a = <p title="Go">{x}<b>Here</b> <Logo name="x" title={t} aria-label="Polymerge" /></p>;`;
  expect(literalsOf(code)).toEqual(["Go", "Here"]);
});

const files = readdirSync(SCRIPTS, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".tsx"),
);

test.each(files)("%s says nothing that is in no table", (name) => {
  expect(literalsOf(readFileSync(resolve(SCRIPTS, name), "utf8"))).toEqual([]);
});

/** Returns the texts that a script fills with elements, `area.name`, with the names of these. */
function filledIn(code: string): [text: string, elements: string[]][] {
  const areas = new Map<string, string>();
  const found: [string, string[]][] = [];
  const note = ({ callee, arguments: [text, elements] }: ESTree.CallExpression) => {
    if (callee.type !== "Identifier" || callee.name !== "filled" || elements?.type !== "ObjectExpression")
      return;
    const member = text?.type === "CallExpression" ? text.callee : text;
    if (member?.type !== "MemberExpression" || member.object.type !== "Identifier") return;
    const { property } = member;
    const area = areas.get(member.object.name);
    const names = elements.properties.flatMap((element) =>
      element.type === "Property" && element.key.type === "Identifier" ? [element.key.name] : [],
    );
    if (area && property.type === "Identifier") found.push([`${area}.${property.name}`, names.sort()]);
  };
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    const { type } = node as ESTree.Node;
    if (type === "ImportDeclaration") {
      const { source, specifiers } = node as ESTree.ImportDeclaration;
      const [, area] = /^virtual:texts\/(\w+)$/.exec(source.value) ?? [];
      for (const { local } of specifiers) if (area) areas.set(local.name, area);
    } else if (type === "CallExpression") note(node as ESTree.CallExpression);
    Object.values(node).forEach(visit);
  };
  visit(parseSync("script.tsx", code).program);
  return found;
}

test("texts have the places of all elements that scripts put into them", () => {
  const { en } = readLanguages();
  const filled = files.flatMap((name) => filledIn(readFileSync(resolve(SCRIPTS, name), "utf8")));
  expect(filled).toContainEqual(["game.left", ["time"]]);
  expect(filled.length).toBeGreaterThan(10);
  const places = filled.map(([name]) => {
    const [area = "", text = ""] = name.split(".");
    const signs = [...String(en[area]?.[text]).matchAll(/<(\w+)\/>/g)];
    return [name, [...new Set(signs.map(([, sign]) => sign))].sort()];
  });
  expect(places).toEqual(filled);
});
