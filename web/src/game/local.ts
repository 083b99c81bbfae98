// Modes that the page plays itself until the engine is there: the first one, whose rules are in
// the page, and the one that a link asks for (small.ts).

import { Starter, type StarterLooks } from "../engine/starter";
import type { Direction, ModeFacts, Playable } from "../engine/types";
import type { OpeningGame } from "./player";

/** The mode that is there before the engine is. */
export interface FirstMode extends StarterLooks {
  title: string;
  about: string;
  directions: Direction[];
}

/** A mode whose games the page plays. */
export interface LocalMode {
  facts: ModeFacts;
  /** Starts a game; gives `null` as long as that which plays it is on its way. */
  start(seed: string, now: number): Playable | null;
  /** Returns a seed for another game than the present one, which begins as differently as can be. */
  beside?(present: string): string;
  /** Begins a game whose first moves are known. */
  begin?(seed: string): OpeningGame | undefined;
  /** Called when the game that has begun is drawn. */
  drawn?(): void;
  /** Settled when any game can be started, or the whole engine is needed. */
  ready?: Promise<unknown>;
}

/** The first mode. */
export function firstLocal(first: FirstMode): LocalMode {
  const facts = { ...first, name: first.mode, interval: undefined, clickable: false };
  return { facts, start: (seed) => new Starter(seed, first) };
}
