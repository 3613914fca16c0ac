// @ts-check
// The worker in which the program runs, where there is no server: a practice table, whose games it keeps in
// the browser, and the pages of games.

import { given, loadProgram, PROGRAM, unpack } from "./program.js";
import { Thinking } from "./thinking.js";

const GAMES = "/games";
// milliseconds
const GOES_WITHIN = 8000, THINKS_AFTER = 500, REST_AFTER = 1000;
const THINK = [
  "from hardware.placeholder import leave_out, without",
  "leave_out(('anyio', 'anyio.abc', 'anyio.to_thread'))",
  "from firmware_host.thinking.worker import ThinkingWorker",
  "import games",
  "from pathlib import Path",
  "table = thinking = None",
  "def think(ask, drop):",
  "    global thinking",
  "    thinking = ThinkingWorker(ask, drop)",
  "    return lambda number, found: thinking.take(number, found and found.to_bytes())",
  "think",
].join("\n");
const OPEN = [
  // no server, so nothing of what serves pages
  "with without(('starlette', 'starlette.websockets', 'starlette.requests', 'starlette.responses')):",
  "    from firmware_host.features.practice.browser import BrowserTable",
  "def opened(keep, language, is_at_home):",
  "    global table",
  `    table = BrowserTable(games, Path("${GAMES}"), keep, thinking, language, is_at_home=is_at_home)`,
  "    return table.show",
  "opened",
].join("\n");
// games of one's own: what was kept is there before the table
const OWN = [
  "from pathlib import Path",
  "from firmware_host.features.own_games import store",
  `own = Path("${GAMES}/games")`,
  "store.bring_in(None, own)",
  "lambda name, content: store.take(name, content.to_bytes(), own, Path('/tmp'))",
].join("\n");
// the pages come with the rest
const PAGES = [
  "from firmware_host.features.practice.browser_pages import BrowserPages",
  `pages = BrowserPages(games, Path("${GAMES}"), Path("/tmp"), table and table.mirror, thinking.submit)`,
  "pages.answer",
].join("\n");
// packages of Python itself have their other modules beside the program
const PLACE = "/app", FIND_REST = [
  "import importlib, sys",
  "importlib.invalidate_caches()",
  "for name, each in tuple(sys.modules.items()):",
  `    place = "${PLACE}/" + name.replace(".", "/")`,
  "    if isinstance(getattr(each, '__path__', None), list) and place not in each.__path__:",
  "        each.__path__.append(place)",
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
  await unpack(python, "rest.zip.xz", PLACE);
  python.runPython(FIND_REST);
}

const bytes = (data) => data.toJs().slice();

/** @type {Promise<any> | null} */
let program = null;
/** @type {Promise<any> | null} */
let table = null;
/** @type {Promise<any> | null} */
let rest = null;
/** @type {Promise<any> | null} */
let pages = null;
/** @type {any} */
let port = null;
/** @type {any} checks a game of one's own, and keeps it */
let take = null;
let keep = async () => {};
let spoken = "";
let prepare = () => {};

async function begun() {
  const python = await loadProgram(null, (share) => scope.postMessage({ share }));
  python.FS.mkdirTree(GAMES);
  const thinking = new Thinking(given, (number, found) => answered(number, found));
  const answered = python.runPython(THINK)((number, question) => thinking.ask(number, bytes(question)), (number) => thinking.drop(number));
  prepare = () => thinking.prepare();
  return python;
}

async function opened(language, isAtHome) {
  const [python, keeps] = await Promise.all([program ??= begun(), isFirst()]);
  if (keeps) {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, GAMES);
    await synced(python, true).catch((error) => console.warn(error));
    keep = keeper(python);
  } else scope.postMessage({ isSecond: true });
  if (python.FS.analyzePath(`${GAMES}/games`).exists) take = python.runPython(OWN);
  const show = python.runPython(OPEN)(keep, language, isAtHome);
  setTimeout(() => withRest().catch((error) => console.warn(error)), REST_AFTER);
  return show;
}

async function withRest() {
  const python = await (program ??= begun());
  await (rest ??= loadRest(python));
  return python;
}

// What the program says is text, or bytes that it keeps.
const say = (data) => scope.postMessage({ data: typeof data === "string" ? data : bytes(data).buffer });

async function open(language, isAtHome = false) {
  spoken = language;
  table ??= opened(language, isAtHome);
  const show = await table;
  port?.receive(null);
  port = show(say, language);
  setTimeout(prepare, THINKS_AFTER);
}

// Answer what a page asks as it would ask a server.
async function answer({ ticket, address, path }) {
  if (table) await table;
  pages ??= withRest().then((python) => python.runPython(PAGES));
  const found = await (await pages)(address, path), [status, kind, text] = found.toJs();
  found.destroy();
  scope.postMessage({ answer: { ticket, status, kind, text } });
}

// Check a game of one's own; if it can be played, the page is told of it with all the others.
async function bring({ name, content }) {
  await table;
  const python = await withRest();
  take ??= python.runPython(OWN);
  const found = take(name, new Uint8Array(content)), [lines, isGood] = found.toJs();
  found.destroy();
  scope.postMessage({ brought: lines });
  if (isGood) await Promise.all([keep(), open(spoken)]);
}

function fail(error) {
  console.error(error);
  scope.postMessage({ failed: String(error.message ?? error).trim().split("\n").pop() });
}

scope.onmessage = ({ data }) => {
  if ("open" in data) open(data.open, data.isAtHome).catch(fail);
  else if ("ask" in data) answer(data.ask).catch(fail);
  else if ("bring" in data) bring(data.bring).catch(fail);
  else port?.receive(data.text);
};
