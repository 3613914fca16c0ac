// Picking a move, choice by choice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { advanced, chosen, options, pointOf } from "../../../../firmware_host/web/static/chooser.js";

const piece = (name) => ["piece", name, [name]], target = (name) => ["target", name, [name]];
const throwOf = (value) => ["die", value, []];
const MOVES = [
  { text: "a1-a2", choices: [piece("a1"), throwOf("1"), target("a2")] },
  { text: "a1-a3", choices: [piece("a1"), throwOf("2"), target("a3")] },
  { text: "b1-b2", choices: [piece("b1"), throwOf("1"), target("b2")] },
  { text: "pass", choices: [["pass", "pass", []]] },
];

test("each choice is offered once, with the moves behind it", () => {
  const found = options(MOVES, []);
  assert.deepEqual(found.map(({ choice }) => choice[1]), ["a1", "b1", "pass"]);
  assert.deepEqual(found[0].moves.map(({ text }) => text), ["a1-a2", "a1-a3"]);
});

test("what is picked leaves only its own moves", () => {
  assert.deepEqual(options(MOVES, [piece("a1")]).map(({ choice }) => choice[1]), ["1", "2"]);
  assert.deepEqual(options(MOVES, [piece("c1")]), []);
});

test("a move is chosen once all its choices are made", () => {
  assert.equal(chosen(MOVES, [piece("a1"), throwOf("2")]), undefined);
  assert.equal(chosen(MOVES, [piece("a1"), throwOf("2"), target("a3")])?.text, "a1-a3");
  assert.equal(chosen(MOVES, [["pass", "pass", []]])?.text, "pass");
});

test("a throw that leaves no choice is taken without a touch", () => {
  assert.deepEqual(advanced(MOVES, [piece("b1")]), [piece("b1"), throwOf("1")]);
  assert.deepEqual(advanced(MOVES, [piece("a1")]), [piece("a1")]);
  assert.deepEqual(advanced(MOVES, []), []);
});

test("a choice is made on the board where its piece ends", () => {
  assert.equal(pointOf(["target", "c3", ["a1", "b2", "c3"]]), "c3");
  assert.equal(pointOf(["piece", "d4", []]), "d4");
  assert.equal(pointOf(["pass", "pass", []]), null);
});
