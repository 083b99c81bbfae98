// The start of the engine in its first worker: what goes wrong there is said on the page.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Message } from "../../src/engine/link.ts";

const MODULE = {} as WebAssembly.Module;

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("polymerge");
  for (const name of ["compile", "services", "thread", "source", "client"])
    vi.doUnmock(`../../src/engine/${name}.ts`);
});

/** Sends messages to a worker whose engine starts like this; gives what it answers. */
async function answers(
  initSync: () => void,
  messages: Message[],
  postMessage = (_: Answer) => {},
): Promise<Answer[]> {
  const said: Answer[] = [];
  let hear = (_: { data: Message }) => {};
  vi.stubGlobal("self", {
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener;
    },
    postMessage: (answer: Answer) => {
      postMessage(answer);
      said.push(answer);
    },
  });
  class Doubles {
    double(number: number) {
      return 2 * number;
    }
  }
  vi.doMock("polymerge", () => ({ initSync }));
  vi.doMock("../../src/engine/services.ts", () => ({ services: [Doubles] }));
  vi.doMock("../../src/engine/compile.ts", () => ({ compiled: async () => ({ module: MODULE }) }));
  // The script of a worker knows other names than those of a page: its types are checked apart.
  await vi.importActual("../../src/engine/engine.ts");
  for (const data of messages) {
    hear({ data });
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(0));
  }
  return said;
}

const FILE: Message = { file: { address: "engine.wasm", size: 0 } };
const double = (name: string): Message => ({ id: 1, name, values: [4] });
const noMemory = () => {
  throw new RangeError("no memory");
};

test("an engine that starts answers, and the page has its module", async () => {
  const said = await answers(() => {}, [FILE, double("double")]);
  expect(said).toEqual([{ ready: true }, { module: MODULE }, { id: 1, value: 8 }]);
});

test("one that does not start has failed", async () => {
  expect(await answers(noMemory, [FILE])).toEqual([{ failed: "no memory" }]);
});

test("one whose module does not pass to the page has failed", async () => {
  const said = await answers(
    () => {},
    [FILE],
    (answer) => {
      if ("module" in answer) throw new DOMException("not for others", "DataCloneError");
    },
  );
  expect(said).toEqual([{ ready: true }, { failed: "not for others" }]);
});

test("a request to no engine is no answer", async () => {
  const fault = { kind: "engine", message: "no engine" };
  expect(await answers(noMemory, [double("double")])).toEqual([{ id: 1, fault }]);
});

test("a module that can't be read on the page has failed", async () => {
  const worker = { postMessage: () => worker.onmessageerror(), onmessageerror: () => {}, terminate: vi.fn() };
  const started = (_: unknown, compiled: object) => {
    if ("failed" in compiled) throw new Error("no script");
  };
  vi.doMock("../../src/engine/thread.ts", () => ({ worker: () => worker }));
  vi.doMock("../../src/engine/source.ts", () => ({ engineFile: async () => ({}) }));
  vi.doMock("../../src/engine/client.ts", () => ({ started }));
  const { engine } = await import("../../src/engine/load.ts");
  await expect(engine()).rejects.toThrow("no script");
  expect(worker.terminate).toHaveBeenCalled();
});
