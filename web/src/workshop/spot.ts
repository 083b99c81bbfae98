// The place on the board beside the editor at which expressions are looked at.

import type { GameView } from "../engine/types";

export interface Spot {
  row: number;
  column: number;
  /** The direction in which tiles move; `null` for none. */
  direction: number | null;
}

/** Returns the first tile of a board, moving in the first direction. */
export function firstSpot({ cells }: Pick<GameView, "cells">): Spot {
  for (const [row, line] of cells.entries())
    for (const [column, { tile }] of line.entries()) if (tile) return { row, column, direction: 0 };
  return { row: 0, column: 0, direction: 0 };
}
