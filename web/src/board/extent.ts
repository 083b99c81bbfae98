// How much room a board takes, for the styles to share it out.

import { geometryOf } from "../board/geometry";
import type { GameView, StatBoxView } from "../engine/types";

/** Heights of a row of stat boxes, of one with tiles, and of the tiles that come next, in rem. */
const [ROW, TILES, NEXT] = [4, 5.2, 3];
/** Widths of a stat box, of a tile in it, and of a row on screens of either kind. */
const [BOX, TILE] = [8, 2.2];
const ROWS = { "--extra": 34, "--narrow": 19 };

/** The boxes that are seen above the board, or those below it. */
export function boxesOf(view: GameView, below: boolean): StatBoxView[] {
  return view.statBoxes.filter((box) => box.visible && box.below === below);
}

/** Whether all boxes have room beside the headline. */
export function isCompact(view: GameView): boolean {
  const boxes = boxesOf(view, false);
  return boxes.length < 2 && boxes.every(({ faces, ownRow }) => faces.length === 0 && !ownRow);
}

/** How high all boxes are, where a row has room for so much. */
function heightOf(view: GameView, width: number): number {
  let height = view.nextTiles.length > 0 ? NEXT : 0;
  for (const below of [false, true]) {
    const boxes = boxesOf(view, below);
    if (!below && isCompact(view)) continue;
    const needed = boxes.reduce((sum, { faces }) => sum + Math.max(BOX, faces.length * TILE), 0);
    height += Math.ceil(needed / width) * (boxes.some(({ faces }) => faces.length > 0) ? TILES : ROW);
  }
  return height;
}

/** The size of the grid in cells, and the height of rows that not every mode has, as properties of the element around it. */
export function extent(view: GameView): Record<string, string> {
  const { width, height } = geometryOf(view);
  const rows = Object.entries(ROWS).map(([name, room]) => [name, `${heightOf(view, room)}rem`]);
  return { "--columns": `${width}`, "--rows": `${height}`, ...Object.fromEntries(rows) };
}
