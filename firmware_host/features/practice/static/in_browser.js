// @ts-check
// A practice table without a server: its program runs in a worker of this page, which speaks with
// it as it does with a server. It shows how much of the program has come.

import { transport } from "./connection.js";
import { find } from "./dom.js";
import { keepSite } from "./keep_site.js";

const words = JSON.parse(find("inBrowser").textContent);
const kept = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
const wanted = [kept, ...navigator.languages.map((each) => each.split("-")[0])];
const language = wanted.find((each) => each && each in words) ?? document.documentElement.lang;
document.documentElement.lang = language;

const worker = new Worker(new URL("table_worker.js", import.meta.url), { type: "module" });
/** @type {TableSocket | null} */
let current = null;
let hasFailed = false, isKept = false;

// What stands in for the WebSocket of a page.
class TableSocket {
  constructor() {
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    this.binaryType = "arraybuffer";
    /** @type {((event: { data: any }) => void) | null} */
    this.onmessage = null;
    /** @type {((event: { code: number }) => void) | null} */
    this.onclose = null;
    current = this;
    worker.postMessage({ open: document.documentElement.lang });
  }

  receive(data) {
    this.readyState = WebSocket.OPEN;
    this.onmessage?.({ data });
  }

  send(text) {
    worker.postMessage({ text });
  }

  close() {
    this.readyState = WebSocket.CLOSED;
  }
}

function tell(text) {
  find("connection").textContent = text;
}

const receivers = {
  data(data) {
    current?.receive(data);
    if (!isKept) keepSite(); // not before the first board
    isKept = true;
  },
  share: (share) => tell(words[language].loading.replace("{percent}", Math.floor(100 * share))),
  isSecond: () => tell(words[language].second),
  failed(why) {
    hasFailed = true;
    tell(`${words[language].failed} ${why}`);
  },
};

worker.onmessage = ({ data: message }) => {
  for (const [name, value] of Object.entries(message)) receivers[name](value);
};
worker.onerror = ({ message }) => receivers.failed(message ?? "");
transport.open = () => /** @type {any} */ (hasFailed ? { readyState: WebSocket.CONNECTING, close() {} } : new TableSocket());
tell(words[language].loading.replace("{percent}", "0"));

// pages that only a server has
for (const link of document.querySelectorAll("a[href='games']")) link.remove();
