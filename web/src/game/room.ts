// Which game is on the table, and how another one gets there.

import { engine, engineNow } from "../engine/load";
import type { NewGame } from "../engine/service";
import { Starter, type StarterLooks } from "../engine/starter";
import type { DirectionInfo } from "../engine/types";
import type { Route } from "../route";
import {
  allLines,
  forgetGame,
  forgetUnplayed,
  type GameRecord,
  gameById,
  mayHoldGames,
  restoreGame,
} from "../store/database";
import { type Begun, forgetBegun, readBegun } from "../store/unkept";
import { bringHome } from "./home";
import { Keeper, type Known, knownOf, knownOfKept, lastGame, newcomer, savedOf } from "./keeper";
import { notice } from "./notices";
import { Table } from "./table";
import { Tabs } from "./tabs";

/** The mode that is there before the engine is. */
export interface FirstMode extends StarterLooks {
  title: string;
  about: string;
  directions: DirectionInfo[];
}

/** A seed that nobody has chosen. */
export function drawnSeed(): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  // Short enough to be told to somebody.
  return `${((words[0] ?? 0) & 0xfffff) * 4096 + ((words[1] ?? 0) & 0xfff)}`;
}

/** A name for a game that no other has. */
function freshId(): string {
  return `${Date.now().toString(36)}-${drawnSeed()}`;
}

/** How a game comes to the table. */
interface Seating {
  /** What is known of it, if it was kept, or what it has in common with another one. */
  known?: Partial<Known>;
  /** The table that it takes over, with its keys. */
  follows?: Table;
  /** Whether it takes the place of a game that was played, so that this can be taken back. */
  replaces?: boolean;
}

/** Why the game on the table can't be played here. */
export type Elsewhere = "another tab" | "deleted";

export class Room {
  table: Table | null = null;
  /** Why the engine has not taken over, if it could not be loaded. */
  trouble: unknown = null;
  elsewhere: Elsewhere | null = null;
  private keeper: Keeper | null = null;
  /** The game that a new one has replaced, until something is done in that. */
  private replaced: string | null = null;
  /** The new game, after the one that it had replaced came back, until something is done there. */
  private undone: string | null = null;
  private readonly watchers = new Set<() => void>();
  private readonly tabs = new Tabs({
    has: (id) => this.id === id && this.elsewhere === null,
    yield: (id) => this.yield(id),
    gone: () => this.lock("deleted"),
  });

  constructor(private readonly first: FirstMode) {}

  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Id of the game on the table. */
  get id(): string | null {
    return this.keeper?.id ?? null;
  }

  /** What can be on the table without asking the database: the first mode, as long as no game was kept. */
  welcome(route: Route): void {
    const asked = route.view === "home" || (route.view === "play" && route.mode === this.first.mode);
    if (asked && !mayHoldGames()) {
      try {
        this.start({ begun: readBegun()[0] });
      } catch {
        // Begun under other rules: that must not be the end of all playing.
        this.start({});
      }
    } else void bringHome();
  }

  /** Whether what a route asks for is on the table. */
  holds(route: Route): boolean {
    if (!this.table) return false;
    return route.view === "home" || (route.view === "play" && route.mode === this.table.facts.name);
  }

  /** The game that was played last, or a first one. */
  async last(): Promise<void> {
    if (this.table) return;
    await bringHome();
    const id = await lastGame();
    if (!id || !(await this.returns(id))) await this.mode(this.first.mode);
  }

  /** The last game of a mode that is not over, or a new one. */
  async mode(called: string): Promise<void> {
    const name = called === this.first.mode ? called : await (await engine()).ask("nameOf", called);
    if (this.table?.facts.name === name && this.table.state.screen !== "over") return;
    await bringHome();
    const open = (await allLines()).find((line) => line.mode === name && line.screen !== "over");
    if (open && (await this.returns(open.id))) return;
    if (name === this.first.mode && !engineNow()) return this.start({});
    const loaded = await engine();
    const opened = await loaded.ask("start", name, { seed: drawnSeed() });
    await this.seat(Table.of(loaded.game(opened)));
  }

  /** A game that was kept. */
  async game(id: string): Promise<void> {
    if (!(await this.returns(id))) throw new Error("This game is not kept in this browser any more.");
  }

  /** Puts a game on the table that was there before, perhaps at the one that is there now; whether it is kept still. */
  async returns(id: string, follows?: Table): Promise<boolean> {
    if (this.id === id) return true;
    if (!follows) await this.tabs.claim(id);
    const record = await gameById(id);
    const seating = follows ? { follows } : {};
    if (record) await this.resume(record, seating);
    else {
      const begun = readBegun().find((begun) => begun.id === id);
      if (!begun) return false;
      this.start({ begun, ...seating });
    }
    return true;
  }

  /** What a code or a mode file holds. Gives the code back if it is a replay. */
  async text(text: string, fileName?: string): Promise<{ replay: string } | null> {
    const loaded = await engine();
    const opened = await loaded.ask("open", text, drawnSeed(), fileName);
    if (!opened) return { replay: text };
    await this.seat(Table.of(loaded.game(opened)), { replaces: true });
    return null;
  }

  /** A new game of the mode on the table, as it is in the catalogue, with changes. */
  async begin({ change, seed = drawnSeed() }: NewGame, changed = ""): Promise<void> {
    const game = await this.table?.engineGame?.changed({ seed, change });
    if (!game) return;
    // A changed mode has its own best scores.
    const names = change && { name: "", title: `${game.facts.title}, changed` };
    const known = changed ? { change: changed } : {};
    await this.seat(Table.of(game, names), { known, replaces: true });
  }

