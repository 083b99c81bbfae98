// What could not be kept in the database (yet), in local storage: games as they
// stood when a page was left, since IndexedDB answers too late for a page that
// closes; and games that were begun without the engine, which alone can write a
// game down. Both are brought home when that can be done. Each game has a name
// of its own, so that tabs don't write over one another.

import type { ActionLog } from "../engine/actions";
import { localKeys, readJson, readLocal, removeLocal, writeLocal } from "./local";
import type { GameRecord } from "./record";
import { errorOf } from "./trouble";

/** Stands for this page in the records that it writes. */
export const WRITER = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The key of a game that was left, followed by a point and an id; in the first version without them, for the one game of all tabs. */
export const LEFT = "polymerge.unkept";
const BEGUN = "polymerge.begun.";

export function noteLeft(record: GameRecord): void {
  writeLocal(`${LEFT}.${record.id}`, JSON.stringify(record));
}

/** Forgets a game that was left, since it is kept in the database now. */
export function forgetLeft(id: string): void {
  removeLocal(`${LEFT}.${id}`);
}

/** A game that was begun without the engine. */
export interface Begun extends ActionLog {
  id: string;
  /** Name of the mode in the catalogue. */
  mode: string;
  started: number;
  updated: number;
  won: boolean;
  /** True if it is over; it may be as well where nothing is said, as before there were other modes. */
  over?: boolean;
}

/** The games that were begun and are not kept, the last one played first. */
export function readBegun(): Begun[] {
  const games = localKeys(BEGUN).map((key) => readJson(key, isBegun));
  return games.filter((begun) => begun !== null).sort((a, b) => b.updated - a.updated);
}

function isBegun(begun: unknown): begun is Begun {
  return Array.isArray((begun as Partial<Begun> | null)?.deeds);
}

export function noteBegun(begun: Begun): void {
  writeLocal(BEGUN + begun.id, JSON.stringify(begun));
}

/** The game is kept elsewhere, as it was at a time. What was done after that is not forgotten. */
export function forgetBegun(id: string, updated = Infinity): void {
  const begun = readJson(BEGUN + id, isBegun);
  if (begun && !((begun.updated ?? 0) > updated)) removeLocal(BEGUN + id);
}

/** Noted as soon as a game is kept (cleared.ts). */
export const KEPT = "polymerge.kept";

/** Returns true if a game is known to be kept. */
export function holdsGames(): boolean {
  return readLocal(KEPT) !== null || localKeys(LEFT).length > 0;
}

/** Returns true if a game may be kept; known at once, while the database takes its time. */
export function mayHoldGames(): boolean {
  // What can't be asked for may be there.
  return holdsGames() || errorOf("settings") !== null;
}
