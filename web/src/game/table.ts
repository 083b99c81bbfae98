// The game that is being played: what is done to it, who is told of it.

import { Faces } from "../board/faces";
import { act, type Deed, isRefusal, isStop, perform, type Saved, type Story } from "../engine/deeds";
import { Exhibit } from "../engine/exhibit";
import type { Engine } from "../engine/load";
import type { RemoteGame } from "../engine/remote";
import type { Starter } from "../engine/starter";
import type { GameView, Look, ModeFacts, Names, Outcome, RulesLine, Standing, Turn } from "../engine/types";
import { Keymap } from "../input/keys";
import { type Way, waysOf } from "../input/ways";
import { setting } from "../store/settings";
import type { Begun } from "../store/unkept";
import { play } from "../texts/en/play";
import { Line } from "./line";
import { messageOf } from "./summary";

/** What a table tells those who watch it. */
export type Change =
  /** Something waits for its turn, or nothing does any more. */
  | { kind: "waiting" }
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

/** Who plays a game: the engine, or the starter. */
interface Player {
  act(deed: Deed): Outcome | Promise<Outcome>;
  rules(): RulesLine[] | Promise<RulesLine[]>;
}

/** The starter plays at once. */
class Beginner implements Player {
  private readonly exhibit: Exhibit<Starter>;

  constructor(private readonly starter: Starter) {
    this.exhibit = new Exhibit(starter);
  }

  look(): Look {
    return this.exhibit.look();
  }

  act(deed: Deed): Outcome {
    const done = act(this.starter, deed);
    const turn = typeof done === "object" ? done : null;
    return { ...this.exhibit.look(turn), turn, done: done !== false };
  }

  rules(): RulesLine[] {
    return this.starter.rules();
  }
}

const NEVER = new Promise<never>(() => {});
/** As long as there is no game, nothing is done. */
const NO_PLAYER: Player = { act: () => NEVER, rules: () => NEVER };

/** What is asked of a table: a deed, or something that needs all before it to be done. */
type Wish = { deed: Deed; way: Way | null } | { work: (table: Table) => Promise<void> };

const undoings = (deeds: readonly Deed[]) => deeds.filter((deed) => deed.do === "undo").length;

/** Longer pauses than this don't count as playing. */
const PAUSE = 30_000;

export class Table {
  faces: Faces;
  ways: readonly Way[];
  keymap: Keymap;
  view: GameView;
  state: Standing;
  /** Directions that were pressed, in vain or not. */
  pressed = 0;
  /** Milliseconds of play. */
  time: number;
  /** How many turns were taken back; `null` if that was not counted from the start. */
  undone: number | null = 0;
  private deeds: Deed[] | null = null;
  private last: number;
  private remote: RemoteGame | null = null;
  private promoting: Promise<void> | null = null;
  private isClosed = false;
  private isResting = false;
  /** Turns that were taken back since the last one. */
  private back = 0;
  /** What to do when there is no step to take back, or to make again. */
  beyond: (what: "undo" | "redo") => void | Promise<void> = () => {};
  /** Whether nothing can be done here, since the game is played elsewhere. */
  isLocked = false;
  /** The table that has taken the place of this one, with a game of the same mode. */
  heir: Table | null = null;
  private readonly line = new Line<Wish>(
    (wish) => this.grant(wish),
    () => this.tell({ kind: "waiting" }),
  );
  private readonly watchers = new Set<(change: Change) => void>();

  private constructor(
    private player: Player,
    readonly seed: string,
    readonly facts: ModeFacts,
    { view, state, faces }: Look,
    /** When it was; what the engine repeats begins then. */
    readonly began: number,
    time: number,
  ) {
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
    { time = 0, undone = 0, ...names }: { time?: number; undone?: number | null } & Partial<Names> = {},
  ): Table {
    const table = new Table(game, game.seed, { ...game.facts, ...names }, game.first, Date.now(), time);
    table.undone = undone;
    table.seat(game);
    return table;
  }

  /** A game for the time until the engine is there; as far as it was played, if it was. */
  static starting(starter: Starter, facts: ModeFacts, begun?: Begun): Table {
    if (begun) perform(starter, begun.deeds);
    const { started = Date.now(), time = 0, deeds = [] } = begun ?? {};
    const player = new Beginner(starter);
    const table = new Table(player, starter.seed, facts, player.look(), started, time);
    table.deeds = [...deeds];
    table.undone = undoings(deeds);
    table.last = Date.now();
    return table;
  }

