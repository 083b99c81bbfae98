// What is asked for before the rest of the page has come: where a link leads to a game
// of a mode, the boards that are shown until the engine is there.

import address from "virtual:placeholders";
import { modeAsked, readRoute } from "./route";

const mode = modeAsked(readRoute(location.hash));

/** Asks for the boards of all modes. */
export const fetchPlaceholders = () => fetch(address);

/** The answer of the server, if the boards may be needed. The first mode comes with the page. */
export const ahead = mode && mode !== "classic" ? fetchPlaceholders() : null;
// What goes wrong is noted where the answer is used.
ahead?.catch(() => {});
