// @ts-check
// Shows a page of its own where the site cannot be reached. It keeps that page and its files, nothing
// else, and only for then: whatever can be loaded is loaded, so that nothing shown is old.

const KEPT = "offline", FILES = ["offline", "offline.js", "base.css", "icon.svg"].map((file) => new URL(file, location.href).href);
const worker = /** @type {any} */ (globalThis); // what only a service worker has

async function keep() {
  const store = await caches.open(KEPT);
  await store.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function answer(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(kept, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

// The page names its files as seen from the top of the site, where addresses have no folders.
const isAtTop = (address) => new URL(".", address).href === worker.registration.scope;

worker.addEventListener("install", (event) => event.waitUntil(keep().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event) => event.waitUntil(keep().catch(() => {})));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && isAtTop(request.url)) event.respondWith(answer(request, FILES[0]));
  else if (FILES.includes(request.url)) event.respondWith(answer(request, request.url));
});
