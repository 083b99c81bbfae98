// The list of modes: what is found, and what is told of a mode.

import { readFileSync } from "node:fs";
import * as polymerge from "polymerge";
import { describe, expect, test } from "vitest";
import measured from "../../build/measured.json";
import { modeCalled } from "../../src/engine/called.ts";
import type { CatalogueEntry } from "../../src/engine/catalogue.ts";
import { factsOf } from "../../src/engine/facts.ts";
import { modePreviewOf } from "../../src/engine/modepreview.ts";
import { search } from "../../src/engine/search.ts";
import abouts from "../../src/texts/abouts/de.json";

const FILE = new URL("../../../crates/web/pkg/catalogue.json", import.meta.url);
const { modes } = JSON.parse(readFileSync(FILE, "utf8")) as { modes: CatalogueEntry[] };
const named = (name: string) => modes.find((mode) => mode.name === name) as CatalogueEntry;

test("every mode was measured, and no other", () => {
  expect(Object.keys(measured).sort()).toEqual(modes.map(({ name }) => name).sort());
});

describe("a mode is called as the engine calls it:", () => {
  const texts = modes.flatMap(({ name, title, number }) => [name, title, `${number ?? name}`, name.slice(4)]);
  const others = ["050", "DIVE", "16+16i", "Classic 2048", "crummy", "sic", "nothing", "", "(", "2048/"];
  test.each([...new Set([...texts, ...others])])("%j", (text) => {
    const found = () => polymerge.Mode.builtIn(text).info.name;
    const mode = modeCalled(modes, text);
    if (mode) expect(found()).toBe(mode.name);
    else expect(found).toThrow();
  });
});

describe("a search finds", () => {
  test.each([
    ["fibonacci", "026-2584"],
    ["7x7", "038-180"],
    ["7 × 7", "038-180"],
    ["timer", "120-vs-the-void-tiler"],
    ["DIVE gaussian", "105-gaussian-dive"],
  ])("%s", (words, name) => {
    const found = search(modes, words).map(({ name }) => name);
    expect(found).toContain(name);
    expect(found.length).toBeLessThan(modes.length / 3);
  });
  test("by the words of its texts in another language, with accents or without", () => {
    const said = ({ name }: CatalogueEntry) => [abouts[name as keyof typeof abouts] ?? ""];
    for (const words of ["Brüche Nenner", "bruche nenner", "fraction BRÜCHE"]) {
      expect(search(modes, words, said).map(({ name }) => name)).toContain("102-racute");
    }
    expect(search(modes, "Brüche Nenner")).toEqual([]);
  });
  test.each(["easy", "long", "short", "hard", "large"])("%s modes", (word) => {
    const found = search(modes, word);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(modes.length / 2);
  });
});

test("tags are those that the library knows, from one measurement", () => {
  const file = new URL("../../../crates/modefile/modes/catalogue.jsonl", import.meta.url);
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { name, tags = [] } = JSON.parse(line) as { name: string; tags?: string[] };
    expect(named(name).tags, name).toEqual(tags);
  }
});

describe("a mode is told in words", () => {
  const facts = (name: string) => Object.fromEntries(factsOf(named(name), modePreviewOf(polymerge, name)));
  test("with spawns that have weights", () => {
    expect(facts("001-2048")).toMatchObject({
      Grid: "4 × 4 cells",
      Directions: "four",
      "New tiles": "1 (85 %), 2 (12 %), 4 (3 %)",
      Goal: "make 2048",
      Credits: "After 2048 by Gabriele Cirulli.",
    });
  });
  test("with spawns that are computed, and without a goal", () => {
    expect(facts("050-dive")).toMatchObject({
      "New tiles": "computed as the game goes on",
      Goal: "as described above, or as far as you get",
    });
  });
  test("whichever mode it is", () => {
    for (const { name } of modes) expect(facts(name).Goal, name).not.toBe("");
  });
  test("by its number and title as well", () => {
    expect(modePreviewOf(polymerge, "dive").name).toBe("050-dive");
    expect(modePreviewOf(polymerge, "50").tiles.length).toBeGreaterThan(3);
  });
});
