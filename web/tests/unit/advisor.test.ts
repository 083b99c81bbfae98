// What a hint goes by where nothing was learned of a mode, or where that can't be had: it is told.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Advisor } from "../../src/game/advisor.ts";
import type { Change, GameModel } from "../../src/game/model.ts";

const stub = vi.hoisted(() => ({
  weights: async (): Promise<Uint8Array | null> => null,
  fits: true,
  follows: 0,
  fails: false,
  choices: [{ direction: 0 }],
  casual: [] as string[],
  asked: [] as unknown[],
}));

vi.mock("../../src/engine/weights.ts", () => ({ weightsOf: () => stub.weights() }));
vi.mock("../../src/engine/load.ts", () => {
  let isKnown = false;
  const requests: Record<string, () => unknown> = {
    follow: () => {
      isKnown = false;
      stub.follows += 1;
      return { key: stub.follows, rules: "rules", known: false };
    },
    know: () => {
      if (!stub.fits) throw new Error("other rules");
      isKnown = true;
      return true;
    },
    ask: () => {
      if (stub.fails) throw new Error("no answer");
      const { choices } = stub;
      const by = isKnown ? { foreseen: "points" } : { objective: "score" };
      return { ranking: { choices, ...by }, done: true, reasons: [] };
    },
    casual: () => {
      const [first = "done"] = stub.casual.splice(0, 1);
      if (first === "fails") throw new Error("no games");
      return { games: 1, score: 100, done: first === "done" };
    },
  };
  const ask = async (name: string, ...values: unknown[]) => {
    stub.asked.push([name, ...values]);
    return requests[name]?.();
  };
  return { engine: async () => ({ hints: { ask, askOf: ask } }) };
});

let advisor: Advisor;
/** A move is made in the game. */
let move: () => void;
let told: number;
let helped: string[];

beforeEach(async () => {
  const { Advisor } = await import("../../src/game/advisor.ts");
  Object.assign(stub, { weights: async () => null, fits: true, follows: 0 });
  Object.assign(stub, { fails: false, choices: [{ direction: 0 }], casual: [], asked: [] });
  told = 0;
  helped = [];
  const game = { saved: {}, done: 0, doneAfter: (done: number) => Array(game.done - done) };
  const state = { screen: "play" };
  let watcher: (change: Change) => void = () => {};
  const watch = (given: typeof watcher) => {
    watcher = given;
    return () => {};
  };
  move = () => {
    game.done += 1;
    watcher({ kind: "turn", way: {}, turn: { events: [] } } as unknown as Change);
  };
  const help = (kind: string) => void helped.push(kind);
  const model = { engineGame: game, pressed: 0, help, state, watch } as unknown as GameModel;
  advisor = new Advisor(model, () => told++);
});
afterEach(() => advisor.close());

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

describe("casual games", () => {
  const settled = () => new Promise((done) => setTimeout(done, 0));

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

  test("that fail are a problem, which stands where those of hints stand", async () => {
    stub.casual = ["fails"];
    await advisor.hint();
    advisor.unfold(true);
    await settled();
    expect([advisor.problem, advisor.casual]).toEqual(["no games", null]);
  });
});

describe("the first answer", () => {
  const settled = () => new Promise((done) => setTimeout(done, 0));
  const asks = () => stub.asked.filter((request) => (request as unknown[])[0] === "ask");

  test("is looked for after a turn, and shown at once with the next hint", async () => {
    move();
    await settled();
    expect(asks()).toEqual([]);
    await advisor.hint();
    move();
    expect(advisor.advice).toBe(null);
    await settled();
    // The move that was made is known there, but nothing is shown, and nothing was a help.
    expect([asks().length, advisor.advice, helped]).toEqual([2, null, ["hints"]]);
    const hint = advisor.hint();
    expect(advisor.advice).not.toBe(null);
    expect(helped).toEqual(["hints", "hints"]);
    await hint;
    expect(asks().map((request) => (request as unknown[][])[2]?.length)).toEqual([0, 1, 0]);
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
