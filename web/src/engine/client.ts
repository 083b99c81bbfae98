// Starting the engine, and all that asks it. A script of its own, which is not
// needed before the engine is: pages are played before.

import { engine as texts } from "virtual:texts/engine";
import type { Compiled } from "./compile";
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

/** The engine, whose first worker has compiled it and starts by itself. Throws what has gone wrong. */
export function started(first: Worker, compiled: Compiled): Engine {
  if ("module" in compiled) {
    // Workers that take the place of others begin with what was compiled.
    const next = () => {
      const other = worker();
      other.postMessage({ module: compiled.module });
      return other;
    };
    return new Engine(next, first);
  }
  throw new Error(
    "status" in compiled ? texts.serverAnswers(compiled.status) : compiled.failed || texts.noScript,
  );
}
