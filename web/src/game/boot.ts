// The current game, as far as the first frame needs it: a page that was never
// played on begins with the first mode, without the engine. Other games become the
// current one by the game controller (controller.ts), which comes later.

import { engine, engineNow } from "../engine/load";
import type { Route } from "../route";
import { type Begun, mayHoldGames, readBegun } from "../store/unkept";
import { Watchers } from "../watchers";
import { small } from "./ahead";
import { Autosave, type GameStore, type Known, knownOf, newGame } from "./autosave";
import { starts } from "./choice";
import { type FirstMode, firstLocal, type LocalMode } from "./local";
import { GameModel } from "./model";
import { drawnSeed } from "./seed";
import { sooner } from "./sooner";
import { nextFrame } from "./task";

/**
 * The script that plays the mode of a link, which comes beside its file; `null` where there is none, it
 * can't be fetched, or the engine is there before it.
 */
export const linked = small ? sooner(import("./small")) : null;

/** Milliseconds for which the engine waits for what the front page shows without it. */
const FRONT = 2_000;

/** A name for a game that no other has. */
function freshId(): string {
  return `${Date.now().toString(36)}-${drawnSeed()}`;
}

/** The options with which a game becomes the current one. */
export interface PlaceOptions {
  /** The known facts of the game, if it was kept, or those that it has in common with another one. */
  known?: Partial<Known>;
  /** The model that it takes over, with its keys. */
  follows?: GameModel;
  /** True if it takes the place of a game that was played, so that this can be taken back. */
  replaces?: boolean;
  /** The new game that was taken back for it. */
  undone?: string | undefined;
  /** The game that it took the place of, when it was begun. */
  replaced?: string | undefined;
}

/** The reason why the current game can't be played here. */
export type Elsewhere = "another tab" | "deleted";

/** The reactions of the game controller to what happens in the first part of the page. */
export interface Hooks extends GameStore {
  /** Called when a game has no further step to take back, or to make again. */
  beyond(model: GameModel, what: "undo" | "redo"): void | Promise<void>;
  /** Called when a game has taken the place of one that was played. */
  replaced(id: string): void;
  /** Called when a new game is the current one, and kept. */
  begun(): void;
  /** Keeps what was begun without the engine. */
  bringHome(): Promise<void>;
}

export class BootController {
  model: GameModel | null = null;
  /**
   * The model of the empty board that is shown until the game is there that was asked for
   * (`GameController.expect`).
   */
  awaited: GameModel | null = null;
  /** The reason why the engine has not taken over, if it could not be loaded. */
  trouble: unknown = null;
  elsewhere: Elsewhere | null = null;
  autosave: Autosave | null = null;
  /** The game that a new one has replaced, until something is done in that. */
  replaced: string | undefined;
  /** The new game, after the one that it had replaced came back, until something is done there. */
  undone: string | undefined;
  hooks: Hooks | null = null;
  /** Lets the game controller take over. */
  setHooks: (hooks: Hooks) => void = () => {};
  /** Settled when the game controller has come. */
  private readonly hooksReady = new Promise<Hooks>((resolve) => {
    this.setHooks = (hooks) => {
      this.hooks = hooks;
      resolve(hooks);
    };
  });
  /** Called when the front page has shown what needs no engine, or can't. */
  frontShown: () => void = () => {};
  private readonly front = new Promise<void>((resolve) => {
    this.frontShown = resolve;
  });
  private readonly watchers = new Watchers();

  constructor(readonly first: FirstMode) {}

  readonly watch = this.watchers.watch;

  notify(): void {
    this.watchers.notify();
  }

  /** Starts the game that needs no database: one of the first mode, as long as no game was kept. */
  welcome(route: Route): void {
    const all = readBegun();
    if (!starts(route, { mayHoldGames: mayHoldGames(), begun: all })) return;
    const begun = all.find(({ mode }) => mode === this.first.mode);
    // The engine is large: what is to be seen comes before it, and the first mode is played without.
    const late = new Promise((done) => setTimeout(done, FRONT));
    const before = route.view === "home" ? Promise.race([this.front, late]) : undefined;
    try {
      this.start({ begun, before });
    } catch {
      // Begun under other rules: that must not be the end of all playing.
      this.start({ before });
    }
  }

  /** A game of the first mode, or another one, without the engine, which takes over as soon as it can. */
  start({
    seed = drawnSeed(),
    begun,
    local,
    before,
    ...options
  }: {
    seed?: string;
    begun?: Begun | undefined;
    local?: LocalMode | null;
    /** The engine is not asked for until this is settled. */
    before?: Promise<unknown> | undefined;
  } & PlaceOptions): void {
    const model = GameModel.starting(local ?? firstLocal(this.first), seed, begun);
    void this.place(model, { ...options, ...(begun && { known: knownOf(begun) }) });
    // The frame that can be played comes first, and what plays the game that it shows.
    void nextFrame().then(async () => {
      local?.drawn?.();
      await Promise.all([local?.ready, before]);
      await this.promote();
    });
  }

  /** Lets the engine take over what was begun without it: the current game, and those that were left. */
  async promote(): Promise<void> {
    this.trouble = null;
    this.notify();
    try {
      const loaded = await engine();
      await this.model?.promote(loaded);
      await this.hooks?.bringHome();
    } catch (error) {
      this.trouble = error;
      this.notify();
    }
  }

  /** Has what was done at the empty board of a mode done in its game; changed modes have no name. */
  private replaceAwaited(model: GameModel): void {
    const { awaited } = this;
    const isMeant = [awaited?.facts.name, ""].includes(model.facts.name);
    if (isMeant && awaited && !awaited.replacement) model.follow(awaited);
  }

  /** Makes a game the current one. */
  async place(
    model: GameModel,
    { known = {}, follows, replaces, undone, replaced }: PlaceOptions = {},
  ): Promise<void> {
    const [old, left] = [this.autosave, this.model];
    const isKept = known.id !== undefined;
    const id = freshId();
    this.model = model;
    model.beyond = (what) => this.hooks?.beyond(model, what);
    this.trouble = null;
    this.elsewhere = null;
    this.autosave = new Autosave(model, { ...newGame(id, model), ...known }, this.hooksReady);
    this.undone = undone;
    if (!replaces) this.replaced = replaced;
    else if (old?.isPlayed) this.replaced = old.id;
    // Keys that wait may take back or bring again, at once.
    if (follows) model.follow(follows);
    this.replaceAwaited(model);
    this.notify();
    const { autosave } = this;
    if (replaces && this.replaced) this.hooks?.replaced(this.replaced);
    // What nothing was done in yet is there again when the page is loaded anew.
    if (!isKept) await autosave.keep(true);
    await old?.close();
    left?.close();
    // Left before the engine had come, which may be there by now.
    if (engineNow()) await this.hooks?.bringHome();
    if (!isKept) this.hooks?.begun();
  }
}
