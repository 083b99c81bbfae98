// A worker with the engine in it: answers the requests of the page one by one.

import * as polymerge from "polymerge";
import { compiled, type EngineFile } from "./compile";
import type { Answer, Fault, Message } from "./link";
import { services } from "./services";

type Method = (...values: unknown[]) => unknown;

const worker = self as unknown as DedicatedWorkerGlobalScope;
let started: Record<string, Method>[] = [];

const send = (answer: Answer) => worker.postMessage(answer);

worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if ("file" in data) return void compileAndStart(data.file);
  if ("module" in data) return start(data.module);
  const { id, name, values } = data;
  try {
    const service = started.find((service) => name in service);
    if (!service) throw new Error("no engine");
    send({ id, value: service[name]?.(...values) });
  } catch (error) {
    send({ id, fault: faultOf(error) });
  }
});

async function compileAndStart(file: EngineFile): Promise<void> {
  const answer = await compiled(file, (arrived) => send({ arrived }));
  try {
    if ("module" in answer) start(answer.module);
    // The page starts further workers with it: an engine that does not start is none.
    send(answer);
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) });
  }
}

function start(module: WebAssembly.Module): void {
  polymerge.initSync({ module });
  started = services.map((service) => new service(polymerge) as unknown as Record<string, Method>);
  send({ ready: true });
}

/** Errors keep nothing but their message on the way. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { kind: "engine", message: String(error) };
  const { message } = error;
  // Whatever the engine does not say itself has torn it from its work: it can't go on.
  if (!("kind" in error)) return { kind: "engine", message };
  const { kind, code, place, problems } = error as unknown as Fault;
  return { kind: String(kind), message, code, place, problems };
}
