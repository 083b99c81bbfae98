// The entries of the browser's history, with the game that was shown at each.

import { fragmentOf, type Route } from "./route";
import { windows } from "./windows";

/** Returns the game that was shown at this entry of the history; `null` if the entry is new. */
export function entryGame(): string | null {
  const state: unknown = history.state;
  const game = typeof state === "object" && state !== null && "game" in state ? state.game : null;
  return typeof game === "string" ? game : null;
}

/** Has the browser remember the current game at this entry of the history. */
export function rememberGame(game: string): void {
  windows.atPage(() => {
    if (entryGame() !== game) history.replaceState({ game }, "");
  });
}

/** Gives this entry of the history another address, which asks for what is shown. */
export function readdress(route: Route): void {
  windows.atPage(() => {
    history.replaceState(history.state, "", fragmentOf(route));
    dispatchEvent(new HashChangeEvent("hashchange"));
  });
}
