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
  | { view: "home" | (typeof PLAIN)[number] };

const PLAIN = [
  "modes",
  "games",
  "statistics",
  "import",
  "settings",
  "daily",
  "me",
  "setup",
  "about",
] as const;

/** Links that open a game in any browser, without the signs that they begin with. */
const LINKS = /^(play|code|packed|position|moves)\/./;

/** The route of a fragment such as `#/play/050-dive`. */
export function readRoute(fragment: string): Route {
  const [, view = "", ...rest] = fragment.replace(/^#/, "").split("/");
  const argument = decode(rest.join("/"));
  const plain = PLAIN.find((name) => name === view);
  if (plain && argument === "") return { view: plain };
  if ((view === "play" || view === "mode") && argument) return { view, mode: argument };
  if (view === "scores") return { view, board: argument };
  if (view === "game" && argument) {
    const [id = "", ...more] = rest;
    const elsewhere = more.join("/");
    if (!elsewhere) return { view, id: decode(id) };
    if (LINKS.test(elsewhere)) return { view, id: decode(id), elsewhere };
  }
  if ((view === "replay" || view === "score") && argument) return { view, id: argument };
  if (view === "packed" && argument) return { view, text: argument };
  if (view === "position") {
    const [mode = "", text = ""] = argument.split("/");
    if (mode && text) return { view, mode, text };
  }
  if (view === "moves" || view === "race") {
    const [mode = "", seed = "", count = "", ...moves] = argument.split("/");
    if (mode && /^\d+$/.test(seed) && /^\d{1,7}$/.test(count))
      return { view, mode, seed, count: Number(count), moves: moves.join("/") };
  }
  if (view === "code" && argument) return { view, code: argument };
  return /^#?\/?$/.test(fragment) ? { view: "home" } : { view: "unknown", fragment };
}

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

/** Returns the name of the mode whose game a route asks for; "" where that is not told. */
export function modeAsked(route: Route): string {
  switch (route.view) {
    case "play":
    case "moves":
    case "race":
    case "position":
      return route.mode;
    case "game":
      return route.elsewhere ? modeAsked(readRoute(`#/${route.elsewhere}`)) : "";
    case "packed":
      // Told by the mode that it differs from (engine/codedelta.ts).
      return /^(?:\w+=)?([^.~]*)\./.exec(route.text)?.[1] ?? "";
    default:
      return "";
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

/** The text of a part of an address. A percent sign that begins no letter stands for itself. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, (letters) => {
      try {
        return decodeURIComponent(letters);
      } catch {
        return letters;
      }
    });
  }
}
