// The times of what was done on the page: a pause is taken out by having all before it done later.

import type { Action } from "../engine/actions";
import type { Begun } from "../store/unkept";

/** An action at another time. */
export function at(action: Action, time: (before: number) => number): Action {
  return "now" in action ? { ...action, now: time(action.now) } : action;
}

/** A game that was left, begun later by the time that it lay there: for the game none has passed. */
export function resumed(begun: Begun): Begun {
  const times = begun.deeds.flatMap((action) => ("now" in action ? [action.now] : []));
  const gone = Date.now() - (times.at(-1) ?? begun.started);
  const deeds = begun.deeds.map((action) => at(action, (time) => time + gone));
  return { ...begun, started: begun.started + gone, deeds };
}
