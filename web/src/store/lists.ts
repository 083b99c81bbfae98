// Lists and objects in local storage.

import { noteBroken, readJson } from "./local";

/** What was written as a list, as far as its things have the right form; the others are not lost. */
export function readList<T>(key: string, isOne: (value: unknown) => value is T): T[] {
  const list = readJson(key, (value) => Array.isArray(value)) ?? [];
  const right = list.filter(isOne);
  if (right.length < list.length) noteBroken(key, JSON.stringify(list));
  return right;
}

/** Whether it is an object, as its own fields know it. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
