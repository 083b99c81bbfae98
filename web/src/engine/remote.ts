// Games and replays that a worker holds. Each knows how it can be opened again
// when its worker had to be replaced.

import type { Action, Saved } from "./actions";
import type { Engine } from "./client";
import { EngineError, Lost } from "./link";
import type { Position } from "./position";
import type { Proof } from "./proof";
import type { Choosable, NewGame, OpenedGame, OpenedReplay, Preview } from "./service";
import type { Drafting, Verdict } from "./setup";
import type { Look, ModeFacts, Outcome, RulesLine, Turn } from "./types";

/** Told when a thing is opened again: why it was lost, and how it looks once it is there. */
export type Returning = (why: string, look: Promise<Look>) => void;

/** Thrown when something is asked of what was closed. */
export class Closed extends EngineError {
  constructor() {
    super("this was closed", "closed");
  }
}

/** Something that a worker holds under a number. */
abstract class Remote {
  onReturn: Returning = () => {};
  /** Its number; rejected if it could not be opened again. */
  private number: Promise<number>;
  private returning = false;
  private isClosed = false;
  /** The reason why the worker was lost. */
  private why = "";
  private readonly unwatch: () => void;

  protected constructor(
    protected readonly engine: Engine,
    number: number,
  ) {
    this.number = Promise.resolve(number);
    this.unwatch = engine.onLoss((why) => {
      this.why = why;
      // What is on its way already is asked for again by itself.
      if (!this.returning) this.onReturn(why, this.open());
    });
  }

  /** Opens the game or replay in another worker. */
  protected abstract reopened(): Promise<{ number: number; look: Look }>;
  protected abstract freed(number: number): Promise<void>;

  private open(): Promise<Look> {
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
  private retried(): Promise<number> {
    if (!this.returning) this.onReturn(this.why, this.open());
    return this.number;
  }

  /** Asks for something of it, once more if it was lost meanwhile. */
  async ask<T>(question: (number: number) => Promise<T>): Promise<T> {
    for (;;) {
      if (this.isClosed) throw new Closed();
      const number = await this.number.catch(() => this.retried());
      try {
        return await question(number);
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
      }
    }
  }

  /** Opens it again from what was written down, in place of how it stands. */
  protected async renew(): Promise<Look> {
    const old = this.number;
    const look = await this.open();
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

export class RemoteGame extends Remote {
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

  act(action: Action): Promise<Outcome> {
    return this.ask(async (game) => {
      const outcome = await this.engine.askOf("act", game, action);
      // Time alone that has led to nothing leads to nothing again.
      if (outcome.done && (action.do !== "tick" || outcome.turn?.events.length)) this.note([action]);
      return outcome;
    });
  }

  /** Does what was done elsewhere meanwhile. */
  perform(actions: readonly Action[]): Promise<Look> {
    return this.ask(async (game) => {
      const look = await this.engine.askOf("perform", game, actions);
      this.note(actions);
      return look;
    });
  }

  /** Has the engine write it down. Then `saved` is short, and what it says is true of this moment. */
  async save(): Promise<Saved> {
    // The clock of the game stands still, so what was written down last is still true.
    if (this.isResting) return this.saved;
    return this.ask(async (game) => {
      const at = Date.now();
      // Answers keep their order: this holds all that was answered before.
      const snapshot = await this.engine.askOf("snapshot", game, at);
      this.at = { snapshot, at, deeds: [] };
      return this.saved;
    });
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

  rules(): Promise<RulesLine[]> {
    return this.ask((game) => this.engine.askOf("rules", game));
  }

  /** An SVG picture of the whole game; "" if the board is too large for one. */
  picture(): Promise<string> {
    return this.ask((game) => this.engine.askOf("picture", game));
  }

  code(kind: "game" | "mode" | "replay"): Promise<string> {
    return this.ask((game) => this.engine.askOf("code", game, kind));
  }

  /** The code of a new game of its mode as that is in the catalogue; "" if it is in none. */
  async plainCode(): Promise<string> {
    const { name } = this.facts;
    return name ? this.engine.ask("plainCode", name) : "";
  }

  /** The game as it can be handed in to a score server. */
  proof(): Promise<Proof> {
    return this.ask((game) => this.engine.askOf("proof", game));
  }

  /** Another game of its mode. */
  another(seed: string): Promise<RemoteGame> {
    return this.ask(async (game) => this.engine.game(await this.engine.askOf("again", game, seed)));
  }

  /** A game of its mode, as that is in the catalogue, with changes. */
  changed(options: NewGame): Promise<RemoteGame> {
    return this.ask(async (game) => this.engine.game(await this.engine.askOf("change", game, options)));
  }

  /** Returns the choices for a new game of its mode. */
  choosable(): Promise<Choosable> {
    return this.ask((game) => this.engine.askOf("choosable", game));
  }

  preview(options: NewGame): Promise<Preview> {
    return this.ask((game) => this.engine.askOf("preview", game, options));
  }

  /** Its board, to be changed, and tiles for it; why not, if it can't be. */
  drafting(): Promise<Drafting | number> {
    return this.ask((game) => this.engine.askOf("drafting", game));
  }

  /** Returns the verdict on a position as the beginning of a game by its rules. */
  judge(position: Position): Promise<Verdict> {
    return this.ask((game) => this.engine.askOf("judge", game, position));
  }

  /** A game by its rules that begins with a position. */
  from(position: Position, seed: string): Promise<RemoteGame> {
    return this.ask(async (game) =>
      this.engine.game(await this.engine.askOf("startFrom", game, position, seed)),
    );
  }

  /** By which a position is told: the name of a mode, or the code of one of its own. */
  tellPosition(position: Position): Promise<{ mode: string } | { code: string }> {
    return this.ask((game) => this.engine.askOf("tellPosition", game, position));
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

  protected freed(game: number): Promise<void> {
    return this.engine.askOf("close", game);
  }
}

/** A game that was saved, or a Replay code. */
export type ReplaySource = { code: string } | Saved;

export class RemoteReplay extends Remote {
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
  step(): Promise<{ turn: Turn; look: Look } | null> {
    return this.ask(async (replay) => {
      const step = await this.engine.askOf("stepReplay", replay);
      if (step) this.position += 1;
      return step;
    });
  }

  seek(position: number): Promise<Look> {
    return this.ask(async (replay) => {
      const look = await this.engine.askOf("seekReplay", replay, position);
      this.position = position;
      return look;
    });
  }

  /** A game that goes on from where it stands. */
  takeOver(seed: string): Promise<RemoteGame> {
    return this.ask(async (replay) => this.engine.game(await this.engine.askOf("takeOver", replay, seed)));
  }

  /** All of it as a Replay code. */
  async code(): Promise<string> {
    return "code" in this.source ? this.source.code : this.engine.ask("replayCode", this.source);
  }

  protected async reopened() {
    const { replay, look } = await this.engine.ask("openReplay", this.source);
    const sought = await this.engine.askOf("seekReplay", replay, this.position);
    return { number: replay, look: { ...sought, faces: [...look.faces, ...sought.faces] } };
  }

  protected freed(replay: number): Promise<void> {
    return this.engine.askOf("closeReplay", replay);
  }
}
