// @ts-check
// The worker in which the program of a practice table runs, where there is no server. It loads Python
// and the program from the folder beside the page, and keeps the games in the browser.

const PROGRAM = new URL("../program/", import.meta.url).href, GAMES = "/games", PACKED = ".gz";
const GOES_WITHIN = 8000; // milliseconds
const OPEN = [
  "from hardware.placeholder import leave_out",
  // no server, so nothing of what serves pages
  "leave_out(('anyio', 'starlette', 'starlette.websockets', 'starlette.requests', 'starlette.responses'))",
  "import games",
  "from pathlib import Path",
  "from firmware_host.features.practice.browser import BrowserTable",
  `lambda keep, language: BrowserTable(games, Path("${GAMES}"), keep, language)`,
].join("\n");
// packages whose first modules came before have the others there
const REST = "/rest", FIND_REST = [
  "import sys",
  `sys.path.append("${REST}")`,
  "for name, each in tuple(sys.modules.items()):",
  "    if isinstance(getattr(each, '__path__', None), list):",
  `        each.__path__.append("${REST}/" + name.replace(".", "/"))`,
].join("\n");
const scope = /** @type {any} */ (globalThis); // what only a worker has

const plainFetch = globalThis.fetch;
let come = 0, total = 1;

// Count what comes of a file of the program, and tell the page each hundredth.
function counted(body) {
  return body.pipeThrough(new TransformStream({
    transform(part, controller) {
      const before = Math.floor(100 * come / total);
      come += part.byteLength;
      const share = Math.min(1, come / total);
      if (Math.floor(100 * share) > before) scope.postMessage({ share });
      controller.enqueue(part);
    },
  }));
}

// Many servers of files compress nothing: the largest file lies there compressed.
async function fetchPart(name, kind) {
  const isPacked = name in packed;
  const answer = await plainFetch(PROGRAM + name + (isPacked ? PACKED : ""));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const body = counted(answer.body);
  return new Response(isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body, { headers: { "content-type": kind } });
}

const KINDS = { mjs: "text/javascript", wasm: "application/wasm", json: "application/json", zip: "application/zip" };
/** @type {Record<string, boolean>} */
let packed = {};

// What Pyodide loads comes from the folder of the program alone.
globalThis.fetch = (/** @type {any} */ asked, ...more) => {
  const address = String(asked.url ?? asked), name = address.slice(PROGRAM.length), kind = KINDS[name.split(".").pop() ?? ""];
  return address.startsWith(PROGRAM) && kind ? fetchPart(name, kind) : plainFetch(asked, ...more);
};

const synced = (python, fromBrowser) => new Promise((resolve, reject) => python.FS.syncfs(fromBrowser, (error) => error ? reject(error) : resolve(null)));

// One page keeps the games: another one beside it has a table of its own, which is forgotten. A page that
// is loaded anew may have to wait until the one before has gone.
function isFirst() {
  if (!navigator.locks) return Promise.resolve(true);
  const signal = AbortSignal.timeout(GOES_WITHIN);
  return new Promise((resolve) => navigator.locks.request(PROGRAM, { signal }, () => {
    resolve(true);
    return new Promise(() => {});
  }).catch(() => resolve(false)));
}

// Let the browser keep what has been written, once for what is written at once.
function keeper(python) {
  let isKeeping = false, hasMore = false;
  return async function keep() {
    if (isKeeping) return void (hasMore = true);
    isKeeping = true;
    do {
      hasMore = false;
      await synced(python, false).catch((error) => console.warn(error));
    } while (hasMore);
    isKeeping = false;
  };
}

// What the first board does not need comes after it.
async function loadRest(python) {
  total = Infinity; // nobody waits for it
  const rest = await (await fetchPart("rest.zip", KINDS.zip)).arrayBuffer();
  python.unpackArchive(rest, "zip", { extractDir: REST });
  python.runPython(FIND_REST);
}

async function started(language) {
  const sizes = await (await plainFetch(PROGRAM + "sizes.json", { cache: "no-cache" })).json();
  packed = sizes.packed;
  total = sizes.total;
  const [{ loadPyodide }, { default: createPyodideModule }, program, keeps] = await Promise.all([
    import(PROGRAM + "pyodide.mjs"),
    fetchPart("pyodide.asm.mjs", KINDS.mjs).then((answer) => answer.blob()).then((blob) => import(URL.createObjectURL(blob))),
    fetchPart("app.zip", KINDS.zip).then((answer) => answer.arrayBuffer()),
    isFirst(),
  ]);
  const python = await loadPyodide(/** @type {any} */ ({ indexURL: PROGRAM, createPyodideModule }));
  python.unpackArchive(program, "zip", { extractDir: "/app" });
  python.runPython("import sys; sys.path.insert(0, '/app')");
  python.FS.mkdirTree(GAMES);
  if (keeps) {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, GAMES);
    await synced(python, true).catch((error) => console.warn(error));
  } else scope.postMessage({ isSecond: true });
  const opened = python.runPython(OPEN)(keeps ? keeper(python) : () => {}, language);
  setTimeout(() => loadRest(python).catch((error) => console.warn(error)), 1000);
  return opened;
}

// What the program says is text, or bytes that it keeps.
const say = (data) => scope.postMessage({ data: typeof data === "string" ? data : data.toJs().slice().buffer });

/** @type {Promise<any> | null} */
let table = null;
/** @type {any} */
let port = null;

async function open(language) {
  table ??= started(language);
  const opened = await table;
  port?.receive(null);
  port = opened.show(say, language);
}

scope.onmessage = ({ data }) => {
  if ("open" in data) open(data.open).catch((error) => {
    console.error(error);
    scope.postMessage({ failed: String(error.message ?? error).trim().split("\n").pop() });
  });
  else port?.receive(data.text);
};
