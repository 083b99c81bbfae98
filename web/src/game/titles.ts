// Titles of games that are no longer those of their modes. They are kept as they
// were first written, in English, since statistics go by them.

import { game } from "virtual:texts/game";

export const changed = (title: string) => `${title}, changed`;
export const setUp = (title: string) => `${title}, set up`;

/** A title as it is read. */
export function titleShown(title: string): string {
  const [, of, how] = /^(.*), (changed|set up)$/s.exec(title) ?? [];
  if (of === undefined) return title;
  return how === "changed" ? game.changed(of) : game.setUpBoard(of);
}
