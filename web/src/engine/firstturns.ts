// The first turns of a game, played so that a browser compiles what they take.

import { FaceCache } from "./facecache";
import type { Playable } from "./types";

/** Does what the page will do first: shows a game, and plays a move in each direction. */
export function playFirstTurns(game: Playable): void {
  const cache = new FaceCache(game);
  const { state } = cache.look();
  for (const direction of state.available.keys()) {
    if (state.available[direction]) cache.look(game.play(direction, 0));
  }
}
