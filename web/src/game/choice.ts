// What plays the game that an address asks for: the starter, the small engine, or the whole one.

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

/** Name of the mode that the starter plays (engine/starter.ts). */
const FIRST = "classic";
/** Names of the modes without a number. */
const UNNUMBERED = [FIRST, "crummy"];
const NUMBERED = /^\d{3}-[a-z\d-]+$/;

/**
 * Returns true if a text may be the name of a mode, under which the site has files of it. Some titles,
 * and parts of names, look like one: `232-240` is 069-232-240.
 */
export const mayBeName = (called: string) => UNNUMBERED.includes(called) || NUMBERED.test(called);

/**
 * Returns the mode that the small engine plays for a route; "" for none. The site has files for it of
 * the modes with a number, by their names.
 */
export function smallChoice(route: Route, { hasWorker, mayHoldGames, begun }: Present): string {
  const mode = modeOf(route);
  if (!NUMBERED.test(mode) || hasWorker) return "";
  const isBegun = begunOf(begun, mode) !== undefined;
  // Games of other modes are brought home first, by the whole engine.
  const isFirst = !mayHoldGames && begun.every(({ deeds }) => deeds.length === 0);
  return isBegun || isFirst ? mode : "";
}

/** The game of a mode to go on with among those that were begun without the engine. */
export function begunOf(begun: readonly Begun[], mode: string): Begun | undefined {
  return begun.find((one) => one.mode === mode && !one.over);
}

/** Returns true if the starter plays what a route asks for. */
export function starts(route: Route, { mayHoldGames, begun }: Omit<Present, "hasWorker">): boolean {
  if (mayHoldGames) return false;
  if (route.view === "play") return route.mode === FIRST;
  // If the last game is of another mode, that takes the engine.
  const last = begun.find(({ deeds }) => deeds.length > 0);
  const own = begun.find(({ mode }) => mode === FIRST);
  return route.view === "home" && (!last || last === own);
}

/** Returns true if nothing but the whole engine begins the game that a route asks for. */
export function takesEngine(route: Route, present: Present): boolean {
  const isGame = /^(home|play|game|code|packed|moves|race|position|replay)$/.test(route.view);
  return isGame && !starts(route, present) && !smallChoice(route, present);
}
