// Plays many games of a mode for its statistics, in a worker of its own: each
// method is a request of the page (engine/link.ts). The package plays and counts.

import type * as Polymerge from "polymerge";
import type { Mode, Trial, TrialGame } from "polymerge";
import type { Saved } from "./actions";
import { resumed } from "./service";

/** The way in which moves are chosen: `learned` goes by the weights of a learner. */
export type SamplePlayer = "random" | "rollouts" | "learned";

export interface SampleOptions {
  player: SamplePlayer;
  games: number;
  /** Seed of the first game; each further game has the next one. */
  seed: number;
  weights?: Uint8Array | undefined;
}

/** A game of a sample, from its start to its end. */
export type SampledGame = TrialGame;

/** Games are cut after so many moves. */
const MOST_MOVES = 5000;
/** The players of the package, with the turns or positions that they look at before each move. */
const PLAYERS = { random: "random", rollouts: "rollouts:500", learned: "learned:50" } as const;

/** Begins games of one mode by one player. */
export function sampleOf(engine: typeof Polymerge, mode: Mode, options: SampleOptions): Trial {
  const { player, games, seed, weights } = options;
  const size = { games, moves: MOST_MOVES, seed };
  return new engine.Trial(mode, { ...size, player: PLAYERS[player], ...(weights && { weights }) });
}

export class Sampler {
  private trial: Trial | null = null;
  private number = 0;
  /** The number of games that the page knows. */
  private reported = 0;

  constructor(private readonly engine: typeof Polymerge) {}

  /** Begins games of the mode of a saved game, in place of those before; gives their number. */
  beginSample(saved: Saved, options: SampleOptions): number {
    this.trial?.free();
    this.trial = null;
    this.trial = sampleOf(this.engine, resumed(this.engine, saved).mode, options);
    this.reported = 0;
    this.number += 1;
    return this.number;
  }

  /** Plays for about so long. The games that have ended, and whether there are more. */
  playSample(number: number, milliseconds: number): { games: SampledGame[]; more: boolean } {
    const { trial } = this;
    if (!trial || number !== this.number) return { games: [], more: false };
    const until = performance.now() + milliseconds;
    let more = true;
    while (more && performance.now() < until) more = trial.run(1);
    const games = trial.games(this.reported);
    this.reported += games.length;
    const { error } = trial.results();
    if (!more && games.length === 0 && error !== undefined) throw new Error(error);
    return { games, more };
  }
}
