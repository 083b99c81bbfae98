// How long is worked on a hint, in milliseconds.

/** Until the first answer. */
export const FIRST = 3;
/** Until a good one. */
export const GOOD = 70;
/** Between answers that are shown. */
export const SLICE = 15;
