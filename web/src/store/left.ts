// Games as they stood when their pages were left, to be brought home.

import { isObject } from "./lists";
import { localKeys, readJson } from "./local";
import type { GameRecord } from "./record";
import { LEFT } from "./unkept";

/** The games as they stood when their pages were left. */
export function readLeft(): GameRecord[] {
  return localKeys(LEFT)
    .map((key) => readJson(key, isLeft))
    .filter((record) => record !== null);
}

export function isLeft(record: unknown): record is GameRecord {
  return isObject(record) && typeof record.id === "string" && typeof record.snapshot === "string";
}
