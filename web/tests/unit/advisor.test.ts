// What a hint goes by where nothing was learned of a mode, or where that can't be had: it is told.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Advisor } from "../../src/game/advisor.ts";
import type { Change, GameModel } from "../../src/game/model.ts";

const stub = vi.hoisted(() => ({
  weights: async (): Promise<Uint8Array | null> => null,
  fits: true,
  follows: 0,
  /** The number of the game that is followed. */
  key: 0,
  fails: false,
  choices: [{ direction: 0 }],
  /** Milliseconds that an answer takes the worker. */
  took: 1,
  /** Answers to requests of this name wait for this. */
  held: { name: "", until: Promise.resolve() },
  casual: [] as string[],
  asked: [] as unknown[],
}));

vi.mock("../../src/engine/weights.ts", () => ({ weightsOf: () => stub.weights() }));
vi.mock("../../src/engine/load.ts", () => {
  let isKnown = false;
  const requests: Record<string, (key: number) => unknown> = {
    follow: (key) => {
      isKnown = false;
      stub.follows += 1;
      stub.key = key;
      return { rules: "rules", known: false };
    },
    know: (key) => {
      if (key !== stub.key) return false;
      if (!stub.fits) throw new Error("other rules");
      isKnown = true;
      return true;
    },
    ask: (key) => {
      if (stub.fails) throw new Error("no answer");
      if (key !== stub.key) return null;
      const { choices, took } = stub;
      const by = isKnown ? { foreseen: "points" } : { objective: "score" };
      return { ranking: { choices, ...by }, done: true, took, reasons: [] };
    },
    casual: () => {
      const [first = "done"] = stub.casual.splice(0, 1);
      if (first === "fails") throw new Error("no games");
      if (first === "lost") throw Object.assign(new Error("lost"), { kind: "lost" });
      return { games: 1, score: 100, done: first === "done" };
    },
  };
  const ask = async (name: string, ...values: unknown[]) => {
    stub.asked.push([name, ...values]);
    if (name === stub.held.name) await stub.held.until;
    return requests[name]?.(values[0] as number);
  };
  return { engine: async () => ({ hints: { ask, askOf: ask } }) };
});

let advisor: Advisor;
let other: Advisor;
/** A move is made in the game, or something else is done. */
let move: (change?: object) => void;
const TICK = { kind: "turn", way: null, turn: { events: [{}] } };
let state: { screen: string };
let told: number;
let helped: string[];

beforeEach(async () => {
  const { Advisor } = await import("../../src/game/advisor.ts");
  Object.assign(stub, { weights: async () => null, fits: true, follows: 0 });
  Object.assign(stub, { fails: false, choices: [{ direction: 0 }], casual: [], asked: [] });
  Object.assign(stub, { took: 1, held: { name: "", until: Promise.resolve() } });
  told = 0;
  helped = [];
  const game = { saved: {}, done: 0, doneAfter: (done: number) => Array(game.done - done) };
  state = { screen: "play" };
  let watcher: (change: Change) => void = () => {};
  const watch = (given: typeof watcher) => {
    watcher = given;
    return () => {};
  };
  move = (change = { kind: "turn", way: {}, turn: { events: [] } }) => {
    game.done += 1;
    watcher(change as Change);
  };
  const inTurn = (work: () => Promise<void>) => void work();
  const help = (kind: string) => void helped.push(kind);
  const model = { engineGame: game, pressed: 0, help, state, watch, inTurn } as unknown as GameModel;
  advisor = new Advisor(model);
  advisor.watch(() => told++);
  // Another game on the same page.
  const elsewhere = { ...model, engineGame: { ...game }, watch: () => () => {} };
  other = new Advisor(elsewhere as unknown as GameModel);
});
afterEach(() => {
  advisor.close();
  other.close();
  vi.unstubAllGlobals();
});

const settled = () => new Promise((done) => setTimeout(done, 0));
/** The numbers of actions that requests for first answers had with them. */
const asks = () =>
  (stub.asked as unknown[][])
    .filter(([name]) => name === "ask")
    .map(([, , actions]) => (actions as unknown[]).length);

