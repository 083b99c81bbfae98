// What a score server tells (crates/server/openapi.json).

import type { Streak } from "./streak";

export type Kind = "open" | "daily" | "ranked" | "program";

/** The mode of a game, with settings and modifiers. */
export interface Source {
  mode: string;
  settings?: Record<string, string>;
  modifiersCode?: string;
}

/** A game as it is handed in. */
export interface Submission extends Source {
  seed: string;
  moves: string;
  count: number;
  name?: string;
  session?: string;
  daily?: string;
  /** The token of a new player. */
  claimToken?: string;
}

/** The times that the server took while a game was played. */
export interface Pace {
  /** From the seed to the last moves. */
  seconds: number;
  /** Moves that were taken back. */
  undone: number;
  /** The reason why the game is on the open board. */
  notRanked?: string;
}

/** A game as a board lists it. */
export interface Listed {
  id: string;
  board: string;
  /** Infinite scores are text. */
  score: number | string;
  moves: number;
  name: string;
  /** Milliseconds since 1970. */
  created: number;
  /** The game of another player that it goes on from, if there is one. */
  follows?: string;
  /** The first game of that chain. It stays when that game is erased. */
  origin?: string;
  /** The program that played it, on boards of programs. */
  program?: string;
  /** The times that the server took, of a game whose seed it gave. */
  pace?: Pace | null;
  /** Tells the player apart from others whose names look alike; `null` if there are none. */
  mark?: string | null;
}

export interface Board {
  id: string;
  kind: Kind;
  proves: string;
  title: string;
  source: Source;
  games?: number;
}

/** A game with all that it takes to play it again. */
export interface Game extends Listed {
  rank: number;
  kind: Kind;
  proves: string;
  title: string;
  source: Source;
  seed: string;
  /** `null` while they are shown to their player alone. */
  canonicalMoves: string | null;
  claimToken?: string;
  /** True if another player uses the name that was sent, so that the game has another one. */
  nameTaken?: boolean;
}

export interface Listing {
  board: Board;
  scores: Listed[];
  next: string | null;
}

export interface Session {
  session: string;
  seed: string;
  board: string;
  expires: number;
  /** Seconds after which the moves so far are to be sent. Servers of before ask for none. */
  every?: number;
}

export interface Day {
  date: string;
  mode: string;
  seed: string;
  board: string;
}

export interface Today extends Day {
  /** The end of the date in Greenwich, in milliseconds since 1970. */
  ends: number;
  /** Until when games are taken; servers of before take them until `ends`. */
  closes?: number;
}

/** A ranked board within a season, with its best game. */
export interface Standing {
  board: Board;
  players: number;
  games: number;
  best: Listed;
}

export interface Season {
  season: string;
  begins: number;
  ends: number;
  isOver: boolean;
  boards: Standing[];
}

export interface Seasons {
  current: string;
  seasons: string[];
}

/** One's own game, with what only its player sees. */
export interface Own extends Listed {
  hidden?: boolean;
  /** The operators' reason for hiding it. */
  reason?: string;
}

export interface Profile {
  name: string;
  games: Own[];
  /** The place behind these games; absent or `null` if there are no more. */
  next?: string | null;
}

/** A player as the server knows one. */
export interface Self {
  name: string;
  nameFixed: boolean;
  banned: boolean;
  reason: string;
  games: number;
  hasRecoveryCode: boolean;
  /** Days in a row; servers of before count none. */
  streak?: Streak & { days: string[] };
}

/** The reason of a report. */
export type Wrong = "name" | "title" | "cheating" | "other";
