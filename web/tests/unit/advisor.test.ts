// What a hint goes by where nothing was learned of a mode, or where that can't be had: it is told.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Advisor } from "../../src/game/advisor.ts";
import type { GameModel } from "../../src/game/model.ts";

const stub = vi.hoisted(() => ({
  weights: async (): Promise<Uint8Array | null> => null,
  fits: true,
  follows: 0,
  fails: false,
  choices: [{ direction: 0 }],
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
  };
  const ask = async (name: string) => requests[name]?.();
  return { engine: async () => ({ hints: { ask, askOf: ask } }) };
});

let advisor: Advisor;
let told: number;
let helped: string[];

beforeEach(async () => {
  const { Advisor } = await import("../../src/game/advisor.ts");
  Object.assign(stub, { weights: async () => null, fits: true, follows: 0 });
  Object.assign(stub, { fails: false, choices: [{ direction: 0 }] });
  told = 0;
  helped = [];
  const game = { saved: {}, done: 0, doneAfter: () => [] };
  const help = (kind: string) => void helped.push(kind);
  const model = { engineGame: game, pressed: 0, help, watch: () => () => {} } as unknown as GameModel;
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
