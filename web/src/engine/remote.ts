// Games and replays that a worker holds. Each knows how it can be opened again
// when its worker had to be replaced.

import type { Action, Saved } from "./actions";
import type { Engine } from "./client";
import { EngineError, type Link, Lost, type RequestsAbout, type Value, type ValuesAbout } from "./link";
import type { GameId, OpenedGame, OpenedReplay, ReplayId, Service } from "./service";
import type { Look, ModeFacts, Outcome, Turn } from "./types";

/** Told when a thing is opened again: why it was lost, and how it looks once it is there. */
export type Returning = (why: string, look: Promise<Look>) => void;

/** Thrown when something is asked of what was closed. */
export class Closed extends EngineError {
  constructor() {
    super("this was closed", "closed");
  }
}

/** Something that a worker holds under a number of this type. */
abstract class Remote<N extends number> {
  onReturn: Returning = () => {};
  /** Its number; rejected if it could not be opened again. */
  private number: Promise<N>;
  private returning = false;
  private isClosed = false;
  /** The reason why the worker was lost. */
  private why = "";
  private readonly unwatch: () => void;

  protected constructor(
    protected readonly engine: Engine,
    number: N,
  ) {
    this.number = Promise.resolve(number);
    this.unwatch = engine.onLoss((why) => {
      this.why = why;
      // What is on its way already is asked for again by itself.
      if (!this.returning) this.onReturn(why, this.reopen());
    });
  }

  /** Opens the game or replay in another worker. */
  protected abstract reopened(): Promise<{ number: N; look: Look }>;
  protected abstract freed(number: N): Promise<void>;

  private reopen(): Promise<Look> {
    this.returning = true;
    const opened = this.reopened().finally(() => {
      this.returning = false;
    });
    this.number = opened.then(({ number }) => number);
    // The next call is told of the failure.
    this.number.catch(() => {});
    return opened.then(({ look }) => look);
  }

  /** If the engine could not be opened again, the next call tries once more. */
  private retried(): Promise<N> {
    if (!this.returning) this.onReturn(this.why, this.reopen());
    return this.number;
  }

  /** A request about it, once more if it was lost meanwhile. */
  ask<K extends RequestsAbout<Service, N>>(
    name: K,
    ...values: ValuesAbout<Service, N, K> & unknown[]
  ): Promise<Value<Service, K>> {
    return this.askBy<Service, K>(this.engine, name, ...values);
  }

  /** A request about it to an engine that answers more than that of the site. */
  async askBy<S, K extends RequestsAbout<S, N>>(
    link: Link<S>,
    name: K,
    ...values: ValuesAbout<S, N, K> & unknown[]
  ): Promise<Value<S, K>> {
    for (;;) {
      if (this.isClosed) throw new Closed();
      const number = await this.number.catch(() => this.retried());
      try {
        return await link.askAbout<N, K>(number, name, ...values);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
      }
    }
  }

  /** Another game that comes of it. */
  protected async opened<K extends RequestsAbout<Service, N>>(
    name: K,
    ...values: ValuesAbout<Service, N, K> & unknown[]
  ): Promise<RemoteGame> {
    return this.engine.game((await this.ask(name, ...values)) as OpenedGame);
  }

  /** Opens it again from what was written down, in place of how it stands. */
  protected async renew(): Promise<Look> {
    const old = this.number;
    const look = await this.reopen();
    old.then((number) => this.freed(number)).catch(() => {});
    return look;
  }

  /** Gives back the memory that it takes in the engine. */
  close(): void {
    this.isClosed = true;
    this.unwatch();
    this.number.then((number) => this.freed(number)).catch(() => {});
  }
}

/** The number of actions after which a game is written down, if it was not meanwhile. */
const MOST = 500;

/** The requests about a game that open another one. */
type Opening = "again" | "change" | "startFrom";

export class RemoteGame extends Remote<GameId> {
  readonly seed: string;
  readonly facts: ModeFacts;
  /** The look of the game when it was opened. */
  readonly first: Look;
  private at: Saved & { deeds: Action[] };
  private isResting = false;
  /** The last actions, and the number of those before them. */
  private recent: Action[] = [];
  private before = 0;

  constructor(engine: Engine, { game, seed, facts, look, saved }: OpenedGame) {
    super(engine, game);
    this.seed = seed;
    this.facts = facts;
    this.first = look;
    this.at = { ...saved, deeds: [...saved.deeds] };
  }

