import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Text } from "@codemirror/state";
import * as polymerge from "polymerge";
import { Mode } from "polymerge";
import * as author from "polymerge/author";
import { describe, expect, test } from "vitest";
import { recipes } from "../../build/recipes.ts";
import { unpackedText } from "../../src/engine/packed.ts";
import { type SampledGame, sampleOf } from "../../src/engine/sampler.ts";
import { unsealed } from "../../src/engine/whole.ts";
import { optionsOf } from "../../src/workshop/complete.ts";
import { correlation, csvOf, growth, quantile, shareOf, survival } from "../../src/workshop/figures.ts";
import { histogram } from "../../src/workshop/histogram.ts";
import { AuthorService } from "../../src/workshop/service.ts";
import { addressOf, asked } from "../../src/workshop/share.ts";
import { sixDigits } from "../../src/workshop/swatches.ts";
import { lineValues } from "../../src/workshop/values.ts";

const MODE = `{
  "title": "Größe 😀",
  "tile": ["value", "age"],
  "variables": { "hp": 3 },
  "merges": [{ "match": [{}, {}], "when": "= value == next.value && age < hp", "result": ["= value * 2", 0] }],
  "spawns": [{ "tile": [1, 0] }],
}`;

describe("help in a mode file", () => {
  // Vite puts the engine of authors in place of the other; here it is imported.
  const service = new AuthorService(author as unknown as typeof polymerge);
  const at = (part: string) => MODE.indexOf(part) + 1;
  const written = ({ from, to }: { from: number; to: number }) => MODE.slice(from, to);

  test("names, keys and functions are offered with their meaning", () => {
    const labels = (text: string, place: number) =>
      service.complete(text, place).items.map(({ label }) => label);
    expect(labels(MODE, at("age < hp") - 1)).toEqual(expect.arrayContaining(["age", "hp", "any", "score"]));
    const begun = MODE.replace('"spawns"', '"spa"');
    const { from, to, items } = service.complete(begun, begun.indexOf('"spa"') + 4);
    expect(begun.slice(from, to)).toBe('"spa"');
    const spawns = items.findIndex(({ label }) => label === "spawns");
    expect(items[spawns]).toMatchObject({ kind: "key", insert: '"spawns"' });
    expect(service.explain(begun, begun.indexOf('"spa"') + 4, spawns)).toContain("What spawns");
  });

  test("what is offered within quotes is compared with the quotes", () => {
    const items = [{ label: "spawns", kind: "key" as const, detail: "", insert: '"spawns": ' }];
    const [inside] = optionsOf({ items }, '"sp', 1, async () => "");
    const [outside] = optionsOf({ items }, "sp", 0, async () => "");
    expect([inside?.label, inside?.displayLabel, outside?.label]).toEqual(['"spawns', "spawns", "spawns"]);
  });

  test("places are those of JavaScript's strings", () => {
    expect(service.hover(MODE, at("next.value"))).toMatchObject({ text: expect.stringContaining("ahead") });
    expect(service.definition(MODE, at("hp,")).length).toBeLessThanOrEqual(1);
    expect(service.references(MODE, at("age < hp")).map(written)).toEqual(["age", "age"]);
    expect(service.highlight(MODE).map((part) => [written(part), part.style])).toEqual(
      expect.arrayContaining([
        ["age", "entry"],
        ["hp", "variable"],
        ["&&", "operator"],
        ["2", "number"],
      ]),
    );
    expect(service.symbols(MODE).map(({ name }) => name)).toContain("merges");
    const call = MODE.replace("value * 2", "max(value, 2)");
    expect(service.signature(call, call.indexOf(", 2)") + 2)?.label).toContain("max(");
  });

  test("names are renamed everywhere, and not to others", () => {
    expect(service.renamed(MODE, at('hp"'))).toBe("hp");
    const edits = service.rename(MODE, at("age < hp"), "years");
    expect(edits.map(({ from, to, insert }) => [MODE.slice(from, to), insert])).toEqual([
      ["age", "years"],
      ["age", "years"],
    ]);
    expect(() => service.rename(MODE, at("age < hp"), "hp")).toThrow(/hp/);
    expect(() => service.renamed(MODE, 0)).toThrow(/named/);
  });

  test("formulas are tidied, and become arrays and formulas again", () => {
    const untidy = MODE.replace("value * 2", "value*2");
    const [edit] = service.format(untidy);
    expect(edit?.insert).toBe("= value * 2");
    const arrays = service.rewritten(MODE, "arrays");
    expect(arrays).toContain('["@This value", "*", 2]');
    expect(service.rewritten(arrays, "formulas")).toBe(MODE);
  });

  test("a file that can't be read has a problem, and nothing else fails", () => {
    for (const text of ["", "{", '{ "a": "= (', '"'.repeat(1000), "[".repeat(5000)]) {
      expect(service.check(text).length).toBeGreaterThan(0);
      service.complete(text, text.length);
      service.hover(text, 1);
      service.highlight(text);
      expect(service.signature(text, 10_000) ?? null).toBeNull();
    }
  });
});

