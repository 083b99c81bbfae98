import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as polymerge from "polymerge";
import { Mode } from "polymerge";
import { describe, expect, test } from "vitest";
import { recipes } from "../../build/recipes.ts";
import { unpackedText } from "../../src/engine/packed.ts";
import { type SampledGame, sampleOf } from "../../src/engine/sampler.ts";
import { unsealed } from "../../src/engine/whole.ts";
import { explained, helpOf, usage } from "../../src/workshop/complete.ts";
import { correlation, csvOf, growth, quantile, shareOf, survival } from "../../src/workshop/figures.ts";
import { histogram } from "../../src/workshop/histogram.ts";
import { ModeSchema } from "../../src/workshop/schema.ts";
import { addressOf, asked } from "../../src/workshop/share.ts";
import { spotAt } from "../../src/workshop/spot.ts";
import { sixDigits } from "../../src/workshop/swatches.ts";
import { WORDS } from "../../src/workshop/words.ts";

/** The spot of the mark in a text. */
function spot(marked: string) {
  return spotAt(marked.replace("^", ""), marked.indexOf("^"));
}

describe("where a position is", () => {
  test.each<[string, "key" | "value", (string | number)[]]>([
    ["{ ^", "key", []],
    ['{ "gr^', "key", []],
    ['{ "grid": ^', "value", ["grid"]],
    ['{ "grid": "4^x4" }', "value", ["grid"]],
    ['{ "merges": [{ "match": [{}, {}], ^', "key", ["merges", 0]],
    ['{ "merges": [{}, { "when": ["@This", "^"', "value", ["merges", 1, "when", 1]],
    ['{ "a": { "b": [1, [2, "x", ^', "value", ["a", "b", 1, 2]],
    ['{ /* } [ */ "a": // "b":\n ^', "value", ["a"]],
    ['{ "a": "\\"}", ^', "key", []],
  ])("%s", (marked, kind, path) => {
    expect(spot(marked)).toMatchObject({ kind, path });
  });

  test.each(["{ // a^", "{ /* ^ */", "{ /* never closed ^"])("%s is a comment", (marked) => {
    expect(spot(marked)).toBeNull();
  });

  test("keys that are there already, and the inside of a string", () => {
    const text = '{ "title": "x", "tile": "va^lue" }';
    expect(spot(text)).toMatchObject({ keys: ["title"], string: { from: 25, to: 30 } });
  });
});

