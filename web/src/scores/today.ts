// The game of the day: that of the score server for the date that it is here, or, where there is no
// server, one that follows from the date.

import { isObject } from "../store/lists";
import { readJson, writeLocal } from "../store/local";
import { Refusal, today } from "./api";
import { findScores } from "./place";
import { closesAt, gameOfDate, localDate, nextMidnight } from "./streak";
import type { Today } from "./types";

/** The key of the game of the day that the server named last: without a connection it can be played. */
const KEY = "polymerge.day";

const isDay = (value: unknown): value is Today =>
  isObject(value) &&
  [value.date, value.mode, value.seed, value.board].every((one) => typeof one === "string");

export async function gameOfDay(now = Date.now()): Promise<Today> {
  const date = localDate(now);
  if (!(await findScores())) return { ...gameOfDate(date), date, board: "", ends: closesAt(date) };
  try {
    const day = await today(date);
    writeLocal(KEY, JSON.stringify(day));
    return day;
  } catch (error) {
    const known = readJson(KEY, isDay);
    if (known?.date === date && error instanceof Refusal && error.isPassing) return known;
    throw error;
  }
}

/** The time at which the next game of the day begins here, after that of a day. */
export function nextAfter(day: Today, now = Date.now()): number {
  // Servers of before begin theirs at midnight in Greenwich.
  return day.date === localDate(now) ? nextMidnight(now) : day.ends;
}
