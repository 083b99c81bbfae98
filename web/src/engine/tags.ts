// What tells modes apart in a list: size, length, difficulty. Length and
// difficulty come from games with random moves (build/measure.mjs).

import measured from "./measured.json";
import type { ModeInfo } from "./types";

interface Measured {
  /** Games with random moves. */
  games: number;
  /** Moves of the game in the middle. */
  moves: number;
  /** How often its largest tile has to be doubled to reach the goal; -1 without a goal. */
  doublings: number;
}

/** Random games of fewer moves are short, those of more are long. */
const SHORT = 90;
const LONG = 400;
/** Games that have to be finished for that. */
const FEW = 5;
/** Random games that miss less of the goal are of easy modes, those that miss more of hard ones. */
const NEAR = 3.5;
const FAR = 7;

export type Tag = "short" | "long" | "easy" | "hard" | "hex" | "timer" | "large";

/** What tags mean, for those who point at them. */
export const MEANINGS: Record<Tag, string> = {
  short: `games end soon: within ${SHORT} moves, if these are random`,
  long: `games are long: over ${LONG} moves, even if these are random`,
  easy: "even random moves come near the goal",
  hard: "the goal is far: random moves make small tiles only",
  hex: "six directions on hexagons",
  timer: "the clock runs while you play",
  large: "more than 25 cells",
};

/** The size of a grid as it is searched for. */
export const sizeOf = ({ width, height }: Pick<ModeInfo, "width" | "height">) => `${width}x${height}`;

export function tagsOf(mode: ModeInfo): Tag[] {
  const isTimed = mode.features.includes("real time");
  const all: Measured | undefined = (measured as Record<string, Measured>)[mode.name];
  // Random games have no clock, and few of them say little.
  const found = all && all.games >= FEW && !isTimed ? all : null;
  const tags: Tag[] = [];
  if (found && found.moves < SHORT) tags.push("short");
  if (found && found.moves > LONG) tags.push("long");
  if (found && found.doublings >= 0 && found.doublings < NEAR) tags.push("easy");
  if (found && found.doublings > FAR) tags.push("hard");
  if (mode.hexagonal) tags.push("hex");
  if (isTimed) tags.push("timer");
  if (mode.width * mode.height > 25) tags.push("large");
  return tags;
}
