// The first game of a first visit, which is played without the engine; and when that is asked for.

import first from "virtual:first-mode";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BootController } from "../../src/game/boot.ts";
import type { Route } from "../../src/route.ts";

const engine = vi.fn(() => new Promise(() => {}));

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("requestAnimationFrame", (drawn: () => void) => setTimeout(drawn, 16));
  vi.doMock("../../src/engine/load.ts", () => ({ engine, engineNow: () => null, onEngine: () => () => {} }));
  vi.doMock("../../src/game/ahead.ts", () => ({ afterSmall: Promise.resolve(), small: null }));
  vi.doMock("../../src/store/unkept.ts", () => ({
    readBegun: () => [],
    noteBegun: () => {},
    forgetBegun: () => {},
    mayHoldGames: () => false,
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ["engine/load", "game/ahead", "store/unkept"]) vi.doUnmock(`../../src/${name}.ts`);
  engine.mockClear();
});

/** A page that begins at such an address, after its first frame. */
async function welcomed(route: Route): Promise<BootController> {
  const { BootController } = await import("../../src/game/boot.ts");
  const boot = new BootController(first);
  boot.welcome(route);
  await vi.advanceTimersByTimeAsync(50);
  expect(boot.model?.facts.name).toBe(first.mode);
  return boot;
}

test("on the front page the engine is asked for after two seconds", async () => {
  await welcomed({ view: "home" });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(engine).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(engine).toHaveBeenCalledOnce();
});

test("as soon as the front page is shown it is asked for, once", async () => {
  const boot = await welcomed({ view: "home" });
  expect(engine).not.toHaveBeenCalled();
  boot.frontShown();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(engine).toHaveBeenCalledOnce();
});

test("for a link to the mode it is not held back", async () => {
  await welcomed({ view: "play", mode: first.mode });
  expect(engine).toHaveBeenCalledOnce();
});
