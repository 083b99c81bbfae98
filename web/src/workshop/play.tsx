// The game of the mode as it is written, and what plays it by itself.

import { useEffect, useMemo, useReducer } from "preact/hooks";
import { Coach } from "../game/coach";
import { Learn } from "./learn";
import type { Playable } from "./played";
import { Preview } from "./preview";

interface Properties extends Omit<Playable, "title"> {
  /** Starts another game of the mode. */
  again: () => void;
  /** Whether it is seen: only then keys are for the game. */
  isShown: boolean;
}

export function Play({ table, digest, again, isShown }: Properties) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const coach = useMemo(() => new Coach(table, () => redraw(0)), [table]);
  useEffect(() => () => coach.close(), [coach]);
  return (
    <>
      <Preview table={table} coach={coach} again={again} isShown={isShown} />
      <Learn table={table} coach={coach} digest={digest} />
    </>
  );
}
