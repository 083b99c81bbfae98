// The game of a mode that a link asks for, where the engine is late or does not come at all.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BootController } from "../../src/game/boot.ts";
import type { GameController } from "../../src/game/controller.ts";

const DIVE = { id: "b-1", mode: "050-dive", seed: "7", time: 0, started: 0, updated: 5, won: false };
const BEGUN = { ...DIVE, deeds: [{ do: "undo" }] };
const LOCAL = { facts: { name: "050-dive" } };

/** The parts of the site that the tests put others in place of. */
const MOCKED = [
  "engine/load",
  "game/ahead",
  "game/small",
  "game/placeholder",
  "game/home",
  "store/unkept",
  "store/database",
];

interface Made {
  controller: GameController;
  /** The games that were started without the engine. */
  started: { begun?: { id: string }; local?: unknown }[];
  /** Lets another game take the place. */
  place(name: string, id?: string, elsewhere?: string): void;
  bringHome: ReturnType<typeof vi.fn>;
  /** The games that other tabs were asked for. */
  wanted: string[];
}

interface Case {
  begun?: object[];
  lines?: Promise<object[]>;
  local?: Promise<unknown>;
  /** True if games can't be gone on with by these rules. */
  fails?: boolean;
  /** The record of every game that is asked for. */
  kept?: object;
  /** False if no game was ever kept here. */
  mayHold?: boolean;
  /** The engine, which comes late if at all. */
  engine?: Promise<unknown>;
}

async function made({
  begun = [],
  lines = Promise.resolve([]),
  local = Promise.resolve(LOCAL),
  fails,
  kept,
  mayHold = true,
  engine = Promise.reject(new Error("no engine")),
}: Case): Promise<Made> {
  const started: Made["started"] = [];
  const bringHome = vi.fn(async () => {});
  engine.catch(() => {});
  const load = { engine: () => engine, engineNow: () => null, onEngine: () => () => {} };
  vi.doMock("../../src/engine/load.ts", () => load);
  vi.doMock("../../src/game/ahead.ts", () => ({ afterSmall: Promise.resolve(), small: {} }));
  vi.doMock("../../src/game/small.ts", () => ({ smallMode: () => local }));
  vi.doMock("../../src/game/placeholder.ts", () => ({}));
  vi.doMock("../../src/game/home.ts", () => ({ bringHome, lastGame: async () => undefined }));
  vi.doMock("../../src/store/unkept.ts", () => ({
    readBegun: () => begun,
    forgetBegun: () => {},
    mayHoldGames: () => mayHold,
  }));
  vi.doMock("../../src/store/database.ts", () => ({
    allLines: () => lines,
    gameById: async () => kept,
  }));
  const wanted: string[] = [];
  const postMessage = ({ say, id }: { say: string; id: string }) => void (say === "want" && wanted.push(id));
  vi.stubGlobal("BroadcastChannel", function Channel() {
    return { postMessage };
  });
  const boot = {
    first: { mode: "classic" },
    model: null as unknown,
    autosave: null as unknown,
    elsewhere: null as string | null,
    setHooks: () => {},
    watch: () => () => {},
    start(what: Made["started"][number]) {
      if (what.begun && fails) throw new Error("other rules");
      started.push(what);
      place("050-dive", what.begun?.id);
    },
  };
  const place = (name: string, id = `new ${name}`, elsewhere: string | null = null) => {
    boot.elsewhere = elsewhere;
    boot.model = { facts: { name }, state: { screen: "play" } };
    boot.autosave = { id };
  };
  const { GameController } = await import("../../src/game/controller.ts");
  const controller = new GameController(boot as unknown as BootController);
  bringHome.mockClear();
  return { controller, started, place, bringHome, wanted };
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of MOCKED) vi.doUnmock(`../../src/${name}.ts`);
});

const kept = async (updated: number) => [{ id: "k-1", mode: "050-dive", screen: "play", updated }];
const never = new Promise<never>(() => {});
const noLocal = Promise.resolve(null);

test.each<[string, Case, { begun: string | undefined }]>([
  ["a begun game goes on", { begun: [BEGUN] }, { begun: "b-1" }],
  ["also where an older one is kept", { begun: [BEGUN], lines: kept(4) }, { begun: "b-1" }],
  ["one that is over does not", { begun: [{ ...BEGUN, over: true }] }, { begun: undefined }],
  ["one of another mode does not", { begun: [{ ...BEGUN, mode: "classic" }] }, { begun: undefined }],
  ["one under other rules does not", { begun: [BEGUN], fails: true }, { begun: undefined }],
])("without the engine: %s", async (_, given, { begun }) => {
  const { controller, started } = await made(given);
  expect(await controller.mode("050-dive")).toBe(true);
  expect(started.map((what) => [what.begun?.id, what.local])).toEqual([[begun, LOCAL]]);
});

