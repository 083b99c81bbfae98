// How much room a board takes, for the styles to share it out.

import type { GameView, StatBoxView } from "../engine/types";
import { geometryOf } from "../input/geometry";

/** Heights of a row of stat boxes, of one with tiles, and of the tiles that come next, in rem. */
const [ROW, TILES, NEXT] = [4, 5.5, 3];
/** Width of a letter of a title, in rem. */
const LETTER = 0.53;
/** Widths in rem of a stat box, of the least with tiles, of its edge and of a tile in it, and of a row; on screens of each kind. */
const ROWS = {
  "--extra": { box: 8, least: 8, edge: 0, tile: 2.2, row: 34 },
  "--narrow": { box: 6.6, least: 5.25, edge: 1.65, tile: 2.65, row: 19.5 },
  // Where there is no room to spare, boxes that get more tiles don't get larger, and the board keeps its size.
  "--small": { box: 6.6, least: 5.25, edge: 0, tile: 0, row: 19.5 },
};

/** The boxes that are seen above the board, or those below it. */
export function boxesOf(view: GameView, below: boolean): StatBoxView[] {
  return view.statBoxes.filter((box) => box.visible && box.below === below);
}

/** Returns true if all boxes have room beside the headline. */
export function isCompact(view: GameView): boolean {
  const boxes = boxesOf(view, false);
  return boxes.length < 2 && boxes.every(({ faces, ownRow }) => faces.length === 0 && !ownRow);
}

/** Returns the height of all boxes, on screens of a kind. */
function heightOf(view: GameView, { box, least, edge, tile, row }: (typeof ROWS)["--extra"]): number {
  let height = view.nextTiles.length > 0 ? NEXT : 0;
  for (const below of [false, true]) {
    const boxes = boxesOf(view, below);
    if (!below && isCompact(view)) continue;
    // As the boxes wrap: into a line while there is room in it, those with many tiles last.
    const many = ({ faces }: StatBoxView) => Number(faces.length > 3);
    boxes.sort((a, b) => many(a) - many(b));
    const isColumn = boxes.some(({ ownRow }) => ownRow);
    let [lines, used] = [0, row];
    for (const { faces, title } of boxes) {
      const named = Math.min(row, 1.4 + title.length * LETTER);
      const needed = faces.length > 0 ? Math.max(least, edge + faces.length * tile) : box;
      // Few boxes are as wide as their titles.
      const width = faces.length > 0 || boxes.length < 3 ? Math.max(needed, named) : needed;
      used += width;
      if (isColumn || used > row) {
        lines += Math.ceil(width / row);
        used = width;
      }
    }
    height += lines * (boxes.some(({ faces }) => faces.length > 0) ? TILES : ROW);
  }
  return height;
}

/** The size of the grid in cells, and the height of rows that not every mode has, as properties of the element around it. */
export function extent(view: GameView): Record<string, string> {
  const { width, height } = geometryOf(view);
  const rows = Object.entries(ROWS).map(([name, widths]) => [name, `${heightOf(view, widths)}rem`]);
  return { "--columns": `${width}`, "--rows": `${height}`, ...Object.fromEntries(rows) };
}
