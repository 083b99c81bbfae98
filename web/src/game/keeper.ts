// Keeps the game that is played: soon after every move, and at once when the
// page is left.

import type { Saved } from "../engine/deeds";
import { engine } from "../engine/load";
import {
  allGames,
  allModes,
  type Counted,
  type GameRecord,
  keepGame,
  type ModeRecord,
} from "../store/database";
import { type Begun, forgetBegun, forgetUnkept, noteBegun, noteUnkept, readBegun } from "../store/unkept";
import { miniature } from "./miniature";
import { type Change, Table } from "./table";

const DELAY = 300;

/** What is known of a game before anything is done at its table. */
export type Known = Pick<GameRecord, "id" | "started" | "won" | "counted">;

/** Of a game that was begun here. */
const NOTHING: Counted = { moves: 0, merges: 0, time: 0, won: false, over: false };

/** What is known of a game that comes to the table for the first time. */
export function newcomer(id: string, { began, state }: Table): Known {
  // What happened before the game came here was not played here.
  const { moves, merges, screen } = state;
  const counted = { moves, merges, time: 0, won: screen === "win", over: screen === "over" };
  return { id, started: began, won: counted.won, counted };
}

/** What is known of a game that was begun without the engine. */
export function knownOf({ id, started, won }: Begun): Known {
  return { id, started, won, counted: NOTHING };
}

/** A game as it stands, to be kept. */
function recordOf(table: Table, { snapshot, at, deeds }: Saved, known: Known, updated: number): GameRecord {
  const { state, view, facts, faces, time } = table;
  const { score, moves, merges, screen } = state;
  return {
    ...known,
    mode: facts.name,
    title: facts.title,
    updated,
    score,
    moves,
    merges,
    time,
    screen,
    snapshot,
    ...(deeds.length > 0 && { since: { at, deeds } }),
    preview: miniature(view, faces),
  };
}

/** What it takes to go on with a game that was kept. */
export function savedOf({ snapshot, updated, since }: GameRecord): Saved {
  return { snapshot, at: since?.at ?? updated, deeds: since?.deeds ?? [] };
}

export class Keeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dirty = false;
  /** Whether something is being written, which ends unfinished if the page is left. */
  private writing = 0;
  private readonly known: Known;
  private readonly unwatch: () => void;

  constructor(
    private readonly table: Table,
    { id, started, won, counted }: Known,
  ) {
    this.known = { id, started, won, counted };
    this.unwatch = table.watch((change) => this.noted(change));
    document.addEventListener("visibilitychange", this.leaving);
    addEventListener("pagehide", this.leaving);
  }

  get id(): string {
    return this.known.id;
  }

  /** Stops watching; what is not kept yet is. */
  async close(): Promise<void> {
    this.unwatch();
    document.removeEventListener("visibilitychange", this.leaving);
    removeEventListener("pagehide", this.leaving);
    await this.keep();
  }

  private noted(change: Change): void {
    if (change.kind !== "turn" && change.kind !== "shown") return;
    // Time alone is not worth keeping.
    if (change.kind === "turn" && !change.way && change.turn.events.length === 0) return;
    this.known.won ||= this.table.state.screen === "win";
    this.dirty = true;
    this.timer ??= setTimeout(() => void this.keep(), DELAY);
  }

  private readonly leaving = () => {
    const { saved, waiting } = this.table;
    const isKept = !this.dirty && this.writing === 0 && waiting === 0;
    if (document.visibilityState === "visible" || isKept) return;
    // The engine would answer too late; what was done since it wrote the game down is done again.
    if (saved) noteUnkept(recordOf(this.table, saved, this.known, Date.now()));
    void this.keep();
  };

  /** Keeps the game as it stands, if anything happened in it or if it is to be kept anyway. */
  async keep(anyway = false): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.dirty && !anyway) return;
    const { table, known } = this;
    const { engineGame: game, story } = table;
    const updated = Date.now();
    this.dirty = false;
    if (story) {
      const { id, started, won } = known;
      noteBegun({ id, mode: table.facts.name, started, updated, won, ...story });
    }
    if (!game) return;
    this.writing += 1;
    try {
      // If the engine stops over it, there is what it wrote before.
      const saved = await game.save().catch(() => game.saved);
      await keepGame(recordOf(table, saved, known, updated));
    } finally {
      this.writing -= 1;
    }
    forgetBegun(known.id, updated);
    if (!this.dirty && this.writing === 0) forgetUnkept(known.id);
  }
}

/**
 * Has the engine play the games that were begun without it, and keeps them. What
 * can't be brought home now, since there is no engine or no database, stays
 * where it is.
 */
export async function bringHome(): Promise<void> {
  await Promise.allSettled(readBegun().map(bring));
}

async function bring(begun: Begun): Promise<void> {
  const table = await Table.repeating(await engine(), begun);
  const { saved } = table;
  if (saved) await keepGame(recordOf(table, saved, knownOf(begun), begun.updated));
  table.close();
  forgetBegun(begun.id, begun.updated);
}

/** Every game there is, the last one played first. */
export async function everyGame(): Promise<GameRecord[]> {
  await bringHome();
  return allGames();
}

/** What was reached in each mode. */
export async function everyMode(): Promise<ModeRecord[]> {
  await bringHome();
  return allModes();
}

/** The best score in each mode. */
export async function bestScores(): Promise<Map<string, number>> {
  return new Map((await everyMode()).map((record) => [record.mode, record.best]));
}