/** Lets the answers to such requests wait until the function is called. */
function hold(name: string): () => void {
  let resume = () => {};
  const until = new Promise<void>((resolve) => {
    resume = resolve;
  });
  stub.held = { name, until };
  return () => {
    stub.held.name = "";
    resume();
  };
}

test("a hint is counted as help", async () => {
  await advisor.hint();
  expect(helped).toEqual(["hints"]);
});

test.each([
  ["is not there", { fails: true }],
  ["has no move to name", { choices: [] }],
])("a hint that %s is no help", async (_, answer) => {
  Object.assign(stub, answer);
  await advisor.hint();
  expect([advisor.problem !== "", helped]).toEqual(["fails" in answer, []]);
});

test("a hint comes where another game was followed meanwhile", async () => {
  await advisor.hint();
  stub.key = -1;
  advisor.advice = null;
  await advisor.hint();
  expect([advisor.advice === null, stub.follows]).toEqual([false, 2]);
});

describe("a worker that takes the place of another", () => {
  /** The worker knows of no game, and follows the one of another advisor first. */
  const replaced = async () => {
    stub.key = -1;
    await other.hint();
  };

  test("is not taken for following this game, since it follows another one", async () => {
    await advisor.hint();
    await replaced();
    await advisor.hint();
    expect([advisor.advice === null, stub.follows]).toEqual([false, 3]);
  });

  test("is not given what was learned for a game of the one before", async () => {
    let arrive = (_: Uint8Array | null) => {};
    stub.weights = () => new Promise((resolve) => (arrive = resolve));
    void advisor.hint();
    await settled();
    stub.weights = async () => null;
    await replaced();
    arrive(new Uint8Array());
    await settled();
    expect([other.isAtRandom, advisor.learned]).toEqual([true, "coming"]);
    await other.hint();
    expect(other.isAtRandom).toBe(true);
  });
});

test("words come before anything else that an answer brings", async () => {
  await advisor.hint();
  move();
  await settled();
  helped = [];
  const changes: string[] = [];
  advisor.watch((change) => changes.push(`${change}, helped: ${helped.length}`));
  const hint = advisor.hint();
  expect(changes).toEqual(["answer, helped: 0"]);
  await hint;
});

test("a hint is about where the game stands when it comes", async () => {
  const answer = hold("ask");
  const hint = advisor.hint();
  await settled();
  stub.choices = [{ direction: 1 }];
  move(TICK);
  answer();
  await hint;
  // Once in advance, after the tick, and once more for the hint.
  expect(asks()).toEqual([0, 1, 0]);
  expect([advisor.advice?.ranking.choices[0]?.direction, helped]).toEqual([1, ["hints"]]);
});

