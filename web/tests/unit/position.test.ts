// Positions that are set up by hand, with the engine.

import * as polymerge from "polymerge";
import { describe, expect, test } from "vitest";
import { kindsOf } from "../../src/engine/kinds.ts";
import { emptyBoard, positionCode, readPosition, writePosition } from "../../src/engine/position.ts";
import { draftingOf, gameFrom, verdictOn } from "../../src/engine/setup.ts";

const { Game, Mode } = polymerge;
const E = "@Empty";
const started = (mode: string) => Game.start(Mode.builtIn(mode), { seed: 7, now: 0 });

/** Modes whose games are lost by what a position does not have, such as variables. */
const LOST_OTHERWISE = ["124-prowler"];

/** The board of a mode after some moves. */
function played(mode: string) {
  const game = started(mode);
  for (let move = 0; move < 40 && !game.isOver; move++) {
    const available = game.available();
    game.press(available[move % available.length] ?? 0, move * 350);
  }
  return game;
}

describe("a game from a position", () => {
  test.each(polymerge.modes().map(({ name }) => name))(
    "of %s has its board, its score and its moves",
    (name) => {
      const game = played(name);
      const cells = game.state().grid;
      const from = gameFrom(polymerge, started(name).modeCode(), { cells, score: 123 }, "9");
      expect(from.state()).toMatchObject({ grid: cells, score: 123, moves: 0 });
      if (!LOST_OTHERWISE.includes(name)) expect(from.legal()).toEqual(game.legal());
      for (const each of [game, from]) each.free();
    },
  );

  const code = started("classic").modeCode();
  const cells = [[[11], [10], E, E], ...Array.from({ length: 3 }, () => [E, E, E, E])];

  test("begins there again, and its replay does", () => {
    const game = gameFrom(polymerge, code, { cells, score: 8 }, "7");
    game.play(1, 1000);
    const replay = polymerge.ReplayPlayer.fromCode(game.replayCode(1000));
    replay.seek(replay.length - 1);
    expect(replay.state()).toMatchObject({ grid: game.state().grid, score: 8 });
    const again = Game.start(game.mode, { seed: 3 });
    expect(again.state()).toMatchObject({ grid: cells, score: 8 });
  });

  test("has the score of the last position alone", () => {
    const once = positionCode(code, { cells, score: 8 });
    expect(gameFrom(polymerge, once, { cells, score: 5 }, "7").score).toBe(5);
    expect(positionCode(once, { cells, score: 0 })).toBe(positionCode(code, { cells, score: 0 }));
  });

  test("may have holes", () => {
    const holed = [["@Void", [1], E, [1]], ...cells.slice(1)];
    const game = gameFrom(polymerge, code, { cells: holed, score: 0 }, "7");
    game.play(2);
    expect(game.state().grid[0]?.slice(0, 2)).toEqual(["@Void", [2]]);
  });

  test("needs no board of its own to be emptied", () => {
    expect(emptyBoard(positionCode(code, { cells, score: 8 })).flat()).toEqual(Array(16).fill(E));
    const hexagons = Mode.builtIn("classic").change({ modifiers: { grid_shape: "Hexagon" } });
    expect(emptyBoard(hexagons.toCode()).flat()).toContain("@Void");
  });
});

describe("a verdict says", () => {
  const code = started("classic").modeCode();
  const board = (...row: (typeof E | number[])[]) => [row, ...Array.from({ length: 3 }, () => [E, E, E, E])];
  const verdict = (cells: polymerge.Content[][], score = 0) => verdictOn(polymerge, code, { cells, score });

  test("nothing of what can be played", () => {
    expect(verdict(board([1], E, E, [1]))).toBe("fine");
  });

  test("what is missing", () => {
    expect(verdict(board(E, E, E, E))).toBe("noTile");
    expect(verdict(board([1], E, E, E), 0.5)).toBe("badScore");
  });

  test("that nothing moves", () => {
    const full = [0, 1, 0, 1].map((odd) => [1, 2, 1, 2].map((tile) => [((tile + odd) % 2) + 1]));
    expect(verdict(full)).toBe("stuck");
  });
});

describe("the tiles of a mode", () => {
  test("go on from what is on the board, by merging", () => {
    const kinds = kindsOf(polymerge, started("classic"), () => 0);
    expect(kinds.slice(0, 12).map(({ value }) => value)).toEqual(
      Array.from({ length: 12 }, (_, exponent) => 2 ** (exponent + 1)),
    );
  });

  test.each(["002", "050", "082", "106"])(
    "are found in %s, with those of its board and their looks",
    (mode) => {
      const game = played(mode);
      const draft = draftingOf(polymerge, game);
      if (typeof draft === "number") throw new Error("too large");
      const contents = draft.pieces.map(({ content }) => content);
      for (const cell of draft.cells.flat()) if (Array.isArray(cell)) expect(contents).toContainEqual(cell);
      expect(draft.pieces.length).toBeGreaterThan(5);
      expect(draft.pieces.every(({ face }) => face.svg.startsWith("<svg"))).toBe(true);
    },
  );

  test.each(["002", "050", "082", "106"])("are found in %s on a device on which all takes long", (mode) => {
    let time = 0;
    const late = () => (time += 60_000);
    expect(kindsOf(polymerge, played(mode), late).length).toBeGreaterThan(5);
  });

  test("are not asked for on very large boards", () => {
    const mode = Mode.builtIn("classic").change({
      modifiers: { grid_shape: "Square", width: 30, height: 30 },
    });
    expect(draftingOf(polymerge, Game.start(mode, { seed: 1 }))).toBe(400);
  });
});

describe("a position in a link", () => {
  test("is read as it was written", () => {
    const position = {
      cells: [
        [E, ["@BigInt 12"]],
        ["@Void", E],
      ],
      score: 40,
    };
    expect(readPosition(writePosition(position))).toEqual(position);
  });

  test.each(["[1]", "[0.5,[[1]]]", "[0,[1]]", `[0,[[${Array(401).fill(1)}]]]`])("must be one: %s", (text) => {
    expect(() => readPosition(text)).toThrow("This link holds no position.");
  });
});
