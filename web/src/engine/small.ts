// The small engine, which plays a game on the page itself until the whole engine is there. A
// script of its own, which is fetched where a link asks for a mode.

import init, { SmallGame } from "polymerge/small";
import type { Playable } from "./types";

/** Starts games of raw modes. */
export type StartSmall = (raw: string, seed: string, now: number) => Playable;

/** The small engine with a module that is on its way. */
export async function smallEngine(module: Promise<WebAssembly.Module>): Promise<StartSmall> {
  await init({ module_or_path: await module });
  return (raw, seed, now) => SmallGame.start(raw, seed, now);
}
