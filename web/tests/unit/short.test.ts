// Links that the score service makes short, where the page came from one and they are long.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RemoteGame } from "../../src/engine/remote.ts";
import type { GameModel } from "../../src/game/model.ts";

const SITE = "https://scores.example/site/";
const LONG = `${SITE}#/packed/${"a".repeat(300)}`;
const SHORT = `${SITE}#/play/050-dive`;

let asked: string[];
let server: { alive: boolean; answers: boolean };

beforeEach(() => {
  vi.resetModules();
  asked = [];
  server = { alive: true, answers: true };
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("location", { href: LONG });
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit = {}) => {
    if (address.endsWith("healthz")) return Response.json({ alive: server.alive });
    asked.push(`${address} ${String(body)}`);
    if (!server.answers) return Response.json({ message: "no room" }, { status: 429 });
    return Response.json({ key: "0f3a", path: "s/0f3a" }, { status: 201 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const shortened = async (link: string) => (await import("../../src/scores/short.ts")).shortened(link);

test("a long link gets a short address of the service", async () => {
  expect(await shortened(LONG)).toBe("https://scores.example/site/s/0f3a");
  const link = LONG.slice(SITE.length);
  expect(asked).toEqual([`https://scores.example/site/v1/links ${JSON.stringify({ link })}`]);
});

test("a short link stays, and nothing is asked", async () => {
  expect(await shortened(SHORT)).toBe(SHORT);
  expect(asked).toEqual([]);
});

test("a long link stays where the page comes from elsewhere", async () => {
  server.alive = false;
  expect(await shortened(LONG)).toBe(LONG);
  expect(asked).toEqual([]);
});

test("a long link stays where the service does not take it", async () => {
  server.answers = false;
  expect(await shortened(LONG)).toBe(LONG);
  expect(asked.length).toBe(1);
});

test("a long link goes out soon where the service does not answer", async () => {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (address: string, options?: RequestInit) =>
    address.endsWith("healthz") ? fetch(address, options) : new Promise(() => {}),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const link = shortened(LONG);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await link).toBe(LONG);
  vi.useRealTimers();
});

test("what is shared is made without asking the service, which a click then does", async () => {
  vi.stubGlobal("navigator", {});
  const { handoutOf, withLink } = await import("../../src/game/sharing.ts");
  const code = `@2048PowCompMode|${Array.from({ length: 900 }, (_, index) => index * 7919).join("|")}|`;
  const state = { score: 12, moves: 3, merges: 1, screen: "play" };
  const view = { statBoxes: [], cells: [] };
  const model = { facts: { name: "", title: "DIVE" }, state, view } as unknown as GameModel;
  const handout = await handoutOf(model, { ask: async () => code } as unknown as RemoteGame, "");
  expect(handout.data.url.length).toBeGreaterThan(300);
  expect(handout.text.endsWith(`\n${handout.data.url}`)).toBe(true);
  expect(asked).toEqual([]);
  const short = await shortened(handout.data.url);
  expect(asked.length).toBe(1);
  const { data, text } = withLink(handout, short);
  expect(data.url).toBe("https://scores.example/site/s/0f3a");
  expect(text).toBe(`${handout.data.text}\n${short}`);
}, 30_000);
