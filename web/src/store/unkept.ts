// What could not be kept in the database (yet), in local storage: the game as it
// stood when the page was left, since IndexedDB answers too late for a page that
// closes; and games that were begun without the engine, which alone can write a
// game down. Both are brought home when that can be done.

import type { Story } from "../engine/deeds";
import type { GameRecord } from "./database";

const LEFT = "polymerge.unkept";
/** Each game under a name of its own, so that windows don't write over one another. */
const BEGUN = "polymerge.begun.";

export function readUnkept(): GameRecord | null {
  return read<GameRecord>(LEFT);
}

export function noteUnkept(record: GameRecord): void {
  note(LEFT, record);
}

/** The game is kept elsewhere now. */
export function forgetUnkept(id: string): void {
  if (readUnkept()?.id === id) localStorage.removeItem(LEFT);
}

/** A game that was begun without the engine. */
export interface Begun extends Story {
  id: string;
  /** Name of the mode in the catalogue. */
  mode: string;
  started: number;
  updated: number;
  won: boolean;
}

/** The games that were begun and are not kept, the last one played first. */
export function readBegun(): Begun[] {
  const games = names().flatMap((name) => (name.startsWith(BEGUN) ? (read<Begun>(name) ?? []) : []));
  return games.sort((a, b) => b.updated - a.updated);
}

export function noteBegun(begun: Begun): void {
  note(BEGUN + begun.id, begun);
}

/** The game is kept elsewhere, as it was at a time. What was done after that is not forgotten. */
export function forgetBegun(id: string, updated: number): void {
  const begun = read<Begun>(BEGUN + id);
  if (begun && begun.updated <= updated) localStorage.removeItem(BEGUN + id);
}

function names(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function read<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

function note(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // No room or no permission: what IndexedDB holds has to do.
  }
}
