// Browsers delete what sites keep when room runs short, or after weeks without a
// visit, unless they were asked not to.

import { listedLines } from "./database";
import { readLocal, writeLocal } from "./local";

const ASKED = "polymerge.lasting-asked";
const SAVED = "polymerge.saved-at";
/** Games after which the browser is asked. */
const FIRST = 2;

/** Returns true if the browser keeps what is here until a person deletes it; `null` if it can't be asked. */
export async function isLasting(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
}

/** Asks the browser to keep what is here. Gives whether it does; `null` if it can't be asked. */
export async function askToLast(): Promise<boolean | null> {
  writeLocal(ASKED, "yes");
  return (await navigator.storage?.persist?.().catch(() => null)) ?? null;
}

/** Asks once of its own accord, when there are some games. */
export async function askAfterFirst(): Promise<void> {
  if (readLocal(ASKED) !== null || (await isLasting()) !== false) return;
  const games = (await listedLines()).length;
  // Several games may have been counted at once.
  if (games >= FIRST && readLocal(ASKED) === null) await askToLast();
}

/** Notes that all games were saved as a file. */
export function noteSaved(): void {
  writeLocal(SAVED, `${Date.now()}`);
}

/** Returns the time when all games were saved as a file last; `null` if they never were. */
export function savedAt(): number | null {
  const time = Number(readLocal(SAVED));
  return time > 0 && Number.isFinite(time) ? time : null;
}
