// Games that a score server has given the seed of: of the day, and ranked ones.

import { game } from "virtual:texts/game";
import type { GameModel } from "../game/model";
import { isObject, readList } from "../store/lists";
import { writeLocal } from "../store/local";
import { Watchers } from "../watchers";
import { CONTESTS } from "./place";
import { localDate } from "./streak";

export interface Mark {
  kind: "daily" | "ranked";
  /** The mode as the server calls it. */
  mode: string;
  /** The mode as the catalogue calls it. */
  name: string;
  title: string;
  seed: string;
  /** Id of the game in this browser. */
  game: string;
  /** Until when the server takes the game, in milliseconds since 1970. */
  ends: number;
  /** The day of a game of the day. */
  date?: string;
  /** True for a game of the day without a server. */
  isLocal?: boolean;
  /** The id with which a ranked game is submitted. */
  session?: string;
}

/** Games that are remembered beside those whose time goes on. */
const MOST = 30;

function marks(): Mark[] {
  return readList(CONTESTS, isMark);
}

function isMark(value: unknown): value is Mark {
  return isObject(value) && typeof value.seed === "string" && typeof value.game === "string";
}

const watchers = new Watchers();

/** Tells when a game was remembered, until the function given back is called. */
export const watchMarks = watchers.watch;

/** Returns the mark of a game, by its mode and seed. */
export function markOf(name: string, seed: string): Mark | null {
  return marks().find((mark) => mark.name === name && mark.seed === seed) ?? null;
}

/** The date of a game, if it is the one of this day and moves were made in it; `null` if it is another. */
export function dateOfGame({ facts, seed, state }: GameModel, now = Date.now()): string | null {
  const date = state.moves > 0 ? markOf(facts.name, seed)?.date : undefined;
  return date === localDate(now) ? date : null;
}

/** The game of a day, if it was begun here: that of this seed, since another server may name another one. */
export function markOfDay(date: string, seed: string): Mark | null {
  return marks().find((mark) => mark.date === date && mark.seed === seed) ?? null;
}

/** Remembers a game, in place of an earlier one with its seed. */
export function remember(mark: Mark): void {
  const others = marks().filter(({ name, seed }) => name !== mark.name || seed !== mark.seed);
  const kept = [mark, ...others].filter(({ ends }, index) => index < MOST || ends > Date.now());
  writeLocal(CONTESTS, JSON.stringify(kept));
  watchers.notify();
}

/** The time until then, to the second below an hour. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return game.hoursMinutes({ hours: `${hours}`, minutes: `${minutes}` });
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
