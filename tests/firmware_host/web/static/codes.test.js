// A game in several codes: a page keeps each of them until all are there.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { gathered } from "../../../../firmware_host/web/static/codes.js";

const WORDS = "{here} of {of}, without {missing}";
const CODES = ["010312345111", "020312345222", "030312345333"];

let kept;

beforeEach(() => {
  kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => kept.set(name, text),
    removeItem: (name) => kept.delete(name),
  });
});

test("a link is whole, and an address without a game is empty", () => {
  assert.deepEqual(gathered("gAbc-_9", WORDS), { whole: "gAbc-_9", says: "" });
  assert.deepEqual(gathered("", WORDS), { whole: "", says: "" });
  assert.equal(kept.size, 0);
});

test("one code alone is whole", () => {
  assert.deepEqual(gathered("010112345678", WORDS), { whole: "010112345678", says: "" });
});

test("codes come in any order, and more than once", () => {
  assert.deepEqual(gathered(CODES[1], WORDS), { whole: "", says: "1 of 3, without 1, 3" });
  assert.deepEqual(gathered(CODES[1], WORDS), { whole: "", says: "1 of 3, without 1, 3" });
  assert.deepEqual(gathered(CODES[2], WORDS), { whole: "", says: "2 of 3, without 1" });
  const { whole } = gathered(CODES[0], WORDS);
  assert.deepEqual(whole.split(" ").sort(), CODES);
  assert.equal(kept.size, 0, "nothing stays in the browser");
});

test("a code of another game begins anew", () => {
  gathered(CODES[0], WORDS);
  assert.deepEqual(gathered("020254321999", WORDS), { whole: "", says: "1 of 2, without 1" });
});

test("what somebody else has kept there does no harm", () => {
  for (const text of ["nonsense", "{}", '{"of":"03","mark":"12345"}', "null", "[]"]) {
    kept.set("codes", text);
    assert.equal(gathered(CODES[0], WORDS).whole, "");
  }
});