test("a begun game that the address of an entry asks for goes on without the engine", async () => {
  const { controller, started } = await made({ begun: [BEGUN] });
  expect(await controller.returns("b-1")).toBe(true);
  expect(started).toEqual([{ begun: BEGUN, local: LOCAL }]);
});

test("a begun game does not wait for the engine that would bring it home", async () => {
  const { controller, bringHome } = await made({ begun: [BEGUN] });
  bringHome.mockImplementation(() => new Promise<never>(() => {}));
  expect(await controller.mode("050-dive")).toBe(true);
});

test("on a first visit nothing is looked for that could be kept", async () => {
  const { controller, started } = await made({ mayHold: false, lines: never });
  expect(await controller.mode("050-dive")).toBe(true);
  expect(started.length).toBe(1);
});

test("a game that the browser did not take goes on, also where none was ever kept", async () => {
  const { controller, place } = await made({ mayHold: false, lines: kept(6), kept: {} });
  place("classic");
  await expect(controller.mode("050-dive")).rejects.toThrow("no engine");
});

test("a newer game that is kept takes the engine", async () => {
  const { controller, started } = await made({ begun: [BEGUN], lines: kept(6), kept: {} });
  await expect(controller.mode("050-dive")).rejects.toThrow("no engine");
  expect(started).toEqual([]);
});

test("a mode that comes late takes the place of nothing", async () => {
  let come = (_: unknown) => {};
  const local = new Promise((done) => {
    come = done;
  });
  const { controller, started, place } = await made({ local });
  const first = controller.mode("050-dive");
  place("classic");
  come(LOCAL);
  expect(await first).toBe(false);
  expect([started, controller.id]).toEqual([[], "new classic"]);
});

test("a new game of the mode that is left is no other wish", async () => {
  let come = (_: unknown) => {};
  const local = new Promise((done) => {
    come = done;
  });
  const { controller, started, place } = await made({ local });
  place("classic");
  const old = controller.model as unknown as { replacement: unknown };
  const asked = controller.mode("050-dive");
  place("classic", "again");
  old.replacement = controller.model;
  come(LOCAL);
  expect(await asked).toBe(true);
  expect(started.length).toBe(1);
});

test("of two modes that are asked for the last one is played", async () => {
  const { controller, started } = await made({});
  const both = [controller.mode("050-dive"), controller.mode("050-dive")];
  expect(await Promise.all(both)).toEqual([false, true]);
  expect(started.length).toBe(1);
});

/** An engine that goes on with games, and knows this mode by a part of its name. */
function goingOn() {
  const asked: string[] = [];
  const ask = async (request: string, ...values: unknown[]) => {
    asked.push(request);
    if (request === "nameOf") return values[0] === "232-240" ? "069-232-240" : values[0];
    throw new Error(`${request} comes to its end here`);
  };
  return { asked, engine: Promise.resolve({ ask }) };
}

test("a title that looks like a name finds the game that is kept of its mode", async () => {
  const lines = Promise.resolve([{ id: "k-1", mode: "069-232-240", screen: "play", updated: 5 }]);
  const { asked, engine } = goingOn();
  const { controller } = await made({ lines, kept: {}, engine, local: noLocal });
  await expect(controller.mode("232-240")).rejects.toThrow("resume comes to its end here");
  expect(asked).toEqual(["nameOf", "resume"]);
});

test("it is the mode of the game that is shown", async () => {
  const { asked, engine } = goingOn();
  const { controller, place } = await made({ engine, local: noLocal });
  place("069-232-240");
  expect(await controller.mode("232-240")).toBe(true);
  expect(asked).toEqual(["nameOf"]);
});

test.each<[string, (made: Made) => Promise<unknown>]>([
  ["by its mode", ({ controller }) => controller.mode("050-dive")],
  ["by its id", ({ controller }) => controller.game("k-1")],
  [
    "back",
    ({ controller, place }) => {
      place("050-dive", "k-1", "another tab");
      return controller.playHere();
    },
  ],
])("a game that is asked for %s is taken from another tab by an engine alone", async (_, ask) => {
  let come = (_: unknown) => {};
  const engine = new Promise((done) => {
    come = done;
  });
  const all = await made({ lines: kept(6), kept: {}, engine, local: noLocal });
  const { wanted } = all;
  const asked = ask(all);
  await new Promise((done) => setTimeout(done, 20));
  expect(wanted).toEqual([]);
  come(await goingOn().engine);
  await expect(asked).rejects.toThrow("resume comes to its end here");
  expect(wanted).toEqual(["k-1"]);
});
