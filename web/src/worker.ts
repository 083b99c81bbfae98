// Keeps the site, so that it works without a network; files of single modes once they
// were asked for. The build puts in which files there are, and a version
// that changes with them.

declare const FILES: readonly string[];
const CACHE = `polymerge-${"VERSION"}`;
/** Milliseconds after which a cache that does not answer is done without. */
const TIMEOUT = 3000;
const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  // What a score server says changes with every answer.
  if (/\/(healthz|v1\/.*)$/.test(new URL(request.url).pathname)) return;
  event.respondWith(answer(request));
});

/** Keeps every file, or none: half of a version is of no use. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (name) => cache.put(name, await fetched(name))));
  // Pages are in one piece and ask for files whose names change with what is in
  // them, so that a page of the version before goes on beside this one.
  await worker.skipWaiting();
}

/**
 * A file as it is on the server now, not as another cache remembers it. What
 * the server says about the way it came is left out: headers that make an
 * answer depend on the question (`Vary`), and redirections, with which a
 * browser would refuse it as a page.
 */
async function fetched(name: string): Promise<Response> {
  const response = await fetch(name, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  const type = response.headers.get("content-type");
  return new Response(await response.blob(), { headers: type ? { "content-type": type } : {} });
}

/** Pages that are open may still ask for files of the version before; those older than that are in the way. */
async function takeOver(): Promise<void> {
  try {
    const names = (await caches.keys()).filter((name) => name.startsWith("polymerge-") && name !== CACHE);
    // The caches of a site are told in the order in which they were made.
    for (const name of names.slice(0, -1)) await caches.delete(name);
  } catch {
    // They only take room, and the next version tries again; pages need this one all the same.
  }
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const kept = await Promise.race([find(request).catch(nothing), late()]);
  if (kept) return kept;
  const response = await fetch(request).catch((error: unknown) => instead(request, error));
  if (isToBeKept(request, response)) await keep(request, response.clone());
  return response;
}

/** Files of modes are kept once they were asked for, but no page that a server sends in their place. */
function isToBeKept({ url }: Request, response: Response): boolean {
  const { pathname } = new URL(url);
  const isJson = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
  return (
    response.ok &&
    (pathname.endsWith(".weights") || (isJson && /\/(small-modes|mode-previews)-/.test(pathname)))
  );
}

/** The pages of modes are not kept: without a network the game itself tells which there are, and what a mode is like. */
function instead({ url }: Request, error: unknown): Response {
  const [page, mode] = /\/mode\/(?:([\w-]+)\/)?(?:index\.html)?$/.exec(new URL(url).pathname) ?? [];
  if (page === undefined) throw error;
  return Response.redirect(new URL(mode ? `./#/mode/${mode}` : "./#/modes", location.href).href);
}

/** Keeps what is fetched only where it is asked for; a full cache is no reason to go without it. */
async function keep(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(request, response);
  } catch {
    // It is fetched again the next time.
  }
}

async function find({ url, mode }: Request): Promise<Response | undefined> {
  const { pathname } = new URL(url);
  // The page of the game is kept under the name of its folder, the workshop under its own. Pages are
  // asked for by their very names: to leave what an address adds out of account, all that is kept
  // would be gone through.
  const page = new URL("./index.html", location.href).pathname;
  const name = pathname === page ? "./" : mode === "navigate" ? pathname : url;
  const cache = await caches.open(CACHE);
  // Any cache of the site: a page of the version before asks for what is in its own.
  return (await cache.match(name, { ignoreVary: true })) ?? (await caches.match(name, { ignoreVary: true }));
}

function nothing(): undefined {}

function late(): Promise<undefined> {
  return new Promise((done) => setTimeout(() => done(undefined), TIMEOUT));
}
