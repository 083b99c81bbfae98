// Starting the engine, and all that asks it. A script of its own, which is not
// needed before the engine is: pages are played before.

import { engine as texts } from "virtual:texts/engine";
import { counted } from "./arrival";
import type { HintService } from "./hints";
import { Link, type WorkerLike } from "./link";
import { RemoteGame, RemoteReplay, type ReplaySource } from "./remote";
import type { Sampler } from "./sampler";
import type { OpenedGame, Service } from "./service";
import { worker } from "./thread";

/** Requests to the engine. */
export class Engine extends Link<Service> {
  /** Requests to a worker of its own that looks for good moves: it begins with the first of them. */
  readonly hints: Link<HintService>;
  /** Requests to a worker of its own that plays games for statistics. */
  readonly sampler: Link<Sampler>;

  constructor(make: () => WorkerLike, begun: WorkerLike) {
    super(make, begun);
    this.hints = new Link(make);
    this.sampler = new Link(make);
  }

  /** A game that was opened. */
  game(opened: OpenedGame): RemoteGame {
    return new RemoteGame(this, opened);
  }

  async replay(source: ReplaySource): Promise<RemoteReplay> {
    return new RemoteReplay(this, source, await this.ask("openReplay", source));
  }
}

/** Starts the engine whose file a server sends; tells how much of it has come, in hundredths. */
export async function start(file: Response, report: (share: number) => void): Promise<Engine> {
  const first = worker();
  try {
    const [module] = await Promise.all([
      compiled(file, report).then((module) => {
        first.postMessage({ module });
        return module;
      }),
      begun(first),
    ]);
    // Workers that take the place of others begin with what was compiled.
    const next = () => {
      const other = worker();
      other.postMessage({ module });
      return other;
    };
    return new Engine(next, first);
  } catch (error) {
    first.terminate();
    throw error;
  }
}

async function compiled(file: Response, report: (share: number) => void): Promise<WebAssembly.Module> {
  if (!file.ok) throw new Error(texts.serverAnswers(file.status));
  const streamed = file.headers.get("content-type") === "application/wasm";
  // What is kept in this browser is there at once, and browsers keep what they have compiled of it.
  const read = comesFromHere() ? file : counted(file, Number(import.meta.env.ENGINE_BYTES), report);
  return streamed ? WebAssembly.compileStreaming(read) : WebAssembly.compile(await read.arrayBuffer());
}

/** Returns true if this browser has the files of the site itself. */
function comesFromHere(): boolean {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    // A browser that lets the site keep nothing does not even tell.
    return false;
  }
}

/** Waits until a worker has begun to work. */
function begun(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => reject(new Error(event.message || texts.noScript));
  });
}