  /** A new game of the mode on the table: with its seed, or another. Keys that follow mean the new game. */
  again(sameSeed: boolean): void {
    const { table } = this;
    table?.inTurn(async () => {
      const seed = sameSeed ? table.seed : drawnSeed();
      const game = table.engineGame;
      if (!game) return this.start({ seed, follows: table, replaces: true });
      const { name, title } = table.facts;
      const known = this.keeper?.rules ?? {};
      const next = Table.of(await game.another(seed), { name, title });
      await this.seat(next, { known, follows: table, replaces: true });
    });
  }

  /** Whether undoing brings back the game that a new one has replaced. */
  get canBringBack(): boolean {
    return this.replaced !== null && !this.table?.state.canUndo && this.keeper?.isPlayed === false;
  }

  /** Whether redoing brings the new game again. */
  get canBringAgain(): boolean {
    return this.undone !== null && !this.table?.state.canRedo;
  }

  /** Takes back a new game, or begins it again, where the steps of the game on the table end. */
  private async beyond(table: Table, what: "undo" | "redo"): Promise<void> {
    const { id: left, replaced, undone } = this;
    if (what === "undo" && replaced && this.canBringBack && (await this.returns(replaced, table)))
      this.undone = left;
    else if (what === "redo" && undone && this.canBringAgain && (await this.returns(undone, table)))
      this.replaced = left;
    else return;
    notice(null);
    this.tell();
  }

  /** Brings back the game that a new one has replaced, whatever was done since. */
  private bringBack(id: string): void {
    notice(null);
    const { table } = this;
    table?.inTurn(async () => {
      await this.returns(id, table);
    });
  }

  /** Keeps what was done in the game on the table, so that lists know of it. */
  async flush(): Promise<void> {
    const { table } = this;
    await new Promise<void>((done) => (table ? table.inTurn(async () => done()) : done()));
    if (!this.elsewhere) await this.keeper?.keep();
  }

  /** Keeps the game on the table at once. Gives its id. */
  async keep(): Promise<string | null> {
    if (!this.elsewhere) await this.keeper?.keep(true);
    return this.id;
  }

  /** Under which name the game on the table adds to the statistics. */
  async sum(): Promise<string> {
    return (await this.keeper?.sum()) ?? "";
  }

  /** Deletes a game for good, but for what the notice about it gives back. */
  async forget(id: string): Promise<GameRecord | undefined> {
    if (this.id === id) {
      const { keeper, table } = this;
      this.keeper = null;
      this.table = null;
      await keeper?.close();
      table?.close();
    }
    if (this.replaced === id) this.replaced = null;
    if (this.undone === id) this.undone = null;
    const record = await forgetGame(id);
    forgetBegun(id);
    this.tabs.forget(id);
    this.tell();
    return record;
  }

  /** Brings a deleted game back. */
  async restore(record: GameRecord): Promise<void> {
    await restoreGame(record);
    this.tell();
  }

  /** Goes on here with a game that another tab has, or has deleted. */
  async playHere(): Promise<void> {
    const { id, elsewhere, table, keeper } = this;
    if (!id || !table) return;
    if (elsewhere === "another tab") {
      await this.tabs.claim(id);
      const record = await gameById(id);
      if (record) return this.resume(record);
    }
    this.elsewhere = null;
    table.isLocked = false;
    await keeper?.keep(true);
    this.tell();
  }

  /** Lets another tab go on with the game. */
  private async yield(id: string): Promise<void> {
    if (this.id !== id) return;
    this.lock("another tab");
    const { table, keeper } = this;
    await new Promise<void>((done) => table?.inTurn(async () => done()));
    await keeper?.keep();
  }

  private lock(why: Elsewhere): void {
    if (this.table) this.table.isLocked = true;
    this.elsewhere = why;
    this.tell();
  }

  private async resume(record: GameRecord, seating: Seating = {}): Promise<void> {
    const loaded = await engine();
    const game = loaded.game(await loaded.ask("resume", savedOf(record)));
    const { time, mode: name, title } = record;
    await this.seat(Table.of(game, { time, name, title }), { ...seating, known: knownOfKept(record) });
  }

  /** The first mode, without the engine, which takes over as soon as it can. */
  private start({
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
      await bringHome();
    } catch (error) {
      this.trouble = error;
      this.tell();
    }
  }

  /** Puts a game on the table. */
  private async seat(table: Table, { known = {}, follows, replaces = false }: Seating = {}): Promise<void> {
    const [old, left] = [this.keeper, this.table];
    const isKept = known.id !== undefined;
    const id = freshId();
    this.table = table;
    table.beyond = (what) => this.beyond(table, what);
    this.trouble = null;
    this.elsewhere = null;
    this.keeper = new Keeper(table, { ...newcomer(id, table), ...known }, () => this.parted());
    this.undone = null;
    if (!replaces) this.replaced = null;
    else if (old?.isPlayed) this.replaced = old.id;
    if (follows) table.follow(follows);
    this.tell();
    const { replaced, keeper } = this;
    if (replaces && replaced) {
      const act = () => this.bringBack(replaced);
      notice({ text: "A new game. The one before is kept.", action: { name: "Back to it", act } });
    }
    // What nothing was done in yet is there again when the page is loaded anew.
    if (!isKept) await keeper.keep(true);
    await old?.close();
    left?.close();
    // Left before the engine had come, which may be there by now.
    if (engineNow()) await bringHome();
    if (!isKept) void forgetUnplayed();
  }

  /** Another tab went on with the game as well. */
  private parted(): void {
    notice({ text: "This game was played in another tab, too. Both are kept, each as it was played." });
    this.tell();
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}
