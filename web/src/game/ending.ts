// The end of a game in words, and a way on from it.

import { game } from "virtual:texts/game";
import { nextRound } from "../store/goals";
import type { ModeRecord } from "../store/record";
import type { Settings } from "../store/settings";
import { shown } from "../texts/numbers";
import { spoken } from "../texts/spoken";

/** A time of play, to a tenth of a second. */
export function timed(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  const minutes = Math.floor(tenths / 600);
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = ((tenths % 600) / 10).toLocaleString(spoken.tag, digits);
  return minutes > 0 ? game.minutesSeconds({ minutes: shown(minutes), seconds }) : game.seconds(seconds);
}

/** Tells how many turns were taken back, and whether any could be; "" if that is not known. */
export function undoing(undone: number | null, wanted: Settings["undo"]): string {
  if (undone === null) return "";
  if (undone > 0) return game.turnsUndone(undone);
  return wanted === "off" ? game.undoOff : game.undoNone;
}

/** Returns the next goal in words: the best score, or the next round number beyond it. */
export function nextGoal(score: number, best: number): string {
  if (score < best) return game.moreThan(shown(best));
  return game.nextGoal(shown(nextRound(score)));
}

/** Names the goals that a game was the first of its mode to reach, as `First 512, first 3,000 points.` */
export function firstsOf(id: string, { tile, points }: Pick<ModeRecord, "tile" | "points">): string {
  const firsts: string[] = [];
  if (tile?.game === id && !tile.isUnsure) firsts.push(game.firstTile(shown(tile.value)));
  if (points?.game === id) firsts.push(game.firstPoints(shown(points.value)));
  const text = firsts.join(", ");
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/**
 * Returns a mode to try after a game: of its family and new to the person, if there is one; else new,
 * else any other. Games with other seeds lead to other modes.
 */
export function ideaAfter<Mode extends { name: string; family: string }>(
  played: string,
  seed: string,
  modes: readonly Mode[],
  isKnown: (name: string) => boolean,
): Mode | null {
  const others = modes.filter(({ name }) => name !== played);
  const fresh = others.filter(({ name }) => !isKnown(name));
  const family = modes.find(({ name }) => name === played)?.family;
  const alike = fresh.filter((mode) => mode.family === family);
  const choice = [alike, fresh, others].find((some) => some.length > 0) ?? [];
  return choice[Number(seed.slice(-6)) % choice.length] ?? choice[0] ?? null;
}
