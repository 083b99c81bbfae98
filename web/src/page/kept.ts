// Keeps the game of the page in this browser, where it allows that. Pages opened as
// files share one store, so what is kept is told apart by the mode.

import type { Saved } from "../engine/actions";

export interface Kept extends Saved {
  best: number;
  time: number;
}

const key = (digest: string) => `polymerge-page-${digest}`;

/** The state of keeping games here. */
export type Trouble = "unread" | "unkept" | "sealed" | null;

let trouble: Trouble = null;
/** True if the browser could not tell what is there: then it is not written over. */
let isSealed = false;

/** Returns the present trouble: the game before can't be read, nothing is kept, or both. */
export function troubleNow(): Trouble {
  return trouble;
}

/** The game that was kept; `null` if there is none, or none that can be read. */
export function kept(digest: string): Kept | null {
  let text: string | null;
  try {
    text = localStorage.getItem(key(digest));
  } catch {
    isSealed = true;
    trouble = "unkept";
    return null;
  }
  if (text === null) return null;
  try {
    const game = JSON.parse(text) as unknown;
    if (isKept(game)) return game;
  } catch {
    // It was cut, or another program has written it.
  }
  setAside(digest);
  return null;
}

function isKept(game: unknown): game is Kept {
  return typeof game === "object" && game !== null && "snapshot" in game && typeof game.snapshot === "string";
}

/** Keeps what can't be read under another name, since the next game takes its place. */
export function setAside(digest: string): void {
  trouble = "unread";
  try {
    const text = localStorage.getItem(key(digest));
    if (text === null) return;
    localStorage.setItem(`${key(digest)}-unread-${Date.now().toString(36)}`, text);
    localStorage.removeItem(key(digest));
  } catch {
    isSealed = true;
    trouble = "sealed";
  }
}

/** Notes that the game could not be written down; the next time may do better. */
export function noteUnkept(): void {
  if (trouble === null) trouble = "unkept";
}

/** Keeps the game, if it can be kept. */
export function keep(digest: string, game: Kept): void {
  if (isSealed) return;
  try {
    localStorage.setItem(key(digest), JSON.stringify(game));
    if (trouble === "unkept") trouble = null;
  } catch {
    trouble = "unkept";
  }
}
