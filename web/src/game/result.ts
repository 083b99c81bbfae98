// What a game has come to.

import { game } from "virtual:texts/game";
import { type Faces, numberOn } from "../board/faces";
import type { GameView } from "../engine/types";
import { type Helped, isHelped } from "../store/record";
import { shown } from "../texts/numbers";

/** The tile with the largest number; `null` if there are none with numbers. */
function top(view: GameView, faces: Faces): { text: string; number: number } | null {
  let top: { text: string; number: number } | null = null;
  for (const { face } of view.cells.flat()) {
    if (face < 0) continue;
    const { text } = faces.face(face);
    const number = numberOn(faces.face(face));
    if (number > (top?.number ?? -Infinity)) top = { text, number };
  }
  return top;
}

/** Returns the text on the tile with the largest number; `null` if there are none with numbers. */
export const topTile = (view: GameView, faces: Faces): string | null => top(view, faces)?.text ?? null;

/** The largest number on a tile; `undefined` if there is none. */
export const topNumber = (view: GameView, faces: Faces): number | undefined => top(view, faces)?.number;

/** A time as people say it. */
export function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return game.seconds(shown(Math.max(0, Math.round(milliseconds / 1000))));
  return minutes < 60
    ? game.minutes(`${minutes}`)
    : game.hoursMinutes({ hours: shown(Math.floor(minutes / 60)), minutes: `${minutes % 60}` });
}

/** Tells which help a player had; "" if it was none, or is not known. */
export function helpOf(helped: Helped | null | undefined): string {
  if (!helped || !isHelped({ helped })) return "";
  const { hints, moves } = helped;
  const parts = [hints > 0 && game.hintsTaken(hints), moves > 0 && game.movesByItself(moves)];
  return parts.filter(Boolean).join(", ");
}
