// The worker that compiles the small engine for the page: what goes wrong there is said on the page.

import { afterEach, expect, test, vi } from "vitest";
import { compiledSmall, type Trial, type Tried } from "../../src/engine/smallmodule.ts";

afterEach(() => void vi.unstubAllGlobals());

const TRIAL: Trial = { bytes: new ArrayBuffer(8), raw: "{}", seed: "1" };

/** A worker that does this with what it is sent. */
function stub(answer: (worker: FakeWorker) => void) {
  const ended = vi.fn();
  const sent: unknown[] = [];
  vi.stubGlobal(
    "Worker",
    class extends FakeWorker {
      override postMessage(trial: unknown) {
        sent.push(trial);
        answer(this);
      }
      override terminate = ended;
    },
  );
  return { ended, sent };
}

class FakeWorker {
  onmessage = (_: { data: Tried }) => {};
  onerror = (_: { message?: string }) => {};
  onmessageerror = () => {};
  postMessage(_: unknown) {}
  terminate() {}
}

test("the page gets the module, and the worker ends", async () => {
  const module = {} as WebAssembly.Module;
  const { ended, sent } = stub((worker) => worker.onmessage({ data: { module } }));
  expect(await compiledSmall(Promise.resolve(TRIAL))).toBe(module);
  expect(sent).toEqual([TRIAL]);
  expect(ended).toHaveBeenCalledOnce();
});

test.each<[string, (worker: FakeWorker) => void, string]>([
  ["is no module", (worker) => worker.onmessage({ data: { failed: "no magic" } }), "no magic"],
  ["has no script", (worker) => worker.onerror({ message: "404" }), "404"],
  ["may not pass", (worker) => worker.onmessageerror(), "does not pass"],
])("an engine that %s has failed", async (_, answer, why) => {
  const { ended } = stub(answer);
  await expect(compiledSmall(Promise.resolve(TRIAL))).rejects.toThrow(why);
  expect(ended).toHaveBeenCalledOnce();
});

test("where nothing comes, the worker ends", async () => {
  const { ended, sent } = stub(() => {});
  await expect(compiledSmall(Promise.reject(new Error("no network")))).rejects.toThrow("no network");
  expect(sent).toEqual([]);
  expect(ended).toHaveBeenCalledOnce();
});
