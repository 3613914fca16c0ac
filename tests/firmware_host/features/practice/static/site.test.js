// A site that is kept in the browser: which version is shown, and when a newer one takes its place.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, mock, test } from "node:test";
import vm from "node:vm";

import { keepSite, RENEWED } from "../../../../../firmware_host/features/practice/static/keep_site.js";

const SOURCE = new URL("../../../../../firmware_host/features/practice/static/site_worker.js", import.meta.url);
const HERE = "https://school.example/games/";

// What the browser lends a worker of this version, and what has become of it.
function worker(version, stores = new Map(), pages = 1) {
  const on = {}, loaded = [], state = { hasSkipped: false, loaded, stores };
  const open = async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    return {
      addAll: async (requests) => requests.forEach(({ url }) => store.set(String(url), `${version} of ${url}`)),
      match: async ({ url }) => store.get(url.split("?")[0]),
    };
  };
  const scope = {
    SITE: { version, files: ["./", "table.js"] },
    registration: { scope: HERE },
    clients: { matchAll: async () => Array(pages).fill({}), claim: async () => {} },
    skipWaiting: async () => (state.hasSkipped = true),
    addEventListener: (name, listener) => (on[name] = listener),
    caches: { open, keys: async () => [...stores.keys()], delete: async (name) => stores.delete(name) },
    fetch: async (request) => loaded.push(request.url) && "from the network",
    Request: function (url, options) { return { url, ...options }; },
    URL,
  };
  vm.runInNewContext(readFileSync(SOURCE, "utf8"), Object.assign(scope, { globalThis: scope }));
  const run = (name, event = {}) => {
    let due = Promise.resolve();
    on[name]({ ...event, waitUntil: (work) => (due = work), respondWith: (answer) => (due = answer) });
    return due;
  };
  return { ...state, run, get hasSkipped() { return state.hasSkipped; } };
}

const asks = (file, method = "GET") => ({ request: { url: file.startsWith("http") ? file : HERE + file, method } });

test("what was kept is answered without the network, and other things are loaded", async () => {
  const first = worker("1");
  await first.run("install");
  assert.equal(await first.run("fetch", asks("table.js?again")), `1 of ${HERE}table.js`);
  assert.deepEqual(first.loaded, []);
  assert.equal(await first.run("fetch", asks("other.js")), "from the network");
  assert.equal(await first.run("fetch", asks("https://elsewhere.example/table.js")), undefined);
  assert.equal(await first.run("fetch", asks("table.js", "POST")), undefined);
});

test("a version answers with its own files while a newer one is kept, and goes when that is shown", async () => {
  const stores = new Map([["https://school.example/other/ 1", new Map()]]), first = worker("1", stores);
  await first.run("install");
  const second = worker("2", stores);
  await second.run("install");
  assert.equal(await first.run("fetch", asks("table.js")), `1 of ${HERE}table.js`);
  await second.run("activate");
  assert.deepEqual([...stores.keys()], ["https://school.example/other/ 1", `${HERE} 2`]);
  assert.equal(await second.run("fetch", asks("table.js")), `2 of ${HERE}table.js`);
});

test("a newer version takes over where one page is open, not where another may be in a game", async () => {
  for (const [pages, takes] of [[1, true], [2, false]]) {
    const newer = worker("2", new Map(), pages);
    await newer.run("install");
    assert.equal(newer.hasSkipped, false);
    await newer.run("message");
    assert.equal(newer.hasSkipped, takes);
  }
});

// A page with a worker that waits: `home` says whether games can be chosen there.
let page;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  page = { isHome: false, said: [], looks: 0, loads: 0 };
  const registered = { waiting: { postMessage: (text) => page.said.push(text) }, installing: null, addEventListener() {}, update: async () => (page.looks += 1) };
  const workers = { controller: {}, register: async () => registered, addEventListener: (name, take) => (page[name] = take) };
  Object.assign(page, { registered });
  Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: workers }, configurable: true });
  Object.assign(globalThis, {
    document: { body: { classList: { contains: (name) => name === "at-home" && page.isHome } } },
    sessionStorage: { setItem: (name) => (page[name] = true) },
    location: { reload: () => (page.loads += 1) },
    MutationObserver: class { constructor(look) { page.look = look; } observe() {} },
  });
});

test("a page lets a newer version in between two games, and asks until it has come", async () => {
  await keepSite();
  page.look();
  assert.deepEqual(page.said, []);
  page.isHome = true;
  page.look();
  assert.equal(page.said.length, 1);
  mock.timers.tick(3000);
  assert.equal(page.said.length, 2);
  page.registered.waiting = null;
  assert.equal(page[RENEWED], undefined);
  page.controllerchange();
  assert.equal(page[RENEWED], true);
  mock.timers.tick(3000);
  assert.deepEqual([page.said.length, page.loads], [2, 1]);
});

test("a page that stays open asks for a newer version every hour", async () => {
  await keepSite();
  mock.timers.tick(2 * 3600e3);
  assert.equal(page.looks, 2);
});

test("where a browser keeps no site, the page goes on without", async () => {
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  await keepSite();
  assert.equal(page.looks, 0);
});
