// Where in the site one is: the fragment of the address.

import { windows } from "./windows";

export type Route =
  | { view: "play"; mode: string }
  /** A game of this browser; where it is not, the fragment of a link that opens its mode. */
  | { view: "game"; id: string; elsewhere?: string }
  | { view: "code"; code: string }
  /** A code that was made short (engine/packed.ts). */
  | { view: "packed"; text: string }
  /** A game of a built-in mode: its seed, and so many moves. */
  | { view: "moves"; mode: string; seed: string; count: number; moves: string }
  | { view: "replay"; id: string }
  /** A race against such a game: the same seed is played once more. */
  | { view: "race"; mode: string; seed: string; count: number; moves: string }
  /** A game of a built-in mode that begins with a position (engine/position.ts), made short. */
  | { view: "position"; mode: string; text: string }
  /** The description of a mode. */
  | { view: "mode"; mode: string }
  /** A board, or the boards of a mode; of all, if empty. */
  | { view: "scores"; board: string }
  /** A game that was handed in. */
  | { view: "score"; id: string }
  | { view: "unknown"; fragment: string }
  | { view: "home" | Plain };

/** Views of which the address holds nothing but the name. */
export type Plain =
  | "modes"
  | "games"
  | "statistics"
  | "import"
  | "settings"
  | "daily"
  | "me"
  | "setup"
  | "about";

/** The fragment of a route. */
export function fragmentOf(route: Route): string {
  switch (route.view) {
    case "play":
    case "mode":
      return `#/${route.view}/${encodeURIComponent(route.mode)}`;
    case "game":
      return `#/game/${encodeURIComponent(route.id)}${route.elsewhere ? `/${route.elsewhere}` : ""}`;
    case "replay":
    case "score":
      return `#/${route.view}/${encodeURIComponent(route.id)}`;
    case "code":
      return `#/code/${encodeURIComponent(route.code)}`;
    case "packed":
      return `#/packed/${written(route.text)}`;
    case "position":
      return `#/position/${encodeURIComponent(route.mode)}/${route.text}`;
    case "moves":
    case "race": {
      const { view, mode, seed, count, moves } = route;
      return `#/${view}/${encodeURIComponent(mode)}/${seed}/${count}/${encodeURIComponent(moves)}`;
    }
    case "scores":
      return route.board ? `#/scores/${encodeURIComponent(route.board)}` : "#/scores";
    case "unknown":
      return route.fragment;
    case "home":
      return "#/";
    default:
      return `#/${route.view}`;
  }
}

/** Characters of a link; what is longer, some programs cut. */
export const TOO_LONG = 4000;

/** The whole address of a route. */
export function linkTo(route: Route): string {
  return location.href.replace(/#.*$/s, "") + fragmentOf(route);
}

export function go(route: Route): void {
  windows.onward(() => {
    location.hash = fragmentOf(route);
  });
}

/** A text in an address; what stands before its label is as legible as in the text itself. */
const written = (text: string) => encodeURIComponent(text).replaceAll("%3D", "=");
