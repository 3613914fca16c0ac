// @ts-check
// The worker in which the program of a practice table runs, where there is no server. It keeps the games
// in the browser.

import { fetchPart, given, loadProgram, PROGRAM } from "./program.js";
import { Thinking } from "./thinking.js";

const GAMES = "/games";
const GOES_WITHIN = 8000; // milliseconds
const OPEN = [
  "from hardware.placeholder import leave_out",
  // no server, so nothing of what serves pages
  "leave_out(('anyio', 'starlette', 'starlette.websockets', 'starlette.requests', 'starlette.responses'))",
  "import games",
  "from pathlib import Path",
  "from firmware_host.features.practice.browser import BrowserTable",
  "from firmware_host.thinking.worker import ThinkingWorker",
  "def opened(keep, ask, drop, language):",
  "    thinking = ThinkingWorker(ask, drop)",
  `    table = BrowserTable(games, Path("${GAMES}"), keep, thinking, language)`,
  "    return table.show, lambda number, found: thinking.take(number, found and found.to_bytes())",
  "opened",
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
  const rest = await (await fetchPart("rest.zip")).arrayBuffer();
  python.unpackArchive(rest, "zip", { extractDir: REST });
  python.runPython(FIND_REST);
}

const bytes = (data) => data.toJs().slice();

async function started(language) {
  const [python, keeps] = await Promise.all([loadProgram(null, (share) => scope.postMessage({ share })), isFirst()]);
  python.FS.mkdirTree(GAMES);
  if (keeps) {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, GAMES);
    await synced(python, true).catch((error) => console.warn(error));
  } else scope.postMessage({ isSecond: true });
  const thinking = new Thinking(given, (number, answer) => take(number, answer));
  const ask = (number, question) => thinking.ask(number, bytes(question));
  const [show, take] = python.runPython(OPEN)(keeps ? keeper(python) : () => {}, ask, (number) => thinking.drop(number), language);
  setTimeout(() => thinking.prepare(), 500);
  setTimeout(() => loadRest(python).catch((error) => console.warn(error)), 1000);
  return show;
}

// What the program says is text, or bytes that it keeps.
const say = (data) => scope.postMessage({ data: typeof data === "string" ? data : bytes(data).buffer });

/** @type {Promise<any> | null} */
let table = null;
/** @type {any} */
let port = null;

async function open(language) {
  table ??= started(language);
  const show = await table;
  port?.receive(null);
  port = show(say, language);
}

scope.onmessage = ({ data }) => {
  if ("open" in data) open(data.open).catch((error) => {
    console.error(error);
    scope.postMessage({ failed: String(error.message ?? error).trim().split("\n").pop() });
  });
  else port?.receive(data.text);
};
