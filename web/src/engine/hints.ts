// Looks for good moves, in a worker of its own, and learns to make them: each
// method is a request of the page (engine/link.ts). It follows one game.

import type * as Polymerge from "polymerge";
import type {
  CasualGames,
  Game,
  Hint,
  LearnedPlayer,
  Learner,
  Progress,
  Ranking,
  Reason,
  Trial,
  ValueRanking,
} from "polymerge";
import { type Action, act, isRefusal, type Saved } from "./actions";
import { isStated, resumed } from "./service";

/**
 * Directions in order, the best first, and whether it will not get any better. Then there are reasons
 * why the first one is better than the second.
 */
export interface Advice {
  ranking: Ranking | ValueRanking;
  done: boolean;
  /** Milliseconds since the worker was asked for the hint. */
  took: number;
  reasons: Reason[];
}

/** A game that is followed: the hash of its rules, and whether what was learned of them is there. */
export interface Followed {
  rules: string;
  known: boolean;
}

/** The ends of games that were played on casually, from where the game stands. */
export interface Casual {
  games: number;
  /** The number of these that were not played to their end. */
  cut: number;
  /** The number of these that ended because a turn failed or reached a limit. */
  failures: number;
  /** The mean score. */
  score: number;
  /** The mean number of further turns. */
  turns: number;
  /** The share of games that reach the goal, if one is open. */
  win?: number;
  /** True if no more games will follow. */
  done: boolean;
}

/** The progress of learning, and the results of games with random moves. */
export interface Lesson {
  progress: Progress;
  random: { games: number; score: number };
}

/** Turns, or positions, of the first look at a mode, whose speed is not known yet. */
const FEW = 32;
/** Milliseconds of work between looks at the clock, about; shorter work does not make a speed sink. */
const BREATH = 2;
/** The coarsest steps of the clocks of browsers, in milliseconds. */
const STEP = 1;
/** Games and moves of random play, to compare with what was learned. */
const RANDOM = { games: 50, moves: 2000 };
/** Memory for what is learned. */
const MEMORY = 32 * 1024 * 1024;
/** Turns of casual games in one go, so that other requests need not wait for long, and how many goes there are. */
const CASUAL = { turns: 1000, goes: 6 };

/** The learners of a mode, and random games to compare them with. */
class Training {
  private readonly trial: Trial;
  /** For points and for turns, until it shows which of them leads farther. */
  private learners: Learner[];
  /** Moves of a slice, by the time that they took. */
  private moves = 50;
  /** Milliseconds for which both learners were trained: after a part of all time one is chosen. */
  private spent = 0;

  constructor(engine: typeof Polymerge, game: Game) {
    const { mode } = game;
    this.trial = new engine.Trial(mode, RANDOM);
    this.learners = [false, true].map((turns) => new engine.Learner(mode, { turns, memory: MEMORY }));
  }

  get best(): Learner | undefined {
    return this.learners[0];
  }

  /** Learns for about so long; `total` is how long it will be in all. */
  learn(milliseconds: number, total: number, now: () => number): Lesson {
    const begun = now();
    const until = begun + milliseconds;
    // Some random games in each slice, until there are enough.
    while (now() < begun + milliseconds / 10 && this.trial.run(20));
    while (now() < until) {
      for (const learner of this.learners) {
        const start = now();
        learner.learn(this.moves);
        const took = Math.max(now() - start, 0.01);
        this.moves = Math.max(
          1,
          Math.min(this.moves * 2, Math.round((this.moves * milliseconds) / took / 4)),
        );
      }
    }
    this.spent += now() - begun;
    if (this.spent > total / 10) this.choose();
    const { scores } = this.trial.results();
    const score = scores.reduce((sum, one) => sum + one, 0) / Math.max(1, scores.length);
    return { progress: this.bestProgress(), random: { games: scores.length, score } };
  }

  /** Goes on with the learner whose games went better. */
  private choose(): void {
    const [points, turns] = this.learners;
    if (!points || !turns) return;
    const [one, other] = [points.progress(), turns.progress()];
    const better = other.score === one.score ? other.turns > one.turns : other.score > one.score;
    this.learners = [better ? turns : points];
    (better ? points : turns).free();
  }

  private bestProgress(): Progress {
    const [first, ...rest] = this.learners.map((learner) => learner.progress());
    if (!first) throw new Error("there is no learner");
    return rest.reduce((best, own) => (own.score > best.score ? own : best), first);
  }

  close(): void {
    this.trial.free();
    for (const learner of this.learners) learner.free();
  }
}

