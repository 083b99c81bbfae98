// The game that is being played: what is done to it, who is told of it.

import { board as texts } from "virtual:texts/board";
import { Faces } from "../board/faces";
import { type Action, type ActionLog, isRefusal, isStop, perform, type Saved } from "../engine/actions";
import type { Engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import type { GameView, Look, ModeFacts, Names, Outcome, RulesLine, Standing, Turn } from "../engine/types";
import { Keymap } from "../input/keys";
import { type Way, waysOf } from "../input/ways";
import type { Helped } from "../store/record";
import { setting } from "../store/settings";
import type { Begun } from "../store/unkept";
import { messageOf } from "../summary";
import { Watchers } from "../watchers";
import type { LocalMode } from "./local";
import { isOpening, LocalPlayer, type Player } from "./player";
import { TaskQueue } from "./taskqueue";
import { at, resumed } from "./times";

/** A change of the game, as its watchers get it. */
export type Change =
  /** Something waits for its turn, or nothing does any more. */
  | { kind: "waiting" }
  /** The player had help. */
  | { kind: "helped" }
  /** A turn was played; the way is absent if it was no move. */
  | { kind: "turn"; turn: Turn; way: Way | null }
  /** A direction was pressed in vain. */
  | { kind: "refused"; way: Way }
  /** A turn could not be played: the rules of the mode failed, or the engine did. Nothing has changed. */
  | { kind: "failed"; error: unknown }
  /** The engine was started anew, and has brought the game back as it was before. */
  | { kind: "returned"; why: string }
  /** The game stands elsewhere, or is played by another. */
  | { kind: "shown"; reason: "undone" | "redone" | "replaced" };

const NEVER = new Promise<never>(() => {});
/** The player of a board without a game, which does nothing. */
const NO_PLAYER: Player = { act: () => NEVER, ask: () => NEVER };

/** A task of the queue: an action, or work that needs all before it to be done. */
type Task = { action: Action; way: Way | null } | { work: (model: GameModel) => Promise<void> };

const undoings = (actions: readonly Action[]) => actions.filter((action) => action.do === "undo").length;

/** Longer pauses than this don't count as playing. */
const PAUSE = 30_000;

/** Counts of a game besides those of the engine. */
interface Counts {
  time: number;
  undone: number | null;
  helped: Helped | null;
}

export class GameModel {
  faces: Faces;
  ways: readonly Way[];
  keymap: Keymap;
  view: GameView;
  state: Standing;
  /** Directions that were pressed, in vain or not. */
  pressed = 0;
  /** The time when it was begun; what the engine repeats begins then. */
  began: number;
  /** Milliseconds of play. */
  time: number;
  /** The number of turns that were taken back; `null` if it was not counted from the start. */
  undone: number | null = 0;
  /** The help that the player had; `null` if it was not counted from the start. */
  helped: Helped | null = { hints: 0, moves: 0 };
  private actions: Action[] | null = null;
  private last: number;
  private remote: RemoteGame | null = null;
  /** The mode, as long as the page plays its game itself. */
  local: LocalMode | null = null;
  private promoting: Promise<void> | null = null;
  private isClosed = false;
  private isResting = false;
  /** The time since which the clock stands. */
  private resting = 0;
  /** Turns that were taken back since the last one. */
  private back = 0;
  /** Called when there is no step to take back, or to make again. */
  beyond: (what: "undo" | "redo") => void | Promise<void> = () => {};
  /** True if nothing can be done here, since the game is played elsewhere. */
  isLocked = false;
  /** The model that has taken the place of this one, with a game of the same mode. */
  replacement: GameModel | null = null;
  private readonly queue = new TaskQueue<Task>(
    (task) => this.start(task),
    () => this.watchers.notify({ kind: "waiting" }),
  );
  private readonly watchers = new Watchers<Change>();

  private constructor(
    private player: Player,
    readonly seed: string,
    readonly facts: ModeFacts,
    { view, state, faces }: Look,
    began: number,
    time: number,
  ) {
    this.began = began;
    this.faces = new Faces(faces);
    this.view = view;
    this.state = state;
    this.ways = waysOf(view.hexagonal, facts.directions);
    this.keymap = new Keymap(this.ways);
    this.time = time;
    this.last = began;
  }

  /** A game that the engine plays. */
  static of(
    game: RemoteGame,
    { time = 0, undone = 0, helped, ...names }: Partial<Counts & Names> = {},
  ): GameModel {
    const model = new GameModel(game, game.seed, { ...game.facts, ...names }, game.first, Date.now(), time);
    model.undone = undone;
    // Of a game that comes from elsewhere nothing is known.
    if (helped !== undefined || model.state.moves > 0) model.helped = helped ?? null;
    model.attach(game);
    return model;
  }

  /** A game for the time until the engine is there; as far as it was played, if it was. */
  static starting(local: LocalMode, seed: string, begun?: Begun): GameModel {
    const left = begun && resumed(begun);
    const { started = Date.now(), time = 0, deeds: actions = [] } = left ?? {};
    const game = local.start(begun?.seed ?? seed, started);
    if (!game) return GameModel.opening(local, begun?.seed ?? seed, started, actions);
    perform(game, actions);
    const player = new LocalPlayer(game);
    const model = new GameModel(player, game.seed, local.facts, player.look(), started, time);
    model.local = local;
    model.actions = [...actions];
    model.undone = undoings(actions);
    model.last = Date.now();
    return model;
  }

  /** A game whose first moves are known, until something is there that plays it. */
  private static opening(local: LocalMode, seed: string, began: number, done: readonly Action[]): GameModel {
    const { facts } = local;
    const player = local.begin?.(seed);
    if (!player || done.length > 0) throw new Error(`nothing is there that plays ${facts.title}`);
    const model = new GameModel(player, player.seed, facts, player.look(), began, 0);
    model.local = local;
    model.actions = [];
    // Otherwise the whole engine goes on, and says what is the matter.
    local.ready?.then(() => model.goOn()).catch(() => {});
    return model;
  }

  /** Goes on without an opening, since there is something by now that plays the game. */
  private goOn(): void {
    // Actions that the engine is repeating must not be made others.
    if (this.isClosed || this.promoting || !isOpening(this.player)) return;
    this.beginClock();
    this.repeat();
  }

  /**
   * The clock of an opening stands until something waits or the opening ends: its move was made in
   * the moment in which the clock begins.
   */
  private beginClock(): void {
    if (!isOpening(this.player)) return;
    this.began = this.beginning(this.queued);
    // The rest that is left is what comes after that.
    if (this.isResting) this.resting = Math.max(this.resting, this.began);
    this.actions = this.actions?.map((action) => at(action, () => this.began)) ?? null;
  }

  /** The moment in which the clock of an opening begins, with what waits for it. */
  private beginning(waiting: readonly Action[]): number {
    const times = waiting.flatMap((action) => ("now" in action ? [action.now] : []));
    return Math.min(Date.now(), ...times);
  }

  /** Begins the game of the page later by the time that its clock stood, as if that had not passed. */
  private delay(since: number, until: number): void {
    const gone = until - since;
    if (!this.actions) return;
    this.began += gone;
    this.actions = this.actions.map((action) => at(action, (time) => time + gone));
    if (!isOpening(this.player)) this.repeat();
  }

  /** Plays what was done so far anew, on the page. */
  private repeat(): void {
    const game = this.local?.start(this.seed, this.began);
    if (!game) return;
    perform(game, this.actions ?? []);
    const next = new LocalPlayer(game);
    const look = next.look();
    this.passTo(next, look, new Faces(look.faces));
  }

  /** Lets another player go on, to which the same tiles have other numbers. */
  private passTo(next: Player, look: Look, faces: Faces): void {
    const { player } = this;
    this.player = next;
    this.faces = faces;
    this.show(look);
    this.watchers.notify({ kind: "shown", reason: "replaced" });
    // What waited for it is done now.
    if (isOpening(player)) player.pass(next);
  }

  /** A board whose game is on its way, which does what is asked for here once it comes (`follow`). */
  static awaiting(facts: ModeFacts, look: Look): GameModel {
    const model = new GameModel(NO_PLAYER, "", facts, look, Date.now(), 0);
    // A promise of its own, which holds the model no longer than it is known.
    model.queue.hold(new Promise(() => {}));
    return model;
  }

  /** A game that was begun without the engine, played by the engine. */
  static async repeating(engine: Engine, begun: Begun): Promise<GameModel> {
    const { mode, started, time, ...log } = resumed(begun);
    const opened = await engine.ask("repeat", mode, started, { ...log, time });
    const helped = { hints: 0, moves: 0 };
    return GameModel.of(engine.game(opened), { time, undone: undoings(log.deeds), helped });
  }

  /** Lets the engine go on with a game that was begun without it. */
  promote(engine: Engine): Promise<void> {
    this.promoting ??= this.handOver(engine).finally(() => {
      this.promoting = null;
      // What came meanwhile plays on if the engine could not.
      this.goOn();
    });
    return this.promoting;
  }

  private async handOver(engine: Engine): Promise<void> {
    this.beginClock();
    if (this.isResting) {
      const since = this.resting;
      this.resting = Date.now();
      this.delay(since, this.resting);
    }
    const { log, actions } = this;
    if (!log || !actions) return;
    let repeated = log.deeds.length;
    const game = engine.game(await engine.ask("repeat", this.facts.name, this.began, log));
    let look = game.first;
    const faces = new Faces(look.faces);
    // What is done meanwhile is still done on the page.
    try {
      while (repeated < actions.length) {
        const more = actions.slice(repeated);
        repeated = actions.length;
        look = await game.perform(more);
        faces.add(look.faces);
      }
    } catch (error) {
      // Another attempt repeats all of it.
      game.close();
      throw error;
    }
    if (this.isClosed) return game.close();
    this.actions = null;
    this.local = null;
    this.attach(game);
    this.passTo(game, look, faces);
    if (this.isResting) this.inTurn(() => game.rest());
  }

  private attach(game: RemoteGame): void {
    this.remote = game;
    game.onReturn = (why, look) => this.restore(why, look);
  }

  /** The actions that led to where the game stands, as long as the engine does not know them. */
  get log(): ActionLog | null {
    const { actions, seed, time } = this;
    return actions && { seed, time, deeds: [...actions] };
  }

  /** The log and the time when the game began, with the actions that wait: all that a page that is left must note. */
  get noted(): (ActionLog & { started: number }) | null {
    const { log, queued } = this;
    if (!log) return null;
    const isBegun = isOpening(this.player);
    const started = isBegun ? this.beginning(queued) : this.began;
    const done = isBegun ? log.deeds.map((action) => at(action, () => started)) : log.deeds;
    return { ...log, started, deeds: [...done, ...queued] };
  }

  /** The engine's game, once it is the engine's. */
  get engineGame(): RemoteGame | null {
    return this.remote;
  }

  /** The part of the engine's game that has to be kept, known at once: with the actions that wait. */
  get saved(): Saved | null {
    const saved = this.remote?.saved;
    if (!saved) return null;
    return { ...saved, deeds: [...saved.deeds, ...this.queued] };
  }

  /** The actions that wait for their turn. */
  private get queued(): Action[] {
    return this.queue.rest.flatMap((task) => ("action" in task ? [task.action] : []));
  }

  /** True if a step can be taken back, as the player has set it. */
  get canUndo(): boolean {
    const wanted = setting("undo");
    return this.state.canUndo && wanted !== "off" && (wanted !== "one" || this.back < 1);
  }

  /** The number of tasks that wait for their turn. */
  get waiting(): number {
    return this.queue.rest.length;
  }

  async rules(): Promise<RulesLine[]> {
    return this.player.ask("rules");
  }

  readonly watch = this.watchers.watch;

  /** Presses a direction. */
  press(way: Way): void {
    this.add({ action: { do: "play", direction: way.index, now: Date.now() }, way });
  }

  /** Counts help that the player had: a hint, or a move that the game makes by itself. */
  help(kind: keyof Helped): void {
    const { helped } = this;
    if (!helped) return;
    this.helped = { ...helped, [kind]: helped[kind] + 1 };
    this.watchers.notify({ kind: "helped" });
  }

  /** Plays on after a win. */
  playOn(): void {
    this.add({ action: { do: "playOn", now: Date.now() }, way: null });
  }

  clickTile(row: number, column: number): void {
    this.add({ action: { do: "tile", row, column, now: Date.now() }, way: null });
  }

  clickStatBox(index: number): void {
    this.add({ action: { do: "box", index, now: Date.now() }, way: null });
  }

  /** Lets time pass in modes that watch it. */
  tick(): void {
    // While something else is done, the next tick will do.
    if (this.waiting === 0 && !this.isResting)
      this.add({ action: { do: "tick", now: Date.now() }, way: null });
  }

  /** Stops the clock of a mode that watches it. */
  rest(): void {
    if (this.facts.interval === undefined || this.isResting) return;
    this.isResting = true;
    this.resting = Date.now();
    this.inTurn(async () => this.remote?.rest());
  }

  /** Lets the clock go on. */
  wake(): void {
    if (!this.isResting) return;
    this.isResting = false;
    const [since, until] = [this.resting, Date.now()];
    this.inTurn(async () => {
      const look = await this.remote?.wake();
      if (!look && !this.promoting) this.delay(since, until);
      if (!look) return;
      this.faces = new Faces();
      this.show(look);
      this.watchers.notify({ kind: "shown", reason: "replaced" });
    });
  }

  undo(): void {
    this.add({ action: { do: "undo" }, way: null });
  }

  redo(): void {
    this.add({ action: { do: "redo" }, way: null });
  }

  /**
   * Does something when all is done that was asked for before, on the model that has taken the
   * place of this one by then.
   */
  inTurn(work: (model: GameModel) => Promise<void>): void {
    this.add({ work });
  }

  /** Takes over what is still to be done on another model, which this one replaces. */
  follow(other: GameModel): void {
    other.replacement = this;
    for (const task of other.queue.clear()) this.add(task);
  }

  /** Gives the engine's memory back. */
  close(): void {
    this.isClosed = true;
    this.remote?.close();
  }

  private add(task: Task): void {
    if (this.replacement) {
      this.replacement.add(task);
      return;
    }
    // A click means what is seen.
    if (this.player === NO_PLAYER && "action" in task && /tile|box/.test(task.action.do)) return;
    if ("action" in task && task.way) this.pressed += 1;
    this.queue.add(task);
    if (this.waiting > 0) this.watchers.notify({ kind: "waiting" });
  }

  private start(task: Task): void | Promise<void> {
    if ("work" in task) return task.work(this).catch((error: unknown) => this.failed(null, error));
    if (!this.isPossible(task.action)) {
      const { do: what } = task.action;
      if (!this.isLocked && (what === "undo" || what === "redo")) return this.beyond(what);
      if (task.way) this.watchers.notify({ kind: "refused", way: task.way });
      return;
    }
    if (task.action.do === "play" || task.action.do === "playOn") this.pass(task.action.now);
    try {
      const outcome = this.player.act(task.action);
      if (outcome instanceof Promise)
        return outcome.then(
          (outcome) => this.done(task.action, task.way, outcome),
          (error: unknown) => this.failed(task.way, error),
        );
      this.done(task.action, task.way, outcome);
    } catch (error) {
      this.failed(task.way, error);
    }
  }

  private isPossible(action: Action): boolean {
    const { view, state } = this;
    if (this.isLocked) return false;
    switch (action.do) {
      case "play":
        return (
          view.opacities.directionButtons !== null &&
          state.screen === "play" &&
          state.available[action.direction] !== false
        );
      case "playOn":
        return state.canPlayOn;
      case "tick":
        return state.screen === "play" && this.player !== NO_PLAYER;
      case "undo":
        return this.canUndo;
      case "redo":
        return state.canRedo;
      default:
        return this.player !== NO_PLAYER;
    }
  }

  private done(action: Action, way: Way | null, outcome: Outcome): void {
    if (!outcome.done) return;
    // Time alone that has led to nothing leads to nothing again.
    if (action.do !== "tick" || outcome.turn?.events.length) this.actions?.push(action);
    this.show(outcome);
    if (action.do === "undo" && this.undone !== null) this.undone += 1;
    this.back = outcome.turn ? 0 : Math.max(0, this.back + (action.do === "undo" ? 1 : -1));
    if (outcome.turn) this.watchers.notify({ kind: "turn", turn: outcome.turn, way });
    else this.watchers.notify({ kind: "shown", reason: action.do === "undo" ? "undone" : "redone" });
  }

  private failed(way: Way | null, error: unknown): void {
    if (isRefusal(error)) {
      if (way) this.watchers.notify({ kind: "refused", way });
      return;
    }
    // Told when the game is there again; what was pressed since meant another state of it.
    if (isStop(error)) this.queue.clear();
    else this.watchers.notify({ kind: "failed", error });
  }

  /** Waits until the game is there again. */
  private restore(why: string, look: Promise<Look>): void {
    const shown = look.then(
      (look) => {
        this.faces = new Faces();
        this.show(look);
        this.watchers.notify({ kind: "returned", why });
      },
      (error: unknown) => {
        this.queue.clear();
        this.watchers.notify({
          kind: "failed",
          error: new Error(texts.lost({ why, error: messageOf(error) })),
        });
      },
    );
    this.queue.hold(shown);
  }

  private show({ view, state, faces }: Look): void {
    this.faces.add(faces);
    this.view = view;
    this.state = state;
  }

  /** Counts the time since the last action. */
  private pass(now: number): void {
    const gap = now - this.last;
    if (gap > 0 && gap < PAUSE) this.time += gap;
    this.last = now;
  }
}
