// The worker that compiles the small engine for the page, which compiles it itself where that can't.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compiledSmall, type Trial, type Tried } from "../../src/engine/smallmodule.ts";

/** A module without anything. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0).buffer;
const TRIAL: Trial = { bytes: EMPTY, raw: "{}", seed: "1" };

class FakeWorker {
  onmessage = (_: { data: Tried }) => {};
  onerror = (_: { message?: string }) => {};
  onmessageerror = () => {};
  postMessage(_: unknown) {}
  terminate() {}
}

/** A worker that does this with what it is sent. */
function stub(answer: (worker: FakeWorker) => void) {
  const ended = vi.fn();
  const sent: unknown[] = [];
  vi.stubGlobal(
    "Worker",
    class extends FakeWorker {
      override postMessage(trial: unknown) {
        // As browsers do; what the page needs afterwards must not be transferred.
        sent.push(structuredClone(trial));
        answer(this);
      }
      override terminate = ended;
    },
  );
  return { ended, sent };
}

/** Asks for the module; gives what came of it so far. */
function asked(trial = Promise.resolve(TRIAL)): unknown[] {
  const found: unknown[] = [];
  compiledSmall(trial).then(
    (module) => found.push(module),
    (error) => found.push(error.message),
  );
  return found;
}

const module = {} as WebAssembly.Module;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

beforeEach(() => {
  vi.useFakeTimers();
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await new Promise((done) => setTimeout(done));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("the page gets the module when it is tried, and the worker ends", async () => {
  const { ended, sent } = stub((worker) => {
    worker.onmessage({ data: { module } });
    setTimeout(() => worker.onmessage({ data: { tried: true } }), 100);
  });
  const found = asked();
  await vi.advanceTimersByTimeAsync(50);
  expect(found).toEqual([]);
  await vi.advanceTimersByTimeAsync(60);
  expect(found).toEqual([module]);
  expect(sent).toEqual([TRIAL]);
  expect(ended).toHaveBeenCalledOnce();
});

test("a trial that takes long is not waited for", async () => {
  const { ended } = stub((worker) => worker.onmessage({ data: { module } }));
  const found = asked();
  await vi.advanceTimersByTimeAsync(750);
  expect(found).toEqual([module]);
  expect(ended).toHaveBeenCalledOnce();
});

test.each<[string, (worker: FakeWorker) => void]>([
  ["can't compile", (worker) => worker.onmessage({ data: { failed: "no memory" } })],
  ["has no script", (worker) => worker.onerror({ message: "404" })],
  ["may not pass the module", (worker) => worker.onmessageerror()],
  ["does not answer", () => {}],
])("the page compiles the module itself where a worker %s", async (_, answer) => {
  const { ended } = stub(answer);
  const found = asked();
  await vi.advanceTimersByTimeAsync(16_000);
  await vi.waitFor(() => expect(found).toEqual([expect.any(WebAssembly.Module)]));
  expect(ended).toHaveBeenCalledOnce();
});

test("the page compiles the module itself where there are no workers", async () => {
  const none = () => {
    throw new Error("no workers");
  };
  vi.stubGlobal("Worker", none);
  const found = asked();
  await vi.waitFor(() => expect(found).toEqual([expect.any(WebAssembly.Module)]));
});

test("what is no module has failed", async () => {
  stub((worker) => worker.onmessage({ data: { failed: "no magic" } }));
  const found = asked(Promise.resolve({ ...TRIAL, bytes: new ArrayBuffer(8) }));
  await vi.waitFor(() => expect(found).toEqual([expect.stringContaining("magic")]));
});

test("where nothing comes, the worker ends", async () => {
  const { ended, sent } = stub(() => {});
  const found = asked(Promise.reject(new Error("no network")));
  await vi.advanceTimersByTimeAsync(0);
  expect(found).toEqual(["no network"]);
  expect(sent).toEqual([]);
  expect(ended).toHaveBeenCalledOnce();
});
