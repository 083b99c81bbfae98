// Games of the day: what was reached here, and how it is told.

import { days } from "virtual:texts/days";
import { game } from "virtual:texts/game";
import { scores as texts } from "virtual:texts/scores";
import { fragmentOf } from "../route";
import { isObject } from "../store/lists";
import { readJson, writeLocal } from "../store/local";
import { shown } from "../summary";
import { Watchers } from "../watchers";
import { daysBack, streakOf } from "./streak";

/** The board of a game as a picture of a few colours. */
export interface Board {
  /** Rows of "#rrggbb", "" for empty cells, "-" for holes. */
  cells: string[][];
  /** The colours of the page and of the grid. */
  screen: string;
  grid: string;
}

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
  /** The board that is in the picture to share. */
  board?: Board | undefined;
}

const KEY = "polymerge.daily";

export function results(): Record<string, Result> {
  return readJson(KEY, areResults) ?? {};
}

function areResults(value: unknown): value is Record<string, Result> {
  const isResult = (one: unknown) => isObject(one) && typeof one.score === "number";
  return isObject(value) && Object.values(value).every(isResult);
}

const watchers = new Watchers();

/** Tells when a result was kept, until the function given back is called. */
export const watchResults = watchers.watch;

/** Keeps what was reached on a day, if it is the best so far. */
export function keepResult(date: string, { title, score, count, largest, ...more }: Result): void {
  const kept = results();
  const before = kept[date];
  if (before && before.score > score) return;
  // What is reached is kept while one plays, too: the place and the board of the same score stay.
  const { rank, board } = before?.score === score ? { ...before, ...more } : more;
  const result = { title, score, count, largest, ...(rank && { rank }), ...(board && { board }) };
  const all = Object.entries({ ...kept, [date]: result }).sort(([a], [b]) => b.localeCompare(a));
  // Boards take room: those of days before are not shared any more.
  const slim = all.map(([day, { board, ...rest }]) => [
    day,
    day < date || !board ? rest : { ...rest, board },
  ]);
  writeLocal(KEY, JSON.stringify(Object.fromEntries(slim)));
  watchers.notify();
}

/** Days that a row of signs has. */
export const WEEK = 7;
/** The signs of days: every font has them. */
export const [PLAYED, LEFT_OUT] = ["■", "□"];

/** The week up to a date as a row of signs: the days on which one took part, and the others. */
export function rowOf(date: string, dates: Iterable<string>): string {
  const played = new Set(dates);
  const signs = daysBack(date, WEEK).map((day) => (played.has(day) ? PLAYED : LEFT_OUT));
  return signs.reverse().join("");
}

/** The facts of a result, in a line. */
export function factsOf({ score, count, largest, rank }: Result): string {
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
  const { row, streak } = weekOf(date, dates);
  return `Polymerge ${date}: ${result.title}\n${factsOf(result)}\n${row} ${streak}\n${address}`;
}

/** The week up to a date on which one took part: its row of signs, and the days in a row in words. */
export function weekOf(date: string, dates: readonly string[] = Object.keys(results())) {
  const played = [...dates, date];
  return { row: rowOf(date, played), streak: days.streak(streakOf(played, date).current) };
}

/** The address of the game of the day. */
export const daily = () => `${location.origin}${location.pathname}${fragmentOf({ view: "daily" })}`;
