// Keeps the whole site, so that it works without a network. The build puts in
// which files there are, and a version that changes with them.

declare const FILES: readonly string[];
const CACHE = `polymerge-${"VERSION"}`;
const worker = self as unknown as ServiceWorkerGlobalScope;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...FILES])));
});

// Other versions are in use by no page any more when this one starts to work.
worker.addEventListener("activate", (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("polymerge-") && name !== CACHE) await caches.delete(name);
    }
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    // The page of the game is kept under the name of its folder, the workshop under its own.
    const name = pathname.endsWith("/index.html") ? "./" : request;
    return (await cache.match(name, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request);
  };
  event.respondWith(answer());
});
