// Hints for a game, and playing it by itself.

import { site } from "virtual:texts/site";
import { isLost, isStop } from "../engine/actions";
import type { Advice, Casual } from "../engine/hints";
import { engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import { weightsOf } from "../engine/weights";
import { messageOf } from "../summary";
import { Watchers } from "../watchers";
import { FIRST, GOOD, QUICK, SLICE } from "./budgets";
import type { GameModel } from "./model";

/** Milliseconds from move to move. */
export const SPEEDS = [1000, 500, 250, 120, 0] as const;

/**
 * The state of the weights that were learned of a mode before. Without them ("none" or "missing")
 * hints come from random games.
 */
export type Learned = "coming" | "there" | "none" | "missing";

/** A change of hints: another answer, or anything else. */
export type AdviceChange = "answer" | "rest";

/** The number of games that were followed. Numbers are the page's, since a worker may take another's place. */
let games = 0;

export class Advisor {
  /** The ranking of the directions where the game stands; `null` if it was not asked for. */
  advice: Advice | null = null;
  /** The ends of games that go on by casual play from there; `null` if nothing is known of them. */
  casual: Casual | null = null;
  /** The first answer for where the game stands, looked for in advance, and how much of the game was done there. */
  private early: { game: RemoteGame; done: number; advice: Advice } | null = null;
  /** The look in advance that is on its way: there is one at a time. */
  private looking: Promise<boolean> | null = null;
  /** True if the last first answer was quick: slow ones would come in the way of a hint that is asked for. */
  private isQuick = true;
  /** True if the directions are unfolded, where casual games are shown: only then they are played. */
  private isUnfolded = false;
  /** The hint from whose position casual games are played at present. */
  private playedOn: Advice | null = null;
  problem = "";
  isPlaying = false;
  /** The index of the speed in `SPEEDS`. */
  speed = 2;
  /** The game that is followed, its number, and how much of it was done there. */
  private followed: { game: RemoteGame; key: number; done: number } | null = null;
  /** The state of the weights that were learned of the mode before. */
  learned: Learned = "coming";
  /** True if the last advice came from random games. */
  isAtRandom = false;
  /** True if a hint was asked for and has not come yet: it counts as help when it does. */
  private isAwaited = false;
  /** Resolves to true when these weights are there; `null` if there is nothing to wait for. */
  private arrival: Promise<boolean> | null = null;
  /** Counts what was asked for: each ends what was before. */
  private count = 0;
  /** The number of directions that were pressed, this one's among them. */
  private pressed = 0;
  private isClosed = false;
  private readonly unwatch: () => void;
  private readonly watchers = new Watchers<AdviceChange>();

  constructor(private readonly model: GameModel) {
    this.unwatch = model.watch((change) => {
      const isTurn = change.kind === "turn" && (change.way || change.turn.events.length > 0);
      // What was said is about another position.
      const isElsewhere = isTurn || change.kind === "shown";
      if (isElsewhere) this.forget();
      else if (change.kind !== "refused") return;
      // What else is done stops it.
      if (change.kind === "shown" || model.pressed !== this.pressed) this.stop();
      this.notify();
      if (isElsewhere) void this.lookAhead();
    });
  }

  readonly watch = this.watchers.watch;

  private notify(change: AdviceChange = "rest"): void {
    this.watchers.notify(change);
  }

  /** Says what is best, at first quickly, then better; once more, when what was learned of the mode has come. */
  async hint(): Promise<void> {
    this.stop();
    const isWanted = this.begin();
    this.isAwaited = true;
    // What could not be had is asked for once more, as for a game that is followed from now on.
    if (this.learned === "missing") this.followed = null;
    await this.advise(isWanted, true);
    const { arrival } = this;
    this.arrival = null;
    const hasCome = await arrival;
    if (!isWanted()) return;
    if (hasCome) await this.advise(isWanted, true);
    // What the hint goes by is told beside it.
    else this.notify();
  }

  /** Plays by itself, or stops that. */
  toggle(): void {
    if (this.isPlaying) this.stop();
    else void this.autoplay();
    this.notify();
  }

  /** Makes one move. */
  async step(): Promise<void> {
    this.stop();
    await this.move(this.begin());
  }

  stop(): void {
    this.count += 1;
    this.isPlaying = false;
  }

  close(): void {
    this.isClosed = true;
    this.stop();
    this.unwatch();
  }

  /** Says how casual games end from now on, as long as the directions of this hint are unfolded. */
  unfold(isUnfolded: boolean): void {
    this.isUnfolded = isUnfolded;
    const { followed, advice, casual, count } = this;
    if (!isUnfolded || !followed || !advice?.done || casual?.done) return;
    void this.playOn(followed.key, advice, () => count === this.count);
  }

  /** Plays casual games from the position of a hint. The first ones are shown, then all of them. */
  private async playOn(key: number, advice: Advice, isWanted: () => boolean): Promise<void> {
    const isShown = () => isWanted() && this.advice === advice;
    if (this.playedOn === advice) return;
    this.playedOn = advice;
    try {
      const { hints } = await engine();
      while (this.isUnfolded && isShown() && !this.casual?.done) {
        const casual = await hints.askOf("casual", key);
        if (!casual || !isShown()) break;
        if (this.casual && !casual.done) continue;
        this.casual = casual;
        this.notify();
      }
    } catch (error) {
      this.failed(error, isShown);
    }
    if (this.playedOn === advice) this.playedOn = null;
  }

  /**
   * Looks for the first answer where the game stands now, if a hint was asked for in it before. Browsers let
   * messages wait for the frame after a click: an answer that is there already needs no message.
   */
  private async lookAhead(): Promise<void> {
    if (this.looking) return;
    do this.looking = this.look();
    while (await this.looking);
    this.looking = null;
  }

  /** Catches up with the game and looks at it, if there is need to; whether it did. */
  private async look(): Promise<boolean> {
    const game = this.model.engineGame;
    const { followed } = this;
    if (!game || followed?.game !== game || this.model.state.screen !== "play") return false;
    if (this.isClosed || this.isPlaying || !this.isQuick || globalThis.document?.hidden) return false;
    const actions = game.doneAfter(followed.done);
    if (!actions?.length) return false;
    const { done } = game;
    followed.done = done;
    let advice: Advice | null = null;
    try {
      const { hints } = await engine();
      advice = await hints.askOf("ask", followed.key, actions, FIRST);
    } catch {
      // It was not asked for. The next hint says what is the matter.
    }
    this.early = advice && { game, done, advice };
    if (advice) this.isQuick = advice.took <= QUICK;
    // It is followed no longer: the next hint follows it anew.
    else if (this.followed === followed) this.followed = null;
    return true;
  }

  /** Forgets what was said about the position. */
  private forget(): void {
    this.advice = null;
    this.casual = null;
    this.isUnfolded = false;
  }

  /** Begins something, which is wanted until something else is. */
  private begin(): () => boolean {
    this.count += 1;
    this.isAwaited = false;
    this.pressed = this.model.pressed;
    const { count } = this;
    return () => count === this.count;
  }

  private async autoplay(): Promise<void> {
    const isWanted = this.begin();
    this.isPlaying = true;
    // They are not shown while it plays, and are folded afterwards.
    this.isUnfolded = false;
    while (isWanted()) {
      const start = performance.now();
      if (!(await this.move(isWanted))) break;
      const left = start + (SPEEDS[this.speed] ?? 0) - performance.now();
      await new Promise((done) => setTimeout(done, Math.max(0, left)));
    }
    if (!isWanted()) return;
    this.isPlaying = false;
    this.notify();
  }

  /** Makes a move; whether there was one. A game that is won or over has none. */
  private async move(isWanted: () => boolean): Promise<boolean> {
    const { model } = this;
    await new Promise<void>((done) => model.inTurn(async () => done()));
    if (!isWanted() || model.state.screen !== "play") return false;
    // Reasons are not shown while it plays.
    await this.advise(isWanted, false);
    if (!isWanted() || !this.advice || model.isLocked) return false;
    const [best] = this.advice.ranking.choices;
    // If nothing moves any more, a game is over once all directions were pressed.
    const way = model.ways.find(({ index }) =>
      best ? index === best.direction : model.state.available[index] !== false,
    );
    if (!way) return false;
    this.pressed = model.pressed + 1;
    model.help("moves");
    model.press(way);
    await new Promise<void>((done) => model.inTurn(async () => done()));
    return true;
  }

  private async advise(isWanted: () => boolean, isRead: boolean): Promise<void> {
    this.problem = "";
    try {
      await this.ask(isWanted, isRead).catch((error: unknown) => {
        this.followed = null;
        // The worker was begun anew: it has to be told of the game once more.
        if (isLost(error)) return this.ask(isWanted, isRead);
        throw error;
      });
    } catch (error) {
      return this.failed(error, isWanted);
    }
    this.notify();
  }

  /** Shows what has gone wrong, unless something else is wanted by now. */
  private failed(error: unknown, isWanted: () => boolean): void {
    if (!isWanted()) return;
    this.stop();
    if (isLost(error) || isStop(error)) this.followed = null;
    this.problem = messageOf(error);
    this.notify();
  }

  private async ask(isWanted: () => boolean, isRead: boolean): Promise<void> {
    const game = this.model.engineGame;
    if (!game) throw new Error(site.onItsWay);
    // The worker answers in order: a request would come no sooner than the answer of this look.
    while (this.isLookedAt(game)) await this.looking;
    if (!isWanted()) return;
    const { followed } = this;
    const early = this.earlyOf(game);
    this.early = null;
    if (early) this.show(early);
    const { hints } = await engine();
    const key = await this.follow(game);
    const { done } = game;
    const actions = game.doneAfter(this.followed?.done ?? 0) ?? [];
    if (this.followed) this.followed.done = done;
    let isFirst = true;
    for (
      let advice = await hints.askOf("ask", key, actions, FIRST);
      advice && isWanted();
      advice = await hints.askOf("more", key, SLICE, GOOD, isRead)
    ) {
      // The game has gone on meanwhile, by a tick or a click: this is about another position.
      if (game.done !== done) return this.ask(isWanted, isRead);
      if (isFirst) this.isQuick = advice.took <= QUICK;
      isFirst = false;
      // Looks that were on their way have an answer that is no better.
      this.early = null;
      this.show(advice);
      if (!advice.done) continue;
      // A hint does not wait for casual games.
      if (isRead) void this.playOn(key, advice, isWanted);
      return;
    }
    if (!isWanted()) return;
    // Another game is followed by now.
    this.followed = null;
    // If that was so before, this one is followed anew.
    if (isFirst && followed?.key === key) return this.ask(isWanted, isRead);
  }

  /** Returns true if a look at where the game stands is on its way. */
  private isLookedAt(game: RemoteGame): boolean {
    const { looking, followed } = this;
    return looking !== null && followed?.game === game && followed.done === game.done && !this.earlyOf(game);
  }

  /** Returns the first answer that was looked for in advance, if it is about where the game stands. */
  private earlyOf(game: RemoteGame): Advice | null {
    const { early } = this;
    return early?.game === game && early.done === game.done ? early.advice : null;
  }

  /** Shows an answer, which counts as help if a hint was asked for. */
  private show(advice: Advice): void {
    this.advice = advice;
    this.casual = null;
    this.isAtRandom = "objective" in advice.ranking && advice.ranking.choices.length > 0;
    this.notify("answer");
    if (this.isAwaited && advice.ranking.choices.length > 0) {
      this.isAwaited = false;
      this.model.help("hints");
    }
  }

  /** Returns the number under which the model's game is followed. */
  async follow(game: RemoteGame): Promise<number> {
    const { followed } = this;
    if (followed?.game === game && game.doneAfter(followed.done)) return followed.key;
    const { hints } = await engine();
    const { done, saved } = game;
    games += 1;
    const key = games;
    const { rules, known } = await hints.ask("follow", key, saved);
    this.followed = { game, key, done };
    this.learned = known ? "there" : "coming";
    this.arrival = known ? null : this.know(key, rules);
    return key;
  }

  /** Brings what was learned of the mode before; until then, and without it, random games say what is best. */
  private async know(key: number, rules: string): Promise<boolean> {
    let learned: Learned;
    try {
      const weights = await weightsOf(rules);
      const isKnown = weights !== null && (await (await engine()).hints.askOf("know", key, rules, weights));
      learned = weights === null ? "none" : isKnown ? "there" : "coming";
    } catch {
      learned = "missing";
    }
    // Of another game by now, which has an answer of its own.
    if (this.followed?.key !== key) return false;
    this.learned = learned;
    return learned === "there";
  }
}
