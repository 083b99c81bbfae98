// Which game is on the table, and how another one gets there.

import { engine, engineNow } from "../engine/load";
import type { NewGame } from "../engine/service";
import { Starter, type StarterLooks } from "../engine/starter";
import type { DirectionInfo } from "../engine/types";
import type { Route } from "../route";
import { type GameRecord, gameById, mayHoldGames } from "../store/database";
import { type Begun, readBegun } from "../store/unkept";
import { bringHome, everyGame, Keeper, type Known, knownOf, newcomer, savedOf } from "./keeper";
import { Table } from "./table";

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

export class Room {
  table: Table | null = null;
  /** Why the engine has not taken over, if it could not be loaded. */
  trouble: unknown = null;
  private keeper: Keeper | null = null;
  private readonly watchers = new Set<() => void>();

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
        this.start(drawnSeed(), readBegun()[0]);
      } catch {
        // Begun under other rules: that must not be the end of all playing.
        this.start();
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
    const games = await everyGame().catch((): GameRecord[] => []);
    const open = games.find((game) => game.screen !== "over") ?? games[0];
    if (open) await this.resume(open);
    else await this.mode(this.first.mode);
  }

  /** The last game of a mode that is not over, or a new one. */
  async mode(name: string): Promise<void> {
    if (this.table?.facts.name === name && this.table.state.screen !== "over") return;
    const games = await everyGame().catch((): GameRecord[] => []);
    const open = games.find((game) => game.mode === name && game.screen !== "over");
    if (open) await this.resume(open);
    else if (name === this.first.mode && !engineNow()) this.start();
    else {
      const loaded = await engine();
      const opened = await loaded.ask("start", name, { seed: drawnSeed() });
      await this.seat(Table.of(loaded.game(opened)));
    }
  }

  /** A game that was kept. */
  async game(id: string): Promise<void> {
    if (this.keeper?.id === id) return;
    const record = await gameById(id);
    if (!record) throw new Error("This game is not kept in this browser any more.");
    await this.resume(record);
  }

  /** What a code or a mode file holds. Gives the code back if it is a replay. */
  async text(text: string, fileName?: string): Promise<{ replay: string } | null> {
    const loaded = await engine();
    const opened = await loaded.ask("open", text, drawnSeed(), fileName);
    if (!opened) return { replay: text };
    await this.seat(Table.of(loaded.game(opened)));
    return null;
  }

  /** A new game of the mode on the table, as it is in the catalogue, with changes. */
  async begin({ change, seed = drawnSeed() }: NewGame): Promise<void> {
    const game = await this.table?.engineGame?.changed({ seed, change });
    if (!game) return;
    // A changed mode has its own best scores.
    const names = change && { name: "", title: `${game.facts.title}, changed` };
    await this.seat(Table.of(game, names));
  }

  /** A new game of the mode on the table: with its seed, or another. Keys that follow mean the new game. */
  again(sameSeed: boolean): void {
    const { table } = this;
    table?.inTurn(async () => {
      const seed = sameSeed ? table.seed : drawnSeed();
      const game = table.engineGame;
      if (!game) return this.start(seed, undefined, table);
      const { name, title } = table.facts;
      await this.seat(Table.of(await game.another(seed), { name, title }), undefined, table);
    });
  }

  /** Keeps the game on the table at once. Gives its id. */
  async keep(): Promise<string | null> {
    await this.keeper?.keep(true);
    return this.id;
  }

  private async resume(record: GameRecord): Promise<void> {
    const loaded = await engine();
    const game = loaded.game(await loaded.ask("resume", savedOf(record)));
    const { time, mode: name, title } = record;
    await this.seat(Table.of(game, { time, name, title }), record);
  }

  /** The first mode, without the engine, which takes over as soon as it can. */
  private start(seed = drawnSeed(), begun?: Begun, before?: Table): void {
    const facts = { ...this.first, name: this.first.mode, interval: undefined, clickable: false };
    const table = Table.starting(new Starter(begun?.seed ?? seed, this.first), facts, begun);
    void this.seat(table, begun && knownOf(begun), before);
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

  /** Puts a game on the table; one that takes the place of another has its keys, too. */
  private async seat(table: Table, known?: Known, before?: Table): Promise<void> {
    const [old, left] = [this.keeper, this.table];
    this.table = table;
    this.trouble = null;
    this.keeper = new Keeper(table, known ?? newcomer(freshId(), table));
    if (before) table.follow(before);
    this.tell();
    await old?.close().catch(ignored);
    left?.close();
    // Left before the engine had come, which may be there by now.
    if (engineNow()) await bringHome();
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}

/** Without a database one can still play. */
function ignored(): void {}
