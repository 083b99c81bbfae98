// Reads addresses: the route that a fragment is. The first frame needs no more of routes than this.

import type { Plain, Route } from "./route";

const PLAIN: readonly Plain[] = [
  "modes",
  "games",
  "statistics",
  "import",
  "settings",
  "daily",
  "me",
  "setup",
  "about",
];

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
