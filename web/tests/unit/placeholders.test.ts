// The empty boards of modes, which are shown until the engine is there; and how it arrives.

import { Game, type GameView, Mode, modes } from "polymerge";
import { beforeAll, expect, test } from "vitest";
import { placeholders } from "../../build/placeholders.ts";
import { modeAsked, readRoute } from "../../src/address.ts";
import { counted } from "../../src/engine/arrival.ts";
import { modeCalled } from "../../src/engine/called.ts";
import type { Placeholder } from "../../src/game/openingfile.ts";

let all: Placeholder[];
beforeAll(async () => {
  all = await placeholders();
});

/**
 * Returns the visible part of a game before its tiles are there; looks of tiles have other numbers
 * in each game.
 */
function shown(view: GameView) {
  return {
    ...view,
    cells: view.cells.map((cells) =>
      cells.map(({ ground, slippery, blocked }) => [ground, slippery, blocked]),
    ),
    statBoxes: view.statBoxes.map((box) => ({ ...box, faces: box.faces.length })),
    nextTiles: view.nextTiles.length,
  };
}

/** A view in which all cells are told. */
function whole(view: GameView): GameView {
  const cells = Array.from({ length: view.rows }, (_, row) =>
    Array.from({ length: view.columns }, (_, column) => {
      const line = view.cells[row % view.cells.length] ?? [];
      return line[column % line.length] as (typeof line)[number];
    }),
  );
  return { ...view, cells };
}

test("every mode has one, which looks as every new game of it does without its tiles", () => {
  expect(all.map(({ name }) => name)).toEqual(modes().map(({ name }) => name));
  for (const { name, view, directions } of all) {
    const mode = Mode.builtIn(name);
    expect(directions, name).toEqual(mode.directions);
    expect(view.cells.flat().every(({ face, tile }) => face < 0 && tile === null)).toBe(true);
    for (const seed of [1, 2]) {
      const game = Game.start(mode, { seed, now: 0 });
      expect(shown(whole(view)), name).toEqual(shown(game.view(0)));
      game.free();
    }
    mode.free();
  }
});

test.each([
  ["#/play/050-dive", "050-dive"],
  ["#/play/dive", "050-dive"],
  ["#/play/50", "050-dive"],
  ["#/play/1%2F512", "118-1-over-512"],
  ["#/moves/038-180/7/2/AB", "038-180"],
  ["#/position/038-180/AB", "038-180"],
  ["#/packed/050-dive.AB", "050-dive"],
  ["#/packed/1x9=050-dive.AB", "050-dive"],
  ["#/packed/1x9=AB", undefined],
  ["#/packed/AB", undefined],
  ["#/mode/050-dive", undefined],
  ["#/code/x", undefined],
  ["#/", undefined],
])("the link %s asks for the board of %s", (link, name) => {
  expect(modeCalled(all, modeAsked(readRoute(link)))?.name).toBe(name);
});

test("how much of a file has come is told, and nothing of it is lost", async () => {
  const parts = [1, 2, 3, 4].map((value) => new Uint8Array(25).fill(value));
  const told: number[] = [];
  const headers = { "content-type": "application/wasm" };
  const sent = new Response(new Blob(parts).stream(), { headers });
  const answer = counted(sent, 100, (share) => told.push(share));
  expect(answer.headers.get("content-type")).toBe("application/wasm");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes]).toEqual(parts.flatMap((part) => [...part]));
  expect(told.at(-1)).toBe(100);
});
