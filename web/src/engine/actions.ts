// What is done in a game, so that it can be done elsewhere, and again: the same
// seed, times and actions give the same game.

import type { Playable, Turn, TurnOptions } from "./types";

export type Action =
  | { do: "play"; direction: number; now: number }
  | { do: "playOn"; now: number }
  | { do: "tile"; row: number; column: number; now: number }
  | { do: "box"; index: number; now: number }
  | { do: "tick"; now: number }
  | { do: "undo" | "redo" };

/** The actions of a game that the engine does not play yet: all that it takes to play it once more. */
export interface ActionLog {
  seed: string;
  /** Milliseconds that it was played. */
  time: number;
  deeds: readonly Action[];
}

/** A game as the engine wrote it down at a time, and what was done since. */
export interface Saved {
  snapshot: string;
  at: number;
  deeds: readonly Action[];
}

/** Does it. Gives the turn, if it was one, with the faces of its tiles if asked for, else whether there was a step to go. */
export function act(game: Playable, action: Action, options?: TurnOptions): Turn | boolean {
  switch (action.do) {
    case "play":
      return game.play(action.direction, action.now, options);
    case "playOn":
      return game.playOn(action.now, options);
    case "tile":
      return game.clickTile(action.row, action.column, action.now, options);
    case "box":
      return game.clickStatBox(action.index, action.now, options);
    case "tick":
      return game.tick(action.now, options);
    default:
      return game[action.do]();
  }
}

/** Repeats actions on a game. */
export function perform(game: Playable, actions: readonly Action[]): void {
  for (const action of actions) {
    try {
      act(game, action);
    } catch (error) {
      // What was pressed in vain then is pressed in vain again.
      if (!isRefusal(error)) throw error;
    }
  }
}

/** Returns true if an action just is not possible now. */
export function isRefusal(error: unknown): boolean {
  return kindOf(error) === "refused";
}

/** Returns true if the engine was stopped or has stopped, and begins anew. */
export function isStop(error: unknown): boolean {
  const kind = kindOf(error);
  return kind === "stopped" || kind === "engine";
}

/** Returns true if the object of a request was lost with its worker. */
export function isLost(error: unknown): boolean {
  return kindOf(error) === "lost";
}

function kindOf(error: unknown): unknown {
  return error instanceof Error && "kind" in error ? error.kind : undefined;
}
