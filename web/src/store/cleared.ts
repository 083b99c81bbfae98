// What the browser kept of the site may be deleted while a page of it is open:
// the browser closes the database and lets go of the service worker.

import { readLocal, writeLocal } from "./local";
import { errorOf, reportTrouble } from "./trouble";
import { KEPT } from "./unkept";

/** True if a game was kept, in this page or before. */
let isNoted = readLocal(KEPT) !== null;

export function noteKept(): void {
  isNoted = writeLocal(KEPT, "yes");
}

/** Milliseconds in which pages are told that local storage is empty. */
const SOON = 500;

/** Looks whether what was kept is gone: a browser may let go for other reasons as well. */
export function lookCleared(): void {
  setTimeout(() => {
    const isGone = isNoted && readLocal(KEPT) === null && !errorOf("settings");
    if (isGone) reportTrouble("cleared", true);
  }, SOON);
}
