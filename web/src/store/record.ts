// What is kept of games, and what they add to the statistics of their modes.

import type { Saved } from "../engine/actions";
import { largestTile, type Milestone, roundPoints } from "./goals";

/** The part of a game that is in the statistics. */
export interface Counted {
  moves: number;
  merges: number;
  time: number;
  won: boolean;
  over: boolean;
  /** The score with which the game came here, if it was played elsewhere before. */
  score?: number;
}

/** The help that a player had in a game. */
export interface Helped {
  /** Hints that were asked for. */
  hints: number;
  /** Moves that the game made by itself. */
  moves: number;
}

/** Returns true if a player had help; what was not counted is not known. */
export function isHelped({ helped }: { helped?: Helped | undefined }): boolean {
  return helped !== undefined && helped.hints + helped.moves > 0;
}

/** A game as lists need it. */
export interface GameLine {
  id: string;
  /** Name of the mode in the catalogue; "" if it came from elsewhere. */
  mode: string;
  title: string;
  started: number;
  updated: number;
  score: number;
  moves: number;
  merges: number;
  /** Milliseconds that it was played. */
  time: number;
  screen: "play" | "win" | "over";
  won: boolean;
  /** The board as a picture of a few colours: rows of "#rrggbb" or "". */
  preview: string[][];
  /** The changes to its mode, in words. */
  change?: string | undefined;
  /** Under which name it adds to the statistics; that of its mode or its title if absent. */
  sum?: string | undefined;
  /** The number of turns that were taken back in it, if it was counted. */
  undone?: number | undefined;
  /** The help that its player had, if it was counted from the start. */
  helped?: Helped | undefined;
  /** `false` as long as nothing was done in it here. */
  played?: boolean | undefined;
  /** The largest number on its tiles, if there is one. */
  top?: number | undefined;
}

/** A game that was begun. */
export interface GameRecord extends GameLine {
  /** Everything that is needed to go on. */
  snapshot: string;
  /** The counts of the game before it came here; once it is kept, those that are in the statistics. */
  counted: Counted;
  /**
   * The time at which the engine wrote the snapshot, and the actions since: of a page that was left
   * before it could write more.
   */
  since?: Pick<Saved, "at" | "deeds">;
  /** The page that wrote this. */
  writer?: string;
  /**
   * The time at which the record was written that this one goes on from: two pages that go on from
   * the same must not overwrite one another.
   */
  base?: number | undefined;
}

/** The statistics of a mode, over all of its games. */
export interface ModeRecord {
  mode: string;
  title: string;
  games: number;
  finished: number;
  won: number;
  best: number;
  /** True if the best score was reached with help; absent if it was not, or is not known. */
  bestHelped?: boolean | undefined;
  bestMoves: number;
  moves: number;
  merges: number;
  time: number;
  last: number;
  /** The changes to the mode, in words. */
  change?: string | undefined;
  /** The largest tile so far. */
  tile?: Milestone | undefined;
  /** The round number of points that was reached last. */
  points?: Milestone | undefined;
}

/** The rest of a game that was deleted: it is not counted again if it comes back. */
export interface Tombstone {
  id: string;
  counted: Counted;
  time: number;
}

/** Under which name a game adds to the statistics. */
export function sumOf({ sum, mode, title }: Pick<GameLine, "sum" | "mode" | "title">): string {
  return sum ?? (mode || title);
}

/** Returns true if a game is listed: something was done in it, here or before it came. */
export function isListed({ played, moves }: GameLine): boolean {
  return played !== false || moves > 0;
}

/** The part of a record that lists need. */
export function lineOf(record: GameRecord): GameLine {
  const { snapshot: _, since: __, counted: ___, writer: ____, base: _____, ...line } = record;
  return line;
}

/** Returns true if another page has gone on with the game from where this one did. */
export function isApart(old: GameRecord | undefined, record: GameRecord): boolean {
  if (!old?.writer || old.writer === record.writer) return false;
  // A game that was begun without the engine has no base; what is kept already goes further.
  if (record.base === undefined && old.updated >= record.updated) return false;
  return old.updated !== record.base;
}

/** The records to be written for a game: itself, and its mode with what is new. */
export interface Joined {
  game: GameRecord;
  mode: ModeRecord;
}

/** Adds what is new in a game. `before` is what was kept of it, or is left of it. */
export function joined(
  record: GameRecord,
  before: Pick<GameRecord, "counted" | "played"> | undefined,
  sum: ModeRecord | undefined,
): Joined {
  const known = before?.counted ?? record.counted;
  const counted: Counted = {
    // Moves that were taken back and made again count once.
    moves: Math.max(known.moves, record.moves),
    merges: Math.max(known.merges, record.merges),
    time: Math.max(known.time, record.time),
    won: known.won || record.won,
    over: known.over || record.screen === "over",
    ...(known.score !== undefined && { score: known.score }),
  };
  const isNew = record.played !== false && (!before || before.played === false);
  const mode = sum ?? emptyMode(record);
  // A game in which nothing was done has reached nothing.
  const isFirst = mode.games + (isNew ? 1 : 0) <= 1;
  const tile = record.played !== false && largestTile(mode.tile, record, isFirst);
  // Points that another player has made are no best score of the player.
  const came = known.score ?? 0;
  const isOwn = record.played !== false && (known.score === undefined || record.score > came);
  const points = isOwn ? roundPoints(mode.points, record, Math.max(mode.best, came)) : mode.points;
  return {
    game: { ...record, counted },
    mode: {
      ...mode,
      games: mode.games + (isNew ? 1 : 0),
      finished: mode.finished + (counted.over && !known.over ? 1 : 0),
      won: mode.won + (counted.won && !known.won ? 1 : 0),
      best: isOwn ? Math.max(mode.best, record.score) : mode.best,
      // A score that is reached once more without help is the better one.
      bestHelped: isOwn && isBetter(mode, record) ? isHelped(record) : mode.bestHelped,
      bestMoves: isOwn ? Math.max(mode.bestMoves, record.moves) : mode.bestMoves,
      moves: mode.moves + counted.moves - known.moves,
      merges: mode.merges + counted.merges - known.merges,
      time: mode.time + counted.time - known.time,
      last: record.updated,
      ...(tile && { tile }),
      ...(points && { points }),
    },
  };
}

/** Returns true if a game has reached more than its mode so far, or as much and surely without help. */
function isBetter(mode: ModeRecord, record: GameRecord): boolean {
  if (record.score !== mode.best) return record.score > mode.best;
  return record.helped !== undefined && !isHelped(record);
}

function emptyMode(record: GameRecord): ModeRecord {
  const { title, change } = record;
  const zero = {
    games: 0,
    finished: 0,
    won: 0,
    best: 0,
    bestMoves: 0,
    moves: 0,
    merges: 0,
    time: 0,
    last: 0,
  };
  return { mode: sumOf(record), title, ...zero, ...(change && { change }) };
}
