// Links that the score service makes short, where the page came from one and they are long.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

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
