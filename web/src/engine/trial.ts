// A worker that compiles the small engine, and tries it with a mode: browsers compile each function
// when it is first called, and on the page that would be in the way of the game.

import { initSync, SmallGame } from "polymerge/small";
import { FaceCache } from "./facecache";
import type { Trial, Tried } from "./smallmodule";

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (answer: Tried) => worker.postMessage(answer);

worker.addEventListener("message", ({ data }: MessageEvent<Trial>) => {
  compiled(data).then(send, (error: unknown) =>
    send({ failed: error instanceof Error ? error.message : String(error) }),
  );
});

async function compiled({ bytes, raw, seed }: Trial): Promise<Tried> {
  const module = await WebAssembly.compile(bytes);
  initSync({ module });
  try {
    play(raw, seed);
  } catch {
    // The game of the page says what is the matter.
  }
  return { module };
}

/** Does what the page will do first: shows a game, and plays a move in each direction. */
function play(raw: string, seed: string): void {
  const game = SmallGame.start(raw, seed, 0);
  const cache = new FaceCache(game);
  const { state } = cache.look();
  for (const direction of state.available.keys()) {
    if (state.available[direction]) cache.look(game.play(direction, 0));
  }
}
