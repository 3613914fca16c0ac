// @ts-check
// A practice table without a server: its program runs in a worker of this page, which speaks with it as
// it does with a server.

import { transport } from "./connection.js";
import { keepSite } from "./keep_site.js";
import { receivers, say, worker } from "./program_link.js";

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

const sayFailed = receivers.failed;
Object.assign(receivers, {
  data(data) {
    current?.receive(data);
    if (!isKept) keepSite(); // not before the first board
    isKept = true;
  },
  isSecond: () => say("second"),
  failed(why) {
    hasFailed = true;
    sayFailed(why);
  },
});

transport.open = () => /** @type {any} */ (hasFailed ? { readyState: WebSocket.CONNECTING, close() {} } : new TableSocket());

// pages that only a server has
for (const link of document.querySelectorAll("a[href='games']")) link.remove();
