// A worker with the engine in it: answers the requests of the page one by one.

import * as polymerge from "polymerge";
import type { Answer, Fault, Message } from "./link";
import { services } from "./services";

type Method = (...values: unknown[]) => unknown;

const worker = self as unknown as DedicatedWorkerGlobalScope;
let started: Record<string, Method>[] = [];

const send = (answer: Answer) => worker.postMessage(answer);

worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if ("module" in data) {
    polymerge.initSync({ module: data.module });
    started = services.map((service) => new service(polymerge) as unknown as Record<string, Method>);
    return send({ ready: true });
  }
  const { id, name, values } = data;
  try {
    const service = started.find((service) => name in service);
    send({ id, value: service?.[name]?.(...values) });
  } catch (error) {
    send({ id, fault: faultOf(error) });
  }
});

/** Errors keep nothing but their message on the way. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { kind: "engine", message: String(error) };
  const { message } = error;
  // Whatever the engine does not say itself has torn it from its work: it can't go on.
  if (!("kind" in error)) return { kind: "engine", message };
  const { kind, code, place, problems } = error as unknown as Fault;
  return { kind: String(kind), message, code, place, problems };
}