  /** All that it takes to open it again as it stands; known at once. */
  get saved(): Saved {
    return { ...this.at, deeds: [...this.at.deeds] };
  }

  /** The number of actions so far. */
  get done(): number {
    return this.before + this.recent.length;
  }

  /** Returns the actions after so many; `null` if they are not known any more. */
  doneAfter(done: number): Action[] | null {
    return done < this.before ? null : this.recent.slice(done - this.before);
  }

  async act(action: Action): Promise<Outcome> {
    const outcome = await this.ask("act", action);
    // Time alone that has led to nothing leads to nothing again.
    if (outcome.done && (action.do !== "tick" || outcome.turn?.events.length)) this.note([action]);
    return outcome;
  }

  /** Does what was done elsewhere meanwhile. */
  async perform(actions: readonly Action[]): Promise<Look> {
    const look = await this.ask("perform", actions);
    this.note(actions);
    return look;
  }

  /** Has the engine write it down. Then `saved` is short, and what it says is true of this moment. */
  async save(): Promise<Saved> {
    // The clock of the game stands still, so what was written down last is still true.
    if (this.isResting) return this.saved;
    const at = Date.now();
    // Answers keep their order: this holds all that was answered before.
    const snapshot = await this.ask("snapshot", at);
    this.at = { snapshot, at, deeds: [] };
    return this.saved;
  }

  /** Writes it down, to go on from there whenever that is to be. */
  async rest(): Promise<void> {
    await this.save();
    this.isResting = true;
  }

  /** Goes on from where it was written down: for the game no time has passed. */
  async wake(): Promise<Look> {
    this.isResting = false;
    this.forgetRecent();
    return this.renew();
  }

  /** Another game by its rules, or by those with changes. */
  open<K extends Opening>(
    name: K,
    ...values: ValuesAbout<Service, GameId, K> & unknown[]
  ): Promise<RemoteGame> {
    return this.opened(name, ...values);
  }

  private note(actions: readonly Action[]): void {
    for (const action of actions) this.at.deeds.push(action);
    if (this.recent.length >= MOST) this.forgetRecent();
    this.recent.push(...actions);
    if (this.at.deeds.length >= MOST && this.at.deeds.length % MOST < actions.length)
      this.save().catch(() => {});
  }

  /** Games elsewhere that follow this one have to be opened anew. */
  private forgetRecent(): void {
    this.before += this.recent.length + 1;
    this.recent = [];
  }

  protected async reopened() {
    const { game, look, saved } = await this.engine.ask("resume", this.saved);
    this.at = { ...saved, deeds: [] };
    return { number: game, look };
  }

  protected freed(game: GameId): Promise<void> {
    return this.engine.askAbout(game, "close");
  }
}

/** A game that was saved, or a Replay code. */
export type ReplaySource = { code: string } | Saved;

export class RemoteReplay extends Remote<ReplayId> {
  readonly title: string;
  readonly times: readonly number[];
  readonly first: Look;
  position: number;

  constructor(
    engine: Engine,
    private readonly source: ReplaySource,
    { replay, title, times, position, look }: OpenedReplay,
  ) {
    super(engine, replay);
    this.title = title;
    this.times = times;
    this.position = position;
    this.first = look;
  }

  /** The next step; nothing at the end. */
  async step(): Promise<{ turn: Turn; look: Look } | null> {
    const step = await this.ask("stepReplay");
    if (step) this.position += 1;
    return step;
  }

  async seek(position: number): Promise<Look> {
    const look = await this.ask("seekReplay", position);
    this.position = position;
    return look;
  }

  /** A game that goes on from where it stands. */
  takeOver(seed: string): Promise<RemoteGame> {
    return this.opened("takeOver", seed);
  }

  /** All of it as a Replay code. */
  async code(): Promise<string> {
    return "code" in this.source ? this.source.code : this.engine.ask("replayCode", this.source);
  }

  protected async reopened() {
    const { replay, look } = await this.engine.ask("openReplay", this.source);
    const sought = await this.engine.askAbout(replay, "seekReplay", this.position);
    return { number: replay, look: { ...sought, faces: [...look.faces, ...sought.faces] } };
  }

  protected freed(replay: ReplayId): Promise<void> {
    return this.engine.askAbout(replay, "closeReplay");
  }
}
