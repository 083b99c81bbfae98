// A worker that compiles the small engine, and tries it with a mode: browsers compile each function
// when it is first called, and on the page that would be in the way of the game.

import { initSync, SmallGame } from "polymerge/small";
import { playFirstTurns } from "./firstturns";
import type { Trial, Tried } from "./smallmodule";

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (answer: Tried) => worker.postMessage(answer);

worker.addEventListener("message", ({ data }: MessageEvent<Trial>) => {
  answer(data).catch((error: unknown) =>
    send({ failed: error instanceof Error ? error.message : String(error) }),
  );
});

async function answer({ bytes, raw, seed }: Trial): Promise<void> {
  const module = await WebAssembly.compile(bytes);
  send({ module });
  try {
    initSync({ module });
    playFirstTurns(SmallGame.start(raw, seed, 0));
  } catch {
    // The game of the page says what is the matter.
  }
  send({ tried: true });
}
