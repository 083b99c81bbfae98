// How long is worked on a hint, in milliseconds.

/** Until the first answer. */
export const FIRST = 7;
/** Until a good one, after that. */
export const GOOD = 60;
/** Between answers that are shown. */
export const SLICE = 15;