export class HintService {
  private game: Game | null = null;
  /** The number of the game that is followed, which the page has chosen. */
  private key = 0;
  private hint: Hint | null = null;
  private training: Training | null = null;
  /** The player that was learned before of the rules with this hash. */
  private known: { rules: string; player: LearnedPlayer } | null = null;
  /** Turns that were simulated in a millisecond; 0 if that is not known. */
  private rate = 0;
  /** Positions that a look by what was learned takes in in a millisecond; 0 if that is not known. */
  private sight = 0;
  /** True until the first look by what was learned: it fills caches, and its time says nothing of later ones. */
  private isCold = true;
  /** The time at which the present hint was asked for. */
  private asked = 0;
  /** True if the longer look has begun. */
  private isDeep = false;
  /** The results of casual games from the position of the present hint. */
  private casualGames: CasualGames[] = [];

  constructor(
    private readonly engine: typeof Polymerge,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Follows a game from now on, under a number that no other one has on the page. */
  follow(key: number, saved: Saved): Followed {
    const followed = resumed(this.engine, saved);
    this.game?.free();
    this.game = followed;
    this.key = key;
    this.casualGames = [];
    // Another mode has another speed.
    this.rate = 0;
    this.beginLooks();
    const { mode } = followed;
    const rules = mode.rulesHash();
    mode.free();
    if (this.known?.rules !== rules) {
      this.known?.player.free();
      this.known = null;
    }
    return { rules, known: this.known !== null };
  }

  /** Goes by what was learned before from now on; whether the game is still followed. */
  know(key: number, rules: string, weights: Uint8Array): boolean {
    const { game } = this;
    if (!game || key !== this.key) return false;
    const { mode } = game;
    this.known?.player.free();
    this.known = { rules, player: new this.engine.LearnedPlayer(mode, weights) };
    mode.free();
    this.beginLooks();
    return true;
  }

  /** Forgets the speed of looks by what was learned. */
  private beginLooks(): void {
    this.sight = 0;
    this.isCold = true;
  }

  /**
   * Returns the best directions after further actions, within about so long; `null` if another game
   * is followed.
   */
  ask(key: number, actions: readonly Action[], milliseconds: number): Advice | null {
    const { game } = this;
    if (!game || key !== this.key) return null;
    this.asked = this.now();
    for (const action of actions) repeat(game, action);
    this.isDeep = false;
    this.casualGames = [];
    const left = () => this.asked + milliseconds - this.now();
    const learned = this.learned(game, left());
    if (learned) return this.advised(learned, false, false);
    const isNew = this.rate === 0;
    this.begin(game, isNew ? FEW : this.rate * left());
    this.work(left());
    // The speed is better known after each look: perhaps there is time for more.
    for (let turns = FEW; isNew && this.rate * left() > 2 * turns; ) {
      turns = this.rate * left();
      this.begin(game, turns);
      this.work(left());
    }
    return this.advice(false, false);
  }

  /**
   * Goes on for about so long with a longer look, which ends about `total` after it was asked for, with
   * reasons if these are read.
   */
  more(key: number, milliseconds: number, total: number, isRead: boolean): Advice | null {
    const { game } = this;
    if (!game || key !== this.key) return null;
    const left = () => this.asked + total - this.now();
    // A short look finds the speed, if there is time for it.
    if (this.sight === 0 && left() > LOOK) this.learned(game, 0);
    const learned = this.learned(game, Math.min(LOOK, left()));
    if (learned) return this.advised(learned, true, isRead);
    if (!this.isDeep) this.begin(game, this.rate * left());
    this.isDeep = true;
    const goes = this.work(Math.min(milliseconds, left()));
    return this.advice(!goes || left() <= 0, isRead);
  }

  /**
   * Plays a few more games on casually, and says how all of them ended that began at the present hint;
   * `null` if another game is followed. Games that are cut too soon to say anything are left out, and
   * are the last ones.
   */
  casual(key: number): Casual | null {
    const { game, casualGames } = this;
    if (!game || key !== this.key) return null;
    try {
      const seed = game.moves * CASUAL.goes + casualGames.length;
      const own = game.casualGames({ turns: CASUAL.turns, seed });
      if (own.short) return { ...together(casualGames), done: true };
      casualGames.push(own);
    } catch (error) {
      if (!isStated(error)) throw error;
      // A hint is good without.
      return { ...together(casualGames), done: true };
    }
    return { ...together(casualGames), done: casualGames.length >= CASUAL.goes };
  }

  /** Learns the mode of the game for about so long, of `total` in all; nothing, if another game is followed. */
  learn(key: number, milliseconds: number, total: number): Lesson | null {
    if (!this.game || key !== this.key) return null;
    this.training ??= new Training(this.engine, this.game);
    return this.training.learn(milliseconds, total, this.now);
  }

  /** Forgets what was learned. */
  unlearn(): void {
    this.training?.close();
    this.training = null;
  }

  /** Returns the weights that were learned here, for players elsewhere; `null` if there are none. */
  weights(): Uint8Array | null {
    return this.training?.best?.weights() ?? null;
  }

  /** By what was learned, here or else before, for about so long; nothing, if that is of another mode, or nothing. */
  private learned(game: Game, milliseconds: number): ValueRanking | null {
    for (const player of [this.training?.best, this.known?.player]) {
      const ranking = player && this.look(player, game, milliseconds);
      if (ranking) return ranking;
    }
    return null;
  }

  private look(player: Learner | LearnedPlayer, game: Game, milliseconds: number): ValueRanking | null {
    try {
      const start = this.now();
      const wanted = this.sight === 0 ? FEW : Math.round(this.sight * milliseconds);
      const budget = Math.max(1, Math.min(wanted, MOST));
      const ranking = player.look(game, budget);
      // A look that begins no further depth takes its time for other things than positions.
      const isSpent = ranking.positions >= budget / 2;
      if (!this.isCold) this.sight = speedAfter(this.sight, ranking.positions, this.now() - start, isSpent);
      this.isCold = false;
      return ranking;
    } catch (error) {
      if (!isStated(error)) throw error;
      return null;
    }
  }

  private begin(game: Game, turns: number): void {
    const options = { turns: Math.max(1, Math.min(Math.round(turns), MOST)), seed: game.moves };
    if (this.hint) this.hint.look(game, options);
    else this.hint = new this.engine.Hint(game, options);
  }

  /** Works for about so long, until every direction was tried at least; whether there is more to do. */
  private work(milliseconds: number): boolean {
    const { hint } = this;
    if (!hint) return false;
    const [start, before] = [this.now(), hint.ranking().turns];
    const turns = Math.max(1, Math.round(this.rate * BREATH));
    let goes = true;
    while (goes && (this.now() < start + milliseconds || !hint.ranking().complete)) goes = hint.run(turns);
    const made = hint.ranking().turns - before;
    this.rate = speedAfter(this.rate, made, this.now() - start, true);
    return goes;
  }

  private advice(done: boolean, isRead: boolean): Advice | null {
    return this.hint && this.advised(this.hint.ranking(), done, isRead);
  }

  /**
   * Adds reasons to the last answer, if it is read: they take questions to the rules, and the first one
   * is awaited.
   */
  private advised(ranking: Ranking | ValueRanking, done: boolean, isRead: boolean): Advice {
    const reasons = done && isRead ? this.reasons(ranking) : [];
    return { ranking, done, took: this.now() - this.asked, reasons };
  }

  /** The reasons for the best direction; none where the rules can't be asked: a hint is good without. */
  private reasons({ choices: [best, next] }: Ranking | ValueRanking): Reason[] {
    if (!this.game || !best || (next && next.worse <= 0)) return [];
    try {
      return this.game.reasons(best.direction, next?.direction);
    } catch (error) {
      if (!isStated(error)) throw error;
      return [];
    }
  }
}

/**
 * Returns a speed, in items a millisecond, after further work; 0 is one that is not known. It sinks only
 * if `mayBeLess`: where the items are what took the time.
 */
function speedAfter(known: number, items: number, took: number, mayBeLess: boolean): number {
  // The clock may be a step behind: the speed is at least this.
  const speed = Math.max(known, items / (took + STEP));
  return mayBeLess && items > 0 && took >= BREATH ? (speed + items / took) / 2 : speed;
}

/** Returns the results of several goes of games as one. */
function together(goes: readonly CasualGames[]): Omit<Casual, "done"> {
  const sum = (of: (games: CasualGames) => number) => goes.reduce((all, games) => all + of(games), 0);
  const games = sum((own) => own.games);
  const mean = (of: (games: CasualGames) => number) => sum((own) => of(own) * own.games) / Math.max(1, games);
  const hasGoal = goes.length > 0 && goes.every((own) => own.win !== undefined);
  const win = hasGoal ? { win: mean((own) => own.win ?? 0) } : {};
  const [cut, failures] = [sum((own) => own.cut), sum((own) => own.failures)];
  const [score, turns] = [mean((own) => own.score), mean((own) => own.turns)];
  return { games, cut, failures, score, turns, ...win };
}

/** Does what was done in the game elsewhere. Nothing of it is shown, so that moves need no account. */
function repeat(game: Game, action: Action): void {
  try {
    if (action.do === "play") game.press(action.direction, action.now);
    else act(game, action);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** Milliseconds for a look by what was learned. */
const LOOK = 30;
/** No look simulates more turns. */
const MOST = 2_000_000;
