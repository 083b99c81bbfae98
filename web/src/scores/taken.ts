// Taking part in the game of the day: from the first move on, its date counts.

import { miniature } from "../game/miniature";
import type { GameModel } from "../game/model";
import { topNumber } from "../game/result";
import { keepResult, type Result } from "./days";
import { closesAt } from "./streak";

/** Milliseconds after a turn until its result is kept. */
const PAUSE = 1000;

type Played = Pick<GameModel, "facts" | "state" | "view" | "faces" | "watch">;

/** Returns what a game has reached. */
export function reached({ facts, state, view, faces }: Omit<Played, "watch">): Result {
  const { screen, grid } = view.colors;
  return {
    title: facts.title,
    score: state.score,
    count: state.moves,
    largest: topNumber(view, faces) ?? 0,
    board: { cells: miniature(view, faces), screen, grid },
  };
}

/** Keeps what is reached in the game of a date while it is played, until the function given back is called. */
export function keepPlayed(date: string, model: Played): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    if (model.state.moves > 0 && Date.now() < closesAt(date)) keepResult(date, reached(model));
  };
  const stop = model.watch(({ kind }) => {
    if (kind === "turn") timer ??= setTimeout(keep, PAUSE);
  });
  // Also where the page is left before that.
  const left = () => {
    if (timer !== undefined) keep();
  };
  addEventListener("pagehide", left);
  return () => {
    stop();
    removeEventListener("pagehide", left);
    left();
  };
}
