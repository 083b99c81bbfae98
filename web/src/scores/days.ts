// Games of the day: what was reached here, and how it is told.

import { days } from "virtual:texts/days";
import { game } from "virtual:texts/game";
import { scores as texts } from "virtual:texts/scores";
import { fragmentOf } from "../route";
import { isObject } from "../store/lists";
import { readJson, writeLocal } from "../store/local";
import { shown } from "../summary";
import { daysBack, streakOf } from "./streak";

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

const watchers = new Set<() => void>();

/** Tells when a result was kept, until the function given back is called. */
export function watchResults(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Keeps what was reached on a day, if it is the best so far. */
export function keepResult(date: string, { title, score, count, largest, rank }: Result): void {
  const kept = results();
  const before = kept[date];
  if (before && before.score > score) return;
  // What is reached is kept while one plays, too: the place of the same score stays.
  const place = rank ?? (before?.score === score ? before.rank : undefined);
  const result = { title, score, count, largest, ...(place && { rank: place }) };
  const all = Object.entries({ ...kept, [date]: result }).sort(([a], [b]) => b.localeCompare(a));
  writeLocal(KEY, JSON.stringify(Object.fromEntries(all)));
  for (const watcher of watchers) watcher();
}

/** Days that a row of signs has. */
export const WEEK = 7;
/** The signs of days: every font has them. */
const [PLAYED, LEFT_OUT] = ["■", "□"];

/** The week up to a date as a row of signs: the days on which one took part, and the others. */
export function rowOf(date: string, dates: Iterable<string>): string {
  const played = new Set(dates);
  const signs = daysBack(date, WEEK).map((day) => (played.has(day) ? PLAYED : LEFT_OUT));
  return signs.reverse().join("");
}

/** The facts of a result, in a line. */
function factsOf({ score, count, largest, rank }: Result): string {
  const facts = [game.points(score), game.moves(count)];
  if (largest > 0) facts.push(texts.largestTile(shown(largest)));
  if (rank) facts.push(texts.atPlace(shown(rank)));
  return facts.join(" · ");
}

/** The result of a game on a board as text to share, with a link at which it is watched. */
export function gameText(
  id: string,
  result: Result,
  page = `${location.origin}${location.pathname}`,
): string {
  return `Polymerge: ${result.title}\n${factsOf(result)}\n${page}${fragmentOf({ view: "score", id })}`;
}

/** A result as text to share, which gives nothing of the game away. */
export function resultText(
  date: string,
  result: Result,
  address = daily(),
  dates: readonly string[] = Object.keys(results()),
): string {
  const played = [...dates, date];
  const row = `${rowOf(date, played)} ${days.streak(streakOf(played, date).current)}`;
  return `Polymerge ${date}: ${result.title}\n${factsOf(result)}\n${row}\n${address}`;
}

function daily(): string {
  return `${location.origin}${location.pathname}#/daily`;
}
