// Going on with games that were kept.

import type { Saved } from "../engine/actions";
import type { GameRecord } from "../store/record";
import type { Known } from "./autosave";

/** Returns the facts of a game that was kept, to go on with it from there. */
export function knownOfKept({ id, started, won, counted, played, sum, change, updated }: GameRecord): Known {
  return { id, started, won, counted, played, sum, change, base: updated };
}

/** Returns the part of a record from which the engine goes on with the game. */
export function savedOf({ snapshot, updated, since }: GameRecord): Saved {
  return { snapshot, at: since?.at ?? updated, deeds: since?.deeds ?? [] };
}