  /** A board whose game is on its way, which does what is asked for here once it comes (`follow`). */
  static awaiting(facts: ModeFacts, look: Look): Table {
    const table = new Table(NO_PLAYER, "", facts, look, Date.now(), 0);
    // A promise of its own, which holds the table no longer than it is known.
    table.line.hold(new Promise(() => {}));
    return table;
  }

  /** A game that was begun without the engine, played by the engine. */
  static async repeating(engine: Engine, { mode, started, time, ...story }: Begun): Promise<Table> {
    const opened = await engine.ask("repeat", mode, started, { ...story, time });
    return Table.of(engine.game(opened), { time, undone: undoings(story.deeds) });
  }

  /** Lets the engine go on with a game that was begun without it. */
  promote(engine: Engine): Promise<void> {
    this.promoting ??= this.handOver(engine).finally(() => {
      this.promoting = null;
    });
    return this.promoting;
  }

  private async handOver(engine: Engine): Promise<void> {
    const { story, deeds } = this;
    if (!story || !deeds) return;
    let repeated = story.deeds.length;
    const game = engine.game(await engine.ask("repeat", this.facts.name, this.began, story));
    let look = game.first;
    const faces = new Faces(look.faces);
    // What is done meanwhile is done by the starter still.
    while (repeated < deeds.length) {
      const more = deeds.slice(repeated);
      repeated = deeds.length;
      look = await game.perform(more);
      faces.add(look.faces);
    }
    if (this.isClosed) return game.close();
    this.deeds = null;
    this.player = game;
    this.seat(game);
    this.faces = faces;
    this.show(look);
    this.tell({ kind: "shown", reason: "replaced" });
  }

  private seat(game: RemoteGame): void {
    this.remote = game;
    game.onReturn = (why, look) => this.restore(why, look);
  }

  /** How the game came to where it stands, as long as the engine does not know. */
  get story(): Story | null {
    const { deeds, seed, time } = this;
    return deeds && { seed, time, deeds: [...deeds] };
  }

  /** The engine's game, once it is the engine's. */
  get engineGame(): RemoteGame | null {
    return this.remote;
  }

  /** What of the engine's game has to be kept, known at once: also what was asked for and is not done yet. */
  get saved(): Saved | null {
    const saved = this.remote?.saved;
    if (!saved) return null;
    const waiting = this.line.rest.flatMap((wish) => ("deed" in wish ? [wish.deed] : []));
    return { ...saved, deeds: [...saved.deeds, ...waiting] };
  }

  /** Whether a step can be taken back, as the player has set it. */
  get canUndo(): boolean {
    const wanted = setting("undo");
    return this.state.canUndo && wanted !== "off" && (wanted !== "one" || this.back < 1);
  }

  /** How many things wait for their turn. */
  get waiting(): number {
    return this.line.rest.length;
  }

  async rules(): Promise<RulesLine[]> {
    return this.player.rules();
  }

