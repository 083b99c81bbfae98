// The parts of a game that the small engine plays: the file of its mode, and the engine, which comes after
// that.

import type { StartSmall } from "../engine/small";
import { compiledSmall } from "../engine/smallmodule";
import { fileOf, nameOf, type SmallFile } from "./openingfile";

/** Milliseconds after which the file of a mode, and the small engine, are done without. */
const LATE = { file: 8_000, engine: 30_000 };
/** Milliseconds from the file on after which the small engine is fetched, drawn or not. */
const DRAWN = 1_500;

/** The parts of a game that is played before the engine is there. */
export interface Small {
  mode: string;
  file: Promise<SmallFile>;
  /** Has the engine fetched: it is large, and what is drawn without it comes before. */
  fetchEngine(): void;
  /** Settled when the engine is asked for. */
  fetching: Promise<void>;
  engine: Promise<StartSmall>;
}

/** The addresses of the folder with the files of all modes, and of the module of the small engine. */
export interface Addresses {
  folder: string;
  wasm: string;
}

/** Browsers without such signals wait for the answer. */
const fetchBefore = (late: number, address: string) =>
  fetch(address, { signal: AbortSignal.timeout?.(late) });

function bytesOf(answer: Response): Promise<ArrayBuffer> {
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.arrayBuffer();
}

async function fetchFile(mode: string, address: string): Promise<SmallFile> {
  const file: SmallFile = await (await fetchBefore(LATE.file, address)).json();
  // A server may answer with its start page, or another file, where there is no such one.
  if (file?.name !== mode) throw new Error(`no file of ${mode}`);
  return file;
}

/** Asks for the file of a mode that has a game of this seed, and for the engine when that is drawn. */
export function fetchSmall(mode: string, seed: string, { folder, wasm }: Addresses): Small {
  const file = fetchFile(mode, `${folder}/${nameOf(mode, fileOf(seed))}`);
  let fetchEngine = () => {};
  const asked = new Promise<void>((resolve) => {
    fetchEngine = resolve;
  });
  const fetching = file.then(() =>
    Promise.race([asked, new Promise<void>((done) => setTimeout(done, DRAWN))]),
  );
  const engine = Promise.all([file, fetching]).then(async ([{ raw }]) => {
    const bytes = fetchBefore(LATE.engine, wasm).then(bytesOf);
    const module = compiledSmall(bytes.then((bytes) => ({ bytes, raw, seed })));
    module.catch(() => {});
    return (await import("../engine/small")).smallEngine(module);
  });
  // What goes wrong is noted where it is used; without it the engine is waited for.
  for (const part of [file, fetching, engine]) part.catch(() => {});
  return { mode, file, fetchEngine, fetching, engine };
}

/** Returns the file of a mode, if the page was opened with that; `null` if there is none. */
export async function comingOf(small: Small | null, mode: string): Promise<SmallFile | null> {
  return small?.mode === mode ? small.file.catch(() => null) : null;
}
