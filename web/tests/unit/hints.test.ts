import { readFileSync } from "node:fs";
import { basename } from "node:path";
import * as polymerge from "polymerge";
import { afterEach, describe, expect, test, vi } from "vitest";
import { weightsByRules } from "../../build/weights.ts";
import { type Casual, HintService } from "../../src/engine/hints.ts";

const files = weightsByRules();

/** A new game as the page keeps it. */
function begun(mode: string) {
  const game = polymerge.Game.start(polymerge.Mode.builtIn(mode), { seed: 7, now: 0 });
  return { snapshot: game.snapshot(0), at: 0, deeds: [] };
}

let games = 0;
/** Has a game followed, under a number of its own, and says what is known of it. */
function followed(hints: HintService, saved: ReturnType<typeof begun>) {
  games += 1;
  return { key: games, ...hints.follow(games, saved) };
}

/** The first answer of a hint and the last one. */
function hint(hints: HintService, key: number) {
  const [first, last] = [hints.ask(key, [], 6), hints.more(key, 1000, 70, true)];
  return { first: first?.ranking, last: last?.ranking, done: last?.done };
}

/** A game in which one direction alone is left, as the page keeps it. */
function cornered() {
  const game = polymerge.Game.start(polymerge.Mode.builtIn("classic"), { seed: 37, now: 0 });
  while (game.legal().length > 1) game.press(game.legal()[0] ?? 0, 0);
  expect(game.status).toBe("playing");
  return { snapshot: game.snapshot(0), at: 0, deeds: [] };
}

/** Follows such a game, whose rules answer in this way when they are asked for reasons. */
function follow(reasons: () => polymerge.Reason[]) {
  const hints = new HintService(polymerge);
  const asked = vi.spyOn(polymerge.Game.prototype, "reasons").mockImplementation(reasons);
  return { hints, asked, ...followed(hints, cornered()) };
}

describe("reasons", () => {
  afterEach(() => vi.restoreAllMocks());
  const REASON: polymerge.Reason = { reason: "makes", text: "it makes 4", tiles: ["4"] };
  const stated = Object.assign(new Error("too much work"), { kind: "limit" });
  const broken = Object.assign(new Error("unreachable"), { kind: "engine" });
  /** The last answer of a hint. */
  const last = ({ hints, key }: ReturnType<typeof follow>, isRead: boolean) => {
    hints.ask(key, [], 6);
    return hints.more(key, 1000, 70, isRead);
  };

  test("come with the last answer", () => {
    expect(
      last(
        follow(() => [REASON]),
        true,
      ),
    ).toMatchObject({ done: true, reasons: [REASON] });
  });

  test("are not asked for where nothing reads them", () => {
    const asked = follow(() => [REASON]);
    expect(last(asked, false)).toMatchObject({ done: true, reasons: [] });
    expect(asked.asked).not.toHaveBeenCalled();
  });

  test("that can't be had leave the hint as it is", () => {
    const answer = last(
      follow(() => {
        throw stated;
      }),
      true,
    );
    expect(answer).toMatchObject({ done: true, reasons: [] });
    expect(answer?.ranking.choices.length).toBe(1);
  });

  test("of an engine that has failed are an error", () => {
    const asked = follow(() => {
      throw broken;
    });
    expect(() => last(asked, true)).toThrow("unreachable");
  });
});

