// The texts of the site: each language says everything, and nothing is said past the tables.

import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type ESTree, parseSync } from "vite";
import { afterEach, describe, expect, test } from "vitest";
import { grouped, shown } from "../../src/game/grouped.ts";
import { type Areas, spoken } from "../../src/texts/area.ts";
import { workshop as workshopDe } from "../../src/texts/de/workshop.ts";
import * as siteDe from "../../src/texts/de.ts";
import { workshop } from "../../src/texts/en/workshop.ts";
import * as site from "../../src/texts/en.ts";
import { workshop as workshopEs } from "../../src/texts/es/workshop.ts";
import * as siteEs from "../../src/texts/es.ts";
import { filled } from "../../src/texts/filled.tsx";

const SCRIPTS = resolve(import.meta.dirname, "../../src");

// The workshop, a page of its own, brings its area.
const en: Areas = { ...site, workshop };
const LANGUAGES: readonly [string, Areas][] = [
  ["German", { ...siteDe, workshop: workshopDe }],
  ["Spanish", { ...siteEs, workshop: workshopEs }],
];

/** Every text under the name of its area and its own. */
function textsOf(areas: Areas) {
  return Object.entries(areas).flatMap(([area, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text] as const),
  );
}

/** Places in a text where elements stand, in any order. */
const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("areas are registered under the names that tables have them by", () => {
  for (const [name, texts] of Object.entries(en)) expect(spoken.areas.get(name), name).toBe(texts);
  const others = readdirSync(resolve(SCRIPTS, "texts/en"));
  expect(others.map((file) => file.replace(".ts", "")).sort()).toEqual(Object.keys(en).sort());
});

describe.each(LANGUAGES)("in %s", (_, areas) => {
  const translated = new Map(textsOf(areas));
  const english = textsOf(en);

  test("the same things are said as in English", () => {
    expect([...translated.keys()].sort()).toEqual(english.map(([name]) => name).sort());
  });

  test.each(english)("%s is a text of the same things", (name, text) => {
    const other = translated.get(name);
    if (typeof text === "string") {
      expect(other).toMatch(/\S/);
      expect(gaps(other as string)).toEqual(gaps(text));
    } else {
      const known = ["11", "22", "33"].slice(0, text.length);
      const said = (other as (...known: unknown[]) => string)(...known);
      // What is told differs from text to text: where the English one tells it, so do others.
      for (const one of known) if (text(...known).includes(one)) expect(said).toContain(one);
      expect(said).toMatch(/\S/);
    }
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
  expect(filled("a {x} b {y}", { x: 1, y: 2 }).join("")).toBe("a 1 b 2");
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
