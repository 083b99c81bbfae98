// Links that are whole, cut or altered.

import * as polymerge from "polymerge";
import { describe, expect, test } from "vitest";
import { readRoute } from "../../src/address.ts";
import { playedFromLink, proofOf } from "../../src/engine/proof.ts";
import { sealed, unsealed } from "../../src/engine/whole.ts";
import { checked, routeOfMoves } from "../../src/game/links.ts";
import { fragmentOf } from "../../src/route.ts";

const TEXTS = ["a-_9", "050-dive.xYz~Width: 7", "@3.0|a+b=|", ""];

describe.each(TEXTS)("the link of %j", (text) => {
  test("is whole as it was made, and without a check", () => {
    expect(unsealed(sealed(text))).toEqual({ text, isWhole: true });
    expect(unsealed(text)).toEqual({ text, isWhole: true });
  });

  test("is not whole at any shorter length, or with any letter changed", () => {
    const link = sealed(text);
    const begins = link.indexOf("=") + 1;
    for (let length = begins; length < link.length; length++)
      expect(unsealed(link.slice(0, length)).isWhole, `${length}`).toBe(false);
    for (let at = 0; at < link.length; at++) {
      if (at === begins - 1) continue;
      const other = link[at] === "x" ? "y" : "x";
      expect(unsealed(link.slice(0, at) + other + link.slice(at + 1)).isWhole, `${at}`).toBe(false);
    }
  });

  test("belongs to what else it says", () => {
    expect(unsealed(sealed(text, "001-2048"), "002-2187").isWhole).toBe(false);
  });
});

/** The link of a game of so many moves. */
function linkOf(name: string, count: number) {
  const game = polymerge.Game.start(polymerge.Mode.builtIn(name), { seed: 7, now: 1000 });
  for (let move = 0; move < count; move++) game.play(game.legal()[0] ?? 0, 1000 + move * 350);
  const proof = proofOf(polymerge, game);
  return { proof, fragment: fragmentOf(routeOfMoves(proof, proof.score)) };
}

/** Opens a link. Tells whether its check, if it has one, is that of the game. */
const opened = (fragment: string) => {
  const route = readRoute(fragment);
  if (route.view !== "moves") return null;
  const { recorded, check } = checked(route);
  const played = playedFromLink(polymerge, recorded);
  const own = routeOfMoves(recorded, played.game.score);
  return { ...played, isRight: check === undefined || fragmentOf(own) === fragmentOf(route) };
};

describe.each(["001-2048", "050-dive", "038-180"])("a game of %s as moves", (name) => {
  const { proof, fragment } = linkOf(name, 40);

  test("opens as it was", () => {
    const found = opened(fragment);
    expect(found).toMatchObject({ isWhole: true, read: proof.count });
    expect(found?.game.score).toBe(proof.score);
    expect(fragmentOf(routeOfMoves(proof, found?.game.score ?? 0))).toBe(fragment);
  });

  test("opens from a link without a check, as older ones are", () => {
    const { mode, seed, count, moves } = proof;
    const found = opened(`#/moves/${mode}/${seed}/${count}/${encodeURIComponent(moves)}`);
    expect(found).toMatchObject({ isWhole: true });
    expect(found?.game.score).toBe(proof.score);
  });

  test("is known to be cut wherever it is, with a check and without", () => {
    for (const link of [fragment, fragment.replace(/%3D\w+%3D/, "")]) {
      for (let length = 9; length < link.length; length++) {
        let found: ReturnType<typeof opened>;
        try {
          found = opened(link.slice(0, length));
        } catch {
          // What can't be read at all is told by the engine.
          continue;
        }
        if (!found) continue;
        expect(found.isWhole && found.isRight, link.slice(0, length)).toBe(false);
      }
    }
  });
});

test("moves that were altered lead to another check", () => {
  const { proof, fragment } = linkOf("001-2048", 40);
  const at = fragment.length - 4;
  for (const letter of "ABCxyz019") {
    if (fragment[at] === letter) continue;
    const found = opened(fragment.slice(0, at) + letter + fragment.slice(at + 1));
    if (!found) continue;
    expect(found.isRight).toBe(false);
  }
  expect(proof.count).toBe(40);
});
