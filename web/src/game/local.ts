// Modes that the page plays itself until the engine is there: the first one, whose rules are in
// the page, and the one that a link asks for (small.ts).

import { Starter } from "../engine/starter";
import type { ModeFacts, Playable } from "../engine/types";
import type { FirstMode } from "./boot";
import type { Openings } from "./opening";
import type { OpeningGame } from "./player";

/** A mode whose games the page plays. */
export interface LocalMode {
  facts: ModeFacts;
  /** Starts a game; gives `null` as long as that which plays it is on its way. */
  start(seed: string, now: number): Playable | null;
  /** The games that can be begun until then. */
  openings?: Openings | undefined;
  /** Begins one of them. */
  begin?(seed: string): OpeningGame | undefined;
  /** Settled when any game can be started, or the whole engine is needed. */
  ready?: Promise<unknown>;
}

/** The first mode. */
export function firstLocal(first: FirstMode): LocalMode {
  const facts = { ...first, name: first.mode, interval: undefined, clickable: false };
  return { facts, start: (seed) => new Starter(seed, first) };
}