describe("a game of the file", () => {
  const service = new AuthorService(author as unknown as typeof polymerge);

  test("has values of formulas, also after blanks were put in", () => {
    const { game } = service.openFile(MODE, "1");
    const options = { row: 0, column: 0, direction: 2 };
    for (const text of [MODE, MODE.replace('"merges"', '// more\n  "merges"')]) {
      const values = service.formulaValues(game, text, options);
      const shown = values.map(({ from, to, value }) => [text.slice(from, to), value]);
      expect(shown.map(([formula]) => formula)).toContain('"= value * 2"');
      expect(values.every(({ value, error }) => (value === undefined) !== (error === undefined))).toBe(true);
    }
  });

  test("tells why a move goes as it does, with lines of the file", () => {
    const { game } = service.openFile(MODE, "1");
    const { lines } = service.why(game, MODE, 0);
    expect(lines.some(({ text }) => text.startsWith("A tile spawns") || text === "Nothing moves.")).toBe(
      true,
    );
    service.close(game);
    expect(() => service.why(game, MODE, 0)).toThrow();
  });

  test("goes on by other rules, and says what could not stay", () => {
    const { game, look } = service.openFile(MODE, "1");
    const other = service.carry(game, MODE.replace("value * 2", "value * 3"));
    expect(other.lost).toEqual([]);
    expect(other.look.view.cells).toEqual(look.view.cells);
    expect(service.carry(game, MODE.replace('"title"', '"grid": "5x5", "title"')).lost[0]).toContain("board");
    // A formula of the console knows the names of the file, also after another worker has taken over.
    expect(service.evaluateIn(game, MODE, "= hp + 1", {}).value).toBe("4");
    const resumed = service.resume({ snapshot: service.snapshot(game, 0), at: 0, deeds: [] }).game;
    expect(service.evaluateIn(resumed, MODE, "= hp + 1", {}).value).toBe("4");
    expect(service.formulaValues(resumed, MODE, {}).length).toBeGreaterThan(0);
    expect(service.formulaValues(game, `${MODE} ?`, {})).toEqual([]);
  });
});

test("values stand at the ends of their lines, those of a line together", () => {
  const doc = Text.of(["one", "two", "three"]);
  const values = [
    { from: 0, to: 1, value: "1" },
    { from: 1, to: 3, value: "x".repeat(50) },
    { from: 4, to: 6, error: "there is none" },
    { from: 90, to: 99, value: "beyond" },
  ];
  expect([...lineValues(values, doc)]).toEqual([[1, `1 · ${"x".repeat(40)}…`]]);
});

describe("templates", () => {
  test.each(["colours", "doubles", "neighbours", "script", "threes", "walls"])(
    "%s is in formulas",
    (name) => {
      const text = readFileSync(
        join(import.meta.dirname, `../../src/workshop/templates/${name}.jsonc`),
        "utf8",
      );
      expect(author.checkModeFile(text)).toEqual([]);
      expect(new author.ModeFile(text).toFormulas()).toBe(text);
    },
  );
});

test("colours as the browser's field for them takes them", () => {
  expect(["#f0C040", "#fc4", "#f0c04080"].map(sixDigits)).toEqual(["#f0c040", "#ffcc44", "#f0c040"]);
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
