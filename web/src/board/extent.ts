// How much room a board takes, for the styles to share it out.

import { geometryOf } from "../board/geometry";
import type { GameView } from "../engine/types";

/** The size of the grid in cells, as properties of the element around it. */
export function extent(view: GameView): Record<string, string> {
  const { width, height } = geometryOf(view);
  return { "--columns": `${width}`, "--rows": `${height}` };
}
