// Games as a mode, a seed and moves, with the engine.

import * as polymerge from "polymerge";
import { describe, expect, test } from "vitest";
import { playedAgain, playedFromLink, proofOf } from "../../src/engine/proof.ts";

/** A game with some moves, as one plays it: a little while passes between them. */
function played(mode: polymerge.Mode, moves = 40): polymerge.Game {
  const game = polymerge.Game.start(mode, { seed: 7, now: 1000 });
  for (let move = 0; move < moves && !game.isOver; move++) {
    const legal = game.legal();
    game.play(legal[(move * 5) % legal.length] ?? 0, 1000 + move * 350);
    if (game.status === "won") game.playOn(1000 + move * 350);
  }
  return game;
}

describe("a game that was played", () => {
  test("of a built-in mode has its name", () => {
    const game = played(polymerge.Mode.builtIn("2048"));
    const proof = proofOf(polymerge, game);
    expect(proof).toMatchObject({ mode: "001-2048", seed: "7", score: game.score, fault: "" });
    expect(proof.largest).toBe(Math.max(...game.values()));
    expect(playedAgain(polymerge, proof).state().grid).toEqual(game.state().grid);
  });

  test("of a changed mode has its code", () => {
    const mode = polymerge.Mode.builtIn("2048").change({ modifiers: { garbage: 1 } });
    const proof = proofOf(polymerge, played(mode));
    expect(proof.mode).toMatch(/^@2048PowCompMode/);
    expect(proof.fault).toBe("");
  });

  test("of a changed mode is played again from what others name it by", () => {
    const mode = polymerge.Mode.builtIn("2048").change({ modifiers: { garbage: 1 } });
    const game = played(mode);
    const { seed, moves, count } = proofOf(polymerge, game);
    for (const modifiersCode of ["garbage=1", polymerge.modifiersCode({ modifiers: { garbage: 1 } })]) {
      const again = playedAgain(polymerge, { mode: "2048", modifiersCode, seed, moves, count });
      expect(again.state().grid).toEqual(game.state().grid);
    }
  });

  test("is not played again in part, and padding is no move", () => {
    const mode = polymerge.Mode.builtIn("2048");
    const recorded = { ...proofOf(polymerge, played(mode, 7)), mode: "001-2048" };
    const { count } = recorded;
    expect(count % 3).not.toBe(0);
    expect(playedAgain(polymerge, recorded).directions().length).toBe(count);
    expect(() => playedAgain(polymerge, { ...recorded, count: count + 3 })).toThrow("can be read");
    expect(playedFromLink(polymerge, recorded)).toMatchObject({ read: count, isWhole: true });
    // Cut, and with more than was counted.
    for (const other of [
      { ...recorded, moves: recorded.moves.slice(1) },
      { ...recorded, moves: `${recorded.moves}w` },
    ])
      expect(playedFromLink(polymerge, other).isWhole).toBe(false);
  });

  test("from a code has no seed that leads to it", () => {
    const code = played(polymerge.Mode.builtIn("2048")).save(0);
    expect(proofOf(polymerge, polymerge.Game.restore(code)).fault).toBe("other");
  });

  test("by clicks can't be told as moves", () => {
    const game = polymerge.Game.start(polymerge.Mode.builtIn("2048"), { seed: 7 });
    const clicked = new Proxy(game, {
      get: (target, name) => (name === "directions" ? () => [0, -1] : Reflect.get(target, name, target)),
    });
    expect(proofOf(polymerge, clicked).fault).toBe("clicks");
  });
});

test("games of all sorts of modes can be handed in", () => {
  const faults = polymerge
    .modes()
    .filter((_, index) => index % 12 === 5)
    .map(({ name }) => [name, proofOf(polymerge, played(polymerge.Mode.builtIn(name), 12)).fault])
    .filter(([, fault]) => fault !== "");
  expect(faults).toEqual([]);
});
