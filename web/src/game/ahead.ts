// What is asked for before the rest of the page has come: where a link leads to a game
// of a mode, the boards that are shown until the engine is there.

import address from "virtual:placeholders";
import folder from "virtual:small-modes";
import wasm from "polymerge/small/wasm?url";
import type { StartSmall } from "../engine/small";
import { modeAsked, readRoute } from "../route";
import type { SmallFile } from "./small";

const route = readRoute(location.hash);
const mode = modeAsked(route);

/** The parts of a game that is played before the engine is there. */
interface Small {
  mode: string;
  file: Promise<SmallFile>;
  engine: Promise<StartSmall>;
}

function fetchSmall(mode: string): Small {
  const module = fetch(wasm);
  const file = fetch(`${folder}/${mode}.json`).then((answer) => answer.json());
  const engine = import("../engine/small").then(({ smallEngine }) => smallEngine(module));
  // What goes wrong is noted where it is used; without it the engine is waited for.
  for (const part of [file, engine, module]) part.catch(() => {});
  return { mode, file, engine };
}

/** The parts for a link to a game of a numbered mode; modes that are called otherwise are not known yet. */
export const small = route.view === "play" && /^\d+-[\w-]+$/.test(mode) ? fetchSmall(mode) : null;

/** Asks for the boards of all modes. */
export const fetchPlaceholders = () => fetch(address);

/** The answer of the server, if the boards may be needed. The first mode comes with the page. */
export const ahead = mode && mode !== "classic" && !small ? fetchPlaceholders() : null;
// What goes wrong is noted where the answer is used.
ahead?.catch(() => {});
