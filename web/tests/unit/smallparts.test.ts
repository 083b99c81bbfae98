// When the parts of a game that the small engine plays are fetched, and what is no such part.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Trial } from "../../src/engine/smallmodule.ts";
import { fetchSmall } from "../../src/game/smallparts.ts";

const compiled = vi.hoisted(() => [] as unknown[]);
vi.mock("../../src/engine/smallmodule.ts", () => ({
  compiledSmall: async (trial: Promise<Trial>) => void compiled.push(await trial),
}));
vi.mock("../../src/engine/small.ts", () => ({
  smallEngine: async (module: Promise<unknown>) => module.then(() => "starts"),
}));

const FILE = { name: "050-dive", raw: "{}" };
const asked: string[] = [];

/** Asks for a mode of which the server has this. */
function parts(file: unknown, module = new Response("bytes")) {
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return address === "small.wasm" ? module : new Response(JSON.stringify(file));
  });
  return fetchSmall("050-dive", "1000007", { folder: "modes", wasm: "small.wasm" });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  compiled.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the engine is fetched when the board is drawn, and tried with the mode", async () => {
  const small = parts(FILE);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await small.file).toEqual(FILE);
  expect(asked).toEqual(["modes/050-dive.3.json"]);
  small.fetchEngine();
  await small.fetching;
  expect(await small.engine).toBe("starts");
  expect(asked).toEqual(["modes/050-dive.3.json", "small.wasm"]);
  expect(compiled).toEqual([{ bytes: expect.any(ArrayBuffer), raw: "{}", seed: "1000007" }]);
});

test("the engine is fetched soon after the file where nothing is drawn, such as in a tab behind others", async () => {
  const small = parts(FILE);
  await vi.advanceTimersByTimeAsync(1_600);
  await small.fetching;
  expect(asked).toHaveLength(2);
});

test.each([
  ["of another mode", { ...FILE, name: "051-other" }],
  ["of nothing", null],
])("a file %s is none, and the engine is not fetched for it", async (_, file) => {
  const small = parts(file);
  small.fetchEngine();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(small.file).rejects.toThrow();
  await expect(small.engine).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test("a module that the server does not have is none", async () => {
  const small = parts(FILE, new Response("", { status: 404 }));
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(small.engine).rejects.toThrow("404");
});
