// @ts-check
// The connection to the server: it comes back by itself, and then the page is told everything again.

const FIRST_WAIT = 500, LONGEST_WAIT = 5000, NOT_LET_IN = 4401;
const MISSED = 2.5; // beats; a link that is silent for longer has died
const PATIENCE = 4000; // milliseconds until something that was asked counts as late
const OWN = /^\{"(?:hello|beat)":/;
const PACKED = 0x1f8b; // how a compressed message begins: no picture is so wide

export class Connection {
  // `listener` has `connected`, `lost` and `message`, and may have `connecting`, and `outdated`: the
  // server is of another version than the page, which loads itself again if nobody says when; and
  // `refused`: who looks is not let in, or no longer, and loads the page again, too.
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.wait = FIRST_WAIT;
    this.beat = 10;
    this.heard = 0;
    this.isAlive = false;
    this.program = "";
    this.tickets = 0;
    this.asked = new Map();
    this.reading = Promise.resolve();
    this.socket = this.open();
    addEventListener("online", () => this.renew());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  open() {
    clearTimeout(this.timer);
    this.listener.connecting?.();
    const address = new URL(this.path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("language", document.documentElement.lang);
    if ("DecompressionStream" in window) address.searchParams.set("packed", "");
    const socket = transport.open(address);
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => { this.greet(); this.queue(socket, data); };
    socket.onclose = ({ code }) => this.close(code);
    this.hear();
    return socket;
  }

  // Note that the server speaks: only then there is a link, whatever the network says.
  greet() {
    this.hear();
    if (this.isAlive) return;
    this.wait = FIRST_WAIT;
    this.isAlive = true;
    this.listener.connected();
  }

  reopen() {
    this.socket = this.open();
  }

  // Take one message after the other: it takes a moment to unpack one.
  queue(socket, data) {
    this.reading = this.reading.then(async () => {
      const found = isPacked(data) ? await unpacked(data) : data;
      if (socket === this.socket) this.receive(found);
    }).catch((error) => this.stumble(socket, error));
  }

  // What the page shows may be wrong after a message that failed: it is told everything again.
  stumble(socket, error) {
    reportError(error);
    if (socket !== this.socket) return;
    this.wait = LONGEST_WAIT;
    socket.close();
  }

  // Take what the connection itself is told; everything else is for the page.
  receive(data) {
    if (typeof data !== "string" || !OWN.test(data)) return this.listener.message(data);
    const { hello } = JSON.parse(data);
    if (!hello) return;
    this.beat = hello.beat;
    if (this.program && this.program !== hello.program) (this.listener.outdated ?? (() => location.reload()))();
    this.program = hello.program;
    this.hear();
  }

  close(code) {
    clearTimeout(this.silence);
    this.isAlive = false;
    if (code === NOT_LET_IN) return (this.listener.refused ?? (() => location.reload()))();
    this.listener.lost();
    this.timer = setTimeout(() => this.reopen(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  // Note that the link is alive: without another sign of life it counts as dead after a while.
  hear() {
    this.heard = Date.now();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.renew(), this.patience);
  }

  get patience() {
    return MISSED * this.beat * 1000;
  }

  // Leave a link that may be dead: closing it would wait for an answer that never comes.
  renew() {
    const { socket } = this;
    socket.onmessage = socket.onclose = null;
    this.isAlive = false;
    socket.close();
    this.reopen();
    this.listener.lost();
  }

  // A page that was hidden, or a computer that slept, looks whether its link is still there.
  retry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.reopen();
    else if (Date.now() - this.heard > this.patience) this.renew();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // Send `message`, and call `tell`, if there is one, with what becomes of it, or first that it is late.
  ask(message, tell) {
    if (!tell) return this.send(message);
    const ticket = ++this.tickets;
    const timer = setTimeout(() => tell({ outcome: "late" }), PATIENCE);
    this.asked.set(ticket, (answer) => { clearTimeout(timer); tell(answer); });
    this.send({ ...message, ticket });
  }

  // Take the answer to something that was asked.
  settle(answer) {
    this.asked.get(answer.ticket)?.(answer);
    this.asked.delete(answer.ticket);
  }
}

// What opens the way to the table: a page without a server puts another one here before it connects.
export const transport = { open: (address) => new WebSocket(address) };

const isPacked = (data) => typeof data !== "string" && new DataView(data).getUint16(0) === PACKED;

const unpacked = (data) => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
