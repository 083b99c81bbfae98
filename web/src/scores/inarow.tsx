// Days in a row, in words.

import { days as texts } from "virtual:texts/days";
import { usePromised } from "../views/hooks";
import { self } from "./api";
import type { Streak } from "./streak";

export function InARow({ streak: { current, best, isToday } }: { streak: Streak }) {
  return (
    <p class="streak">
      {current > 0 && <strong>{texts.streak(current)}</strong>}
      {best > current && <span>{texts.best(best)}</span>}
      {!isToday && <span>{current > 0 ? texts.keep : texts.begin}</span>}
    </p>
  );
}

/** The streak of a player, by the games that the server has. */
export function OwnStreak({ token }: { token: string }) {
  const streak = usePromised(() => self(token), [token])?.value?.streak;
  // Servers of before count none.
  return streak && streak.best > 0 ? <InARow streak={streak} /> : null;
}
