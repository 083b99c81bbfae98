// A board as a picture of a few colours.

import type { Faces } from "../board/faces";
import type { GameView } from "../engine/types";

/** The number of rows and columns that can be told apart in a picture of the size of a stamp. */
const SIDE = 32;

/** Rows of "#rrggbb", "" for empty cells, "-" for holes; of large boards not every row and column. */
export function miniature({ cells }: GameView, faces: Faces): string[][] {
  const step = Math.ceil(Math.max(cells.length, ...cells.map((row) => row.length)) / SIDE);
  const thinned = <T>(all: readonly T[]) => (step > 1 ? all.filter((_, index) => index % step === 0) : all);
  return thinned(cells).map((row) =>
    thinned(row).map((cell) =>
      cell.face >= 0 ? faces.face(cell.face).background : cell.ground === null ? "-" : "",
    ),
  );
}
