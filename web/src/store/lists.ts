// Lists and objects in local storage.

import { noteBroken, readJson } from "./local";

/** Reads a list, as far as its things have the right form; the others are not lost. */
export function readList<T>(key: string, isOne: (value: unknown) => value is T): T[] {
  const list = readJson(key, (value) => Array.isArray(value)) ?? [];
  const right = list.filter(isOne);
  if (right.length < list.length) noteBroken(key, JSON.stringify(list));
  return right;
}

/** Returns true if a value is an object with fields of its own. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
