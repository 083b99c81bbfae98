// Texts of the board, and of what the first frame shows.

import { area } from "../area";

export const play = area("play", {
  // Markup: what is said depends on whether there are keys.
  lead: '<span class="for-keys">Press the arrow keys.</span><span class="for-touch">Swipe.</span> Equal tiles merge.',
  best: "Best",
  // The stat box that nearly every mode has; what others are called is up to the mode.
  score: "Score",
  boardOf: (title: string) => `Board of ${title}`,
  empty: "empty",
  blankTile: "blank tile",
  /** A direction by the eighth of a turn that it lies clockwise from the right. */
  compass: (eighth: number) =>
    ["right", "down right", "down", "down left", "left", "up left", "up", "up right"][eighth] ?? "move",
  stay: "stay",
  returned: (why: string) => `${why}. It was started anew, and the game is as it was before.`,
  lost: (why: string, error: string) =>
    `${why}. The game can't be brought back; what was kept is still there. ${error}`,
  noEngine: (why: string) => `The engine could not be loaded: ${why}. Is there a connection?`,
});
