// What was done in a game, so that it can be done again elsewhere: the same
// seed, times and presses give the same game.

import type { Playable } from "../engine/types";

export type Deed =
  | { do: "play"; direction: number; now: number }
  | { do: "playOn"; now: number }
  | { do: "undo" | "redo" };

/** What was done in a game that the engine does not play yet: all that it takes to play it once more. */
export interface Story {
  seed: string;
  /** Milliseconds that it was played. */
  time: number;
  deeds: readonly Deed[];
}

/** Does it all again. */
export function perform(game: Playable, deeds: readonly Deed[]): void {
  for (const deed of deeds) {
    switch (deed.do) {
      case "play":
        game.play(deed.direction, deed.now);
        break;
      case "playOn":
        game.playOn(deed.now);
        break;
      default:
        game[deed.do]();
    }
  }
}