describe("casual games", () => {
  test("are not played as long as the directions are folded", async () => {
    await advisor.hint();
    await settled();
    expect(advisor.casual).toBe(null);
  });

  test("are played until they are done once the directions are unfolded, and with the next hint", async () => {
    stub.casual = ["goes on", "done", "goes on", "done"];
    await advisor.hint();
    advisor.unfold(true);
    await settled();
    expect([advisor.casual?.done, stub.casual.length]).toEqual([true, 2]);
    await advisor.hint();
    expect([advisor.casual?.done, stub.casual.length]).toEqual([true, 0]);
  });

  test("end when the directions are folded", async () => {
    stub.casual = ["goes on", "goes on", "done"];
    await advisor.hint();
    advisor.unfold(true);
    advisor.unfold(false);
    await settled();
    expect(stub.casual.length).toBe(3);
  });

  test("go on when the directions are unfolded again, without others beside them", async () => {
    stub.casual = ["goes on", "goes on", "done"];
    await advisor.hint();
    const answer = hold("casual");
    advisor.unfold(true);
    await settled();
    advisor.unfold(false);
    answer();
    await settled();
    expect([advisor.casual?.done, stub.casual.length]).toEqual([false, 2]);
    advisor.unfold(true);
    advisor.unfold(false);
    advisor.unfold(true);
    await settled();
    expect([advisor.casual?.done, stub.casual.length]).toEqual([true, 0]);
  });

  test("are shown at first and once they are done, so that not each go is read out", async () => {
    stub.casual = ["goes on", "goes on", "goes on", "done"];
    await advisor.hint();
    const before = told;
    advisor.unfold(true);
    await settled();
    expect([told - before, stub.casual.length]).toEqual([2, 0]);
  });

  test("are waited for by no hint", async () => {
    stub.casual = ["done", "goes on"];
    await advisor.hint();
    advisor.unfold(true);
    await settled();
    const answer = hold("casual");
    stub.weights = async () => new Uint8Array();
    advisor.learned = "missing";
    await advisor.hint();
    expect([advisor.learned, advisor.isAtRandom, advisor.casual]).toEqual(["there", false, null]);
    answer();
  });

  test("with which the worker is lost lead to no other hint", async () => {
    stub.casual = ["done", "lost"];
    await advisor.hint();
    advisor.unfold(true);
    await settled();
    await advisor.hint();
    await settled();
    expect([advisor.problem, asks().length]).toEqual(["lost", 2]);
  });

  test("are not played after autoplay, which folds the directions", async () => {
    await advisor.hint();
    advisor.unfold(true);
    await settled();
    advisor.toggle();
    advisor.toggle();
    stub.casual = ["done"];
    await advisor.hint();
    await settled();
    expect(stub.casual.length).toBe(1);
  });

  test("that fail are a problem, which stands where those of hints stand", async () => {
    stub.casual = ["fails"];
    await advisor.hint();
    advisor.unfold(true);
    await settled();
    expect([advisor.problem, advisor.casual]).toEqual(["no games", null]);
  });
});

