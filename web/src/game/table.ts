// The game that is being played: what is done to it, who is told of it.

import type { Game, Mode } from "polymerge";
import { Faces } from "../board/faces";
import type { Engine } from "../engine/load";
import type { Starter } from "../engine/starter";
import type { DirectionInfo, GameState, GameView, Playable, RulesLine, Turn } from "../engine/types";
import { Keymap } from "../input/keys";
import { type Way, waysOf } from "../input/ways";
import type { Begun } from "../store/unkept";
import { type Deed, perform, type Story } from "./log";

/** What a table tells those who watch it. */
export type Change =
  /** A turn was played; the way is absent if it was no move. */
  | { kind: "turn"; turn: Turn; way: Way | null }
  /** A direction was pressed in vain. */
  | { kind: "refused"; way: Way }
  /** A turn could not be played: the rules of the mode failed, or the engine did. Nothing has changed. */
  | { kind: "failed"; error: unknown }
  /** The game is another one now, or stands elsewhere. */
  | { kind: "shown"; reason: "begun" | "undone" | "redone" | "replaced" };

/** What a mode is called and can do, as far as playing goes. */
export interface ModeFacts {
  /** Name in the catalogue; "" if it has none, or was changed. */
  name: string;
  title: string;
  about: string;
  directions: readonly DirectionInfo[];
  interval: number | undefined;
  /** Whether anything happens when a tile is clicked. */
  clickable: boolean;
}

/** What a game is listed under. */
export type Names = Pick<ModeFacts, "name" | "title">;

export function factsOf(mode: Mode): ModeFacts {
  const { name, title, about } = mode.info;
  const { directions, interval, tilesCanBeClicked: clickable } = mode;
  return { name, title, about, directions, interval, clickable };
}

/** Longer pauses than this don't count as playing. */
const PAUSE = 30_000;

export class Table {
  faces: Faces;
  ways: readonly Way[];
  keymap: Keymap;
  view: GameView;
  state: GameState;
  /** Directions that were pressed, in vain or not. */
  pressed = 0;
  /** Milliseconds of play. */
  time: number;
  private deeds: Deed[] | null = null;
  private last: number;
  private readonly watchers = new Set<(change: Change) => void>();

  private constructor(
    private playable: Playable,
    private game: Game | null,
    readonly facts: ModeFacts,
    /** When it was; what the engine repeats begins then. */
    readonly began: number,
    time: number,
  ) {
    this.faces = new Faces((id) => this.playable.face(id));
    this.view = playable.view();
    this.state = playable.state();
    this.ways = waysOf(this.view.hexagonal, facts.directions);
    this.keymap = new Keymap(this.ways);
    this.time = time;
    this.last = began;
  }

  /** A game that the engine plays. */
  static of(game: Game, { time = 0, ...names }: { time?: number } & Partial<Names> = {}): Table {
    return new Table(game, game, { ...factsOf(game.mode), ...names }, Date.now(), time);
  }

  /** A game for the time until the engine is there; as far as it was played, if it was. */
  static starting(starter: Starter, facts: ModeFacts, begun?: Begun): Table {
    if (begun) perform(starter, begun.deeds);
    const table = new Table(starter, null, facts, begun?.started ?? Date.now(), begun?.time ?? 0);
    table.deeds = [...(begun?.deeds ?? [])];
    table.last = Date.now();
    return table;
  }

  /** A game that was begun without the engine, played by the engine. */
  static repeating(engine: Engine, { mode, started, time, ...story }: Begun): Table {
    return Table.of(repeated(engine, mode, started, story), { time });
  }

  /** Lets the engine go on with a game that was begun without it. */
  promote(engine: Engine): void {
    const { story } = this;
    if (this.game || !story) return;
    const game = repeated(engine, this.facts.name, this.began, story);
    this.deeds = null;
    this.game = game;
    this.playable = game;
    this.faces = new Faces((id) => game.face(id));
    this.look();
    this.tell({ kind: "shown", reason: "replaced" });
  }

  /** How the game came to where it stands, as long as the engine does not know. */
  get story(): Story | null {
    const { deeds, seed, time } = this;
    return deeds && { seed, time, deeds };
  }

  /** The engine's game, once it is the engine's. */
  get engineGame(): Game | null {
    return this.game;
  }

  get seed(): string {
    return this.playable.seed;
  }

  rules(): RulesLine[] {
    return this.playable.rules();
  }

  watch(watcher: (change: Change) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Presses a direction. */
  press(way: Way): void {
    this.pressed += 1;
    const hidden = this.view.opacities.directionButtons === null;
    if (hidden || this.state.screen !== "play" || this.state.available[way.index] === false) {
      this.tell({ kind: "refused", way });
      return;
    }
    const now = this.pass();
    this.act({ do: "play", direction: way.index, now }, (game) => game.play(way.index, now), way);
  }

  /** Plays on after a win. */
  playOn(): void {
    if (!this.state.canPlayOn) return;
    const now = this.pass();
    this.act({ do: "playOn", now }, (game) => game.playOn(now), null);
  }

  clickTile(row: number, column: number): void {
    const now = this.pass();
    if (this.game) this.act(null, (game) => game.clickTile(row, column, now), null);
  }

  clickStatBox(index: number): void {
    const now = this.pass();
    if (this.game) this.act(null, (game) => game.clickStatBox(index, now), null);
  }

  /** Lets time pass in modes that watch it. */
  tick(): void {
    if (this.state.screen === "play") this.act(null, (game) => game.tick(Date.now()), null);
  }

  undo(): void {
    if (!this.playable.undo()) return;
    this.deeds?.push({ do: "undo" });
    this.look();
    this.tell({ kind: "shown", reason: "undone" });
  }

  redo(): void {
    if (!this.playable.redo()) return;
    this.deeds?.push({ do: "redo" });
    this.look();
    this.tell({ kind: "shown", reason: "redone" });
  }

  private act(deed: Deed | null, action: (game: Playable) => Turn, way: Way | null): void {
    let turn: Turn;
    try {
      turn = action(this.playable);
    } catch (error) {
      if (!isRefusal(error)) this.tell({ kind: "failed", error });
      else if (way) this.tell({ kind: "refused", way });
      return;
    }
    if (deed) this.deeds?.push(deed);
    this.shown(turn, way);
  }

  private shown(turn: Turn, way: Way | null): void {
    this.look();
    this.tell({ kind: "turn", turn, way });
  }

  private look(): void {
    this.view = this.playable.view();
    this.state = this.playable.state();
  }

  /** Counts the time since the last deed; the time now. */
  private pass(): number {
    const now = Date.now();
    const gap = now - this.last;
    if (gap > 0 && gap < PAUSE) this.time += gap;
    this.last = now;
    return now;
  }

  private tell(change: Change): void {
    for (const watcher of this.watchers) watcher(change);
  }
}

/** The game that the same deeds lead to. */
function repeated(
  { Game, Mode }: Engine,
  mode: string,
  now: number,
  { seed, deeds }: Pick<Story, "seed" | "deeds">,
): Game {
  const game = Game.start(Mode.builtIn(mode), { seed, now });
  perform(game, deeds);
  return game;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "kind" in error && error.kind === "refused";
}
