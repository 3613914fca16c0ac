// @ts-check
// A practice table without a server: its program runs in a worker of this page, which speaks with it as
// it does with a server.

import { transport } from "./connection.js";
import { button, find, make } from "./dom.js";
import { keepSite, RENEWED } from "./keep_site.js";
import { receivers, say, word, worker } from "./program_link.js";

/** @type {TableSocket | null} */
let current = null;
// the game in the address is begun as soon as games can be chosen, but only once: another one may be left
const wanted = decodeURIComponent(location.hash.slice(1));
let hasFailed = false, isKept = false, isSecond = false;

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
    // people have left the last game before a newer version came: it is not offered once more
    worker.postMessage({ open: document.documentElement.lang, isAtHome: RENEWED in sessionStorage });
    sessionStorage.removeItem(RENEWED);
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
    if (isKept) return;
    keepSite(); // not before the first board
    isKept = true;
    say(isSecond ? "second" : "");
  },
  isSecond: () => isSecond = true,
  failed(why) {
    hasFailed = true;
    sayFailed(why);
  },
});

// Games of one's own, whose files are chosen or dropped on the page.
function offerOwnGames() {
  const file = make("input", "", { type: "file", accept: ".toml", hidden: "" }), told = make("div", "", { role: "status" });
  const row = make("section", "", { id: "ownGames" });
  row.append(button(word("own"), () => file.click()), make("span", word("drop")), file, told, make("p", word("alone")));
  find("deck").before(row);
  const bring = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    told.replaceChildren(make("p", word("checking")));
    worker.postMessage({ bring: { name: chosen.name, content: await chosen.arrayBuffer() } });
  };
  file.addEventListener("change", () => bring(file.files[0]).then(() => file.value = ""));
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    if (document.body.classList.contains("at-home")) bring(event.dataTransfer.files[0]);
  });
  receivers.brought = (lines) => told.replaceChildren(...lines.map((line) => make("p", line)));
}
offerOwnGames();

const cards = new MutationObserver(() => {
  const play = document.querySelector(`.at-home #cards [data-game="${CSS.escape(wanted)}"]`);
  if (!play) return;
  cards.disconnect();
  /** @type {HTMLElement} */ (play).click();
});
if (wanted) cards.observe(document.body, { childList: true, subtree: true });

transport.open = () => /** @type {any} */ (hasFailed ? { readyState: WebSocket.CONNECTING, close() {} } : new TableSocket());

// pages that only a server has
for (const link of document.querySelectorAll("a[href='games']")) link.remove();
