// What others get of a game of the day, or of one on a board: its result as text, a link, and a picture.

import type { GameModel } from "../game/model";
import type { Handout } from "../game/sharing";
import { pictureOfDay } from "./daypicture";
import { daily, gameText, type Result, results, resultText } from "./days";
import { reached } from "./taken";

/** Makes what others get of the result of a day. */
export async function handoutOfDay(
  date: string,
  result: Result,
  dates?: readonly string[],
): Promise<Handout> {
  const url = daily();
  const text = resultText(date, result, url, dates);
  // Without the picture there is the text.
  const picture = await pictureOfDay(date, result, dates).catch(() => null);
  const said = text.slice(0, -url.length).trimEnd();
  return { data: { title: result.title, text: said, url, ...(picture && { files: [picture] }) }, text };
}

/** Makes what others get of a game of the day, as it stands. */
export function handoutOfGame(date: string, model: GameModel): Promise<Handout> {
  const now = reached(model);
  const kept = results()[date];
  const isKept = kept?.score === now.score && kept.rank !== undefined;
  return handoutOfDay(date, isKept ? { ...now, rank: kept.rank as number } : now);
}

/** Makes what others get of a game on a board: its result, and a link at which it is watched. */
export async function handoutOfScore(id: string, result: Result): Promise<Handout> {
  const text = gameText(id, result);
  const [, said = "", url = ""] = /^(.*)\n(.*)$/s.exec(text) ?? [];
  return { data: { title: result.title, text: said, url }, text };
}
