// Local storage, as far as the browser has one: what can't be kept there lasts
// as long as the page, and that is told. What can't be read is not written over.

import { clearTrouble, reportTrouble } from "./trouble";

/** The texts that the browser did not take. */
const memory = new Map<string, string>();
/** Texts that nothing can be made of, by their keys; `null` where even those could not be asked for. */
const broken = new Map<string, string | null>();
/** Before the keys under which such texts are kept, once something else is written to theirs. */
const ASIDE = "polymerge-unread.";

export function readLocal(key: string): string | null {
  const text = memory.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch (error) {
    reportTrouble("settings", error);
    return null;
  }
}

/** Writes a text. Returns true if it is kept for the next visit. */
export function writeLocal(key: string, text: string): boolean {
  try {
    const old = broken.get(key);
    // What is to be written was made of nothing.
    if (old === null) throw old;
    if (old) localStorage.setItem(`${ASIDE}${Date.now().toString(36)}.${key}`, old);
    localStorage.setItem(key, text);
    broken.delete(key);
    memory.delete(key);
    if (memory.size === 0) clearTrouble("settings");
    return true;
  } catch (error) {
    memory.set(key, text);
    reportTrouble("settings", error);
    return false;
  }
}

export function removeLocal(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch (error) {
    reportTrouble("settings", error);
  }
}

/** All keys that begin like this. */
export function localKeys(beginning: string): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch (error) {
    reportTrouble("settings", error);
  }
  return [...keys].filter((key) => key.startsWith(beginning));
}

/**
 * Reads a value that was written as JSON, if it has the right form; `null` if there is nothing.
 * What can't be read stays where it is, or is set aside before something is written in its place.
 */
export function readJson<T>(key: string, isRight: (value: unknown) => value is T): T | null {
  let text: string | null = null;
  try {
    text = memory.get(key) ?? localStorage.getItem(key);
    // It could not be read before, and can be now: what is written from here on is made of it.
    if (!memory.has(key) && broken.get(key) === null) broken.delete(key);
    if (text === null) return null;
    const value = JSON.parse(text) as unknown;
    if (isRight(value)) return value;
  } catch (error) {
    if (text === null) {
      broken.set(key, null);
      reportTrouble("settings", error);
      return null;
    }
  }
  noteBroken(key, text);
  return null;
}

/** Notes a text that nothing can be made of: it is set aside before something takes its place. */
export function noteBroken(key: string, text: string): void {
  broken.set(key, text);
  reportTrouble("broken", key);
}
