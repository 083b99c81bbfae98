// How long is worked on a hint, in milliseconds.

/** Until the first answer. */
export const FIRST = 3;
/** Until a good one. */
export const GOOD = 70;
/** The most that a first answer may take in the worker where the next one is looked for in advance. */
export const QUICK = 250;
/** Between answers that are shown. */
export const SLICE = 15;
