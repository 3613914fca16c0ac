// @ts-check
// Keeps the whole site in the browser once it was visited, so that it is there without a network. A
// new version is kept beside the one that is shown, and takes its place between two games.

const scope = /** @type {any} */ (globalThis); // what only a service worker has
const { version, files } = scope.SITE; // what the site is built of: its first line says it
const HERE = scope.registration.scope, STORE = `${HERE} ${version}`;

async function keep() {
  const store = await caches.open(STORE);
  await store.addAll(files.map((file) => new Request(new URL(file, HERE), { cache: "no-cache" })));
}

// Other sites may be kept at other addresses of the same server.
async function forgetOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith(`${HERE} `) && name !== STORE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

async function answer(request) {
  const store = await caches.open(STORE);
  return await store.match(request, { ignoreSearch: true, ignoreVary: true }) ?? fetch(request);
}

// The page that asks is between two games; another one beside it may not be.
async function takeOver() {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length <= 1) await scope.skipWaiting();
}

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOlder().then(() => scope.clients.claim())));
scope.addEventListener("message", (event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(HERE)) event.respondWith(answer(request));
});
