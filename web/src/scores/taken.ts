// Taking part in the game of the day: from the first move on, its date counts.

import type { GameModel } from "../game/model";
import { topNumber } from "../game/result";
import { keepResult } from "./days";
import { closesAt } from "./streak";

/** Milliseconds after a turn until its result is kept. */
const PAUSE = 1000;

type Played = Pick<GameModel, "facts" | "state" | "view" | "faces" | "watch">;

/** Keeps what is reached in the game of a date while it is played, until the function given back is called. */
export function keepPlayed(date: string, model: Played): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const { moves, score } = model.state;
    if (moves === 0 || Date.now() >= closesAt(date)) return;
    const largest = topNumber(model.view, model.faces) ?? 0;
    keepResult(date, { title: model.facts.title, score, count: moves, largest });
  };
  const stop = model.watch(({ kind }) => {
    if (kind === "turn") timer ??= setTimeout(keep, PAUSE);
  });
  return () => {
    stop();
    if (timer !== undefined) keep();
  };
}
