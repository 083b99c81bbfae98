// Goals on the way that fit any mode: round numbers of points, and tiles that are
// twice as large as the largest so far.

/** A goal that was reached for the first time in a mode, and the game that did it. */
export interface Milestone {
  value: number;
  game: string;
  /** Set where games were played before anything of this was noted: whether it was the first time is not known. */
  isUnsure?: boolean;
}

const STEPS = [1, 2, 3, 5, 7.5, 10];
/** Fewer points are nothing to speak of. */
const LEAST = 100;

const steps = (score: number) => {
  const size = 10 ** Math.floor(Math.log10(Math.max(score, LEAST)));
  return STEPS.map((step) => step * size);
};

/** The next round number of points. */
export function nextRound(score: number): number {
  return steps(score).find((step) => step > score) ?? LEAST;
}

/** The last round number of points that was reached; 0 if there is none. */
export function lastRound(score: number): number {
  return (
    steps(score)
      .filter((step) => step <= score)
      .at(-1) ?? 0
  );
}

/** The largest tile of a mode, with what a game adds: another one counts when it is twice as large. */
export function largestTile(
  known: Milestone | undefined,
  { id, top = 0 }: { id: string; top?: number | undefined },
  isFirstGame: boolean,
): Milestone | undefined {
  if (!(top > 0) || (known && top < 2 * known.value)) return known;
  const isUnsure = known ? known.isUnsure && known.game === id : !isFirstGame;
  return { value: top, game: id, ...(isUnsure && { isUnsure }) };
}

/** The round number of points that was reached last in a mode, with what a game adds. */
export function roundPoints(
  known: Milestone | undefined,
  { id, score }: { id: string; score: number },
  best: number,
): Milestone | undefined {
  const value = lastRound(score);
  return value > Math.max(known?.value ?? 0, lastRound(best)) ? { value, game: id } : known;
}
