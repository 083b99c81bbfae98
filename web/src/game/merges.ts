// Examples of the merges of modes, which the engine is asked for once in a visit: it may take long over
// them, and the moves of a person wait meanwhile.

import type { Examples } from "../engine/examples";
import type { RemoteGame } from "../engine/remote";

type Asked = Pick<RemoteGame, "ask">;

const NONE: Examples = { merges: [], faces: [] };
/** By the names of modes. */
const named = new Map<string, Promise<Examples>>();
/** Of changed modes, which have no name: each game has examples of its own. */
const unnamed = new WeakMap<Asked, Promise<Examples>>();

/** Returns examples of the merges of a game's mode. A mode in which the search failed has none from then on. */
export function examplesIn(mode: string, game: Asked): Promise<Examples> {
  const known = mode ? named.get(mode) : unnamed.get(game);
  if (known) return known;
  // Rules are said in words as well.
  const found = Promise.resolve(game.ask("examples")).catch(() => NONE);
  if (mode) named.set(mode, found);
  else unnamed.set(game, found);
  return found;
}
