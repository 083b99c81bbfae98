// Where the cells of a grid lie, in widths of a cell.

import type { Place } from "../engine/types";

/** The gap between cells, and around the board. */
export const GAP = 0.1;

/** The steps from cell to cell and the size of a whole grid. */
export interface Geometry {
  hexagonal: boolean;
  column: number;
  row: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** The geometry of a grid of rows and columns. */
export function geometryOf(grid: { hexagonal: boolean; rows: number; columns: number }): Geometry {
  // Hexagons stand on a grid of half columns, every second one unused.
  const column = grid.hexagonal ? (Math.sqrt(3) / 2 + GAP / 2) / 2 : 1 + GAP;
  const row = grid.hexagonal ? 0.75 + GAP / 2 : 1 + GAP;
  const extent = (count: number, step: number) => Math.max(0, count - 1) * step + 1 + 2 * GAP;
  return {
    hexagonal: grid.hexagonal,
    column,
    row,
    width: extent(grid.columns, column),
    height: extent(grid.rows, row),
  };
}

/** The upper left corner of a cell. */
export function cornerOf(geometry: Geometry, place: Place): Point {
  return { x: GAP + place.column * geometry.column, y: GAP + place.row * geometry.row };
}

/** Returns the way on the screen of a step of rows and columns. */
export function stepOf(hexagonal: boolean, step: { rows: number; columns: number }): Point {
  const { column, row } = geometryOf({ hexagonal, rows: 1, columns: 1 });
  return { x: step.columns * column, y: step.rows * row };
}
