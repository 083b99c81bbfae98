// Openings: the first moves of a game, which are known before anything is there that plays it.

import { Game, type GameView, Mode } from "polymerge";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { difference, openingsOf } from "../../build/openings.ts";
import { placeholders } from "../../build/placeholders.ts";
import type { Action } from "../../src/engine/actions.ts";
import type { Engine } from "../../src/engine/load.ts";
import type { Playable } from "../../src/engine/types.ts";
import type { LocalMode } from "../../src/game/local.ts";
import { GameModel } from "../../src/game/model.ts";
import { type Beginning, OpeningPlayer, openingOf, type Step, seedBeside } from "../../src/game/opening.ts";
import { patched } from "../../src/game/patch.ts";
import { LocalPlayer } from "../../src/game/player.ts";
import { resumed } from "../../src/game/times.ts";

test.each<[unknown, unknown]>([
  [1, 2],
  [1, "1"],
  [null, {}],
  [{}, null],
  [[], {}],
  [{ 0: 1 }, [1]],
  [
    { a: 1, b: [1, 2, { c: 3 }] },
    { a: 1, b: [1, 5, { c: null }] },
  ],
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [[[{ face: 1 }]], [[{ face: 2 }]]],
])("the difference of %j and %j leads from one to the other", (from, to) => {
  const patch = difference(from, to);
  expect(patch).not.toBeNull();
  expect(patched(from, JSON.parse(JSON.stringify(patch)))).toEqual(to);
});

test("things that are alike have no difference, and what stays is not copied", () => {
  expect(difference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeNull();
  const before = { kept: [1], changed: [1] };
  const after = patched(before, { changed: { 0: [2] } });
  expect(after).toEqual({ kept: [1], changed: [2] });
  expect(after.kept).toBe(before.kept);
  expect(before.changed).toEqual([1]);
});

const CLOCK = "120-vs-the-void-tiler";
/** Of each kind: many looks of tiles, hidden tiles, walls, a script at the start, a clock. */
const MODES = ["050-dive", "108-aquatic-squart", "038-180", "118-1-over-512", "124-prowler", CLOCK];
const beginnings = new Map<string, Beginning>();
beforeAll(async () => {
  for (const { name, view, state } of await placeholders()) {
    if (!MODES.includes(name)) continue;
    const mode = Mode.builtIn(name);
    const openings = openingsOf(Game, mode, { view, state }, 2);
    if (openings) beginnings.set(name, { ...JSON.parse(JSON.stringify(openings)), view, state });
    mode.free();
  }
}, 120_000);

function beginningOf(name: string): Beginning {
  const beginning = beginnings.get(name);
  if (!beginning) throw new Error(`${name} has no openings`);
  return beginning;
}

/** The directions that lead to each state that is known after the first one. */
function ways(next: (Step | null)[] = []): number[][] {
  return next.flatMap((step, direction) =>
    step ? [[direction], ...ways(step.next).map((path) => [direction, ...path])] : [],
  );
}

/** A view with looks in place of their numbers. */
function seen(view: GameView, look: (id: number) => object) {
  const found = (id: number) => (id < 0 ? null : { ...look(id), id: 0 });
  return {
    ...view,
    cells: view.cells.map((row) => row.map((cell) => ({ ...cell, face: found(cell.face) }))),
    statBoxes: view.statBoxes.map((box) => ({ ...box, faces: box.faces.map(found) })),
    nextTiles: view.nextTiles.map(found),
  };
}

const withoutFaces = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, value) => (key === "face" ? undefined : value)));

test.each(MODES)("the openings of %s are what the engine plays at any time", (name) => {
  const beginning = beginningOf(name);
  const mode = Mode.builtIn(name);
  expect(new Set(beginning.games.map(({ seed }) => seed)).size).toBe(4);
  for (const opening of beginning.games) {
    for (const path of [[], ...ways(opening.next)]) {
      const faces = beginning.faces.map((face, id) => ({ ...face, id }));
      const player = new OpeningPlayer(beginning, opening, faces);
      const now = 1_700_000_000_000;
      const game = Game.start(mode, { seed: opening.seed, now });
      for (const direction of path) {
        const outcome = player.act({ do: "play", direction, now });
        if (outcome instanceof Promise) throw new Error(`${path} is not known`);
        expect(withoutFaces(outcome.turn)).toEqual(withoutFaces(game.play(direction, now, { faces: true })));
      }
      const { view, state } = player.look();
      const { grid: _, ...standing } = game.state();
      expect(state).toEqual(standing);
      expect(seen(view, (id) => faces[id] ?? {})).toEqual(seen(game.view(now), (id) => game.face(id)));
      game.free();
    }
  }
  mode.free();
});

