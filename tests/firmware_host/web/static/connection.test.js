// The connection of a page: what goes wrong with one message takes nothing from those that follow.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Connection, transport } from "../../../../firmware_host/web/static/connection.js";

const listening = { addEventListener() {}, hidden: false, documentElement: { lang: "en" } };
const reported = [];
let opened = [];

beforeEach(() => {
  opened = [];
  reported.length = 0;
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  Object.assign(globalThis, {
    window: {}, document: listening, location: new URL("http://table.example/"),
    addEventListener() {}, reportError: (error) => reported.push(error.message),
  });
  transport.open = () => {
    const socket = { closed: 0, close() { this.closed += 1; this.onclose?.({ code: 1000 }); } };
    opened.push(socket);
    return socket;
  };
});

function connected() {
  const messages = [];
  const message = (data) => {
    if (data === "bad") throw new Error("this one fails");
    messages.push(data);
  };
  const connection = new Connection("live", { message, connected() {}, lost() {} });
  return { connection, messages };
}

test("messages are taken one after the other", async () => {
  const { connection, messages } = connected();
  for (const data of ["a", "b", "c"]) opened[0].onmessage({ data });
  await connection.reading;
  assert.deepEqual(messages, ["a", "b", "c"]);
  assert.deepEqual(reported, []);
});

test("after a message that fails the page connects again, and goes on", async () => {
  const { connection, messages } = connected();
  for (const data of ["a", "bad"]) opened[0].onmessage({ data });
  await connection.reading;
  assert.deepEqual(reported, ["this one fails"]);
  assert.equal(opened[0].closed, 1);
  mock.timers.tick(4000);
  assert.equal(opened.length, 1, "a message that fails again and again asks for little");
  mock.timers.tick(1000);
  assert.equal(opened.length, 2);
  opened[1].onmessage({ data: "all of it" });
  await connection.reading;
  assert.deepEqual(messages, ["a", "all of it"]);
});
