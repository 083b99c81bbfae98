// The service worker, in a browser whose caches fail: each call fails once, and the page is there all
// the same.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

const ADDRESS = "https://site.example/play/";

/** The caches, and the call that fails the next time. */
let caches: Map<string, Map<string, string>>;
let failing = "";
let listeners: Map<string, (event: unknown) => void>;
let claimed = 0;

function unless(name: string): void {
  if (failing !== name) return;
  failing = "";
  throw new DOMException("on purpose", "QuotaExceededError");
}

const nameOf = (request: string | { url: string }) =>
  new URL(typeof request === "string" ? request : request.url, ADDRESS).pathname;
const answerWith = (text: string | undefined) => (text === undefined ? undefined : new Response(text));

const storage = {
  async open(name: string) {
    unless("open");
    const own = caches.get(name) ?? new Map<string, string>();
    caches.set(name, own);
    return {
      async match(request: string | { url: string }) {
        unless("match");
        return answerWith(own.get(nameOf(request)));
      },
      async put(request: string | { url: string }, response: Response) {
        unless("put");
        own.set(nameOf(request), await response.text());
      },
    };
  },
  async keys() {
    unless("keys");
    return [...caches.keys()];
  },
  async delete(name: string) {
    unless("delete");
    return caches.delete(name);
  },
  async match(request: string | { url: string }) {
    unless("match of all");
    return answerWith([...caches.values()].map((own) => own.get(nameOf(request))).find(Boolean));
  },
};

/** Sends an event to the worker. Gives what it has waited for, or answered with. */
async function send(type: string, more: object = {}): Promise<unknown> {
  let result: Promise<unknown> = Promise.resolve();
  const take = (promise: Promise<unknown>) => {
    result = promise;
  };
  listeners.get(type)?.({ ...more, waitUntil: take, respondWith: take });
  return result;
}

const ask = async (name: string) =>
  ((await send("fetch", { request: new Request(new URL(name, ADDRESS)) })) as Response).text();

beforeEach(async () => {
  [failing, claimed] = ["", 0];
  caches = new Map();
  listeners = new Map();
  vi.stubGlobal("caches", storage);
  vi.stubGlobal("location", new URL("worker.js", ADDRESS));
  vi.stubGlobal("FILES", ["./", "a.js"]);
  vi.stubGlobal("fetch", async (request: string | { url: string }) => new Response(`net ${nameOf(request)}`));
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => void claimed++ },
  });
  vi.resetModules();
  // The script of a worker knows other names than those of a page: its types are checked apart.
  await vi.importActual("../../src/worker.ts");
});
afterEach(() => vi.unstubAllGlobals());

const install = async () => {
  await send("install");
  await send("activate");
};

test.each(["open", "put"])("a version that can't be kept is not half kept: %s fails", async (call) => {
  failing = call;
  await expect(send("install")).rejects.toThrow("on purpose");
  expect(await ask("a.js")).toBe("net /play/a.js");
  await install();
  expect(claimed).toBe(1);
});

test.each(["keys", "delete"])("a version takes over, although old caches stay: %s fails", async (call) => {
  for (const name of ["polymerge-1", "polymerge-2"]) caches.set(name, new Map());
  await send("install");
  failing = call;
  await send("activate");
  expect([claimed, failing]).toEqual([1, ""]);
});

test.each(["open", "match", "match of all"])(
  "the network answers where the cache does not: %s fails",
  async (call) => {
    await install();
    failing = call;
    const name = call === "match of all" ? "b.js" : "a.js";
    expect(await ask(name)).toBe(`net /play/${name}`);
    expect(failing).toBe("");
  },
);

test.each(["open", "put"])("what was learned is there, although it can't be kept: %s fails", async (call) => {
  await install();
  let count = 0;
  // The first call looks for it in the cache.
  const open = storage.open.bind(storage);
  vi.spyOn(storage, "open").mockImplementation(async (name) => {
    count += 1;
    if (count === 2) failing = call;
    return open(name);
  });
  expect(await ask("dive.weights")).toBe("net /play/dive.weights");
  expect([count, failing]).toEqual([2, ""]);
  vi.restoreAllMocks();
  expect(await ask("dive.weights")).toBe("net /play/dive.weights");
  expect(await (await storage.match(`${ADDRESS}dive.weights`))?.text()).toBe("net /play/dive.weights");
});

test.each([
  ["small-modes-1a/050-dive.json", "application/json", true],
  ["small-modes-1a/050-dive.json", "application/json; charset=utf-8", true],
  ["small-modes-1a/050-dive.json", "text/html", false],
  ["mode-previews-1a/050-dive.json", "application/json", true],
  ["dive.weights", "application/octet-stream", true],
  ["other.json", "application/json", false],
])("%s as %s is kept: %s", async (name, type, isKept) => {
  await install();
  vi.stubGlobal("fetch", async () => new Response("sent", { headers: { "content-type": type } }));
  expect(await ask(name)).toBe("sent");
  expect(await (await storage.match(`${ADDRESS}${name}`))?.text()).toBe(isKept ? "sent" : undefined);
});
