// What is asked for before the rest of the page has come: where a link leads to a game
// of a mode, the boards that are shown until the engine is there.

import previews from "virtual:mode-previews";
import address from "virtual:placeholders";
import folder from "virtual:small-modes";
import wasm from "polymerge/small/wasm?url";
import { modeAsked, readRoute } from "../address";
import { engine } from "../engine/load";
import { mayHoldGames, readBegun } from "../store/unkept";
import { begunOf, mayBeName, type Present, smallChoice, takesEngine } from "./choice";
import { drawnSeed } from "./seed";
import { fetchSmall } from "./smallparts";
import { orEngine } from "./sooner";

const route = readRoute(location.hash);
const mode = modeAsked(route);

/** Returns true if a service worker answers for the server; some browsers don't let it be asked for. */
function hasWorker(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
}

const present: Present = { hasWorker: hasWorker(), mayHoldGames: mayHoldGames(), begun: readBegun() };
const chosen = smallChoice(route, present);
const { seed = drawnSeed() } = begunOf(present.begun, chosen) ?? {};
/** The parts for a link to a game that the small engine plays. */
export const small = chosen ? fetchSmall(chosen, seed, { folder, wasm }) : null;

const isEngineTaken = takesEngine(route, present);
// Its worker starts and compiles while the page reads what comes after this. What goes wrong is said
// where it is used.
if (isEngineTaken) engine().catch(() => {});

/** Settled when nothing is on its way any more that the moves of a first game wait for. */
export const afterSmall = orEngine(Promise.resolve(small?.engine));

/** Asks for the file that says what a mode is like. */
export const fetchPreview = (name: string) => fetch(`${previews}/${name}.json`);

/** The mode whose page a link may lead to, and the answer of the server with what it is like. */
export const preview =
  route.view === "mode" && mayBeName(route.mode)
    ? { name: route.mode, answer: fetchPreview(route.mode) }
    : null;

/** Asks for the boards of all modes. */
export const fetchPlaceholders = () => fetch(address);

/** The answer of the server, if the boards may be needed. */
export const ahead = mode && isEngineTaken ? fetchPlaceholders() : null;
// What goes wrong is noted where the answer is used.
for (const answer of [ahead, preview?.answer]) answer?.catch(() => {});
