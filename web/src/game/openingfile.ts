// What the site has of a mode before the engine is there: its empty board, and files for the small engine,
// each with some of its openings. One of these is fetched.

import type { GameView, ModeFacts, ModeInfo, Standing } from "../engine/types";
import type { Openings } from "./opening";

/**
 * The look of a new game of a mode before its tiles are there, as the engine described it when the site was
 * built.
 */
export interface Placeholder extends Omit<ModeFacts, "interval">, Pick<ModeInfo, "number"> {
  /** The view, in which one cell stands for all where they are alike. */
  view: GameView;
  state: Standing;
}

/** The file that the site has of a mode for the small engine. */
export interface SmallFile extends Placeholder {
  /** Milliseconds between two looks at the clock, in modes that have one. */
  interval?: number;
  /** The mode as the small engine reads it. */
  raw: string;
  /** Its openings, if they are the same at all times. */
  openings?: Openings;
}

/** Files of each mode. */
export const FILES = 4;

/** The file with a seed: a game that was begun finds its own there. */
export const fileOf = (seed: string) => Number(seed.slice(-6)) % FILES || 0;

/** The name of a file in the folder of all of them. */
export const nameOf = (mode: string, file: number) => `${mode}.${file}.json`;
