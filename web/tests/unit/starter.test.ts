import { Game, Mode } from "polymerge";
import { beforeAll, describe, expect, test } from "vitest";
import { looksOfFirstMode } from "../../build/looks.ts";
import { type Action, perform } from "../../src/engine/actions.ts";
import { Starter, type StarterLooks } from "../../src/engine/starter.ts";
import type { Playable } from "../../src/engine/types.ts";

let looks: StarterLooks;
beforeAll(async () => {
  looks = await looksOfFirstMode();
});

/** Returns the parts of a game that must be the same in both. */
function standing(game: Playable) {
  const { screen, score, moves, merges, grid, canUndo, canRedo } = game.state();
  const texts = game
    .view()
    .cells.map((cells) => cells.map((cell) => (cell.face < 0 ? "" : game.face(cell.face).text)));
  return { screen, score, moves, merges, grid, canUndo, canRedo, texts, boxes: game.view().statBoxes };
}

/** A direction that can be pressed, chosen without any order. */
function chosen(game: Playable, step: number): number | undefined {
  const open = game.state().available.flatMap((free, direction) => (free ? [direction] : []));
  return open[((step * step + 3 * step) % 7) % Math.max(1, open.length)];
}

describe.each(["0", "7", "123456789", "18446744073709551615"])("seed %s", (seed) => {
  test("starter and engine play the same game to its end", () => {
    const starter = new Starter(seed, looks);
    const game = Game.start(Mode.builtIn(looks.mode), { seed, now: 0 });
    expect(standing(starter)).toEqual(standing(game));
    let moves = 0;
    while (game.state().screen === "play" && moves < 3000) {
      const direction = chosen(game, moves);
      if (direction === undefined) throw new Error("no direction is open, but the game goes on");
      const now = 100 * ++moves;
      const [turn, engine] = [starter.play(direction), game.play(direction, now)];
      expect({ moved: turn.moved, score: turn.score }).toEqual({ moved: engine.moved, score: engine.score });
      if (moves % 5 === 0) {
        expect(starter.undo()).toBe(game.undo());
        if (moves % 2 === 0) expect(starter.redo()).toBe(game.redo());
      }
      expect(standing(starter)).toEqual(standing(game));
    }
    expect(moves).toBeGreaterThan(50);
    expect(starter.state().screen).toBe("over");
  });
});

test("the engine takes over what was done", () => {
  const actions: Action[] = [];
  const starter = new Starter("42", looks);
  for (let step = 0; step < 60; step++) {
    const direction = chosen(starter, step);
    if (direction === undefined) break;
    starter.play(direction);
    actions.push({ do: "play", direction, now: step });
    if (step % 9 === 0 && starter.undo()) actions.push({ do: "undo" });
  }
  const game = Game.start(Mode.builtIn(looks.mode), { seed: "42", now: 0 });
  perform(game, actions);
  expect(standing(game)).toEqual(standing(starter));
});
