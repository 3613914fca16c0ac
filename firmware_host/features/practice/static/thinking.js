// @ts-check
// The worker that thinks, as the worker of the table knows it: it is started with the first question,
// and anew after it has failed or has not answered for long.

const PATIENCE = 30000; // milliseconds; no question takes a third of that

export class Thinking {
  // `given` returns what the worker needs of the program, `take` is called with a number and an answer, null if there is none.
  constructor(given, take) {
    this.given = given;
    this.take = take;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, string>} the address of each question that is not answered */
    this.asked = new Map();
    this.patience = 0;
  }

  prepare() {
    this.worker ??= this.started();
  }

  ask(number, question) {
    this.prepare();
    const address = URL.createObjectURL(new Blob(["wanted"]));
    this.asked.set(number, address);
    if (this.asked.size === 1) this.wait();
    this.worker?.postMessage({ number, question, address });
  }

  // Let the question be answered by the best that was found so far.
  drop(number) {
    URL.revokeObjectURL(this.asked.get(number) ?? "");
  }

  started() {
    const worker = new Worker(new URL("thinking_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => data.hasFailed ? this.fail() : this.settle(data.number, data.answer);
    worker.onerror = () => this.fail();
    worker.postMessage({ program: this.given() });
    return worker;
  }

  wait() {
    clearTimeout(this.patience);
    this.patience = this.asked.size ? setTimeout(() => this.fail(), PATIENCE) : 0;
  }

  settle(number, answer) {
    this.drop(number);
    this.asked.delete(number);
    this.wait();
    this.take(number, answer);
  }

  fail() {
    this.worker?.terminate();
    this.worker = null;
    for (const number of [...this.asked.keys()]) this.settle(number, null);
  }
}
