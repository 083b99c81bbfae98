// Keeps the game of the page in this browser, where it allows that. Pages opened as
// files share one store, so what is kept is told apart by the mode.

import type { Saved } from "../engine/deeds";

export interface Kept extends Saved {
  best: number;
  time: number;
}

const key = (digest: string) => `polymerge-page-${digest}`;

export function kept(digest: string): Kept | null {
  try {
    const text = localStorage.getItem(key(digest));
    return text ? (JSON.parse(text) as Kept) : null;
  } catch {
    return null;
  }
}

/** Gives whether it is kept. */
export function keep(digest: string, game: Kept): boolean {
  try {
    localStorage.setItem(key(digest), JSON.stringify(game));
    return true;
  } catch {
    return false;
  }
}
