// The game on the table, as far as the first frame needs it: a page that was
// never played on begins with the first mode, without the engine. How other
// games get to the table is up to the room (room.ts), which comes later.

import { engine, engineNow } from "../engine/load";
import { Starter, type StarterLooks } from "../engine/starter";
import type { DirectionInfo } from "../engine/types";
import type { Route } from "../route";
import { type Begun, mayHoldGames, readBegun } from "../store/unkept";
import { type Archivist, Keeper, type Known, knownOf, newcomer } from "./keeper";
import { drawnSeed } from "./seed";
import { Table } from "./table";

/** The mode that is there before the engine is. */
export interface FirstMode extends StarterLooks {
  title: string;
  about: string;
  directions: DirectionInfo[];
}

/** A name for a game that no other has. */
function freshId(): string {
  return `${Date.now().toString(36)}-${drawnSeed()}`;
}

/** How a game comes to the table. */
export interface Seating {
  /** What is known of it, if it was kept, or what it has in common with another one. */
  known?: Partial<Known>;
  /** The table that it takes over, with its keys. */
  follows?: Table;
  /** Whether it takes the place of a game that was played, so that this can be taken back. */
  replaces?: boolean;
  /** The new game that was taken back for it. */
  undone?: string | undefined;
  /** The game that it took the place of, when it was begun. */
  replaced?: string | undefined;
}

/** Why the game on the table can't be played here. */
export type Elsewhere = "another tab" | "deleted";

/** What the room does about what happens on the stage. */
export interface Direction extends Archivist {
  /** The steps of a game have come to their end. */
  beyond(table: Table, what: "undo" | "redo"): void | Promise<void>;
  /** A game has taken the place of one that was played. */
  replaced(id: string): void;
  /** A new game is on the table, and kept. */
  begun(): void;
  /** Keeps what was begun without the engine. */
  bringHome(): Promise<void>;
}

export class Stage {
  table: Table | null = null;
  /** The empty board that is shown until the game is there that was asked for (`Room.expect`). */
  awaited: Table | null = null;
  /** Why the engine has not taken over, if it could not be loaded. */
  trouble: unknown = null;
  elsewhere: Elsewhere | null = null;
  keeper: Keeper | null = null;
  /** The game that a new one has replaced, until something is done in that. */
  replaced: string | undefined;
  /** The new game, after the one that it had replaced came back, until something is done there. */
  undone: string | undefined;
  direction: Direction | null = null;
  /** Lets the room take over. */
  direct: (direction: Direction) => void = () => {};
  /** Settled when the room has come. */
  private readonly directed = new Promise<Direction>((resolve) => {
    this.direct = (direction) => {
      this.direction = direction;
      resolve(direction);
    };
  });
  private readonly watchers = new Set<() => void>();

  constructor(readonly first: FirstMode) {}

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  tell(): void {
    for (const watcher of this.watchers) watcher();
  }

  /** What can be on the table without asking the database: the first mode, as long as no game was kept. */
  welcome(route: Route): void {
    const asked = route.view === "home" || (route.view === "play" && route.mode === this.first.mode);
    if (!asked || mayHoldGames()) return;
    const [begun] = readBegun();
    // What an earlier version of the site began with takes the engine.
    if (begun && begun.mode !== this.first.mode) return;
    try {
      this.start({ begun });
    } catch {
      // Begun under other rules: that must not be the end of all playing.
      this.start({});
    }
  }

  /** The first mode, without the engine, which takes over as soon as it can. */
  start({
    seed = drawnSeed(),
    begun,
    ...seating
  }: { seed?: string; begun?: Begun | undefined } & Seating): void {
    const facts = { ...this.first, name: this.first.mode, interval: undefined, clickable: false };
    const table = Table.starting(new Starter(begun?.seed ?? seed, this.first), facts, begun);
    void this.seat(table, { ...seating, ...(begun && { known: knownOf(begun) }) });
    // The frame that can be played comes first.
    requestAnimationFrame(() => setTimeout(() => void this.promote()));
  }

  /** Lets the engine take over what was begun without it: the game on the table, and those that were left. */
  async promote(): Promise<void> {
    this.trouble = null;
    this.tell();
    try {
      const loaded = await engine();
      await this.table?.promote(loaded);
      await this.direction?.bringHome();
    } catch (error) {
      this.trouble = error;
      this.tell();
    }
  }

  /** Has what was done at the empty board of a mode done in its game; changed modes have no name. */
  private succeed(table: Table): void {
    const { awaited } = this;
    const isMeant = [awaited?.facts.name, ""].includes(table.facts.name);
    if (isMeant && awaited && !awaited.heir) table.follow(awaited);
  }

  /** Puts a game on the table. */
  async seat(table: Table, { known = {}, follows, replaces, undone, replaced }: Seating = {}): Promise<void> {
    const [old, left] = [this.keeper, this.table];
    const isKept = known.id !== undefined;
    const id = freshId();
    this.table = table;
    table.beyond = (what) => this.direction?.beyond(table, what);
    this.trouble = null;
    this.elsewhere = null;
    this.keeper = new Keeper(table, { ...newcomer(id, table), ...known }, this.directed);
    this.undone = undone;
    if (!replaces) this.replaced = replaced;
    else if (old?.isPlayed) this.replaced = old.id;
    // Keys that wait may take back or bring again, at once.
    if (follows) table.follow(follows);
    this.succeed(table);
    this.tell();
    const { keeper } = this;
    if (replaces && this.replaced) this.direction?.replaced(this.replaced);
    // What nothing was done in yet is there again when the page is loaded anew.
    if (!isKept) await keeper.keep(true);
    await old?.close();
    left?.close();
    // Left before the engine had come, which may be there by now.
    if (engineNow()) await this.direction?.bringHome();
    if (!isKept) this.direction?.begun();
  }
}
