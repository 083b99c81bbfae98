// What plays a mode before the whole engine is there races with it.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { orEngine, sooner } from "../../src/game/sooner.ts";

const engine = vi.hoisted(() => ({ asked: 0, waiting: new Set<() => void>() }));
vi.mock("../../src/engine/load.ts", () => ({
  engine: async () => {
    engine.asked += 1;
    for (const then of engine.waiting) then();
  },
  onEngine: (then: () => void) => {
    engine.waiting.add(then);
    return () => engine.waiting.delete(then);
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  engine.asked = 0;
  engine.waiting.clear();
});
afterEach(() => vi.useRealTimers());

const never = new Promise<string>(() => {});

test("is waited for, and then the engine is not asked for", async () => {
  expect(await sooner(Promise.resolve("script"))).toBe("script");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([engine.asked, engine.waiting.size]).toEqual([0, 0]);
});

test("that can't be fetched is done without", async () => {
  expect(await sooner(Promise.reject(new TypeError("no connection")))).toBeNull();
});

test("is done without where the engine is there before it", async () => {
  const coming = sooner(never);
  for (const then of engine.waiting) then();
  expect(await coming).toBeNull();
});

test("that never comes: the engine is asked for", async () => {
  const coming = sooner(never);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(engine.asked).toBe(1);
  expect(await coming).toBeNull();
});

test("is waited for until the engine is there, without asking for it", async () => {
  const coming = orEngine(never);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([engine.asked, engine.waiting.size]).toEqual([0, 1]);
  for (const then of engine.waiting) then();
  expect(await coming).toBeNull();
  expect(engine.waiting.size).toBe(0);
});
