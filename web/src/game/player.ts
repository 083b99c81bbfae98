// Who plays a game: the engine, or the page itself until that is there.

import { type Action, act } from "../engine/actions";
import { FaceCache } from "../engine/facecache";
import type { Look, Outcome, Playable, RulesLine } from "../engine/types";

/** The player of a game: the engine, or the page itself until that is there. */
export interface Player {
  act(action: Action): Outcome | Promise<Outcome>;
  ask(what: "rules"): RulesLine[] | Promise<RulesLine[]>;
}

/** A player whose game has begun and goes on with the next player (opening.ts). */
export interface OpeningGame extends Player {
  seed: string;
  look(): Look;
  /** Lets another player go on. */
  pass(player: Player): void;
}

export const isOpening = (player: Player): player is OpeningGame => "pass" in player;

/** A game on the page itself, played at once. */
export class LocalPlayer implements Player {
  private readonly cached: FaceCache<Playable>;

  constructor(private readonly game: Playable) {
    this.cached = new FaceCache(game);
  }

  look(): Look {
    return this.cached.look();
  }

  act(action: Action): Outcome {
    const done = act(this.game, action);
    const turn = typeof done === "object" ? done : null;
    return { ...this.cached.look(turn), turn, done: done !== false };
  }

  ask(_: "rules"): RulesLine[] {
    return this.game.rules();
  }
}
