// The files of a mode for the small engine, each with some of its openings: one of them is fetched.

import type { SmallFile } from "./small";
import type { Small } from "./smallparts";

/** Files of each mode. */
export const FILES = 4;

/** The file with a seed: a game that was begun finds its own there. */
export const fileOf = (seed: string) => Number(seed.slice(-6)) % FILES || 0;

/** The name of a file in the folder of all of them. */
export const nameOf = (mode: string, file: number) => `${mode}.${file}.json`;

/** Returns the file of a mode, if the page was opened with that; `null` if there is none. */
export async function comingOf(small: Small | null, mode: string): Promise<SmallFile | null> {
  return small?.mode === mode ? small.file.catch(() => null) : null;
}