test("after a direction that was pressed in vain the first move is still known", () => {
  const paths = MODES.flatMap((name) => beginningOf(name).games.flatMap(({ next }) => ways(next)));
  expect(paths.some((path) => path.length === 2)).toBe(true);
});

describe("a game that begins with an opening", () => {
  const NAME = "050-dive";
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A model, and a function that lets the small engine come. */
  function begun(name = NAME): { model: GameModel; come: () => Promise<void>; mode: Mode } {
    const mode = Mode.builtIn(name);
    let start: ((seed: string, now: number) => Playable) | null = null;
    let settle = () => {};
    const ready = new Promise<void>((done) => {
      settle = done;
    });
    const local: LocalMode = {
      facts: {
        name,
        title: mode.info.title,
        about: "",
        directions: mode.directions,
        interval: mode.interval,
        clickable: false,
      },
      start: (seed, now) => start?.(seed, now) ?? null,
      begin: (seed) => OpeningPlayer.of(beginningOf(name), seed),
      ready,
    };
    const come = async () => {
      start = (seed, now) => Game.start(mode, { seed, now });
      settle();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    };
    return { model: GameModel.starting(local, "5"), come, mode };
  }

  const press = (model: GameModel, direction: number) => {
    const way = model.ways.find(({ index }) => index === direction);
    if (way) model.press(way);
  };

  test("shows the first move at once, and those after it when the engine is there", async () => {
    const { model, come } = begun();
    const changes: string[] = [];
    model.watch(({ kind }) => changes.push(kind));
    for (const direction of [2, 0, 3]) press(model, direction);
    expect(changes[0]).toBe("turn");
    expect(model.waiting).toBe(2);
    const first = model.view;
    await come();
    expect(model.waiting).toBe(0);
    expect(model.view).not.toEqual(first);
    expect(model.log?.deeds.map((deed) => deed.do === "play" && deed.direction)).toEqual([2, 0, 3]);
    expect(model.log?.seed).toBe(model.seed);
  });

  test("is noted with the moves that wait, which are none of its log", async () => {
    const { model, come } = begun();
    for (const direction of [2, 0, 3]) press(model, direction);
    const directions = (deeds: readonly Action[] = []) =>
      deeds.map((deed) => deed.do === "play" && deed.direction);
    expect(directions(model.log?.deeds)).toEqual([2]);
    const { noted } = model;
    expect(directions(noted?.deeds)).toEqual([2, 0, 3]);
    // The clock begins with the first one that waits, and the first move was made then.
    const times = noted?.deeds.map((deed) => ("now" in deed ? deed.now : 0));
    expect(times?.slice(0, 2)).toEqual([noted?.started, noted?.started]);
    await come();
    expect(directions(model.noted?.deeds)).toEqual([2, 0, 3]);
    expect(model.noted?.started).toBe(model.began);
  });

  test("is the same game as one that the engine has begun", async () => {
    const { model, come, mode } = begun();
    for (const direction of [1, 3, 0]) press(model, direction);
    model.undo();
    await come();
    const game = Game.start(mode, { seed: model.seed, now: model.began });
    for (const deed of model.log?.deeds ?? []) if (deed.do === "play") game.play(deed.direction, deed.now);
    game.undo();
    const { grid: _, ...standing } = game.state();
    expect(model.state).toEqual(standing);
    expect(seen(model.view, (id) => model.faces.face(id))).toEqual(seen(game.view(), (id) => game.face(id)));
    game.free();
  });

  test("waits while the whole engine repeats it, and goes on without it if that fails", async () => {
    const { model, come } = begun();
    let fail: (error: Error) => void = () => {};
    const repeated = new Promise<never>((_, reject) => {
      fail = reject;
    });
    for (const direction of [2, 0, 3]) press(model, direction);
    const promoted = model.promote({ ask: () => repeated } as unknown as Engine);
    await come();
    expect(model.waiting).toBe(2);
    fail(new Error("no engine"));
    await expect(promoted).rejects.toThrow("no engine");
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    expect(model.waiting).toBe(0);
    expect(model.log?.deeds.length).toBe(3);
  });

  test("has its rules when the engine is there", async () => {
    const { model, come } = begun();
    const rules = model.rules();
    await come();
    expect((await rules).length).toBeGreaterThan(0);
  });

  test("has a clock that stands until the engine is there, and where the game rests", async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const { model, come, mode } = begun(CLOCK);
    const settle = () => vi.advanceTimersByTimeAsync(0);
    const first = model.state.available.indexOf(true);
    press(model, first);
    const before = model.view;
    vi.advanceTimersByTime(60_000);
    model.tick();
    expect(model.view).toEqual(before);
    await come();
    await settle();
    const began = Date.now();
    expect(model.log?.deeds).toEqual([{ do: "play", direction: first, now: began }]);
    vi.advanceTimersByTime(400);
    model.tick();
    const shown = () => model.view.statBoxes.map(({ value }) => value);
    const standing = shown();
    model.rest();
    vi.advanceTimersByTime(90_000);
    model.wake();
    await settle();
    expect(shown()).toEqual(standing);
    vi.advanceTimersByTime(600);
    model.tick();
    // As if there had been no rest.
    const game = Game.start(mode, { seed: model.seed, now: 0 });
    game.play(first, 0);
    game.tick(400);
    expect(standing).toEqual(game.view(400).statBoxes.map(({ value }) => value));
    game.tick(1000);
    expect(shown()).toEqual(game.view(1000).statBoxes.map(({ value }) => value));
    expect(shown()).not.toEqual(standing);
    game.free();
  });

  test("that rests before an engine comes has the time of the rest taken out once", async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 });
    const { model, come } = begun(CLOCK);
    const settle = () => vi.advanceTimersByTimeAsync(0);
    press(model, model.state.available.indexOf(true));
    vi.advanceTimersByTime(5_000);
    model.rest();
    vi.advanceTimersByTime(60_000);
    await come();
    await settle();
    vi.advanceTimersByTime(30_000);
    model.wake();
    await settle();
    expect(model.began).toBe(Date.now());
    expect(model.log?.deeds.map((deed) => "now" in deed && deed.now)).toEqual([Date.now()]);
  });

  test("takes the opening that a seed names or draws", () => {
    const beginning = beginningOf(NAME);
    const [, second] = beginning.games;
    expect(openingOf(beginning, second?.seed ?? "")).toBe(second);
    expect(openingOf(beginning, "17")).toBe(second);
  });

  test("is followed by another one", () => {
    const beginning = beginningOf(NAME);
    for (const { seed } of beginning.games) {
      const drawn = [seed, "0", "1", "2", "3"].map((drawn) => seedBeside(beginning, drawn, seed));
      const begun = drawn.map((drawn) => openingOf(beginning, drawn)?.seed);
      expect(begun).not.toContain(seed);
      expect(new Set(begun).size).toBe(3);
    }
    expect(seedBeside(undefined, "5", "5")).toBe("5");
  });

  test("can't go on with a game that was played further", () => {
    const { model } = begun();
    const { local, seed } = model;
    const undo: Action = { do: "undo" };
    const played = { id: "a", mode: NAME, seed, time: 0, started: 0, updated: 0, won: false, deeds: [undo] };
    expect(local && (() => GameModel.starting(local, seed, played))).toThrow("nothing is there that plays");
  });
});

test("a task that waits for a player is done by the next one", async () => {
  const beginning = beginningOf("038-180");
  const [opening] = beginning.games;
  if (!opening) throw new Error("no opening");
  const player = new OpeningPlayer(beginning, opening, []);
  const undone = player.act({ do: "undo" });
  const mode = Mode.builtIn("038-180");
  player.pass(new LocalPlayer(Game.start(mode, { seed: opening.seed, now: 0 })));
  expect((await undone).done).toBe(false);
});

test("a game that was left goes on in the moment in which it is opened, whatever its actions", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const game = { id: "a", mode: "x", seed: "1", time: 3, updated: 9, won: false };
  const deeds: Action[] = [{ do: "play", direction: 1, now: 500 }, { do: "undo" }, { do: "tick", now: 700 }];
  expect(resumed({ ...game, started: 100, deeds })).toEqual({
    ...game,
    started: 999_400,
    deeds: [{ do: "play", direction: 1, now: 999_800 }, { do: "undo" }, { do: "tick", now: 1_000_000 }],
  });
  expect(resumed({ ...game, started: 100, deeds: [] }).started).toBe(1_000_000);
  vi.useRealTimers();
});
