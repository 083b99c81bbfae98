// Local storage, as far as the browser has one: what can't be kept there lasts
// as long as the page, and that is told.

import { clearTrouble, reportTrouble } from "./trouble";

/** What the browser did not take. */
const memory = new Map<string, string>();

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

/** Whether the text is kept for the next visit. */
export function writeLocal(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
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
  } catch {
    // The browser has no local storage.
  }
}

/** All keys that begin like this. */
export function localKeys(beginning: string): string[] {
  const keys = new Set(memory.keys());
  try {
    for (const key of Object.keys(localStorage)) keys.add(key);
  } catch {
    // The browser has no local storage.
  }
  return [...keys].filter((key) => key.startsWith(beginning));
}

/** A value that was written as JSON; `null` if there is none, or nothing that can be read. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? "null") as unknown;
  } catch {
    return null;
  }
}
