// Scores in words.

import { shown } from "../summary";

/** A score as people read it; infinite ones are text. */
export function worded(score: number | string): string {
  return typeof score === "number" ? shown(score) : score;
}
