// Files of what was learned, where a server or the connection fails.

import { afterEach, expect, test, vi } from "vitest";
import { weightsOf } from "../../src/engine/weights.ts";

vi.mock("virtual:weights", () => ({ default: { known: "./known.weights" } }));
afterEach(() => vi.unstubAllGlobals());

test("rules of which nothing was learned have none", async () => {
  expect(await weightsOf("other")).toBeNull();
});

test("a file that can't be had is not nothing", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503 }));
  await expect(weightsOf("known")).rejects.toThrow("503");
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("no connection");
  });
  await expect(weightsOf("known")).rejects.toThrow("no connection");
});
