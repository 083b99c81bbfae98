// The way to a worker: requests and their answers, in order. A worker that has
// stopped, or is stopped since it works for too long, is replaced by another.

import { engine } from "virtual:texts/engine";
import { missing } from "../missing";
import type { Fault as Stated } from "../texts/faults";
import { Watchers } from "../watchers";
import type { Compiled, EngineFile } from "./compile";

/** A message to a worker: the engine first, to be compiled or ready, then requests. */
export type Message =
  | { file: EngineFile }
  | { module: WebAssembly.Module }
  | { id: number; name: string; values: readonly unknown[] };

/** A message of the worker: what came of the engine's file first. */
export type Answer =
  | { arrived: number }
  | Compiled
  | { ready: true }
  | { id: number; value: unknown }
  | { id: number; fault: Fault };

/** A failure, as it is sent between threads. */
export interface Fault extends Stated {
  /** The kind of the engine's error; "engine", if the worker can't go on. */
  kind: string;
}

/** A failure, as it is thrown on the page. */
export class EngineError extends Error {
  override readonly name = "EngineError";

  readonly problems: unknown;
  readonly code: Fault["code"];
  readonly place: Fault["place"];

  constructor(
    message: string,
    readonly kind: string,
    { problems, code, place }: Partial<Fault> = {},
  ) {
    super(message);
    this.problems = problems;
    this.code = code;
    this.place = place;
  }
}

/** Thrown when what a request spoke of went with its worker, through no fault of the request. */
export class Lost extends EngineError {
  constructor(why: string) {
    super(why, "lost");
  }
}

/** The part of a worker that the page needs. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: Message): void;
  terminate(): void;
}

type Requests<S> = { [K in keyof S]: S[K] extends (...values: never[]) => unknown ? K : never }[keyof S] &
  string;
type Values<S, K extends keyof S> = S[K] extends (...values: infer V) => unknown ? V : never;
export type Value<S, K extends keyof S> = S[K] extends (...values: never[]) => infer V ? V : never;

/** The requests about things that a worker holds under numbers of this type, which come first. */
export type RequestsAbout<S, N> = {
  [K in keyof S]: S[K] extends (thing: N, ...values: never[]) => unknown ? K : never;
}[keyof S] &
  string;
/** The values of such a request after the number. */
export type ValuesAbout<S, N, K extends keyof S> = S[K] extends (thing: N, ...values: infer V) => unknown
  ? V
  : never;

interface Pending {
  name: string;
  values: readonly unknown[];
  /** True if a fresh worker, which knows nothing of earlier requests, can answer it. */
  whole: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Milliseconds on one request before the page says that the engine works. */
const TIMEOUT = 1000;

/** Requests to a worker that answers with the methods of `S`. */
export class Link<S> {
  private worker: WorkerLike | null = null;
  private readonly pending = new Map<number, Pending>();
  private last = 0;
  private isReady = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the worker has been at one request for long. */
  slow = false;
  private readonly watchers = new Watchers();
  private readonly lossListeners = new Set<(why: string) => void>();

  /** `make` starts a worker; the first one may have begun to work already. */
  constructor(
    private readonly make: () => WorkerLike,
    begun: WorkerLike | null = null,
  ) {
    if (begun) this.worker = this.listenTo(begun);
    this.isReady = begun !== null;
  }

  /** Tells when `slow` changes. */
  readonly watch = this.watchers.watch;

  /** Tells when another worker has taken the place of one that stopped, and why that did. */
  onLoss(listener: (why: string) => void): () => void {
    this.lossListeners.add(listener);
    return () => this.lossListeners.delete(listener);
  }

  /** A request that says all that is needed for the answer. */
  ask<K extends Requests<S>>(name: K, ...values: Values<S, K> & unknown[]): Promise<Value<S, K>> {
    return this.send(name, values, true);
  }

  /** A request that speaks of something that this worker holds. Throws `Lost` if it went with the worker. */
  askOf<K extends Requests<S>>(name: K, ...values: Values<S, K> & unknown[]): Promise<Value<S, K>> {
    return this.send(name, values, false);
  }

  /** A request about one thing that this worker holds. */
  askAbout<N, K extends RequestsAbout<S, N>>(
    thing: N,
    name: K,
    ...values: ValuesAbout<S, N, K> & unknown[]
  ): Promise<Value<S, K>> {
    return this.send(name, [thing, ...values], false);
  }

  /** Starts the worker, if there is none, for requests that will soon be made. */
  begin(): void {
    this.worker ??= this.start();
  }

  /** Ends what the worker is at, and all that it holds. */
  stop(): void {
    if (this.pending.size > 0) this.replace(engine.stopped, "stopped");
  }

  private send<T>(name: string, values: readonly unknown[], whole: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.last += 1;
      const request = { name, values, whole, resolve: resolve as Pending["resolve"], reject };
      this.pending.set(this.last, request);
      if (this.pending.size === 1) this.attend();
      this.post(this.last, request);
    });
  }

  private post(id: number, { name, values }: Pending): void {
    this.worker ??= this.start();
    this.worker.postMessage({ id, name, values });
  }

  private start(): WorkerLike {
    this.isReady = false;
    return this.listenTo(this.make());
  }

  private listenTo(worker: WorkerLike): WorkerLike {
    worker.onmessage = ({ data }) => this.answered(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.broken(event.message || engine.noScript);
    };
    return worker;
  }

  private answered(answer: Answer): void {
    if ("ready" in answer) {
      this.isReady = true;
      return;
    }
    if (!("id" in answer)) return;
    const request = this.pending.get(answer.id);
    if (!request) return;
    if ("fault" in answer && answer.fault.kind === "engine") {
      this.broken(answer.fault.message);
      return;
    }
    this.pending.delete(answer.id);
    this.attend();
    if ("value" in answer) request.resolve(answer.value);
    else request.reject(new EngineError(answer.fault.message, answer.fault.kind, answer.fault));
  }

  private broken(why: string): void {
    if (this.isReady) {
      this.replace(engine.hasStopped(why), "engine");
      return;
    }
    // One that does not even start has no better successor; the next request tries again.
    const requests = [...this.pending.values()];
    this.end();
    // One that was begun ahead is missed by nothing yet.
    if (requests.length === 0) return;
    const error = new EngineError(engine.doesNotStart(why), "engine");
    missing.handle(error).catch((error: EngineError) => {
      for (const { reject } of requests) reject(error);
    });
  }

  /** Puts another worker in the place of this one, which fails the request that it was at. */
  private replace(why: string, kind: string): void {
    const [first, ...rest] = [...this.pending];
    this.end();
    this.worker = this.start();
    for (const listener of [...this.lossListeners]) listener(why);
    first?.[1].reject(new EngineError(`${why}.`, kind));
    for (const [id, request] of rest) {
      if (!request.whole) request.reject(new Lost(`${why}.`));
      else {
        this.pending.set(id, request);
        this.post(id, request);
      }
    }
    this.attend();
  }

  private end(): void {
    if (this.worker) {
      // Late messages of this worker must not be taken for those of the next one.
      this.worker.onmessage = null;
      this.worker.onerror = null;
      this.worker.terminate();
    }
    this.worker = null;
    this.pending.clear();
    this.attend();
  }

  /** Waits for the next answer, with the whole time again. */
  private attend(): void {
    clearTimeout(this.timer);
    if (this.pending.size > 0) this.timer = setTimeout(() => this.become(true), TIMEOUT);
    this.become(false);
  }

  private become(slow: boolean): void {
    if (this.slow === slow) return;
    this.slow = slow;
    this.watchers.notify();
  }
}
