// Openings: the first moves of a game, which are known before anything is there that plays it.

import { Game, type GameView, Mode } from "polymerge";
import { beforeAll, describe, expect, test } from "vitest";
import { difference, openingsOf } from "../../build/openings.ts";
import { placeholders } from "../../build/placeholders.ts";
import type { Action } from "../../src/engine/actions.ts";
import type { Playable } from "../../src/engine/types.ts";
import type { LocalMode } from "../../src/game/local.ts";
import { GameModel } from "../../src/game/model.ts";
import { type Beginning, OpeningPlayer, openingOf } from "../../src/game/opening.ts";
import { patched } from "../../src/game/patch.ts";
import { LocalPlayer } from "../../src/game/player.ts";

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

/** Of each kind: many looks of tiles, hidden tiles, clicks, walls, a script at the start, a large board. */
const MODES = [
  "050-dive",
  "108-aquatic-squart",
  "038-180",
  "118-1-over-512",
  "097-pro-add-uct",
  "124-prowler",
];
const beginnings = new Map<string, Beginning>();
beforeAll(async () => {
  for (const { name, view, state } of await placeholders()) {
    if (!MODES.includes(name)) continue;
    const mode = Mode.builtIn(name);
    const openings = openingsOf(Game, mode, { view, state });
    if (openings) beginnings.set(name, { ...JSON.parse(JSON.stringify(openings)), view, state });
    mode.free();
  }
}, 120_000);

function beginningOf(name: string): Beginning {
  const beginning = beginnings.get(name);
  if (!beginning) throw new Error(`${name} has no openings`);
  return beginning;
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
  expect(new Set(beginning.games.map(({ seed }) => seed)).size).toBe(8);
  for (const opening of beginning.games) {
    for (const direction of [-1, ...mode.directions.keys()]) {
      const faces = beginning.faces.map((face, id) => ({ ...face, id }));
      const player = new OpeningPlayer(beginning, opening, faces);
      const now = 1_700_000_000_000;
      const game = Game.start(mode, { seed: opening.seed, now });
      if (direction >= 0 && player.look().state.available[direction]) {
        const outcome = player.act({ do: "play", direction, now });
        if (outcome instanceof Promise) throw new Error(`${direction} is not known`);
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

describe("a game that begins with an opening", () => {
  const NAME = "050-dive";

  /** A model, and a function that lets the small engine come. */
  function begun(seed = "5"): { model: GameModel; come: () => Promise<void>; mode: Mode } {
    const mode = Mode.builtIn(NAME);
    let start: ((seed: string, now: number) => Playable) | null = null;
    let settle = () => {};
    const ready = new Promise<void>((done) => {
      settle = done;
    });
    const local: LocalMode = {
      facts: {
        name: NAME,
        title: "DIVE",
        about: "",
        directions: mode.directions,
        interval: undefined,
        clickable: false,
      },
      start: (seed, now) => start?.(seed, now) ?? null,
      beginning: beginningOf(NAME),
      ready,
    };
    const come = async () => {
      start = (seed, now) => Game.start(mode, { seed, now });
      settle();
      await new Promise((done) => setTimeout(done));
    };
    return { model: GameModel.starting(local, seed), come, mode };
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

  test("has its rules when the engine is there", async () => {
    const { model, come } = begun();
    const rules = model.rules();
    await come();
    expect((await rules).length).toBeGreaterThan(0);
  });

  test("takes the opening that a seed names or draws", () => {
    const beginning = beginningOf(NAME);
    const [, second] = beginning.games;
    expect(openingOf(beginning, second?.seed ?? "")).toBe(second);
    expect(openingOf(beginning, "17")).toBe(second);
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
