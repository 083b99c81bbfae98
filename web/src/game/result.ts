// What a game has come to.

import { type Faces, numberOn } from "../board/faces";
import type { GameView } from "../engine/types";
import type { Undo } from "../store/settings";
import { count, shown } from "./summary";

/** What is written on the tile with the largest number; `null` if there are none with numbers. */
export function topTile(view: GameView, faces: Faces): string | null {
  let top: { text: string; number: number } | null = null;
  for (const { face } of view.cells.flat()) {
    if (face < 0) continue;
    const { text } = faces.face(face);
    const number = numberOn(faces.face(face));
    if (number > (top?.number ?? -Infinity)) top = { text, number };
  }
  return top?.text ?? null;
}

/** A time of play, to a tenth of a second. */
export function timed(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  const minutes = Math.floor(tenths / 600);
  const seconds = ((tenths % 600) / 10).toFixed(1);
  return minutes > 0 ? `${shown(minutes)} min ${seconds} s` : `${seconds} s`;
}

/** How many turns were taken back, and whether any could be; "" if that is not known. */
export function undoing(undone: number | null, wanted: Undo): string {
  if (undone === null) return "";
  if (undone > 0) return count(undone, "turn");
  return wanted === "off" ? "off" : "none";
}

/** What is worth trying next: the best score, or the next round number beyond it. */
export function nextGoal(score: number, best: number): string {
  if (score < best) return `Next goal: more than ${shown(best)} points.`;
  const size = 10 ** Math.floor(Math.log10(Math.max(score, 100)));
  const goal = [1, 2, 3, 5, 7.5, 10].map((step) => step * size).find((step) => step > score);
  return `Next goal: ${shown(goal ?? 10 * size)} points.`;
}
