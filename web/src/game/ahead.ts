// What is asked for before the rest of the page has come: where a link leads to a game
// of a mode, the boards that are shown until the engine is there.

import previews from "virtual:mode-previews";
import address from "virtual:placeholders";
import folder from "virtual:small-modes";
import wasm from "polymerge/small/wasm?url";
import { modeAsked, readRoute } from "../address";
import { engine } from "../engine/load";
import type { StartSmall } from "../engine/small";
import { compiledSmall } from "../engine/smallmodule";
import { mayHoldGames, readBegun } from "../store/unkept";
import { begunOf, mayBeName, type Present, smallChoice, takesEngine } from "./choice";
import { fileOf, nameOf } from "./openingfile";
import { drawnSeed } from "./seed";
import type { SmallFile } from "./small";

/** Milliseconds after which the file of a mode, and the small engine, are done without. */
const LATE = { file: 8_000, engine: 30_000 };
/** Milliseconds after which the small engine is fetched, drawn or not. */
const DRAWN = 1_500;

const route = readRoute(location.hash);
const mode = modeAsked(route);

/** The parts of a game that is played before the engine is there. */
export interface Small {
  mode: string;
  file: Promise<SmallFile>;
  engine: Promise<StartSmall>;
  /** Has the engine fetched: it is large, and what is drawn without it comes before. */
  fetchEngine(): void;
}

/** Browsers without such signals wait for the answer. */
const fetchBefore = (late: number, address: string) =>
  fetch(address, { signal: AbortSignal.timeout?.(late) });

function bytesOf(answer: Response): Promise<ArrayBuffer> {
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.arrayBuffer();
}

function fetchSmall(mode: string): Small {
  const { seed = drawnSeed() } = begunOf(readBegun(), mode) ?? {};
  const file: Promise<SmallFile> = fetchBefore(LATE.file, `${folder}/${nameOf(mode, fileOf(seed))}`).then(
    (answer) => answer.json(),
  );
  let fetchEngine = () => {};
  const asked = new Promise<void>((resolve) => {
    fetchEngine = resolve;
  });
  const engine = file.then(async ({ raw }) => {
    await Promise.race([asked, new Promise((done) => setTimeout(done, DRAWN))]);
    const bytes = fetchBefore(LATE.engine, wasm).then(bytesOf);
    const module = compiledSmall(bytes.then((bytes) => ({ bytes, raw, seed })));
    module.catch(() => {});
    return (await import("../engine/small")).smallEngine(module);
  });
  // What goes wrong is noted where it is used; without it the engine is waited for.
  for (const part of [file, engine]) part.catch(() => {});
  return { mode, file, engine, fetchEngine };
}

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
/** The parts for a link to a game that the small engine plays. */
export const small = chosen ? fetchSmall(chosen) : null;

const isEngineTaken = takesEngine(route, present);
// Its worker starts and compiles while the page reads what comes after this. What goes wrong is said
// where it is used.
if (isEngineTaken) engine().catch(() => {});

/** Settled when nothing is on its way any more that the moves of a first game wait for. */
export const afterSmall = Promise.allSettled([small?.engine]);

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
