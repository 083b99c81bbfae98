// Faces and voices of modes: a sentence on each, what was measured, families, three for each day.

import { readFileSync } from "node:fs";
import * as polymerge from "polymerge";
import { afterEach, describe, expect, test } from "vitest";
import { doublingsIn, measuresOfModes } from "../../build/measures.ts";
import type { CatalogueEntry } from "../../src/engine/catalogue.ts";
import { threeOf } from "../../src/engine/discover.ts";
import { factsOf } from "../../src/engine/facts.ts";
import { familiesOf } from "../../src/engine/families.ts";
import { modePreviewOf } from "../../src/engine/modepreview.ts";
import { spoken, TAGS } from "../../src/texts/spoken.ts";
import { voices } from "../../src/texts/voices.ts";

const FILE = new URL("../../../crates/web/pkg/catalogue.json", import.meta.url);
const { modes } = JSON.parse(readFileSync(FILE, "utf8")) as { modes: CatalogueEntry[] };
const named = (name: string) => modes.find((mode) => mode.name === name) as CatalogueEntry;

afterEach(() => {
  spoken.tag = "en";
});

describe("a sentence on each mode", () => {
  const fileOf = (tag: string): Record<string, string> =>
    JSON.parse(readFileSync(new URL(`../../src/texts/voices/${tag}.json`, import.meta.url), "utf8"));
  test.each(TAGS)("in %s: one for every mode, none twice, each short", (tag) => {
    const all = fileOf(tag);
    expect(Object.keys(all).sort()).toEqual(modes.map(({ name }) => name).sort());
    expect(new Set(Object.values(all)).size).toBe(modes.length);
    for (const [name, text] of Object.entries(all)) {
      expect(text, name).toMatch(/^[\p{L}\d×−].{15,104}[.]$/u);
      expect(text, name).not.toBe(named(name).about);
    }
  });
  test("is said in the language of the page", async () => {
    spoken.tag = "de";
    const say = await voices();
    expect(say("050-dive")).toEqual({ text: fileOf("de")["050-dive"], lang: {} });
    expect(say("no such mode").text).toBe("");
  });
});

describe("what was measured", () => {
  test("is there for every mode: moves of all, skill where there were pairs enough", () => {
    const all = measuresOfModes();
    expect(Object.keys(all).sort()).toEqual(modes.map(({ name }) => name).sort());
    expect(Object.values(all).filter(({ skill }) => skill !== undefined).length).toBeGreaterThan(85);
    expect(all["001-2048"]).toMatchObject({ moves: 120, far: 5, skill: 2.73 });
    // One pair alone.
    expect(all["050-dive"]).not.toHaveProperty("skill");
  });
  test("is read from the table of rollouts alone", () => {
    const row = (pairs: number) =>
      `| 003-1024 | ${pairs} | 2.5 | 1.1 | 0.87 ± 0.18 | 7 of 8 | 300 | 9 | 0.7 |\n`;
    expect([...doublingsIn(`## Rollouts\n${row(8)}`)]).toEqual([["003-1024", 0.87]]);
    expect(doublingsIn(`## Rollouts\n${row(6)}`).size).toBe(0);
    expect(doublingsIn(`## Others\n${row(8)}`).size).toBe(0);
    expect(doublingsIn(`## Rollouts\n## Others\n${row(8)}`).size).toBe(0);
  });
  test("is told in words", () => {
    const preview = modePreviewOf(polymerge, "001-2048");
    const told = (measures: Parameters<typeof factsOf>[2]) =>
      Object.fromEntries(factsOf(named("001-2048"), preview, measures));
    expect(told({ moves: 120, far: 5, skill: 2.73 })).toMatchObject({
      Length: "about 120 moves, if these are random",
      Difficulty: "by random moves, the largest tile is 5 doublings short of the goal",
      Skill: "looking ahead, a player scores 6.6 times as much as random moves",
    });
    expect(told({ moves: 90, far: 1 }).Difficulty).toMatch(/ is 1 doubling short /);
    expect(told({ moves: 90, far: 0 }).Difficulty).toBe("even random moves reach the goal");
    expect(told({ moves: 90 })).not.toHaveProperty("Skill");
    expect(told(undefined)).not.toHaveProperty("Length");
  });
});

test("a mode is previewed with a played board and its colours", () => {
  const { board, colors } = modePreviewOf(polymerge, "050-dive");
  expect(board).toMatch(/^<svg\b/);
  expect(board.match(/<text/g)?.length).toBeGreaterThan(3);
  expect(colors).toMatchObject({ screen: "linear-gradient(#dcecf7, #6f97b5)", grid: "#5f8299" });
});

describe("families", () => {
  test("have three modes at least; the others are together, at the end", () => {
    const families = familiesOf(modes);
    expect(families.flatMap(({ modes }) => modes).length).toBe(modes.length);
    expect(families.at(-1)?.name).toBe("");
    for (const { name, modes } of families) if (name) expect(modes.length, name).toBeGreaterThan(2);
    expect(families[0]?.name).toBe("powers");
    expect(families.length).toBeLessThan(12);
  });
  test("are none where there are no modes", () => {
    expect(familiesOf([])).toEqual([]);
  });
});

describe("three modes to be tried", () => {
  const three = (date: string) => threeOf(date, modes).map(({ name }) => name);
  test("are the same for all on a date, and others on the next", () => {
    expect(three("2026-11-29")).toEqual(three("2026-11-29"));
    expect(new Set(three("2026-11-29")).size).toBe(3);
    expect(three("2026-11-30").filter((name) => three("2026-11-29").includes(name))).toEqual([]);
  });
  test("bring every numbered mode before one comes again", () => {
    const days = Array.from({ length: 42 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const shown = days.flatMap(three);
    const pool = modes.filter(({ number = 1 }) => number > 1);
    expect(new Set(shown.slice(0, pool.length)).size).toBe(Math.min(shown.length, pool.length));
    expect(shown).not.toContain("classic");
  });
  test("are all that there are where these are few", () => {
    expect(threeOf("2026-11-29", [named("050-dive")])).toEqual([named("050-dive")]);
  });
});
