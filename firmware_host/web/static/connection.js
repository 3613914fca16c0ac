// The connection to the server: it comes back by itself, and each state that arrives is complete.

const FIRST_WAIT = 500, LONGEST_WAIT = 5000, NOT_LET_IN = 4401;

export class Connection {
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.wait = FIRST_WAIT;
    this.open();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  open() {
    clearTimeout(this.timer);
    const address = new URL(this.path, location);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("language", document.documentElement.lang);
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => { this.wait = FIRST_WAIT; this.listener.connected(); };
    this.socket.onmessage = ({ data }) => this.listener.message(data);
    this.socket.onclose = ({ code }) => {
      if (code === NOT_LET_IN) return location.reload();
      this.listener.lost();
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  retry() {
    if (this.socket.readyState === WebSocket.CLOSED) this.open();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
