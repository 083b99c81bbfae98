// The hint on the board: an arrow that shows the direction, over the tiles and out of the way of
// fingers. Those who can't see it read it in the panel of hints (advice.tsx).

import type { Way } from "../input/ways";

interface Properties {
  way: Way;
  /** All directions of the mode. */
  ways: readonly Way[];
}

export function HintArrow({ way, ways }: Properties) {
  const { angle } = way;
  return (
    <div class="hint-arrow" aria-hidden="true">
      <svg viewBox="0 0 100 100" style={{ rotate: `${angle ?? 0}deg` }} aria-hidden="true" focusable="false">
        {angle === null ? <circle cx="50" cy="50" r="16" /> : <path d="M8 38h42V18l42 32-42 32V62H8z" />}
      </svg>
      {isAmbiguous(way, ways) && <span>{way.name}</span>}
    </div>
  );
}

/** Returns true if a direction of a mode needs its name beside its arrow. */
function isAmbiguous(way: Way, ways: readonly Way[]): boolean {
  return way.angle === null || ways.some(({ index, angle }) => index !== way.index && angle === way.angle);
}