describe("casual games", () => {
  afterEach(() => vi.restoreAllMocks());
  const REST = { cut: 0, failures: 0, turns: 100, short: false };

  const NONE = { games: 0, cut: 0, failures: 0, score: 0, turns: 0, done: true };

  /** Goes of games until they are done, of a hint in a game that is followed. */
  function goes(hints: HintService, key: number): Casual[] {
    const found: Casual[] = [];
    while (!found.at(-1)?.done) {
      const casual = hints.casual(key);
      if (!casual) throw new Error("another game is followed");
      found.push(casual);
    }
    return found;
  }

  test("are added up, go after go, and begin anew with the next hint", () => {
    const results = [
      { games: 1, score: 100, ...REST },
      { games: 3, score: 500, ...REST, cut: 3, failures: 1, turns: 20 },
    ];
    let next = 0;
    const asked = vi
      .spyOn(polymerge.Game.prototype, "casualGames")
      .mockImplementation(() => ({ ...(results[next++ % 2] as polymerge.CasualGames), win: 0.5 }));
    const hints = new HintService(polymerge);
    const { key } = followed(hints, begun("classic"));
    hints.ask(key, [], 1);
    const [first, second, ...rest] = goes(hints, key);
    expect(first).toEqual({ games: 1, cut: 0, failures: 0, score: 100, turns: 100, win: 0.5, done: false });
    expect(second).toEqual({ games: 4, cut: 3, failures: 1, score: 400, turns: 40, win: 0.5, done: false });
    expect(rest.map(({ games }) => games)).toEqual([5, 8, 9, 12]);
    expect(new Set(asked.mock.calls.map(([options]) => options?.seed)).size).toBe(6);
    hints.ask(key, [], 1);
    expect(hints.casual(key)?.games).toBe(1);
    expect(hints.casual(key + 1)).toBe(null);
  });

  test("that can't be played are none", () => {
    vi.spyOn(polymerge.Game.prototype, "casualGames").mockImplementation(() => {
      throw Object.assign(new Error("too much work"), { kind: "limit" });
    });
    const hints = new HintService(polymerge);
    const { key } = followed(hints, begun("classic"));
    expect(hints.casual(key)).toEqual(NONE);
  });

  test("that are cut too soon to say anything are none, and no others are played", () => {
    const own = { games: 1, score: 100, ...REST, cut: 1, turns: 3, short: true };
    vi.spyOn(polymerge.Game.prototype, "casualGames").mockReturnValue(own);
    const hints = new HintService(polymerge);
    expect(hints.casual(followed(hints, begun("classic")).key)).toEqual(NONE);
  });

  test("are better than random ones, and say how many win where there is a goal", () => {
    const hints = new HintService(polymerge);
    const last = goes(hints, followed(hints, begun("classic")).key).at(-1);
    // Random play comes to 1,100 points in the mean.
    expect(last?.score).toBeGreaterThan(1_400);
    expect(last?.win).toBeLessThan(1);
    const dive = goes(hints, followed(hints, begun("dive")).key).at(-1);
    expect([(dive?.games ?? 0) > 0, dive?.win]).toEqual([true, undefined]);
  });
});

test("files of what was learned are found by the rules of the modes that they are named after", () => {
  expect(files.size).toBeGreaterThan(0);
  for (const [rules, file] of files) {
    expect(polymerge.Mode.builtIn(basename(file, ".weights")).rulesHash()).toBe(rules);
  }
});

test("hints go by what was learned as soon as it is there, in games of its mode alone", () => {
  const hints = new HintService(polymerge);
  const { key, rules, known } = followed(hints, begun("classic"));
  expect(known).toBe(false);
  expect(hint(hints, key).first).toHaveProperty("objective");
  const weights = readFileSync(files.get(rules) ?? "");
  expect(hints.know(key, rules, weights)).toBe(true);
  const learned = hint(hints, key);
  expect(learned).toMatchObject({ first: { foreseen: "points" }, last: { foreseen: "points" }, done: true });
  // Another game of the mode, then one of another.
  const again = followed(hints, begun("classic"));
  expect(again).toMatchObject({ rules, known: true });
  expect(hints.know(key, rules, weights)).toBe(false);
  expect(hint(hints, again.key).last).toHaveProperty("foreseen");
  const other = followed(hints, begun("dive"));
  expect(other.known).toBe(false);
  expect(() => hints.know(other.key, other.rules, weights)).toThrow("other rules");
  expect(hint(hints, other.key).first).toHaveProperty("objective");
});