describe("what the schema says", () => {
  const file = join(import.meta.dirname, "../../../modes/mode.schema.json");
  const schema = new ModeSchema(readFileSync(file, "utf8"));

  test("keys of the file and of what is in it", () => {
    expect(schema.keys([]).map(({ name }) => name)).toContain("merges");
    const keys = schema.keys(["merges", 0]);
    expect(keys.find(({ name }) => name === "match")?.description).toContain("the one that moves first");
    expect(schema.keys(["spawns", 3]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["tile", "weight"]),
    );
    expect(schema.keys(["title", 0, "x"])).toEqual([]);
  });

  test("values and descriptions", () => {
    expect(schema.values(["grid", "shape"]).map(({ value }) => value)).toContain("hexagon");
    expect(schema.values(["merges", 0, "include_game_variables"]).map(({ value }) => value)).toEqual([
      true,
      false,
    ]);
    expect(schema.describe(["spawns"])).toMatch(/^What spawns: .*\[\{ "tile": \[1\]/);
    expect(schema.describe(["merges", 0, "order"])).toContain("fixed");
    expect(schema.describe(["nothing"])).toBe("");
  });
});

test("colours as the browser's field for them takes them", () => {
  expect(["#f0C040", "#fc4", "#f0c04080"].map(sixDigits)).toEqual(["#f0c040", "#ffcc44", "#f0c040"]);
});

describe("what is offered is explained", () => {
  const file = join(import.meta.dirname, "../../../modes/mode.schema.json");
  const root = JSON.parse(readFileSync(file, "utf8"));

  /** All keys and words in a part of the schema, each with what is said about it. */
  function told(schema: Record<string, unknown>): [name: string, text: unknown][] {
    const { properties = {}, enum: words = [], enumDescriptions = [] } = schema as Told;
    const keys = Object.entries(properties).map(([key, { description }]): [string, unknown] => [
      key,
      description,
    ]);
    const inside = Object.values(schema).filter((part) => typeof part === "object" && part !== null);
    return [
      ...keys,
      ...words.map((word, at): [string, unknown] => [`${word}`, enumDescriptions[at]]),
      ...inside.flatMap((part) => told(part as Record<string, unknown>)),
    ];
  }
  interface Told {
    properties?: Record<string, { description?: string }>;
    enum?: unknown[];
    enumDescriptions?: string[];
  }

  const all: [kind: string, name: string, text: unknown][] = [
    ...told(root).map(([name, text]): [string, string, unknown] => ["schema", name, text]),
    ...polymerge.operators().map((operator): [string, string, unknown] => {
      return ["operator", operator.name, `${usage(operator)}\n${explained(operator)}`];
    }),
    ...WORDS.map((word): [string, string, unknown] => ["word", word.name, helpOf(word)]),
  ];

  test("by a sentence at least, which is not its name", () => {
    const short = all.filter(([, name, text]) => `${text ?? ""}`.replace(name, "").trim().length < 25);
    expect(short).toEqual([]);
  });

  test("by letters that all fonts have", () => {
    const rare = all.filter(([, , text]) => /[^ -~\n–…→−∞×ßäöüé]/.test(`${text}`));
    expect(rare).toEqual([]);
  });

  test("with an example of each word", () => {
    expect(WORDS.filter(({ example }) => example === "").map(({ name }) => name)).toEqual([]);
  });
});

test("scores are counted in ranges of a round width", () => {
  expect(histogram([])).toEqual([]);
  expect(histogram([7, 7])).toEqual([{ from: 7, to: 8, count: 2 }]);
  const bars = histogram(
    Array.from({ length: 100 }, (_, index) => index * 10),
    10,
  );
  expect(bars).toHaveLength(10);
  expect(bars.every(({ from, to, count }) => to - from === 100 && count === 10)).toBe(true);
  expect(histogram([Number.POSITIVE_INFINITY, 3])).toEqual([{ from: 3, to: 4, count: 1 }]);
});

describe("figures of a sample", () => {
  const game = (moves: number, growth: number[]): SampledGame => ({
    ...{ seed: 7, moves, score: moves * 10, largest: 8, won: null, end: "no moves" as const },
    ...{ rules: [1], directions: [moves, 0], spawns: {}, growth },
  });
  const games = [game(2, [2, 4]), game(4, [2, 4, 8])];

  test("shares have Wilson's range", () => {
    const { share, least, most } = shareOf(5, 10);
    expect([share, least.toFixed(3), most.toFixed(3)]).toEqual([0.5, "0.237", "0.763"]);
    expect(shareOf(0, 10).least).toBe(0);
    expect(shareOf(0, 10).most).toBeCloseTo(0.278, 3);
  });

  test("quantiles and correlations", () => {
    expect([quantile([], 0.5), quantile([3], 0.5), quantile([9, 1, 5], 0.5)]).toEqual([0, 3, 5]);
    expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1);
    expect(correlation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
    expect(correlation([1, 1], [1, 2])).toBe(0);
  });

  test("curves and a line for each game", () => {
    expect(survival(games)).toEqual([
      [0, 1],
      [2, 0.5],
      [4, 0],
    ]);
    expect(growth(games)).toEqual([
      [1, 2],
      [2, 4],
      [4, 8],
    ]);
    const [head, first] = csvOf(games).split("\n");
    expect(head).toBe("seed,moves,score,largest,won after,end,rule 1,direction 1,direction 2");
    expect(first).toBe("7,2,20,8,,no moves,1,2,0");
  });
});

describe("a sample of games", () => {
  const options = { player: "random" as const, games: 3, seed: 5 };
  const all = (mode: Mode, more = {}) => {
    const trial = sampleOf(polymerge, mode, { ...options, ...more });
    while (trial.run(100));
    const games = trial.games(0);
    trial.free();
    return games;
  };

  test("goes by its seed, and counts what happens", () => {
    const games = all(Mode.builtIn("2048"));
    expect(games.map(({ seed }) => seed)).toEqual([5, 6, 7]);
    expect(games).toEqual(all(Mode.builtIn("2048")));
    for (const { moves, directions, spawns, rules, end } of games) {
      expect(end).toBe("no moves");
      expect(directions.reduce((sum, count) => sum + count)).toBe(moves);
      // Two tiles are there at the start.
      expect(Object.values(spawns).reduce((sum, count) => sum + count)).toBe(moves + 2);
      expect(rules[0]).toBeGreaterThan(0);
    }
  });

  test("a win is noted, and played on from", () => {
    const file = `{ "title": "x", "tiles": [{ "colour": "#f0c040" }], "spawns": [{ "tile": [1] }],
      "merges": [{ "match": [{}, {}], "result": [["@This value", "*", 2]] }], "win": [[8]] }`;
    for (const { won, moves, end } of all(Mode.fromFile(file))) {
      expect(won).toBeGreaterThan(0);
      expect(moves).toBeGreaterThan(won ?? 0);
      expect(end).toBe("no moves");
    }
  });

  test("what was learned plays, and is refused for other rules", () => {
    const mode = Mode.builtIn("2048");
    const learner = new polymerge.Learner(mode, { memory: 2 ** 20 });
    learner.learn(500);
    const options = { games: 1, player: "learned", weights: learner.weights() };
    expect(all(mode.change({ modifiers: {} }), options)).toEqual(all(mode, options));
    expect(() => all(Mode.builtIn("dive"), options)).toThrow();
  });

  test("rollouts go by their seed, too", () => {
    const mode = Mode.builtIn("2048").change({ modifiers: { width: 2, height: 2 } });
    const options = { games: 2, player: "rollouts" };
    expect(all(mode, options)).toEqual(all(mode, options));
  });
});

test("a file goes into an address and comes back", async () => {
  const text = '{ "title": "Größe ∞" } // 🂡\n'.repeat(20);
  const address = await addressOf(text);
  expect(address).toMatch(/^#\/file\/\w+=[\w-]+$/);
  const wanted = asked(address);
  const { text: packed, isWhole } = unsealed(wanted && "packed" in wanted ? wanted.packed : "");
  expect(isWhole).toBe(true);
  expect(packed.length).toBeLessThan(text.length / 2);
  expect(await unpackedText(packed)).toBe(text);
  await expect(unpackedText(packed.slice(0, -8))).rejects.toThrow();
  expect(asked("#/mode/050-dive")).toEqual({ mode: "050-dive" });
  expect(asked("")).toBeNull();
});

describe("recipes of the cookbook", () => {
  const found = recipes();
  test("are there", () => expect(found.length).toBeGreaterThan(25));
  test.each(found.map(({ name, text }) => [name, text] as const))("%s can be played", (_, text) => {
    expect(() => Mode.fromFile(text)).not.toThrow();
  });
});
