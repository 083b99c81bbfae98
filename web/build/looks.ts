// How the first mode looks, as the engine tells it (src/engine/starter.ts).

import type { FirstMode } from "../src/game/local.ts";

const NAME = "classic";
/** The largest exponent that has a look: more can't be reached in time. */
const LAST = 12;

/** Asks the engine. */
export async function looksOfFirstMode(): Promise<FirstMode> {
  const { Game, Mode } = await import("polymerge");
  const mode = Mode.builtIn(NAME);
  const game = Game.start(mode, { seed: 0, now: 0 });
  const view = game.view(0);
  const { title, about } = mode.info;
  return {
    mode: NAME,
    title,
    about,
    directions: mode.directions,
    view: { ...view, cells: view.cells.slice(0, 1).map((cells) => cells.slice(0, 1)) },
    faces: Array.from({ length: LAST + 1 }, (_, exponent) => {
      const face = game.faceOf(`[${exponent}]`);
      // Names of their parts are hashes, which can't be compressed.
      return { ...face, id: exponent, svg: face.svg.replaceAll(/\bf[0-9a-f]{16}\b/g, `f${exponent}`) };
    }),
    rules: game.rules(),
  };
}
