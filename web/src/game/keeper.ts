// Keeps the game that is played: soon after every move, and at once when the
// page is left. IndexedDB answers too late for a page that closes, so the last
// state also goes to local storage, from where the next visit fetches it.

import {
  allModes,
  type GameRecord,
  keepGame,
  keepMode,
  type ModeRecord,
  modeRecord,
} from "../store/database";
import type { Change, Table } from "./table";

const UNKEPT = "polymerge.unkept";
const DELAY = 300;

/** What has been counted already, so that nothing counts twice. */
interface Counted {
  moves: number;
  merges: number;
  time: number;
  won: boolean;
  over: boolean;
}

export class Keeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dirty = false;
  private readonly counted: Counted;
  private readonly unwatch: () => void;

  constructor(
    private readonly table: Table,
    readonly id: string,
    private readonly started: number,
    known: GameRecord | null,
  ) {
    this.counted = {
      moves: known?.moves ?? table.state.moves,
      merges: known?.merges ?? table.state.merges,
      time: known?.time ?? 0,
      won: known?.won ?? false,
      over: known?.screen === "over",
    };
    this.isNew = known === null;
    this.unwatch = table.watch((change) => this.noted(change));
    document.addEventListener("visibilitychange", this.leaving);
    addEventListener("pagehide", this.leaving);
  }

  private isNew: boolean;

  /** Stops watching; what is not kept yet is. */
  async close(): Promise<void> {
    this.unwatch();
    document.removeEventListener("visibilitychange", this.leaving);
    removeEventListener("pagehide", this.leaving);
    await this.keep();
  }

  private noted(change: Change): void {
    if (change.kind === "refused") return;
    // Time alone is not worth keeping.
    if (change.kind === "turn" && !change.way && change.turn.events.length === 0) return;
    if (change.kind === "shown" && change.reason === "begun") return;
    this.dirty = true;
    this.timer ??= setTimeout(() => void this.keep(), DELAY);
  }

  private readonly leaving = () => {
    if (document.visibilityState === "visible" || !this.dirty) return;
    const record = this.record();
    if (!record) return;
    try {
      localStorage.setItem(UNKEPT, JSON.stringify(record));
    } catch {
      // No room or no permission: what IndexedDB holds has to do.
    }
    void this.keep();
  };

  /** Keeps the game as it stands, if anything happened in it or if it is to be kept anyway. */
  async keep(anyway = false): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.dirty && !anyway) return;
    const record = this.record();
    if (!record) return;
    this.dirty = false;
    await keepGame(record);
    if (readUnkept()?.id === record.id) localStorage.removeItem(UNKEPT);
    await this.count(record);
  }

  private record(): GameRecord | null {
    const { table } = this;
    const game = table.engineGame;
    if (!game) return null;
    const { state, view, facts, faces } = table;
    return {
      id: this.id,
      mode: facts.name,
      title: facts.title,
      started: this.started,
      updated: Date.now(),
      score: state.score,
      moves: state.moves,
      merges: state.merges,
      time: table.time,
      screen: state.screen,
      won: this.counted.won || state.screen === "win",
      snapshot: game.snapshot(),
      preview: view.cells.map((cells) =>
        cells.map((cell) =>
          cell.face >= 0 ? faces.face(cell.face).background : cell.ground === null ? "-" : "",
        ),
      ),
    };
  }

  /** Adds what is new to the statistics of the mode. */
  private async count(record: GameRecord): Promise<void> {
    const { counted } = this;
    const mode = record.mode || record.title;
    const sum = (await modeRecord(mode)) ?? emptyMode(mode, record.title);
    const over = record.screen === "over";
    await keepMode({
      ...sum,
      games: sum.games + (this.isNew ? 1 : 0),
      finished: sum.finished + (over && !counted.over ? 1 : 0),
      won: sum.won + (record.won && !counted.won ? 1 : 0),
      best: Math.max(sum.best, record.score),
      bestMoves: Math.max(sum.bestMoves, record.moves),
      moves: sum.moves + Math.max(0, record.moves - counted.moves),
      merges: sum.merges + Math.max(0, record.merges - counted.merges),
      time: sum.time + Math.max(0, record.time - counted.time),
      last: record.updated,
    });
    this.isNew = false;
    counted.moves = Math.max(counted.moves, record.moves);
    counted.merges = Math.max(counted.merges, record.merges);
    counted.time = record.time;
    counted.won = record.won;
    counted.over ||= over;
  }
}

function emptyMode(mode: string, title: string): ModeRecord {
  const zero = {
    games: 0,
    finished: 0,
    won: 0,
    best: 0,
    bestMoves: 0,
    moves: 0,
    merges: 0,
    time: 0,
    last: 0,
  };
  return { mode, title, ...zero };
}

/** The best score in each mode. */
export async function bestScores(): Promise<Map<string, number>> {
  return new Map((await allModes()).map((record) => [record.mode, record.best]));
}

function readUnkept(): GameRecord | null {
  try {
    const text = localStorage.getItem(UNKEPT);
    return text ? (JSON.parse(text) as GameRecord) : null;
  } catch {
    return null;
  }
}

/** Brings what the last visit could not keep in time into the database. */
export async function fetchUnkept(): Promise<void> {
  const record = readUnkept();
  if (!record) return;
  await keepGame(record);
  localStorage.removeItem(UNKEPT);
}
