// Plays many games of a mode for its statistics, in a worker of its own: each
// method is a request of the page (engine/link.ts).

import type * as Polymerge from "polymerge";
import type { Game, Hint, Learner, Mode, Turn } from "polymerge";
import type { Saved } from "./actions";
import { Random } from "./random";
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
export interface SampledGame {
  seed: number;
  moves: number;
  score: number;
  /** The value of the largest tile. */
  largest: number;
  /** After how many moves the goal was reached; `null` if it was not. */
  won: number | null;
  end: "no moves" | "lost" | "goal" | "cut" | "failed";
  /** The number of times that each merge rule fired and each direction moved something, by index. */
  rules: number[];
  directions: number[];
  /** The number of times that each tile spawned, by the tile as JSON. */
  spawns: Record<string, number>;
  /** The value of the largest tile after 1, 2, 4, 8, … moves. */
  growth: number[];
}

/** Games are cut after so many moves. */
const MOST_MOVES = 5000;
/** Random turns that the player "rollouts" looks at before each move. */
const ROLLOUT_TURNS = 500;
/** Positions that the player "learned" looks at before each move. */
const POSITIONS = 50;
/** Milliseconds from move to move, as the clock of the game goes. */
const MOVE_TIME = 1000;

/** Games of one mode by one player, one after the other. */
export class Sample {
  private readonly learner: Learner | null;
  private hint: Hint | null = null;
  private game: Game | null = null;
  private playing: SampledGame;
  /** The source of directions that are pressed at random. */
  private random = Random.seeded(0n);
  private begun = 0;

  constructor(
    private readonly engine: typeof Polymerge,
    private readonly mode: Mode,
    private readonly options: SampleOptions,
  ) {
    const { player, weights, seed } = options;
    this.learner = player === "learned" && weights ? engine.Learner.fromWeights(mode, weights) : null;
    this.playing = this.record(seed);
  }

  /** Makes one move; gives the game if that has ended it, `null` if all games were played. */
  step(): SampledGame | "goes on" | null {
    if (!this.game && this.begun === this.options.games) return null;
    const game = this.game ?? this.begin();
    const { playing } = this;
    let end = this.ending(game);
    if (!end) {
      try {
        this.move(game, this.chosen(game, game.legal()));
      } catch (error) {
        if (!isFailure(error)) throw error;
        end = "failed";
      }
    }
    if (!end) return "goes on";
    playing.end = end;
    this.finish(game);
    return playing;
  }

  close(): void {
    this.game?.free();
    this.hint?.free();
    this.learner?.free();
  }

  private record(seed: number): SampledGame {
    const directions = this.mode.directions.map(() => 0);
    const counts = { rules: [], directions, spawns: {}, growth: [] };
    return { seed, moves: 0, score: 0, largest: 0, won: null, end: "cut", ...counts };
  }

  private begin(): Game {
    const seed = this.options.seed + this.begun;
    this.begun += 1;
    this.random = Random.seeded(BigInt(seed));
    this.playing = this.record(seed);
    this.game = this.engine.Game.start(this.mode, { seed, now: 0 });
    return this.game;
  }

  /**
   * Returns the reason why the game can't go on; `null` if it can. A win is played on from where
   * that is possible.
   */
  private ending(game: Game): SampledGame["end"] | null {
    const { playing } = this;
    if (game.isWon) playing.won ??= playing.moves;
    if (game.status === "won") {
      if (!game.state().canPlayOn) return "goal";
      game.playOn(playing.moves * MOVE_TIME);
    }
    if (game.isOver || game.legal().length === 0) return isLost(game) ? "lost" : "no moves";
    return playing.moves >= MOST_MOVES ? "cut" : null;
  }

  private chosen(game: Game, legal: number[]): number {
    const random = legal[Math.floor(this.random.next() * legal.length)] ?? 0;
    if (this.learner) return this.learner.look(game, POSITIONS).choices[0]?.direction ?? random;
    if (this.options.player !== "rollouts") return random;
    const options = { turns: ROLLOUT_TURNS, seed: this.playing.moves };
    if (this.hint) this.hint.look(game, options);
    else this.hint = new this.engine.Hint(game, options);
    while (this.hint.run(ROLLOUT_TURNS));
    return this.hint.ranking().choices[0]?.direction ?? random;
  }

  private move(game: Game, direction: number): void {
    const { playing } = this;
    const turn = game.play(direction, (playing.moves + 1) * MOVE_TIME);
    // A press that moves nothing, as chance may have it, is no move.
    if (!turn.moved) return;
    playing.moves += 1;
    playing.directions[direction] = (playing.directions[direction] ?? 0) + 1;
    count(playing, turn.events);
    if (Number.isInteger(Math.log2(playing.moves))) playing.growth.push(largestOf(game));
  }

  private finish(game: Game): void {
    this.playing.score = game.score;
    this.playing.largest = largestOf(game);
    game.free();
    this.game = null;
  }
}

/** Returns true if the mode ended the game, although a direction is left. */
function isLost(game: Game): boolean {
  const { screen, available } = game.state();
  return screen === "over" && available.some(Boolean);
}

function largestOf(game: Game): number {
  return game.values().reduce((most, value) => (value > most ? value : most), 0);
}

function count(playing: SampledGame, events: Turn["events"]): void {
  for (const event of events) {
    if (event.kind === "merge") playing.rules[event.rule] = (playing.rules[event.rule] ?? 0) + 1;
    else if (event.kind === "spawn") {
      const tile = JSON.stringify(event.tile);
      playing.spawns[tile] = (playing.spawns[tile] ?? 0) + 1;
    } else if (event.kind === "autoMove") count(playing, event.events);
  }
}

/** Returns true if a turn of the mode failed or reached a limit: the game ends, the engine goes on. */
function isFailure(error: unknown): boolean {
  return error instanceof Error && "kind" in error && (error.kind === "rules" || error.kind === "limit");
}

export class Sampler {
  private sample: Sample | null = null;
  private number = 0;

  constructor(private readonly engine: typeof Polymerge) {}

  /** Begins games of the mode of a saved game, in place of those before; gives their number. */
  beginSample(saved: Saved, options: SampleOptions): number {
    this.sample?.close();
    this.sample = new Sample(this.engine, resumed(this.engine, saved).mode, options);
    this.number += 1;
    return this.number;
  }

  /** Plays for about so long. The games that have ended, and whether there are more. */
  playSample(number: number, milliseconds: number): { games: SampledGame[]; more: boolean } {
    const games: SampledGame[] = [];
    const until = performance.now() + milliseconds;
    while (this.sample && number === this.number && performance.now() < until) {
      const step = this.sample.step();
      if (step === null) return { games, more: false };
      if (step !== "goes on") games.push(step);
    }
    return { games, more: this.sample !== null && number === this.number };
  }
}
