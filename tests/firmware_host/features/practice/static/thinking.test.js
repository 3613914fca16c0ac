// The worker that thinks: started with the first question, ended and started anew when it has failed.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Thinking } from "../../../../../firmware_host/features/practice/static/thinking.js";

let workers, told, thinking;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  workers = [];
  told = [];
  globalThis.Worker = class {
    constructor() {
      this.posted = [];
      workers.push(this);
    }
    postMessage(message) { this.posted.push(message); }
    terminate() { this.isOver = true; }
  };
  thinking = new Thinking(() => "the program", (number, answer) => told.push([number, answer]));
});

const isThere = async (address) => fetch(address).then(() => true, () => false);

test("one worker is given the program, and then each question", () => {
  thinking.prepare();
  thinking.ask(1, "which move?");
  const [{ posted }] = workers;
  assert.equal(workers.length, 1);
  assert.deepEqual(posted[0], { program: "the program" });
  assert.deepEqual([posted[1].number, posted[1].question], [1, "which move?"]);
});

test("the address of a question is there until the question is dropped", async () => {
  thinking.ask(1, "which move?");
  const { address } = workers[0].posted[1];
  assert.equal(await isThere(address), true);
  thinking.drop(1);
  assert.equal(await isThere(address), false);
});

test("an answer is handed on, and its question forgotten", async () => {
  thinking.ask(7, "which move?");
  const { address } = workers[0].posted[1];
  workers[0].onmessage({ data: { number: 7, answer: "this one" } });
  assert.deepEqual(told, [[7, "this one"]]);
  assert.equal(await isThere(address), false);
  mock.timers.tick(60000);
  assert.equal(told.length, 1);
});

for (const [why, fails] of [["fails", () => workers[0].onerror()], ["says so", () => workers[0].onmessage({ data: { hasFailed: true } })], ["is silent", () => mock.timers.tick(31000)]]) {
  test(`a worker that ${why} is ended, and the next question starts another`, () => {
    thinking.ask(1, "which move?");
    thinking.ask(2, "and now?");
    fails();
    assert.deepEqual(told, [[1, null], [2, null]]);
    assert.equal(workers[0].isOver, true);
    thinking.ask(3, "and then?");
    assert.equal(workers.length, 2);
  });
}
