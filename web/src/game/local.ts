// Modes that the page plays itself until the engine is there: the first one, whose rules are in
// the page, and the one that a link asks for (small.ts).

import { Starter } from "../engine/starter";
import type { ModeFacts, Playable } from "../engine/types";
import type { FirstMode } from "./boot";

/** A mode whose games the page plays. */
export interface LocalMode {
  facts: ModeFacts;
  start(seed: string, now: number): Playable;
}

/** The first mode. */
export function firstLocal(first: FirstMode): LocalMode {
  const facts = { ...first, name: first.mode, interval: undefined, clickable: false };
  return { facts, start: (seed) => new Starter(seed, first) };
}
