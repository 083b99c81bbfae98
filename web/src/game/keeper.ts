// Keeps the game that is played: soon after every move, and at once when the
// page is left.

import { allModes, type Counted, type GameRecord, keepGame } from "../store/database";
import { forgetUnkept, noteUnkept } from "../store/unkept";
import type { Change, Table } from "./table";

const DELAY = 300;

export class Keeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private dirty = false;
  /** Whether something is being written, which ends unfinished if the page is left. */
  private writing = 0;
  private readonly counted: Counted;
  private won: boolean;
  private readonly unwatch: () => void;

  constructor(
    private readonly table: Table,
    readonly id: string,
    private readonly started: number,
    known: GameRecord | null,
  ) {
    const { state } = table;
    this.won = known?.won ?? false;
    // What happened before the game came here was not played here.
    this.counted = known?.counted ?? {
      moves: state.moves,
      merges: state.merges,
      time: 0,
      won: state.screen === "win",
      over: state.screen === "over",
    };
    this.unwatch = table.watch((change) => this.noted(change));
    document.addEventListener("visibilitychange", this.leaving);
    addEventListener("pagehide", this.leaving);
  }

  /** Stops watching; what is not kept yet is. */
  async close(): Promise<void> {
    this.unwatch();
    document.removeEventListener("visibilitychange", this.leaving);
    removeEventListener("pagehide", this.leaving);
    await this.keep();
  }

  private noted(change: Change): void {
    if (change.kind === "refused" || change.kind === "failed") return;
    // Time alone is not worth keeping.
    if (change.kind === "turn" && !change.way && change.turn.events.length === 0) return;
    if (change.kind === "shown" && change.reason === "begun") return;
    this.dirty = true;
    this.timer ??= setTimeout(() => void this.keep(), DELAY);
  }

  private readonly leaving = () => {
    if (document.visibilityState === "visible" || (!this.dirty && this.writing === 0)) return;
    const record = this.record();
    if (record) noteUnkept(record);
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
    this.writing += 1;
    try {
      await keepGame(record);
    } finally {
      this.writing -= 1;
    }
    if (!this.dirty && this.writing === 0) forgetUnkept(record.id);
  }

  private record(): GameRecord | null {
    const { table } = this;
    const game = table.engineGame;
    if (!game) return null;
    const { state, view, facts, faces } = table;
    this.won ||= state.screen === "win";
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
      won: this.won,
      snapshot: game.snapshot(),
      preview: view.cells.map((cells) =>
        cells.map((cell) =>
          cell.face >= 0 ? faces.face(cell.face).background : cell.ground === null ? "-" : "",
        ),
      ),
      counted: this.counted,
    };
  }
}

/** The best score in each mode. */
export async function bestScores(): Promise<Map<string, number>> {
  return new Map((await allModes()).map((record) => [record.mode, record.best]));
}
