// Keeps the game that is played: soon after every move, and at once when the
// page is left.

import type { Saved } from "../engine/actions";
import type { RemoteGame } from "../engine/remote";
import type { Counted, GameRecord } from "../store/record";
import { type Begun, forgetBegun, forgetLeft, noteBegun, noteLeft, WRITER } from "../store/unkept";
import { miniature } from "./miniature";
import type { Change, GameModel } from "./model";

const DELAY = 300;

/** The facts of a game that its model does not show. */
export type Known = Pick<GameRecord, "id" | "started" | "won" | "counted"> &
  Pick<Partial<GameRecord>, "played" | "sum" | "change" | "base">;

/** The counts of a game that begins here. */
const NOTHING: Counted = { moves: 0, merges: 0, time: 0, won: false, over: false };

/** Returns the facts of a game that is played here for the first time. */
export function newGame(id: string, { began, state }: GameModel): Known {
  // What happened before the game came here was not played here.
  const { moves, merges, screen, score } = state;
  const isElsewhere = moves > 0 || score > 0;
  const counted = {
    ...{ moves, merges, time: 0, won: screen === "win", over: screen === "over" },
    ...(isElsewhere && { score }),
  };
  return { id, started: began, won: counted.won, counted, played: false };
}

/** Returns the facts of a game that was begun without the engine. */
export function knownOf({ id, started, won, deeds: actions }: Begun): Known {
  return { id, started, won, counted: NOTHING, played: actions.length > 0 };
}

/** A game as it stands, to be kept. */
export function recordOf(
  model: GameModel,
  { snapshot, at, deeds: actions }: Saved,
  known: Known,
  updated: number,
): GameRecord {
  const { state, view, facts, faces, time, undone, helped } = model;
  const { score, moves, merges, screen } = state;
  return {
    ...known,
    writer: WRITER,
    mode: facts.name,
    title: facts.title,
    updated,
    score,
    moves,
    merges,
    time,
    screen,
    snapshot,
    ...(undone !== null && { undone }),
    ...(helped !== null && { helped }),
    ...(actions.length > 0 && { since: { at, deeds: actions } }),
    preview: miniature(view, faces),
  };
}

/** The storage of games. */
export interface GameStore {
  /** Keeps a game, and tells what was written. */
  keep(record: GameRecord): Promise<Pick<GameRecord, "id" | "updated" | "counted"> & { isKept: boolean }>;
  /** A name for the rules of a game that are in no catalogue; nothing, if they can't be told. */
  rulesOf(game: RemoteGame, title: string): Promise<string | undefined>;
  /** Called when the game is kept under another id, since another tab went on with it as well. */
  parted(): void;
}

export class Autosave {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dirty = false;
  /** The number of writes under way, which end unfinished if the page is left. */
  private writing = 0;
  private known: Known;
  /** The write under way: the next one goes on from it. */
  private kept: Promise<void> = Promise.resolve();
  private readonly unwatch: () => void;

  constructor(
    private readonly model: GameModel,
    known: Known,
    /** The storage, whose script is loaded after the first frame. */
    private readonly store: Promise<GameStore>,
  ) {
    this.known = { ...known };
    this.unwatch = model.watch((change) => this.noted(change));
    document.addEventListener("visibilitychange", this.leaving);
    addEventListener("pagehide", this.leaving);
  }

  get id(): string {
    return this.known.id;
  }

  /** True if anything was done in the game here. */
  get isPlayed(): boolean {
    return this.known.played !== false;
  }

  /** The facts that another game of the same rules has in common with this one. */
  get rules(): Pick<Known, "sum" | "change"> {
    const { sum, change } = this.known;
    return { sum, change };
  }

  /**
   * Under which name the game adds to the statistics: that of its mode, or of
   * its very rules, if these are in no catalogue.
   */
  async sum(): Promise<string> {
    const { known, model } = this;
    const { facts, engineGame } = model;
    const { name, title } = facts;
    // Games of the first version of the site go on as they began.
    if (!name && !known.sum && known.played !== undefined && engineGame)
      Object.assign(known, { sum: await (await this.store).rulesOf(engineGame, title) });
    return known.sum ?? (name || title);
  }

  /** Stops watching; what is not kept yet is. */
  async close(): Promise<void> {
    this.unwatch();
    document.removeEventListener("visibilitychange", this.leaving);
    removeEventListener("pagehide", this.leaving);
    await this.keep();
    await this.kept;
  }

  private noted(change: Change): void {
    if (change.kind === "helped" && this.isPlayed) this.later();
    if (change.kind !== "turn" && change.kind !== "shown") return;
    // Time alone is not worth keeping.
    if (change.kind === "turn" && !change.way && change.turn.events.length === 0) return;
    const isDone = change.kind === "turn" || change.reason !== "replaced";
    if (!isDone && !this.isPlayed) return;
    if (isDone) this.known.played = true;
    this.known.won ||= this.model.state.screen === "win";
    this.later();
  }

  /** Keeps the game soon. */
  private later(): void {
    this.dirty = true;
    this.timer ??= setTimeout(() => void this.keep(), DELAY);
  }

  private readonly leaving = () => {
    const { saved, waiting, isLocked } = this.model;
    const isKept = !this.dirty && this.writing === 0 && waiting === 0;
    if (document.visibilityState === "visible" || isKept || isLocked) return;
    // The engine would answer too late; what was done since it wrote the game down is done again.
    if (saved) noteLeft(recordOf(this.model, saved, this.known, Date.now()));
    // What waits for an engine makes nothing dirty yet.
    this.note();
    void this.keep();
  };

  /** Notes a game that the engine does not know yet, with what waits. */
  private note(): void {
    const { facts, state, noted } = this.model;
    const { id, won } = this.known;
    const over = state.screen === "over";
    if (noted) noteBegun({ id, mode: facts.name, updated: Date.now(), won, over, ...noted });
  }

  /** Keeps the game as it stands, if anything happened in it or if it is to be kept anyway. */
  keep(anyway = false): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.dirty && !anyway) return this.kept;
    this.dirty = false;
    this.note();
    this.writing += 1;
    this.kept = this.kept
      .then(() => this.write())
      .finally(() => {
        this.writing -= 1;
      });
    return this.kept;
  }

  private async write(): Promise<void> {
    const { model, known } = this;
    const game = model.engineGame;
    if (!game) return;
    await this.sum();
    const updated = Date.now();
    // If the engine stops over it, there is what it wrote before.
    const saved = await game.save().catch(() => game.saved);
    const { id } = known;
    const written = await (await this.store).keep(recordOf(model, saved, known, updated));
    // What was noted in local storage stays as long as it is all that there is of the game.
    if (!written.isKept) return;
    known.counted = written.counted;
    known.base = written.updated;
    forgetBegun(id, updated);
    if (!this.dirty && this.writing <= 1) forgetLeft(id);
    if (written.id === id) return;
    known.id = written.id;
    (await this.store).parted();
  }
}
