// The first turns of a game that a worker plays with the small engine, before the page does.

import { readFileSync } from "node:fs";
import { initSync, SmallGame } from "polymerge/small";
import { expect, test, vi } from "vitest";
import { smallModes } from "../../build/small-modes.ts";
import { playFirstTurns } from "../../src/engine/firstturns.ts";

const MODULE = new URL("../../../crates/web/small/small_bg.wasm", import.meta.url);

test.each(["050-dive", "120-vs-the-void-tiler"])(
  "show each move that can be made in %s, with its tiles",
  async (mode) => {
    initSync({ module: readFileSync(MODULE) });
    const { raw } = JSON.parse((await smallModes()).get(`${mode}.0.json`)?.() ?? "{}");
    const game = SmallGame.start(raw, "7", 0);
    const free = game.state().available.flatMap((isFree, direction) => (isFree ? [direction] : []));
    const [play, view, face] = [vi.spyOn(game, "play"), vi.spyOn(game, "view"), vi.spyOn(game, "face")];
    playFirstTurns(game);
    expect(play.mock.calls).toEqual(free.map((direction) => [direction, 0]));
    expect(view).toHaveBeenCalledTimes(1 + free.length);
    expect(face).toHaveBeenCalled();
    expect(game.state().moves).toBeGreaterThan(0);
  },
);