describe("the first answer", () => {
  test("is looked for after a turn, and shown at once with the next hint", async () => {
    move();
    await settled();
    expect(asks()).toEqual([]);
    await advisor.hint();
    move();
    expect(advisor.advice).toBe(null);
    await settled();
    // The move that was made is known there, but nothing is shown, and nothing was a help.
    expect([asks(), advisor.advice, helped]).toEqual([[0, 1], null, ["hints"]]);
    const hint = advisor.hint();
    expect(advisor.advice).not.toBe(null);
    expect(helped).toEqual(["hints", "hints"]);
    await hint;
    expect(asks()).toEqual([0, 1, 0]);
    // The better one is not exchanged for it by another hint.
    const { advice } = advisor;
    const again = advisor.hint();
    expect(advisor.advice).toBe(advice);
    await again;
  });

  test("is looked for once at a time, then where the game stands by then", async () => {
    await advisor.hint();
    const answer = hold("ask");
    for (let moves = 0; moves < 3; moves++) move();
    await settled();
    expect(asks()).toEqual([0, 1]);
    answer();
    await settled();
    expect(asks()).toEqual([0, 1, 2]);
    const hint = advisor.hint();
    expect(advisor.advice).not.toBe(null);
    await hint;
  });

  test("is shown as soon as it comes where a hint waits for it", async () => {
    await advisor.hint();
    const answer = hold("ask");
    move();
    await settled();
    const changes: string[] = [];
    advisor.watch((change) => changes.push(change));
    const hint = advisor.hint();
    await settled();
    expect([changes, asks()]).toEqual([[], [0, 1]]);
    answer();
    await hint;
    // The answer in advance, then that to the hint, which came no sooner.
    expect([changes, asks(), helped]).toEqual([
      ["answer", "answer", "rest", "rest"],
      [0, 1, 0],
      ["hints", "hints"],
    ]);
  });

  test("is waited for by no hint in another position, and does not take the place of its answer", async () => {
    await advisor.hint();
    const answer = hold("ask");
    move();
    await settled();
    move();
    const hint = advisor.hint();
    await settled();
    answer();
    await hint;
    expect(asks()).toEqual([0, 1, 1]);
    const { advice } = advisor;
    const again = advisor.hint();
    expect(advisor.advice).toBe(advice);
    await again;
  });

  test("is waited for where the game went on by itself during a look", async () => {
    await advisor.hint();
    let answer = hold("ask");
    move();
    await settled();
    const hint = advisor.hint();
    move(TICK);
    answer();
    answer = hold("ask");
    await settled();
    // The look at where the game stands now is on its way, and the hint asks for nothing beside it.
    expect([asks(), advisor.advice]).toEqual([[0, 1, 1], null]);
    answer();
    await hint;
    expect([asks(), advisor.advice === null]).toEqual([[0, 1, 1, 0], false]);
  });

  test("that comes when the hint is not wanted any more is not shown", async () => {
    await advisor.hint();
    const answer = hold("ask");
    move();
    await settled();
    void advisor.hint();
    advisor.stop();
    answer();
    await settled();
    expect([advisor.advice, helped]).toEqual([null, ["hints"]]);
  });

  test("is looked for after a step back, too", async () => {
    await advisor.hint();
    move({ kind: "shown", reason: "undone" });
    await settled();
    expect(asks()).toEqual([0, 1]);
  });

  test.each([
    ["it plays by itself", () => Object.assign(advisor, { isPlaying: true })],
    ["the game is over", () => Object.assign(state, { screen: "over" })],
    ["the page is hidden", () => vi.stubGlobal("document", { hidden: true })],
    ["hints are closed", () => advisor.close()],
  ])("is not looked for where %s", async (_, become) => {
    await advisor.hint();
    // One that is on its way looks no further, either.
    const answer = hold("ask");
    move();
    become();
    move();
    await settled();
    answer();
    await settled();
    expect(asks()).toEqual([0, 1]);
  });

  test("is not looked for in slow modes", async () => {
    stub.took = 300;
    await advisor.hint();
    move();
    await settled();
    expect(asks()).toEqual([0]);
    stub.took = 20;
    await advisor.hint();
    move();
    await settled();
    expect(asks()).toEqual([0, 1, 1]);
  });

  test("leads to the game being followed anew where another one is followed by now", async () => {
    await advisor.hint();
    stub.key = -1;
    move();
    await settled();
    await advisor.hint();
    expect([advisor.advice === null, stub.follows]).toEqual([false, 2]);
  });

  test("is not shown where the game has gone on", async () => {
    await advisor.hint();
    move();
    await settled();
    stub.fails = true;
    move();
    await settled();
    stub.fails = false;
    const hint = advisor.hint();
    expect(advisor.advice).toBe(null);
    await hint;
    // What has failed in advance is no problem, and the game is followed anew.
    expect([advisor.problem, advisor.advice === null, stub.follows]).toEqual(["", false, 2]);
  });
});

test("nothing was learned", async () => {
  await advisor.hint();
  expect([advisor.learned, advisor.isAtRandom, advisor.problem]).toEqual(["none", true, ""]);
});

test("what was learned is there", async () => {
  stub.weights = async () => new Uint8Array();
  await advisor.hint();
  expect([advisor.learned, advisor.isAtRandom]).toEqual(["there", false]);
});

test.each([
  [
    "can't be fetched",
    async () => {
      throw new TypeError("no connection");
    },
    true,
  ],
  ["is damaged", async () => new Uint8Array(), false],
])("what was learned %s: it is told, and the next hint tries again", async (_, weights, fits) => {
  Object.assign(stub, { weights, fits });
  await advisor.hint();
  const before = told;
  expect([advisor.learned, advisor.isAtRandom, advisor.advice === null]).toEqual(["missing", true, false]);
  expect(before).toBeGreaterThan(0);
  Object.assign(stub, { weights: async () => new Uint8Array(), fits: true });
  await advisor.hint();
  expect([advisor.learned, advisor.isAtRandom]).toEqual(["there", false]);
  // As long as it is known, it is not asked for again.
  await advisor.hint();
  expect(stub.follows).toBe(2);
});
