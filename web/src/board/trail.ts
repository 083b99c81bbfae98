// What was seen of the last turns, so that it can be seen again when a turn is
// taken back or made again.

import type { GameView } from "../engine/types";
import { type Motion, reversed } from "./motion";

/** The number of turns that are remembered. */
const LENGTH = 100;

interface Step {
  before: GameView;
  after: GameView;
  motion: Motion;
}

/** Returns true if the same tiles lie on both boards. */
function alike(a: GameView, b: GameView): boolean {
  return (
    a.rows === b.rows &&
    a.columns === b.columns &&
    a.cells.every((cells, row) => cells.every((cell, column) => cell.face === b.cells[row]?.[column]?.face))
  );
}

/** The turns of one game, by what they did to the board: not every turn is a step that can be taken back. */
export class Trail {
  private steps: Step[] = [];

  add(step: Step): void {
    this.steps = [...this.steps.slice(1 - LENGTH), step];
  }

  /** Returns the motion from one board to the other, if one turn lies between them, forth or back. */
  between(shown: GameView, next: GameView): Motion | null {
    if (alike(shown, next)) return null;
    for (const { before, after, motion } of [...this.steps].reverse()) {
      if (alike(after, shown) && alike(before, next)) return reversed(motion, after);
      if (alike(before, shown) && alike(after, next)) return motion;
    }
    return null;
  }

  clear(): void {
    this.steps = [];
  }
}
