// The files of a mode for the small engine, each with some of its openings: one of them is fetched.

/** Files of each mode. */
export const FILES = 4;

/** The file with a seed: a game that was begun finds its own there. */
export const fileOf = (seed: string) => Number(seed.slice(-6)) % FILES || 0;

/** The name of a file in the folder of all of them. */
export const nameOf = (mode: string, file: number) => `${mode}.${file}.json`;