describe("the speed of looks by what was learned", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Asks for hints, 10 ms each; gives the budget of each. A look takes what `taken` says of its budget. */
  function budgets(looks: number, taken: (budget: number) => { positions: number; took: number }): number[] {
    let time = 0;
    const asked: number[] = [];
    vi.spyOn(polymerge.LearnedPlayer.prototype, "look").mockImplementation((_, budget) => {
      const { positions, took } = taken(budget);
      time += took;
      asked.push(budget);
      return { choices: [], reward: "points", foreseen: "points", depth: 1, positions, exact: false };
    });
    // A clock with steps of a millisecond.
    const hints = new HintService(polymerge, () => Math.floor(time));
    const { key, rules } = followed(hints, begun("classic"));
    hints.know(key, rules, readFileSync(files.get(rules) ?? ""));
    for (let look = 0; look < looks; look++) hints.ask(key, [], 10);
    return asked;
  }
  const at = (speed: number) => (budget: number) => ({ positions: budget, took: budget / speed });

  test.each([0.5, 20, 500])("is found by a clock with steps of a millisecond: %d a millisecond", (speed) => {
    const [first, second, ...rest] = budgets(32, at(speed));
    expect([first, second]).toEqual([32, 32]);
    for (const budget of rest) expect(budget / 10).toBeLessThan(speed * 1.6);
    expect(rest.at(-1)).toBeGreaterThan(speed * 10 * 0.6);
  });

  test("does not sink with looks that need few of their positions", () => {
    let looks = 0;
    const asked = budgets(60, (budget) => (++looks < 20 ? at(50)(budget) : { positions: 40, took: 4 }));
    expect(asked.at(-1)).toBe(asked[19]);
    expect(asked.at(-1)).toBeGreaterThan(300);
  });

  test("sinks where positions take longer", () => {
    let looks = 0;
    const asked = budgets(60, (budget) => at(++looks < 20 ? 50 : 5)(budget));
    expect(asked[19]).toBeGreaterThan(300);
    expect(asked.at(-1)).toBeLessThan(80);
  });

  test("is not known by looks without positions", () => {
    expect(budgets(5, () => ({ positions: 0, took: 5 }))).toEqual([32, 32, 32, 32, 32]);
  });
});

test("weights are there before anything is looked at by them; looks of the first hint find their speed", () => {
  let time = 0;
  const asked: number[] = [];
  vi.spyOn(polymerge.LearnedPlayer.prototype, "look").mockImplementation((_, budget) => {
    // The first look finds nothing in caches.
    time += asked.length === 0 ? 20 : budget / 100;
    asked.push(budget);
    return { choices: [], reward: "points", foreseen: "points", depth: 1, positions: budget, exact: false };
  });
  const hints = new HintService(polymerge, () => time);
  const { key, rules } = followed(hints, begun("classic"));
  hints.know(key, rules, readFileSync(files.get(rules) ?? ""));
  expect(asked).toEqual([]);
  const first = hints.ask(key, [], 3);
  const last = hints.more(key, 15, 70, false);
  vi.restoreAllMocks();
  expect([asked.slice(0, 2), first?.took, last?.done]).toEqual([[32, 32], 20, true]);
  // 30 ms, by the speed that is at least that of the second look with a coarse clock.
  expect(asked[2]).toBeGreaterThan(500);
});

test("simulated turns that take less than a step of the clock have a speed as well", () => {
  // 100 turns a millisecond.
  let time = 0;
  const { run } = polymerge.Hint.prototype;
  vi.spyOn(polymerge.Hint.prototype, "run").mockImplementation(function (this: polymerge.Hint, turns) {
    const before = this.ranking().turns;
    const goes = run.call(this, turns);
    time += (this.ranking().turns - before) / 100;
    return goes;
  });
  const hints = new HintService(polymerge, () => Math.floor(time));
  const { first, last } = hint(hints, followed(hints, begun("classic")).key);
  vi.restoreAllMocks();
  expect(first).toHaveProperty("objective");
  expect((first as polymerge.Ranking).turns).toBeGreaterThan(200);
  expect((last as polymerge.Ranking).turns).toBeGreaterThan(2_000);
});

test("a game that can't be followed leaves the one before as it is", () => {
  const hints = new HintService(polymerge);
  const { key } = followed(hints, begun("classic"));
  expect(() => followed(hints, { ...begun("dive"), snapshot: "nothing" })).toThrow();
  expect(hint(hints, key).first?.choices.length).toBeGreaterThan(0);
});
