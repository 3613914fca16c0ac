// @ts-check
// The program of a page without a server: it runs in a worker, and answers what the page asks as a server
// would. The page shows how much of it has come.

import { find, make } from "./dom.js";

// What a page asks a server by, here: the program answers it.
const ASKED = new Set(["course", "from-here", "moment", "position", "record", "replay", "review", "share"]);

const words = JSON.parse(find("inBrowser").textContent);
const kept = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
const wanted = [kept, ...navigator.languages.map((each) => each.split("-")[0])];
const HERE = new URL(".", location.href).href;

/** @type {string} */
export const language = wanted.find((each) => each && each in words) ?? document.documentElement.lang;
document.documentElement.lang = language;

export const worker = new Worker(new URL("table_worker.js", import.meta.url), { type: "module" });
/** @type {Map<number, (answer: Response) => void>} */
const asking = new Map();
let tickets = 0;

export const word = (what) => words[language][what];

const line = make("p", "", { id: "coming", role: "status" }), come = make("progress", "", { max: "1", "aria-hidden": "true" });
(document.getElementById("now") ?? find("connection").parentElement).prepend(line);

// Say `what` above everything else of the page; the program has come if there is nothing to say.
export function say(what, more = "") {
  const text = what && word(what).replace("{percent}", more);
  line.textContent = text.includes(more) ? text : `${text} ${more}`;
  if (what === "loading") line.append(come);
  const place = document.getElementById("connection"); // the page of a game takes its place
  if (place) place.textContent = "";
}

// What the worker tells this page, by its name.
/** @type {Record<string, (value: any) => void>} */
export const receivers = {
  share(share) {
    come.value = share;
    say("loading", String(Math.floor(100 * share)));
  },
  failed: (why) => say("failed", why),
  answer({ ticket, status, kind, text }) {
    asking.get(ticket)?.(new Response(text, { status, headers: { "content-type": kind } }));
    asking.delete(ticket);
  },
};

worker.onmessage = ({ data: message }) => {
  for (const [name, value] of Object.entries(message)) receivers[name](value);
};
worker.onerror = ({ message }) => receivers.failed(message ?? "");
say("loading", "0");

/** @returns {Promise<Response>} */
function ask(path) {
  const ticket = ++tickets;
  worker.postMessage({ ask: { ticket, address: HERE, path } });
  return new Promise((resolve) => asking.set(ticket, resolve));
}

// The path of `address` if a server would answer it; empty if it is that of a file.
function pathOf(address) {
  const path = address.startsWith(HERE) ? address.slice(HERE.length) : "";
  return ASKED.has(path.split("?")[0]) ? path : "";
}

const plainFetch = globalThis.fetch;
globalThis.fetch = (/** @type {any} */ asked, ...more) => {
  const path = pathOf(new URL(asked.url ?? asked, location.href).href);
  return path ? ask(path) : plainFetch(asked, ...more);
};

async function download(path) {
  const text = await (await ask(path)).blob(), address = URL.createObjectURL(text);
  const link = Object.assign(document.createElement("a"), { href: address, download: path.startsWith("moment") ? "game.svg" : "game.txt" });
  link.click();
  URL.revokeObjectURL(address);
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest?.("a"), path = pathOf(link?.href ?? "");
  if (!link?.hasAttribute("download") || !path) return;
  event.preventDefault();
  download(path);
});
