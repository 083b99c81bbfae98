// Games of the day: what was reached here, and how it is told.

import { game } from "virtual:texts/game";
import { scores as texts } from "virtual:texts/scores";
import { isObject } from "../store/lists";
import { readJson, writeLocal } from "../store/local";
import { shown } from "../summary";

/** The result of the game of a day. */
export interface Result {
  title: string;
  score: number;
  /** Moves. */
  count: number;
  /** The value of the most valuable tile; 0 if it has none. */
  largest: number;
  /** Place on the board, when it was submitted. */
  rank?: number;
}

const KEY = "polymerge.daily";

export function results(): Record<string, Result> {
  return readJson(KEY, areResults) ?? {};
}

function areResults(value: unknown): value is Record<string, Result> {
  const isResult = (one: unknown) => isObject(one) && typeof one.score === "number";
  return isObject(value) && Object.values(value).every(isResult);
}

/** Keeps what was reached on a day, if it is the best so far. */
export function keepResult(date: string, { title, score, count, largest, rank }: Result): void {
  const kept = results();
  const before = kept[date];
  if (before && before.score > score) return;
  const result = { title, score, count, largest, ...(rank && { rank }) };
  const all = Object.entries({ ...kept, [date]: result }).sort(([a], [b]) => b.localeCompare(a));
  writeLocal(KEY, JSON.stringify(Object.fromEntries(all)));
}

/** A result as text to share, which gives nothing of the game away. */
export function resultText(date: string, result: Result, address = daily()): string {
  const { title, score, largest, rank } = result;
  const facts = [game.points(score), game.moves(result.count)];
  if (largest > 0) facts.push(texts.largestTile(shown(largest)));
  if (rank) facts.push(texts.atPlace(shown(rank)));
  return `Polymerge ${date}: ${title}\n${facts.join(" · ")}\n${address}`;
}

function daily(): string {
  return `${location.origin}${location.pathname}#/daily`;
}

/** Days back from a date such as 2026-11-26, the date itself first. */
export function daysBack(date: string, days: number): string[] {
  const last = Date.parse(`${date}T00:00:00Z`);
  return Array.from({ length: days }, (_, back) =>
    new Date(last - back * 86_400_000).toISOString().slice(0, 10),
  );
}