  watch(watcher: (change: Change) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Presses a direction. */
  press(way: Way): void {
    this.add({ deed: { do: "play", direction: way.index, now: Date.now() }, way });
  }

  /** Plays on after a win. */
  playOn(): void {
    this.add({ deed: { do: "playOn", now: Date.now() }, way: null });
  }

  clickTile(row: number, column: number): void {
    this.add({ deed: { do: "tile", row, column, now: Date.now() }, way: null });
  }

  clickStatBox(index: number): void {
    this.add({ deed: { do: "box", index, now: Date.now() }, way: null });
  }

  /** Lets time pass in modes that watch it. */
  tick(): void {
    // While something else is done, the next tick will do.
    if (this.waiting === 0 && !this.isResting) this.add({ deed: { do: "tick", now: Date.now() }, way: null });
  }

  /** Stops the clock of a mode that watches it. */
  rest(): void {
    if (this.facts.interval === undefined || this.isResting) return;
    this.isResting = true;
    this.inTurn(async () => this.remote?.rest());
  }

  /** Lets the clock go on. */
  wake(): void {
    if (!this.isResting) return;
    this.isResting = false;
    this.inTurn(async () => {
      const look = await this.remote?.wake();
      if (!look) return;
      this.faces = new Faces();
      this.show(look);
      this.tell({ kind: "shown", reason: "replaced" });
    });
  }

  undo(): void {
    this.add({ deed: { do: "undo" }, way: null });
  }

  redo(): void {
    this.add({ deed: { do: "redo" }, way: null });
  }

  /** Does something when all is done that was asked for before, at the table that has taken the place of this one by then. */
  inTurn(work: (table: Table) => Promise<void>): void {
    this.add({ work });
  }

  /** Takes over what is still to be done at another table, which this one replaces. */
  follow(other: Table): void {
    other.heir = this;
    for (const wish of other.line.clear()) this.add(wish);
  }

  /** Gives the engine's memory back. */
  close(): void {
    this.isClosed = true;
    this.remote?.close();
  }

  private add(wish: Wish): void {
    if (this.heir) {
      this.heir.add(wish);
      return;
    }
    // A click means what is seen.
    if (this.player === NO_PLAYER && "deed" in wish && /tile|box/.test(wish.deed.do)) return;
    if ("deed" in wish && wish.way) this.pressed += 1;
    this.line.add(wish);
    if (this.waiting > 0) this.tell({ kind: "waiting" });
  }

  private grant(wish: Wish): void | Promise<void> {
    if ("work" in wish) return wish.work(this).catch((error: unknown) => this.failed(null, error));
    if (!this.isPossible(wish.deed)) {
      const { do: what } = wish.deed;
      if (!this.isLocked && (what === "undo" || what === "redo")) return this.beyond(what);
      if (wish.way) this.tell({ kind: "refused", way: wish.way });
      return;
    }
    if (wish.deed.do === "play" || wish.deed.do === "playOn") this.pass(wish.deed.now);
    try {
      const outcome = this.player.act(wish.deed);
      if (outcome instanceof Promise)
        return outcome.then(
          (outcome) => this.done(wish.deed, wish.way, outcome),
          (error: unknown) => this.failed(wish.way, error),
        );
      this.done(wish.deed, wish.way, outcome);
    } catch (error) {
      this.failed(wish.way, error);
    }
  }

  private isPossible(deed: Deed): boolean {
    const { view, state } = this;
    if (this.isLocked) return false;
    switch (deed.do) {
      case "play":
        return (
          view.opacities.directionButtons !== null &&
          state.screen === "play" &&
          state.available[deed.direction] !== false
        );
      case "playOn":
        return state.canPlayOn;
      case "tick":
        return state.screen === "play" && this.remote !== null;
      case "undo":
        return this.canUndo;
      case "redo":
        return state.canRedo;
      default:
        return this.remote !== null;
    }
  }

  private done(deed: Deed, way: Way | null, outcome: Outcome): void {
    if (!outcome.done) return;
    this.deeds?.push(deed);
    this.show(outcome);
    if (deed.do === "undo" && this.undone !== null) this.undone += 1;
    this.back = outcome.turn ? 0 : Math.max(0, this.back + (deed.do === "undo" ? 1 : -1));
    if (outcome.turn) this.tell({ kind: "turn", turn: outcome.turn, way });
    else this.tell({ kind: "shown", reason: deed.do === "undo" ? "undone" : "redone" });
  }

  private failed(way: Way | null, error: unknown): void {
    if (isRefusal(error)) {
      if (way) this.tell({ kind: "refused", way });
      return;
    }
    // Told when the game is there again; what was pressed since meant another state of it.
    if (isStop(error)) this.line.clear();
    else this.tell({ kind: "failed", error });
  }

  /** Waits until the game is there again. */
  private restore(why: string, look: Promise<Look>): void {
    const shown = look.then(
      (look) => {
        this.faces = new Faces();
        this.show(look);
        this.tell({ kind: "returned", why });
      },
      (error: unknown) => {
        this.line.clear();
        this.tell({ kind: "failed", error: new Error(play.lost(why, messageOf(error))) });
      },
    );
    this.line.hold(shown);
  }

  private show({ view, state, faces }: Look): void {
    this.faces.add(faces);
    this.view = view;
    this.state = state;
  }

  /** Counts the time since the last deed. */
  private pass(now: number): void {
    const gap = now - this.last;
    if (gap > 0 && gap < PAUSE) this.time += gap;
    this.last = now;
  }

  private tell(change: Change): void {
    for (const watcher of this.watchers) watcher(change);
  }
}
