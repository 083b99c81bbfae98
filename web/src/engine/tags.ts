// What tells modes apart in a list: size, length, difficulty. Which mode has which
// tags stands in the catalogue.

import type { ModeInfo } from "./types";

export type Tag = "short" | "long" | "easy" | "hard" | "hex" | "timer" | "large";

/** What tags mean, for those who point at them. */
export const MEANINGS: Record<Tag, string> = {
  short: "games end soon: within 90 moves, if these are random",
  long: "games are long: over 400 moves, even if these are random",
  easy: "even random moves come near the goal",
  hard: "the goal is far: random moves make small tiles only",
  hex: "six directions on hexagons",
  timer: "the clock runs while you play",
  large: "more than 25 cells",
};

/** The size of a grid as it is searched for. */
export const sizeOf = ({ width, height }: Pick<ModeInfo, "width" | "height">) => `${width}x${height}`;
