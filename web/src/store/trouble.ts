// Whether the browser keeps what it is given, so that the page can say so as
// soon as it is known (reasons.ts has the words).

import { Watchers } from "../watchers";

/**
 * A kind of trouble: games are not kept (in the database), or settings, presets and drafts (in
 * local storage); games can't be read, or texts of local storage are broken; all of it was deleted;
 * games that were begun without the engine are in no list yet.
 */
export type Kept = "games" | "settings" | "reading" | "broken" | "cleared" | "begun";

const troubles = new Map<Kept, unknown>();
const watchers = new Watchers();

/** Returns the error of the last attempt to keep or read something; `null` if it succeeded. */
export function errorOf(kept: Kept): { error: unknown } | null {
  return troubles.has(kept) ? { error: troubles.get(kept) } : null;
}

/** Tells of changes until the function given back is called. */
export const watchTrouble = watchers.watch;

export function reportTrouble(kept: Kept, error: unknown): void {
  if (troubles.get(kept) === error) return;
  troubles.set(kept, error);
  notify();
}

export function clearTrouble(kept: Kept): void {
  if (troubles.delete(kept)) notify();
}

function notify(): void {
  watchers.notify();
}
