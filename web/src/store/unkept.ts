// The game as it stood when the page was left, in local storage: IndexedDB
// answers too late for a page that closes. The next visit brings it home.

import type { GameRecord } from "./database";

const KEY = "polymerge.unkept";

export function readUnkept(): GameRecord | null {
  try {
    const text = localStorage.getItem(KEY);
    return text ? (JSON.parse(text) as GameRecord) : null;
  } catch {
    return null;
  }
}

export function noteUnkept(record: GameRecord): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    // No room or no permission: what IndexedDB holds has to do.
  }
}

/** The game is kept elsewhere now. */
export function forgetUnkept(id: string): void {
  if (readUnkept()?.id === id) localStorage.removeItem(KEY);
}
