// Which games the small engine plays until the whole one is there.

import { readRoute } from "../address";
import type { Route } from "../route";
import type { Begun } from "../store/unkept";

/** The things that this browser has already. */
export interface Present {
  /** True if a service worker answers: then the whole engine is there at once. */
  hasWorker: boolean;
  /** True if games may be kept, which the whole engine alone can go on with. */
  mayHoldGames: boolean;
  /** The games that were begun without the engine, the last one played first. */
  begun: readonly Begun[];
}

/** The mode whose new game a link asks for, also where it does so in other browsers alone. */
function modeOf(route: Route): string {
  if (route.view === "play") return route.mode;
  return route.view === "game" && route.elsewhere ? modeOf(readRoute(`#/${route.elsewhere}`)) : "";
}

/** Returns true if a mode is called by its name, under which the site has files of it. */
export const isNumbered = (called: string) => /^\d{3}-[a-z\d-]+$/.test(called);

/**
 * Returns the mode that the small engine plays for a route; "" for none. Modes that are called
 * otherwise than by their names are not known yet.
 */
export function smallChoice(route: Route, { hasWorker, mayHoldGames, begun }: Present): string {
  const mode = modeOf(route);
  if (!isNumbered(mode) || hasWorker) return "";
  const isBegun = begunOf(begun, mode) !== undefined;
  // Games of other modes are brought home first, by the whole engine.
  const isFirst = !mayHoldGames && begun.every(({ deeds }) => deeds.length === 0);
  return isBegun || isFirst ? mode : "";
}

/** The game of a mode to go on with among those that were begun without the engine. */
export function begunOf(begun: readonly Begun[], mode: string): Begun | undefined {
  return begun.find((one) => one.mode === mode && !one.over);
}
