// What a score server tells (crates/server/openapi.json).

export type Kind = "open" | "daily" | "ranked";

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
}

export interface Day {
  date: string;
  mode: string;
  seed: string;
  board: string;
}

export interface Today extends Day {
  ends: number;
}

export interface Profile {
  name: string;
  games: Listed[];
}
